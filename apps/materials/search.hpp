// Where to look for the files of a model, and what was found.
#pragma once

#include "file_tree.hpp"
#include "lua_materials.hpp"
#include "pbo_prefixes.hpp"

#include <effigy/core/function_ref.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace materials {

// A folder that may hold textures, and what the texts in it say about names. Build it once a run: it reads the scripts
// of Grimrock mods, and each $PBOPREFIX$. Answers point into it, so it must not be moved.
// Which folders are roots for a model, the program decides: see tool/textures/roots.hpp.
struct root {
    // `shown_name`: of the folder, in messages. `reads_scripts`: only Grimrock needs them. `is_assets`: the folder is a
    // mod_assets of Grimrock.
    explicit root(file_tree tree, std::string shown_name = {}, bool reads_scripts = true, bool is_assets = false)
        : name(std::move(shown_name)), is_mod_assets(is_assets), files(std::move(tree)),
          materials(reads_scripts ? lua_materials{files, is_assets} : lua_materials{}), prefixes(files) {}

    std::string name;
    bool is_mod_assets;
    file_tree files;
    lua_materials materials; // of Grimrock
    pbo_prefixes prefixes;   // of Arma
};

struct model_place {
    const root* in = nullptr;
    std::string model; // its path in the root; empty if it lies elsewhere
};

enum class outcome : std::uint8_t {
    none_to_look_for, // no name, or the name does not stand for a file
    found,
    base_game, // a file of the game itself, which is not below a root
    missing,
};

struct answer {
    outcome what = outcome::missing;
    const char* rule = "";           // static; which rule led to the answer: "flat name"
    bool guessed = false;            // the rule is not one of the game
    const file_tree* tree = nullptr; // has the file, if found
    std::string_view path = {};      // in *tree

    explicit operator bool() const { return what == outcome::found; }
};

// A path to try, and the rule by which it is the file.
struct candidate {
    std::string path;
    const char* rule = "";
};

class search {
public:
    // Looks in the places in this order. If `looked` is not null, each path that is tried is added to it. `doubtful`:
    // last parts in lower case, see is_doubtful().
    explicit search(std::vector<model_place> places, std::vector<std::string>* looked = nullptr,
                    const std::set<std::string>* doubtful = nullptr)
        : places_(std::move(places)), looked_(looked), doubtful_(doubtful) {}

    [[nodiscard]] const std::vector<model_place>& places() const { return places_; }

    // Returns the same search, with the place of a file that was found instead of the model's. For names in that file.
    [[nodiscard]] search beside(const answer& found) const;

    // Calls look(path) with a name as a path below a folder. Answers itself if there is no name, or no such path.
    [[nodiscard]] static answer by_path(std::string_view name, effigy::function_ref<answer(const std::string&)> look);

    // Returns the first answer that is found in a place.
    [[nodiscard]] answer first(effigy::function_ref<answer(const model_place&)> look_in) const;

    // Tries the paths in this order.
    [[nodiscard]] answer look(const model_place& where, const std::vector<candidate>& candidates) const;

    // Tries the paths below each folder above the model, the nearest folder first, and below the root.
    [[nodiscard]] answer look_above(const model_place& where, const std::vector<candidate>& candidates) const;

    // Tries files with these last parts anywhere below the root. The nearest to the model is found; of several at the
    // same distance, the first candidate, then the first path in the order of bytes.
    [[nodiscard]] answer look_anywhere(const model_place& where, const std::vector<candidate>& candidates) const;

    // Tries files with the last parts of these paths beside the model, then directly in the root: people extract files
    // into one folder. Finds none if two files differ only in case, and none for a doubtful last part.
    [[nodiscard]] answer look_beside(const model_place& where, const std::vector<std::string>& paths) const;
    // Whether several paths that the model names have this last part, so that it says too little.
    [[nodiscard]] bool is_doubtful(std::string_view path) const;

    // Adds to the paths that were tried.
    void say_looked(const model_place& where, std::string_view path) const;

private:
    [[nodiscard]] answer try_path(const model_place& where, const std::string& path, const char* rule) const;

    std::vector<model_place> places_;
    std::vector<std::string>* looked_;
    const std::set<std::string>* doubtful_;
};
} // namespace materials
