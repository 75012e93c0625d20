// Tests of many numbers: in integers and without a branch, so that a loop over all vertices takes several at once.
#pragma once

#include <effigy/core/math.hpp>

#include <bit>

namespace effigy::inline v0::impl {

// 1 where |v| is above `limit`, or v is not a number; else 0.
[[nodiscard]] constexpr std::uint32_t exceeds(float v, float limit) noexcept {
    constexpr std::uint32_t magnitude = 0x7FFF'FFFF;
    return (std::bit_cast<std::uint32_t>(limit) - (std::bit_cast<std::uint32_t>(v) & magnitude)) >> 31U;
}
inline constexpr float largest_float = 3.402823466e38F;

// 1 where v is NaN or infinite; else 0.
[[nodiscard]] constexpr std::uint32_t is_not_finite(float v) noexcept { return exceeds(v, largest_float); }

} // namespace effigy::inline v0::impl
