// Describes models and clips of the Grimrock and Shinobi engines in memory, and writes them as files of any version.
// Independent of the readers: the layout follows docs/grimrock.md and docs/shinobi.md.
#pragma once

#include "support/byte_builder.hpp"

#include <array>
#include <optional>

namespace fixtures {
using support::byte_builder;

struct vec3 {
    float x = 0, y = 0, z = 0;
};
struct quat {
    float x = 0, y = 0, z = 0, w = 1;
};

// p' = x * p.x + y * p.y + z * p.z + translation
struct matrix {
    vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, translation{};
};

// Translation * rotation * scale; x, y, z are the columns of the rotation.
struct transform {
    vec3 position{};
    vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    vec3 scale{1, 1, 1};
};

enum slot { position, normal, tangent, bitangent, color, texcoord0, texcoord1, bone_index = 13, bone_weight, slots };
enum component { byte_type, int16_type, int32_type, float32_type };

struct vertex_array {
    component type = byte_type;
    std::int32_t dimension = 0;
    std::int32_t stride = 0; // in bytes; if it is larger than the components, padding follows them
    std::vector<double> numbers{};
};
[[nodiscard]] std::int32_t size_of(component type);
[[nodiscard]] vertex_array packed(component type, std::int32_t dimension, std::vector<double> numbers);

struct segment {
    std::string material{};
    std::int32_t first_index = 0; // in indices
    std::int32_t count = 0;       // in triangles
    std::int32_t primitive_type = 2;
};

struct bone {
    std::int32_t node = 0;
    matrix inverse_rest{};
};

struct bounds {
    vec3 center{};
    float radius = 0;
    vec3 min{}, max{};
};

struct mesh {
    std::int32_t vertex_count = 0;
    std::array<vertex_array, slots> arrays{};
    std::vector<std::int32_t> indices{};
    std::vector<segment> segments{};
    fixtures::bounds bounds{};
    std::vector<bone> bones{};
    vec3 emissive{};
    std::uint8_t cast_shadow = 1;
};

struct light {
    std::int32_t type = 2;
    vec3 color{};
    float range = 0, spot_angle = 0, spot_sharpness = 0;
    std::uint8_t cast_shadow = 0;
};

// With a mesh, a light or no entity.
struct node {
    std::string name{};
    std::int32_t parent = -1;
    transform local{};
    std::optional<fixtures::mesh> mesh{};
    std::optional<fixtures::light> light{};
};

using model = std::vector<node>;

struct item {
    std::string node{};
    std::vector<vec3> positions{};
    std::vector<quat> rotations{};
    std::vector<vec3> scales{};
};

struct clip {
    float frames_per_second = 30;
    std::int32_t frame_count = 0;
    std::vector<item> items{};
    std::string name{};
};

// ---- writing -------------------------------------------------------------------------------------------------------

// Writes a model of version 2 or 4, or a clip of version 1, 2 or 3.
[[nodiscard]] byte_builder write(const model& nodes, int version);
[[nodiscard]] byte_builder write(const clip& animation, int version);

// ---- small samples -------------------------------------------------------------------------------------------------

// One triangle in the plane z = 0, with all attributes and one segment.
[[nodiscard]] mesh triangle();

// The same triangle with two bones, moved by nodes `first` and `second`.
[[nodiscard]] mesh skinned_triangle(std::int32_t first, std::int32_t second);

// The skinned triangle as no game writes it, although the format allows it: padded, and with other number types.
[[nodiscard]] mesh foreign_triangle(std::int32_t first, std::int32_t second);

// Every feature of the format. Version 4 has nodes 0 to 5. Version 2 also has node 6, because it has lights.
//   0 root         turned by 90 degrees about y and scaled by 2
//   1   hand       child of the arm, which comes later
//   2   arm
//   3   ""         without a parent, so a child of node 0
//   4   body       mesh skinned to arm and hand
//   5   odd        foreign_triangle(), child of the arm
//   6   lamp       a light
[[nodiscard]] model everything(int version);

// Four frames, with constant and moving channels, rotations whose dot product is negative, and an item for a node that
// no model has.
[[nodiscard]] clip moves();

} // namespace fixtures
