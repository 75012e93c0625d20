// Names of files and what folders hold, also where there is no std::filesystem.
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

// The names in the folder of a file.
[[nodiscard]] inline std::set<std::string> names_beside(const path& at) {
    std::set<std::string> out;
    const path folder = at.parent_path();
    for (const auto& entry : std::filesystem::directory_iterator{folder.empty() ? path{"."} : folder}) {
        out.insert(file_name(entry.path()));
    }
    return out;
}

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

// Files are looked up as games do it: without regard to case. Where there are several, the very name counts, or the
// first.
class neighbours {
public:
    explicit neighbours(const path& of) : of_(of), names_(names_beside(of)) {
        for (const std::string& name : names_) {
            by_lower_case_.emplace(lower_case(name), name);
        }
    }
    [[nodiscard]] std::optional<path> find(const std::string& name) const {
        if (names_.contains(name)) {
            return beside(of_, name);
        }
        const auto found = by_lower_case_.find(lower_case(name));
        return found != by_lower_case_.end() ? std::optional{beside(of_, found->second)} : std::nullopt;
    }

private:
    path of_;
    std::set<std::string> names_;
    std::map<std::string, std::string> by_lower_case_;
};

} // namespace facts
