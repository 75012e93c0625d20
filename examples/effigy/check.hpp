// effigy check: is each file sound?
#pragma once

#include "joined_model.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tool {

struct check_options {
    std::vector<std::filesystem::path> arguments;
    std::vector<std::string> ignored; // codes of findings
    bool lint = false;
    bool strict = false;          // a skipped file is an error, and a folder without any file
    bool fail_on_warning = false; // implies lint
    bool json = false;
    unsigned jobs = 0; // 0: one a processor
};

// Prints a line for each file, in the order given, and a summary to standard error. 0: nothing to complain of, 1: some
// file is an error, or what the options ask to count as one.
int check(const check_options& options, model_cache& models);

} // namespace tool
