// Tests of numbers without branches, so that the compiler vectorises a loop over all vertices.
#pragma once

#include <effigy/core/math.hpp>

#include <array>
#include <bit>

namespace effigy { inline namespace v0 { namespace impl {

// The result of a test, or of several: true if one of them found something. Only the highest bit counts, so a test of a
// float is an addition.
struct outcome {
    std::uint32_t bits = 0;

    [[nodiscard]] static constexpr outcome of(bool is_found) noexcept { return {is_found ? 0x8000'0000 : 0}; }
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return bits >= 0x8000'0000; }
    [[nodiscard]] friend constexpr outcome operator|(outcome a, outcome b) noexcept { return {a.bits | b.bits}; }
    [[nodiscard]] friend constexpr outcome operator&(outcome a, outcome b) noexcept { return {a.bits & b.bits}; }
    constexpr outcome& operator|=(outcome other) noexcept { return *this = *this | other; }
};

// Whether |v| > limit, or v is NaN.
[[nodiscard]] constexpr outcome exceeds(float v, float limit) noexcept {
    constexpr std::uint32_t magnitude = 0x7FFF'FFFF;
    return {(high_bits(v) & magnitude) + (magnitude - std::bit_cast<std::uint32_t>(limit))};
}
inline constexpr float largest_float = 3.402823466e38F;

// Return the numbers of a value, in the order in which glTF stores them.
[[nodiscard]] constexpr std::array<float, 1> floats_of(float v) noexcept { return {v}; }
[[nodiscard]] constexpr std::array<float, 2> floats_of(const vector2<float>& v) noexcept { return {v.x, v.y}; }
[[nodiscard]] constexpr std::array<float, 3> floats_of(const vector3<float>& v) noexcept { return {v.x, v.y, v.z}; }
[[nodiscard]] constexpr std::array<float, 4> floats_of(const vector4<float>& v) noexcept {
    return {v.x, v.y, v.z, v.w};
}
[[nodiscard]] constexpr std::array<float, 4> floats_of(const quaternion<float>& v) noexcept {
    return {v.x, v.y, v.z, v.w};
}
[[nodiscard]] constexpr std::array<float, 12> floats_of(const matrix4x3<float>& m) noexcept {
    return {m.x.x, m.x.y, m.x.z, m.y.x,           m.y.y,           m.y.z,
            m.z.x, m.z.y, m.z.z, m.translation.x, m.translation.y, m.translation.z};
}

// Whether a number of the value is NaN or infinite.
[[nodiscard]] constexpr outcome is_not_finite(const auto& value) noexcept { return outcome::of(!is_finite(value)); }

}}} // namespace effigy::v0::impl
