#include "gltf/fixtures.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using effigy::scene;

constexpr float scene_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float scene_infinity = std::numeric_limits<float>::infinity();

// Returns the error of everything() after a change, without the offset, because scenes have no offsets.
template <class Change> std::string after(const Change& change) {
    scene changed = gltf::everything();
    change(changed);
    std::string line = to_string(verify(changed));
    if (const std::size_t offset = line.find(" at offset 0"); offset != std::string::npos) {
        line.erase(offset, 12);
    }
    return line;
}

} // namespace

TEST_CASE("verify of scenes: the hand-made scenes are valid") {
    for (const scene& each :
         {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data(), scene{}}) {
        CHECK(to_string(verify(each)) == "no error");
    }
}

TEST_CASE("verify of scenes: nodes") {
    CHECK(after([](scene& s) { s.nodes[2].parent = 2; }) ==
          "out_of_bounds: scene.nodes[2].parent: expected a number below 2, found 2");
    CHECK(after([](scene& s) { s.nodes[1].mesh = 4; }) ==
          "out_of_bounds: scene.nodes[1].mesh: expected a number below 4, found 4");
    CHECK(after([](scene& s) { s.nodes[1].skin = 2; }) ==
          "out_of_bounds: scene.nodes[1].skin: expected a number below 2, found 2");
    CHECK(after([](scene& s) { s.nodes[1].camera = 2; }) ==
          "out_of_bounds: scene.nodes[1].camera: expected a number below 2, found 2");
    CHECK(after([](scene& s) { s.nodes[1].light = 3; }) ==
          "out_of_bounds: scene.nodes[1].light: expected a number below 3, found 3");
    CHECK(after([](scene& s) { s.nodes[1].local.position.y = scene_nan; }) ==
          "bad_value: scene.nodes[1].local.position: expected 3 finite numbers, found 2");
    CHECK(after([](scene& s) { s.nodes[1].local.rotation = {0, 0, 0, 1.5F}; }) ==
          "bad_value: scene.nodes[1].local.rotation: expected a length of 1000 thousandths, found 1500");
    CHECK(after([](scene& s) { s.nodes[1].local.rotation = {0, 0, 0, scene_nan}; }) ==
          "bad_value: scene.nodes[1].local.rotation: expected 4 finite numbers, found 3");
    CHECK(after([](scene& s) { s.nodes[1].local.scale.x = -scene_infinity; }) ==
          "bad_value: scene.nodes[1].local.scale: expected 3 finite numbers, found 2");
    CHECK(after([](scene& s) { s.nodes[1].local.rotation = {0, 0, 0, 1.00005F}; }) == "no error");
}

TEST_CASE("verify of scenes: channels of materials") {
    const auto with = [](const auto& change) {
        return after([&](scene& s) {
            scene::clip& clip = s.clips[0];
            clip.times.push_back(scene::list<float>{0, 1});
            scene::channel& added = clip.channels.emplace_back();
            added.path = scene::path::base_color;
            added.material = 1;
            added.times = static_cast<std::uint32_t>(clip.times.size() - 1);
            added.values = {1, 1, 1, 1, 0, 0.5F, 1, 0};
            change(clip, added);
        });
    };
    const auto at = [](const char* rest) { return "scene.clips[0].channels[4]" + std::string{rest}; };
    CHECK(with([](scene::clip&, scene::channel&) {}) == "no error");
    CHECK(with([](scene::clip&, scene::channel& c) { c.material = 9; }) ==
          "out_of_bounds: " + at(".material: expected a number below 3, found 9"));
    CHECK(with([](scene::clip&, scene::channel& c) { c.times = 99; }).starts_with("out_of_bounds: " + at(".times")));
    CHECK(with([](scene::clip&, scene::channel& c) { c.values.pop_back(); }) ==
          "bad_value: " + at(".values: expected one value per time, found 7"));
    CHECK(with([](scene::clip&, scene::channel& c) { c.path = scene::path::emissive; }) ==
          "bad_value: " + at(".values: expected one value per time, found 8"));
    CHECK(with([](scene::clip&, scene::channel& c) { c.values[5] = 2; }) ==
          "bad_value: " + at(".values[5]: expected 0 to 1, in thousandths, found 2000"));
    CHECK(
        with([](scene::clip& clip, scene::channel& c) { clip.channels.push_back(scene::channel{c}); }) ==
        "bad_value: scene.clips[0].channels[5].material: expected at most one channel per material and path, found 1");
}

