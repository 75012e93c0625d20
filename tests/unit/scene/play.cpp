#include <effigy/scene.hpp>

#include "../support/allocations.hpp"
#include "../support/digest.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace {

using namespace effigy;
using interpolation = scene::interpolation;
using point = vector3<double>;

constexpr float half = 0.70710678F; // sine and cosine of 45 degrees

scene::channel channel(std::uint32_t node, scene::path path, scene::list<float> values,
                       interpolation how = interpolation::linear) {
    scene::channel out;
    out.node = node;
    out.path = path;
    out.interpolation = how;
    out.times = 0;
    out.values = std::move(values);
    return out;
}

// An arm that turns by a half turn about z, a hand at its end that jumps, a mesh of three vertices that follows both,
// and a flag with two morph targets on the hand.
scene arm() {
    scene out;
    out.nodes.resize(4);
    out.nodes[0].local.position = {0, 1, 0};
    out.nodes[1].parent = 0;
    out.nodes[1].local.position = {2, 0, 0};
    out.nodes[2].mesh = 0;
    out.nodes[2].skin = 0;
    out.nodes[3].parent = 1;
    out.nodes[3].local.scale = {2, 1, 1};
    out.nodes[3].mesh = 1;
    scene::mesh& shape = out.meshes.emplace_back();
    shape.positions = {{0, 1, 0}, {2, 1, 0}, {1, 1, 0}};
    shape.normals = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    shape.indices = {0, 1, 2};
    shape.primitives = {{0, 3, npos}};
    shape.joints.push_back({{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}});
    shape.weights.push_back({{1, 0, 0, 0}, {1, 0, 0, 0}, {0.75F, 0.25F, 0, 0}});
    scene::skin& bones = out.skins.emplace_back();
    bones.joints = {0, 1};
    bones.inverse_binds.resize(2);
    bones.inverse_binds[0].translation = {0, -1, 0};
    bones.inverse_binds[1].translation = {-2, -1, 0};
    scene::mesh& flag = out.meshes.emplace_back();
    flag.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    flag.normals = {{half, half, 0}, {0, 0, 1}, {0, 0, 1}};
    flag.indices = {0, 1, 2};
    flag.primitives = {{0, 3, npos}};
    flag.targets.resize(2);
    flag.targets[0].positions = {{0, 0, 4}, {}, {}};
    flag.targets[1].positions = {{0, 8, 0}, {}, {}};
    flag.targets[1].normals = {{}, {1, 0, -1}, {}};
    flag.targets[0].normals = {{}, {}, {}};
    scene::clip& moves = out.clips.emplace_back();
    moves.times = {{1, 2, 4}};
    moves.channels.push_back(channel(0, scene::path::rotation, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, -half, -half}));
    moves.channels.push_back(channel(1, scene::path::translation, {2, 0, 0, 3, 0, 0, 5, 0, 0}, interpolation::step));
    moves.channels.push_back(channel(3, scene::path::weights, {0, 0, 0.5F, 1, 1, 0}));
    moves.channels.push_back(channel(3, scene::path::scale, {2, 1, 1, 4, 1, 1, 4, 1, 1}));
    return out;
}

void check_near(const point& found, const point& expected) {
    CAPTURE(found.x);
    CAPTURE(found.y);
    CAPTURE(found.z);
    CHECK(length(found - expected) < 1e-6);
}

struct placed {
    std::array<pose<double>, 4> poses;
    std::array<matrix4x3<double>, 4> world;
    std::array<matrix4x3<double>, 2> joints;
    std::array<point, 3> points, normals;

    explicit placed(const scene& of, double seconds) {
        CHECK(play(of, of.clips[0], seconds, poses) == 4);
        CHECK(world_matrices(of, poses, world) == 4);
        CHECK(skin_matrices(of.skins[0], world, joints) == 2);
        CHECK(posed_positions(of.meshes[0], std::array<double, 0>{}, joints, points) == 3);
        CHECK(posed_normals(of.meshes[0], std::array<double, 0>{}, joints, normals) == 3);
    }
};

} // namespace

TEST_CASE("scene play: rotations move along the shorter arc at constant speed") {
    const scene of = arm();
    CHECK(!verify(of));
    for (const double part : {0.0, 0.125, 0.5, 0.75, 1.0}) { // of a half turn
        const placed now{of, 1 + part};
        const double angle = part * std::numbers::pi / 2; // of the quaternion
        CHECK(now.poses[0].rotation.z == doctest::Approx(std::sin(angle)).epsilon(1e-6));
        CHECK(now.poses[0].rotation.w == doctest::Approx(std::cos(angle)).epsilon(1e-6));
    }
    const placed later{of, 3}; // -(0, 0, half, half) is a quarter turn: from a half turn, the shorter arc
    CHECK(later.poses[0].rotation.z == doctest::Approx(0.92387953).epsilon(1e-6));
    CHECK(later.poses[0].rotation.w == doctest::Approx(0.38268343).epsilon(1e-6));
}

