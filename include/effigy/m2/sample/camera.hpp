// The position, target and field of view of a camera at a time.
#pragma once

#include <effigy/m2/sample.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

template <real Real> struct camera_pose {
    vector3<Real> eye, target;       // in the model's space, yards
    Real roll = 0;                   // radians
    Real diagonal_field_of_view = 0; // radians, see vertical_field_of_view()
};

// Returns the pose of a camera at a time, in every version.
template <real Real = float>
[[nodiscard]] camera_pose<Real> sample(const camera& viewer, const animation_time& when) noexcept {
    const auto base = [](const vector3<float>& v) { return vector3<Real>{v.x, v.y, v.z}; };
    return {base(viewer.position_base()) + sample<Real>(viewer.position(), when),
            base(viewer.target_base()) + sample<Real>(viewer.target(), when), sample<Real>(viewer.roll(), when),
            sample<Real>(viewer.field_of_view(), when, static_cast<Real>(viewer.diagonal_field_of_view()))};
}
template <real R = float, real S> sample_takes_an_animation_time sample(const camera&, S);

// Converts a diagonal field of view, as files store it, to the vertical one. Both are in radians. Returns 0 if
// `diagonal` is NaN or its magnitude is 4e15 or more. `aspect`: width / height of the picture.
[[nodiscard]] inline double vertical_field_of_view(double diagonal, double aspect) noexcept {
    constexpr double pi = 2 * half_pi;
    constexpr double largest = 4e15;
    if (!(diagonal > -largest && diagonal < largest)) {
        return 0;
    }
    const double half = diagonal / 2;
    const double turns = half / pi;
    const double nearest = static_cast<double>(static_cast<std::int64_t>(turns < 0 ? turns - 0.5 : turns + 0.5));
    const double angle = half - nearest * pi; // the tangent is the same
    const double sign = angle < 0 ? -1 : 1;
    const double tangent = sign * sine(angle) / (sine(half_pi - sign * angle) * square_root(1 + aspect * aspect));
    return sign * 2 * arc_cosine(1 / square_root(1 + tangent * tangent));
}

}}} // namespace effigy::v0::m2
