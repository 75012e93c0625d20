// Files that a command writes: each under a name of its own, and there only when it is complete.
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

// Names for files below one folder, no two of which differ in case only.
class output_names {
public:
    // The path with this ending in place of its own, and a number before it where the name is taken: wolf_2.glb.
    [[nodiscard]] std::filesystem::path take(const std::filesystem::path& path, const std::string& ending);

private:
    std::set<std::string> taken_; // without ending, in lower case
    std::map<std::string, std::size_t> next_;
};

// Written beside its place under a passing name, which goes away unless keep() gives it its own.
class new_file {
public:
    // Makes the folders above as well.
    explicit new_file(std::filesystem::path path);
    new_file(const new_file&) = delete;
    new_file& operator=(const new_file&) = delete;
    ~new_file();

    // Where that fails, keep() tells why.
    void write(std::span<const std::byte> bytes);
    [[nodiscard]] bool is_empty() const { return is_empty_; }
    // Replaces what was there under the name.
    [[nodiscard]] effigy::error keep();

private:
    void fail(const char* what);

    std::filesystem::path path_, passing_;
    std::ofstream out_;
    bool is_empty_ = true;
    effigy::error why_;
};

} // namespace tool
