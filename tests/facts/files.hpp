// Names of files and what folders hold, also where there is no std::filesystem.
#pragma once

#include <map>
#include <string>
#include <vector>
#include <version>

#if defined(__cpp_lib_filesystem)
#include <filesystem>
#endif

namespace facts {

// ---- names: UTF-8 with slashes --------------------------------------------------------------------------------------

#if defined(__cpp_lib_filesystem)

using path = std::filesystem::path;

[[nodiscard]] inline std::string utf8(const path& of) {
    const std::u8string name = of.generic_u8string();
    return {name.begin(), name.end()};
}

[[nodiscard]] inline std::string name_below(const path& root, const path& of) {
    const auto full = [](const path& p) { return std::filesystem::absolute(p).lexically_normal(); };
    return utf8(full(of).lexically_relative(full(root)));
}

#else

using path = std::string;

[[nodiscard]] inline std::string utf8(const path& of) { return of; }

[[nodiscard]] inline std::string name_below(const path& root, const path& of) {
    return of.starts_with(root + '/') ? of.substr(root.size() + 1) : of;
}

#endif

[[nodiscard]] inline std::string file_name(const path& of) {
    const std::string all = utf8(of);
    return all.substr(all.rfind('/') + 1); // npos + 1 is 0
}

// ---- folders --------------------------------------------------------------------------------------------------------

#if defined(__cpp_lib_filesystem)

[[nodiscard]] inline bool is_folder(const path& at) { return std::filesystem::is_directory(at); }

// Every file below the root, in the order of their names.
[[nodiscard]] inline std::vector<path> files_below(const path& root) {
    std::map<std::string, path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{root}) {
        if (entry.is_regular_file()) {
            found.emplace(name_below(root, entry.path()), entry.path());
        }
    }
    std::vector<path> out;
    for (auto& [name, at] : found) {
        out.push_back(std::move(at));
    }
    return out;
}

#else

[[nodiscard]] inline bool is_folder(const path&) { return false; } // the files are given by name

[[nodiscard]] inline std::vector<path> files_below(const path&) { return {}; }

#endif

} // namespace facts
