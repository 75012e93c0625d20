// effigy check: is each file sound?
#pragma once

#include <filesystem>
#include <vector>

namespace tool {

struct check_options {
    std::vector<std::filesystem::path> arguments;
    bool lint = false;
    unsigned jobs = 0; // 0: one a processor
};

// Prints one line a file, in the order given. 0: all are readable, 1: some are not.
int check(const check_options& options);

} // namespace tool
