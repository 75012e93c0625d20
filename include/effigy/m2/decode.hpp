// Models that own their data: host-endian, aligned, plain vectors; all that the view shows but addresses.
// Memory comes from any std::pmr::memory_resource: about the file's size (measured: 0.74 to 1.01 of it), and where
// lists overlap, which those of few files do, at most six times and 80 KiB.
#pragma once

#include <effigy/m2/decode/owned.hpp>

namespace effigy::inline v0::m2 {

// ---- what refers to nothing ----------------------------------------------------------------------------------------

template <class T, endian E> [[nodiscard]] constexpr T to_owned(const scalar<T, E>& v) noexcept { return v; }
template <class T, endian E, std::size_t N>
[[nodiscard]] constexpr std::array<T, N> to_owned(const scalar<T, E> (&v)[N]) noexcept {
    std::array<T, N> out{};
    for (std::size_t i = 0; i < N; ++i) {
        out[i] = v[i];
    }
    return out;
}
template <class T>
concept kept_as_stored =
    std::same_as<T, char> || std::same_as<T, u8> || std::same_as<T, bone_properties> || std::same_as<T, bgra8>;
template <kept_as_stored T> [[nodiscard]] constexpr T to_owned(const T& v) noexcept { return v; }
template <kept_as_stored T, std::size_t N> [[nodiscard]] constexpr std::array<T, N> to_owned(const T (&v)[N]) noexcept {
    return std::to_array(v);
}
template <endian E> [[nodiscard]] constexpr std::array<float, 2> to_owned(const vec2<E>& v) noexcept {
    return std::array{v.x.get(), v.y.get()};
}
template <endian E> [[nodiscard]] constexpr vector3<float> to_owned(const vec3<E>& v) noexcept {
    return vector3<float>{v};
}
template <endian E> [[nodiscard]] constexpr quaternion<float> to_owned(const quat<E>& q) noexcept {
    return quaternion<float>{q};
}
template <endian E> [[nodiscard]] constexpr packed_quaternion to_owned(const basic_packed_quat<E>& q) noexcept {
    return {.x = q.x, .y = q.y, .z = q.z, .w = q.w};
}
template <endian E> [[nodiscard]] constexpr std::int16_t to_owned(const basic_opacity<E>& v) noexcept {
    return v.stored;
}
template <class T> [[nodiscard]] constexpr auto to_owned(const spline_key<T>& v) noexcept {
    return spline_key<decltype(to_owned(v.value))>{
        .value = to_owned(v.value), .in = to_owned(v.in), .out = to_owned(v.out)};
}
template <endian E> [[nodiscard]] constexpr owned_key_range to_owned(const basic_key_range<E>& v) noexcept {
    return {.first = v.first, .last = v.last};
}
template <endian E> [[nodiscard]] constexpr owned_bounds to_owned(const basic_bounds<E>& v) noexcept {
    return {.min = to_owned(v.min), .max = to_owned(v.max), .radius = v.radius};
}
template <endian E> [[nodiscard]] constexpr owned_sequence to_owned(const basic_sequence<E>& v) noexcept {
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
template <endian E> [[nodiscard]] constexpr owned_playable to_owned(const basic_playable<E>& v) noexcept {
    return {.fallback = v.fallback, .flags = v.flags};
}
template <endian E> [[nodiscard]] constexpr owned_vertex to_owned(const basic_vertex<E>& v) noexcept {
    return {.position = to_owned(v.position),
            .weights = to_owned(v.weights),
            .bones = to_owned(v.bones),
            .normal = to_owned(v.normal),
            .texcoords{to_owned(v.texcoords[0]), to_owned(v.texcoords[1])}};
}
template <endian E> [[nodiscard]] constexpr owned_submesh to_owned(const basic_submesh<E>& v) noexcept {
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
template <endian E> [[nodiscard]] constexpr owned_submesh_sorting to_owned(const basic_submesh_sorting<E>& v) noexcept {
    return {.center = to_owned(v.center), .radius = v.radius};
}
template <endian E> [[nodiscard]] constexpr owned_batch to_owned(const basic_batch<E>& v) noexcept {
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
template <endian E> [[nodiscard]] constexpr owned_material to_owned(const basic_material<E>& v) noexcept {
    return {.flags = v.flags, .blend = v.blend};
}

// ---- decoding ------------------------------------------------------------------------------------------------------

template <endian E> class basic_decoder : pool_filler<owned_model> {
public:
    basic_decoder(const basic_model<E>& from, std::pmr::memory_resource* memory) : pool_filler(memory), from_(from) {}

    // Empty when the view is, or when other bytes than open() proved would take more memory than is promised.
    [[nodiscard]] owned_model run() {
        const basic_header<E>* const header = from_.header();
        if (header == nullptr) {
            return std::move(made);
        }
        return fill(promised(from_.file().size()), [&] { put_model(*header); });
    }

private:
    // ---- lists -----------------------------------------------------------------------------------------------------

    template <class Range> auto put(const Range& stored) {
        return put_all(stored, [](const auto& one) { return to_owned(one); });
    }
    template <class T> auto put(const array_ref<T, E>& list) { return put(from_.get(list)); }
    owned_text put(const array_ref<char, E>& name) {
        return {.chars = put(from_.file().text_at(name.offset, name.count))};
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    owned_timeline put(const basic_timeline<E>& of) {
        return {.interpolation = of.interpolation,
                .global_sequence = static_cast<std::int16_t>(of.global_sequence),
                .ranges = put(of.ranges),
                .times = put(of.times)};
    }
    template <class T> auto put(const basic_track<T, E>& of) {
        owned_track<decltype(to_owned(std::declval<const T&>()))> out;
        static_cast<owned_timeline&>(out) = put(static_cast<const basic_timeline<E>&>(of));
        out.values = put(of.values);
        return out;
    }
    owned_rotation_track put(const basic_rotation_track<E>& of) {
        owned_rotation_track out;
        static_cast<owned_timeline&>(out) = put(of.timeline());
        out.full = put(of.full.values);
        out.packed = put(of.packed.values);
        return out;
    }
    owned_timeline put(const basic_event_track_header<E>& of) { return put(from_.get(of)); }
    template <class T> auto put(const basic_track_header<T, E>& of) { return put(from_.get(of)); }

    // ---- records ---------------------------------------------------------------------------------------------------

    // Each list is a statement of its own: the order of the pools is that of the file.
    void put_model(const basic_header<E>& of) {
        made.version = of.version;
        made.name = put(of.name);
        made.flags = of.flags;
        made.global_sequences = put(of.global_sequences);
        made.sequences = put(of.sequences);
        made.sequence_lookup = put(of.sequence_lookup);
        made.playable_lookup = put(of.playable_lookup);
        made.bones = put_each(from_.bones(), [&](const basic_bone<E>& one) { return joint(one); });
        made.key_bone_lookup = put(of.key_bone_lookup);
        made.vertices = put(of.vertices);
        made.views = put_each(from_.views(), [&](const basic_view<E>& one) { return mesh(one); });
        put_materials(of);
        put_movers(of);
    }
    void put_materials(const basic_header<E>& of) {
        made.colors = put_each(from_.colors(), [&](const basic_color<E>& one) {
            return owned_color{.rgb = put(one.rgb), .alpha = put(one.alpha)};
        });
        made.textures = put_each(from_.textures(), [&](const basic_texture<E>& one) {
            return owned_texture{.type = one.type, .flags = one.flags, .padding = one.padding, .name = put(one.name)};
        });
        made.weights = put_each(from_.weights(), [&](const auto& one) { return put(one); });
        made.flipbook_count = of.flipbooks.count;
        made.transforms = put_each(from_.transforms(), [&](const basic_texture_transform<E>& one) {
            return owned_texture_transform{
                .translation = put(one.translation), .rotation = put(one.rotation), .scale = put(one.scale)};
        });
        made.replaceable_lookup = put(of.replaceable_lookup);
        made.materials = put(of.materials);
        made.bone_lookup = put(of.bone_lookup);
        made.texture_lookup = put(of.texture_lookup);
        made.texture_unit_lookup = put(of.texture_unit_lookup);
        made.weight_lookup = put(of.weight_lookup);
        made.transform_lookup = put(of.transform_lookup);
    }
    void put_movers(const basic_header<E>& of) {
        made.bounds = to_owned(of.bounds);
        made.collision_bounds = to_owned(of.collision_bounds);
        made.collision_triangles = put(of.collision_triangles);
        made.collision_vertices = put(of.collision_vertices);
        made.collision_normals = put(of.collision_normals);
        made.attachments = put_each(from_.attachments(), [&](const basic_attachment<E>& one) {
            return owned_attachment{.id = one.id,
                                    .bone = one.bone,
                                    .padding = one.padding,
                                    .position = to_owned(one.position),
                                    .visible = put(one.visible)};
        });
        made.attachment_lookup = put(of.attachment_lookup);
        made.events = put_each(from_.events(), [&](const basic_event<E>& one) {
            return owned_event{.id = to_owned(one.id.chars),
                               .data = one.data,
                               .bone = one.bone,
                               .position = to_owned(one.position),
                               .times = put(one.times)};
        });
        made.lights = put_each(from_.lights(), [&](const basic_light<E>& one) { return lamp(one); });
        made.cameras = put_each(from_.cameras(), [&](const basic_camera<E>& one) {
            return owned_camera{.type = one.type,
                                .diagonal_field_of_view = one.diagonal_field_of_view,
                                .far_clip = one.far_clip,
                                .near_clip = one.near_clip,
                                .position = put(one.position),
                                .position_base = to_owned(one.position_base),
                                .target = put(one.target),
                                .target_base = to_owned(one.target_base),
                                .roll = put(one.roll)};
        });
        made.camera_lookup = put(of.camera_lookup);
        made.ribbons = put_each(from_.ribbons(), [&](const basic_ribbon<E>& one) { return trail(one); });
        made.particles = put_each(from_.particles(), [&](const basic_particle<E>& one) { return emitter(one); });
    }

    owned_bone joint(const basic_bone<E>& of) {
        if (!of) {
            return {};
        }
        const basic_bone_header<E>& header = *of.header();
        owned_bone out;
        out.key_bone = header.key_bone;
        out.flags = header.flags;
        out.parent = header.parent;
        out.submesh = header.submesh;
        out.unknown = of.unknown() != nullptr ? of.unknown()->get() : 0U;
        out.translation = put(of.translation());
        out.rotation = put(of.rotation());
        out.scale = put(of.scale());
        out.pivot = to_owned(*of.pivot());
        return out;
    }
    owned_view mesh(const basic_view<E>& of) {
        if (!of) {
            return {};
        }
        return {.indices = put(of.indices()),
                .triangles = put(of.triangles()),
                .bone_properties = put(of.bone_properties()),
                .submeshes = put(of.submeshes()),
                .submesh_sortings = put(of.submesh_sortings()),
                .batches = put(of.batches()),
                .bone_limit = of.header()->bone_limit};
    }
    owned_light lamp(const basic_light<E>& of) {
        return {.type = of.type,
                .bone = of.bone,
                .position = to_owned(of.position),
                .ambient_color = put(of.ambient_color),
                .ambient_intensity = put(of.ambient_intensity),
                .diffuse_color = put(of.diffuse_color),
                .diffuse_intensity = put(of.diffuse_intensity),
                .attenuation_start = put(of.attenuation_start),
                .attenuation_end = put(of.attenuation_end),
                .visible = put(of.visible)};
    }
    owned_ribbon trail(const basic_ribbon<E>& of) {
        return {.id = of.id,
                .bone = of.bone,
                .position = to_owned(of.position),
                .textures = put(of.textures),
                .materials = put(of.materials),
                .color = put(of.color),
                .alpha = put(of.alpha),
                .height_above = put(of.height_above),
                .height_below = put(of.height_below),
                .edges_per_second = of.edges_per_second,
                .edge_lifetime = of.edge_lifetime,
                .gravity = of.gravity,
                .rows = of.rows,
                .columns = of.columns,
                .slot = put(of.slot),
                .visible = put(of.visible)};
    }
    owned_particle emitter(const basic_particle<E>& of) {
        owned_particle out;
        out.id = of.id;
        out.flags = of.flags;
        out.position = to_owned(of.position);
        out.bone = of.bone;
        out.texture = of.texture;
        out.model = put(of.model);
        out.recursion_model = put(of.recursion_model);
        out.emission = emission_of(from_, of);
        out.emits_by_color = m2::emits_by_color(from_, of);
        out.type = of.type;
        out.head_or_tail = of.head_or_tail;
        out.tile_rotation = of.tile_rotation;
        out.rows = of.rows;
        out.columns = of.columns;
        for (std::size_t i = 0; i < particle_track_count; ++i) {
            out.tracks[i] = put(of.tracks[i]);
        }
        put_look(of, out);
        out.spline_points = put(of.spline_points);
        out.enabled = put(of.enabled);
        return out;
    }
    static void put_look(const basic_particle<E>& of, owned_particle& out) {
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

    const basic_model<E>& from_;
};

template <endian E>
[[nodiscard]] owned_model decode(const basic_model<E>& from,
                                 std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return basic_decoder<E>{from, memory}.run();
}

} // namespace effigy::inline v0::m2
