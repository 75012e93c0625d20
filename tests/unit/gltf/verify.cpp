#include "gltf/fixtures.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace {

using effigy::errc;
using effigy::scene;

constexpr float scene_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float scene_infinity = std::numeric_limits<float>::infinity();

// Returns the error of everything() after a change.
template <class Change> effigy::error after(const Change& change) {
    scene changed = gltf::everything();
    change(changed);
    return verify(changed);
}
// Checks that everything() is refused after a change.
template <class Change> void check(errc code, const std::string& path, std::int64_t found, const Change& change) {
    const effigy::error why = after(change);
    INFO(to_string(why));
    CHECK(why.code == code);
    CHECK(to_string(static_cast<const effigy::location&>(why)) == "scene." + path);
    CHECK(why.found == found);
}

} // namespace

TEST_CASE("verify of scenes: the hand-made scenes are valid") {
    for (const scene& each :
         {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data(), scene{}}) {
        CHECK_FALSE(verify(each));
    }
}

TEST_CASE("verify of scenes: nodes") {
    check(errc::out_of_bounds, "nodes[2].parent", 2, [](scene& s) { s.nodes[2].parent = 2; });
    check(errc::out_of_bounds, "nodes[1].mesh", 4, [](scene& s) { s.nodes[1].mesh = 4; });
    check(errc::out_of_bounds, "nodes[1].skin", 2, [](scene& s) { s.nodes[1].skin = 2; });
    check(errc::out_of_bounds, "nodes[1].camera", 2, [](scene& s) { s.nodes[1].camera = 2; });
    check(errc::out_of_bounds, "nodes[1].light", 3, [](scene& s) { s.nodes[1].light = 3; });
    check(errc::bad_value, "nodes[1].local.position", 2, [](scene& s) { s.nodes[1].local.position.y = scene_nan; });
    check(errc::bad_value, "nodes[1].local.rotation", 1500,
          [](scene& s) { s.nodes[1].local.rotation = {0, 0, 0, 1.5F}; });
    check(errc::bad_value, "nodes[1].local.rotation", 3,
          [](scene& s) { s.nodes[1].local.rotation = {0, 0, 0, scene_nan}; });
    check(errc::bad_value, "nodes[1].local.scale", 2, [](scene& s) { s.nodes[1].local.scale.x = -scene_infinity; });
    CHECK_FALSE(after([](scene& s) { s.nodes[1].local.rotation = {0, 0, 0, 1.00005F}; }));
}

TEST_CASE("verify of scenes: channels of materials") {
    // Adds a channel, and changes it.
    const auto with = [](const auto& change) {
        return [=](scene& s) {
            scene::clip& clip = s.clips[0];
            clip.times.push_back(scene::list<float>{0, 1});
            scene::channel& added = clip.channels.emplace_back();
            added.path = scene::path::base_color;
            added.material = 1;
            added.times = static_cast<std::uint32_t>(clip.times.size() - 1);
            added.values = {1, 1, 1, 1, 0, 0.5F, 1, 0};
            change(clip, added);
        };
    };
    using clip = scene::clip;
    using channel = scene::channel;
    const std::string at = "clips[0].channels[4]";
    CHECK_FALSE(after(with([](clip&, channel&) {})));
    check(errc::out_of_bounds, at + ".material", 9, with([](clip&, channel& c) { c.material = 9; }));
    check(errc::out_of_bounds, at + ".times", 99, with([](clip&, channel& c) { c.times = 99; }));
    check(errc::bad_value, at + ".values", 7, with([](clip&, channel& c) { c.values.pop_back(); }));
    check(errc::bad_value, at + ".values", 8, with([](clip&, channel& c) { c.path = scene::path::emissive; }));
    check(errc::bad_value, at + ".values[5]", 2000, with([](clip&, channel& c) { c.values[5] = 2; }));
    check(errc::bad_value, "clips[0].channels[5].material", 1,
          with([](clip& all, channel& c) { all.channels.push_back(channel{c}); }));
}

TEST_CASE("verify of scenes: further attributes") {
    check(errc::bad_value, "meshes[0].attributes[0].values", 3,
          [](scene& s) { s.meshes[0].attributes[0].values.pop_back(); });
}

