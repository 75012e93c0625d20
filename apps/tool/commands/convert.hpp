// effigy convert: models as glTF and STL.
#pragma once

#include <tool/answers/scene_of.hpp>
#include <tool/system/joined_model.hpp>
#include <tool/textures/texturer.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tool {

struct convert_options {
    std::vector<std::filesystem::path> arguments;
    std::filesystem::path output; // a .glb, .gltf or .stl file for one input, or a folder; empty: beside the input
    std::vector<std::filesystem::path> clips; // files to add to the models; or names of clips that they keep, or "none"
    std::string lod;                          // number or kind
    std::optional<std::string> pose;          // CLIP@SECONDS
    std::vector<std::string> parts;           // of characters: names, numbers, or "all"
    scene_choices choices;
    texture_options textures;
    bool strict = false;        // a clip that cannot be opened is an error, and so is a missing companion
    bool no_supermodel = false; // not the animations of the supermodel beside a single file
    bool json = false;
    bool quiet = false; // no progress
    bool gltf = false;  // .gltf and .bin in place of .glb
    bool force = false; // without `output`, replaces files that exist
    bool stl = false;   // .stl in place of .glb
    unsigned jobs = 0;  // 0: one per processor
};

// Prints a line for each file, in the order given, and a summary to standard error. `names`: paths of FileDataIDs.
// Returns
// - 0 if no file has an error; if the output or the only input is a file, only if that file was written;
// - 1 in every other case with valid options;
// - 2 if a clip cannot be opened and `strict` is set, or if the options contradict each other or do not fit the files.
int convert(const convert_options& options, const listfile& names, model_cache& models);

} // namespace tool
