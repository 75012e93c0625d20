// Arma models and animations, described in memory and written as files of any container and level format.
// Independent of the readers: the layout follows docs/p3d.md.
#pragma once

#include "support/byte_builder.hpp"

#include <limits>

namespace fixtures::p3d {
using support::byte_builder;

inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

struct vec3 {
    float x = 0, y = 0, z = 0;
};

struct point {
    vec3 position{};
    std::uint32_t flags = 0;
};

struct corner {
    std::uint32_t point = 0, normal = 0;
    float u = 0, v = 0;
};

struct face {
    std::vector<corner> corners{};
    std::string texture{}, material{};
    std::uint32_t flags = 0;
    corner stale{}; // content of the unused slots
};

// The data are bytes, followed by 32-bit numbers.
struct tag {
    std::string name{};
    std::vector<std::uint8_t> bytes{};
    std::vector<std::uint32_t> numbers{};
    std::uint8_t active = 1;
    std::uint32_t uncounted = 0; // bytes of data that the size leaves out
};

struct lod {
    std::string format = "P3DM";
    float resolution = 0;
    std::vector<point> points{};
    std::vector<vec3> normals{};
    std::vector<face> faces{};
    std::vector<tag> tags{};
    std::uint32_t version = 256;
    std::uint32_t flags = 0;
    std::size_t skipped = 0; // bytes of the header after its known fields
    bool has_tags = true;
    bool has_end = true; // whether #EndOfFile# ends the tags
};

struct model {
    std::vector<lod> lods{};
    std::string container = "MLOD"; // or NLOD, or empty for a bare level
};

struct bone_pose {
    vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, position{};
    std::string name{}; // if empty, the name in the header is written
};
struct phase {
    float time = 0;
    std::vector<bone_pose> bones{};
};
struct clip {
    std::vector<std::string> bones{};
    std::vector<phase> phases{};
    vec3 motion{};
    std::string magic = "RTM_0101";
};

// ---- tags ----------------------------------------------------------------------------------------------------------

[[nodiscard]] std::uint32_t bits(float value);
[[nodiscard]] std::vector<std::uint32_t> bits(const std::vector<float>& values);

[[nodiscard]] tag selection(std::string name, std::vector<std::uint8_t> points, const std::vector<std::uint8_t>& faces);
[[nodiscard]] tag property(std::string_view name, std::string_view value);
[[nodiscard]] tag masses(const std::vector<float>& values);
[[nodiscard]] tag sharp_edges(std::vector<std::uint32_t> points);
[[nodiscard]] tag uv_set(std::uint32_t id, const std::vector<float>& uvs);
[[nodiscard]] tag uv_set_of_uncounted_id(std::uint32_t id, const std::vector<float>& uvs);
[[nodiscard]] tag frame(float time, const std::vector<vec3>& positions);

// ---- writing -------------------------------------------------------------------------------------------------------

[[nodiscard]] byte_builder write(const model& all);
[[nodiscard]] byte_builder write(const clip& animation);

// ---- small samples -------------------------------------------------------------------------------------------------

// Every feature of the format in 4 points and 3 faces: a triangle with a stale fourth corner, a quad, a line.
[[nodiscard]] lod everything(std::string format);

// A single triangle.
[[nodiscard]] lod triangle(float resolution, std::string format = "P3DM");

// A box whose faces point inward, as in real files.
[[nodiscard]] lod inward_box();

// A box whose points have one to four of the bones a to e, and animations that each have some of these bones.
[[nodiscard]] lod box_of_shared_points();
[[nodiscard]] std::vector<clip> clips_of_some_bones();

// Three phases of two bones. The name of the second bone fills its field. One phase has another name for this bone.
[[nodiscard]] clip moves();

} // namespace fixtures::p3d
