#include "model_files.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/companions.hpp>
#include <tool/system/files.hpp>
#include <tool/system/output.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
namespace m2 = effigy::m2;

// ---- where they go -------------------------------------------------------------------------------------------------

namespace {

struct companion_place {
    fs::path to;
    std::string complaint; // why it cannot be written there
};

// Where the companions of a model go.
class companion_places {
public:
    companion_places(const fs::path& from, const fs::path& to, const companion_files& known)
        : stem_(name_of_file(from.stem())), to_(to), known_(known) {}

    // In the place of the old one.
    [[nodiscard]] companion_place in_place(const m2::wanted_companion& which) const {
        const fs::path old = place_of(which);
        if (old.empty()) {
            return {to_.parent_path() / path_of_name(m2::name_of(which, stem_)), ""};
        }
        std::error_code failure;
        const bool is_beside = fs::weakly_canonical(old, failure).parent_path() == to_.parent_path();
        return {old, !is_called_after_model(which, old) ? "other models may use it, too: use -o FOLDER"
                     : !is_beside                       ? "it is in another folder than the model: use -o FOLDER"
                                                        : ""};
    }
    // Beside the new model. Nothing if the old one is there, and has the same bytes.
    [[nodiscard]] std::optional<companion_place> beside_new(const m2::wanted_companion& which, bool is_changed) const {
        const fs::path old = place_of(which);
        const std::string name = old.empty() ? m2::name_of(which, stem_) : name_of_file(old);
        const std::string new_stem = name_of_file(to_.stem());
        const bool changes = new_stem != stem_ && (old.empty() || is_called_after_model(which, old));
        const fs::path to = to_.parent_path() / path_of_name(changes ? new_stem + name.substr(stem_.size()) : name);
        std::error_code failure;
        const bool is_old = !old.empty() && fs::equivalent(old, to, failure);
        if (is_old && !is_changed) {
            return std::nullopt;
        }
        return companion_place{to, is_old ? "the old model needs it as it is: use -o with another folder" : ""};
    }

private:
    [[nodiscard]] fs::path place_of(const m2::wanted_companion& which) const {
        return path_of_name(known_.path_of(which.kind, which.id, which.variation));
    }
    [[nodiscard]] bool is_called_after_model(const m2::wanted_companion& which, const fs::path& file) const {
        return lower_case(name_of_file(file)) == lower_case(m2::name_of(which, stem_));
    }

    std::string stem_; // of the old model
    const fs::path& to_;
    const companion_files& known_;
};

} // namespace

bool file_places::claim(const effigy::file_to_write& file) {
    std::error_code failure;
    const std::size_t hash = std::hash<std::string_view>{}(materials::as_text(file.bytes));
    const std::scoped_lock lock{mutex_};
    return taken_.emplace(fs::weakly_canonical(file.path, failure), hash).first->second == hash;
}

model_places file_places::of(const edit_job& one, const edited_file& edited, bool in_place) {
    model_places out;
    out.files.push_back({one.to, edited.files.model});
    if (edited.judged.joined == nullptr) {
        return out;
    }
    const companion_files& known = edited.judged.joined->companions;
    const companion_places places{in_place ? one.to : one.from, one.to, known};
    const auto add = [&](const m2::companion& file, bool is_changed) {
        const m2::wanted_companion which{file.kind, file.id, file.variation};
        const std::optional<companion_place> place = !in_place    ? places.beside_new(which, is_changed)
                                                     : is_changed ? std::optional{places.in_place(which)}
                                                                  : std::nullopt;
        if (!place) {
            return;
        }
        const effigy::file_to_write to{place->to, effigy::byte_view{file.bytes}.bytes()};
        const std::string complaint =
            !place->complaint.empty() || claim(to) ? place->complaint : "it is written for another of the files";
        if (!complaint.empty() && out.complaint.empty()) {
            out.complaint = complaint;
            out.companion = name_of_file(place->to);
        }
        out.files.push_back(to);
    };
    const auto is_same = [](const auto& a) {
        return [&a](const auto& b) { return a.kind == b.kind && a.id == b.id && a.variation == b.variation; };
    };
    for (const m2::written_companion& made : edited.files.companions) {
        const auto old = std::ranges::find_if(known.table(), is_same(made));
        const bool is_changed =
            old == known.table().end() || !std::ranges::equal(made.bytes, effigy::byte_view{old->bytes}.bytes());
        add({made.kind, made.id, made.variation, made.bytes}, is_changed);
    }
    for (const m2::companion& old : known.table()) { // they did not change
        if (std::ranges::none_of(edited.files.companions, is_same(old)) &&
            std::ranges::none_of(edited.unused, is_same(old))) {
            add(old, false);
        }
    }
    return out;
}

// ---- what is there -------------------------------------------------------------------------------------------------

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
