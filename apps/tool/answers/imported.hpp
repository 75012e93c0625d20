// Edited scenes, brought back into the files that they were made of. Knows no file system.
#pragma once

#include "lasting_error.hpp"
#include "scene_of.hpp"

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
    effigy::borrowed_bytes bytes;
};

struct import_settings {
    lod_choice lod;
    scene_choices choices; // import_scene() finds out for_editing
    bool delete_missing = false;
};

struct import_line {
    effigy::remark_kind kind = effigy::remark_kind::changed;
    std::string text;       // "mesh body: 12 vertices moved"
    bool is_detail = false; // what follows in the file from a change
};
[[nodiscard]] std::string text_of(const effigy::remark& told);

struct imported_file {
    std::size_t old = 0;      // number of the old file; that of the model for a new clip
    std::string new_name;     // of a new clip: "walk.animation"; empty for an old file
    effigy::file_bytes bytes; // empty: nothing changes
    std::vector<import_line> lines;
};

struct import_result {
    std::vector<imported_file> files;
    lasting_error why;       // then there are no files
    std::size_t culprit = 0; // the old file that `why` is about; the number of files if it is the scene
    std::string words;       // what is wrong with the arguments: "expected one model; .."
};

// Brings the differences between `changed` and the scene of the old files into these. The settings are those that the
// scene was made with. Exactly one of the old files is a model.
[[nodiscard]] import_result import_scene(const effigy::scene& changed, std::span<const old_file> old,
                                         const import_settings& settings);

} // namespace tool
