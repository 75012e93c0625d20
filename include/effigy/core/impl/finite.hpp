// Whether stored numbers are finite, and how far matrices differ.
#pragma once

#include <effigy/core/math.hpp>

namespace effigy { inline namespace v0 { namespace impl {

[[nodiscard]] constexpr bool is_finite(const f32<>& v) noexcept { return is_finite(v.get()); }
[[nodiscard]] constexpr bool is_finite(const vec2<>& v) noexcept { return is_finite(v.x) && is_finite(v.y); }
[[nodiscard]] constexpr bool is_finite(const vec3<>& v) noexcept { return is_finite(vector3<float>{v}); }
[[nodiscard]] constexpr bool is_finite(const quat<>& q) noexcept { return is_finite(quaternion<float>{q}); }

[[nodiscard]] constexpr bool all_finite(const auto& values) noexcept {
    for (const auto& value : values) {
        if (!is_finite(value)) {
            return false;
        }
    }
    return true;
}

// Returns the largest difference between the elements of two matrices.
template <real R>
[[nodiscard]] constexpr R largest_difference(const matrix4x3<R>& a, const matrix4x3<R>& b) noexcept {
    R out = 0;
    const auto widen = [&](const vector3<R>& difference) {
        for (const R element : {difference.x, difference.y, difference.z}) {
            out = larger(out, absolute(element));
        }
    };
    widen(a.x - b.x);
    widen(a.y - b.y);
    widen(a.z - b.z);
    widen(a.translation - b.translation);
    return out;
}

}}} // namespace effigy::v0::impl
