// Reads all that can be reached from a World of Warcraft model, into a digest.
#pragma once

#include "grimrock/walk.hpp"

#include <effigy/m2.hpp>
#include <effigy/m2/sample.hpp>

#include <limits>

namespace walk {

namespace m2 = effigy::m2;

template <class T, std::endian E> void add(digest& to, const effigy::scalar<T, E>& v) { to.add(v.get()); }
inline void add(digest& to, effigy::u8 v) { to.add(v); }
template <effigy::real R> void add(digest& to, const effigy::quaternion<R>& q) {
    to.add(effigy::dot(q, effigy::quaternion<R>{1, 2, 3, 4}));
}
inline void add(digest& to, double v) { to.add(v); }
inline void add(digest& to, float v) { to.add(v); }

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// What lists are of.
template <std::endian E> void add(digest& to, const m2::basic_opacity<E>& v);
template <std::endian E> void add(digest& to, const m2::basic_packed_quat<E>& q);
template <class T> void add(digest& to, const m2::spline_key<T>& key);
template <std::endian E> void add(digest& to, const m2::basic_key_range<E>& range);
template <std::endian E> void add(digest& to, const m2::basic_sequence<E>& one);
template <std::endian E> void add(digest& to, const m2::basic_playable<E>& one);
template <std::endian E> void add(digest& to, const m2::basic_vertex<E>& one);
template <std::endian E> void add(digest& to, const m2::basic_material<E>& one);
inline void add(digest& to, const m2::bone_properties& one);

template <class Range> void add_each(digest& to, const Range& values) {
    for (const auto& value : values) {
        add(to, value);
    }
    to.add(std::size(values));
}

// ---- tracks --------------------------------------------------------------------------------------------------------

template <std::endian E> void add(digest& to, const m2::basic_opacity<E>& v) { to.add(v.stored.get()); }
template <std::endian E> void add(digest& to, const m2::basic_packed_quat<E>& q) {
    for (const auto& part : {q.x, q.y, q.z, q.w}) {
        to.add(part.get());
    }
}
template <class T> void add(digest& to, const m2::spline_key<T>& key) {
    add(to, key.value);
    add(to, key.in);
    add(to, key.out);
}
template <std::endian E> void add(digest& to, const m2::basic_key_range<E>& range) {
    to.add(range.first.get());
    to.add(range.last.get());
}

[[nodiscard]] inline std::array<m2::moment, 4> moments() {
    return {{{0, 1250, 100}, {1, 3100, 1e30}, {m2::no_sequence, 0, -7}, {0, not_a_number, not_a_number}}};
}

template <std::endian E> void add(digest& to, const m2::basic_timeline<E>& timeline) {
    to.add(timeline.interpolation);
    to.add(timeline.global_sequence);
    to.add(timeline.loop);
    add_each(to, timeline.ranges);
    add_each(to, timeline.times);
}
template <class T, std::endian E> void add(digest& to, const m2::basic_track<T, E>& track) {
    add(to, static_cast<const m2::basic_timeline<E>&>(track));
    add_each(to, track.values);
    to.add(track.has_tangents());
    to.add(track.key_count());
    for (const m2::moment& when : moments()) {
        add(to, m2::sample<double>(track, when));
        add(to, m2::sample<float>(track, when));
    }
}
template <std::endian E> void add(digest& to, const m2::basic_rotation_track<E>& track) {
    add(to, track.full);
    add(to, track.packed);
    to.add(track.key_count());
    to.add(track.timeline().times.size());
}
template <std::endian E> void add(digest& to, const m2::basic_bounds<E>& bounds) {
    add(to, bounds.min);
    add(to, bounds.max);
    to.add(bounds.radius.get());
}

// ---- records -------------------------------------------------------------------------------------------------------

template <std::endian E> void add(digest& to, const m2::basic_sequence<E>& one) {
    for (const auto part : {one.id.get(), one.variation.get(), one.padding.get(), one.alias_next.get()}) {
        to.add(part);
    }
    for (const auto part : {one.start.get(), one.end.get(), one.flags.get(), one.replay_min.get(), one.replay_max.get(),
                            one.blend_time.get()}) {
        to.add(part);
    }
    to.add(one.move_speed.get());
    to.add(one.probability.get());
    to.add(one.next_variation.get());
    to.add(m2::duration(one));
    add(to, one.bounds);
}
template <std::endian E> void add(digest& to, const m2::basic_playable<E>& one) {
    to.add(one.fallback.get());
    to.add(one.flags.get());
}
template <std::endian E> void add(digest& to, const m2::basic_bone<E>& one) {
    to.add(static_cast<bool>(one));
    to.add(one.parent());
    to.add(one.flags());
    to.add(m2::billboard_of(one.flags()));
    to.add(one.unknown() != nullptr ? one.unknown()->get() : 0);
    if (one.header() != nullptr) {
        to.add(one.header()->key_bone.get());
        to.add(one.header()->submesh.get());
    }
    if (one.pivot() != nullptr) {
        add(to, *one.pivot());
    }
    add(to, one.translation());
    add(to, one.rotation());
    add(to, one.scale());
}
template <std::endian E> void add(digest& to, const m2::basic_vertex<E>& one) {
    add(to, one.position);
    add(to, one.normal);
    add_each(to, one.weights);
    add_each(to, one.bones);
    add_each(to, one.texcoords);
}
inline void add(digest& to, const m2::bone_properties& one) { add_each(to, one.palette); }
template <std::endian E> void add(digest& to, const m2::basic_material<E>& one) {
    to.add(one.flags.get());
    to.add(one.blend.get());
}

// The ends of a part are enough: the whole is read elsewhere.
template <class T> void add_ends(digest& to, std::span<const T> part) {
    to.add(part.size());
    if (!part.empty()) {
        add(to, part.front());
        add(to, part.back());
    }
}

// ---- views ---------------------------------------------------------------------------------------------------------

template <std::endian E>
void add(digest& to, const m2::basic_model<E>& model, const m2::basic_view<E>& view, const m2::basic_submesh<E>& one) {
    for (const auto part : {one.id.get(), one.level.get(), one.first_vertex.get(), one.vertex_count.get(),
                            one.first_index.get(), one.index_count.get(), one.bone_count.get(),
                            one.first_palette_bone.get(), one.influence_count.get(), one.center_bone.get()}) {
        to.add(part);
    }
    add(to, one.center);
    add_ends(to, model.palette(one));
    const auto corners = view.triangles(one);
    add_ends(to, corners);
    if (!corners.empty()) {
        to.add(view.vertex_of(corners.front()));
    }
}
template <std::endian E>
void add(digest& to, const m2::basic_model<E>& model, const m2::basic_batch<E>& one, const m2::moment& when) {
    to.add(one.flags);
    to.add(one.priority_plane.get());
    for (const auto part : {one.shader.get(), one.submesh.get(), one.geoset.get(), one.layer.get()}) {
        to.add(part);
    }
    if (const auto* const material = m2::material_of(model, one)) {
        add(to, *material);
    }
    const m2::tint<double> tint = m2::tint_of<double>(model, one, when);
    add(to, tint.rgb);
    to.add(tint.alpha);
    for (const std::uint32_t number : {0U, 1U, 0xFFFFU}) {
        const m2::basic_stage<E> stage = m2::stage_of(model, one, number);
        to.add(stage.texture_number);
        to.add(stage.texture_unit);
        to.add(stage.weight_number);
        to.add(stage.transform_number);
        to.add(stage.is_environment_map());
        to.add(stage.texture != nullptr ? model.get(stage.texture->name) : std::string_view{});
        if (stage.transform != nullptr) {
            add(to, m2::texture_matrix<double>(model, *stage.transform, when));
        }
    }
}
template <std::endian E> void add(digest& to, const m2::basic_model<E>& model, const m2::basic_view<E>& view) {
    to.add(view.header() != nullptr ? view.header()->bone_limit.get() : 0);
    add_each(to, view.indices());
    add_each(to, view.triangles());
    add_each(to, view.bone_properties());
    for (const auto& submesh : view.submeshes()) {
        add(to, model, view, submesh);
    }
    for (const auto& sorting : view.submesh_sortings()) {
        add(to, sorting.center);
        to.add(sorting.radius.get());
    }
    for (const auto& batch : view.batches()) {
        add(to, model, batch, moments()[0]);
    }
}

// ---- what hangs on bones -------------------------------------------------------------------------------------------

template <std::endian E>
void add(digest& to, const m2::basic_model<E>& model, const m2::basic_event<E>& one) {
    to.add(one.id.view());
    to.add(one.data.get());
    to.add(one.bone.get());
    add(to, one.position);
    add(to, model.get(one.times));
    for (const std::uint32_t sequence : {0U, 1U, m2::no_sequence}) {
        m2::for_each_firing(model, one, sequence, 0, 1e9, [&](double at) { to.add(at); });
        m2::for_each_firing(model, one, sequence, not_a_number, 250, [&](double at) { to.add(at); });
    }
}
template <std::endian E>
void add(digest& to, const m2::basic_model<E>& model, const m2::basic_light<E>& one) {
    to.add(one.type.get());
    to.add(one.bone.get());
    add(to, one.position);
    add(to, model.get(one.ambient_color));
    add(to, model.get(one.ambient_intensity));
    add(to, model.get(one.diffuse_color));
    add(to, model.get(one.diffuse_intensity));
    add(to, model.get(one.attenuation_start));
    add(to, model.get(one.attenuation_end));
    add(to, model.get(one.visible));
}
template <std::endian E>
void add(digest& to, const m2::basic_model<E>& model, const m2::basic_camera<E>& one) {
    to.add(one.type.get());
    to.add(one.far_clip.get());
    to.add(one.near_clip.get());
    to.add(m2::vertical_field_of_view(static_cast<double>(one.diagonal_field_of_view.get()), 1.5));
    add(to, model.get(one.position));
    add(to, model.get(one.target));
    add(to, model.get(one.roll));
    for (const m2::moment& when : moments()) {
        const m2::camera_pose<double> pose = m2::sample<double>(model, one, when);
        add(to, pose.eye);
        add(to, pose.target);
        to.add(pose.roll);
    }
}
template <std::endian E>
void add(digest& to, const m2::basic_model<E>& model, const m2::basic_ribbon<E>& one) {
    to.add(one.id.get());
    to.add(one.bone.get());
    add(to, one.position);
    add_each(to, model.get(one.textures));
    add_each(to, model.get(one.materials));
    add(to, model.get(one.color));
    add(to, model.get(one.alpha));
    add(to, model.get(one.height_above));
    add(to, model.get(one.height_below));
    to.add(one.gravity.get());
    to.add(one.rows.get());
    add(to, model.get(one.slot));
    add(to, model.get(one.visible));
}
template <std::endian E>
void add(digest& to, const m2::basic_model<E>& model, const m2::basic_particle<E>& one) {
    to.add(one.id.get());
    to.add(one.flags.get());
    add(to, one.position);
    to.add(one.bone.get());
    to.add(model.get(one.model));
    to.add(model.get(one.recursion_model));
    const m2::emission emission = m2::emission_of(model, one);
    to.add(emission.blend);
    to.add(emission.shape);
    to.add(emission.color_index);
    for (const auto& track : one.tracks) {
        add(to, model.get(track));
    }
    for (const auto& color : one.colors) {
        add_each(to, std::array{color.b, color.g, color.r, color.a});
    }
    add_each(to, one.scales);
    add_each(to, one.cells);
    add_each(to, one.tumble);
    add_each(to, model.get(one.spline_points));
    add(to, model.get(one.enabled));
}

// ---- everything ----------------------------------------------------------------------------------------------------

// What callers of the view tier provide.
struct m2_memory {
    std::vector<effigy::tree_entry> entries;
    std::vector<effigy::matrix4x3<double>> matrices;
    std::vector<effigy::matrix4x3<float>> rough_matrices;
};
template <std::endian E> [[nodiscard]] m2_memory memory_for(const m2::basic_model<E>& model) {
    const std::size_t bones = model.bones().size();
    return {std::vector<effigy::tree_entry>(bones), std::vector<effigy::matrix4x3<double>>(bones),
            std::vector<effigy::matrix4x3<float>>(bones)};
}

template <std::endian E, effigy::real R>
void walk_poses(digest& to, const m2::basic_model<E>& model, const effigy::tree_links& bones,
                std::span<effigy::matrix4x3<R>> matrices) {
    for (const m2::moment& when : moments()) {
        to.add(m2::local_matrices(model, when, matrices));
        local_to_world(bones, matrices);
        for (const auto& matrix : matrices) {
            add(to, matrix);
        }
    }
    const std::span<const effigy::matrix4x3<R>> world = matrices;
    for (const auto& vertex : model.vertices()) {
        add(to, m2::skinned_position(vertex, world));
        add(to, m2::skinned_normal(vertex, world));
    }
}

template <std::endian E> void walk_lists(digest& to, const m2::basic_model<E>& model) {
    add_each(to, model.global_sequences());
    add_each(to, model.sequences());
    add_each(to, model.sequence_lookup());
    add_each(to, model.playable_lookup());
    add_each(to, model.key_bone_lookup());
    add_each(to, model.vertices());
    add_each(to, model.bone_lookup());
    add_each(to, model.replaceable_lookup());
    add_each(to, model.materials());
    add_each(to, model.texture_lookup());
    add_each(to, model.texture_unit_lookup());
    add_each(to, model.weight_lookup());
    add_each(to, model.transform_lookup());
    add_each(to, model.attachment_lookup());
    add_each(to, model.camera_lookup());
    add_each(to, model.collision_triangles());
    add_each(to, model.collision_vertices());
    add_each(to, model.collision_normals());
}

template <std::endian E> void walk_records(digest& to, const m2::basic_model<E>& model) {
    for (const auto& color : model.colors()) {
        add(to, model.get(color.rgb));
        add(to, model.get(color.alpha));
    }
    for (const auto& texture : model.textures()) {
        to.add(texture.type.get());
        to.add(texture.flags.get());
        to.add(model.get(texture.name));
    }
    for (const auto& weight : model.weights()) {
        add(to, model.get(weight));
    }
    for (const auto& transform : model.transforms()) {
        add(to, model.get(transform.translation));
        add(to, model.get(transform.rotation));
        add(to, model.get(transform.scale));
    }
    for (const auto& attachment : model.attachments()) {
        to.add(attachment.id.get());
        to.add(attachment.bone.get());
        add(to, attachment.position);
        add(to, model.get(attachment.visible));
    }
    const auto each = [&](const auto& records) {
        for (const auto& record : records) {
            add(to, model, record);
        }
    };
    each(model.events());
    each(model.lights());
    each(model.cameras());
    each(model.ribbons());
    each(model.particles());
}

template <std::endian E> void walk_view(digest& to, const m2::basic_model<E>& model, m2_memory& memory) {
    to.add(verify(model).code);
    to.add(model.name());
    to.add(model.version());
    if (const auto* const header = model.header()) {
        to.add(header->flags.get());
        add(to, header->bounds);
        add(to, header->collision_bounds);
    }
    walk_lists(to, model);
    for (const std::uint16_t id : {std::uint16_t{0}, std::uint16_t{4}, std::uint16_t{0xFFFF}}) {
        to.add(model.find_sequence(id));
    }
    for (const std::uint32_t number : {0U, 1U, m2::no_sequence}) {
        to.add(m2::resolve_alias(model, number));
        to.add(m2::moment_in(model, number, 10, 0).line_time);
    }
    for (const auto& bone : model.bones()) {
        add(to, bone);
    }
    add(to, model.bones()[model.bones().size()]);
    const effigy::tree_links bones = model.index(memory.entries);
    for (std::size_t i = 0; i <= bones.size(); ++i) {
        to.add(bones.parent(i));
        to.add(bones.preorder(i));
        for (const std::uint32_t child : bones.children(i)) {
            to.add(child);
        }
    }
    walk_poses(to, model, bones, std::span{memory.matrices});
    walk_poses(to, model, bones, std::span{memory.rough_matrices});
    for (const auto& view : model.views()) {
        add(to, model, view);
    }
    walk_records(to, model);
}

template <std::endian E> [[nodiscard]] std::uint64_t digest_of(const m2::basic_model<E>& model) {
    digest out;
    m2_memory memory = memory_for(model);
    walk_view(out, model, memory);
    return out.value();
}
template <std::endian E>
[[nodiscard]] std::uint64_t digest_of(const effigy::result<m2::basic_model<E>>& opened) {
    if (opened) {
        return digest_of(*opened);
    }
    digest out;
    add(out, opened.error());
    return out.value();
}

} // namespace walk
