// Reading allocates no memory.
#include "nwn/figure.hpp"
#include "nwn/walk.hpp"
#include "support/allocations.hpp"

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using fixtures::nwn::flavour;
using support::allocations_of;

} // namespace

TEST_CASE("nwn cost: models are opened, read, posed and skinned without allocations") {
    for (const auto& described :
         {fixtures::nwn::bioware(), fixtures::nwn::enhanced(), fixtures::nwn::nwnmdlcomp(),
          fixtures::nwn::figure::model(flavour::bioware), fixtures::nwn::figure::model(flavour::enhanced)}) {
        const auto file = fixtures::nwn::write(described);
        walk::memory<nwn::model> memory{*nwn::open(file.span())};
        support::digest read;
        bool is_open = false;
        CHECK(allocations_of([&] {
                  const auto model = nwn::open(file.span());
                  is_open = model.has_value();
                  walk::walk_view(read, *model, memory);
              }) == 0);
        CHECK(is_open);
    }
}

TEST_CASE("nwn cost: errors are returned without allocations") {
    auto file = fixtures::nwn::write(fixtures::nwn::bioware());
    file.poke(file.at("nwn.nodes[5].skin.boneRefs"), 0x7FFF'FFFF);
    errc code = errc::none;
    CHECK(allocations_of([&] { code = nwn::open(file.span()).error().code; }) == 0);
    CHECK(code == errc::out_of_bounds);
}
