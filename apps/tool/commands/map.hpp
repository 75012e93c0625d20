// effigy map: what each byte of a file is.
#pragma once

#include <tool/system/joined_model.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tool {

struct map_options {
    std::vector<std::filesystem::path> arguments;
    bool gaps = false; // only gaps, and regions that overlap others
    bool json = false;
    std::string at;     // only regions that have the byte at this offset, or at this LINE:COLUMN of a text
    bool quiet = false; // no progress
};

// Returns 0 if all files are valid and were shown, 1 if not. Writes the reasons to standard error.
int map(const map_options& options, model_cache& models);

} // namespace tool
