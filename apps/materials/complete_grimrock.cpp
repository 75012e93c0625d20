#include "completer.hpp"
#include "grimrock.hpp"

namespace materials {

namespace {

// Opaque, Translucent, Additive, Modulative. glTF can only blend.
void set_alpha(scene::material& to, const lua_material& from) {
    if (from.blend_mode != "Opaque") {
        to.alpha = scene::alpha_mode::blend;
        extras_of{to.extras}.add("blending", from.blend_mode);
    } else if (from.alpha_test) {
        to.alpha = scene::alpha_mode::mask;
    }
}

} // namespace

void complete_grimrock(completer& by, scene::material& to) {
    const grimrock::material_answer defined = grimrock::find_material(by.quietly(), to.name);
    completer::note(to, to.name, by.look(to.name, true, {}, [&](const search& where) -> answer {
        return grimrock::find_material(where, to.name);
    }));
    if (defined.material == nullptr) {
        return;
    }
    const lua_material& from = *defined.material;
    set_alpha(to, from);
    to.is_double_sided = from.double_sided;
    to.is_unlit = !from.lighting;
    const auto add = [&](const char* map, std::string_view name, scene::texture_role role, images::use as) {
        if (name.empty()) {
            return false;
        }
        scene::texture& made = completer::add_texture(to, name, role, map);
        made.wraps_u = from.texture_address_mode.starts_with("Wrap");
        made.wraps_v = from.texture_address_mode == "Wrap";
        const answer found =
            by.look(name, false, {}, [&](const search& where) { return grimrock::find_texture(where, name); });
        by.show(made, found, as);
        return found.what == outcome::found;
    };
    add("diffuseMap", from.diffuse_map, scene::texture_role::base_color, completer::color_use(to));
    add("normalMap", from.normal_map, scene::texture_role::normal, images::use::normal);
    if (add("emissiveMap", from.emissive_map, scene::texture_role::emissive, images::use::color)) {
        to.emissive = {1, 1, 1}; // only with its image: without, all of the model would shine
    }
    add("specularMap", from.specular_map, scene::texture_role::other, images::use::color);
    add("shadeTex", from.shade_tex, scene::texture_role::other, images::use::color);
    extras_of{to.extras}.add("glossiness", from.glossiness).add("depthBias", from.depth_bias);
    if (!from.shader.empty()) {
        extras_of{to.extras}.add("shader", from.shader);
    }
}

} // namespace materials
