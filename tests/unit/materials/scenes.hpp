// Scenes with one material, completed with the files of a world.
#pragma once

#include "support/scene_extras.hpp"
#include "trees.hpp"

#include <effigy/scene/extras.hpp>
#include <effigy/scene/verify.hpp>
#include <materials/complete.hpp>

#include <doctest/doctest.h>

#include <variant>

namespace materials_test {

using namespace materials;
using effigy::extras_of;
using effigy::scene;
using images::alpha_use;
using images::use;
using support::find_extra;
using role = scene::texture_role;

// A scene with one material.
struct subject {
    explicit subject(std::string_view name = "m") { made.materials.emplace_back().name = name; }

    scene::material& material() { return made.materials.front(); }
    scene::texture& texture(std::size_t i) { return material().textures[i]; }
    subject& shows(std::string_view name, role as = role::base_color) {
        scene::texture& out = material().textures.emplace_back();
        out.name = name;
        out.role = as;
        return *this;
    }
    subject& says(std::string_view key, std::string_view value) {
        extras_of{material().extras}.add(key, value);
        return *this;
    }
    completion complete(family of, const world& in, const complete_options& options = {}) {
        completion out = materials::complete(made, of, in.where.places(), options);
        CHECK_FALSE(effigy::verify(made));
        return out;
    }

    scene made;
};

inline bool says(const scene::list<scene::extra>& in, std::string_view key, std::string_view value) {
    return text_of(in, key) == value;
}
// In an object of a material's extras.
inline std::string_view text_in(scene::material& of, std::string_view object, std::string_view key) {
    const scene::extra_value* const found = find_extra(of.extras, object);
    return found != nullptr ? text_of(std::get<scene::list<scene::extra>>(*found), key) : "";
}
inline bool shows(const completion& in, std::size_t number, std::string_view path, use as) {
    return number < in.images.size() && in.images[number].path == path && in.images[number].use == as;
}
inline std::vector<outcome> outcomes(const completion& in) {
    std::vector<outcome> out;
    for (const look_up& each : in.names) {
        out.push_back(each.found.what);
    }
    return out;
}

} // namespace materials_test
