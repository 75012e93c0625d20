// M2 models, described in memory and written as versions 256 .. 274, with their companions.
// Independent of the readers: the layout follows docs/m2.md, and the order of the blocks follows client files. No
// client file with MD21, .skel or chunked .anim was available. These files are written as public readers read them.
#pragma once

#include "support/byte_builder.hpp"

#include <array>
#include <functional>
#include <utility>

namespace fixtures::m2 {
using support::byte_builder;

using vec2 = std::array<float, 2>;
using vec3 = std::array<float, 3>;
using vec4 = std::array<float, 4>; // a quaternion: x, y, z, w
using key_range = std::array<std::uint32_t, 2>;

enum interpolation : std::int16_t { step, linear, hermite, bezier };

// The keys of one animation.
struct key_list {
    std::vector<std::uint32_t> times{}; // since the animation's start
    std::vector<float> values{};
};

// Values that change with time. The stored type depends on the record. The keys are on the common time line of versions
// before 264. fixtures_keys.hpp converts them for later versions.
struct track {
    std::int16_t interpolation = step;
    std::int16_t global = -1;
    std::vector<key_range> ranges{};
    std::vector<std::uint32_t> times{};
    std::vector<float> values{};   // of all keys
    std::vector<key_list> lists{}; // if not empty, stored by versions from 264 on
};
// A track with a constant value.
[[nodiscard]] track constant(std::vector<float> value);

struct box {
    vec3 min{}, max{};
    float radius = 0;
};

// Flags of an animation from version 264 on. `inside`: its keys are in the model. `is_alias`: it is an alias.
inline constexpr std::uint32_t inside = 0x20, is_alias = 0x40;

struct animation {
    std::uint16_t id = 0, variation = 0;
    std::uint32_t start = 0, end = 0;
    std::uint32_t flags = 0;
    std::int16_t probability = 32767;
    std::uint32_t blend_time = 150;
    box bounds{};
    std::int16_t next = -1;
    std::uint16_t alias = 0;
    float move_speed = 0;
    std::uint16_t padding = 0;
    std::uint32_t replay_min = 0, replay_max = 0;
};

struct bone {
    std::int16_t parent = -1;
    vec3 pivot{};
    std::int32_t key = -1;
    std::uint32_t flags = 0;
    track translation{}, rotation{}, scale{};
    std::uint16_t submesh = 0;
    std::uint32_t unknown = 0; // from version 260 on
};

struct vertex {
    vec3 position{};
    vec3 normal{0, 0, 1};
    vec2 texcoord{};
    std::array<std::uint8_t, 4> weights{255, 0, 0, 0};
    std::array<std::uint8_t, 4> bones{};
    vec2 second_texcoord{};
};

struct submesh {
    std::uint16_t id = 0;
    std::uint16_t first_vertex = 0, vertex_count = 0;
    std::uint16_t first_index = 0, index_count = 0;
    std::uint16_t bone_count = 1, first_bone = 0, influences = 1, center_bone = 0;
    vec3 center{};
    vec3 sort_center{}; // this and the next field: from version 260 on
    float sort_radius = 0;
    std::uint16_t level = 0;
};

struct batch {
    std::uint16_t submesh = 0, material = 0;
    std::int16_t color = -1;
    std::uint16_t texture = 0, unit = 0, weight = 0, transform = 0; // first entries of the lookup tables
    std::uint16_t texture_count = 1;
    std::uint8_t flags = 0x10;
    std::int8_t priority = 0;
    std::uint16_t layer = 0, shader = 0;
};

struct shadow_batch {
    std::uint8_t flags = 0, flags2 = 0;
    std::uint16_t unknown = 0, submesh = 0, texture = 0, color = 0, weight = 0;
};

struct skin_profile {
    std::vector<std::uint16_t> indices{}, triangles{};
    std::vector<std::array<std::uint8_t, 4>> properties{};
    std::vector<submesh> submeshes{};
    std::vector<batch> batches{};
    std::uint32_t bone_limit = 256;
    std::vector<shadow_batch> shadow_batches{}; // from version 272 on
};

struct color {
    track rgb{}, alpha{};
};

struct texture {
    std::string name{}; // empty if the game chooses the texture
    std::uint32_t type = 0;
    std::uint16_t flags = 3;
    std::uint16_t padding = 0;
};

struct transform {
    track translation{}, rotation{}, scale{};
};

struct material {
    std::uint16_t flags = 0, blend = 0;
};

struct attachment {
    std::uint32_t id = 0;
    std::uint16_t bone = 0;
    vec3 position{};
    track visible{};
    std::uint16_t padding = 0;
};

struct event {
    std::string id = "$CSD";
    std::uint32_t data = 0, bone = 0;
    vec3 position{};
    track times{};
};

struct light {
    std::uint16_t type = 1;
    std::int16_t bone = -1;
    vec3 position{};
    track ambient_color{}, ambient_intensity{}, diffuse_color{}, diffuse_intensity{};
    track attenuation_start{}, attenuation_end{}, visible{};
};

// Each key of a camera's tracks has a value and two tangents.
struct camera {
    std::int32_t type = 0;
    float diagonal = 1, far_clip = 100, near_clip = 0.25F;
    vec3 position_base{}, target_base{};
    track position{}, target{}, roll{};
    track field_of_view{}; // from version 271 on; without keys, the diagonal angle
};

struct ribbon {
    std::int32_t id = -1;
    std::uint32_t bone = 0;
    vec3 position{};
    std::vector<std::uint16_t> textures{}, materials{};
    track color{}, alpha{}, above{}, below{};
    float edges_per_second = 10, edge_lifetime = 0.5F, gravity = 0;
    std::uint16_t rows = 1, columns = 1;
    track slot{}, visible{};
    std::int16_t priority_plane = 0; // from version 264 on
};

// Values of a particle from birth to death. The times are 0 .. 32767.
struct life_track {
    std::vector<std::uint16_t> times{};
    std::vector<float> values{};
};

struct particle {
    std::int32_t id = -1;
    std::uint32_t flags = 0;
    vec3 position{};
    std::uint16_t bone = 0, texture = 0;
    std::string model{}, recursion_model{};
    std::uint16_t blend = 4, shape = 1;
    std::uint16_t color_index = 0; // from version 263 on
    std::uint8_t type = 0, head_or_tail = 0;
    std::int16_t tile_rotation = 0;
    std::uint16_t rows = 1, columns = 1;
    std::array<track, 10> tracks{};
    float midpoint = 0.5F;
    std::array<std::array<std::uint8_t, 4>, 3> bgra{};
    vec3 scales{1, 1, 1};
    std::array<std::uint16_t, 10> cells{};
    std::array<float, 22> numbers{}; // tail length to the second follow scale
    std::vector<vec3> spline{};
    track enabled{};
    // From version 264 on. A life track without times gets three keys from the values of older versions.
    float lifespan_variation = 0, emission_rate_variation = 0;
    life_track color{}, alpha{}, scale{}, head_cells{}, tail_cells{};
    vec2 scale_variation{};
    float base_spin = 0, base_spin_variation = 0, spin_variation = 0;
    std::array<std::int16_t, 8> multi_texture{}; // from version 272 on
};

struct playable {
    std::uint16_t fallback = 0, flags = 0;
};

struct chunk {
    std::string id;
    std::function<void(byte_builder&)> payload;
};
// A chunk of numbers.
[[nodiscard]] chunk u32_chunk(std::string id, std::vector<std::uint32_t> values);
[[nodiscard]] chunk u16_chunk(std::string id, std::vector<std::uint16_t> values);

struct model {
    std::uint32_t version = 260;
    std::string name{};
    std::uint32_t flags = 0;
    std::vector<std::uint32_t> global_sequences{};
    std::vector<animation> animations{};
    std::vector<std::int16_t> animation_lookup{}; // before version 264
    std::vector<std::int16_t> hashed_lookup{};    // from version 264 on
    std::vector<playable> playable_lookup{};
    std::vector<bone> bones{};
    std::vector<std::int16_t> key_bone_lookup{};
    std::vector<vertex> vertices{};
    std::vector<skin_profile> skin_profiles{};
    std::vector<color> colors{};
    std::vector<texture> textures{};
    std::vector<track> weights{};
    std::vector<transform> transforms{};
    std::vector<std::int16_t> replaceable_lookup{};
    std::vector<material> materials{};
    std::vector<std::uint16_t> bone_lookup{};
    std::vector<std::int16_t> texture_lookup{}, texture_unit_lookup{}, weight_lookup{}, transform_lookup{};
    box bounds{}, collision_bounds{};
    std::vector<std::uint16_t> collision_triangles{};
    std::vector<vec3> collision_vertices{}, collision_normals{};
    std::vector<attachment> attachments{};
    std::vector<std::int16_t> attachment_lookup{};
    std::vector<event> events{};
    std::vector<light> lights{};
    std::vector<camera> cameras{};
    std::vector<std::int16_t> camera_lookup{};
    std::vector<ribbon> ribbons{};
    std::vector<particle> particles{};
    std::vector<std::uint16_t> combiner_combos{}; // from version 264 on, if the flags have combined_textures
    std::size_t alignment = 16;                   // of blocks; 1 as in converted files

