// Bounding boxes.
#pragma once

#include <effigy/core/math.hpp>

namespace effigy::inline v0 {

// An axis-aligned box. Converts to false while it is empty.
template <real R> struct box {
    vector3<R> min, max;
    bool holds_any = false;

    // Returns the bounds of a range of points, such as mesh.positions(): `box<float>::around(points)`.
    template <class Points> [[nodiscard]] static constexpr box around(const Points& points) noexcept {
        box out;
        for (const auto& point : points) {
            out.add(vector3<R>{point});
        }
        return out;
    }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return holds_any; }
    [[nodiscard]] friend constexpr bool operator==(const box&, const box&) = default;

    // Ignores points with a component that is NaN or infinite.
    constexpr void add(const vector3<R>& point) noexcept {
        const bool is_finite = (point.x - point.x) + (point.y - point.y) + (point.z - point.z) == 0;
        if (!is_finite) {
            return;
        }
        if (!holds_any) {
            *this = {point, point, true};
            return;
        }
        const auto widen = [](R& low, R& high, R v) {
            low = v < low ? v : low;
            high = v > high ? v : high;
        };
        widen(min.x, max.x, point.x);
        widen(min.y, max.y, point.y);
        widen(min.z, max.z, point.z);
    }
    constexpr void add(const box& other) noexcept {
        if (other.holds_any) {
            add(other.min);
            add(other.max);
        }
    }
};

} // namespace effigy::inline v0
