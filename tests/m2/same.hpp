// Compares a model that owns its data with the view that it was decoded from.
#pragma once

#include "support/equal.hpp"

#include <effigy/m2/decode.hpp>

#include <string>

namespace same_m2 { // nwn has another comparison in `same`

namespace m2 = effigy::m2;
using effigy::form;
using support::equal;

// ---- values: bit by bit --------------------------------------------------------------------------------------------

template <form F> [[nodiscard]] bool equal(const m2::basic_packed_quat<F>& a, const m2::packed_quaternion& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w && b.unpacked() == m2::value_of<float>(a);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_opacity<F>& a, std::int16_t b) { return a.stored == b; }
template <class A, class B> [[nodiscard]] bool equal(const m2::spline_key<A>& a, const m2::spline_key<B>& b) {
    return equal(a.value, b.value) && equal(a.in, b.in) && equal(a.out, b.out);
}
[[nodiscard]] inline bool equal(const m2::bgra8& a, const m2::bgra8& b) {
    return a.b == b.b && a.g == b.g && a.r == b.r && a.a == b.a;
}
template <class A, class B, std::size_t N> [[nodiscard]] bool equal(const A (&a)[N], const std::array<B, N>& b) {
    bool out = true;
    for (std::size_t i = 0; i < N; ++i) {
        out = out && equal(a[i], b[i]);
    }
    return out;
}

template <form F> [[nodiscard]] bool equal(const m2::basic_bounds<F>& a, const m2::owned_bounds& b) {
    return equal(a.min, b.min) && equal(a.max, b.max) && equal(a.radius, b.radius);
}

// All of (stored, made, stored, made, ..).
[[nodiscard]] inline bool all_equal() { return true; }
template <class A, class B, class... More>
[[nodiscard]] bool all_equal(const A& a, const B& b, const More&... more) {
    return equal(a, b) && all_equal(more...);
}

// ---- records that refer to nothing
// -----------------------------------------------------------------------------------

[[nodiscard]] inline bool equal(const m2::palette_joints& a, const m2::palette_joints& b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_key_range<F>& a, const m2::owned_key_range& b) {
    return all_equal(a.first, b.first, a.last, b.last);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_animation_record<F>& a, const m2::owned_animation& b) {
    return all_equal(a.id, b.id, a.variation, b.variation, a.start, b.start, a.end, b.end, a.move_speed, b.move_speed,
                     a.flags, b.flags, a.probability, b.probability, a.padding, b.padding, a.replay_min, b.replay_min,
                     a.replay_max, b.replay_max, a.blend_time, b.blend_time, a.bounds, b.bounds, a.next_variation,
                     b.next_variation, a.alias_next, b.alias_next);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_playable<F>& a, const m2::owned_playable& b) {
    return all_equal(a.fallback, b.fallback, a.flags, b.flags);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_vertex<F>& a, const m2::owned_vertex& b) {
    return all_equal(a.position, b.position, a.weights, b.weights, a.joints, b.joints, a.normal, b.normal, a.texcoords,
                     b.texcoords);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_submesh<F>& a, const m2::owned_submesh& b) {
    return all_equal(a.id, b.id, a.level, b.level, a.first_vertex, b.first_vertex, a.vertex_count, b.vertex_count,
                     a.first_index, b.first_index, a.index_count, b.index_count, a.bone_count, b.bone_count,
                     a.first_palette_bone, b.first_palette_bone, a.influence_count, b.influence_count, a.center_bone,
                     b.center_bone, a.center, b.center);
}
template <form F>
[[nodiscard]] bool equal(const m2::basic_submesh_sorting<F>& a, const m2::owned_submesh_sorting& b) {
    return all_equal(a.center, b.center, a.radius, b.radius);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_batch<F>& a, const m2::owned_batch& b) {
    return all_equal(a.flags, b.flags, a.priority_plane, b.priority_plane, a.shader, b.shader, a.submesh, b.submesh,
                     a.geoset, b.geoset, a.color, b.color, a.material, b.material, a.layer, b.layer, a.texture_count,
                     b.texture_count, a.texture_combo, b.texture_combo, a.texture_unit_combo, b.texture_unit_combo,
                     a.weight_combo, b.weight_combo, a.transform_combo, b.transform_combo);
}
template <form F> [[nodiscard]] bool equal(const m2::basic_material<F>& a, const m2::owned_material& b) {
    return all_equal(a.flags, b.flags, a.blend, b.blend);
}

// ---- what refers to lists
// --------------------------------------------------------------------------------------------

template <form F> class comparison {
public:
    comparison(const m2::basic_model<F>& view, const m2::owned_model& owned) : view_(view), owned_(owned) {}

    // Empty when nothing differs; else what does, first.
    [[nodiscard]] std::string run() {
        const m2::basic_header<F>& a = *view_.header();
        const m2::owned_model& b = owned_;
        is("header", all_equal(a.version, b.version, a.flags, b.flags, a.flipbooks.count, b.flipbook_count, a.bounds,
                               b.bounds, a.collision_bounds, b.collision_bounds) &&
                         text(a.name, b.name) && view_.name() == b.get(b.name));
        is("animations", list(a.global_sequences, b.global_sequences) && list(a.animations, b.animations) &&
                             list(a.animation_lookup, b.animation_lookup) &&
                             list(a.playable_lookup, b.playable_lookup));
        is("bones", each(view_.bones(), b.bones) && list(a.key_bone_lookup, b.key_bone_lookup));
        is("vertices", list(a.vertices, b.vertices));
        is("skin profiles", each(view_.skin_profiles(), b.skin_profiles));
        is("colors", each(view_.colors(), b.colors));
        is("textures", each(view_.textures(), b.textures) && list(a.replaceable_lookup, b.replaceable_lookup));
        is("weights",
           each(view_.texture_weights(), b.texture_weights) && each(view_.texture_transforms(), b.texture_transforms));
        is("materials", list(a.materials, b.materials) && list(a.bone_lookup, b.bone_lookup));
        is("lookups", list(a.texture_lookup, b.texture_lookup) &&
                          list(a.texture_weight_lookup, b.texture_weight_lookup) &&
                          list(a.texture_unit_lookup, b.texture_unit_lookup) &&
                          list(a.texture_transform_lookup, b.texture_transform_lookup));
        is("collision", list(a.collision_triangles, b.collision_triangles) &&
                            list(a.collision_vertices, b.collision_vertices) &&
                            list(a.collision_normals, b.collision_normals));
        is("attachments", each(view_.attachments(), b.attachments) && list(a.attachment_lookup, b.attachment_lookup));
        is("events", each(view_.events(), b.events));
        is("lights", each(view_.lights(), b.lights));
        is("cameras", each(view_.cameras(), b.cameras) && list(a.camera_lookup, b.camera_lookup));
        is("ribbons", each(view_.ribbons(), b.ribbons));
        is("particles", each(view_.particles(), b.particles));
        return difference_;
    }

private:
    void is(const char* what, bool equal) {
        if (!equal && difference_.empty()) {
            difference_ = what;
        }
    }

    template <class Range, class T>
    [[nodiscard]] bool same_list(const Range& stored, const m2::owned_list<T>& list) const {
        const auto made = owned_.get(list);
        bool out = made.size() == stored.size();
        for (std::size_t i = 0; out && i < made.size(); ++i) {
            out = equal(stored[i], made[i]);
        }
        return out;
    }
    template <class Stored, class T>
    [[nodiscard]] bool list(const m2::array_ref<Stored, F>& stored, const m2::owned_list<T>& made) const {
        return same_list(view_.get(stored), made);
    }
    // All characters, also those that a NUL hides.
    [[nodiscard]] bool text(const m2::array_ref<char, F>& stored, const m2::owned_text& made) const {
        return same_list(view_.file().text_at(stored.offset, stored.count), made.chars) &&
               view_.get(stored) == owned_.get(made);
    }
    template <class Range, class T> [[nodiscard]] bool each(const Range& stored, const m2::owned_list<T>& list) const {
        const auto made = owned_.get(list);
        bool out = made.size() == stored.size();
        for (std::size_t i = 0; out && i < made.size(); ++i) {
            out = same(stored[i], made[i]);
        }
        return out;
    }

    template <class Track> [[nodiscard]] bool same_timing(const Track& a, const m2::owned_timeline& b) const {
        return a.interpolation() == b.interpolation && a.is_global() == (b.global_sequence >= 0) &&
               (!a.is_global() || a.global_sequence() == static_cast<std::uint32_t>(b.global_sequence)) &&
               same_list(a.timeline().ranges(), b.ranges) && same_list(a.timeline().times_ms(), b.times);
    }
    template <class Stored, class T>
    [[nodiscard]] bool same(const m2::basic_track<Stored, F>& a, const m2::owned_track<T>& b) const {
        return same_timing(a, b) && a.record()->timeline.global_sequence == b.global_sequence &&
               same_list(a.timeline().values(), b.values);
    }
    [[nodiscard]] bool same(const m2::basic_rotation_track<F>& a, const m2::owned_rotation_track& b) const {
        return same_timing(a, b) && same_list(a.timeline().full_values(), b.full) &&
               same_list(a.timeline().packed_values(), b.packed);
    }
    [[nodiscard]] bool same(const m2::basic_bone<F>& a, const m2::owned_bone& b) const {
        const m2::basic_bone_header<F>& header = *a.record();
        return all_equal(header.key_bone, b.key_bone, header.flags, b.flags, header.parent, b.parent, header.submesh,
                         b.submesh) &&
               a.pivot() == b.pivot && a.unknown() == b.unknown && same(a.translation(), b.translation) &&
               same(a.rotation(), b.rotation) && same(a.scale(), b.scale);
    }
    [[nodiscard]] bool same(const m2::basic_skin_profile<F>& a, const m2::owned_skin_profile& b) const {
        return same_list(a.vertex_lookup(), b.vertex_lookup) && same_list(a.triangles_as_stored(), b.triangles) &&
               same_list(a.palette_joints(), b.palette_joints) && same_list(a.submeshes(), b.submeshes) &&
               same_list(a.submesh_sortings(), b.submesh_sortings) && same_list(a.batches(), b.batches) &&
               equal(a.record()->bone_limit, b.bone_limit);
    }
    [[nodiscard]] bool same(const m2::basic_color<F>& a, const m2::owned_color& b) const {
        return same(a.rgb(), b.rgb) && same(a.alpha(), b.alpha);
    }
    [[nodiscard]] bool same(const m2::basic_texture<F>& a, const m2::owned_texture& b) const {
        return all_equal(a.type, b.type, a.flags, b.flags, a.padding, b.padding) && text(a.name, b.name);
    }
    [[nodiscard]] bool same(const m2::basic_texture_transform<F>& a, const m2::owned_texture_transform& b) const {
        return same(a.translation(), b.translation) && same(a.rotation(), b.rotation) && same(a.scale(), b.scale);
    }
    [[nodiscard]] bool same(const m2::basic_attachment<F>& view, const m2::owned_attachment& b) const {
        const m2::basic_attachment_record<F>& a = *view.record();
        return all_equal(a.id, b.id, a.bone, b.bone, a.padding, b.padding, a.position, b.position) &&
               same(view.visible(), b.visible);
    }
    [[nodiscard]] bool same(const m2::basic_event<F>& view, const m2::owned_event& b) const {
        const m2::basic_event_record<F>& a = *view.record();
        return all_equal(a.id.chars, b.id, a.data, b.data, a.bone, b.bone, a.position, b.position) &&
               same_timing(view.times(), b.times);
    }
    [[nodiscard]] bool same(const m2::basic_light<F>& view, const m2::owned_light& b) const {
        const m2::basic_light_record<F>& a = *view.record();
        return all_equal(a.type, b.type, a.bone, b.bone, a.position, b.position) &&
               same(view.ambient_color(), b.ambient_color) && same(view.ambient_intensity(), b.ambient_intensity) &&
               same(view.diffuse_color(), b.diffuse_color) && same(view.diffuse_intensity(), b.diffuse_intensity) &&
               same(view.attenuation_start(), b.attenuation_start) && same(view.attenuation_end(), b.attenuation_end) &&
               same(view.visible(), b.visible);
    }
    [[nodiscard]] bool same(const m2::basic_camera<F>& view, const m2::owned_camera& b) const {
        const m2::basic_camera_record<F>& a = *view.record();
        return all_equal(a.type, b.type, a.diagonal_field_of_view, b.diagonal_field_of_view, a.far_clip, b.far_clip,
                         a.near_clip, b.near_clip, a.position_base, b.position_base, a.target_base, b.target_base) &&
               same(view.position(), b.position) && same(view.target(), b.target) && same(view.roll(), b.roll);
    }
    [[nodiscard]] bool same(const m2::basic_ribbon<F>& view, const m2::owned_ribbon& b) const {
        const m2::basic_ribbon_record<F>& a = *view.record();
        return all_equal(a.id, b.id, a.bone, b.bone, a.position, b.position, a.edges_per_second, b.edges_per_second,
                         a.edge_lifetime, b.edge_lifetime, a.gravity, b.gravity, a.rows, b.rows, a.columns,
                         b.columns) &&
               list(a.textures, b.textures) && list(a.materials, b.materials) && same(view.color(), b.color) &&
               same(view.alpha(), b.alpha) && same(view.height_above(), b.height_above) &&
               same(view.height_below(), b.height_below) && same(view.slot(), b.slot) &&
               same(view.visible(), b.visible);
    }
    [[nodiscard]] bool same(const m2::basic_particle<F>& view, const m2::owned_particle& b) const {
        const m2::basic_particle_record<F>& a = *view.record();
        bool out = all_equal(a.id, b.id, a.flags, b.flags, a.position, b.position, a.bone, b.bone, a.texture, b.texture,
                             a.type, b.type, a.head_or_tail, b.head_or_tail, a.tile_rotation, b.tile_rotation, a.rows,
                             b.rows, a.columns, b.columns) &&
                   text(a.model, b.model) && text(a.recursion_model, b.recursion_model) && same_look(a, b);
        for (std::size_t i = 0; i < m2::particle_track_count; ++i) {
            out = out && same(view.track(static_cast<m2::particle_track>(i)), b.tracks[i]);
        }
        return out && same_emission(a, b) && list(a.spline_points, b.spline_points) && same(view.enabled(), b.enabled);
    }
    // Whatever was stored can be stored again.
    [[nodiscard]] bool same_emission(const m2::basic_particle_record<F>& a, const m2::owned_particle& b) const {
        using effigy::u16;
        const auto shape = static_cast<std::uint16_t>(b.emission.shape);
        std::array<std::uint8_t, 4> again{};
        if (b.emits_by_color) {
            again = std::bit_cast<decltype(again)>(m2::basic_emission_263<F>{
                b.emission.blend, static_cast<std::uint8_t>(shape), u16<F>::of(b.emission.color_index)});
        } else {
            again =
                std::bit_cast<decltype(again)>(m2::basic_emission<F>{u16<F>::of(b.emission.blend), u16<F>::of(shape)});
        }
        return equal(a.emission, again);
    }
    [[nodiscard]] static bool same_look(const m2::basic_particle_record<F>& a, const m2::owned_particle& b) {
        return all_equal(a.midpoint, b.midpoint, a.colors, b.colors, a.scales, b.scales, a.cells, b.cells,
                         a.tail_length, b.tail_length, a.twinkle_speed, b.twinkle_speed, a.twinkle_percent,
                         b.twinkle_percent, a.twinkle_scale_min, b.twinkle_scale_min, a.twinkle_scale_max,
                         b.twinkle_scale_max) &&
               all_equal(a.burst_multiplier, b.burst_multiplier, a.drag, b.drag, a.spin, b.spin, a.tumble, b.tumble,
                         a.wind, b.wind, a.wind_time, b.wind_time, a.follow_speed_1, b.follow_speed_1, a.follow_scale_1,
                         b.follow_scale_1, a.follow_speed_2, b.follow_speed_2, a.follow_scale_2, b.follow_scale_2);
    }

    const m2::basic_model<F>& view_;
    const m2::owned_model& owned_;
    std::string difference_;
};

template <form F>
[[nodiscard]] std::string difference(const m2::basic_model<F>& view, const m2::owned_model& owned) {
    return comparison<F>{view, owned}.run();
}

} // namespace same_m2
