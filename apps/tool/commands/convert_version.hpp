// effigy convert-version: World of Warcraft's models for another edition of the game.
#pragma once

#include "new_form.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

struct convert_version_options : new_form_options {
    std::uint32_t version = 0;         // 256, 260, 264 or 272
    std::vector<std::string> textures; // ID=PATH; beside the listfile of `models`
    bool drop_unknown = false;
};

// Writes each model with its companions, and prints a line for each and for each code of what the version cannot say,
// or an object for each, and a summary to standard error. Files that exist are replaced only with `force`. Returns 0 if
// no file has an error, and if a single file is not skipped; 1 if not; 2 if the options contradict each other.
int convert_version(const convert_version_options& options, model_cache& models);

} // namespace tool
