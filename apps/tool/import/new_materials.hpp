// What a game needs besides a model that an edited scene was brought back into: definitions of materials, and images.
// Knows no file system.
#pragma once

#include "imported.hpp"

#include <gltf/read.hpp>
#include <materials/complete.hpp>

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

using name_set = std::set<std::string, std::less<>>;

// What the triangles of a model name: materials of Grimrock and the Shinobi engine, textures of Arma.
struct named_by_model {
    materials::family of = materials::family::none;
    name_set names;
    name_set rvmats; // of Arma
};
[[nodiscard]] named_by_model named_by(const effigy::borrowed_bytes& model);

// An image that a mesh of an edited scene shows.
struct shown_image {
    std::string name;                  // as scene::texture::image
    std::string own_stem;              // without folder and extension: "my roof"
    std::string stem;                  // of its file in the game: "my_roof_co"; no two are equal in any case
    std::vector<std::string> textures; // of the old model, which have its name: Arma
    effigy::scene::texture_role role = effigy::scene::texture_role::base_color;
};
// `images`: of the edited file, if they are at hand.
[[nodiscard]] std::vector<shown_image> shown_images(const effigy::scene& edited, const named_by_model& old,
                                                    std::span<const gltf_files::stored_image> images);

struct lua_definition {
    std::string name; // of the material
    std::string text; // defineMaterial{ .. }
};

enum class wanted_images : std::uint8_t { none, changed, all };

// What is to be told about the materials of an edited scene.
struct material_news {
    std::vector<lua_definition> definitions; // of new materials that no script defines: Grimrock, the Shinobi engine
    std::vector<import_line> lines;          // what was changed, and the model does not hold
    std::vector<std::size_t> images;         // numbers of those to write, of `shown`
    std::size_t unknown_images = 0;          // of materials that were there, without the files that convert had
};

struct material_question {
    const effigy::scene& edited;
    const effigy::scene& original; // its materials, made of the old model alone
    const named_by_model& old;
    const named_by_model& made; // the new model
    const name_set& added;      // "material NAME" of each that the import found to be new
    std::span<const shown_image> shown;
    std::span<const gltf_files::stored_image> images; // of the edited file; empty if none are wanted
    wanted_images wanted = wanted_images::none;
    std::uint32_t most_side = 0; // of the images that convert wrote
    bool is_of_original = true;  // else materials of the old model's names say nothing of these
};
// Looks for the files of the old model's materials in the places, as convert does.
[[nodiscard]] material_news news_of(const material_question& question,
                                    const std::vector<materials::model_place>& places);

// What must be done with the file of an image: "DDS: .."; empty without a game. `file`: its bytes.
[[nodiscard]] std::string next_step(const shown_image& image, std::string_view file_name,
                                    std::span<const std::byte> file, materials::family of);

// ".png" or ".jpg" by the first bytes; empty for other images.
[[nodiscard]] std::string_view extension_of_image(std::span<const std::byte> file);

} // namespace tool