TEST_CASE("verify of scenes: nodes with skins") {
    check(errc::bad_value, "nodes[303].skin", -1, [](scene& s) { s.nodes[303].skin = effigy::npos; });
    check(errc::bad_value, "nodes[303].skin", 1, [](scene& s) { s.nodes[303].mesh = 0; });
    check(errc::bad_value, "nodes[303].skin", 1, [](scene& s) { s.nodes[303].mesh = effigy::npos; });
    check(errc::bad_value, "nodes[303].parent", 1, [](scene& s) { s.nodes[303].parent = 1; });
    check(errc::bad_value, "nodes[303].local", 303, [](scene& s) { s.nodes[303].local.scale.z = 2; });
    check(errc::out_of_bounds, "nodes[303].mesh.joints", 299, [](scene& s) { s.nodes[303].mesh = 2; });
}

TEST_CASE("verify of scenes: attributes") {
    check(errc::bad_value, "meshes[0].positions", 0, [](scene& s) { s.meshes[0].positions.clear(); });
    check(errc::bad_value, "meshes[0].positions[3]", 2, [](scene& s) { s.meshes[0].positions[3].x = scene_nan; });
    check(errc::bad_value, "meshes[0].normals", 3, [](scene& s) { s.meshes[0].normals.pop_back(); });
    check(errc::bad_value, "meshes[0].normals[1]", 0, [](scene& s) { s.meshes[0].normals[1] = {}; });
    check(errc::bad_value, "meshes[0].normals[1]", 2, [](scene& s) { s.meshes[0].normals[1].x = scene_nan; });
    CHECK_FALSE(after([](scene& s) { s.meshes[0].normals[1] = {1.0004F, 0, 0}; }));
    check(errc::bad_value, "meshes[0].normals[1]", 1001, [](scene& s) { s.meshes[0].normals[1] = {1.0006F, 0, 0}; });
    check(errc::bad_value, "meshes[0].tangents", 3, [](scene& s) { s.meshes[0].tangents.pop_back(); });
    check(errc::bad_value, "meshes[0].tangents[2]", 0, [](scene& s) { s.meshes[0].tangents[2].w = 0; });
    check(errc::bad_value, "meshes[0].tangents[2]", -500, [](scene& s) { s.meshes[0].tangents[2].w = -0.5F; });
    check(errc::bad_value, "meshes[0].tangents[2]", 2236, [](scene& s) { s.meshes[0].tangents[2].y = 2; });
    check(errc::bad_value, "meshes[0].tangents", 4, [](scene& s) { s.meshes[0].normals.clear(); });
    check(errc::bad_value, "meshes[0].texcoords[1]", 0, [](scene& s) { s.meshes[0].texcoords[1].clear(); });
    check(errc::bad_value, "meshes[0].texcoords[1][2]", 1,
          [](scene& s) { s.meshes[0].texcoords[1][2].y = scene_infinity; });
    check(errc::bad_value, "meshes[0].colors", 5, [](scene& s) { s.meshes[0].colors.resize(5); });
}

TEST_CASE("verify of scenes: errors say how many finite numbers are expected") {
    const std::pair<const char*, void (*)(scene&)> all[] = {
        {"expected 2 finite numbers", [](scene& s) { s.meshes[0].texcoords[0][0].x = scene_nan; }},
        {"expected 3 finite numbers", [](scene& s) { s.meshes[0].positions[0].x = scene_nan; }},
        {"expected 4 finite numbers", [](scene& s) { s.nodes[1].local.rotation.x = scene_nan; }},
        {"expected 12 finite numbers", [](scene& s) { s.skins[0].inverse_binds[0].x.x = scene_nan; }},
        {"expected 1 finite number,", [](scene& s) { s.meshes[1].weights[0][0][0] = scene_nan; }},
    };
    for (const auto& [text, change] : all) {
        const std::string why = to_string(after(change));
        CAPTURE(why);
        CHECK(why.find(text) != why.npos);
    }
}

