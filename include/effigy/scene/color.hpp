// Converting the colours of files to those of glTF.
#pragma once

#include <effigy/core/math.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Returns the linear value of an sRGB component (IEC 61966-2-1). Maps 0 .. 1 to 0 .. 1 and values above 1 to values
// above 1; negative values and NaN map to 0.
[[nodiscard]] constexpr double linear_of_srgb(double component) noexcept {
    if (!(component > 0.04045)) {
        return component > 0 ? component / 12.92 : 0;
    }
    const double base = (component + 0.055) / 1.055;
    const double square = base * base; // base^2.4 = square * (fifth root of square)
    if (!is_finite(square)) {          // with -ffast-math, what follows would not end
        return square;
    }
    double root = square > 1 ? square : 1;
    for (;;) { // Newton's method, from above, until the value no longer decreases
        const double next = (4 * root + square / (root * root * root * root)) / 5;
        if (!(next < root)) {
            return square * root;
        }
        root = next;
    }
}
// Returns the linear colour, clamped to 0 .. 1, as glTF requires.
[[nodiscard]] inline vector3<float> linear_color(const vector3<double>& srgb) noexcept {
    const auto component = [](double v) { return static_cast<float>(v < 1 ? linear_of_srgb(v) : v > 0 ? 1 : 0); };
    return {component(srgb.x), component(srgb.y), component(srgb.z)};
}

}}} // namespace effigy::v0::impl
