// The commands, and what the command line says to each of them.
#pragma once

#include <tool/answers/scene_of.hpp>
#include <tool/system/companions.hpp>
#include <tool/textures/texturer.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tool {

// ---- info ----------------------------------------------------------------------------------------------------------

struct info_options {
    std::vector<std::filesystem::path> arguments;
    bool json = false;
    bool brief = false; // totals, textures and animations
    bool quiet = false; // no progress
};

// Returns 0 if all files are valid and were shown, 1 if not. Writes the reasons to standard error.
int info(const info_options& options, model_cache& models);

// ---- map -----------------------------------------------------------------------------------------------------------

struct map_options {
    std::vector<std::filesystem::path> arguments;
    bool gaps = false; // only gaps, and regions that overlap others
    bool json = false;
    std::string at;     // only regions that have the byte at this offset, or at this LINE:COLUMN of a text
    bool quiet = false; // no progress
};

// Returns 0 if all files are valid and were shown, 1 if not. Writes the reasons to standard error.
int map(const map_options& options, model_cache& models);

// ---- dump ----------------------------------------------------------------------------------------------------------

struct dump_options {
    std::vector<std::filesystem::path> arguments;
    bool json = false;
    bool quiet = false; // no progress
};

// Returns 0 if all files are valid and were shown, 1 if not. Writes the reasons to standard error.
int dump(const dump_options& options, model_cache& models);

// ---- diff ----------------------------------------------------------------------------------------------------------

struct diff_options {
    std::vector<std::filesystem::path> arguments; // two files or two folders
    bool json = false;
    bool quiet = false; // no progress
};

// Returns 0 if both files say the same, 1 if not, or if one is not valid; of folders, 0 if this is so for each pair of
// files and no file is only in one. Returns 2 for a file and a folder. Writes the reasons to standard error.
int diff(const diff_options& options, model_cache& models);

// ---- check ---------------------------------------------------------------------------------------------------------

struct check_options {
    std::vector<std::filesystem::path> arguments;
    std::vector<std::string> ignored; // codes of findings
    std::string explained;            // the code of a finding; then nothing is checked
    bool codes = false;               // lists all codes; then nothing is checked
    texture_options textures;         // with folders: whether they have the files that models name
    std::filesystem::path known;      // names of files that need not be there
    bool lint = false;
    std::uint32_t target = 0;     // World of Warcraft: the version whose rules apply; 0: none
    bool strict = false;          // a skipped file, a missing companion or a folder without files is an error
    bool fail_on_warning = false; // implies lint
    bool json = false;
    bool quiet = false; // no progress
    unsigned jobs = 0;  // 0: one per processor
};

// Prints a line for each file, in the order given, and a summary to standard error. Returns 1 if the status of a
// file is `error`, or if `strict` or `fail_on_warning` makes something else an error; 2 if the options contradict each
// other; 0 if not. `names`: paths of FileDataIDs.
int check(const check_options& options, const listfile& names, model_cache& models);

// ---- convert -------------------------------------------------------------------------------------------------------

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

// ---- set -----------------------------------------------------------------------------------------------------------

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

// ---- import --------------------------------------------------------------------------------------------------------

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

// ---- commands that make new files of files -------------------------------------------------------------------------

struct new_form_options {
    std::vector<std::filesystem::path> arguments;
    std::filesystem::path output; // a folder, or a file for one input
    unsigned jobs = 0;            // 0: one per processor
    bool verbose = false;         // each finding, not only the first of each code
    bool json = false;            // an object for each file, with each finding
    bool quiet = false;           // no progress
    bool only_losses = false;     // without `verbose`, no lines of notes
    bool keeps_existing = false;  // files that exist are in the way, but with `force`
    bool force = false;
    bool dry_run = false; // writes nothing
};

// ---- compile and decompile -----------------------------------------------------------------------------------------

struct compile_options : new_form_options {
    std::string game = "ee";                        // or "bioware", "nwnmdlcomp"
    std::vector<std::filesystem::path> supermodels; // folders, after the one that the file is in
    bool no_supermodel = false;
    bool strict = false;
};

// Print a line for each file and each code of its findings, or an object for each file, and a summary to standard
// error. Without an output, decompile() prints the text of its only file. Return 0 if no file has an error, and if a
// single file is not skipped; 1 if not; 2 if the options contradict each other.
int compile(const compile_options& options, model_cache& models);
int decompile(const compile_options& options, model_cache& models);

// ---- convert-version -----------------------------------------------------------------------------------------------

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
