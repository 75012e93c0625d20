// The companions of a model of version 264 or later, found beside it by name, or by FileDataID.
#pragma once

#include "folders.hpp"
#include "listfile.hpp"
#include <tool/answers/companion_table.hpp>

#include <effigy/file.hpp>
#include <effigy/m2.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace tool {

// Reads a file. Refuses named pipes and devices, also behind a symbolic link, since opening one may never end.
[[nodiscard]] effigy::result<effigy::file_buffer> read_regular(const std::filesystem::path& path);

// The open companions of a model, with their bytes.
class companion_files : public companion_table {
public:
    // The error and the path of the companion that cannot be opened. No error if there is none.
    [[nodiscard]] const effigy::error& failure() const { return failure_; }
    [[nodiscard]] const std::string& failed() const { return failed_; }

    // Opens the file. None if the path is empty, or after an error, which failure() returns.
    [[nodiscard]] std::optional<found_companion> open(const std::filesystem::path& path);

private:
    std::map<std::filesystem::path, effigy::file_buffer> files_;
    lasting_error failure_;
    std::string failed_;
};

class companion_finder {
public:
    companion_finder() = default;
    // A path from the listfile is searched for beside the model first, then below the root.
    companion_finder(listfile names, std::filesystem::path root) : names_(std::move(names)), root_(std::move(root)) {}

    // Returns all companions that exist.
    [[nodiscard]] companion_files find(const std::filesystem::path& model, effigy::borrowed_bytes bytes) const;
    // Returns only the skeleton and its parent, if they exist, and `others`.
    [[nodiscard]] companion_files find_skeletons(const std::filesystem::path& model, effigy::borrowed_bytes bytes,
                                                 std::span<const effigy::m2::companion> others) const;

    [[nodiscard]] const listfile& names() const { return names_; }
    [[nodiscard]] folder_listings& folders() const { return folders_; }

private:
    [[nodiscard]] std::filesystem::path locate(const std::filesystem::path& model,
                                               const effigy::m2::wanted_companion& wanted) const;

    listfile names_;
    std::filesystem::path root_;
    mutable folder_listings folders_;
};

} // namespace tool
