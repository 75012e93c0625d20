// Completes the materials of a scene with what the files of the game say: which image each texture shows, and how it is
// drawn.
#pragma once

#include "search.hpp"
#include <images/prepare.hpp>

#include <effigy/scene.hpp>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace materials {

enum class family : std::uint8_t { none, grimrock, nwn, m2, p3d };

struct wanted_image {
    const file_tree* tree = nullptr;
    std::string_view path; // in the tree
    images::use use = images::use::color;

    [[nodiscard]] friend auto operator<=>(const wanted_image&, const wanted_image&) = default;
};

// Reads the image from its tree and prepares it. The palettes of a PLT come from the tree, too.
[[nodiscard]] effigy::result<images::prepared_image> prepare(const wanted_image& wanted, std::uint32_t most_side);

// A name that was looked up, of a texture or a material.
struct look_up {
    std::string name;
    answer found;
    bool is_material = false;
    std::vector<std::string> tried{}; // if options.explains
};

// `image` of a texture without an image. Its name must not be taken for a number: FileDataIDs are numbers.
inline constexpr std::string_view no_image = "none";

struct completion {
    std::vector<wanted_image> images; // `image` of a texture in the scene is the number of one of these, or no_image
    std::vector<look_up> names;       // each once, in the order of the materials
    std::set<std::string, std::less<>> repeating; // materials whose .mtr has two textures for one slot
};

// Of World of Warcraft, except the first three.
struct complete_options {
    bool explains = false;
    bool animates = false;                               // Neverwinter Nights: clips that move flip-books
    std::optional<images::alpha_use> texture_alpha{};    // Neverwinter Nights: how alpha is drawn that pixels decide on
    bool guesses = true;                                 // a creature's skin, by the name of its file
    std::map<std::string, answer, std::less<>> chosen{}; // files of textures by type: "monster_1"
    std::vector<std::string_view> named{};               // the paths in the model, also of particles
    std::function<std::string_view(std::uint32_t)> path_of{}; // the path of a FileDataID; empty if it is unknown
};

// Looks for the files of all materials, in the places in this order. Extras of the textures say what was found: `image`
// or `missing`, `rule`, `guessed`. Answers point into the roots of the places.
[[nodiscard]] completion complete(effigy::scene& made, family of, const std::vector<model_place>& places,
                                  const complete_options& options = {});

// Whether exists(path) is true for one of the paths below a root that the textures and materials of a scene may have.
// By this, a folder above the model is recognised as a root.
[[nodiscard]] bool names_file(const effigy::scene& made, family of,
                              effigy::function_ref<bool(const std::string&)> exists);

// Returns the paths that the file of a texture may have, by its name in a model; empty if the name is no path.
[[nodiscard]] std::vector<std::string> spellings(family of, std::string_view name);

// Sets how the material is drawn whose base color is in an image of images::use::color_by_content.
void draw_as(effigy::scene::material& made, images::alpha_use alpha);

// Returns the text of an extra; empty if there is none.
[[nodiscard]] std::string_view text_of(const effigy::scene::list<effigy::scene::extra>& extras, std::string_view key);

} // namespace materials
