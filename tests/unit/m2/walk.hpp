// Computes a digest of everything that is reachable from a World of Warcraft model.
#pragma once

#include "support/walk.hpp"

#include <effigy/core/fields.hpp>
#include <effigy/m2.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/m2/view/wanted_companions.hpp>

#include <array>
#include <vector>

namespace walk {

namespace m2 = effigy::m2;

inline constexpr std::array<std::uint32_t, 3> some_animations{0, 1, effigy::npos};

[[nodiscard]] inline std::array<m2::animation_time, 4> times() {
    return {{{0, 0.25, 0.1}, {1, 0.1, 1e27}, {effigy::npos, 0, -0.007}, {0, not_a_number, not_a_number}}};
}

// ---- tracks --------------------------------------------------------------------------------------------------------

template <class Track, class Function> void timing(const Track& track, const Function& f) {
    f(static_cast<bool>(track), track.interpolation(), track.is_global(), track.global_sequence());
    f(track.global_duration(), track.key_count(), track.timeline().ranges(), track.timeline().times_ms());
}
template <class Track, class Function> void keys(const Track& track, const Function& f) {
    f(track.empty());
    for (const std::uint32_t animation : some_animations) {
        const auto keys = track.keys(animation);
        f(keys.has_tangents(), keys.times, keys.values, keys.times.at(keys.times.size()));
        for (const std::size_t i : {std::size_t{0}, keys.times.size() / 2, keys.times.size()}) {
            f(m2::key_at<float>(keys, i).out);
        }
    }
    for (const m2::animation_time& when : times()) {
        f(m2::sample<double>(track, when), m2::sample<float>(track, when));
    }
}
template <class Function> void members(const m2::event_track& track, const Function& f) {
    timing(track, f);
    for (const std::uint32_t animation : some_animations) {
        f(track.times_ms(animation));
    }
}
template <class T, class Function> void members(const m2::track<T>& track, const Function& f) {
    timing(track, f);
    keys(track, f);
}
template <class Function> void members(const m2::rotation_track& track, const Function& f) {
    timing(track, f);
    keys(track, f);
}
template <class T, class Function> void members(const m2::life_track<T>& track, const Function& f) {
    f(static_cast<bool>(track), track.ages(), track.values());
    for (const double age : {0.0, 0.3, 1.0, not_a_number}) {
        f(m2::sample<double>(track, age), m2::sample<float>(track, age));
    }
}

// ---- views of records ----------------------------------------------------------------------------------------------

template <class Function> void members(const m2::animation& one, const Function& f) {
    f(static_cast<bool>(one), one.id(), one.name(), one.variation(), one.duration(), one.flags(), one.move_speed());
    f(one.probability(), one.replay_min(), one.replay_max(), one.blend_time(), one.next_variation(), one.alias());
    f(one.start_ms(), one.end_ms(), one.key_place(), one.bounds());
}
template <class Function> void members(const m2::bone& one, const Function& f) {
    f(static_cast<bool>(one), one.id(), one.parent(), one.flags(), one.submesh(), one.unknown());
    f(m2::billboard_of(one.flags()), one.pivot(), one.translation(), one.rotation(), one.scale());
}
template <class Function> void members(const m2::color& one, const Function& f) { f(one.rgb(), one.alpha()); }
template <class Function> void members(const m2::texture_transform& one, const Function& f) {
    f(one.translation(), one.rotation(), one.scale());
}
template <class Function> void members(const m2::attachment& one, const Function& f) {
    f(one.id(), one.bone(), one.position(), one.visible());
}
template <class Function> void members(const m2::event& one, const Function& f) {
    f(one.id(), one.data(), one.bone(), one.position(), one.times());
}
template <class Function> void members(const m2::light& one, const Function& f) {
    f(one.type(), one.bone(), one.position(), one.ambient_color(), one.ambient_intensity(), one.diffuse_color());
    f(one.diffuse_intensity(), one.attenuation_start(), one.attenuation_end(), one.visible());
}
template <class Function> void members(const m2::camera& one, const Function& f) {
    f(one.type(), one.far_clip(), one.near_clip(), one.diagonal_field_of_view());
    f(m2::vertical_field_of_view(static_cast<double>(one.diagonal_field_of_view()), 1.5));
    f(one.position(), one.target(), one.roll(), one.field_of_view());
    for (const m2::animation_time& when : times()) {
        const m2::camera_pose<double> pose = m2::sample<double>(one, when);
        f(pose.eye, pose.target, pose.roll, pose.diagonal_field_of_view);
    }
}
template <class Function> void members(const m2::ribbon& one, const Function& f) {
    f(one.id(), one.bone(), one.position(), one.textures(), one.materials(), one.color(), one.alpha());
    f(one.height_above(), one.height_below(), one.edges_per_second(), one.edge_lifetime(), one.gravity());
    f(one.rows(), one.columns(), one.priority_plane(), one.slot(), one.visible());
}
template <class Function> void members(const m2::particle& one, const Function& f) {
    const m2::emission emission = one.emission();
    f(one.id(), one.flags(), one.position(), one.bone(), one.texture(), one.model(), one.recursion_model());
    f(emission.blend, emission.shape, emission.color_index, one.type(), one.head_or_tail(), one.tile_rotation());
    f(one.rows(), one.columns(), one.colors(), one.scales(), one.cells(), one.tumble(), one.midpoint());
    f(one.tail_length(), one.twinkle_speed(), one.twinkle_percent(), one.twinkle_scale_min(), one.twinkle_scale_max());
    f(one.burst_multiplier(), one.drag(), one.spin(), one.wind(), one.wind_time(), one.follow_speed_1());
    f(one.follow_scale_1(), one.follow_speed_2(), one.follow_scale_2(), one.spline_points(), one.enabled());
    f(one.lifespan_variation(), one.emission_rate_variation(), one.base_spin(), one.base_spin_variation());
    f(one.spin_variation(), one.color(), one.alpha(), one.scale(), one.scale_variation());
    f(one.head_cell(), one.tail_cell());
    for (std::size_t i = 0; i <= m2::particle_track_count; ++i) {
        f(one.track(static_cast<m2::particle_track>(i)));
    }
    for (const std::uint32_t stage : {0U, 1U, 2U, 3U}) {
        f(one.texture(stage));
    }
}
template <class Function> void members(const m2::particle_extension& one, const Function& f) {
    f(one.z_source(), one.color_multiplier(), one.alpha_multiplier(), one.alpha_cutoff());
}

// ---- models and companions -----------------------------------------------------------------------------------------

template <class Function> void members(const m2::skin_profile& profile, const Function& f) {
    f(profile.number(), profile.bone_limit(), profile.triangle_count(), profile.vertex_lookup());
    f(profile.triangles_as_stored(), profile.indices(), profile.indices().at(profile.indices().size()));
    f(profile.palette_joints(), profile.submeshes(), profile.submesh_sortings(), profile.batches());
    f(profile.shadow_batches());
    for (const auto& submesh : profile.submeshes()) {
        f(profile.triangles_as_stored(submesh), profile.indices(submesh));
    }
}
template <class Function> void members(const m2::chunk& one, const Function& f) {
    f(one.id(), one.offset(), one.as<effigy::u8>(), one.record<effigy::u32<>>() != nullptr);
}
template <class Function> void members(const m2::skin_file& one, const Function& f) { f(one.profile()); }
template <class Function> void members(const m2::chunked_file& one, const Function& f) {
    f(one.version(), one.chunks());
}
template <class Function> void members(const m2::skeleton& one, const Function& f) {
    f(static_cast<bool>(one), one.name(), one.parent_file(), one.chunks(), one.animation_files(), one.bone_files());
    f(one.global_sequences_ms(), one.animations(), one.bones(), one.key_bone_lookup());
    f(one.attachments(), one.attachment_lookup());
    std::array<effigy::tree_entry, 8> entries;
    f(one.index(entries).size());
}
template <class Function> void members(const m2::model& model, const Function& f) {
    f(model.name(), model.version(), model.flags(), model.bounds(), model.collision_bounds(), model.trailing());
    f(model.global_sequences_ms(), model.animations(), model.animation_lookup(), model.playable_lookup());
    model.animations().visit_records(f);
    f(model.bones(), model.bones().at(model.bones().size()), model.key_bone_lookup(), model.bone_lookup());
    model.bones().visit_records(f);
    f(model.vertices(), model.positions(), model.normals(), model.weights(), model.joints());
    f(model.texcoords(0), model.texcoords(1), model.texcoords(2).size());
    f(model.collision_triangles(), model.collision_vertices(), model.collision_normals(), model.skin_profiles());
    f(model.colors(), model.textures(), model.materials(), model.texture_weights(), model.texture_transforms());
    f(model.replaceable_lookup(), model.texture_lookup(), model.texture_unit_lookup(), model.texture_weight_lookup());
    f(model.texture_transform_lookup(), model.texture_combiner_combos(), model.attachments());
    f(model.attachment_lookup(), model.events(), model.lights(), model.cameras(), model.camera_lookup());
    f(model.ribbons(), model.particles(), model.particle_extensions());
    for (const auto& texture : model.textures()) {
        f(model.get(texture.name));
    }
    for (const auto& profile : model.skin_profiles()) {
        for (const auto& submesh : profile.submeshes()) {
            f(model.palette(submesh));
        }
    }
}
template <class Function> void chunks(const m2::model& model, const Function& f) {
    f(model.chunks(), model.skeleton_file(), model.physics_file(), model.skin_profile_count(), model.skin_files());
    f(model.animation_files(), model.bone_files(), model.texture_files(), model.recursion_model_files());
    f(model.geometry_model_files(), model.blacklisted_animations(), model.particle_geosets(), model.skeleton());
    for (const std::string_view id : {"TXID", "WFV1", "LDV1", "none"}) {
        f(model.chunk(id).bytes().size());
    }
}

// ---- everything ----------------------------------------------------------------------------------------------------

// Memory that callers of views provide.
template <effigy::real R> struct m2_poses {
    std::vector<effigy::pose<R>> poses, of_bound;
    std::vector<m2::bound_bone<R>> bones;
    std::vector<effigy::matrix4x3<R>> matrices;
    std::vector<effigy::vector3<R>> vertices;

    explicit m2_poses(const m2::model& model)
        : poses(model.bones().size()), of_bound(poses.size()), bones(poses.size()), matrices(poses.size()),
          vertices(model.vertex_count()) {}
};
template <> struct memory<m2::model> {
    std::vector<effigy::tree_entry> entries;
    m2_poses<double> fine;
    m2_poses<float> rough;

    explicit memory(const m2::model& model) : entries(model.bones().size()), fine(model), rough(model) {}
};

// A bound animation has the same poses, whatever was played before.
template <effigy::real R>
void check_bound(const m2::model& model, const m2::animation_time& when, const m2::bone_index& bones,
                 m2_poses<R>& given) {
    const m2::bound_animation bound{model, when.animation, bones, given.bones};
    for (const double later : {0.0, -9.0, 0.03, 0.07, 0.2, 1e9, 0.01}) {
        for (const effigy::playback mode : {effigy::playback::once, effigy::playback::loop}) {
            const m2::animation_time at{when.animation, when.seconds + later, when.global_seconds + later};
            const std::size_t count = apply(model, at, bones, given.poses, mode);
            if (has_same_bits && (count != apply(bound, at.seconds, at.global_seconds, given.of_bound, mode) ||
                                  (count != 0 && !same(given.poses, given.of_bound)))) {
                effigy::trap("a bound animation has other poses");
            }
        }
    }
}
template <effigy::real R>
void add_poses(digest& to, const m2::model& model, const m2::bone_index& bones, m2_poses<R>& given) {
    to.add(rest_poses(bones, given.poses));
    for (const m2::animation_time& when : times()) {
        check_bound(model, when, bones, given);
        for (const effigy::playback mode : {effigy::playback::once, effigy::playback::loop}) {
            to.add(apply(model, when, bones, given.poses, mode));
            to.add(local_matrices(given.poses, given.matrices));
            local_to_world(bones, given.matrices);
            to.add(skin_matrices(model, given.matrices, given.matrices));
            add(to, given.matrices);
        }
    }
    to.add(skin_positions(model, given.matrices, given.vertices));
    add(to, given.vertices);
    to.add(skin_normals(model, given.matrices, given.vertices));
    add(to, given.vertices);
}
inline void add_material(digest& to, const m2::model& model, const m2::batch& one, const m2::animation_time& when) {
    const m2::tint<double> tint = m2::tint_of<double>(model, one, when);
    adder{to}(m2::material_of(model, one), tint.rgb, tint.alpha);
    for (const std::uint32_t number : {0U, 1U, 0xFFFFU}) {
        const m2::stage stage = m2::stage_of(model, one, number);
        adder{to}(stage.texture_number, stage.texture_unit, stage.weight_number, stage.transform_number);
        adder{to}(stage.is_environment_map(), m2::sample<double>(stage.weight, when, 1.0), stage.texture);
        add(to, m2::texture_matrix<double>(stage.transform, when));
    }
}
inline void add_firings(digest& to, const m2::model& model, const m2::event& one) {
    for (const std::uint32_t animation : some_animations) {
        m2::for_each_firing(model, one, animation, 0, 1e9, [&](double at) { to.add(at); });
        m2::for_each_firing(model, one, animation, 0.1, 0.3, [&](double at) { to.add(at); });
        m2::for_each_firing(model, one, animation, not_a_number, 0.25, [&](double at) { to.add(at); });
    }
}
inline void add_searches(digest& to, const m2::model& model, const m2::bone_index& bones) {
    for (const std::uint32_t id : {0U, 4U, 0xFFFFU, effigy::npos}) {
        to.add(model.animations().find(id));
        to.add(model.animations().find_listed(id));
    }
    to.add(model.animations().find("walk"));
    for (const std::uint32_t number : some_animations) {
        to.add(model.animations().resolve_alias(number));
    }
    for (const std::int32_t id : {-1, 0, 5, 26}) {
        to.add(bones.find(id));
    }
    m2::for_each_wanted_companion(model, [&](const m2::wanted_companion& one) {
        to.add(m2::companion_suffix{one}.view());
        to.add(one.file);
    });
}

inline void walk_view(digest& to, const m2::model& model, memory<m2::model>& given) {
    to.add(verify(model).code);
    add(to, model);
    chunks(model, adder{to});
    const m2::bone_index bones = model.index(given.entries);
    add(to, bones);
    add_searches(to, model, bones);
    add_poses(to, model, bones, given.fine);
    add_poses(to, model, bones, given.rough);
    for (const auto& profile : model.skin_profiles()) {
        for (const auto& batch : profile.batches()) {
            add_material(to, model, batch, times()[0]);
        }
    }
    for (const auto& event : model.events()) {
        add_firings(to, model, event);
    }
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

} // namespace walk
