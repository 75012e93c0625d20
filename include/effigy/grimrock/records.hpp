// Legend of Grimrock and the Shinobi engine: the records of *.model and *.animation, byte for byte as in the file.
// Source: the format documents of the games' authors ("seed"), corrected where real files (813 models, one of them of
// the Shinobi engine, and 40 clips) differ from it ("measured"), completed from the engine where neither has the answer
// ("engine").
#pragma once

#include <effigy/core/vector.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// The versions of MDL1. In version 4, nodes have a transform in place of a matrix, and meshes have neither a header nor
// an emissive colour; there are no lights.
inline constexpr std::int32_t grimrock_version = 2, shinobi_version = 4;

// An affine transform in column form: p' = x * p.x + y * p.y + z * p.z + translation (engine; measured). The seed calls
// the columns baseX, baseY, baseZ.
template <form F = form::little> struct basic_mat4x3 {
    vec3<F> x;           // 0x00  image of the unit x axis
    vec3<F> y;           // 0x0C  image of the unit y axis
    vec3<F> z;           // 0x18  image of the unit z axis
    vec3<F> translation; // 0x24

    static constexpr const char* record_name = "mat4x3";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("baseX", &R::x...);
        visit("baseY", &R::y...);
        visit("baseZ", &R::z...);
        visit("translation", &R::translation...);
    }
};
using mat4x3 = basic_mat4x3<>;
static_assert(wire<mat4x3> && sizeof(mat4x3) == 48);

// The same in the Shinobi engine's models: translation * rotation * scale, so column k is axis k times component k of
// the scale. The seed calls the axes rotX, rotY, rotZ.
template <form F = form::little> struct basic_transform {
    vec3<F> position; // 0x00  the translation
    vec3<F> x;        // 0x0C  image of the unit x axis under the rotation alone; of unit length up to rounding
    vec3<F> y;        // 0x18  image of the unit y axis, likewise
    vec3<F> z;        // 0x24  image of the unit z axis, likewise
    vec3<F> scale;    // 0x30  factor of each axis

    static constexpr const char* record_name = "transform";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("rotX", &R::x...);
        visit("rotY", &R::y...);
        visit("rotZ", &R::z...);
        visit("scale", &R::scale...);
    }
};
using transform = basic_transform<>;
static_assert(wire<transform> && sizeof(transform) == 60);

// The slots of a mesh's vertex arrays (seed). The comments have the type in real files (measured: all of 1,420 meshes).
// A file may contain any other type.
enum class vertex_semantic : std::uint8_t {
    position = 0,  // float32 x 3
    normal = 1,    // float32 x 3; NaN in 22 meshes
    tangent = 2,   // float32 x 3; dP/du: the direction in which u grows
    bitangent = 3, // float32 x 3; -dP/dv: against the direction in which v grows
    color = 4,     // byte x 4, RGBA; the engine ignores it
    texcoord0 = 5, // float32 x 2; the origin is the top left corner, v grows downwards
    texcoord1 = 6, // 6 .. 12 occur in no file
    texcoord2 = 7,
    texcoord3 = 8,
    texcoord4 = 9,
    texcoord5 = 10,
    texcoord6 = 11,
    texcoord7 = 12,
    bone_index = 13,  // int32 x 4, numbers of the mesh's bones, in 172 of 172 meshes; byte in the seed
    bone_weight = 14, // float32 x 4, sum 1; byte in the seed
};
inline constexpr std::uint32_t vertex_array_count = 15;

enum class component_type : std::uint8_t { byte = 0, int16 = 1, int32 = 2, float32 = 3 };
// Size of a component in bytes.
[[nodiscard]] constexpr std::uint32_t size_of(component_type type) noexcept {
    constexpr std::uint8_t sizes[] = {1, 2, 4, 4};
    return sizes[static_cast<std::uint8_t>(type) & 3U];
}

// All three are 0 in an unused array. Vertex count * stride bytes of data follow.
template <form F = form::little> struct basic_vertex_array_header {
    i32<F> component; // 0x00  0 byte, 1 int16, 2 int32, 3 float32 (component_type)
    i32<F> dimension; // 0x04  components per vertex, 0 to 4
    i32<F> stride;    // 0x08  bytes from one vertex to the next; dim * size of a component in every file (measured)

    static constexpr const char* record_name = "vertex_array_header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("dataType", &R::component...);
        visit("dim", &R::dimension...);
        visit("stride", &R::stride...);
    }
};
using vertex_array_header = basic_vertex_array_header<>;
static_assert(wire<vertex_array_header> && sizeof(vertex_array_header) == 12);

