// Compares one model in all versions.
#include "m2/alike.hpp"
#include "m2/figure.hpp"
#include "m2/opened.hpp"

#include <doctest/doctest.h>

namespace {

using fixtures::m2::likeness;
using fixtures::m2::opened;

constexpr std::uint32_t oldest = effigy::m2::oldest_version, newest = effigy::m2::newest_version;

// Components of packed rotations differ by up to 1/65534. Floating-point sums in another order differ by less.
constexpr double packing = 1e-4, rounding = 1e-9;

// `count` is the number of animations that all versions have.
void check_alike(const fixtures::m2::model& a, const fixtures::m2::model& b, std::size_t count) {
    CAPTURE(a.version);
    CAPTURE(b.version);
    const opened first{a};
    const opened second{b};
    const likeness found = fixtures::m2::compare(first.model, second.model);
    CHECK(found.geometry);
    CHECK(found.animations == count);
    const bool store_alike = (a.version < 260) == (b.version < 260);
    CHECK(found.poses < (store_alike ? rounding : packing));
}

TEST_CASE("m2: a model has the same triangles and the same poses in every version") {
    for (std::uint32_t version = oldest; version <= newest; ++version) {
        check_alike(fixtures::m2::small(oldest), fixtures::m2::small(version), 2);
        check_alike(fixtures::m2::figure::model(260), fixtures::m2::figure::model(version), 3);
    }
}

TEST_CASE("m2: a model has the same triangles and the same poses in chunks, and with its bones in another file") {
    const fixtures::m2::model expected = fixtures::m2::small(263);
    for (const std::uint32_t version : {272U, newest}) {
        check_alike(expected, fixtures::m2::small_in_chunks(version), 2);
        check_alike(expected, fixtures::m2::small_with_skeleton(version), 2);
    }
}

TEST_CASE("m2: different models are recognised as different") {
    fixtures::m2::model other = fixtures::m2::small(264);
    other.bones[1].translation.values[5] += 0.5F;
    other.skin_profiles[0].triangles = {0, 2, 1};
    const opened first{fixtures::m2::small(260)};
    const opened second{other};
    const likeness found = fixtures::m2::compare(first.model, second.model);
    CHECK_FALSE(found.geometry);
    CHECK(found.poses > 0.1);
}

} // namespace
