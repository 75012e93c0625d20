// Conversion from 64-bit offsets and counts, which effigy uses everywhere, to sizes in memory.
#pragma once

#include <effigy/core/language.hpp>

#include <cstddef>
#include <cstdint>

namespace effigy::inline v0::impl {

// Converts a number that has been tested against a size in memory. Not a cast, since g++ -Wuseless-cast would warn on
// 64-bit hosts.
[[nodiscard]] constexpr std::size_t to_size(std::uint64_t tested) noexcept { return tested & SIZE_MAX; }

} // namespace effigy::inline v0::impl
