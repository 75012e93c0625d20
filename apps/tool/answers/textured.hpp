// Scenes with their textures. Knows no file system.
#pragma once

#include <effigy/any_scene.hpp>
#include <effigy/gltf.hpp>
#include <materials/complete.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

using stored_image = effigy::result<images::prepared_image>;

// A format without textures has no overload.
[[nodiscard]] constexpr materials::family family_of(const auto&) { return materials::family::none; }
[[nodiscard]] constexpr materials::family family_of(const effigy::grimrock::model&) {
    return materials::family::grimrock;
}
[[nodiscard]] constexpr materials::family family_of(const effigy::nwn::model&) { return materials::family::nwn; }
[[nodiscard]] constexpr materials::family family_of(const effigy::nwn::text_model&) { return materials::family::nwn; }
[[nodiscard]] constexpr materials::family family_of(const effigy::m2::model&) { return materials::family::m2; }
[[nodiscard]] constexpr materials::family family_of(const effigy::p3d::model&) { return materials::family::p3d; }

struct texture_counts {
    std::uint64_t found = 0, guessed = 0, missing = 0, of_game = 0, broken = 0;
    std::uint64_t cut_out = 0, blended = 0, reflecting = 0; // materials of Neverwinter Nights, by their images' alpha

    texture_counts& operator+=(const texture_counts& other);
};

// What was found for a model.
struct textured {
    materials::completion names;
    std::vector<std::shared_ptr<const stored_image>> images; // of names.images
    texture_counts counts;

    // Finds the image with this number, which is in `image` of a texture. False if there is none, or if it is broken.
    [[nodiscard]] bool find_image(std::string_view number, std::size_t& image) const;
    // Returns the image of a texture; none if there is none. With a folder, its location in this folder, else its
    // bytes.
    [[nodiscard]] effigy::gltf_image image_of(std::string_view number, std::string_view folder = {}) const;
    [[nodiscard]] std::string_view name_of(std::size_t image) const; // "wood"
    [[nodiscard]] std::string file_name(std::size_t image) const;    // "3_wood.png"

    // Returns why an image that was found cannot be read; empty if it can.
    [[nodiscard]] std::string defect_of(const materials::look_up& name) const;

    // "3 of 5 textures; missing: a.paa, b.paa"; empty if nothing is missing.
    [[nodiscard]] std::string remark() const;
    // World of Warcraft: the types of the textures that the game chooses and that have no file: "monster_1".
    [[nodiscard]] std::vector<std::string> unchosen(materials::family of) const;
    // A line for each name that was not found: where it was looked for.
    [[nodiscard]] std::string explanation(std::string_view model) const;
};

// Returns the file that an image is made of, or why it cannot be made.
using image_function = std::function<std::shared_ptr<const stored_image>(const materials::wanted_image&)>;

// Completes the materials of a scene with the files in the places, and their images.
[[nodiscard]] textured add_textures(effigy::scene& made, materials::family of,
                                    const std::vector<materials::model_place>& places,
                                    const materials::complete_options& options, const image_function& image_of);

// Returns the paths of textures in a model. They refer to its bytes.
[[nodiscard]] std::vector<std::string_view> named_textures(const effigy::m2::model& from);
template <class Model> [[nodiscard]] std::vector<std::string_view> named_textures(const Model&) { return {}; }

} // namespace tool
