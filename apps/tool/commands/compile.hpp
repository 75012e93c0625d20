// effigy compile, effigy decompile: Neverwinter Nights' models from text to binary and back.
#pragma once

#include "new_form.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tool {

struct compile_options : new_form_options {
    std::string game = "ee";                        // or "bioware", "nwnmdlcomp"
    std::vector<std::filesystem::path> supermodels; // folders, after the one that the file is in
    bool no_supermodel = false;
    bool strict = false;
};

// Print a line for each file and each code of its findings, or an object for each file, and a summary to standard
// error. Without an output, decompile() prints the text of its only file. Return 0 if no file has an error, and if a
// single file is not skipped; 1 if not; 2 if the options contradict each other.
int compile(const compile_options& options, model_cache& models);
int decompile(const compile_options& options, model_cache& models);

} // namespace tool
