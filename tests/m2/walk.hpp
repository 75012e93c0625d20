// Computes a digest of everything that is reachable from a World of Warcraft model.
#pragma once

#include "grimrock/walk.hpp"

#include <effigy/m2.hpp>
#include <effigy/m2/companions.hpp>
#include <effigy/m2/sample.hpp>

#include <limits>

namespace walk {

namespace m2 = effigy::m2;

template <class T> void add(digest& to, const effigy::scalar<T, effigy::form::little>& v) { to.add(v.get()); }
inline void add(digest& to, effigy::u8 v) { to.add(v); }
template <effigy::real R> void add(digest& to, const effigy::quaternion<R>& q) {
    to.add(effigy::dot(q, effigy::quaternion<R>{1, 2, 3, 4}));
}
inline void add(digest& to, std::uint32_t v) { to.add(v); }
inline void add(digest& to, double v) { to.add(v); }
inline void add(digest& to, float v) { to.add(v); }

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Elements of lists.
inline void add(digest& to, const m2::opacity& v);
inline void add(digest& to, const m2::packed_quat& q);
template <class T> void add(digest& to, const m2::spline_key<T>& key);
inline void add(digest& to, const m2::key_range& range);
template <class Record>
    requires requires(const Record& one) { one.alias_next; }
void add(digest& to, const Record& one);
inline void add(digest& to, const m2::animation& one);
inline void add(digest& to, const m2::playable& one);
inline void add(digest& to, const m2::vertex& one);
inline void add(digest& to, const m2::material& one);
inline void add(digest& to, const m2::palette_joints& one);
inline void add(digest& to, const m2::animation_file_record& one);

template <class Range> void add_each(digest& to, const Range& values) {
    for (const auto& value : values) {
        add(to, value);
    }
    to.add(std::size(values));
}

// ---- tracks --------------------------------------------------------------------------------------------------------

inline void add(digest& to, const m2::opacity& v) { to.add(v.stored.get()); }
inline void add(digest& to, const m2::packed_quat& q) {
    for (const auto& part : {q.x, q.y, q.z, q.w}) {
        to.add(part.get());
    }
}
template <class T> void add(digest& to, const m2::spline_key<T>& key) {
    add(to, key.value);
    add(to, key.in);
    add(to, key.out);
}
inline void add(digest& to, const m2::key_range& range) {
    to.add(range.first.get());
    to.add(range.last.get());
}

[[nodiscard]] inline std::array<m2::animation_time, 4> times() {
    return {{{0, 0.25, 0.1}, {1, 0.1, 1e27}, {effigy::npos, 0, -0.007}, {0, not_a_number, not_a_number}}};
}

template <class Track> void add_timing(digest& to, const Track& track) {
    to.add(static_cast<bool>(track));
    to.add(track.interpolation());
    to.add(track.is_global());
    to.add(track.global_sequence());
    to.add(track.global_duration());
    to.add(track.key_count());
    add_each(to, track.timeline().ranges());
    add_each(to, track.timeline().times_ms());
}
template <class Track> void add_keys(digest& to, const Track& track) {
    to.add(track.empty());
    for (const std::uint32_t animation : {0U, 1U, effigy::npos}) {
        const auto keys = track.keys(animation);
        to.add(keys.has_tangents());
        to.add(keys.times.size());
        to.add(keys.values.size());
        for (const std::size_t i : {std::size_t{0}, keys.times.size() / 2, keys.times.size()}) {
            to.add(keys.times.at(i));
            add(to, m2::key_at<float>(keys, i).out);
        }
    }
    for (const m2::animation_time& when : times()) {
        add(to, m2::sample<double>(track, when));
        add(to, m2::sample<float>(track, when));
    }
}
inline void add(digest& to, const m2::event_track& track) {
    add_timing(to, track);
    for (const std::uint32_t animation : {0U, 1U, effigy::npos}) {
        add_each(to, track.times_ms(animation));
    }
}
template <class T> void add(digest& to, const m2::track<T>& track) {
    add_timing(to, track);
    add_each(to, track.keys(effigy::npos).values);
    add_keys(to, track);
}
inline void add(digest& to, const m2::rotation_track& track) {
    add_timing(to, track);
    add_keys(to, track);
    for (const effigy::quaternion<float>& rotation : track.keys(0).values) {
        add(to, rotation);
    }
}
template <class T> void add(digest& to, const m2::life_track<T>& track) {
    to.add(static_cast<bool>(track));
    add_each(to, track.ages());
    add_each(to, track.values());
    for (const double age : {0.0, 0.3, 1.0, not_a_number}) {
        add(to, m2::sample<double>(track, age));
        add(to, m2::sample<float>(track, age));
    }
}
inline void add(digest& to, const m2::bounds& bounds) {
    add(to, bounds.min);
    add(to, bounds.max);
    to.add(bounds.radius.get());
}

// ---- records -------------------------------------------------------------------------------------------------------

// Records of any version.
template <class Record>
    requires requires(const Record& one) { one.alias_next; }
void add(digest& to, const Record& one) {
    for (const auto part : {one.id.get(), one.variation.get(), one.padding.get(), one.alias_next.get()}) {
        to.add(part);
    }
    for (const auto part : {one.flags.get(), one.replay_min.get(), one.replay_max.get(), one.blend_time.get()}) {
        to.add(part);
    }
    if constexpr (requires { one.duration; }) {
        to.add(one.duration.get());
    } else {
        to.add(one.start.get());
        to.add(one.end.get());
    }
    to.add(one.move_speed.get());
    to.add(one.probability.get());
    to.add(one.next_variation.get());
    add(to, one.bounds);
}
inline void add(digest& to, const m2::animation& one) {
    to.add(static_cast<bool>(one));
    to.add(one.id());
    to.add(one.name());
    to.add(one.variation());
    to.add(one.duration());
    to.add(one.flags());
    to.add(one.move_speed());
    to.add(one.probability());
    to.add(one.replay_min());
    to.add(one.replay_max());
    to.add(one.blend_time());
    to.add(one.next_variation());
    to.add(one.alias());
    to.add(one.start_ms());
    to.add(one.end_ms());
    to.add(one.key_place());
    add(to, one.bounds());
}
inline void add(digest& to, const m2::playable& one) {
    to.add(one.fallback.get());
    to.add(one.flags.get());
}
inline void add(digest& to, const m2::bone& one) {
    to.add(static_cast<bool>(one));
    to.add(one.id());
    to.add(one.parent());
    to.add(one.flags());
    to.add(one.submesh());
    to.add(one.unknown());
    to.add(m2::billboard_of(one.flags()));
    add(to, one.pivot());
    add(to, one.translation());
    add(to, one.rotation());
    add(to, one.scale());
}
inline void add(digest& to, const m2::vertex& one) {
    add(to, one.position);
    add(to, one.normal);
    add_each(to, one.weights);
    add_each(to, one.joints);
    add_each(to, one.texcoords);
}
inline void add(digest& to, const m2::palette_joints& one) { add_each(to, one.entries); }
inline void add(digest& to, const m2::material& one) {
    to.add(one.flags.get());
    to.add(one.blend.get());
}

// Reads only the ends of a part; the whole list is read elsewhere.
template <class Part> void add_ends(digest& to, const Part& part) {
    to.add(part.size());
    if (!part.empty()) {
        add(to, part[0]);
        add(to, part[part.size() - 1]);
    }
}

// ---- skin profiles -------------------------------------------------------------------------------------------------

inline void add(digest& to, const m2::model& model, const m2::skin_profile& profile, const m2::submesh& one) {
    for (const auto part : {one.id.get(), one.level.get(), one.first_vertex.get(), one.vertex_count.get(),
                            one.first_index.get(), one.index_count.get(), one.bone_count.get(),
                            one.first_palette_bone.get(), one.influence_count.get(), one.center_bone.get()}) {
        to.add(part);
    }
    add(to, one.center);
    add_ends(to, model.palette(one));
    add_ends(to, profile.triangles_as_stored(one));
    add_ends(to, profile.indices(one));
}
inline void add(digest& to, const m2::model& model, const m2::batch& one, const m2::animation_time& when) {
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
        const m2::stage stage = m2::stage_of(model, one, number);
        to.add(stage.texture_number);
        to.add(stage.texture_unit);
        to.add(stage.weight_number);
        to.add(m2::sample<double>(stage.weight, when, 1.0));
        to.add(stage.transform_number);
        to.add(stage.is_environment_map());
        to.add(stage.texture != nullptr ? model.get(stage.texture->name) : std::string_view{});
        add(to, m2::texture_matrix<double>(stage.transform, when));
    }
}
inline void add(digest& to, const m2::shadow_batch& one) {
    to.add(one.flags);
    to.add(one.flags_2);
    for (const auto part :
         {one.unknown.get(), one.submesh.get(), one.texture.get(), one.color.get(), one.weight.get()}) {
        to.add(part);
    }
}
inline void add(digest& to, const m2::model& model, const m2::skin_profile& profile) {
    to.add(profile.bone_limit());
    to.add(profile.triangle_count());
    add_each(to, profile.vertex_lookup());
    add_each(to, profile.triangles_as_stored());
    add_each(to, profile.indices());
    to.add(profile.indices().at(profile.indices().size()));
    add_each(to, profile.palette_joints());
    for (const auto& submesh : profile.submeshes()) {
        add(to, model, profile, submesh);
    }
    for (const auto& sorting : profile.submesh_sortings()) {
        add(to, sorting.center);
        to.add(sorting.radius.get());
    }
    for (const auto& batch : profile.batches()) {
        add(to, model, batch, times()[0]);
    }
    to.add(profile.number());
    for (const auto& batch : profile.shadow_batches()) {
        add(to, batch);
    }
}

