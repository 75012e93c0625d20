// Models that own their data: host-endian, aligned, plain vectors; all that the view shows but addresses.
// Memory comes from any std::pmr::memory_resource: about the file's size (measured: 0.74 to 1.01 of it), and where
// lists overlap, which those of few files do, at most six times and 80 KiB.
#pragma once

#include <effigy/m2/decode/owned.hpp>

namespace effigy::inline v0::m2 {

namespace impl {
using namespace effigy::impl;

// ---- what refers to nothing ----------------------------------------------------------------------------------------

template <class T, form F> [[nodiscard]] constexpr T to_owned(const scalar<T, F>& v) noexcept { return v; }
template <class T, form F, std::size_t N>
[[nodiscard]] constexpr std::array<T, N> to_owned(const scalar<T, F> (&v)[N]) noexcept {
    std::array<T, N> out{};
    for (std::size_t i = 0; i < N; ++i) {
        out[i] = v[i];
    }
    return out;
}
template <class T>
concept kept_as_stored =
    std::same_as<T, char> || std::same_as<T, u8> || std::same_as<T, palette_joints> || std::same_as<T, bgra8>;
template <kept_as_stored T> [[nodiscard]] constexpr T to_owned(const T& v) noexcept { return v; }
template <kept_as_stored T, std::size_t N> [[nodiscard]] constexpr std::array<T, N> to_owned(const T (&v)[N]) noexcept {
    return std::to_array(v);
}
template <form F> [[nodiscard]] constexpr std::array<float, 2> to_owned(const vec2<F>& v) noexcept {
    return std::array{v.x.get(), v.y.get()};
}
template <form F> [[nodiscard]] constexpr vector3<float> to_owned(const vec3<F>& v) noexcept {
    return vector3<float>{v};
}
template <form F> [[nodiscard]] constexpr quaternion<float> to_owned(const quat<F>& q) noexcept {
    return quaternion<float>{q};
}
template <form F> [[nodiscard]] constexpr packed_quaternion to_owned(const basic_packed_quat<F>& q) noexcept {
    return {.x = q.x, .y = q.y, .z = q.z, .w = q.w};
}
template <form F> [[nodiscard]] constexpr std::int16_t to_owned(const basic_opacity<F>& v) noexcept { return v.stored; }
template <class T> [[nodiscard]] constexpr auto to_owned(const spline_key<T>& v) noexcept {
    return spline_key<decltype(to_owned(v.value))>{
        .value = to_owned(v.value), .in = to_owned(v.in), .out = to_owned(v.out)};
}
template <form F> [[nodiscard]] constexpr owned_key_range to_owned(const basic_key_range<F>& v) noexcept {
    return {.first = v.first, .last = v.last};
}
template <form F> [[nodiscard]] constexpr owned_bounds to_owned(const basic_bounds<F>& v) noexcept {
    return {.min = to_owned(v.min), .max = to_owned(v.max), .radius = v.radius};
}
template <form F> [[nodiscard]] constexpr owned_animation to_owned(const basic_animation_record<F>& v) noexcept {
    return {.id = v.id,
            .variation = v.variation,
            .start = v.start,
            .end = v.end,
            .move_speed = v.move_speed,
            .flags = v.flags,
            .probability = v.probability,
            .padding = v.padding,
            .replay_min = v.replay_min,
            .replay_max = v.replay_max,
            .blend_time = v.blend_time,
            .bounds = to_owned(v.bounds),
            .next_variation = v.next_variation,
            .alias_next = v.alias_next};
}
template <form F> [[nodiscard]] constexpr owned_playable to_owned(const basic_playable<F>& v) noexcept {
    return {.fallback = v.fallback, .flags = v.flags};
}
template <form F> [[nodiscard]] constexpr owned_vertex to_owned(const basic_vertex<F>& v) noexcept {
    return {.position = to_owned(v.position),
            .weights = to_owned(v.weights),
            .joints = to_owned(v.joints),
            .normal = to_owned(v.normal),
            .texcoords{to_owned(v.texcoords[0]), to_owned(v.texcoords[1])}};
}
template <form F> [[nodiscard]] constexpr owned_submesh to_owned(const basic_submesh<F>& v) noexcept {
    return {.id = v.id,
            .level = v.level,
            .first_vertex = v.first_vertex,
            .vertex_count = v.vertex_count,
            .first_index = v.first_index,
            .index_count = v.index_count,
            .bone_count = v.bone_count,
            .first_palette_bone = v.first_palette_bone,
            .influence_count = v.influence_count,
            .center_bone = v.center_bone,
            .center = to_owned(v.center)};
}
template <form F> [[nodiscard]] constexpr owned_submesh_sorting to_owned(const basic_submesh_sorting<F>& v) noexcept {
    return {.center = to_owned(v.center), .radius = v.radius};
}
template <form F> [[nodiscard]] constexpr owned_batch to_owned(const basic_batch<F>& v) noexcept {
    return {.flags = v.flags,
            .priority_plane = v.priority_plane,
            .shader = v.shader,
            .submesh = v.submesh,
            .geoset = v.geoset,
            .color = v.color,
            .material = v.material,
            .layer = v.layer,
            .texture_count = v.texture_count,
            .texture_combo = v.texture_combo,
            .texture_unit_combo = v.texture_unit_combo,
            .weight_combo = v.weight_combo,
            .transform_combo = v.transform_combo};
}
template <form F> [[nodiscard]] constexpr owned_material to_owned(const basic_material<F>& v) noexcept {
    return {.flags = v.flags, .blend = v.blend};
}

// ---- decoding ------------------------------------------------------------------------------------------------------

template <form F> class decoder : pool_filler<owned_model> {
public:
    decoder(const basic_model<F>& from, std::pmr::memory_resource* memory) : pool_filler(memory), from_(from) {}

    [[nodiscard]] result<owned_model> run() {
        const basic_header<F>* const header = from_.header();
        if (header == nullptr) {
            return result<owned_model>{std::move(made)};
        }
        return fill("m2", promised(from_.file().size()), 0, [&] { put_model(*header); });
    }

private:
    // ---- lists -----------------------------------------------------------------------------------------------------

    template <class Range> auto put(const Range& stored) {
        return put_all(stored, [](const auto& one) { return to_owned(one); });
    }
    template <class T> auto put(const array_ref<T, F>& list) { return put(from_.get(list)); }
    owned_text put(const array_ref<char, F>& name) {
        return {.chars = put(from_.file().text_at(name.offset, name.count))};
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    template <class Track> owned_timeline put_timeline(const Track& track) {
        const auto lists = track.timeline();
        const basic_event_track_header<F>* const header = header_of(track);
        return {.interpolation = track.interpolation(),
                .global_sequence = header != nullptr ? header->global_sequence.get() : std::int16_t{-1},
                .ranges = put(lists.ranges()),
                .times = put(lists.times_ms())};
    }
    [[nodiscard]] static const basic_event_track_header<F>* header_of(const basic_event_track<F>& track) noexcept {
        return track.record();
    }
    template <class T>
    [[nodiscard]] static const basic_event_track_header<F>* header_of(const basic_track<T, F>& track) noexcept {
        return track ? &track.record()->timeline : nullptr;
    }
    [[nodiscard]] static const basic_event_track_header<F>* header_of(const basic_rotation_track<F>& track) noexcept {
        return track.full() != nullptr     ? &track.full()->timeline
               : track.packed() != nullptr ? &track.packed()->timeline
                                           : nullptr;
    }
    owned_timeline put_track(const basic_event_track<F>& track) { return put_timeline(track); }
    template <class T> auto put_track(const basic_track<T, F>& track) {
        owned_track<decltype(to_owned(std::declval<const T&>()))> out;
        static_cast<owned_timeline&>(out) = put_timeline(track);
        out.values = put(track.timeline().values());
        return out;
    }
    owned_rotation_track put_track(const basic_rotation_track<F>& track) {
        owned_rotation_track out;
        static_cast<owned_timeline&>(out) = put_timeline(track);
        out.full = put(track.timeline().full_values());
        out.packed = put(track.timeline().packed_values());
        return out;
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    // Each list is a statement of its own: the order of the pools is that of the file.
    void put_model(const basic_header<F>& of) {
        made.version = of.version;
        made.name = put(of.name);
        made.flags = of.flags;
        made.global_sequences = put(of.global_sequences);
        made.animations = put(of.animations);
        made.animation_lookup = put(of.animation_lookup);
        made.playable_lookup = put(of.playable_lookup);
        made.bones = put_each(from_.bones(), [&](const basic_bone<F>& bone) { return decode_bone(bone); });
        made.key_bone_lookup = put(of.key_bone_lookup);
        made.vertices = put(of.vertices);
        made.skin_profiles =
            put_each(from_.skin_profiles(), [&](const auto& profile) { return decode_profile(profile); });
        put_materials(of);
        put_attached(of);
    }
    void put_materials(const basic_header<F>& of) {
        made.colors = put_each(from_.colors(), [&](const basic_color<F>& color) {
            return owned_color{.rgb = put_track(color.rgb()), .alpha = put_track(color.alpha())};
        });
        made.textures = put_each(from_.textures(), [&](const basic_texture<F>& one) {
            return owned_texture{.type = one.type, .flags = one.flags, .padding = one.padding, .name = put(one.name)};
        });
        made.texture_weights = put_each(from_.texture_weights(), [&](const auto& track) { return put_track(track); });
        made.flipbook_count = of.flipbooks.count;
        made.texture_transforms = put_each(from_.texture_transforms(), [&](const basic_texture_transform<F>& moves) {
            return owned_texture_transform{.translation = put_track(moves.translation()),
                                           .rotation = put_track(moves.rotation()),
                                           .scale = put_track(moves.scale())};
        });
        made.replaceable_lookup = put(of.replaceable_lookup);
        made.materials = put(of.materials);
        made.bone_lookup = put(of.bone_lookup);
        made.texture_lookup = put(of.texture_lookup);
        made.texture_unit_lookup = put(of.texture_unit_lookup);
        made.texture_weight_lookup = put(of.texture_weight_lookup);
        made.texture_transform_lookup = put(of.texture_transform_lookup);
    }
    void put_attached(const basic_header<F>& of) {
        made.bounds = to_owned(of.bounds);
        made.collision_bounds = to_owned(of.collision_bounds);
        made.collision_triangles = put(of.collision_triangles);
        made.collision_vertices = put(of.collision_vertices);
        made.collision_normals = put(of.collision_normals);
        made.attachments = put_each(from_.attachments(), [&](const basic_attachment<F>& point) {
            return owned_attachment{.id = point.id(),
                                    .bone = static_cast<std::uint16_t>(point.bone()),
                                    .padding = point ? point.record()->padding.get() : std::uint16_t{0},
                                    .position = point.position(),
                                    .visible = put_track(point.visible())};
        });
        made.attachment_lookup = put(of.attachment_lookup);
        made.events = put_each(from_.events(), [&](const basic_event<F>& fired) {
            return owned_event{.id = fired ? to_owned(fired.record()->id.chars) : std::array<char, 4>{},
                               .data = fired.data(),
                               .bone = fired.bone(),
                               .position = fired.position(),
                               .times = put_track(fired.times())};
        });
        made.lights = put_each(from_.lights(), [&](const basic_light<F>& lamp) { return decode_light(lamp); });
        made.cameras = put_each(from_.cameras(), [&](const basic_camera<F>& viewer) { return decode_camera(viewer); });
        made.camera_lookup = put(of.camera_lookup);
        made.ribbons = put_each(from_.ribbons(), [&](const basic_ribbon<F>& trail) { return decode_ribbon(trail); });
        made.particles =
            put_each(from_.particles(), [&](const basic_particle<F>& emitter) { return decode_particle(emitter); });
    }

    owned_bone decode_bone(const basic_bone<F>& bone) {
        owned_bone out;
        out.key_bone = bone.id();
        out.flags = bone.flags();
        out.parent = bone ? bone.record()->parent.get() : std::int16_t{-1};
        out.submesh = bone.submesh();
        out.unknown = bone.unknown();
        out.translation = put_track(bone.translation());
        out.rotation = put_track(bone.rotation());
        out.scale = put_track(bone.scale());
        out.pivot = bone.pivot();
        return out;
    }
    owned_skin_profile decode_profile(const basic_skin_profile<F>& profile) {
        return {.vertex_lookup = put(profile.vertex_lookup()),
                .triangles = put(profile.triangles_as_stored()),
                .palette_joints = put(profile.palette_joints()),
                .submeshes = put(profile.submeshes()),
                .submesh_sortings = put(profile.submesh_sortings()),
                .batches = put(profile.batches()),
                .bone_limit = profile.bone_limit()};
    }
    owned_light decode_light(const basic_light<F>& lamp) {
        return {.type = lamp.type(),
                .bone = lamp ? lamp.record()->bone.get() : std::int16_t{-1},
                .position = lamp.position(),
                .ambient_color = put_track(lamp.ambient_color()),
                .ambient_intensity = put_track(lamp.ambient_intensity()),
                .diffuse_color = put_track(lamp.diffuse_color()),
                .diffuse_intensity = put_track(lamp.diffuse_intensity()),
                .attenuation_start = put_track(lamp.attenuation_start()),
                .attenuation_end = put_track(lamp.attenuation_end()),
                .visible = put_track(lamp.visible())};
    }
    owned_camera decode_camera(const basic_camera<F>& viewer) {
        return {.type = viewer.type(),
                .diagonal_field_of_view = viewer.diagonal_field_of_view(),
                .far_clip = viewer.far_clip(),
                .near_clip = viewer.near_clip(),
                .position = put_track(viewer.position()),
                .position_base = viewer.position_base(),
                .target = put_track(viewer.target()),
                .target_base = viewer.target_base(),
                .roll = put_track(viewer.roll())};
    }
    owned_ribbon decode_ribbon(const basic_ribbon<F>& trail) {
        return {.id = trail.id(),
                .bone = trail.bone(),
                .position = trail.position(),
                .textures = put(trail.textures()),
                .materials = put(trail.materials()),
                .color = put_track(trail.color()),
                .alpha = put_track(trail.alpha()),
                .height_above = put_track(trail.height_above()),
                .height_below = put_track(trail.height_below()),
                .edges_per_second = trail.edges_per_second(),
                .edge_lifetime = trail.edge_lifetime(),
                .gravity = trail.gravity(),
                .rows = trail.rows(),
                .columns = trail.columns(),
                .slot = put_track(trail.slot()),
                .visible = put_track(trail.visible())};
    }
    owned_particle decode_particle(const basic_particle<F>& emitter) {
        if (!emitter) {
            return {};
        }
        const basic_particle_record<F>& of = *emitter.record();
        owned_particle out;
        out.id = of.id;
        out.flags = of.flags;
        out.position = to_owned(of.position);
        out.bone = of.bone;
        out.texture = of.texture;
        out.model = put(of.model);
        out.recursion_model = put(of.recursion_model);
        out.emission = emitter.emission();
        out.emits_by_color = emitter.emits_by_color();
        out.type = of.type;
        out.head_or_tail = of.head_or_tail;
        out.tile_rotation = of.tile_rotation;
        out.rows = of.rows;
        out.columns = of.columns;
        for (std::size_t i = 0; i < particle_track_count; ++i) {
            out.tracks[i] = put_track(emitter.track(static_cast<particle_track>(i)));
        }
        put_look(of, out);
        out.spline_points = put(of.spline_points);
        out.enabled = put_track(emitter.enabled());
        return out;
    }
    static void put_look(const basic_particle_record<F>& of, owned_particle& out) {
        out.midpoint = of.midpoint;
        out.colors = to_owned(of.colors);
        out.scales = to_owned(of.scales);
        out.cells = to_owned(of.cells);
        out.tail_length = of.tail_length;
        out.twinkle_speed = of.twinkle_speed;
        out.twinkle_percent = of.twinkle_percent;
        out.twinkle_scale_min = of.twinkle_scale_min;
        out.twinkle_scale_max = of.twinkle_scale_max;
        out.burst_multiplier = of.burst_multiplier;
        out.drag = of.drag;
        out.spin = of.spin;
        out.tumble = to_owned(of.tumble);
        out.wind = to_owned(of.wind);
        out.wind_time = of.wind_time;
        out.follow_speed_1 = of.follow_speed_1;
        out.follow_scale_1 = of.follow_scale_1;
        out.follow_speed_2 = of.follow_speed_2;
        out.follow_scale_2 = of.follow_scale_2;
    }

    const basic_model<F>& from_;
};

} // namespace impl

// Errors: budget, when other bytes than open() validated would take more memory than is promised.
template <form F>
[[nodiscard]] result<owned_model> decode(const basic_model<F>& from,
                                         std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return impl::decoder<F>{from, memory}.run();
}

} // namespace effigy::inline v0::m2
