#include "support/torture.hpp"
#include "grimrock/walk.hpp"

#include <effigy/grimrock.hpp>

namespace {

using bytes = std::span<const std::byte>;
namespace grimrock = effigy::grimrock;

const auto model = [] { return fixtures::write(fixtures::everything(2), 2); };
template <int version>
const auto clip = [] { return fixtures::write(fixtures::moves(), version); };

const auto open = [](bytes file) { return grimrock::open(file); };
const auto open_animation = [](bytes file) { return grimrock::open_animation(file); };
const auto digest_of = [](const auto& opened) {
    CHECK(walk::tiled_by_regions(opened));
    return walk::digest_of(opened);
};

const auto touch = [](bytes file) { return digest_of(grimrock::open(file)); };
const auto touch_animation = [](bytes file) { return digest_of(grimrock::open_animation(file)); };

} // namespace

TEST_CASE("grimrock: a model survives corruption") { support::standard_torture("MDL1 2", model, touch); }

TEST_CASE("grimrock: an animation of version 1 survives corruption") {
    support::standard_torture("ANIM 1", clip<1>, touch_animation);
}

TEST_CASE("grimrock: an animation of version 2 survives corruption") {
    support::standard_torture("ANIM 2", clip<2>, touch_animation);
}

TEST_CASE("grimrock: an opened model survives every change of its file") {
    support::torture_after_opening("MDL1 2", model, open, digest_of);
}

TEST_CASE("grimrock: an opened animation survives every change of its file") {
    support::torture_after_opening("ANIM 1", clip<1>, open_animation, digest_of);
    support::torture_after_opening("ANIM 2", clip<2>, open_animation, digest_of);
}