// ---- attached to bones ---------------------------------------------------------------------------------------------

inline void add(digest& to, const m2::model&, const m2::color& one) {
    add(to, one.rgb());
    add(to, one.alpha());
}
inline void add(digest& to, const m2::model&, const m2::texture_transform& one) {
    add(to, one.translation());
    add(to, one.rotation());
    add(to, one.scale());
}
inline void add(digest& to, const m2::model&, const m2::attachment& one) {
    to.add(one.id());
    to.add(one.bone());
    add(to, one.position());
    add(to, one.visible());
}
inline void add(digest& to, const m2::model& model, const m2::event& one) {
    to.add(one.id());
    to.add(one.data());
    to.add(one.bone());
    add(to, one.position());
    add(to, one.times());
    for (const std::uint32_t animation : {0U, 1U, effigy::npos}) {
        m2::for_each_firing(model, one, animation, 0, 1e9, [&](double at) { to.add(at); });
        m2::for_each_firing(model, one, animation, 0.1, 0.3, [&](double at) { to.add(at); });
        m2::for_each_firing(model, one, animation, not_a_number, 0.25, [&](double at) { to.add(at); });
    }
}
inline void add(digest& to, const m2::model&, const m2::light& one) {
    to.add(one.type());
    to.add(one.bone());
    add(to, one.position());
    add(to, one.ambient_color());
    add(to, one.ambient_intensity());
    add(to, one.diffuse_color());
    add(to, one.diffuse_intensity());
    add(to, one.attenuation_start());
    add(to, one.attenuation_end());
    add(to, one.visible());
}
inline void add(digest& to, const m2::model&, const m2::camera& one) {
    to.add(one.type());
    to.add(one.far_clip());
    to.add(one.near_clip());
    to.add(m2::vertical_field_of_view(static_cast<double>(one.diagonal_field_of_view()), 1.5));
    add(to, one.position());
    add(to, one.target());
    add(to, one.roll());
    add(to, one.field_of_view());
    for (const m2::animation_time& when : times()) {
        const m2::camera_pose<double> pose = m2::sample<double>(one, when);
        add(to, pose.eye);
        add(to, pose.target);
        to.add(pose.roll);
        to.add(pose.diagonal_field_of_view);
    }
}
inline void add(digest& to, const m2::model&, const m2::ribbon& one) {
    to.add(one.id());
    to.add(one.bone());
    add(to, one.position());
    add_each(to, one.textures());
    add_each(to, one.materials());
    add(to, one.color());
    add(to, one.alpha());
    add(to, one.height_above());
    add(to, one.height_below());
    for (const float number : {one.edges_per_second(), one.edge_lifetime(), one.gravity()}) {
        to.add(number);
    }
    to.add(one.rows());
    to.add(one.columns());
    to.add(one.priority_plane());
    add(to, one.slot());
    add(to, one.visible());
}
inline void add(digest& to, const m2::model&, const m2::particle& one) {
    to.add(one.id());
    to.add(one.flags());
    add(to, one.position());
    to.add(one.bone());
    to.add(one.texture());
    to.add(one.model());
    to.add(one.recursion_model());
    const m2::emission emission = one.emission();
    to.add(emission.blend);
    to.add(emission.shape);
    to.add(emission.color_index);
    to.add(one.type());
    to.add(one.head_or_tail());
    to.add(one.tile_rotation());
    to.add(one.rows());
    to.add(one.columns());
    for (std::size_t i = 0; i <= m2::particle_track_count; ++i) {
        add(to, one.track(static_cast<m2::particle_track>(i)));
    }
    for (const auto& color : one.colors()) {
        add_each(to, std::array{color.b, color.g, color.r, color.a});
    }
    add_each(to, one.scales());
    add_each(to, one.cells());
    add_each(to, one.tumble());
    for (const float number :
         {one.midpoint(), one.tail_length(), one.twinkle_speed(), one.twinkle_percent(), one.twinkle_scale_min(),
          one.twinkle_scale_max(), one.burst_multiplier(), one.drag(), one.spin(), one.wind_time(),
          one.follow_speed_1(), one.follow_scale_1(), one.follow_speed_2(), one.follow_scale_2()}) {
        to.add(number);
    }
    add(to, one.wind());
    add_each(to, one.spline_points());
    add(to, one.enabled());
    for (const std::uint32_t stage : {0U, 1U, 2U, 3U}) {
        to.add(one.texture(stage));
    }
    for (const float number : {one.lifespan_variation(), one.emission_rate_variation(), one.base_spin(),
                               one.base_spin_variation(), one.spin_variation()}) {
        to.add(number);
    }
    add(to, one.color());
    add(to, one.alpha());
    add(to, one.scale());
    add(to, one.scale_variation());
    add(to, one.head_cell());
    add(to, one.tail_cell());
}
inline void add(digest& to, const m2::model&, const m2::particle_extension& one) {
    for (const float number : {one.z_source(), one.color_multiplier(), one.alpha_multiplier()}) {
        to.add(number);
    }
    add(to, one.alpha_cutoff());
}

