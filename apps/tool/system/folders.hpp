// Looks up files in folders. Upper and lower case do not matter.
#pragma once

#include <materials/texts.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

using materials::lower_case;

// Returns the last part of the path, in UTF-8.
[[nodiscard]] std::string name_of_file(const std::filesystem::path& file);

// Whether the path has an extension, such as ".m2", in any case.
[[nodiscard]] bool has_extension(const std::filesystem::path& file, std::string_view extension);

// Returns the path in UTF-8, with /.
[[nodiscard]] std::string utf8_path(const std::filesystem::path& path);

// Returns a name in UTF-8 as a path.
[[nodiscard]] std::filesystem::path path_of_name(std::string_view name);

// "--textures: expected a folder, found mods"; empty if all are folders.
[[nodiscard]] std::string no_folder(std::string_view option, const std::vector<std::filesystem::path>& folders);

// Lists each folder once. Safe to use from several threads.
class folder_listings {
public:
    // Returns the path of the entry with this name, or of the first entry, in sorted order, whose name differs only in
    // case. Empty if there is neither, or if the folder cannot be listed.
    [[nodiscard]] std::filesystem::path find(const std::filesystem::path& folder, std::string_view name);
    // The same for a path below the folder, with / or \ as separators.
    [[nodiscard]] std::filesystem::path find_below(const std::filesystem::path& folder, std::string_view path);
    // Returns the names of the entries that begin with a text, in any case.
    [[nodiscard]] std::vector<std::string> beginning_with(const std::filesystem::path& folder, std::string_view text);

private:
    using listing = std::vector<std::pair<std::string, std::string>>; // name in lower case, name; sorted

    [[nodiscard]] static listing list(const std::filesystem::path& folder);
    [[nodiscard]] std::shared_ptr<const listing> of(const std::filesystem::path& folder);

    std::mutex mutex_;
    std::map<std::filesystem::path, std::shared_ptr<const listing>> listings_;
};

} // namespace tool
