// Models with their textures.
#pragma once

#include "image_store.hpp"
#include "texture_roots.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/gltf.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

// A format without textures has no overload.
[[nodiscard]] constexpr textures::family family_of(const auto&) { return textures::family::none; }
[[nodiscard]] constexpr textures::family family_of(const effigy::grimrock::model&) {
    return textures::family::grimrock;
}
[[nodiscard]] constexpr textures::family family_of(const effigy::nwn::model&) { return textures::family::nwn; }
[[nodiscard]] constexpr textures::family family_of(const effigy::m2::model&) { return textures::family::m2; }
[[nodiscard]] constexpr textures::family family_of(const effigy::p3d::model&) { return textures::family::p3d; }

struct texture_options {
    bool none = false;
    std::vector<std::filesystem::path> folders;
    std::vector<std::string> given; // World of Warcraft: TYPE=FILE
    bool no_guess = false;
    bool verbose = false;
    std::uint32_t most_side = 16384;
};

struct texture_counts {
    std::uint64_t found = 0, guessed = 0, missing = 0, of_game = 0, broken = 0;

    texture_counts& operator+=(const texture_counts& other);
};

// What was found for a model.
struct textured {
    textures::completion names;
    std::vector<std::shared_ptr<const stored_image>> images; // of names.images
    texture_counts counts;

    // Finds the image with this number, which is in `image` of a texture. False if there is none, or if it is broken.
    [[nodiscard]] bool find_image(std::string_view number, std::size_t& image) const;
    // Returns the image of a texture; none if there is none. With a folder, its location in this folder, else its
    // bytes.
    [[nodiscard]] effigy::gltf_image image_of(std::string_view number, std::string_view folder = {}) const;
    [[nodiscard]] std::string file_name(std::size_t image) const; // "3_wood.png"

    // Returns why an image that was found cannot be read; empty if it can.
    [[nodiscard]] std::string defect_of(const textures::look_up& name) const;

    // "3 of 5 textures; missing: a.paa, b.paa"; empty if nothing is missing.
    [[nodiscard]] std::string remark() const;
    // A line for each name that was not found: where it was looked for.
    [[nodiscard]] std::string explanation(std::string_view model) const;
};

class texturer {
public:
    // `path_of` returns the path of a FileDataID.
    texturer(const texture_options& options, std::function<std::string_view(std::uint32_t)> path_of);

    // What is wrong with the options; empty if nothing is.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }

    // Completes the materials of a scene. `named`: the names of all textures in a model of World of Warcraft.
    [[nodiscard]] textured apply(effigy::scene& made, textures::family of, const std::filesystem::path& model,
                                 std::vector<std::string_view> named);

    [[nodiscard]] std::vector<textures::place> places_of(const std::filesystem::path& model) {
        return roots_.places_of(model);
    }

private:
    const texture_options& options_;
    texture_roots roots_;
    image_store images_;
    textures::complete_options completing_;
    std::string complaint_;
};

// Returns the paths of textures in a model. They refer to its bytes.
[[nodiscard]] std::vector<std::string_view> named_textures(const effigy::m2::model& from);
template <class Model> [[nodiscard]] std::vector<std::string_view> named_textures(const Model&) { return {}; }

} // namespace tool
