#include <effigy/core/impl/heap_sort.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace {

template <class Numbers> constexpr void sort(Numbers& numbers) {
    effigy::impl::heap_sort(
        numbers.size(), [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; },
        [&](std::size_t a, std::size_t b) { std::swap(numbers[a], numbers[b]); });
}

constexpr bool sorts_in_constant_expressions() {
    std::array numbers{3, 1, 2, 3, 0};
    sort(numbers);
    return numbers == std::array{0, 1, 2, 3, 3};
}
static_assert(sorts_in_constant_expressions());

} // namespace

TEST_CASE("heap_sort: sorts") {
    std::uint32_t random = 1;
    for (std::size_t size = 0; size < 300; ++size) {
        std::vector<std::uint32_t> numbers(size);
        for (std::uint32_t& number : numbers) {
            random = random * 1'664'525 + 1'013'904'223;
            number = (random >> 16) % 100; // with duplicates
        }
        std::vector<std::uint32_t> expected = numbers;
        std::sort(expected.begin(), expected.end());
        sort(numbers);
        CHECK(numbers == expected);
        sort(numbers); // sorted already
        CHECK(numbers == expected);
    }
}
