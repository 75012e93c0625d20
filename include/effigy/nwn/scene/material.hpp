// Materials: one per distinct key.
#pragma once

#include <effigy/nwn/scene/extras.hpp>

#include <compare>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// What distinguishes the materials of meshes. The texts refer to the file's bytes. No number is NaN.
struct material_key {
    std::array<std::string_view, 4> textures{}; // the fourth is the Enhanced Edition's material
    std::array<float, 3> diffuse{}, emissive{}; // linear, 0 .. 1
    float alpha = 1;
    std::array<float, 3> ambient{}, specular{}; // as stored
    float shininess = 0;
    std::uint32_t render_hint = 0, transparency_hint = 0, rotates_texture = 0, tile_fade = 0;
    std::uint32_t owner = npos;        // the node, if clips change its material
    bool fades = false, glows = false; // in clips

    [[nodiscard]] friend auto operator<=>(const material_key&, const material_key&) noexcept = default;
};

[[nodiscard]] constexpr float fraction_of(double v) noexcept { return static_cast<float>(v > 0 ? (v < 1 ? v : 1) : 0); }
[[nodiscard]] inline std::array<float, 3> shown_color(const vector3<double>& stored) noexcept {
    const vector3<float> linear = linear_color(stored);
    return {linear.x, linear.y, linear.z};
}

template <class = when_used> [[nodiscard]] material_key material_key_of(const node& owner,
                                                                        const mesh& stored) noexcept {
    const mesh_header& from = *stored.record();
    const auto plain = [](const vec3<>& v) {
        return std::array<float, 3>{finite_or_zero(v.x), finite_or_zero(v.y), finite_or_zero(v.z)};
    };
    material_key out;
    out.textures = {stored.texture(0), stored.texture(1), stored.texture(2), stored.material()};
    out.diffuse = shown_color(vector3<double>{from.diffuse});
    out.emissive = shown_color(sample(owner.controller(controls_self_illumination), 0, vector3<double>{}));
    out.alpha = fraction_of(sample<double>(owner.controller(controls_alpha), 0, 1));
    out.ambient = plain(from.ambient);
    out.specular = plain(from.specular);
    out.shininess = finite_or_zero(from.shininess);
    out.render_hint = from.render_hint;
    out.transparency_hint = from.transparency_hint;
    out.rotates_texture = from.rotate_texture;
    out.tile_fade = from.tile_fade;
    return out;
}

// Whether the material blends: alpha is below 1, or there is a transparency hint. In all other cases the file does not
// contain the meaning of a texture's alpha (often it is the gloss of an environment map).
[[nodiscard]] constexpr bool is_blended(const material_key& of) noexcept {
    return of.alpha < 1 || of.fades || of.transparency_hint != 0;
}

template <class = when_used> void add_textures(builder& to, scene::material& made, const material_key& of) {
    const bool glows = of.glows || of.emissive != std::array<float, 3>{};
    const auto add = [&](std::string_view name, scene::texture_role role) {
        if (!name.empty() && to.charge(sizeof(scene::texture) + name.size() + 1)) {
            made.textures.push_back(to.texture(name, role));
        }
    };
    made.textures.reserve(std::size(of.textures));
    add(of.textures[0], scene::texture_role::base_color);
    if (glows) { // self-illumination is multiplied by the texture
        add(of.textures[0], scene::texture_role::emissive);
    }
    add(of.textures[1],
        of.render_hint == normal_and_specular_mapped ? scene::texture_role::normal : scene::texture_role::other);
    add(of.textures[2], scene::texture_role::other);
}

template <class = when_used> void fill_material(builder& to, scene::material& made, const material_key& of) {
    const std::string_view first = of.textures[0];
    const std::string_view name = of.textures[3].empty() ? first : of.textures[3];
    if (!to.charge(name.size() + 1)) {
        return;
    }
    made.name = name;
    made.base_color = {of.diffuse[0], of.diffuse[1], of.diffuse[2], of.alpha};
    made.emissive = {of.emissive[0], of.emissive[1], of.emissive[2]};
    made.alpha = is_blended(of) ? scene::alpha_mode::blend : scene::alpha_mode::opaque;
    add_textures(to, made, of);
    auto out = to.extras();
    out.add_given("material", of.textures[3]).add_given("renderHint", of.render_hint);
    out.add_given("transparencyHint", of.transparency_hint).add_given("rotateTexture", of.rotates_texture);
    out.add_given("tileFade", of.tile_fade).add_given("shininess", of.shininess);
    const auto add_color = [&](std::string_view key, const std::array<float, 3>& color) {
        if (color != std::array<float, 3>{}) {
            out.add_numbers(key, color);
        }
    };
    add_color("ambient", of.ambient);
    add_color("specular", of.specular);
    out.put_into(made.extras);
}

}}}} // namespace effigy::v0::nwn::impl
