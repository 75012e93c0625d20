#include <effigy/scene.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace effigy;

// A triangle on a node that is translated and scaled, and a skinned triangle whose joint is translated and scaled.
scene two_triangles() {
    scene out;
    scene::node& moved = out.nodes.emplace_back();
    moved.local = {{10, 0, 0}, {}, {2, 2, 2}};
    scene::node& child = out.nodes.emplace_back();
    child.parent = 0;
    child.local.position = {0, 1, 0};
    child.mesh = 0;
    scene::node& skinned = out.nodes.emplace_back();
    skinned.mesh = 1;
    skinned.skin = 0;
    scene::mesh shape;
    shape.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    shape.indices = {0, 1, 2, 0, 1, 2};
    shape.primitives = {{0, 3, npos}, {0, 6, npos}};
    out.meshes.push_back(shape);
    shape.joints.emplace_back(3U, scene::joints4{1, 0, 0, 0});
    shape.weights.emplace_back(3U, scene::weights4{0.5F, 0.5F, 0, 0});
    out.meshes.push_back(shape);
    scene::skin& bones = out.skins.emplace_back();
    bones.joints = {0, 1};
    bones.inverse_binds.resize(2);
    bones.inverse_binds[1].translation = {0, 0, 4};
    scene::clip& moves = out.clips.emplace_back();
    moves.times = {{0, 1, 2}};
    moves.channels.resize(2);
    moves.channels[0].times = 0;
    moves.channels[1].times = 7; // out of range
    return out;
}

} // namespace

TEST_CASE("scene measure: counts") {
    scene_counts expected;
    expected.nodes = 3;
    expected.meshes = 2;
    expected.primitives = 4;
    expected.vertices = 6;
    expected.triangles = 6;
    expected.skins = 1;
    expected.joints = 2;
    expected.clips = 1;
    expected.channels = 2;
    expected.keys = 3;
    CHECK(count(two_triangles()) == expected);
    CHECK(count(scene{}) == scene_counts{});
}
TEST_CASE("scene measure: world matrices") {
    const scene made = two_triangles();
    std::array<matrix4x3<float>, 3> world;
    CHECK(world_matrices(made, world) == 3);
    CHECK(world[1].translation == vector3<float>{10, 2, 0});
    CHECK(world[1].x == vector3<float>{2, 0, 0});
    std::array<matrix4x3<double>, 2> few;
    CHECK(world_matrices(made, few) == 0);
}
TEST_CASE("scene measure: bounds of the visible meshes at rest") {
    const box<float> around = bounds(two_triangles());
    REQUIRE(around);
    // The first triangle extends from (10, 2, 0) to (12, 4, 0). Two equal joints move the second to (10, 1, 4).
    CHECK(around.min == vector3<float>{10, 1, 0});
    CHECK(around.max == vector3<float>{12, 4, 4});
    CHECK_FALSE(bounds(scene{}));
}
TEST_CASE("scene measure: equal scenes, and copies") {
    const scene original = two_triangles();
    scene copy = original;
    CHECK(copy == original);
    copy.meshes[1].weights[0][2][1] = 0.25F;
    CHECK_FALSE(copy == original);
}
