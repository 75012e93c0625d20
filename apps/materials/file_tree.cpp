#include "file_tree.hpp"

#include "texts.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace materials {

std::optional<std::string> relative_path(std::string_view name) {
    constexpr std::size_t most_characters = 4096, most_parts = 64;
    if (name.size() > most_characters) {
        return {};
    }
    if (name.size() > 1 && name[1] == ':') {
        name.remove_prefix(2);
    }
    std::string out;
    for (std::size_t parts = 1; !name.empty(); ++parts) {
        const std::string_view part = take_until(name, "/\\");
        if (part == ".." || parts > most_parts) {
            return {};
        }
        if (!part.empty() && part != ".") {
            out.append(out.empty() ? "" : "/").append(part);
        }
    }
    return out.empty() ? std::nullopt : std::optional{std::move(out)};
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view extension_of(std::string_view path) {
    const std::string_view name = last_part(path);
    return name.substr(std::min(name.rfind('.'), name.size()));
}

std::string with_extension(std::string_view path, std::string_view extension) {
    path.remove_suffix(extension_of(path).size());
    return std::string{path}.append(extension);
}

std::vector<std::string_view> folders_above(std::string_view path) {
    std::vector<std::string_view> out{folder_of(path)};
    while (!out.back().empty()) {
        out.push_back(folder_of(out.back().substr(0, out.back().size() - 1)));
    }
    return out;
}

distance distance_between(std::string_view from, std::string_view to) {
    const auto here = std::ranges::mismatch(from, to).in1;
    const std::size_t shared = folder_of(from.substr(0, static_cast<std::size_t>(here - from.begin()))).size();
    const auto folders = [](std::string_view part) { return static_cast<std::size_t>(std::ranges::count(part, '/')); };
    return {folders(from.substr(shared)), folders(to.substr(shared))};
}

file_tree::file_tree(std::vector<std::string> paths, read_function read)
    : by_name_(paths.size()), read_(std::move(read)) {
    entries_.reserve(paths.size());
    for (std::string& path : paths) {
        std::string key = lower_case(path);
        const std::size_t name = folder_of(path).size();
        entries_.push_back({std::move(key), std::move(path), name});
    }
    std::ranges::sort(entries_, {}, [](const file& one) { return std::tie(one.key, one.path); });
    std::iota(by_name_.begin(), by_name_.end(), std::uint32_t{0});
    std::ranges::sort(by_name_, {}, [this](std::uint32_t index) { return entries_[index].last_part(); });
}

std::string_view file_tree::find(std::string_view name) const {
    const std::optional<std::string> path = relative_path(name);
    if (!path) {
        return {};
    }
    const std::string key = lower_case(*path);
    const auto first = std::ranges::lower_bound(entries_, key, {}, &file::key);
    auto last = first;
    while (last != entries_.end() && last->key == key) {
        if (last->path == *path) {
            return last->path;
        }
        ++last;
    }
    return first == last ? std::string_view{} : first->path;
}

std::size_t file_tree::count(std::string_view path) const {
    return std::ranges::equal_range(entries_, lower_case(path), {}, &file::key).size();
}

std::span<const file_tree::file> file_tree::starting_with(std::string_view text) const {
    const std::string key = lower_case(text);
    const auto first = std::ranges::lower_bound(entries_, key, {}, &file::key);
    const auto last =
        std::partition_point(first, entries_.end(), [&key](const file& one) { return one.key.starts_with(key); });
    return {first, last};
}

std::vector<std::string_view> file_tree::named(std::string_view last_part_in_any_case) const {
    const std::string name = lower_case(last_part_in_any_case);
    const auto name_of = [this](std::uint32_t index) { return entries_[index].last_part(); };
    std::vector<std::string_view> out;
    for (auto at = std::ranges::lower_bound(by_name_, std::string_view{name}, {}, name_of);
         at != by_name_.end() && name_of(*at) == name; ++at) {
        out.emplace_back(entries_[*at].path);
    }
    std::ranges::sort(out);
    return out;
}

std::optional<std::vector<std::byte>> file_tree::read(std::string_view path) const {
    const std::string_view known = find(path);
    return known == path && !known.empty() ? read_(known) : std::nullopt;
}

} // namespace materials
