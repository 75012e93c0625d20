#include "support/byte_builder.hpp"

#include <effigy/core/byte_view.hpp>

#include <doctest/doctest.h>

#include <ranges>
#include <vector>

namespace {

using namespace effigy;
using support::byte_builder;
using half_word = u16<form::little>;

template <class T>
concept can_be_looked_up = requires(T&& items) { find_at(std::forward<T>(items), 0); };

static_assert(std::ranges::contiguous_range<array<half_word>> && std::ranges::borrowed_range<array<half_word>> &&
              std::ranges::view<array<half_word>> && std::convertible_to<array<half_word>, std::span<const half_word>>);
static_assert(std::ranges::random_access_range<strided<half_word>> && std::ranges::borrowed_range<strided<half_word>>);
static_assert(can_be_looked_up<std::vector<int>&> && can_be_looked_up<std::span<int>> &&
              can_be_looked_up<array<half_word>>);
static_assert(!can_be_looked_up<std::vector<int>>, "the result would dangle");

} // namespace

TEST_CASE("array: access by number, as a span, and in part") {
    const byte_builder file = byte_builder{}.u16(1).u16(2).u16(3);
    const array<half_word> all = byte_view{file.span()}.array_at<half_word>(0, 3);
    REQUIRE(all.size() == 3);
    CHECK(all[2] == 3);
    CHECK(all.at(2) == &all[2]);
    CHECK(all.at(3) == nullptr);
    CHECK(all.at(~std::uint64_t{0}) == nullptr);
    const std::span<const half_word> same = all;
    CHECK(same.data() == all.data());
    CHECK(all.part(1, 2).data() == &all[1]);
    CHECK(all.part(1, 2).size() == 2);
    CHECK(all.part(3, 0).empty());
    CHECK(all.part(1, 3).empty());
    CHECK(all.part(4, 0).empty());
    CHECK(all.part(1, ~std::uint64_t{0}).empty());
}

TEST_CASE("array: empty") {
    const array<half_word> none;
    CHECK(none.empty());
    CHECK(none.begin() == none.end());
    CHECK(none.at(0) == nullptr);
    CHECK(none.part(0, 0).empty());
}

TEST_CASE("find_at: accepts any contiguous range") {
    std::vector<int> numbers{10, 20};
    *find_at(numbers, 1) = 21;
    CHECK(numbers[1] == 21);
    CHECK(find_at(numbers, 2) == nullptr);
    const int fixed[] = {1, 2, 3};
    CHECK(*find_at(fixed, 2) == 3);
}

TEST_CASE("strided: random access in both directions") {
    const byte_builder file = byte_builder{}.u16(1).u8(0).u16(2).u8(0).u16(3).u8(0);
    const strided<half_word> all = byte_view{file.span()}.strided_at<half_word>(0, 3, 3);
    const auto last = all.end() - 1;
    CHECK(*last == 3);
    CHECK(last[-2] == 1);
    CHECK(last - all.begin() == 2);
    CHECK(all.begin() < last);
    CHECK(*(1 + all.begin()) == 2);
    std::uint32_t backwards = 0;
    for (auto it = all.end(); it != all.begin();) {
        backwards = 10 * backwards + *--it;
    }
    CHECK(backwards == 321);
}
