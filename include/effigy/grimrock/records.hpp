// Legend of Grimrock: the structs of *.model and *.animation exactly as they lie in the file.
// Source: the format document of the game's authors ("seed"), corrected where 812 models and 40 clips say otherwise
// ("measured"), completed where only the engine knows ("engine").
#pragma once

#include <effigy/core/vector.hpp>

namespace effigy::inline v0::grimrock {

// An affine transform in column form: p' = x * p.x + y * p.y + z * p.z + translation (engine; measured). The seed calls
// the columns baseX, baseY, baseZ.
template <form F> struct basic_mat4x3 {
    vec3<F> x;           // 0x00  image of the unit x axis
    vec3<F> y;           // 0x0C  the same of the y axis
    vec3<F> z;           // 0x18  the same of the z axis
    vec3<F> translation; // 0x24
};
using mat4x3 = basic_mat4x3<form::little>;
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
template <form F> struct basic_vertex_array_header {
    i32<F> component; // 0x00  0 byte, 1 int16, 2 int32, 3 float32 (component_type)
    i32<F> dimension; // 0x04  components of a vertex
    i32<F> stride;    // 0x08  bytes from vertex to vertex; the size of the components in every file (measured)
};
using vertex_array_header = basic_vertex_array_header<form::little>;
static_assert(wire<vertex_array_header> && sizeof(vertex_array_header) == 12);

template <form F> struct basic_joints {
    i32<F> bone[4]; // 0x00  index into the mesh's bones; means nothing where the weight is 0
};
using joints = basic_joints<form::little>;
static_assert(wire<joints> && sizeof(joints) == 16);

// What follows the material's name in a mesh segment. Wrong first indices: see repaired_segments.hpp.
template <form F> struct basic_segment_range {
    i32<F> primitive_type; // 0x00  2 = triangles, in 3,021 of 3,021 segments (measured); 1 = lines, 3 = quads (engine)
    i32<F> first_index;    // 0x04  where the run begins, counted in indices; wrong in 35 meshes (measured)
    i32<F> count;          // 0x08  length of the run, counted in triangles
};
using segment_range = basic_segment_range<form::little>;
static_assert(wire<segment_range> && sizeof(segment_range) == 12);

// A sphere and a box around a mesh. Do not trust them.
template <form F> struct basic_bounds {
    vec3<F> center; // 0x00  of the sphere, in the space of the mesh
    f32<F> radius;  // 0x0C  too small in 822 of 1,420 meshes (measured)
    vec3<F> min;    // 0x10  of the box; wrong in 10 meshes (measured)
    vec3<F> max;    // 0x1C
};
using bounds = basic_bounds<form::little>;
static_assert(wire<bounds> && sizeof(bounds) == 40);

// In the seed "boneNodeIndex" and "invRestMatrix".
template <form F> struct basic_bone_record {
    i32<F> node;                  // 0x00  number of the node that moves it
    basic_mat4x3<F> inverse_bind; // 0x04  mesh space -> bone space at rest
};
using bone_record = basic_bone_record<form::little>;
static_assert(wire<bone_record> && sizeof(bone_record) == 52);

// Entity type 1; not in the seed, in no file (engine).
template <form F> struct basic_light {
    i32<F> type;           // 0x00  0 ambient, 1 directional, 2 point, 3 spot
    vec3<F> color;         // 0x04
    f32<F> range;          // 0x10
    f32<F> spot_angle;     // 0x14
    f32<F> spot_sharpness; // 0x18
    u8 cast_shadow;        // 0x1C
};
using light = basic_light<form::little>;
static_assert(wire<light> && sizeof(light) == 29);

// Types of nodes: what follows the type. Negative: nothing (seed); any other is an error (engine).
inline constexpr std::int32_t mesh_node = 0;
inline constexpr std::int32_t light_node = 1; // not in the Shinobi engine's models

// ANIM version 1: one key holds all three channels (measured; not in the seed).
template <form F> struct basic_key {
    vec3<F> position; // 0x00
    quat<F> rotation; // 0x0C
    vec3<F> scale;    // 0x1C
};
using key = basic_key<form::little>;
static_assert(wire<key> && sizeof(key) == 40);

// The layouts of MDL1 version 2: what differs from the Shinobi engine's version 4, see shinobi/records.hpp.
template <form F> struct model_grammar {
    static constexpr form order = F;
    static constexpr std::int32_t version = 2;
    static constexpr const char* expected_version = "2 (Legend of Grimrock)";
    static constexpr std::int32_t other_version = 4; // the Shinobi engine's
    static constexpr const char* reader_of_other = "2 (Legend of Grimrock; shinobi::open reads version 4)";
    static constexpr bool mesh_has_header = true; // "MESH", version 2
    static constexpr bool has_emissive = true;
    static constexpr bool has_lights = true;
    using transform = basic_mat4x3<F>;
    using owned_transform = basic_mat4x3<form::host>;
};

} // namespace effigy::inline v0::grimrock
