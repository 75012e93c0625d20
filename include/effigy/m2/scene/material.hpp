// Batches as materials.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/m2/sample/material.hpp>
#include <effigy/m2/scene/maker.hpp>
#include <effigy/scene/color.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// ---- materials -----------------------------------------------------------------------------------------------------

// Returns the name of a texture in the scene: a path, or a FileDataID in digits; empty for textures that the game
// chooses.
template <class = when_used> [[nodiscard]] scene::text texture_name(scene_maker<>& maker, std::uint32_t number) {
    const texture* const stored = maker.from.textures().at(number);
    if (stored == nullptr || stored->type.get() != texture_type::file) {
        return maker.to.text({});
    }
    const std::string_view name = maker.from.get(stored->name);
    const auto* const file = maker.from.texture_files().at(number);
    if (name.empty() && file != nullptr && file->get() != 0) {
        return maker.to.text(numbered_name{"", file->get()});
    }
    return maker.to.text(name);
}

template <class = when_used> [[nodiscard]] blending blending_of(const scene_maker<>& maker,
                                                                const batch& drawn) noexcept {
    const m2::material* const stored = material_of(maker.from, drawn);
    return stored != nullptr ? stored->blend.get() : blending::opaque;
}
template <class = when_used> [[nodiscard]] std::uint32_t material_flags_of(const scene_maker<>& maker,
                                                                           const batch& drawn) noexcept {
    const m2::material* const stored = material_of(maker.from, drawn);
    return stored != nullptr ? std::uint32_t{stored->flags} : 0;
}

// Returns the extras of a batch that is drawn over the triangles of another batch.
template <class = when_used> [[nodiscard]] scene::list<scene::extra> describe_layer(scene_maker<>& maker,
                                                                                    const batch& drawn) {
    auto out = maker.to.list<scene::extra>();
    const m2::stage stage = stage_of(maker.from, drawn, 0);
    const bool is_file = stage.texture != nullptr && stage.texture->type.get() == texture_type::file;
    auto extras = maker.to.extras();
    extras.add("material", drawn.material.get()).add_given("blending", name_of(blending_of(maker, drawn)));
    if (is_file) {
        extras.add_given("texture", texture_name(maker, stage.texture_number));
    } else if (stage.texture != nullptr) {
        extras.add_given("textureType", name_of(stage.texture->type.get()));
    }
    extras.add_given("environmentMap", stage.is_environment_map());
    extras.put_into(out);
    return out;
}

// Adds the textures of a batch. One that the game chooses has no name, and its type as extra.
template <class = when_used> void add_textures(scene_maker<>& maker, const batch& drawn, scene::material& to,
                                               paid_extras<>& extras) {
    const std::uint32_t count = stage_count(drawn);
    for (std::uint32_t i = 0; i < count; ++i) {
        const m2::stage stage = stage_of(maker.from, drawn, i);
        if (stage.texture == nullptr) {
            continue;
        }
        const texture_type type = stage.texture->type.get();
        const std::string_view name_of_type = name_of(type);
        scene::texture* const added = maker.to.add(to.textures);
        if (added == nullptr) {
            return;
        }
        scene::texture& made = *added;
        made.name = texture_name(maker, stage.texture_number);
        made.role = i == 0 ? scene::texture_role::base_color : scene::texture_role::other;
        made.texcoord = stage.texture_unit == 1 ? 1 : 0;
        const std::uint32_t flags = stage.texture->flags;
        made.wraps_u = (flags & texture_wraps_x) != 0;
        made.wraps_v = (flags & texture_wraps_y) != 0;
        if (type != texture_type::file) {
            maker.to.extras().add("type", name_of_type).put_into(made.extras);
        }
        if (to.name.empty()) {
            to.name = maker.to.text(made.name.empty() ? name_of_type : stem_of(made.name));
        }
        extras.add_given("environmentMap", i == 0 && stage.is_environment_map());
    }
}

