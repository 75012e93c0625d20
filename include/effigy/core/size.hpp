// Offsets and counts are 64 bits wide everywhere; sizes in memory are as wide as the host's.
#pragma once

#include <effigy/core/language.hpp>

#include <cstddef>
#include <cstdint>

namespace effigy::inline v0::impl {

// Of a number that was tested against a size in memory. A cast would be a useless one on most hosts, for which
// g++ -Wuseless-cast warns.
[[nodiscard]] constexpr std::size_t to_size(std::uint64_t tested) noexcept { return tested & SIZE_MAX; }

} // namespace effigy::inline v0::impl
