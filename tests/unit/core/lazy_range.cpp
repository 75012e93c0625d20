#include <effigy/core/lazy_range.hpp>

#include <doctest/doctest.h>

#include <ranges>

namespace {

using namespace effigy;

// The square of a number, or empty.
struct square {
    std::size_t value = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return value != 0; }
};
struct squares_from {
    std::size_t first = 0;

    [[nodiscard]] square get(std::size_t i) const noexcept { return {(first + i) * (first + i)}; }
};
using squares = lazy_range<squares_from>;

squares three_squares() { return impl::access::make<squares>(squares_from{2}, 3U); }

static_assert(std::ranges::random_access_range<squares> && std::ranges::common_range<squares> &&
              std::ranges::borrowed_range<squares> && std::ranges::view<squares>);
static_assert(std::same_as<std::iterator_traits<squares::iterator>::iterator_category, std::input_iterator_tag>);

} // namespace

TEST_CASE("lazy_range: elements are constructed on access") {
    const squares all = three_squares();
    CHECK(all.size() == 3);
    CHECK(all[1].value == 9);
    CHECK(all.at(2).value == 16);
    CHECK_FALSE(all.at(3));
    CHECK_FALSE(all.at(~std::uint64_t{0}));
    std::size_t sum = 0;
    for (const square& one : all) {
        sum = 100 * sum + one.value;
    }
    CHECK(sum == 40916);
}

TEST_CASE("lazy_range: iterators hold numbers and may outlive the range") {
    const auto second = ++three_squares().begin();
    CHECK(second->value == 9);
    CHECK((second + 1)->value == 16);
    CHECK(second[-1].value == 4);
    CHECK(three_squares().end() - second == 2);
    CHECK(second == three_squares().begin() + 1);
    CHECK(squares{}.begin() == squares{}.end());
}
