// effigy check: whether files are valid.
#pragma once

#include <tool/system/joined_model.hpp>
#include <tool/textures/texturer.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tool {

struct check_options {
    std::vector<std::filesystem::path> arguments;
    std::vector<std::string> ignored; // codes of findings
    std::string explained;            // the code of a finding; then nothing is checked
    bool codes = false;               // lists all codes; then nothing is checked
    texture_options textures;         // with folders: whether they have the files that models name
    std::filesystem::path known;      // names of files that need not be there
    bool lint = false;
    std::uint32_t target = 0;     // World of Warcraft: the version whose rules apply; 0: none
    bool strict = false;          // a skipped file, a missing companion or a folder without files is an error
    bool fail_on_warning = false; // implies lint
    bool json = false;
    bool quiet = false; // no progress
    unsigned jobs = 0;  // 0: one per processor
};

// Prints a line for each file, in the order given, and a summary to standard error. Returns 1 if the status of a
// file is `error`, or if `strict` or `fail_on_warning` makes something else an error; 2 if the options contradict each
// other; 0 if not. `names`: paths of FileDataIDs.
int check(const check_options& options, const listfile& names, model_cache& models);

} // namespace tool
