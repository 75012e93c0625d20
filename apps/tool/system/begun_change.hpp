// Models that are written with files beside them, and what an interrupted command left of them, see
// effigy::write_files().
#pragma once

#include <tool/answers/lasting_error.hpp>

#include <effigy/write_files.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace tool {

// "effigy has begun to write wolf.m2, wolf00.skin; if it was interrupted, ..", or why the journal cannot be read;
// empty if there is none.
[[nodiscard]] std::string words_of_begun(const std::filesystem::path& model);

struct finished_change {
    std::string files;        // "wolf.m2, wolf00.skin"; empty if nothing was begun
    bool is_complete = false; // all are new; else all are old
    lasting_error why{};      // why it cannot be finished
    std::string words{};      // what to do about it
};
// Finishes what was begun. `only_looks`: says what would be done.
[[nodiscard]] finished_change finish_begun(const std::filesystem::path& model, bool only_looks);

// Writes a model, the first file, and those beside it, all at once. `culprit`: the file that an error is about.
[[nodiscard]] effigy::error write_model(std::span<const effigy::file_to_write> files, std::filesystem::path& culprit);

} // namespace tool