TEST_CASE("verify of scenes: further attributes") {
    CHECK(after([](scene& s) { s.meshes[0].attributes[0].values.pop_back(); }) ==
          "bad_value: scene.meshes[0].attributes[0].values: expected one value per vertex, found 3");
}

TEST_CASE("verify of scenes: nodes with skins") {
    CHECK(after([](scene& s) { s.nodes[303].skin = effigy::npos; }) ==
          "bad_value: scene.nodes[303].skin: expected a skin for a mesh with joints, found -1");
    CHECK(after([](scene& s) { s.nodes[303].mesh = 0; }) ==
          "bad_value: scene.nodes[303].skin: expected a mesh with joints, found 1");
    CHECK(after([](scene& s) { s.nodes[303].mesh = effigy::npos; }) ==
          "bad_value: scene.nodes[303].skin: expected a mesh with joints, found 1");
    CHECK(after([](scene& s) { s.nodes[303].parent = 1; }) ==
          "bad_value: scene.nodes[303].parent: expected no parent for a node with a skin, found 1");
    CHECK(after([](scene& s) { s.nodes[303].local.scale.z = 2; }) ==
          "bad_value: scene.nodes[303].local: expected the identity for a node with a skin, found 303");
    CHECK(after([](scene& s) { s.nodes[303].mesh = 2; }) ==
          "out_of_bounds: scene.nodes[303].mesh.joints: expected a number below 3, found 299");
}

TEST_CASE("verify of scenes: attributes") {
    CHECK(after([](scene& s) { s.meshes[0].positions.clear(); }) ==
          "bad_value: scene.meshes[0].positions: expected at least one vertex, and fewer than 2^32 - 1, found 0");
    CHECK(after([](scene& s) { s.meshes[0].positions[3].x = scene_nan; }) ==
          "bad_value: scene.meshes[0].positions[3]: expected 3 finite numbers, found 2");
    CHECK(after([](scene& s) { s.meshes[0].normals.pop_back(); }) ==
          "bad_value: scene.meshes[0].normals: expected one value per vertex, found 3");
    CHECK(after([](scene& s) { s.meshes[0].normals[1] = {}; }) ==
          "bad_value: scene.meshes[0].normals[1]: expected a length of 1000 thousandths, found 0");
    CHECK(after([](scene& s) { s.meshes[0].normals[1].x = scene_nan; }) ==
          "bad_value: scene.meshes[0].normals[1]: expected 3 finite numbers, found 2");
    CHECK(after([](scene& s) { s.meshes[0].normals[1] = {1.0004F, 0, 0}; }) == "no error");
    CHECK(after([](scene& s) { s.meshes[0].normals[1] = {1.0006F, 0, 0}; }) ==
          "bad_value: scene.meshes[0].normals[1]: expected a length of 1000 thousandths, found 1001");
    CHECK(after([](scene& s) { s.meshes[0].tangents.pop_back(); }) ==
          "bad_value: scene.meshes[0].tangents: expected one value per vertex, found 3");
    CHECK(after([](scene& s) { s.meshes[0].tangents[2].w = 0; }) ==
          "bad_value: scene.meshes[0].tangents[2]: expected a w of 1000 or -1000 thousandths, found 0");
    CHECK(after([](scene& s) { s.meshes[0].tangents[2].y = 2; }) ==
          "bad_value: scene.meshes[0].tangents[2]: expected a length of 1000 thousandths, found 2236");
    CHECK(after([](scene& s) { s.meshes[0].normals.clear(); }) ==
          "bad_value: scene.meshes[0].tangents: expected no tangents without normals, found 4");
    CHECK(after([](scene& s) { s.meshes[0].texcoords[1].clear(); }) ==
          "bad_value: scene.meshes[0].texcoords[1]: expected one value per vertex, found 0");
    CHECK(after([](scene& s) { s.meshes[0].texcoords[1][2].y = scene_infinity; }) ==
          "bad_value: scene.meshes[0].texcoords[1][2]: expected 2 finite numbers, found 1");
    CHECK(after([](scene& s) { s.meshes[0].colors.resize(5); }) ==
          "bad_value: scene.meshes[0].colors: expected one value per vertex, found 5");
}

