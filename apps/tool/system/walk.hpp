// The files that a command works on.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace tool {

struct found_files {
    std::vector<std::filesystem::path> files;
    std::size_t left_out = 0;                         // files in the folders, with other extensions
    std::vector<std::filesystem::path> empty_folders; // folders among the arguments, without a file for `files`
};

// Returns each argument that is a file, and for a folder the files below it with an extension of effigy's formats,
// sorted. Does not follow symbolic links to folders. A folder that cannot be listed is itself in `files`, so that
// opening it reports why.
found_files files_of(const std::vector<std::filesystem::path>& arguments);

// Writes the empty folders to standard error, one line per folder.
void report_empty_folders(const found_files& found);

} // namespace tool
