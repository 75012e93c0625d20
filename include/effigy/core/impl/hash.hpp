// A hash of bytes.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstdint>

namespace effigy { inline namespace v0 { namespace impl {

// Returns the FNV-1a of characters or bytes.
[[nodiscard]] constexpr std::uint64_t hash_of(const auto& bytes) noexcept {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
    for (const auto one : bytes) {
        hash = (hash ^ static_cast<unsigned char>(one)) * 0x100'0000'01B3;
    }
    return hash;
}

}}} // namespace effigy::v0::impl
