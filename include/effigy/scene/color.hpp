// Colours as files have them, in the numbers of glTF.
#pragma once

#include <effigy/core/math.hpp>

namespace effigy::inline v0::impl {

// Linear, of a component of an sRGB colour (IEC 61966-2-1): 0 .. 1 of 0 .. 1, more of more; 0 of NaN.
[[nodiscard]] inline double linear_of_srgb(double component) noexcept {
    if (!(component > 0.04045)) {
        return component > 0 ? component / 12.92 : 0;
    }
    const double base = (component + 0.055) / 1.055;
    const double square = base * base; // base^2.4 is its square times the fifth root of its square
    double root = square > 1 ? square : 1;
    for (;;) { // Newton's steps, downwards as far as they go
        const double next = (4 * root + square / (root * root * root * root)) / 5;
        if (!(next < root)) {
            return square * root;
        }
        root = next;
    }
}
// As glTF has colours: 0 .. 1.
[[nodiscard]] inline vector3<float> linear_color(const vector3<double>& srgb) noexcept {
    const auto component = [](double v) { return static_cast<float>(v < 1 ? linear_of_srgb(v) : v > 0 ? 1 : 0); };
    return {component(srgb.x), component(srgb.y), component(srgb.z)};
}

} // namespace effigy::inline v0::impl
