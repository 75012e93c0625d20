// effigy set: changes names, sizes and properties in files.
#pragma once

#include <tool/system/joined_model.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tool {

struct set_options {
    std::vector<std::filesystem::path> arguments;
    std::filesystem::path output; // a folder, or a file for one input; empty with in_place
    bool in_place = false;
    bool dry_run = false;              // writes nothing
    std::vector<std::string> textures; // OLD=NEW
    std::vector<std::string> names;    // OLD=NEW, of nodes, bones and selections
    std::optional<float> scale;
    std::optional<std::string> supermodel;
    std::vector<std::string> properties; // NAME=VALUE
    bool repair = false;                 // normals that contradict the faces
    std::string lod;                     // of a property that a level does not have
    // World of Warcraft, see m2_edits.hpp.
    std::vector<std::string> removed_submeshes;  // ID, a name or #NUMBER
    std::vector<std::string> removed_animations; // ID, ID-VARIATION, a name or #NUMBER
    std::vector<std::string> added_animations;   // OTHER.m2:ID
    std::vector<std::string> texture_types;      // NUMBER=TYPE
    std::vector<std::string> attachments;        // ID=BONE[,X,Y,Z]
    unsigned jobs = 0;                           // 0: one per processor
    bool verbose = false;                        // a line for each change
    bool json = false;                           // an object for each file
    bool quiet = false;                          // no progress
};

// Prints a line for each file, and a summary to standard error. Returns 0 if no file has an error, and
// if a single file is not skipped; 1 if not; 2 if the options contradict each other.
int set(const set_options& options, model_cache& models);

} // namespace tool
