// Edited scenes, brought back into the files that they were made of. Knows no file system.
#pragma once

#include "option_names.hpp"
#include <tool/answers/lasting_error.hpp>
#include <tool/answers/scene_of.hpp>

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/scene/remark.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tool {

// A model, or an animation that was added to it.
struct old_file {
    std::string name; // without extension: that of the model's scene, or of the clip
    // What the file was before others were imported, the oldest first; last, what it is. All of one kind.
    std::vector<effigy::borrowed_bytes> versions;
};

struct import_settings {
    lod_choice lod;        // of a scene without a mark, see editing_mark; with a mark, no others than it has
    scene_choices choices; // likewise; import_scene() finds out for_editing
    bool delete_missing = false;
    bool ignore_numbers = false; // of vertices, and the mark
    bool new_clips = false;      // clips that no file has are new, also without a mark
    // If the scene was not made of the model, nothing else of it is brought in.
    std::span<const std::string> replacements{}; // NOLINT(readability-redundant-member-init): g++ wants it
    // See rename_selections().
    std::span<const std::string> renamed_selections{}; // NOLINT(readability-redundant-member-init): g++ wants it
};

struct import_line {
    effigy::remark_kind kind = effigy::remark_kind::changed;
    std::string text;       // "mesh body: 12 vertices moved"
    bool is_detail = false; // what follows in the file from a change
    std::string part{};     // "mesh body"
    std::string what{};     // "vertices moved"
};
// `deletes`: what can be deleted is.
[[nodiscard]] std::string text_of(const effigy::remark& told, bool deletes = false);

struct imported_file {
    std::size_t old = 0;      // number of the old file; that of the model for a new clip
    std::size_t version = 0;  // that the scene was made of
    std::string new_name;     // of a new clip: "walk.animation"; empty for an old file
    effigy::file_bytes bytes; // the whole file
    bool is_changed = false;  // it differs from the version
    std::vector<import_line> lines;
};

struct import_result {
    std::vector<imported_file> files;
    effigy::scene original;  // the materials of the scene that the old files make
    lasting_error why;       // then there are no files
    std::size_t culprit = 0; // the old file that `why` is about; the number of files if it is the scene
    bool is_foreign = false; // the scene was not made of the old files: only replacements came in
    std::string words;       // what is wrong with the arguments: "--into: expected one model; .."
};

// Brings the differences between `changed` and the scene of the old files into these. Exactly one of them is a model.
// Of each, the version is taken that the scene was made of. Removes the marks of `changed`.
[[nodiscard]] import_result import_scene(effigy::scene& changed, std::span<const old_file> old,
                                         const import_settings& settings);

} // namespace tool