TEST_CASE("scene play: steps hold until the next key, and the ends hold") {
    const scene of = arm();
    const auto hand = [&](double seconds) { return placed{of, seconds}.poses[1].position.x; };
    CHECK(hand(0) == 2);
    CHECK(hand(1.999) == 2);
    CHECK(hand(2) == 3);
    CHECK(hand(3.999) == 3);
    CHECK(hand(4) == 5);
    CHECK(hand(1e300) == 5);
    CHECK(hand(-1) == 2);
    CHECK(hand(std::numeric_limits<double>::quiet_NaN()) == 2);
    CHECK(placed{of, 1.5}.poses[3].scale == point{3, 1, 1});
    scene early = arm(); // the time of a key is a float, that of the caller is not
    early.clips[0].times = {{0.1F, 0.2F, 0.3F}};
    CHECK(placed{early, 0.2}.poses[1].position.x == 3);
}

TEST_CASE("scene play: a loop begins again at the last key of the clip") {
    scene of = arm();
    scene::clip& clip = of.clips[0];
    CHECK(duration(clip) == 4);
    clip.times.push_back({0, 5.5F});
    CHECK(duration(clip) == 4); // no channel has these times
    clip.channels.push_back(channel(3, scene::path::translation, {0, 0, 0, 0, 0, 11}));
    clip.channels.back().times = 1;
    CHECK(duration(clip) == 5.5);
    CHECK(duration(scene::clip{}) == 0);
    const auto flag = [&](double seconds, playback mode) {
        std::array<pose<double>, 4> poses;
        CHECK(play(of, clip, seconds, poses, mode) == 4);
        return poses[3].position.z;
    };
    CHECK(flag(7.5, playback::once) == 11);
    CHECK(flag(7.5, playback::loop) == doctest::Approx(4));
    CHECK(flag(5.5, playback::loop) == 0);
    CHECK(flag(-0.5, playback::loop) == doctest::Approx(10));
    CHECK(flag(-0.5, playback::once) == 0);
    std::array<float, 2> weights{};
    CHECK(play_weights(of, clip, 3, 7, weights, playback::loop) == 2); // 1.5 s
    CHECK(weights == std::array<float, 2>{0.25F, 0.5F});
    CHECK(play_weights(of, clip, 3, 7, weights) == 2);
    CHECK(weights == std::array<float, 2>{1, 0});
}

TEST_CASE("scene play: whether a clip repeats is known only if the file says so") {
    scene::clip clip;
    CHECK(playback_of(clip) == playback::once);
    CHECK(playback_of(clip, playback::loop) == playback::loop);
    clip.extras = {{"loops", 1.0}}; // not a truth value
    CHECK(playback_of(clip, playback::loop) == playback::loop);
    for (const bool loops : {false, true}) {
        clip.extras = {{"loop", !loops}, {"loops", loops}};
        for (const playback unknown : {playback::once, playback::loop}) {
            CHECK(playback_of(clip, unknown) == (loops ? playback::loop : playback::once));
        }
    }
}

TEST_CASE("scene play: what a clip does not move is at rest") {
    const scene of = arm();
    std::array<pose<float>, 4> rest{}, moved{};
    CHECK(rest_poses(of, rest) == 4);
    CHECK(rest[1].position == vector3<float>{2, 0, 0});
    CHECK(play(of, of.clips[0], 3, moved) == 4);
    CHECK(moved[2] == rest[2]);
    CHECK(moved[0].position == rest[0].position);
    std::array<pose<float>, 3> few{};
    CHECK(rest_poses(of, few) == 0);
    CHECK(play(of, of.clips[0], 3, few) == 0);
    CHECK(few[0] == pose<float>{});
}

TEST_CASE("scene play: vertices follow the joints of their mesh") {
    const scene of = arm();
    const placed rest{of, 1};
    check_near(rest.points[1], {2, 1, 0});
    const placed now{of, 1.5}; // a quarter turn
    check_near(now.points[0], {0, 1, 0});
    check_near(now.points[1], {0, 3, 0});
    check_near(now.points[2], {0, 2, 0});
    for (const point& each : now.normals) {
        check_near(each, {-1, 0, 0});
    }
    const placed jumped{of, 2}; // a half turn, and the hand is one further away
    check_near(jumped.points[1], {-3, 1, 0});
    check_near(jumped.points[2], {-1.25, 1, 0});
}

