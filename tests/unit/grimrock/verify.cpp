#include "grimrock/fixtures.hpp"

#include <effigy/grimrock.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace effigy;

errc verdict_on(const fixtures::mesh& mesh) {
    const auto file = fixtures::write(fixtures::model{{"only", -1, {}, mesh}}, 2);
    return verify(*grimrock::open(file.span())).code;
}

} // namespace

TEST_CASE("verify: accepts valid meshes") {
    CHECK(verdict_on(fixtures::triangle()) == errc::none);
    CHECK(verdict_on(fixtures::skinned_triangle(0, 0)) == errc::none);
    CHECK(verdict_on(fixtures::foreign_triangle(0, 0)) == errc::none);
}

TEST_CASE("verify: finds wrong vertex indices anywhere in a long list") {
    fixtures::mesh mesh = fixtures::triangle();
    mesh.indices.assign(300, 2);
    CHECK(verdict_on(mesh) == errc::none);
    for (const std::size_t location : {0U, 63U, 64U, 191U, 299U}) {
        mesh.indices[location] = 3;
        CHECK(verdict_on(mesh) == errc::out_of_bounds);
        mesh.indices[location] = -1;
        CHECK(verdict_on(mesh) == errc::out_of_bounds);
        mesh.indices[location] = 0;
    }
}

TEST_CASE("verify: a bone index is checked only if its weight is not zero") {
    fixtures::mesh mesh = fixtures::skinned_triangle(0, 0);
    auto& indices = mesh.arrays[fixtures::bone_index].numbers;
    auto& weights = mesh.arrays[fixtures::bone_weight].numbers;
    indices[3] = 9;
    CHECK(verdict_on(mesh) == errc::none);
    weights[3] = -0.0;
    CHECK(verdict_on(mesh) == errc::none);
    weights[3] = 1e-30;
    CHECK(verdict_on(mesh) == errc::out_of_bounds);
    weights[3] = std::numeric_limits<double>::quiet_NaN();
    CHECK(verdict_on(mesh) == errc::out_of_bounds);
    indices[3] = 1;
    CHECK(verdict_on(mesh) == errc::none);
}

TEST_CASE("verify: a bone index is checked with the weight of its own vertex") {
    for (std::size_t bad = 0; bad < 12; ++bad) { // four per vertex
        fixtures::mesh mesh = fixtures::skinned_triangle(0, 0);
        auto& indices = mesh.arrays[fixtures::bone_index].numbers;
        auto& weights = mesh.arrays[fixtures::bone_weight].numbers;
        indices[bad] = 9;
        weights.assign(12, 1);
        weights[bad] = 0;
        CHECK(verdict_on(mesh) == errc::none);
        weights.assign(12, 0);
        weights[bad] = 1;
        CHECK(verdict_on(mesh) == errc::out_of_bounds);
    }
}

TEST_CASE("verify: skin arrays of fewer than four numbers are not checked") {
    for (const fixtures::slot slot : {fixtures::bone_index, fixtures::bone_weight}) {
        fixtures::mesh mesh = fixtures::skinned_triangle(0, 0);
        mesh.arrays[fixtures::bone_index].numbers.assign(12, 99);
        mesh.arrays[fixtures::bone_weight].numbers.assign(12, 1);
        CHECK(verdict_on(mesh) == errc::out_of_bounds);
        fixtures::mesh narrow = mesh;
        narrow.arrays[slot].dimension = 3;
        narrow.arrays[slot].stride = 12;
        narrow.arrays[slot].numbers.resize(9);
        CHECK(verdict_on(narrow) == errc::none);
        mesh.arrays[slot] = {};
        CHECK(verdict_on(mesh) == errc::none);
    }
}

TEST_CASE("verify: skin arrays without bones are not checked") {
    fixtures::mesh mesh = fixtures::skinned_triangle(0, 0);
    mesh.bones.clear();
    mesh.arrays[fixtures::bone_index].numbers[0] = 99;
    CHECK(verdict_on(mesh) == errc::none);
}

TEST_CASE("verify: other number types and padded arrays are checked in the same way") {
    fixtures::mesh mesh = fixtures::foreign_triangle(0, 0);
    auto& indices = mesh.arrays[fixtures::bone_index].numbers;
    indices[4] = 2;
    CHECK(verdict_on(mesh) == errc::out_of_bounds);
    indices[4] = -1;
    CHECK(verdict_on(mesh) == errc::out_of_bounds);

    fixtures::mesh padded = fixtures::skinned_triangle(0, 0);
    padded.arrays[fixtures::bone_index].stride = 20;
    padded.arrays[fixtures::bone_weight].stride = 17;
    CHECK(verdict_on(padded) == errc::none);
    padded.arrays[fixtures::bone_index].numbers[8] = 2;
    CHECK(verdict_on(padded) == errc::out_of_bounds);
}

TEST_CASE("verify: indices of a mesh without vertices") {
    fixtures::mesh mesh;
    CHECK(verdict_on(mesh) == errc::none);
    mesh.indices = {0};
    CHECK(verdict_on(mesh) == errc::out_of_bounds);
}
