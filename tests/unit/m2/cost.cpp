// Reading allocates no memory.
#include "m2/figure.hpp"
#include "m2/hostile.hpp"
#include "m2/opened.hpp"
#include "m2/walk.hpp"
#include "support/allocations.hpp"

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::allocations_of;

} // namespace

TEST_CASE("m2 cost: models are opened, read, posed and skinned without allocations") {
    std::vector<fixtures::m2::model> all = fixtures::m2::every_small();
    all.push_back(fixtures::m2::figure::model(256));
    all.push_back(fixtures::m2::figure::model(260));
    for (const fixtures::m2::model& described : all) {
        const fixtures::m2::opened whole{described};
        walk::memory<m2::model> memory{whole.model};
        support::digest read;
        bool is_open = false;
        CHECK(allocations_of([&] {
                  const auto model = m2::open(whole.files.file.span(), whole.companions);
                  is_open = model.has_value();
                  walk::walk_view(read, *model, memory);
              }) == 0);
        CHECK(is_open);
    }
}

TEST_CASE("m2 cost: errors are returned without allocations") {
    auto file = fixtures::m2::write(fixtures::m2::small(260));
    file.poke(file.at("m2.particles[0].zSource.values"), 0x7FFF'FFFF);
    errc code = errc::none;
    CHECK(allocations_of([&] { code = m2::open(file.span()).error().code; }) == 0);
    CHECK(code == errc::out_of_bounds);
}

TEST_CASE("m2 cost: tracks that share lists of pairs count against the budget, even if the pairs are empty") {
    namespace hostile = fixtures::m2::hostile;
    CHECK(m2::open(hostile::empty_pairs_for_all(3, 100).span()));
    const support::byte_builder file = hostile::empty_pairs_for_all(20'000, 20'000); // 1.2e9 pairs
    const error why = m2::open(file.span()).error();
    CHECK(why.code == errc::budget);
    CHECK(to_string(static_cast<const location&>(why)).starts_with("m2.bones["));
    CHECK(why.index[0] < 8); // the lists of eight bones add up to more than four times the file's size
}