// A batch's animated values.
struct animated_values {
    scene::list<scene::text> names;
    bool has_color = false, has_opacity = false, has_coordinates = false;
};
template <class = when_used> [[nodiscard]] animated_values find_animated(scene_maker<>& maker, const batch& drawn) {
    animated_values out{maker.to.list<scene::text>()};
    const auto note = [&](const auto& track, const char* what) {
        const bool is_animated = changes(maker, track);
        if (is_animated) {
            maker.to.add(out.names, maker.to.text(what));
        }
        return is_animated;
    };
    const m2::color tinted = maker.from.colors().at(static_cast<std::uint64_t>(std::int64_t{drawn.color}));
    out.has_color = note(tinted.rgb(), "color");
    out.has_opacity = note(tinted.alpha(), "alpha");
    if (drawn.texture_count == 0U) {
        return out;
    }
    const m2::stage stage = stage_of(maker.from, drawn, 0);
    out.has_opacity = note(stage.weight, "weight") || out.has_opacity;
    out.has_coordinates = note(stage.transform.translation(), "textureTranslation");
    out.has_coordinates = note(stage.transform.rotation(), "textureRotation") || out.has_coordinates;
    out.has_coordinates = note(stage.transform.scale(), "textureScale") || out.has_coordinates;
    return out;
}

// What of a material changes in clips.
struct changes_in_clips {
    bool color = false, coordinates = false;
};
template <class = when_used> [[nodiscard]] changes_in_clips fill_material(scene_maker<>& maker, const batch& drawn,
                                                                          scene::material& to) {
    animated_values animated = find_animated(maker, drawn); // called first: charges the budget for visiting the tracks
    if (maker.to.why()) {
        return {};
    }
    const std::uint32_t flags = material_flags_of(maker, drawn);
    const blending blend = blending_of(maker, drawn);
    const tint<double> shown = tint_of<double>(maker.from, drawn, {0, 0, 0});
    const vector3<float> rgb = linear_color(shown.rgb);
    const auto opacity = static_cast<float>(fraction(shown.alpha));
    to.base_color = {rgb.x, rgb.y, rgb.z, opacity};
    const bool fades = maker.options.animate_materials && animated.has_opacity; // in clips
    // The material of an opaque batch with a translucent color gets the mode `blend`: glTF ignores the opacity of
    // opaque materials.
    to.alpha = opacity < 1 || fades || blend > blending::alpha_key ? scene::alpha_mode::blend
               : blend == blending::alpha_key                      ? scene::alpha_mode::mask
                                                                   : scene::alpha_mode::opaque;
    to.is_unlit = (flags & material_is_unlit) != 0;
    to.is_double_sided = (flags & material_is_two_sided) != 0;
    auto extras = maker.to.extras();
    extras.add("material", drawn.material.get()).add_given("blending", name_of(blend));
    extras.add_given("priorityPlane", drawn.priority_plane.get()).add_given("layer", drawn.layer.get());
    extras.add_given("shader", drawn.shader.get());
    extras.add_given("unfogged", (flags & material_is_unfogged) != 0);
    extras.add_given("ignoresDepth", (flags & material_ignores_depth) != 0);
    extras.add_given("keepsDepth", (flags & material_keeps_depth) != 0);
    add_textures(maker, drawn, to, extras);
    if (!animated.names.empty()) {
        extras.add("animated", std::move(animated.names));
    }
    extras.put_into(to.extras);
    return {animated.has_color || animated.has_opacity, animated.has_coordinates};
}

// ---- batches -------------------------------------------------------------------------------------------------------

// A batch, and the range of the profile's corners that it draws.
struct drawn_run {
    std::uint32_t part = 0; // submesh.id, in characters
    std::uint32_t first = 0, count = 0;
    std::uint32_t layer = 0;
    std::uint32_t number = 0; // of the batch

    [[nodiscard]] bool is_over(const drawn_run& other) const noexcept {
        return part == other.part && first == other.first && count == other.count;
    }
    [[nodiscard]] friend auto operator<=>(const drawn_run&, const drawn_run&) = default;
};