// ---- everything ----------------------------------------------------------------------------------------------------

// Memory that callers of views provide.
template <effigy::real R> struct m2_poses {
    std::vector<effigy::pose<R>> poses;
    std::vector<effigy::matrix4x3<R>> matrices;
    std::vector<effigy::vector3<R>> vertices;
};
struct m2_memory {
    std::vector<effigy::tree_entry> entries;
    m2_poses<double> fine;
    m2_poses<float> rough;
};
template <effigy::real R> [[nodiscard]] m2_poses<R> poses_for(const m2::model& model) {
    const std::size_t bones = model.bones().size();
    return {std::vector<effigy::pose<R>>(bones), std::vector<effigy::matrix4x3<R>>(bones),
            std::vector<effigy::vector3<R>>(model.vertex_count())};
}
[[nodiscard]] inline m2_memory memory_for(const m2::model& model) {
    return {std::vector<effigy::tree_entry>(model.bones().size()), poses_for<double>(model), poses_for<float>(model)};
}

template <effigy::real R>
void walk_poses(digest& to, const m2::model& model, const m2::bone_index& bones, m2_poses<R>& memory) {
    to.add(rest_poses(bones, memory.poses));
    for (const m2::animation_time& when : times()) {
        for (const effigy::playback mode : {effigy::playback::once, effigy::playback::loop}) {
            to.add(apply(model, when, bones, memory.poses, mode));
            to.add(local_matrices(memory.poses, memory.matrices));
            local_to_world(bones, memory.matrices);
            to.add(skin_matrices(model, memory.matrices, memory.matrices));
            for (const auto& matrix : memory.matrices) {
                add(to, matrix);
            }
        }
    }
    to.add(skin_positions(model, memory.matrices, memory.vertices));
    for (const auto& vertex : memory.vertices) {
        add(to, vertex);
    }
    to.add(skin_normals(model, memory.matrices, memory.vertices));
    for (const auto& normal : memory.vertices) {
        add(to, normal);
    }
}

