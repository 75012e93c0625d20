// What `effigy set` makes of a file.
#pragma once

#include "model_edits.hpp"
#include <tool/answers/content_text.hpp>
#include <tool/system/judge.hpp>

#include <effigy/m2/encode.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tool {

struct edited_file {
    judgement judged{};                // of the old file
    effigy::m2::written_files files{}; // all formats; World of Warcraft: with all companions. Empty if nothing changes
    std::vector<effigy::m2::wanted_companion> unused{}; // files beside the old model that the new one does not have
    std::string remark{};
    difference_lines changes{};
    lasting_error why{}; // of an edit
};

// Edits a file in memory. It is closed then, so that it can be replaced on Windows. Tells names that the game does not
// find.
[[nodiscard]] edited_file edit_in_memory(const std::filesystem::path& path, const model_edits& edits,
                                         model_cache& models, const effigy::finding_sink& tell);

} // namespace tool