TEST_CASE("verify of scenes: joints and weights, of one set and of several") {
    const auto of_one_set = [](const auto& change) {
        return after([&](scene& s) {
            s.meshes[1].joints = {{{0, 1, 0, 0}, {0, 0, 0, 0}, {2, 0, 1, 0}}};
            s.meshes[1].weights = {{{0.5F, 0.5F, 0, 0}, {1, 0, 0, 0}, {0.25F, 0, 0.75F, 0}}};
            change(s.meshes[1]);
        });
    };
    const auto of_two_sets = [](const auto& change) { return after([&](scene& s) { change(s.meshes[1]); }); };
    CHECK(of_one_set([](scene::mesh&) {}) == "no error");
    const auto check_both = [&](const auto& change, const char* line) {
        CHECK(of_one_set(change) == line);
        CHECK(of_two_sets(change) == line);
    };
    check_both([](scene::mesh& m) { m.weights.resize(3); },
               "bad_value: scene.meshes[1].weights: expected the same number of sets as in joints, found 3");
    check_both([](scene::mesh& m) { m.joints[0].pop_back(); },
               "bad_value: scene.meshes[1].joints[0]: expected one value per vertex, found 2");
    check_both([](scene::mesh& m) { m.weights[0].pop_back(); },
               "bad_value: scene.meshes[1].weights[0]: expected one value per vertex, found 2");
    check_both(
        [](scene::mesh& m) { m.weights[0][0][1] = -0.5F; },
        "bad_value: scene.meshes[1].vertices[0].weights: expected weights of at least 0, in thousandths, found -500");
    check_both([](scene::mesh& m) { m.weights[0][0][1] = scene_nan; },
               "bad_value: scene.meshes[1].vertices[0].weights: expected 1 finite number, found 0");
    check_both([](scene::mesh& m) { m.weights[0][0][1] = 0.25F; },
               "bad_value: scene.meshes[1].vertices[0].weights: expected a sum of 1000000 millionths, found 750000");
    check_both([](scene::mesh& m) { m.weights[0][0][1] = 0.500001F; },
               "bad_value: scene.meshes[1].vertices[0].weights: expected a sum of 1000000 millionths, found 1000001");
    check_both([](scene::mesh& m) { m.weights[0][0][1] = 0.5000001F; }, "no error");
    check_both([](scene::mesh& m) { m.joints[0][1][3] = 1; },
               "bad_value: scene.meshes[1].vertices[1].joints: expected joint 0 for a weight of 0, found 1");
    check_both([](scene::mesh& m) { m.joints[0][0] = {1, 1, 0, 0}; },
               "bad_value: scene.meshes[1].vertices[0].joints: expected no joint more than once per vertex, found 1");
    CHECK(of_two_sets([](scene::mesh& m) { m.joints[1][1][0] = 1; }) ==
          "bad_value: scene.meshes[1].vertices[1].joints: expected no joint more than once per vertex, found 1");
    CHECK(of_two_sets([](scene::mesh& m) { m.weights[1][1][0] = 0.8F; }) ==
          "bad_value: scene.meshes[1].vertices[1].weights: expected a sum of 1000000 millionths, found 900000");
}

