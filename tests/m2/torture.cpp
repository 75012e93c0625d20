#include "support/torture.hpp"
#include "m2/fixtures.hpp"
#include "m2/mapped.hpp"
#include "m2/walk.hpp"

namespace {

using bytes = std::span<const std::byte>;
namespace m2 = effigy::m2;

const auto vanilla = [](effigy::form order) { return fixtures::m2::write(fixtures::m2::small(256), order); };
const auto crusade = [](effigy::form order) { return fixtures::m2::write(fixtures::m2::small(260), order); };

const auto open = [](bytes file) { return m2::open(file); };
template <effigy::form F> std::uint64_t map_of(const m2::basic_model<F>& model) {
    const std::uint64_t map = mapped::digest_of(model);
    REQUIRE(map != 0);
    return map;
}
template <effigy::form F> std::uint64_t map_of(const effigy::result<m2::basic_model<F>>& opened) {
    return opened ? map_of(*opened) : 0;
}

const auto digest_of = [](const auto& opened) { return walk::digest_of(opened) * 31 + map_of(opened); };
const auto touch = []<effigy::form F = effigy::form::little>(bytes file) { return digest_of(m2::open<F>(file)); };

} // namespace

TEST_CASE("m2: a model of version 256 survives torture") { support::standard_torture("256", vanilla, touch); }

TEST_CASE("m2: a model of version 260 survives torture") { support::standard_torture("260", crusade, touch); }

TEST_CASE("m2: opened models survive every change of their files") {
    support::torture_after_opening("256", vanilla, open, digest_of);
    support::torture_after_opening("260", crusade, open, digest_of);
}
