#include "grimrock/fixtures.hpp"

#include <effigy/grimrock/lint.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("grimrock lint: a bind pose relative to the origin") {
    fixtures::mesh skinned = fixtures::skinned_triangle(0, 0);
    skinned.arrays[fixtures::color] = {};
    const auto codes_at = [&](float place, float bind_place) {
        for (auto& bone : skinned.bones) {
            bone.inverse_rest = {};
            bone.inverse_rest.translation = {-bind_place, 0, 0};
        }
        std::string out;
        const auto file = fixtures::write(fixtures::model{{"only", -1, {.position = {place, 0, 0}}, skinned}}, 2);
        const auto opened = effigy::grimrock::open(file.span());
        REQUIRE(opened);
        effigy::grimrock::lint(*opened, [&](const effigy::finding& found) { out += found.code; });
        return out;
    };
    CHECK(codes_at(5, 0).empty());
    CHECK(codes_at(5, 5) == "rest-pose-origin");
    CHECK(codes_at(5, 3) == "rest-pose-other");
}
