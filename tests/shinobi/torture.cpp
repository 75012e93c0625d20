#include "support/torture.hpp"
#include "grimrock/walk.hpp"

#include <effigy/shinobi.hpp>

namespace {

using bytes = std::span<const std::byte>;
namespace shinobi = effigy::shinobi;

const auto model = [] { return fixtures::write(fixtures::everything(4), 4); };
const auto clip = [] { return fixtures::write(fixtures::moves(), 3); };

const auto open = [](bytes file) { return shinobi::open(file); };
const auto open_animation = [](bytes file) { return shinobi::open_animation(file); };
const auto digest_of = [](const auto& opened) {
    CHECK(walk::tiled_by_regions(opened));
    return walk::digest_of(opened);
};

const auto touch = [](bytes file) { return digest_of(shinobi::open(file)); };
const auto touch_animation = [](bytes file) { return digest_of(shinobi::open_animation(file)); };

} // namespace

TEST_CASE("shinobi: a model survives corruption") { support::standard_torture("MDL1 4", model, touch); }

TEST_CASE("shinobi: an animation survives corruption") { support::standard_torture("ANIM 3", clip, touch_animation); }

TEST_CASE("shinobi: an opened model survives every change of its file") {
    support::torture_after_opening("MDL1 4", model, open, digest_of);
}

TEST_CASE("shinobi: an opened animation survives every change of its file") {
    support::torture_after_opening("ANIM 3", clip, open_animation, digest_of);
}
