#include <effigy/core/impl/indices.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace {

using namespace effigy;

template <class T, form F>
std::size_t naive(std::int64_t least, std::int64_t count, const std::vector<scalar<T, F>>& indices) {
    std::size_t i = 0;
    while (i < indices.size() && indices[i].get() >= least && indices[i].get() < least + count) {
        ++i;
    }
    return i;
}

// Puts each edge value at each position of lists that have the size of a block, or are slightly shorter or longer.
template <class T, form F> bool agrees(std::uint32_t limit) {
    const auto last = static_cast<std::int64_t>(std::numeric_limits<T>::max());
    const auto lowest = static_cast<std::int64_t>(std::numeric_limits<T>::min());
    std::vector<T> numbers;
    for (const std::int64_t n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{limit} - 1, std::int64_t{limit},
                                 std::int64_t{limit} + 1, std::int64_t{-1}, std::int64_t{-2}, last, lowest}) {
        if (n >= lowest && n <= last) {
            numbers.push_back(static_cast<T>(n));
        }
    }
    for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 63U, 64U, 65U, 127U, 128U, 129U, 200U}) {
        std::vector<scalar<T, F>> indices(size, scalar<T, F>::of(0));
        for (std::size_t position = 0; position < size; ++position) {
            for (const T number : numbers) {
                indices[position] = scalar<T, F>::of(number);
                const array<scalar<T, F>> all{indices.data(), indices.size()};
                if (impl::first_not_below(limit, all) != naive(0, limit, indices) ||
                    impl::first_outside(-1, limit, all) != naive(-1, limit, indices)) {
                    return false;
                }
            }
            indices[position] = scalar<T, F>::of(0);
        }
    }
    return true;
}

} // namespace

TEST_CASE_TEMPLATE("indices: the functions agree with a plain loop", T, std::uint8_t, std::uint16_t, std::int16_t,
                   std::int32_t) {
    for (const std::uint32_t limit : {0U, 1U, 2U, 200U, 40'000U, 0x7FFF'FFFFU, 0x8000'0000U}) {
        CAPTURE(limit);
        CHECK(agrees<T, form::little>(limit));
        CHECK(agrees<T, form::big>(limit));
    }
}

TEST_CASE("first_not_below: returns the first of several") {
    std::vector<i32<>> indices(300, i32<>::of(1));
    indices[290] = indices[131] = indices[130] = i32<>::of(2);
    const array<i32<>> all{indices.data(), indices.size()};
    CHECK(impl::first_not_below(2, all) == 130);
    CHECK(impl::first_not_below(2, all.part(132, 168)) == 158);
    CHECK(impl::first_not_below(3, all) == 300);
    CHECK(impl::first_outside(-1, 3, all) == 130);
}

TEST_CASE_TEMPLATE("first_not_zero: returns the first of several", Number, u32<form::little>, u32<form::big>) {
    for (const std::size_t size : {0U, 1U, 15U, 16U, 17U, 32U, 50U}) {
        std::vector<Number> numbers(size, Number::of(0));
        CHECK(impl::first_not_zero(array<Number>{std::span{numbers}}) == size);
        for (std::size_t position = size; position-- > 0;) {
            numbers[position] = Number::of(position % 2 == 0 ? 1 : 0x8000'0000);
            CHECK(impl::first_not_zero(array<Number>{std::span{numbers}}) == position);
        }
    }
}
