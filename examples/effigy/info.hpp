// effigy info: what is in a file.
#pragma once

#include "joined_model.hpp"

#include <filesystem>
#include <vector>

namespace tool {

struct info_options {
    std::vector<std::filesystem::path> arguments;
    bool json = false;
};

// 0: all are sound and were shown, 1: some are not (the reason goes to standard error).
int info(const info_options& options, model_cache& models);

} // namespace tool
