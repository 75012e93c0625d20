// Finiteness and distances, which lint() uses.
#pragma once

#include <effigy/core/math.hpp>

namespace effigy::inline v0::impl {

template <real R> [[nodiscard]] constexpr bool finite(R v) noexcept { return v - v == 0; }
template <real R> [[nodiscard]] constexpr bool finite(const vector3<R>& v) noexcept {
    return finite(v.x) && finite(v.y) && finite(v.z);
}

template <real R> [[nodiscard]] constexpr R distance(R a, R b) noexcept { return a < b ? b - a : a - b; }

// Returns the largest difference between the elements of two matrices.
template <real R> [[nodiscard]] constexpr R distance(const matrix4x3<R>& a, const matrix4x3<R>& b) noexcept {
    R out = 0;
    const auto widen = [&](const vector3<R>& p, const vector3<R>& q) {
        for (const R d : {distance(p.x, q.x), distance(p.y, q.y), distance(p.z, q.z)}) {
            out = d > out ? d : out;
        }
    };
    widen(a.x, b.x);
    widen(a.y, b.y);
    widen(a.z, b.z);
    widen(a.translation, b.translation);
    return out;
}

} // namespace effigy::inline v0::impl
