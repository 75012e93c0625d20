// effigy import: brings an edited glTF file back into the files that it was made of.
#pragma once

#include <tool/answers/scene_of.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tool {

struct import_options {
    std::filesystem::path from;                  // a .glb or .gltf
    std::vector<std::filesystem::path> into;     // a model, and its clips
    std::filesystem::path output;                // a folder, or a file for one model; empty with in_place
    std::string lod;                             // what convert had
    scene_choices choices;                       // likewise
    std::vector<std::filesystem::path> textures; // folders, as convert had them
    std::filesystem::path root;                  // Arma: stands for the root of the game
    std::string images;                          // "new" or "all": those that are written; empty: none
    std::uint32_t most_side = 16384;             // of images, as convert had it
    std::vector<std::string> replacements;       // OLD=MINE
    bool in_place = false;
    bool dry_run = false;        // writes nothing
    bool delete_missing = false; // what the glTF file lacks
    bool ignore_numbers = false; // of vertices
    bool new_clips = false;      // clips that no file of `into` has are new
    bool verbose = false;        // all lines, also those of what follows from the changes
    bool json = false;
    bool strict = false; // writes nothing if the format cannot hold something
    // NEW=OLD: the attributes of FILE that are selections of other names.
    std::vector<std::string> renamed_selections;
};

// Prints a line for each file, and lines that say what changed. With a folder as output, unchanged files are written,
// too. Returns 0 if all files are written or unchanged; 1 if
// one cannot be read or written, or with `strict`, if something is left out; 2 if the options contradict each other.
int import_files(const import_options& options);

} // namespace tool
