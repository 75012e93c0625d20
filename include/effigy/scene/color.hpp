// Colours as files have them, in the numbers of glTF.
#pragma once

#include <effigy/core/math.hpp>

namespace effigy::inline v0::impl {

// Linear, 0 .. 1, of a component of an sRGB colour; what lies outside is clamped, NaN counts as 0.
[[nodiscard]] inline double linear_of_srgb(double component) noexcept {
    if (!(component > 0)) {
        return 0;
    }
    if (component <= 0.04045) {
        return component / 12.92;
    }
    const double base = component < 1 ? (component + 0.055) / 1.055 : 1;
    // base ^ 2.4 is its square times the fifth root of its square, which Newton's steps find from above.
    const double square = base * base;
    double root = 1;
    for (int step = 0; step < 32; ++step) {
        const double fourth = root * root * root * root;
        root -= (root * fourth - square) / (5 * fourth);
    }
    return square * root;
}

} // namespace effigy::inline v0::impl
