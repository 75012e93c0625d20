// Counts the allocations of the program.
#pragma once

#include <cstddef>

namespace support {

// The number of calls of operator new since the program began, except those for over-aligned types.
[[nodiscard]] std::size_t allocations() noexcept;

// Returns the number of allocations that `f` makes.
template <class Function> [[nodiscard]] std::size_t allocations_of(Function&& f) {
    const std::size_t before = allocations();
    f();
    return allocations() - before;
}

} // namespace support
