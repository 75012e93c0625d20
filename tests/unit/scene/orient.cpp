#include <effigy/scene/orient.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

namespace {

using namespace effigy;

constexpr quaternion<float> half_turn{0, 1, 0, 0}; // about y: x and z change their sign

// A channel of a node that moves from one point to another.
scene::channel moved(std::uint32_t node, scene::path path, const scene::list<float>& values) {
    scene::channel out;
    out.node = node;
    out.path = path;
    out.values = values;
    return out;
}
// A root, a child, and the joint of a skin.
scene hierarchy() {
    scene out;
    out.nodes.resize(2);
    out.nodes[0].name = "root";
    out.nodes[1].parent = 0;
    out.nodes[1].local.position = {1, 2, 3};
    out.meshes.resize(1);
    out.cameras.resize(1);
    out.lights.resize(1);
    out.skins.resize(1);
    out.skins[0].joints = {1};
    out.clips.resize(1);
    return out;
}

} // namespace

TEST_CASE("scene orient: all lengths are scaled, and nothing else") {
    scene made = hierarchy();
    scene::mesh& mesh = made.meshes[0];
    mesh.positions = {{1, 2, 3}};
    mesh.normals = {{0, 1, 0}};
    mesh.targets.resize(1);
    mesh.targets[0].positions = {{4, 5, 6}};
    mesh.targets[0].normals = {{1, 0, 0}};
    made.skins[0].inverse_binds = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 8, 9}}};
    for (const auto path : {scene::path::translation, scene::path::scale, scene::path::weights}) {
        made.clips[0].channels.push_back(moved(1, path, {1, 2, 3, 4, 5, 6}));
    }
    made.cameras[0].near_plane = 1;
    made.cameras[0].far_plane = 2;
    made.lights[0].range = 3;
    made.lights[0].intensity = 4;
    scene expected = made;
    impl::scale_lengths(made, 2);
    expected.nodes[1].local.position = {2, 4, 6};
    expected.meshes[0].positions = {{2, 4, 6}};
    expected.meshes[0].targets[0].positions = {{8, 10, 12}};
    expected.skins[0].inverse_binds[0].translation = {14, 16, 18};
    expected.clips[0].channels[0].values = {2, 4, 6, 8, 10, 12};
    expected.cameras[0].near_plane = 2;
    expected.cameras[0].far_plane = 4;
    expected.lights[0].range = 6;
    CHECK(made == expected);
}
TEST_CASE("scene orient: the only root turns itself, and where clips move it") {
    scene made = hierarchy();
    made.clips[0].channels = {moved(0, scene::path::translation, {1, 2, 3, -0.0F, 0, 4}),
                              moved(0, scene::path::scale, {1, 2, 3}), moved(1, scene::path::translation, {1, 2, 3}),
                              moved(1, scene::path::rotation, {0, 0, 0, 1})};
    scene expected = made;
    impl::turn_scene(made, half_turn, "front");
    expected.nodes[0].local.rotation = half_turn;
    expected.clips[0].channels[0].values = {-1, 2, -3, 0, 0, -4};
    CHECK(made == expected);
    CHECK(std::signbit(made.clips[0].channels[0].values[3])); // a 0 keeps its sign
}
TEST_CASE("scene orient: a new root turns what no root can turn") {
    const std::function<void(scene&)> changes[] = {
        [](scene& s) { s.nodes[0].local.position.x = 1; },
        [](scene& s) { s.nodes[0].mesh = 0; },
        [](scene& s) { s.nodes[0].camera = 0; },
        [](scene& s) { s.nodes[0].light = 0; },
        [](scene& s) { s.clips[0].channels = {moved(0, scene::path::rotation, {0, 0, 0, 1})}; },
        [](scene& s) { s.nodes.emplace_back(); },
        [](scene& s) { s.nodes.emplace_back().skin = 0, s.nodes[0].mesh = 0; },
    };
    for (const auto& change : changes) {
        scene made = hierarchy();
        made.clips[0].channels = {moved(1, scene::path::translation, {1, 2, 3}),
                                  moved(npos, scene::path::base_color, {1, 1, 1, 1})};
        change(made);
        const scene before = made;
        impl::turn_scene(made, half_turn, "front");
        REQUIRE(made.nodes.size() == before.nodes.size() + 1);
        CHECK(made.nodes[0].name == "front");
        CHECK(made.nodes[0].parent == npos);
        CHECK(made.nodes[0].local.rotation == half_turn);
        for (std::size_t i = 0; i < before.nodes.size(); ++i) {
            scene::node expected = before.nodes[i];
            expected.parent = expected.parent != npos ? expected.parent + 1 : expected.skin != npos ? npos : 0;
            CHECK(made.nodes[i + 1] == expected);
        }
        CHECK(made.skins[0].joints == scene::list<std::uint32_t>{2});
        for (std::size_t i = 0; i < before.clips[0].channels.size(); ++i) {
            const std::uint32_t node = before.clips[0].channels[i].node;
            CHECK(made.clips[0].channels[i].node == (node == npos ? npos : node + 1));
        }
    }
}
TEST_CASE("scene orient: a scene of skinned nodes has nothing to turn") {
    for (const std::size_t count : {std::size_t{0}, std::size_t{2}}) {
        scene made;
        made.nodes.resize(count);
        for (scene::node& each : made.nodes) {
            each.skin = 0;
        }
        const scene before = made;
        impl::turn_scene(made, half_turn, "front");
        CHECK(made == before);
    }
}
