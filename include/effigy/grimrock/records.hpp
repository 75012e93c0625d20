// Legend of Grimrock: the structs of *.model and *.animation exactly as they lie in the file.
// Source: the format document of the game's authors ("seed"), corrected where 812 models and 40 clips say otherwise
// ("measured"), completed where only the engine knows ("engine").
#pragma once

#include <effigy/core/scalar.hpp>

namespace effigy::inline v0::grimrock {

// An affine transform in column form: p' = x * p.x + y * p.y + z * p.z + translation (engine; measured).
template <endian E> struct basic_mat4x3 {
    vec3<E> x;           // 0x00  image of the unit x axis ("baseX")
    vec3<E> y;           // 0x0C
    vec3<E> z;           // 0x18
    vec3<E> translation; // 0x24
};
using mat4x3 = basic_mat4x3<endian::little>;
static_assert(wire<mat4x3> && sizeof(mat4x3) == 48);

// The slots of a mesh's vertex arrays (seed). The comment tells the shape that real files have (measured: all of 1,420
// meshes); a file may hold any other.
enum class vertex_semantic : std::uint8_t {
    position = 0,  // float32 x 3
    normal = 1,    // float32 x 3; NaN in 22 meshes
    tangent = 2,   // float32 x 3; +dP/du
    bitangent = 3, // float32 x 3; -dP/dv
    color = 4,     // byte x 4, RGBA; the engine ignores it
    texcoord0 = 5, // float32 x 2; origin top left, v downwards
    texcoord1 = 6, // 6 .. 12 occur in no file
    texcoord2 = 7,
    texcoord3 = 8,
    texcoord4 = 9,
    texcoord5 = 10,
    texcoord6 = 11,
    texcoord7 = 12,
    bone_index = 13,  // int32 x 4, into the mesh's bones; the seed says byte, 172 of 172 meshes say int32
    bone_weight = 14, // float32 x 4, sum 1; the seed says byte
};
inline constexpr std::uint32_t vertex_array_count = 15;

enum class component_type : std::uint8_t { byte = 0, int16 = 1, int32 = 2, float32 = 3 };

// All three 0: the array is not used. Else the number of vertices times the stride bytes follow.
template <endian E> struct basic_vertex_array_header {
    i32<E> component; // 0x00  component_type; "dataType"
    i32<E> dimension; // 0x04  components of a vertex; "dim"
    i32<E> stride;    // 0x08  bytes from vertex to vertex
};
using vertex_array_header = basic_vertex_array_header<endian::little>;
static_assert(wire<vertex_array_header> && sizeof(vertex_array_header) == 12);

template <endian E> struct basic_joints {
    i32<E> bone[4]; // index into the mesh's bones; means nothing where the weight is 0
};
using joints = basic_joints<endian::little>;
static_assert(wire<joints> && sizeof(joints) == 16);

// What follows the material's name in a mesh segment.
template <endian E> struct basic_segment_range {
    i32<E> primitive_type; // 0x00  2 = triangle list in 3,021 of 3,021 segments; 1 = lines, 3 = quads (engine)
    i32<E> first_index;    // 0x04  in indices; wrong in 35 meshes, see repaired_segments.hpp
    i32<E> count;          // 0x08  in triangles
};
using segment_range = basic_segment_range<endian::little>;
static_assert(wire<segment_range> && sizeof(segment_range) == 12);

// Do not trust: the radius is too small in 822 of 1,420 meshes, the box wrong in 10 (measured).
template <endian E> struct basic_bounds {
    vec3<E> center; // 0x00  of the sphere
    f32<E> radius;  // 0x0C
    vec3<E> min;    // 0x10  of the box
    vec3<E> max;    // 0x1C
};
using bounds = basic_bounds<endian::little>;
static_assert(wire<bounds> && sizeof(bounds) == 40);

template <endian E> struct basic_bone_record {
    i32<E> node;                  // 0x00  the node that moves it
    basic_mat4x3<E> inverse_bind; // 0x04  mesh space -> bone space ("invRestMatrix")
};
using bone_record = basic_bone_record<endian::little>;
static_assert(wire<bone_record> && sizeof(bone_record) == 52);

// Entity type 1; not in the seed, in no file (engine).
template <endian E> struct basic_light {
    i32<E> type;           // 0x00  0 ambient, 1 directional, 2 point, 3 spot
    vec3<E> color;         // 0x04
    f32<E> range;          // 0x10
    f32<E> spot_angle;     // 0x14
    f32<E> spot_sharpness; // 0x18
    u8 cast_shadow;        // 0x1C
};
using light = basic_light<endian::little>;
static_assert(wire<light> && sizeof(light) == 29);

// Types of nodes: what follows the type. Negative: nothing (seed); any other is an error (engine).
inline constexpr std::int32_t mesh_node = 0;
inline constexpr std::int32_t light_node = 1; // not in the Shinobi engine's models

// ANIM version 1: one key holds all three channels (measured; not in the seed).
template <endian E> struct basic_key {
    vec3<E> position; // 0x00
    quat<E> rotation; // 0x0C
    vec3<E> scale;    // 0x1C
};
using key = basic_key<endian::little>;
static_assert(wire<key> && sizeof(key) == 40);

// The layouts of MDL1 version 2: what differs from the Shinobi engine's version 4, see shinobi/records.hpp.
template <endian E> struct model_grammar {
    static constexpr endian order = E;
    static constexpr std::int32_t version = 2;
    static constexpr const char* expected_version = "2 (Legend of Grimrock)";
    static constexpr std::int32_t other_version = 4; // the Shinobi engine's
    static constexpr const char* reader_of_other = "2 (Legend of Grimrock; shinobi::open reads version 4)";
    static constexpr bool mesh_has_header = true; // "MESH", version 2
    static constexpr bool has_emissive = true;
    static constexpr bool has_lights = true;
    using transform = basic_mat4x3<E>;
};

} // namespace effigy::inline v0::grimrock
