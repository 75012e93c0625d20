// effigy info: what is in a file.
#pragma once

#include <tool/system/joined_model.hpp>

#include <filesystem>
#include <vector>

namespace tool {

struct info_options {
    std::vector<std::filesystem::path> arguments;
    bool json = false;
    bool brief = false; // totals, textures and animations
    bool quiet = false; // no progress
};

// Returns 0 if all files are valid and were shown, 1 if not. Writes the reasons to standard error.
int info(const info_options& options, model_cache& models);

} // namespace tool
