// Counts the allocations of the program, and lets one of them fail.
#pragma once

#include <cstddef>

namespace support {

// The number of calls of operator new since the program began; on Windows, except those with an alignment.
[[nodiscard]] std::size_t allocations() noexcept;

// Returns the number of allocations that `f` makes.
template <class Function> [[nodiscard]] std::size_t allocations_of(Function&& f) {
    const std::size_t before = allocations();
    f();
    return allocations() - before;
}

// While it exists, allocation number `number` fails, counted from 0.
class failing_allocation {
public:
    explicit failing_allocation(std::size_t number) noexcept;
    failing_allocation(const failing_allocation&) = delete;
    failing_allocation& operator=(const failing_allocation&) = delete;
    ~failing_allocation();

    [[nodiscard]] static bool has_failed() noexcept;
};

} // namespace support
