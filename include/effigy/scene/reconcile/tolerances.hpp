// How far numbers that an editor wrote may be from the original's and still be the same.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy { inline namespace v0 {

// docs/gltf.md has this table with the reasons.
namespace same_within {

inline constexpr double position = 2e-6; // of the largest coordinate of the mesh
inline constexpr double offset = 1e-5;   // of morph targets, in the same unit
inline constexpr double normal = 0.015;  // radians
inline constexpr double texcoord = 1e-5;
inline constexpr double texcoord_share = 2e-7;   // of the coordinate, in addition
inline constexpr double color = 1;               // of 255
inline constexpr double weight = 1e-3;           // of a joint, of a selection
inline constexpr double rest = 1e-5;             // of the size of the model; positions of nodes
inline constexpr double turn = 2e-4;             // of the axes of a node's matrix at rest
inline constexpr double key_position = 1e-4;     // of the size of the model
inline constexpr double key_turn = 2e-4;         // of the axes of a node's matrix in a clip
inline constexpr double gap_turn = 2e-3;         // likewise, between keys that are far apart
inline constexpr double key_weight = 2e-3;       // of a morph target
inline constexpr double key_time = 0.0105 / 24;  // seconds; Blender takes a key that is 0.01 frames away
inline constexpr double material = 2e-3;         // of a color
inline constexpr double frame = 1.0 / 24 + 1e-3; // seconds; of the end of a clip

} // namespace same_within

namespace impl {

// Whether |a - b| is at most `most`.
[[nodiscard]] inline bool is_near(const vector3<double>& a, const vector3<double>& b, double most) noexcept {
    const vector3<double> apart = a - b;
    return dot(apart, apart) <= most * most;
}
// Whether the axes of two matrices differ by at most a fraction of the longest axis.
[[nodiscard]] inline bool are_axes_near(const matrix4x3<double>& a, const matrix4x3<double>& b, double most) noexcept {
    const double square = larger(larger(dot(b.x, b.x), dot(b.y, b.y)), dot(b.z, b.z));
    const double limit = most * square_root(square);
    return is_near(a.x, b.x, limit) && is_near(a.y, b.y, limit) && is_near(a.z, b.z, limit);
}
[[nodiscard]] inline bool is_near(const matrix4x3<double>& a, const matrix4x3<double>& b, double axes,
                                  double translation) noexcept {
    return are_axes_near(a, b, axes) && is_near(a.translation, b.translation, translation);
}

} // namespace impl
}} // namespace effigy::v0
