// Files that a command writes. No two have the same name. A file gets its name when it is complete.
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
    std::set<std::string> taken_;             // in lower case
    std::map<std::string, std::size_t> next_; // the next number to try for a taken name
};

// A file that is written under a temporary name in its folder. keep() renames it; without keep() it is removed.
class new_file {
public:
    // Creates the folders of the path.
    explicit new_file(std::filesystem::path path);
    new_file(const new_file&) = delete;
    new_file& operator=(const new_file&) = delete;
    ~new_file();

    // If writing fails, keep() returns the error.
    void write(std::span<const std::byte> bytes);
    [[nodiscard]] bool is_empty() const { return is_empty_; }
    // Gives the file its final name. Replaces an existing file of that name, and has its permissions.
    [[nodiscard]] effigy::error keep();

private:
    void fail(const char* what);

    std::filesystem::path path_, temporary_;
    std::ofstream out_;
    bool is_empty_ = true;
    effigy::error why_;
};

} // namespace tool
