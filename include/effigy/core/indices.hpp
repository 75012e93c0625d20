// The test of many indices at once.
#pragma once

#include <effigy/core/bytes.hpp>

#include <utility>

namespace effigy::inline v0 {

// Number of the first index that is not below `limit` (negative ones are not), or indices.size() when all are.
// Without a branch inside a block, so that it runs at the speed of reading the bytes: for v and limit up to 2^31,
// `limit - 1 - v` or v itself has its highest bit set exactly when v is not below the limit.
template <class T, endian E>
    requires(std::is_integral_v<T> && sizeof(T) <= 4)
[[nodiscard]] inline std::size_t first_not_below(std::uint32_t limit, std::span<const scalar<T, E>> indices) noexcept {
    constexpr std::size_t block = 64;
    constexpr std::uint32_t highest_bit = 0x8000'0000;
    const auto value = [](const scalar<T, E>& index) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(index.get()));
    };
    std::size_t first = 0;
    if (limit != 0 && limit <= highest_bit) {
        const std::uint32_t last = limit - 1;
        for (; indices.size() - first >= block; first += block) {
            const auto part = indices.subspan(first).template first<block>();
            std::uint32_t bad = 0;
            for (const scalar<T, E>& index : part) {
                bad |= value(index) | (last - value(index));
            }
            if ((bad & highest_bit) != 0) {
                break;
            }
        }
    }
    while (first < indices.size() && std::cmp_greater_equal(indices[first].get(), 0) && value(indices[first]) < limit) {
        ++first;
    }
    return first;
}

} // namespace effigy::inline v0
