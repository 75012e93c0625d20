// Testing many indices at once.
#pragma once

#include <effigy/core/byte_view.hpp>

#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// Returns the position of the first index outside [least, least + count), or indices.size() if there is none.
// Precondition: least <= 0.
// There is no branch inside a block, so the speed is that of reading the bytes. With d = v - least and count <= 2^31, v
// is outside if and only if d or `count - 1 - d` has its highest bit set.
template <class T, form F>
    requires(std::is_integral_v<T> && sizeof(T) <= 4)
[[nodiscard]] inline std::size_t first_outside(std::int32_t least, std::uint32_t count,
                                               const array<scalar<T, F>>& indices) noexcept {
    constexpr std::uint32_t highest_bit = 0x8000'0000;
    const auto above = [least](T index) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(index)) - static_cast<std::uint32_t>(least);
    };
    const std::byte* const bytes = indices.bytes().data();
    std::size_t first = 0;
    const auto pass = [&]<std::size_t Block>(std::integral_constant<std::size_t, Block>) {
        using block = std::array<scalar<T, F>, Block>;
        for (; indices.size() - first >= Block; first += Block) {
            const block& part = *overlay<block>(bytes + first * sizeof(T));
            std::uint32_t bad = 0;
            if constexpr (F == form::native) { // g++ does not vectorise reads through scalar::get()
                for (const T index : std::bit_cast<std::array<T, Block>>(part)) {
                    bad |= above(index) | (count - 1 - above(index));
                }
            } else {
                for (const scalar<T, F>& index : part) {
                    bad |= above(index) | (count - 1 - above(index));
                }
            }
            if ((bad & highest_bit) != 0) {
                return;
            }
        }
    };
    if (count != 0 && count <= highest_bit) {
        pass(std::integral_constant<std::size_t, 64>{});
        pass(std::integral_constant<std::size_t, 8>{});
    }
    while (first < indices.size() && std::cmp_greater_equal(indices[first].get(), least) &&
           above(indices[first]) < count) {
        ++first;
    }
    return first;
}

// Returns the position of the first index that is negative or not below `limit`, or indices.size() if there is none.
template <class Indices> [[nodiscard]] std::size_t first_not_below(std::uint32_t limit,
                                                                   const Indices& indices) noexcept {
    return first_outside(0, limit, indices);
}

// Returns the position of the first number that is not zero, or numbers.size() if all are zero.
template <form F> [[nodiscard]] std::size_t first_not_zero(const array<scalar<std::uint32_t, F>>& numbers) noexcept {
    constexpr std::size_t size = 16;
    using block = std::array<u32<F>, size>;
    const std::byte* const bytes = numbers.bytes().data();
    std::size_t first = 0;
    for (; numbers.size() - first >= size; first += size) {
        std::uint32_t any = 0;
        for (const std::uint32_t number :
             std::bit_cast<std::array<std::uint32_t, size>>(*overlay<block>(bytes + first * sizeof(u32<F>)))) {
            any |= number;
        }
        if (any != 0) {
            break;
        }
    }
    while (first < numbers.size() && numbers[first] == 0U) {
        ++first;
    }
    return first;
}

}}} // namespace effigy::v0::impl