inline void walk_lists(digest& to, const m2::model& model) {
    add_each(to, model.global_sequences_ms());
    model.animations().visit_records([&](const auto& records) { add_each(to, records); });
    add_each(to, model.animations());
    add_each(to, model.animation_lookup());
    add_each(to, model.playable_lookup());
    add_each(to, model.key_bone_lookup());
    add_each(to, model.vertices());
    add_each(to, model.positions());
    add_each(to, model.normals());
    add_each(to, model.texcoords(1));
    to.add(model.joints().size() + model.weights().size() + model.texcoords(2).size());
    add_each(to, model.bone_lookup());
    add_each(to, model.replaceable_lookup());
    add_each(to, model.materials());
    add_each(to, model.texture_lookup());
    add_each(to, model.texture_unit_lookup());
    add_each(to, model.texture_weight_lookup());
    add_each(to, model.texture_transform_lookup());
    add_each(to, model.attachment_lookup());
    add_each(to, model.camera_lookup());
    add_each(to, model.collision_triangles());
    add_each(to, model.collision_vertices());
    add_each(to, model.collision_normals());
    add_each(to, model.texture_combiner_combos());
}

// ---- chunks and companions -----------------------------------------------------------------------------------------

inline void add(digest& to, const m2::chunk_list& chunks) {
    for (const m2::chunk& one : chunks) {
        to.add(one.id());
        to.add(one.offset());
        std::uint64_t sum = 0; // the same in both byte orders
        for (const effigy::u8 byte : one.as<effigy::u8>()) {
            sum += byte;
        }
        to.add(sum);
        to.add(one.record<effigy::u32<>>() != nullptr);
    }
}
inline void add(digest& to, const m2::animation_file_record& one) {
    to.add(one.id.get());
    to.add(one.variation.get());
    to.add(one.file.get());
}
inline void add(digest& to, const m2::skeleton& one) {
    to.add(static_cast<bool>(one));
    to.add(one.name());
    to.add(one.parent_file());
    add(to, one.chunks());
    add_each(to, one.animation_files());
    add_each(to, one.bone_files());
    add_each(to, one.global_sequences_ms());
    add_each(to, one.animations());
    for (const auto& bone : one.bones()) {
        add(to, bone);
    }
    std::array<effigy::tree_entry, 8> entries;
    to.add(one.index(entries).size());
    add_each(to, one.key_bone_lookup());
    for (const auto& attachment : one.attachments()) {
        add(to, m2::model{}, attachment);
    }
    add_each(to, one.attachment_lookup());
}
inline void add(digest& to, const m2::skin& one) { add(to, m2::model{}, one.profile()); }
inline void add(digest& to, const m2::chunked_file& one) {
    to.add(one.version());
    add(to, one.chunks());
}

