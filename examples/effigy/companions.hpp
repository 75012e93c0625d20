// The files that belong to a model of version 264 and later: found beside it by name, or by FileDataID.
#pragma once

#include "folders.hpp"
#include "listfile.hpp"

#include <effigy/file.hpp>
#include <effigy/m2.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace tool {

// A named pipe or device is refused, also behind a symbolic link: opening it may wait for ever.
[[nodiscard]] effigy::result<effigy::file> open_regular(const std::filesystem::path& path);

// Files that are open, as effigy::m2::open() takes them.
class companion_files {
public:
    [[nodiscard]] std::span<const effigy::m2::companion> table() const { return table_; }
    // Where the companion with this number in table() lies.
    [[nodiscard]] std::filesystem::path path_of(std::uint32_t entry) const;
    // Where the companion lies; empty when it is not there.
    [[nodiscard]] std::filesystem::path path_of(effigy::m2::companion_kind kind, std::uint16_t id,
                                                std::uint16_t variation) const;

    // Why the system does not open a companion, and which; none when all is well.
    [[nodiscard]] const effigy::error& failure() const { return failure_; }
    [[nodiscard]] const std::filesystem::path& failed() const { return failed_; }

    // Opens the file and enters it. Where that fails: see failure().
    void add(effigy::m2::companion entry, const std::filesystem::path& path);
    // Whose bytes stay the caller's.
    void add(const effigy::m2::companion& entry);

private:
    void enter(const effigy::m2::companion& entry, const std::filesystem::path& path);

    std::vector<effigy::m2::companion> table_; // in the order in which it is searched by halves
    std::vector<std::filesystem::path> paths_; // of each entry; empty where the bytes are the caller's
    std::map<std::filesystem::path, effigy::file> files_;
    effigy::error failure_;
    std::filesystem::path failed_;
};

class companion_finder {
public:
    companion_finder() = default;
    // What the listfile names is looked for beside the model, then below the root.
    companion_finder(listfile names, std::filesystem::path root) : names_(std::move(names)), root_(std::move(root)) {}

    // All that are there.
    [[nodiscard]] companion_files find(const std::filesystem::path& model, effigy::borrowed_bytes bytes) const;
    // Only those that tell which others the model wants: its skeleton and that one's parent.
    [[nodiscard]] companion_files find_skeletons(const std::filesystem::path& model,
                                                 effigy::borrowed_bytes bytes) const;

    [[nodiscard]] folder_listings& folders() const { return folders_; }

private:
    class search;

    [[nodiscard]] std::filesystem::path locate(const std::filesystem::path& model,
                                               const effigy::m2::wanted_companion& wanted) const;
    [[nodiscard]] std::filesystem::path locate_listed(const std::filesystem::path& folder, std::uint32_t id) const;

    listfile names_;
    std::filesystem::path root_;
    mutable folder_listings folders_;
};

} // namespace tool