    bool chunked_animations = false; // .anim files consist of chunks
    bool chunked = false;            // the file is MD21, followed by `chunks`
    std::vector<chunk> chunks{};
    // If not 0, the bones, attachments and animations of an MD21 are in a .skel with `skeleton_chunks`, or in its
    // parent.
    std::uint32_t skeleton_id = 0, parent_skeleton_id = 0;
    std::vector<chunk> skeleton_chunks{};
};
inline constexpr std::uint32_t combined_textures = 8;

// The hash table of versions from 264 on.
[[nodiscard]] std::vector<std::int16_t> hashed(const std::vector<animation>& animations, std::size_t slots);

// ---- writing -------------------------------------------------------------------------------------------------------

// Packs a component of a quaternion, as in versions from 260 on.
[[nodiscard]] std::int16_t packed(float component);

enum class stored { f32, opacity, u8, u16, packed_quat };

// A reference in the file: the path of its {count, offset}, and its elements.
struct reference {
    std::string location;
    std::uint32_t size; // of an element
    std::size_t count;
};

// The file has marks with the paths of error messages. "m2.bones[3].translation.times" is the {count, offset} of a
// list, "m2.bones[3]" a record. From version 264 on "m2.bones[3].translation.times[1]" is the pair of an animation's
// keys. If the keys are in another file, that file has the same mark at their start. Marks of a .skin begin with
// "skin", those of a .skel with "skeleton". The mark of a chunk is its id.
struct part {
    byte_builder file;
    std::vector<reference> lists{};
};

enum class companion_kind { skin, animation, skeleton, parent_skeleton };
struct companion_file : part {
    companion_kind kind = companion_kind::skin;
    std::uint16_t id = 0, variation = 0; // for a .skin the number of its profile
};
// The suffix that follows the model's name: "00.skin", "0004-01.anim", ".skel". The suffix of a parent is invented.
[[nodiscard]] std::string suffix_of(const companion_file& companion);

struct written : part {
    std::vector<companion_file> companions{};
};

[[nodiscard]] written write_all(const model& from);
[[nodiscard]] byte_builder write(const model& from);

// ---- a model -------------------------------------------------------------------------------------------------------

inline constexpr float half = 0.70710678F;

// A track with one key, at 1000 ms.
[[nodiscard]] track held(std::vector<float> value);

// One record of each kind, no empty list, blocks without alignment. Two bones: a root, and an arm one yard above it. In
// the first of two animations, from 1000 to 2000 ms, the arm rises and turns by a quarter about z. From version 264 on,
// the keys of the second animation are in an .anim, and there are two aliases: one of the second animation, and one of
// the first with the flag `inside`.
[[nodiscard]] model small(std::uint32_t version);

// The same in chunks, with a chunk of every kind, and with chunked .anim files.
[[nodiscard]] model small_in_chunks(std::uint32_t version = 274);
// The model in chunks, with a .skel.
[[nodiscard]] model small_with_skeleton(std::uint32_t version = 274);

} // namespace fixtures::m2
