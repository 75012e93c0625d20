// Tests of numbers by integer arithmetic without branches, so that the compiler vectorises a loop over all vertices.
#pragma once

#include <effigy/core/math.hpp>

#include <bit>

namespace effigy::inline v0::impl {

// Returns 1 if |v| > limit or v is NaN, else 0.
[[nodiscard]] constexpr std::uint32_t exceeds(float v, float limit) noexcept {
    constexpr std::uint32_t magnitude = 0x7FFF'FFFF;
    return (std::bit_cast<std::uint32_t>(limit) - (std::bit_cast<std::uint32_t>(v) & magnitude)) >> 31U;
}
inline constexpr float largest_float = 3.402823466e38F;

// Returns 1 if v is NaN or infinite, else 0.
[[nodiscard]] constexpr std::uint32_t is_not_finite(float v) noexcept { return exceeds(v, largest_float); }

} // namespace effigy::inline v0::impl
