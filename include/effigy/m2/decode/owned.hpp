// What decode() makes: a set of pools, one for each type. Records refer to each other and to their arrays by numbers;
// get() follows them, as the view does in the file:
//
//     for (const owned_bone& one : owned.get(owned.bones)) {
//         use(one.parent, owned.get(one.translation.times), owned.get(one.translation.values));
#pragma once

#include <effigy/m2/view.hpp>
#include <effigy/pools.hpp>

namespace effigy::inline v0::m2 {

// ---- references ----------------------------------------------------------------------------------------------------

using effigy::owned_list;

// A name as it is stored: with its NUL, and what in converted files follows that.
struct owned_text {
    owned_list<char> chars;
};

// ---- records, see records.hpp ---------------------------------------------------------------------------------------

struct owned_key_range {
    std::uint32_t first = 0, last = 0;
};

struct owned_timeline {
    m2::interpolation interpolation = m2::interpolation::step;
    std::int16_t global_sequence = -1;
    owned_list<owned_key_range> ranges;
    owned_list<std::uint32_t> times; // milliseconds
};

// Opacities are std::int16_t, whose 0 .. 32767 stand for 0 .. 1.
template <class T> struct owned_track : owned_timeline {
    owned_list<T> values;
};

// A rotation as files from version 260 on have it.
struct packed_quaternion {
    std::int16_t x = 0, y = 0, z = 0, w = 0;

