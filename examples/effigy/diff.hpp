// effigy diff: the fields in which two files differ.
#pragma once

#include "joined_model.hpp"

#include <filesystem>
#include <vector>

namespace tool {

struct diff_options {
    std::vector<std::filesystem::path> arguments; // two
    bool json = false;
};

// Returns 0 if both files say the same, 1 if not, or if one is not valid. Writes the reasons to standard error.
int diff(const diff_options& options, model_cache& models);

} // namespace tool
