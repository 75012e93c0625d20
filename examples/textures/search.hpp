// Where to look for the files of a model, and what was found.
#pragma once

#include "file_tree.hpp"
#include "lua_materials.hpp"
#include "pbo_prefixes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace textures {

// A folder that may hold textures, and what the texts in it say about names. Build it once a run: it reads the .lua
// files below each mod_assets, and each $PBOPREFIX$. Answers point into it, so it must not be moved.
struct root {
    explicit root(file_tree tree) : files(std::move(tree)), materials(files), prefixes(files) {}

    file_tree files;
    lua_materials materials; // of Grimrock
    pbo_prefixes prefixes;   // of Arma
};

struct place {
    const root* in = nullptr;
    std::optional<std::string> model; // the path of the model in the root; none if it lies elsewhere
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
    std::string_view path;           // in *tree

    explicit operator bool() const { return what == outcome::found; }
};

class search {
public:
    // Looks in the places in this order. If `looked` is not null, each path that is tried is added to it.
    explicit search(std::vector<place> places, std::vector<std::string>* looked = nullptr)
        : places_(std::move(places)), looked_(looked) {}

    [[nodiscard]] const std::vector<place>& places() const { return places_; }

    // Returns the same search, with the place of a file that was found instead of the model's. For names in that file.
    [[nodiscard]] search beside(const answer& found) const;

    // Tries one path in a place.
    [[nodiscard]] answer look(const place& where, const std::string& path, const char* rule) const;

    // Tries the names below each folder above the model, the nearest folder first, and below the root.
    [[nodiscard]] answer look_above(const place& where, const std::vector<std::string>& names, const char* rule) const;

    // Tries the last parts, in this order, anywhere below the root: those nearest to the model.
    [[nodiscard]] answer look_anywhere(const place& where, const std::vector<std::string>& names,
                                       const char* rule) const;

private:
    void note(const place& where, std::string_view path) const;

    std::vector<place> places_;
    std::vector<std::string>* looked_;
};

} // namespace textures
