#include "existing_files.hpp"

#include "companions.hpp"
#include "output.hpp"
#include "standard_streams.hpp"
#include <tool/answers/text.hpp>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

bool has_bytes(const fs::path& file, std::span<const std::byte> bytes) {
    std::error_code failure;
    if (fs::file_size(file, failure) != bytes.size() || failure) {
        return false;
    }
    const auto there = read_regular(file);
    return there && std::ranges::equal(there->bytes(), bytes);
}

// Whether the name is that of a companion of a model whose name has this stem: "wolf00.skin", "wolf0004-01.anim".
bool is_of(std::string_view stem, std::string_view name) {
    std::string form = lower_case(std::string{name.substr(stem.size())});
    std::ranges::replace_if(form, [](char c) { return c >= '0' && c <= '9'; }, '0');
    return form == "00.skin" || form == "0000-00.anim" || form == ".skel";
}

} // namespace

// Those that are called like files of the model, and are none of `files`.
std::vector<fs::path> existing_files::others(std::span<const effigy::file_to_write> files) {
    const fs::path& model = files[0].path;
    const std::string stem = name_of_file(model.stem());
    std::error_code failure;
    std::vector<fs::path> out;
    for (const std::string& name : listings_.beginning_with(model.parent_path(), stem)) {
        const fs::path there = model.parent_path() / path_of_name(name);
        const auto same = std::ranges::find(files, lower_case(name), [](const effigy::file_to_write& one) {
            return lower_case(name_of_file(one.path));
        });
        const bool is_new =
            same != files.end() && (name == name_of_file(same->path) || fs::equivalent(there, same->path, failure));
        if (!is_new && (same != files.end() || is_of(stem, name))) {
            out.push_back(there);
        }
    }
    return out;
}

existing_files::answer existing_files::look(std::span<const effigy::file_to_write> files, bool force) {
    answer out;
    std::error_code failure;
    const fs::path& model = files[0].path;
    if (is_standard(model) || fs::is_other(fs::status(model, failure))) {
        return out;
    }
    const auto stop = [&out](const fs::path& file, std::string words, bool is_forced_by_option) {
        out.culprit = file;
        out.complaint = std::move(words);
        out.is_forced_by_option = is_forced_by_option;
        return out;
    };
    fs::path old;
    out.are_same = true;
    for (const effigy::file_to_write& one : files) {
        if (!places_.claim(one)) {
            return stop(one.path, "it is written for another of the files", false);
        }
        const bool is_there = fs::exists(fs::symlink_status(one.path, failure));
        const bool is_same = is_there && has_bytes(one.path, one.bytes);
        out.are_same = out.are_same && is_same;
        old = is_there && !is_same && old.empty() ? one.path : old;
    }
    const std::vector<fs::path> rest = others(files);
    if (!out.are_same && !force && !old.empty()) {
        return stop(old, "exists already: --force replaces it", true);
    }
    if (!out.are_same && !force && !rest.empty()) {
        return stop(rest.front(), "is called like a file of the new model: delete it, or --force leaves it", true);
    }
    for (std::size_t i = 0; i < files.size() && !out.are_same; ++i) {
        std::string complaint = complaint_of_target(files[i].path);
        if (complaint.empty() && i != 0) {
            complaint = complaint_of_link(files[i].path, model.parent_path());
        }
        if (!complaint.empty()) {
            return stop({}, std::move(complaint), false);
        }
    }
    for (const fs::path& each : rest) {
        out.others.push_back(printable(name_of_file(each)));
    }
    return out;
}

} // namespace tool
