// Lights, and extras: the data of nodes for which core glTF has no field.
#pragma once

#include <effigy/nwn/names.hpp>
#include <effigy/nwn/sample.hpp>
#include <effigy/scene/builder.hpp>
#include <effigy/scene/color.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

using namespace effigy::impl;
using builder = scene_builder<z_up>;

// Further controllers of a node are ignored. About 40 kinds of controllers are known.
inline constexpr std::size_t most_controllers = 64;

inline constexpr std::int32_t controls_color = 76; // this and the next two: of lights
inline constexpr std::int32_t controls_radius = 88;
inline constexpr std::int32_t controls_multiplier = 140;
inline constexpr std::int32_t controls_self_illumination = 100; // this and the next one: of meshes
inline constexpr std::int32_t controls_alpha = 128;

[[nodiscard]] constexpr float finite_or_zero(float v) noexcept { return is_finite(v) ? v : 0; }

// Whether controller `i` is the first one with its id and with values.
template <class = when_used> [[nodiscard]] bool is_first_with_values(const controller_list& among,
                                                                     std::size_t i) noexcept {
    const nwn::controller keys = among.at(i);
    return keys && !keys.values().empty() && among.find(keys.id()) == i;
}

// Adds the values at rest of all controllers, except those for which is_elsewhere(id) returns true: other parts of the
// scene contain these.
template <class IsElsewhere>
void add_controllers(builder& to, scene::list<scene::extra>& extras, const node& owner,
                     const IsElsewhere& is_elsewhere) {
    const controller_list all = owner.controllers();
    const std::size_t count = all.size() < most_controllers ? all.size() : most_controllers;
    auto out = to.extras();
    for (std::size_t i = 0; i < count; ++i) {
        const nwn::controller keys = all.at(i);
        const std::string_view name = controller_name(owner, keys);
        if (name.empty() || !is_first_with_values(all, i) || is_elsewhere(keys.id())) {
            continue;
        }
        if (keys.columns() == 1) {
            out.add_given(name, sample(keys, 0, 0.0F));
        } else {
            out.add_numbers(name, keys.row(0).part(0, keys.columns()));
        }
    }
    out.put_into(extras, "controllers");
}

// ---- parts of nodes ------------------------------------------------------------------------------------------------

template <class = when_used> void add_emitter(builder& to, scene::list<scene::extra>& extras, const emitter& from) {
    auto out = to.extras();
    out.add_given("update", from.update.view())
        .add_given("render", from.render.view())
        .add_given("blend", from.blend.view());
    out.add_given("texture", from.texture.view()).add_given("chunk", from.chunk.view());
    out.add_given("deadSpace", from.dead_space.get()).add_given("blastRadius", from.blast_radius.get());
    out.add_given("blastLength", from.blast_length.get())
        .add_given("gridX", from.grid_x.get())
        .add_given("gridY", from.grid_y.get());
    out.add_given("spaceType", from.space_type.get())
        .add_given("twoSided", from.two_sided != 0U)
        .add_given("loop", from.loop != 0U);
    out.add_given("renderOrder", from.render_order.get()).add_given("flags", from.flags.get());
    out.put_into(extras, "emitter");
}

template <class = when_used> void add_reference(builder& to, scene::list<scene::extra>& extras, const reference& from) {
    auto out = to.extras();
    out.add_given("model", from.model.view())
        .add_given("reattachable", from.reattachable != 0U)
        .put_into(extras, "reference");
}

template <class = when_used> void add_dangly(builder& to, scene::list<scene::extra>& extras, const dangly& from) {
    auto out = to.extras();
    out.add_given("displacement", from.record()->displacement.get())
        .add_given("tightness", from.record()->tightness.get());
    out.add_given("period", from.record()->period.get()).add_given("constraints", from.constraints().size());
    out.put_into(extras, "dangly");
}

