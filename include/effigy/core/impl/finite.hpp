// Whether numbers are finite, and how far matrices differ.
#pragma once

#include <effigy/core/math.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <real R> [[nodiscard]] constexpr bool is_finite(R v) noexcept { return v - v == 0; }
template <real R> [[nodiscard]] constexpr bool is_finite(const vector3<R>& v) noexcept {
    return (v.x - v.x) + (v.y - v.y) + (v.z - v.z) == 0;
}
template <real R> [[nodiscard]] constexpr bool is_finite(const vector4<R>& v) noexcept {
    return (v.x - v.x) + (v.y - v.y) + (v.z - v.z) + (v.w - v.w) == 0;
}
template <real R> [[nodiscard]] constexpr bool is_finite(const quaternion<R>& q) noexcept {
    return (q.x - q.x) + (q.y - q.y) + (q.z - q.z) + (q.w - q.w) == 0;
}
template <real R> [[nodiscard]] constexpr bool is_finite(const matrix4x3<R>& m) noexcept {
    return is_finite(m.x) && is_finite(m.y) && is_finite(m.z) && is_finite(m.translation);
}

// Numbers as stored.
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
