// Files that a command writes: each has its own name, and gets it when it is complete.
#pragma once

#include <effigy/core/result.hpp>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <string>

namespace tool {

// Names of files below one folder. No two differ only in case.
class output_names {
public:
    // Returns the path with this extension in place of its own, and with a number if the name is taken: wolf_2.glb.
    [[nodiscard]] std::filesystem::path take(const std::filesystem::path& path, const std::string& extension);

private:
    std::set<std::string> taken_; // without extension, in lower case
    std::map<std::string, std::size_t> next_;
};

// A file that is written under a temporary name in its folder. keep() renames it; without keep() it is removed.
class new_file {
public:
    // Creates the folders of the path.
    explicit new_file(std::filesystem::path path);
    new_file(const new_file&) = delete;
    new_file& operator=(const new_file&) = delete;
    ~new_file();

    // keep() returns the error if this fails.
    void write(std::span<const std::byte> bytes);
    [[nodiscard]] bool is_empty() const { return is_empty_; }
    // Replaces an existing file with the final name.
    [[nodiscard]] effigy::error keep();

private:
    void fail(const char* what);

    std::filesystem::path path_, temporary_;
    std::ofstream out_;
    bool is_empty_ = true;
    effigy::error why_;
};

} // namespace tool
