// effigy convert: models as glTF.
#pragma once

#include "joined_model.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tool {

struct convert_options {
    std::vector<std::filesystem::path> arguments;
    std::filesystem::path output;             // a .glb or .gltf file for one input, or a folder
    std::vector<std::filesystem::path> clips; // files that join the models
    std::string lod;                          // number or kind
    bool loops = false;
    bool gltf = false; // .gltf and .bin in place of .glb
    unsigned jobs = 0; // 0: one a processor
};

// Prints a line for each file, in the order given, and a summary to standard error. 0: all models were written, and the
// one file asked for by its name; 1: some were not; 2: the options ask for nothing that can be done.
int convert(const convert_options& options, model_cache& models);

} // namespace tool