TEST_CASE("verify of scenes: joints and weights, of one set and of several") {
    const auto of_two_sets = [](const auto& change) { return [=](scene& s) { change(s.meshes[1]); }; };
    const auto of_one_set = [&](const auto& change) {
        return of_two_sets([=](scene::mesh& m) {
            m.joints = {{{0, 1, 0, 0}, {0, 0, 0, 0}, {2, 0, 1, 0}}};
            m.weights = {{{0.5F, 0.5F, 0, 0}, {1, 0, 0, 0}, {0.25F, 0, 0.75F, 0}}};
            change(m);
        });
    };
    const auto check_both = [&](const std::string& path, std::int64_t found, const auto& change) {
        check(errc::bad_value, "meshes[1]." + path, found, of_one_set(change));
        check(errc::bad_value, "meshes[1]." + path, found, of_two_sets(change));
    };
    using mesh = scene::mesh;
    CHECK_FALSE(after(of_one_set([](mesh&) {})));
    check_both("weights", 3, [](mesh& m) { m.weights.resize(3); });
    check_both("joints[0]", 2, [](mesh& m) { m.joints[0].pop_back(); });
    check_both("weights[0]", 2, [](mesh& m) { m.weights[0].pop_back(); });
    check_both("vertices[0].weights", -500, [](mesh& m) { m.weights[0][0][1] = -0.5F; });
    check_both("vertices[0].weights", 0, [](mesh& m) { m.weights[0][0][1] = scene_nan; });
    check_both("vertices[0].weights", 750'000, [](mesh& m) { m.weights[0][0][1] = 0.25F; });
    check_both("vertices[0].weights", 1'000'001, [](mesh& m) { m.weights[0][0][1] = 0.500001F; });
    check_both("vertices[1].joints", 1, [](mesh& m) { m.joints[0][1][3] = 1; });
    check_both("vertices[0].joints", 1, [](mesh& m) { m.joints[0][0] = {1, 1, 0, 0}; });
    const auto nearly = [](mesh& m) { m.weights[0][0][1] = 0.5000001F; };
    CHECK_FALSE(after(of_one_set(nearly)));
    CHECK_FALSE(after(of_two_sets(nearly)));
    check(errc::bad_value, "meshes[1].vertices[1].joints", 1, of_two_sets([](mesh& m) { m.joints[1][1][0] = 1; }));
    check(errc::bad_value, "meshes[1].vertices[1].weights", 900'000,
          of_two_sets([](mesh& m) { m.weights[1][1][0] = 0.8F; }));
}

TEST_CASE("verify of scenes: triangles") {
    check(errc::out_of_bounds, "meshes[0].indices[5]", 4, [](scene& s) { s.meshes[0].indices[5] = 4; });
    check(errc::bad_value, "meshes[0].primitives[1].index_count", 4,
          [](scene& s) { s.meshes[0].primitives[1].index_count = 4; });
    check(errc::out_of_bounds, "meshes[0].primitives[1]", 10,
          [](scene& s) { s.meshes[0].primitives[1].first_index = 7; });
    check(errc::out_of_bounds, "meshes[0].primitives[1]", 4294967296,
          [](scene& s) { s.meshes[0].primitives[1].first_index = 0xFFFF'FFFD; });
    check(errc::out_of_bounds, "meshes[0].primitives[1].material", 3,
          [](scene& s) { s.meshes[0].primitives[1].material = 3; });
    check(errc::bad_value, "meshes[0].primitives", 0, [](scene& s) { s.meshes[0].primitives = {{0, 0, 0}}; });
    check(errc::out_of_bounds, "meshes[0].primitives[0].material.textures.texcoord", 2,
          [](scene& s) { s.materials[0].textures[1].texcoord = 2; });
}

TEST_CASE("verify of scenes: morph targets") {
    check(errc::bad_value, "meshes[3].targets[1].positions", 0,
          [](scene& s) { s.meshes[3].targets[1].positions.clear(); });
    check(errc::bad_value, "meshes[3].targets[1].positions[2]", 2,
          [](scene& s) { s.meshes[3].targets[1].positions[2].x = scene_nan; });
    check(errc::bad_value, "meshes[3].targets[1].normals", 2,
          [](scene& s) { s.meshes[3].targets[1].normals.pop_back(); });
    check(errc::bad_value, "meshes[3].targets[1].normals[0]", 2,
          [](scene& s) { s.meshes[3].targets[1].normals[0].y = scene_nan; });
    check(errc::bad_value, "meshes[3].targets[0].normals", 3, [](scene& s) { s.meshes[3].normals.clear(); });
}

TEST_CASE("verify of scenes: skins") {
    check(errc::bad_value, "skins[2].joints", 0, [](scene& s) { s.skins.emplace_back(); });
    check(errc::bad_value, "skins[1].inverse_binds", 2, [](scene& s) { s.skins[1].inverse_binds.pop_back(); });
    check(errc::out_of_bounds, "skins[1].joints[0]", 1000, [](scene& s) { s.skins[1].joints[0] = 1000; });
    check(errc::bad_value, "skins[1].joints[2]", 1, [](scene& s) { s.skins[1].joints[2] = 1; });
    check(errc::bad_value, "skins[1].joints[2]", 304, [](scene& s) { s.skins[1].joints[2] = 304; });
    check(errc::bad_value, "skins[0].inverse_binds[7]", 11,
          [](scene& s) { s.skins[0].inverse_binds[7].translation.z = scene_nan; });
}

TEST_CASE("verify of scenes: clips") {
    check(errc::bad_value, "clips[1].channels", 0, [](scene& s) { s.clips[1].channels.clear(); });
    check(errc::bad_value, "clips[1].times[1]", 0, [](scene& s) { s.clips[1].times[1].clear(); });
    check(errc::bad_value, "clips[1].times[0][1]", 0, [](scene& s) { s.clips[1].times[0][1] = scene_nan; });
    check(errc::bad_value, "clips[1].times[0][1]", 0, [](scene& s) { s.clips[1].times[0][1] = 0; });
    check(errc::bad_value, "clips[1].times[0][0]", -1000, [](scene& s) { s.clips[1].times[0][0] = -1; });
    const auto of_channel = [](errc code, std::size_t number, const char* field, std::int64_t found,
                               const auto& change) {
        check(code, "clips[0].channels[" + std::to_string(number) + "]." + field, found,
              [&](scene& s) { change(s.clips[0].channels[number]); });
    };
    using channel = scene::channel;
    of_channel(errc::out_of_bounds, 1, "node", 309, [](channel& c) { c.node = 309; });
    of_channel(errc::out_of_bounds, 1, "path", 9, [](channel& c) { c.path = static_cast<scene::path>(9); });
    of_channel(errc::out_of_bounds, 1, "times", 3, [](channel& c) { c.times = 3; });
    of_channel(errc::bad_value, 1, "values", 11, [](channel& c) { c.values.pop_back(); });
    of_channel(errc::bad_value, 0, "values[5]", 0, [](channel& c) { c.values[5] = scene_nan; });
    of_channel(errc::bad_value, 1, "values[4]", 707, [](channel& c) { c.values[4] = 0; });
    of_channel(errc::bad_value, 3, "node", 0, [](channel& c) { c.node = 0; });
    of_channel(errc::bad_value, 2, "node", 303, [](channel& c) { c.node = 303; });
    of_channel(errc::bad_value, 2, "node", 1, [](channel& c) { c.path = scene::path::translation; });
}

TEST_CASE("verify of scenes: materials, cameras, lights") {
    check(errc::bad_value, "materials[1].base_color", 1500, [](scene& s) { s.materials[1].base_color.w = 1.5F; });
    check(errc::bad_value, "materials[1].emissive", -1000, [](scene& s) { s.materials[1].emissive.x = -1; });
    check(errc::bad_value, "materials[1].emissive", 2, [](scene& s) { s.materials[1].emissive.x = scene_nan; });
    check(errc::bad_value, "materials[0].textures[].scale", 1,
          [](scene& s) { s.materials[0].textures[1].scale.y = std::numeric_limits<float>::infinity(); });
    check(errc::bad_value, "materials[0].textures[].offset", 0, [](scene& s) {
        s.materials[0].textures[1].offset = {std::numeric_limits<float>::infinity(),
                                             -std::numeric_limits<float>::infinity()};
    });
    check(errc::bad_value, "materials[1].alpha_cutoff", -1000, [](scene& s) { s.materials[1].alpha_cutoff = -1; });
    check(errc::bad_value, "cameras[1].vertical_field_of_view", 3142,
          [](scene& s) { s.cameras[1].vertical_field_of_view = 3.1415927F; });
    check(errc::bad_value, "cameras[1].near_plane", 0, [](scene& s) { s.cameras[1].near_plane = 0; });
    check(errc::bad_value, "cameras[1].far_plane", 50, [](scene& s) { s.cameras[1].far_plane = 0.05F; });
    check(errc::bad_value, "lights[2].color", 2000, [](scene& s) { s.lights[2].color.y = 2; });
    check(errc::bad_value, "lights[2].intensity", -2000, [](scene& s) { s.lights[2].intensity = -2; });
    check(errc::bad_value, "lights[2].range", -2000, [](scene& s) { s.lights[2].range = -2; });
    check(errc::bad_value, "lights[2].outer_cone_angle", 1571, [](scene& s) { s.lights[2].outer_cone_angle = 1.571F; });
    check(errc::bad_value, "lights[2].inner_cone_angle", 1571, [](scene& s) { s.lights[2].outer_cone_angle = 1; });
    CHECK_FALSE(after([](scene& s) { // only spots have a cone
        s.lights[2].type = scene::light_type::point;
        s.lights[2].outer_cone_angle = 0;
    }));
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
    CHECK_FALSE(after([&](scene& s) { s.extras = nested(16); }));
    check(errc::bad_value, "extras", 17, [&](scene& s) { s.extras = nested(17); });
    check(errc::bad_value, "nodes[3].extras", 17, [&](scene& s) { s.nodes[3].extras = nested(17); });
    check(errc::bad_value, "meshes[1].extras", 17, [&](scene& s) { s.meshes[1].extras = nested(17); });
    check(errc::bad_value, "materials[1].extras", 17, [&](scene& s) { s.materials[1].extras = nested(17); });
    check(errc::bad_value, "materials[1].textures[0].extras", 17, [&](scene& s) {
        s.materials[1].textures.resize(1);
        s.materials[1].textures[0].extras = nested(17);
    });
    check(errc::bad_value, "clips[1].extras", 17, [&](scene& s) { s.clips[1].extras = nested(17); });
    check(errc::bad_value, "cameras[1].extras", 17, [&](scene& s) { s.cameras[1].extras = nested(17); });
    check(errc::bad_value, "lights[1].extras", 17, [&](scene& s) { s.lights[1].extras = nested(17); });
}

TEST_CASE("verify of scenes: numbers at the ends of their ranges") {
    const auto set = [](auto scene::camera::* field, float to) { return [=](scene& s) { s.cameras[1].*field = to; }; };
    const auto light = [](auto scene::light::* field, float to) {
        return [=](scene& s) {
            s.lights[2].type = scene::light_type::spot;
            s.lights[2].outer_cone_angle = 1;
            s.lights[2].inner_cone_angle = 0;
            s.lights[2].*field = to;
        };
    };
    using camera = scene::camera;
    const float most = 1.5707964F; // pi/2, rounded to a float
    const std::function<void(scene&)> valid[] = {
        [](scene& s) { s.materials[1].base_color = {0, 0, 0, 1}; },
        [](scene& s) { s.materials[1].base_color = {1, 1, 1, 0}; },
        [](scene& s) { s.materials[1].emissive = {0, 1, 0}; },
        [](scene& s) { s.materials[1].alpha_cutoff = 0; },
        [](scene& s) { s.lights[2].color = {1, 0, 1}; },
        set(&camera::vertical_field_of_view, 1e-30F),
        set(&camera::vertical_field_of_view, 3.1415925F),
        set(&camera::near_plane, 1e-30F),
        set(&camera::far_plane, 0),
        [](scene& s) { s.cameras[1].far_plane = std::nextafter(s.cameras[1].near_plane, 1e9F); },
        light(&scene::light::intensity, 0),
        light(&scene::light::range, 0),
        light(&scene::light::outer_cone_angle, 1e-30F),
        light(&scene::light::outer_cone_angle, most),
        light(&scene::light::inner_cone_angle, 0.99999994F),
        [](scene& s) { s.clips[1].times[0][0] = 0; },
        [](scene& s) { s.materials[0].textures[1].texcoord = 1; },
        [](scene& s) { s.meshes[0].origins.resize(s.meshes[0].positions.size()); },
    };
    for (const auto& each : valid) {
        CHECK_FALSE(after(each));
    }
    check(errc::bad_value, "cameras[1].vertical_field_of_view", 0, set(&camera::vertical_field_of_view, 0));
    check(errc::bad_value, "cameras[1].far_plane", 100,
          [](scene& s) { s.cameras[1].far_plane = s.cameras[1].near_plane = 0.1F; });
    check(errc::bad_value, "lights[2].outer_cone_angle", 0, light(&scene::light::outer_cone_angle, 0));
    check(errc::bad_value, "lights[2].inner_cone_angle", 1000, light(&scene::light::inner_cone_angle, 1));
    check(errc::bad_value, "lights[2].inner_cone_angle", -1, light(&scene::light::inner_cone_angle, -0.0005F));
    check(errc::bad_value, "lights[2].range", 0, light(&scene::light::range, -0.0004F)); // rounded
    constexpr std::int64_t largest = 9'000'000'000'000'000'000;                          // that an error reports
    check(errc::bad_value, "lights[2].intensity", -largest, light(&scene::light::intensity, -3e38F));
    check(errc::bad_value, "materials[1].base_color", largest, [](scene& s) { s.materials[1].base_color.x = 3e38F; });
    check(errc::bad_value, "meshes[0].origins", 1, [](scene& s) { s.meshes[0].origins.resize(1); });
    check(errc::bad_value, "meshes[0].attributes[0].values", 0,
          [](scene& s) { s.meshes[0].attributes[0].values.clear(); });
}

TEST_CASE("verify of scenes: lengths of vectors and rotations, on both sides of their tolerances") {
    // A square may differ from 1 by 0.001; for rotations by 0.0002.
    const std::pair<float, bool> vectors[] = {
        {1.00049F, true}, {1.00051F, false}, {0.9995001F, true}, {0.99949F, false}};
    const std::pair<float, bool> rotations[] = {
        {1.00009F, true}, {1.00011F, false}, {0.99991F, true}, {0.99989F, false}};
    for (std::size_t k = 0; k < 4; ++k) {
        CAPTURE(k);
        for (const auto& one : vectors) {
            CAPTURE(one.first);
            const auto normal = [&](scene& s) {
                s.meshes[0].normals[3] = {k == 0 ? one.first : 0, k == 1 ? one.first : 0, k > 1 ? one.first : 0};
            };
            const auto tangent = [&](scene& s) {
                s.meshes[0].tangents[3] = {k == 0 ? one.first : 0, k == 1 ? one.first : 0, k > 1 ? one.first : 0, -1};
            };
            CHECK(!after(normal) == one.second);
            CHECK(!after(tangent) == one.second);
        }
        for (const auto& one : rotations) {
            CAPTURE(one.first);
            const auto turn = [&](scene& s) {
                s.nodes[1].local.rotation = {k == 0 ? one.first : 0, k == 1 ? one.first : 0, k == 2 ? one.first : 0,
                                             k == 3 ? one.first : 0};
            };
            CHECK(!after(turn) == one.second);
        }
    }
}

TEST_CASE("verify of scenes: joints and weights that break a rule at each vertex") {
    const auto all = [](const scene::joints4& joints, const scene::weights4& weights) {
        return [=](scene& s) {
            scene::mesh& mesh = s.meshes[1];
            mesh.joints = {scene::list<scene::joints4>(mesh.positions.size(), joints)};
            mesh.weights = {scene::list<scene::weights4>(mesh.positions.size(), weights)};
        };
    };
    CHECK_FALSE(after(all({1, 2, 0, 0}, {0.5F, 0.5F, 0, 0})));
    CHECK_FALSE(after(all({0, 0, 1, 2}, {0, 0, 0.5F, 0.5F})));
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            scene::joints4 joints{};
            scene::weights4 weights{};
            joints[a] = joints[b] = 2;
            weights[a] = weights[b] = 0.5F;
            check(errc::bad_value, "meshes[1].vertices[0].joints", 2, all(joints, weights));
        }
        scene::weights4 negative{0.5F, 0.5F, 0.5F, 0.5F};
        negative[a] = -0.5F;
        check(errc::bad_value, "meshes[1].vertices[0].weights", -500, all({1, 2, 0, 0}, negative));
        scene::joints4 unused{};
        scene::weights4 one{};
        unused[a] = 1;
        one[a == 0 ? 1 : 0] = 1;
        check(errc::bad_value, "meshes[1].vertices[0].joints", 1, all(unused, one));
    }
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = 0; b < 4; ++b) {
            scene::joints4 joints{};
            scene::weights4 weights{};
            joints[a] = 1;
            joints[b] = 2;
            weights[a] = 0.5F;
            weights[b] = 0.25F;
            check(errc::bad_value, "meshes[1].vertices[0].weights", a == b ? 250'000 : 750'000, all(joints, weights));
        }
    }
    // The sum may differ from 1 by 2e-7 for each weight.
    CHECK_FALSE(after(all({1, 2, 0, 0}, {0.5F, 0.5000003F, 0, 0})));
    check(errc::bad_value, "meshes[1].vertices[0].weights", 1'000'000, all({1, 0, 0, 0}, {1.0000003F, 0, 0, 0}));
    check(errc::bad_value, "meshes[1].vertices[0].weights", 1'000'001, all({1, 2, 0, 0}, {0.5F, 0.5000006F, 0, 0}));
}
