#include "completer.hpp"
#include "p3d.hpp"
#include "rvmat.hpp"
#include "texts.hpp"

#include <effigy/report.hpp>

#include <algorithm>

namespace materials {

namespace {

// The light that a material gives is multiplied by its texture.
void set_emissive(completer& by, scene::material& to, const p3d::rvmat& from, const answer& base) {
    const auto shown = [](float value) { return std::clamp(value, 0.0F, 1.0F); };
    to.emissive = {shown(from.emissive[0]), shown(from.emissive[1]), shown(from.emissive[2])};
    const bool glows = to.emissive != effigy::vector3<float>{};
    if (glows && base) {
        const scene::text name = to.textures.front().name;
        by.show(completer::add_texture(to, name, scene::texture_role::emissive, "emmisive"), base, images::use::color);
    }
}

void add_stages(completer& by, scene::material& to, const p3d::rvmat& from, const answer& rvmat) {
    for (const p3d::rvmat::stage& stage : from.stages) {
        if (stage.texture.empty()) {
            continue;
        }
        const bool is_normal = p3d::use_of(from, stage) == p3d::stage_use::normal;
        scene::texture& made = completer::add_texture(
            to, stage.texture, is_normal ? scene::texture_role::normal : scene::texture_role::other,
            "Stage" + stage.number);
        const answer found = by.look(stage.texture, false, rvmat,
                                     [&](const search& where) { return p3d::find_texture(where, stage.texture); });
        by.show(made, found, images::use::flipped_normal);
    }
}

} // namespace

void complete_p3d(completer& by, scene::material& to) {
    answer base;
    if (!to.textures.empty()) {
        scene::texture& shown = to.textures.front();
        base =
            by.look(shown.name, false, {}, [&](const search& where) { return p3d::find_texture(where, shown.name); });
        by.show(shown, base, images::use::color_by_content);
    }
    const std::string name{text_of(to.extras, "rvmat")};
    if (name.empty()) {
        return;
    }
    const answer found = by.look(name, true, {}, [&](const search& where) { return p3d::find_material(where, name); });
    completer::note(to, name, found);
    if (!found) {
        return;
    }
    const auto text = completer::read_small(found);
    if (!text) {
        extras_of{to.extras}.add("rvmatDefect", "cannot be read, or is too long");
        return;
    }
    const auto read = p3d::read_rvmat(as_text(*text));
    if (!read) {
        extras_of{to.extras}.add("rvmatDefect", effigy::to_string(read.error()));
        return;
    }
    set_emissive(by, to, *read, base);
    add_stages(by, to, *read, found);
    extras_of{to.extras}.add("pixelShader", read->pixel_shader).add("specularPower", read->specular_power);
}

} // namespace materials
