// Tests of numbers by integer arithmetic without branches, so that the compiler vectorises a loop over all vertices.
#pragma once

#include <effigy/core/math.hpp>

#include <array>
#include <bit>
#include <tuple>

namespace effigy::inline v0::impl {

// Sets the highest bit if |v| > limit or v is NaN; the other bits mean nothing. So results can be joined with | and
// tested at the end.
[[nodiscard]] constexpr std::uint32_t exceeds(float v, float limit) noexcept {
    constexpr std::uint32_t magnitude = 0x7FFF'FFFF;
    return (std::bit_cast<std::uint32_t>(v) & magnitude) + (magnitude - std::bit_cast<std::uint32_t>(limit));
}
inline constexpr std::uint32_t failing = 0x8000'0000; // the highest bit alone
[[nodiscard]] constexpr bool has_failed(std::uint32_t tests) noexcept { return tests >= failing; }

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

// Sets the highest bit if a number of the value is NaN or infinite.
[[nodiscard]] constexpr std::uint32_t is_not_finite(const auto& value) noexcept {
    return std::apply([](auto... numbers) { return (exceeds(numbers, largest_float) | ...); }, floats_of(value));
}

} // namespace effigy::inline v0::impl