inline void walk_chunks(digest& to, const m2::model& model) {
    add(to, model.chunks());
    for (const std::string_view id : {"TXID", "WFV1", "LDV1", "none"}) {
        to.add(model.chunk(id).bytes().size());
    }
    to.add(model.skeleton_file());
    to.add(model.physics_file());
    to.add(model.skin_profile_count());
    add_each(to, model.skin_files());
    add_each(to, model.animation_files());
    add_each(to, model.bone_files());
    add_each(to, model.texture_files());
    add_each(to, model.recursion_model_files());
    add_each(to, model.geometry_model_files());
    add_each(to, model.blacklisted_animations());
    add_each(to, model.particle_geosets());
    for (const auto& extension : model.particle_extensions()) {
        add(to, model, extension);
    }
    add(to, model.skeleton());
    m2::for_each_wanted_companion(model, [&](const m2::wanted_companion& one) {
        to.add(m2::companion_suffix{one}.view());
        to.add(one.file);
    });
}

inline void walk_records(digest& to, const m2::model& model) {
    for (const auto& texture : model.textures()) {
        to.add(texture.type.get());
        to.add(texture.flags.get());
        to.add(model.get(texture.name));
    }
    for (const auto& weight : model.texture_weights()) {
        add(to, weight);
    }
    const auto each = [&](const auto& records) {
        for (const auto& record : records) {
            add(to, model, record);
        }
    };
    each(model.skin_profiles());
    each(model.colors());
    each(model.texture_transforms());
    each(model.attachments());
    each(model.events());
    each(model.lights());
    each(model.cameras());
    each(model.ribbons());
    each(model.particles());
}

