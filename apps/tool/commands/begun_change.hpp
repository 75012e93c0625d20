// What an `effigy set` that was interrupted left of a model of several files, see effigy::write_files().
#pragma once

#include <effigy/write_files.hpp>

#include <filesystem>
#include <string>

namespace tool {

// "`effigy set` has begun to write wolf.m2, wolf00.skin; if it was interrupted, ..", or why the journal cannot be read;
// empty if there is none.
[[nodiscard]] std::string words_of_begun(const std::filesystem::path& model);

struct finished_change {
    std::string files;        // "wolf.m2, wolf00.skin"; empty if nothing was begun
    bool is_complete = false; // all are new; else all are old
    effigy::error why{};      // why it cannot be finished
    std::string words{};      // what to do about it
};
// Finishes what was begun. `only_looks`: says what would be done.
[[nodiscard]] finished_change finish_begun(const std::filesystem::path& model, bool only_looks);

} // namespace tool