template <class = when_used> void add_aabb(builder& to, scene::list<scene::extra>& extras, const aabb_tree& from) {
    std::size_t boxes = 0;
    std::size_t leaves = 0;
    std::uint32_t depth = 0;
    vector3<float> low;
    vector3<float> high;
    for (const aabb box : from) {
        if (boxes++ == 0) {
            low = box.record()->min;
            high = box.record()->max;
        }
        leaves += box.is_leaf() ? 1U : 0U;
        depth = box.depth() > depth ? box.depth() : depth;
    }
    auto out = to.extras();
    out.add_given("boxes", boxes).add_given("leaves", leaves).add_given("depth", depth);
    if (boxes != 0 && is_finite(low) && is_finite(high)) { // in the node's space, which is rotated too
        const vector3<float> a = z_up::point(low);
        const vector3<float> b = z_up::point(high);
        out.add_numbers("min", std::array{a.x, a.y, b.z});
        out.add_numbers("max", std::array{b.x, b.y, a.z});
    }
    out.put_into(extras, "aabb");
}

// ---- lights --------------------------------------------------------------------------------------------------------

template <class = when_used> void add_flares(builder& to, paid_extras<>& extras, const node& owner, const light& from) {
    constexpr std::size_t most = 16; // 3 in the one file that has any
    const auto few = [](const auto& all) { return all.part(0, all.size() < most ? all.size() : most); };
    const auto names = few(owner.get(from.flare_textures));
    auto textures = to.list<scene::text>();
    for (const auto& pointer : names) {
        to.add(textures, to.text(owner.flare_texture(pointer)));
    }
    extras.add_given("flareTextures", std::move(textures));
    extras.add_numbers("flareSizes", few(owner.get(from.flare_sizes)));
    extras.add_numbers("flarePositions", few(owner.get(from.flare_positions)));
}

// Adds a point light. Ambient and darkening lights, which glTF does not have, become extras of the node.
template <class = when_used> void add_light(builder& to, std::uint32_t number, const node& owner, const light& from) {
    const auto of = [&](std::int32_t id) { return owner.controller(id); };
    const auto shown = sample(of(controls_color), 0, vector3<double>{1, 1, 1});
    const auto radius = sample(of(controls_radius), 0, 0.0F);
    const auto multiplier = sample<double>(of(controls_multiplier), 0, 1);

    auto out = to.extras();
    out.add_given("ambientOnly", from.ambient_only != 0U).add_given("dynamicType", from.dynamic_type.get());
    out.add_given("affectDynamic", from.affect_dynamic != 0U).add_given("shadow", from.shadow != 0U);
    out.add_given("fading", from.fading != 0U).add_given("priority", from.priority.get());
    out.add_given("generateFlare", from.generate_flare != 0U).add_given("flareRadius", from.flare_radius.get());
    add_flares(to, out, owner, from);

    const bool brightens = shown.x >= 0 && shown.y >= 0 && shown.z >= 0 && is_finite(shown) && multiplier >= 0 &&
                           is_finite(static_cast<float>(multiplier));
    if (!brightens || from.ambient_only != 0U) {
        out.add_numbers("color", std::array{shown.x, shown.y, shown.z});
        out.add_given("radius", radius).add_given("multiplier", multiplier);
        out.put_into(to.made.nodes[number].extras, "light");
        return;
    }
    scene::light* const added = to.add(to.made.lights);
    if (added == nullptr) {
        return;
    }
    const vector3<double> color{linear_of_srgb(shown.x), linear_of_srgb(shown.y), linear_of_srgb(shown.z)};
    const double brightest = larger(larger(color.x, color.y), larger(color.z, 1.0));
    scene::light& made = *added;
    made.name = to.text(owner.name());
    made.color = to_real<float>(color * (1 / brightest));
    const auto intensity = static_cast<float>(multiplier * brightest);
    made.intensity = is_finite(intensity) ? intensity : 1;
    made.range = radius > 0 && is_finite(radius) ? radius : 0;
    out.put_into(made.extras, "light");
    to.made.nodes[number].light = static_cast<std::uint32_t>(to.made.lights.size() - 1);
}

}}}} // namespace effigy::v0::nwn::impl
