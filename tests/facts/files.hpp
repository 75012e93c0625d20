// File names and the content of folders, also without std::filesystem.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>
#include <version>

#if defined(__cpp_lib_filesystem)
#include <filesystem>
#else
#include <dirent.h>
#endif

namespace facts {

// ---- names: UTF-8 with slashes --------------------------------------------------------------------------------------

#if defined(__cpp_lib_filesystem)

using path = std::filesystem::path;

[[nodiscard]] inline std::string utf8(const path& file) {
    const std::u8string name = file.generic_u8string();
    return {name.begin(), name.end()};
}

[[nodiscard]] inline std::string name_below(const path& root, const path& file) {
    const auto full = [](const path& p) { return std::filesystem::absolute(p).lexically_normal(); };
    return utf8(full(file).lexically_relative(full(root)));
}

#else

using path = std::string;

[[nodiscard]] inline std::string utf8(const path& file) { return file; }

[[nodiscard]] inline std::string name_below(const path& root, const path& file) {
    return file.starts_with(root + '/') ? file.substr(root.size() + 1) : file;
}

#endif

[[nodiscard]] inline std::string file_name(const path& file) {
    const std::string all = utf8(file);
    return all.substr(all.rfind('/') + 1); // npos + 1 is 0
}

[[nodiscard]] inline std::string lower_case(std::string name) {
    for (char& c : name) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return name;
}

// ---- folders --------------------------------------------------------------------------------------------------------

#if defined(__cpp_lib_filesystem)

[[nodiscard]] inline bool is_folder(const path& at) { return std::filesystem::is_directory(at); }

[[nodiscard]] inline path beside(const path& at, const std::string& name) {
    return at.parent_path() / std::u8string{name.begin(), name.end()};
}

// Returns the names of all files in the folder of a file.
[[nodiscard]] inline std::set<std::string> names_beside(const path& at) {
    std::set<std::string> out;
    const path folder = at.parent_path();
    for (const auto& entry : std::filesystem::directory_iterator{folder.empty() ? path{"."} : folder}) {
        out.insert(file_name(entry.path()));
    }
    return out;
}

// Returns every file below the root, sorted by name.
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

[[nodiscard]] inline bool is_folder(const path&) {
    return false;
} // without std::filesystem, files are given by name only

[[nodiscard]] inline std::vector<path> files_below(const path&) { return {}; }

[[nodiscard]] inline path beside(const path& at, const std::string& name) {
    return at.substr(0, at.rfind('/') + 1) + name;
}

[[nodiscard]] inline std::set<std::string> names_beside(const path& at) {
    std::set<std::string> out;
    DIR* const folder = opendir(beside(at, ".").c_str());
    for (const dirent* entry = nullptr; folder != nullptr && (entry = readdir(folder)) != nullptr;) {
        out.insert(entry->d_name);
    }
    if (folder != nullptr) {
        closedir(folder);
    }
    return out;
}

#endif

// The files in the folder of a file. Like the games, find() ignores case. If several names match, it returns the exact
// name if that is one of them, otherwise the first.
class neighbours {
public:
    explicit neighbours(const path& file) : file_(file), names_(names_beside(file)) {
        for (const std::string& name : names_) {
            by_lower_case_.emplace(lower_case(name), name);
        }
    }
    [[nodiscard]] std::optional<path> find(const std::string& name) const {
        if (names_.contains(name)) {
            return beside(file_, name);
        }
        const auto found = by_lower_case_.find(lower_case(name));
        return found != by_lower_case_.end() ? std::optional{beside(file_, found->second)} : std::nullopt;
    }

private:
    path file_;
    std::set<std::string> names_;
    std::map<std::string, std::string> by_lower_case_;
};

} // namespace facts
