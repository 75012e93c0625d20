// effigy diff: the fields in which two files differ, or those of two folders.
#pragma once

#include <tool/system/joined_model.hpp>

#include <filesystem>
#include <vector>

namespace tool {

struct diff_options {
    std::vector<std::filesystem::path> arguments; // two files or two folders
    bool json = false;
    bool quiet = false; // no progress
};

// Returns 0 if both files say the same, 1 if not, or if one is not valid; of folders, 0 if this is so for each pair of
// files and no file is only in one. Returns 2 for a file and a folder. Writes the reasons to standard error.
int diff(const diff_options& options, model_cache& models);

} // namespace tool
