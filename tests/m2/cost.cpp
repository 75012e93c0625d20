// What reading costs: no memory.
#include "m2/figure.hpp"
#include "m2/walk.hpp"
#include "support/allocations.hpp"

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::allocations_of;

} // namespace

TEST_CASE("m2 cost: models are opened, read, posed and skinned without memory") {
    for (const auto& described : {fixtures::m2::small(256), fixtures::m2::small(260), fixtures::m2::small(263),
                                  fixtures::m2::figure::model(256), fixtures::m2::figure::model(260)}) {
        const auto file = fixtures::m2::write(described);
        walk::m2_memory memory = walk::memory_for(*m2::open(file.span()));
        support::digest read;
        bool is_open = false;
        CHECK(allocations_of([&] {
                  const auto model = m2::open(file.span());
                  is_open = model.has_value();
                  walk::walk_view(read, *model, memory);
              }) == 0);
        CHECK(is_open);
    }
}

TEST_CASE("m2 cost: errors are made without memory") {
    auto file = fixtures::m2::write(fixtures::m2::small(260));
    file.poke(file.at("m2.particles[0].zSource.values"), 0x7FFF'FFFF);
    errc code = errc::none;
    CHECK(allocations_of([&] { code = m2::open(file.span()).error().code; }) == 0);
    CHECK(code == errc::out_of_bounds);
}
