// effigy dump: what files say, field by field.
#pragma once

#include <tool/system/joined_model.hpp>

#include <filesystem>
#include <vector>

namespace tool {

struct dump_options {
    std::vector<std::filesystem::path> arguments;
    bool json = false;
    bool quiet = false; // no progress
};

// Returns 0 if all files are valid and were shown, 1 if not. Writes the reasons to standard error.
int dump(const dump_options& options, model_cache& models);

} // namespace tool