TEST_CASE("verify of scenes: triangles") {
    CHECK(after([](scene& s) { s.meshes[0].indices[5] = 4; }) ==
          "out_of_bounds: scene.meshes[0].indices[5]: expected a number below 4, found 4");
    CHECK(after([](scene& s) { s.meshes[0].primitives[1].index_count = 4; }) ==
          "bad_value: scene.meshes[0].primitives[1].index_count: expected a multiple of 3, found 4");
    CHECK(after([](scene& s) { s.meshes[0].primitives[1].first_index = 7; }) ==
          "out_of_bounds: scene.meshes[0].primitives[1]: expected at most 9 (where the indices end), found 10");
    CHECK(after([](scene& s) { s.meshes[0].primitives[1].first_index = 0xFFFF'FFFD; }) ==
          "out_of_bounds: scene.meshes[0].primitives[1]: expected at most 9 (where the indices end), found 4294967296");
    CHECK(after([](scene& s) { s.meshes[0].primitives[1].material = 3; }) ==
          "out_of_bounds: scene.meshes[0].primitives[1].material: expected a number below 3, found 3");
    CHECK(after([](scene& s) { s.meshes[0].primitives = {{0, 0, 0}}; }) ==
          "bad_value: scene.meshes[0].primitives: expected at least one triangle, found 0");
    CHECK(
        after([](scene& s) { s.materials[0].textures[1].texcoord = 2; }) ==
        "out_of_bounds: scene.meshes[0].primitives[0].material.textures.texcoord: expected a number below 2, found 2");
}

TEST_CASE("verify of scenes: morph targets") {
    CHECK(after([](scene& s) { s.meshes[3].targets[1].positions.clear(); }) ==
          "bad_value: scene.meshes[3].targets[1].positions: expected one value per vertex, found 0");
    CHECK(after([](scene& s) { s.meshes[3].targets[1].positions[2].x = scene_nan; }) ==
          "bad_value: scene.meshes[3].targets[1].positions[2]: expected 3 finite numbers, found 2");
    CHECK(after([](scene& s) { s.meshes[3].targets[1].normals.pop_back(); }) ==
          "bad_value: scene.meshes[3].targets[1].normals: expected one value per vertex, found 2");
    CHECK(after([](scene& s) { s.meshes[3].targets[1].normals[0].y = scene_nan; }) ==
          "bad_value: scene.meshes[3].targets[1].normals[0]: expected 3 finite numbers, found 2");
    CHECK(after([](scene& s) { s.meshes[3].normals.clear(); }) ==
          "bad_value: scene.meshes[3].targets[0].normals: expected no normals, since the mesh has none, found 3");
}

TEST_CASE("verify of scenes: skins") {
    CHECK(after([](scene& s) { s.skins.emplace_back(); }) ==
          "bad_value: scene.skins[2].joints: expected at least one joint, found 0");
    CHECK(after([](scene& s) { s.skins[1].inverse_binds.pop_back(); }) ==
          "bad_value: scene.skins[1].inverse_binds: expected one matrix per joint, found 2");
    CHECK(after([](scene& s) { s.skins[1].joints[0] = 1000; }) ==
          "out_of_bounds: scene.skins[1].joints[0]: expected a number below 309, found 1000");
    CHECK(after([](scene& s) { s.skins[1].joints[2] = 1; }) ==
          "bad_value: scene.skins[1].joints[2]: expected no node more than once, found 1");
    CHECK(after([](scene& s) { s.skins[1].joints[2] = 304; }) ==
          "bad_value: scene.skins[1].joints[2]: expected nodes below one common root, found 304");
    CHECK(after([](scene& s) { s.skins[0].inverse_binds[7].translation.z = scene_nan; }) ==
          "bad_value: scene.skins[0].inverse_binds[7]: expected 12 finite numbers, found 11");
}

TEST_CASE("verify of scenes: clips") {
    CHECK(after([](scene& s) { s.clips[1].channels.clear(); }) ==
          "bad_value: scene.clips[1].channels: expected at least one channel, found 0");
    CHECK(after([](scene& s) { s.clips[1].times[1].clear(); }) ==
          "bad_value: scene.clips[1].times[1]: expected at least one key, found 0");
    CHECK(after([](scene& s) { s.clips[1].times[0][1] = scene_nan; }) ==
          "bad_value: scene.clips[1].times[0][1]: expected 1 finite number, found 0");
    CHECK(after([](scene& s) { s.clips[1].times[0][1] = 0; }) ==
          "bad_value: scene.clips[1].times[0][1]: expected times of at least 0 that increase, in thousandths, found 0");
    CHECK(after([](scene& s) { s.clips[1].times[0][0] = -1; }) ==
          "bad_value: scene.clips[1].times[0][0]: expected times of at least 0 that increase, in thousandths, found "
          "-1000");
    const auto of_channel = [](std::size_t number, const auto& change) {
        return after([&](scene& s) { change(s.clips[0].channels[number]); });
    };
    CHECK(of_channel(1, [](scene::channel& c) { c.node = 309; }) ==
          "out_of_bounds: scene.clips[0].channels[1].node: expected a number below 309, found 309");
    CHECK(of_channel(1, [](scene::channel& c) { c.path = static_cast<scene::path>(9); }) ==
          "out_of_bounds: scene.clips[0].channels[1].path: expected a number below 9, found 9");
    CHECK(of_channel(1, [](scene::channel& c) { c.times = 3; }) ==
          "out_of_bounds: scene.clips[0].channels[1].times: expected a number below 3, found 3");
    CHECK(of_channel(1, [](scene::channel& c) { c.values.pop_back(); }) ==
          "bad_value: scene.clips[0].channels[1].values: expected one value per time, found 11");
    CHECK(of_channel(0, [](scene::channel& c) { c.values[5] = scene_nan; }) ==
          "bad_value: scene.clips[0].channels[0].values[5]: expected 1 finite number, found 0");
    CHECK(of_channel(1, [](scene::channel& c) { c.values[4] = 0; }) ==
          "bad_value: scene.clips[0].channels[1].values[4]: expected a length of 1000 thousandths, found 707");
    CHECK(of_channel(3, [](scene::channel& c) { c.node = 0; }) ==
          "bad_value: scene.clips[0].channels[3].node: expected a node whose mesh has morph targets, found 0");
    CHECK(of_channel(2, [](scene::channel& c) { c.node = 303; }) ==
          "bad_value: scene.clips[0].channels[2].node: expected a node without a skin, found 303");
    CHECK(of_channel(2, [](scene::channel& c) { c.path = scene::path::translation; }) ==
          "bad_value: scene.clips[0].channels[2].node: expected at most one channel per node and path, found 1");
}

TEST_CASE("verify of scenes: materials, cameras, lights") {
    CHECK(after([](scene& s) { s.materials[1].base_color.w = 1.5F; }) ==
          "bad_value: scene.materials[1].base_color: expected 0 to 1, in thousandths, found 1500");
    CHECK(after([](scene& s) { s.materials[1].emissive.x = -1; }) ==
          "bad_value: scene.materials[1].emissive: expected 0 to 1, in thousandths, found -1000");
    CHECK(after([](scene& s) { s.materials[1].emissive.x = scene_nan; }) ==
          "bad_value: scene.materials[1].emissive: expected 3 finite numbers, found 2");
    CHECK(after([](scene& s) { s.materials[1].alpha_cutoff = -1; }) ==
          "bad_value: scene.materials[1].alpha_cutoff: expected at least 0, in thousandths, found -1000");
    CHECK(after([](scene& s) { s.cameras[1].vertical_field_of_view = 3.1415927F; }) ==
          "bad_value: scene.cameras[1].vertical_field_of_view: expected above 0 and below pi, in thousandths, found "
          "3142");
    CHECK(after([](scene& s) { s.cameras[1].near_plane = 0; }) ==
          "bad_value: scene.cameras[1].near_plane: expected above 0, in thousandths, found 0");
    CHECK(after([](scene& s) { s.cameras[1].far_plane = 0.05F; }) ==
          "bad_value: scene.cameras[1].far_plane: expected 0 or more than the near plane, in thousandths, found 50");
    CHECK(after([](scene& s) { s.lights[2].color.y = 2; }) ==
          "bad_value: scene.lights[2].color: expected 0 to 1, in thousandths, found 2000");
    CHECK(after([](scene& s) { s.lights[2].intensity = -2; }) ==
          "bad_value: scene.lights[2].intensity: expected at least 0, in thousandths, found -2000");
    CHECK(after([](scene& s) { s.lights[2].range = -2; }) ==
          "bad_value: scene.lights[2].range: expected at least 0, in thousandths, found -2000");
    CHECK(after([](scene& s) { s.lights[2].outer_cone_angle = 1.571F; }) ==
          "bad_value: scene.lights[2].outer_cone_angle: expected above 0 and at most pi/2, in thousandths, found 1571");
    CHECK(after([](scene& s) { s.lights[2].outer_cone_angle = 1; }) ==
          "bad_value: scene.lights[2].inner_cone_angle: expected at least 0 and below the outer angle, in thousandths, "
          "found 1571");
}

TEST_CASE("verify of scenes: at most 16 levels of nested extras") {
    const auto nested = [](int levels) {
        scene::list<scene::extra> out;
        for (int i = 1; i < levels; ++i) {
            scene::extra around{"key", std::move(out)};
            out = {};
            out.push_back(std::move(around));
        }
        return out;
    };
    CHECK(after([&](scene& s) { s.extras = nested(16); }) == "no error");
    CHECK(after([&](scene& s) { s.extras = nested(17); }) ==
          "bad_value: scene.extras: expected at most 16 levels of nested extras, found 17");
    CHECK(after([&](scene& s) { s.nodes[3].extras = nested(17); }) ==
          "bad_value: scene.nodes[3].extras: expected at most 16 levels of nested extras, found 17");
    CHECK(after([&](scene& s) { s.meshes[1].extras = nested(17); }) ==
          "bad_value: scene.meshes[1].extras: expected at most 16 levels of nested extras, found 17");
    CHECK(after([&](scene& s) { s.materials[1].extras = nested(17); }) ==
          "bad_value: scene.materials[1].extras: expected at most 16 levels of nested extras, found 17");
    CHECK(after([&](scene& s) { s.clips[1].extras = nested(17); }) ==
          "bad_value: scene.clips[1].extras: expected at most 16 levels of nested extras, found 17");
    CHECK(after([&](scene& s) { s.cameras[1].extras = nested(17); }) ==
          "bad_value: scene.cameras[1].extras: expected at most 16 levels of nested extras, found 17");
    CHECK(after([&](scene& s) { s.lights[1].extras = nested(17); }) ==
          "bad_value: scene.lights[1].extras: expected at most 16 levels of nested extras, found 17");
}