TEST_CASE("scene play: without room for all matrices, none is written") {
    const scene of = arm();
    const placed rest{of, 1};
    std::array<matrix4x3<double>, 4> out{};
    CHECK(skin_matrices(of.skins[0], rest.world, std::span{out}.first(1)) == 0);
    CHECK(world_matrices(of, rest.poses, std::span{out}.first(3)) == 0);
    CHECK(out == std::array<matrix4x3<double>, 4>{});
}

TEST_CASE("scene play: morph targets are added before a mesh is moved, and normals stay orthogonal") {
    const scene of = arm();
    std::array<float, 2> weights{9, 9};
    CHECK(play_weights(of, of.clips[0], 3, 1.5, weights) == 2);
    CHECK(weights == std::array<float, 2>{0.25F, 0.5F});
    CHECK(play_weights(of, of.clips[0], 2, 1.5, weights) == 0); // the mesh has no targets
    CHECK(play_weights(of, of.clips[0], 0, 1.5, weights) == 0); // no mesh
    std::array<float, 1> few{9};
    CHECK(play_weights(of, of.clips[0], 3, 1.5, few) == 0);
    CHECK(few[0] == 9);
    scene still = arm();
    still.clips[0].channels.resize(2);
    CHECK(play_weights(still, still.clips[0], 3, 1.5, weights) == 2);
    CHECK(weights == std::array<float, 2>{0, 0});

    matrix4x3<double> node;
    node.x = {2, 0, 0};
    node.translation = {0, 0, 10};
    const std::array<matrix4x3<double>, 1> matrices{node};
    std::array<point, 3> points, normals;
    const scene::mesh& flag = of.meshes[1];
    CHECK(posed_positions(flag, std::array<double, 2>{0.25, 0.5}, matrices, points) == 3);
    check_near(points[0], {0, 4, 11});
    check_near(points[1], {2, 0, 10});
    CHECK(posed_normals(flag, std::array<double, 2>{0, 1}, matrices, normals) == 3);
    check_near(normals[0], normalized(point{0.5, 1, 0}));
    check_near(normals[1], {1, 0, 0});
    CHECK(posed_positions(flag, std::array<double, 0>{}, matrices, std::span{points}.first(2)) == 0);
    scene::mesh plain = flag;
    plain.targets[1].normals.clear(); // then it moves no normal
    CHECK(posed_normals(plain, std::array<double, 2>{0, 1}, matrices, normals) == 3);
    check_near(normals[0], normalized(point{0.5, 1, 0}));
    check_near(normals[1], {0, 0, 1});
}

TEST_CASE("scene play: the same bits on every platform") {
    const auto digest_of = [](auto number) {
        using real = decltype(number);
        const scene of = arm();
        support::digest sum;
        std::array<pose<real>, 4> now, next;
        std::array<matrix4x3<real>, 4> world;
        std::array<vector3<real>, 3> points, normals;
        std::array<real, 2> weights;
        const auto add = [&](const auto& vectors) {
            for (const auto& each : vectors) {
                sum.add(each.x);
                sum.add(each.y);
                sum.add(each.z);
            }
        };
        for (int frame = 0; frame < 200; ++frame) {
            const double seconds = frame / 30.0;
            play(of, of.clips[0], seconds, now, playback::loop);
            play(of, of.clips[0], seconds + 0.7, next, playback::loop);
            play_weights(of, of.clips[0], 3, seconds, weights, playback::loop);
            blend(now, next, static_cast<real>(seconds / 7), now);
            world_matrices(of, now, world);
            posed_positions(of.meshes[1], weights, std::array{world[3]}, points);
            posed_normals(of.meshes[1], weights, std::array{world[3]}, normals);
            add(points);
            add(normals);
        }
        return sum.value();
    };
    CHECK(digest_of(1.0F) == 0x75AD'E1F6'D5A5'E47C);
    CHECK(digest_of(1.0) == 0xC620'1A0A'F35A'2A5A);
}

TEST_CASE("scene play: nothing is allocated") {
    const scene of = arm();
    std::array<pose<double>, 4> poses;
    std::array<matrix4x3<double>, 4> world;
    std::array<matrix4x3<double>, 2> joints;
    std::array<point, 3> points;
    std::array<double, 2> weights{};
    CHECK(support::allocations_of([&] {
              play(of, of.clips[0], 1.7, poses, playback_of(of.clips[0], playback::loop));
              blend(poses, poses, 0.5, poses);
              world_matrices(of, poses, world);
              skin_matrices(of.skins[0], world, joints);
              posed_positions(of.meshes[0], weights, joints, points);
              posed_normals(of.meshes[0], weights, joints, points);
              play_weights(of, of.clips[0], 3, 1.5, weights);
          }) == 0);
}