template <form F = form::little> struct basic_joints {
    i32<F> bone[4]; // 0x00  index into the mesh's bones; without meaning where the weight is 0

    static constexpr const char* record_name = "joints";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("bone", &R::bone...); }
};
using joints = basic_joints<>;
static_assert(wire<joints> && sizeof(joints) == 16);

// The primitive type of a segment of triangles.
inline constexpr std::int32_t triangle_list = 2;

// The part of a mesh segment after the material's name. Wrong first indices: see repaired_segments.hpp.
template <form F = form::little> struct basic_segment_range {
    i32<F> primitive_type{}; // 0x00  2 = triangles, in 3,021 of 3,021 segments (measured); 1: lines, 3: quads (engine)
    i32<F> first_index{};    // 0x04  start of the run in the index list, in indices; wrong in 35 meshes (measured)
    i32<F> count{};          // 0x08  length of the run, in primitives: triangles for type 2; unknown for other types

    static constexpr const char* record_name = "segment_range";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("primitiveType", &R::primitive_type...);
        visit("firstIndex", &R::first_index...);
        visit("count", &R::count...);
    }
};
using segment_range = basic_segment_range<>;
static_assert(wire<segment_range> && sizeof(segment_range) == 12);

// A sphere and a box around a mesh. Many are wrong: compute them from the vertices.
template <form F = form::little> struct basic_bounds {
    vec3<F> center;  // 0x00  center of the sphere, in mesh space
    f32<F> radius{}; // 0x0C  radius of the sphere; too small in 822 of 1,420 meshes (measured)
    vec3<F> min;     // 0x10  smallest x, y, z of the box; wrong in 10 meshes (measured)
    vec3<F> max;     // 0x1C  largest x, y, z of the box

    static constexpr const char* record_name = "bounds";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("boundCenter", &R::center...);
        visit("boundRadius", &R::radius...);
        visit("boundMin", &R::min...);
        visit("boundMax", &R::max...);
    }
};
using bounds = basic_bounds<>;
static_assert(wire<bounds> && sizeof(bounds) == 40);

// The seed calls the fields boneNodeIndex and invRestMatrix.
template <form F = form::little> struct basic_bone_record {
    i32<F> node{};                // 0x00  number of the node that moves the bone, from 0
    basic_mat4x3<F> inverse_bind; // 0x04  mesh space to bone space, in the bind pose

    static constexpr const char* record_name = "bone_record";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("boneNodeIndex", &R::node...);
        visit("invRestMatrix", &R::inverse_bind...);
    }
};
using bone_record = basic_bone_record<>;
static_assert(wire<bone_record> && sizeof(bone_record) == 52);

// Entity type 1 (engine). Not in the seed, and in none of 322 models (measured).
template <form F = form::little> struct basic_light {
    i32<F> type{};           // 0x00  0 ambient, 1 directional, 2 point, 3 spot
    vec3<F> color;           // 0x04  red, green, blue
    f32<F> range{};          // 0x10
    f32<F> spot_angle{};     // 0x14  unit unknown
    f32<F> spot_sharpness{}; // 0x18  unit unknown
    u8 cast_shadow{};        // 0x1C  0 or 1

    static constexpr const char* record_name = "light";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("lightType", &R::type...);
        visit("color", &R::color...);
        visit("range", &R::range...);
        visit("spotAngle", &R::spot_angle...);
        visit("spotSharpness", &R::spot_sharpness...);
        visit("castShadow", &R::cast_shadow...);
    }
};
using light = basic_light<>;
static_assert(wire<light> && sizeof(light) == 29);

// Types of nodes that are followed by an entity. A negative type: none follows (seed). Other types are errors (engine).
inline constexpr std::int32_t mesh_node = 0;
inline constexpr std::int32_t light_node = 1; // not in version 4

// ANIM version 1: one key holds all three channels (measured; not in the seed).
template <form F = form::little> struct basic_key {
    vec3<F> position; // 0x00
    quat<F> rotation; // 0x0C
    vec3<F> scale;    // 0x1C

    static constexpr const char* record_name = "key";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("rotation", &R::rotation...);
        visit("scale", &R::scale...);
    }
};
using key = basic_key<>;
static_assert(wire<key> && sizeof(key) == 40);

}}} // namespace effigy::v0::grimrock
