#include "completer.hpp"
#include "nwn.hpp"
#include "nwn_texts.hpp"
#include "texts.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace materials {

namespace {

struct named_text {
    std::string name, text;
    answer file;
};

// Returns the first of the files with these names that exists.
template <class Find>
std::optional<named_text> read_first(std::initializer_list<std::string_view> names, Find find) {
    for (const std::string_view name : names) {
        const answer found = name.empty() ? answer{} : find(name);
        if (const auto bytes = completer::read_small(found)) {
            return named_text{std::string{name}, std::string{as_text(*bytes)}, found};
        }
    }
    return std::nullopt;
}

// The textures of a .mtr replace those of the model. Without a first one, the model's stays (nwn.wiki MTR, rollnw); if
// it has none, that is the texture of the material's name.
void replace_textures(scene::material& to, const nwn::mtr& from, std::string_view own_name) {
    using role = scene::texture_role;
    constexpr role roles[] = {role::base_color, role::normal, role::other, role::other, role::other, role::emissive};
    constexpr const char* maps[] = {"texture0", "texture1", "texture2", "texture3", "texture4", "texture5"};
    const auto of_model = std::ranges::find(to.textures, role::base_color, &scene::texture::role);
    const bool has_own = of_model != to.textures.end() && !equal_any_case(of_model->name, "null");
    const std::string& diffuse = from.textures[nwn::mtr::diffuse];
    const std::string base{!diffuse.empty() ? std::string_view{diffuse} : has_own ? of_model->name : own_name};
    const bool glows = to.emissive != effigy::vector3<float>{} || // or in clips
                       std::ranges::find(to.textures, role::emissive, &scene::texture::role) != to.textures.end();
    to.textures.clear();
    completer::add_texture(to, base, role::base_color, maps[0]);
    for (std::size_t slot = nwn::mtr::normal; slot < std::size(roles); ++slot) {
        if (!from.textures[slot].empty()) {
            completer::add_texture(to, from.textures[slot], roles[slot], maps[slot]);
        }
    }
    if (glows && from.textures[nwn::mtr::self_illumination].empty()) { // self-illumination is multiplied by the texture
        completer::add_texture(to, base, role::emissive, maps[0]);
    }
}

void apply(scene::material& to, const nwn::mtr& from, std::string_view own_name) {
    replace_textures(to, from, own_name);
    if (from.transparency.value_or(false)) {
        to.alpha = scene::alpha_mode::blend;
    }
    to.is_double_sided = from.two_sided.value_or(to.is_double_sided);
    extras_of extras{to.extras};
    if (!from.render_hint.empty()) {
        extras.add("mtrRenderHint", from.render_hint);
    }
    for (const nwn::mtr::parameter& each : from.parameters) {
        extras.add(each.name, scene::list<double>{each.values.begin(), each.values.end(), extras.memory()});
    }
}

void apply(scene::material& to, const nwn::txi& from) {
    if (equal_any_case(from.blending, "punchthrough")) {
        to.alpha = scene::alpha_mode::mask;
    } else if (equal_any_case(from.blending, "additive")) {
        to.alpha = scene::alpha_mode::blend;
    }
    extras_of extras{to.extras};
    const auto add = [&](const char* key, std::string_view value) {
        if (!value.empty()) {
            extras.add(key, value);
        }
    };
    add("blending", from.blending);
    add("environmentMap", from.environment_map);
    add("bumpMap", from.bump_map);
    add("procedure", from.procedure_type);
}

// Returns the use of a base color. If the model and the texts do not say how its alpha is drawn, it is the reflection
// of an environment map, or the pixels say it. Static geometry has no environment map but that of the .txi (nwn.wiki
// TXI); that of others is in tables of the game.
images::use color_use(const completer& by, const scene::material& of, const answer& image) {
    const bool has_environment = !text_of(of.extras, "environmentMap").empty();
    const images::use drawn = completer::color_use(of);
    if (of.alpha != scene::alpha_mode::opaque || equal_any_case(extension_of(image.path), ".plt")) {
        return has_environment && drawn == images::use::color_and_alpha ? images::use::color : drawn;
    }
    if (const auto& chosen = by.options().texture_alpha) {
        return *chosen == images::alpha_use::opaque ? images::use::color_and_reflection : images::use::color_by_content;
    }
    const bool is_static = by.classification() == "tile" || by.classification() == "effect";
    return has_environment ? images::use::color_and_reflection
           : is_static     ? images::use::color_by_content
                           : images::use::color_or_reflection;
}

} // namespace

void complete_nwn(completer& by, scene::material& to) {
    const std::string first = to.textures.empty() ? std::string{} : std::string{to.textures.front().name};
    const std::string own{text_of(to.extras, "material")};
    const auto mtr =
        read_first({own, first}, [&](std::string_view name) { return nwn::find_material(by.quietly(), name); });
    const nwn::mtr over = mtr ? nwn::read_mtr(mtr->text) : nwn::mtr{};
    if (mtr) {
        apply(to, over, mtr->name);
        completer::note(to, mtr->name, mtr->file);
        if (over.repeats_texture) {
            by.note_repeating(mtr->name);
        }
    }
    if (to.textures.empty()) {
        return;
    }
    to.alpha_cutoff = 0.2F; // what is as transparent or more is not drawn
    const auto txi = read_first({to.textures.front().name},
                                [&](std::string_view name) { return nwn::find_properties(by.quietly(), name); });
    if (txi) {
        apply(to, nwn::read_txi(txi->text));
    }
    for (scene::texture& each : to.textures) {
        const answer found =
            by.look(each.name, false, {}, [&](const search& where) { return nwn::find_texture(where, each.name); });
        const images::use as = each.role == scene::texture_role::normal       ? images::use::normal
                               : each.role == scene::texture_role::base_color ? color_use(by, to, found)
                                                                              : images::use::color;
        by.show(each, found, as);
        if (each.role == scene::texture_role::emissive && !over.textures[nwn::mtr::self_illumination].empty()) {
            to.emissive = found ? effigy::vector3<float>{1, 1, 1} : effigy::vector3<float>{};
        }
    }
}

} // namespace materials
