// effigy map: what each byte of a file is.
#pragma once

#include "joined_model.hpp"

#include <filesystem>
#include <vector>

namespace tool {

struct map_options {
    std::vector<std::filesystem::path> arguments;
    bool gaps = false; // only what belongs to nothing, or to more than one
};

// 0: all are sound and were shown, 1: some are not (the reason goes to standard error).
int map(const map_options& options, model_cache& models);

} // namespace tool
