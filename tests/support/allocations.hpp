// Counts what the program allocates.
#pragma once

#include <cstddef>

namespace support {

// Calls of operator new since the program began; not those for over-aligned types.
[[nodiscard]] std::size_t allocations() noexcept;

// How many of them `f` makes.
template <class Function> [[nodiscard]] std::size_t allocations_of(Function&& f) {
    const std::size_t before = allocations();
    f();
    return allocations() - before;
}

} // namespace support
