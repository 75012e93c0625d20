// References from records of an owning model to elements of its pools. They are numbers, so a model can be copied,
// moved and extended like any value.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstddef>
#include <cstdint>

namespace effigy { inline namespace v0 {

// A contiguous part of the pool of T.
template <class T> struct pool_slice {
    std::uint32_t first = 0, count = 0;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count == 0; }
};

// A part of the pool of T in which `width` elements belong together.
template <class T> struct pool_vectors : pool_slice<T> {
    std::uint32_t width = 1;
};

// One element of the pool of T, or none.
template <class T> struct pool_handle {
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    std::uint32_t number = none;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return number != none; }
};

}} // namespace effigy::v0
