#include <effigy/core/numbered.hpp>

#include <doctest/doctest.h>

#include <iterator>
#include <vector>

namespace {

using namespace effigy;

// Squares, made on access.
struct squares {
    using value_type = std::size_t;
    using iterator = numbered_iterator<squares>;

    [[nodiscard]] std::size_t operator[](std::size_t i) const { return factor * i * i; }
    [[nodiscard]] iterator begin() const { return {*this, 0}; }
    [[nodiscard]] iterator end() const { return {*this, 4}; }

    std::size_t factor = 1;
};

static_assert(std::input_iterator<squares::iterator>);
static_assert(std::sentinel_for<squares::iterator, squares::iterator>);

} // namespace

TEST_CASE("numbered_iterator: goes through what is made on access") {
    const squares all{10};
    std::vector<std::size_t> seen;
    for (const std::size_t one : all) {
        seen.push_back(one);
    }
    CHECK(seen == std::vector<std::size_t>{0, 10, 40, 90});
}

TEST_CASE("numbered_iterator: keeps what it goes through") {
    auto at = squares{3}.begin();
    ++at;
    CHECK(*at == 3);
    const auto before = at++;
    CHECK(*before == 3);
    CHECK(*at == 12);
    CHECK(before != at);
    CHECK(squares::iterator{} == squares::iterator{});
}
