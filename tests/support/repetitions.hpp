// How often a test repeats what finds no more than its first repetitions, mostly.
#pragma once

#include <cstddef>

namespace support {

// Returns a fifth of the number in a build that is not optimised.
[[nodiscard]] constexpr std::size_t repetitions(std::size_t wanted) {
#if defined(NDEBUG)
    return wanted;
#else
    return wanted / 5;
#endif
}

} // namespace support
