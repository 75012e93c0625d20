// Records over bytes. Only this header turns a pointer to bytes into a pointer to a record.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/scalar.hpp>

#include <new>

namespace effigy { inline namespace v0 { namespace impl {

// Returns a pointer to the record at `at`. Precondition, not checked: sizeof(T) bytes are there.
// T consists of unsigned char only (wire), so alignment and aliasing rules are met. T is an aggregate, so a byte array
// may provide storage for it ([intro.object]/13).
template <wire T> [[nodiscard]] inline const T* overlay(const std::byte* at) noexcept {
    return std::launder(reinterpret_cast<const T*>(at));
}

// The same for writing.
template <wire T> [[nodiscard]] inline T* overlay(std::byte* at) noexcept {
    return std::launder(reinterpret_cast<T*>(at));
}

// Returns the record at `at` by value; also usable in constant expressions.
template <wire T> [[nodiscard]] constexpr T load(const std::byte* at) noexcept {
    if (std::is_constant_evaluated()) {
        std::array<std::byte, sizeof(T)> copy{};
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            copy[i] = at[i];
        }
        return std::bit_cast<T>(copy);
    }
    return *overlay<T>(at);
}

// A stored number that fits in a register.
template <class T>
concept wire_word = wire<T> && (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

}}} // namespace effigy::v0::impl