    [[nodiscard]] constexpr quaternion<float> unpacked() const noexcept {
        using number = i16<form::native>;
        return value_of<float>(basic_packed_quat<form::native>{
            .x = number::of(x), .y = number::of(y), .z = number::of(z), .w = number::of(w)});
    }
};

// One of the two has the values.
struct owned_rotation_track : owned_timeline {
    owned_list<quaternion<float>> full;   // up to version 259
    owned_list<packed_quaternion> packed; // from version 260 on
};

struct owned_bounds {
    vector3<float> min, max;
    float radius = 0;
};

struct owned_animation {
    std::uint16_t id = 0, variation = 0;
    std::uint32_t start = 0, end = 0; // milliseconds
    float move_speed = 0;
    std::uint32_t flags = 0;
    std::int16_t probability = 0;
    std::uint16_t padding = 0;
    std::uint32_t replay_min = 0, replay_max = 0;
    std::uint32_t blend_time = 0;
    owned_bounds bounds;
    std::int16_t next_variation = -1;
    std::uint16_t alias_next = 0;
};

struct owned_playable {
    std::uint16_t fallback = 0, flags = 0;
};

struct owned_vertex {
    vector3<float> position;
    std::array<std::uint8_t, 4> weights{}, joints{};
    vector3<float> normal;
    std::array<std::array<float, 2>, 2> texcoords{};
};

struct owned_bone {
    std::int32_t key_bone = -1;
    std::uint32_t flags = 0;
    std::int16_t parent = -1;
    std::uint16_t submesh = 0;
    std::uint32_t unknown = 0; // from version 260 on
    owned_track<vector3<float>> translation;
    owned_rotation_track rotation;
    owned_track<vector3<float>> scale;
    vector3<float> pivot;
};

struct owned_submesh {
    std::uint16_t id = 0, level = 0;
    std::uint16_t first_vertex = 0, vertex_count = 0;
    std::uint16_t first_index = 0, index_count = 0;
    std::uint16_t bone_count = 0, first_palette_bone = 0;
    std::uint16_t influence_count = 0, center_bone = 0;
    vector3<float> center;
};

struct owned_submesh_sorting {
    vector3<float> center;
    float radius = 0;
};

struct owned_batch {
    std::uint8_t flags = 0;
    std::int8_t priority_plane = 0;
    std::uint16_t shader = 0, submesh = 0, geoset = 0;
    std::int16_t color = -1;
    std::uint16_t material = 0, layer = 0, texture_count = 0;
    std::uint16_t texture_combo = 0, texture_unit_combo = 0, weight_combo = 0, transform_combo = 0;
};

struct owned_skin_profile {
    owned_list<std::uint16_t> vertex_lookup, triangles;
    owned_list<m2::palette_joints> palette_joints;
    owned_list<owned_submesh> submeshes;
    owned_list<owned_submesh_sorting> submesh_sortings; // from version 260 on
    owned_list<owned_batch> batches;
    std::uint32_t bone_limit = 0;
};

struct owned_color {
    owned_track<vector3<float>> rgb;
    owned_track<std::int16_t> alpha;
};

struct owned_texture {
    texture_type type = texture_type::file;
    std::uint16_t flags = 0, padding = 0;
    owned_text name;
};

struct owned_texture_transform {
    owned_track<vector3<float>> translation;
    owned_track<quaternion<float>> rotation;
    owned_track<vector3<float>> scale;
};

struct owned_material {
    std::uint16_t flags = 0;
    blending blend = blending::opaque;
};

struct owned_attachment {
    std::uint32_t id = 0;
    std::uint16_t bone = 0, padding = 0;
    vector3<float> position;
    owned_track<std::uint8_t> visible;
};

struct owned_event {
    std::array<char, 4> id{};
    std::uint32_t data = 0, bone = 0;
    vector3<float> position;
    owned_timeline times;
};

struct owned_light {
    light_type type = light_type::directional;
    std::int16_t bone = -1;
    vector3<float> position;
    owned_track<vector3<float>> ambient_color;
    owned_track<float> ambient_intensity;
    owned_track<vector3<float>> diffuse_color;
    owned_track<float> diffuse_intensity;
    owned_track<float> attenuation_start, attenuation_end;
    owned_track<std::uint8_t> visible;
};

struct owned_camera {
    camera_type type = camera_type::portrait;
    float diagonal_field_of_view = 0;
    float far_clip = 0, near_clip = 0;
    owned_track<spline_key<vector3<float>>> position;
    vector3<float> position_base;
    owned_track<spline_key<vector3<float>>> target;
    vector3<float> target_base;
    owned_track<spline_key<float>> roll;
};

struct owned_ribbon {
    std::int32_t id = 0;
    std::uint32_t bone = 0;
    vector3<float> position;
    owned_list<std::uint16_t> textures, materials;
    owned_track<vector3<float>> color;
    owned_track<std::int16_t> alpha;
    owned_track<float> height_above, height_below;
    float edges_per_second = 0, edge_lifetime = 0, gravity = 0;
    std::uint16_t rows = 0, columns = 0;
    owned_track<std::uint16_t> slot;
    owned_track<std::uint8_t> visible;
};

struct owned_particle {
    std::int32_t id = -1;
    std::uint32_t flags = 0;
    vector3<float> position;
    std::uint16_t bone = 0, texture = 0;
    owned_text model, recursion_model;
    m2::emission emission;
    bool emits_by_color = false; // whether that is stored as version 263 does
    std::uint8_t type = 0, head_or_tail = 0;
    std::int16_t tile_rotation = 0;
    std::uint16_t rows = 0, columns = 0;
    std::array<owned_track<float>, particle_track_count> tracks; // by particle_track
    float midpoint = 0;
    std::array<bgra8, 3> colors{};
    std::array<float, 3> scales{};
    std::array<std::uint16_t, 10> cells{};
    float tail_length = 0;
    float twinkle_speed = 0, twinkle_percent = 0, twinkle_scale_min = 0, twinkle_scale_max = 0;
    float burst_multiplier = 0, drag = 0, spin = 0;
    std::array<float, 6> tumble{};
    vector3<float> wind;
    float wind_time = 0;
    float follow_speed_1 = 0, follow_scale_1 = 0, follow_speed_2 = 0, follow_scale_2 = 0;
    owned_list<vector3<float>> spline_points;
    owned_track<std::uint8_t> enabled;
};

// ---- the model -----------------------------------------------------------------------------------------------------

using model_pools =
    owned_pools<owned_animation, owned_playable, owned_bone, owned_vertex, owned_skin_profile, m2::palette_joints,
                owned_submesh, owned_submesh_sorting, owned_batch, owned_color, owned_texture,
                owned_track<std::int16_t>, owned_texture_transform, owned_material, owned_attachment, owned_event,
                owned_light, owned_camera, owned_ribbon, owned_particle, owned_key_range, char, std::uint8_t,
                std::uint16_t, std::int16_t, std::uint32_t, float, vector3<float>, quaternion<float>, packed_quaternion,
                spline_key<float>, spline_key<vector3<float>>>;

struct owned_model : model_pools {
    std::uint32_t version = 0;
    owned_text name;
    std::uint32_t flags = 0;
    owned_list<std::uint32_t> global_sequences; // milliseconds
    owned_list<owned_animation> animations;
    owned_list<std::int16_t> animation_lookup;
    owned_list<owned_playable> playable_lookup;
    owned_list<owned_bone> bones;
    owned_list<std::int16_t> key_bone_lookup;
    owned_list<owned_vertex> vertices;
    owned_list<owned_skin_profile> skin_profiles;
    owned_list<owned_color> colors;
    owned_list<owned_texture> textures;
    owned_list<owned_track<std::int16_t>> texture_weights;
    std::uint32_t flipbook_count = 0; // their records are not known
    owned_list<owned_texture_transform> texture_transforms;
    owned_list<std::int16_t> replaceable_lookup;
    owned_list<owned_material> materials;
    owned_list<std::uint16_t> bone_lookup;
    owned_list<std::int16_t> texture_lookup, texture_unit_lookup, texture_weight_lookup, texture_transform_lookup;
    owned_bounds bounds, collision_bounds;
    owned_list<std::uint16_t> collision_triangles;
    owned_list<vector3<float>> collision_vertices, collision_normals;
    owned_list<owned_attachment> attachments;
    owned_list<std::int16_t> attachment_lookup;
    owned_list<owned_event> events;
    owned_list<owned_light> lights;
    owned_list<owned_camera> cameras;
    owned_list<std::int16_t> camera_lookup;
    owned_list<owned_ribbon> ribbons;
    owned_list<owned_particle> particles;

    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : model_pools(memory) {}

    using model_pools::get;
    // Up to the first NUL.
    [[nodiscard]] std::string_view get(const owned_text& of) const noexcept {
        const auto chars = get(of.chars);
        const std::string_view whole{chars.data(), chars.size()};
        return whole.substr(0, whole.find('\0'));
    }
};

} // namespace effigy::inline v0::m2