inline void walk_view(digest& to, const m2::model& model, m2_memory& memory) {
    to.add(verify(model).code);
    to.add(model.name());
    to.add(model.version());
    to.add(model.flags());
    to.add(model.trailing().size());
    add(to, model.bounds());
    add(to, model.collision_bounds());
    walk_lists(to, model);
    walk_chunks(to, model);
    for (const std::uint32_t id : {0U, 4U, 0xFFFFU, effigy::npos}) {
        to.add(model.animations().find(id));
        to.add(model.animations().find_listed(id));
    }
    to.add(model.animations().find("walk"));
    for (const std::uint32_t number : {0U, 1U, effigy::npos}) {
        to.add(model.animations().resolve_alias(number));
    }
    for (const auto& bone : model.bones()) {
        add(to, bone);
    }
    add(to, model.bones().at(model.bones().size()));
    const m2::bone_index bones = model.index(memory.entries);
    for (std::size_t i = 0; i <= bones.size(); ++i) {
        to.add(bones.at(i).flags());
        to.add(bones.parent(i));
        to.add(bones.preorder(i));
        for (const std::uint32_t child : bones.children(i)) {
            to.add(child);
        }
    }
    for (const std::int32_t id : {-1, 0, 5, 26}) {
        to.add(bones.find(id));
    }
    walk_poses(to, model, bones, memory.fine);
    walk_poses(to, model, bones, memory.rough);
    walk_records(to, model);
}

[[nodiscard]] inline std::uint64_t digest_of(const m2::model& model) {
    digest out;
    m2_memory memory = memory_for(model);
    walk_view(out, model, memory);
    return out.value();
}
// A companion alone: a .skin, a .skel, a file of chunks.
template <class View> [[nodiscard]] std::uint64_t digest_of_companion(const effigy::result<View>& opened) {
    digest out;
    if (opened) {
        out.add(verify(*opened).code);
        add(out, *opened);
    } else {
        add(out, opened.error());
    }
    return out.value();
}
[[nodiscard]] inline std::uint64_t digest_of(const effigy::result<m2::model>& opened) {
    if (opened) {
        return digest_of(*opened);
    }
    digest out;
    add(out, opened.error());
    return out.value();
}

} // namespace walk