// Whether the options choose a submesh.
[[nodiscard]] inline bool is_chosen(const scene_options& options, std::uint32_t id) noexcept {
    bool out = options.submesh_ids.empty();
    for (const std::uint16_t wanted : options.submesh_ids) {
        out = out || wanted == id;
    }
    return out;
}

// The batches of a profile, sorted by part, then by their ranges of corners, then by layer.
template <class = when_used> [[nodiscard]] pool<drawn_run> runs_of(scene_maker<>& maker, const skin_profile& profile) {
    pool<drawn_run> out{maker.to.memory()};
    const auto batches = profile.batches();
    if (!maker.to.reserve(out, batches.size())) {
        return out;
    }
    const auto submeshes = profile.submeshes();
    const auto corners = profile.triangles_as_stored();
    const bool has_parts = is_character(maker.from);
    std::uint32_t number = 0;
    for (const batch& drawn : batches) {
        const submesh* const shown = submeshes.at(drawn.submesh.get());
        const auto run = shown != nullptr ? profile.triangles_as_stored(*shown) : decltype(corners){};
        const std::uint32_t id = shown != nullptr ? shown->id.get() : 0U;
        if (!run.empty() && (has_parts || is_chosen(maker.options, id))) {
            out.push_back({has_parts ? id : 0, static_cast<std::uint32_t>(run.begin() - corners.begin()),
                           static_cast<std::uint32_t>(run.size()), drawn.layer.get(), number});
        }
        ++number;
    }
    heap_sort(out);
    return out;
}

// Identifies a material: what distinguishes a batch, and the batches over it.
using material_key = std::array<std::uint32_t, 6>;
[[nodiscard]] inline material_key key_of(const batch& drawn, std::uint32_t layered) noexcept {
    const auto both = [](std::uint32_t low, std::uint32_t high) { return low | high << 16U; };
    const auto signed_bits = [](std::int32_t v) { return static_cast<std::uint32_t>(v) & 0xFFFFU; };
    return {both(signed_bits(drawn.priority_plane.get()), drawn.shader.get()),
            both(signed_bits(drawn.color.get()), drawn.material.get()),
            both(drawn.layer.get(), drawn.texture_count.get()),
            both(drawn.texture_combo.get(), drawn.texture_unit_combo.get()),
            both(drawn.weight_combo.get(), drawn.transform_combo.get()),
            layered};
}

using known_materials = numbers_by_key<material_key>;

// Returns the number of the material of the first run. Extras describe the further ones, which are layers over it.
template <class = when_used> [[nodiscard]] std::uint32_t material_for(scene_maker<>& maker, known_materials& known,
                                                                      const skin_profile& profile,
                                                                      std::span<const drawn_run> layers) {
    const auto batches = profile.batches();
    const batch* const drawn = batches.at(layers[0].number);
    const std::uint32_t layered = layers.size() > 1 ? layers[0].number + 1 : 0;
    return maker.to.material_for(known, key_of(*drawn, layered), [&](scene::material& made) {
        const changes_in_clips changes = fill_material(maker, *drawn, made);
        const auto note = [&](bool changed, pool<changing_material>& in) {
            if (changed && maker.options.animate_materials) {
                const auto number = static_cast<std::uint32_t>(maker.to.made.materials.size() - 1);
                maker.to.add(in, changing_material{number, layers[0].number});
            }
        };
        note(changes.color, maker.changing_materials);
        note(changes.coordinates, maker.moving_textures);
        auto extras = maker.to.extras();
        for (std::size_t i = 1; i < layers.size(); ++i) {
            extras.add(numbered_name{"layer", static_cast<std::uint32_t>(i)},
                       describe_layer(maker, *batches.at(layers[i].number)));
        }
        extras.put_into(made.extras);
    });
}

}}}} // namespace effigy::v0::m2::impl
