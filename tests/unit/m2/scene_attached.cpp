// Attachments, events, lights, cameras, ribbons and particles of scenes.
#include "m2/scene.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/scene/color.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace m2_scenes;

// A model whose camera moves on a curve around its target and rolls.
fixtures::m2::model filmed(std::uint32_t version) {
    fixtures::m2::model out = fixtures::m2::small(version);
    fixtures::m2::camera& seen = out.cameras[0];
    seen.position_base = {5, 0, 1};
    seen.target_base = {0, 0, 1};
    seen.position = {fixtures::m2::bezier,
                     -1,
                     {{0, 1}, {1, 1}},
                     {1000, 2000},
                     {0, 0, 0, 0, 0, 0, 2, 0, 3, -4, 6, 0, -6, 3, 2, 0, 0, 0}};
    seen.target = fixtures::m2::held({0, 0, 0, 0, 0, 0, 0, 0, 0});
    seen.roll = {fixtures::m2::linear, -1, {{0, 1}, {1, 1}}, {1000, 2000}, {0, 0, 0, 1, 0, 0}};
    if (version >= 264) {
        seen.position.lists = {{{0, 1000}, seen.position.values}, {}};
        seen.roll.lists = {{{0, 1000}, seen.roll.values}, {}};
    }
    return out;
}

} // namespace

TEST_CASE("m2 scene: attachments, events, lights, ribbons and particles have the positions of the model") {
    const scene made = scene_of(fixtures::m2::small(260));
    const auto world = support::world_of(made);
    const auto at = [&](std::string_view name) { return world[node_named(made, name)].translation; };
    const std::string attachment{m2::attachment_name(11)};
    CHECK(at(attachment) == point{1, 3, -2});
    CHECK(extra<double>(made.nodes[node_named(made, attachment)].extras, "attachment") == 11);
    CHECK(at("$HIT") == point{3, 1, -2});
    const std::size_t hit = node_named(made, "$HIT");
    CHECK(made.nodes[hit].parent == made.skins[0].joints[1]);
    CHECK(extra<double>(made.nodes[hit].extras, "data") == 6801);
    CHECK(at("ribbon_0") == point{1, 3, -2});
    CHECK(at("particles_0") == point{3, 5, -4});
    CHECK(extra<scene::text>(made.nodes[node_named(made, "particles_0")].extras, "shape") == "sphere");
    CHECK(extra<double>(made.nodes[node_named(made, "particles_0")].extras, "gravity") == 4);

    const auto& ribbon = made.nodes[node_named(made, "ribbon_0")].extras;
    CHECK(extra<scene::list<double>>(ribbon, "color") == scene::list<double>{1, 1, 0});
    const std::pair<const char*, double> numbers_of_ribbon[]{
        {"ribbon", 3},          {"alpha", 0.5},        {"heightAbove", 1}, {"heightBelow", 2},
        {"edgesPerSecond", 10}, {"edgeLifetime", 0.5}, {"gravity", -1}};
    for (const auto& each : numbers_of_ribbon) {
        CAPTURE(each.first);
        CHECK(extra<double>(ribbon, each.first) == doctest::Approx(each.second).epsilon(1e-4));
    }
    CHECK(made.cameras[0].near_plane == 0.25F);

    REQUIRE(made.lights.size() == 1);
    CHECK(at("light_0") == point{1, 1, -1});
    CHECK(made.lights[0].type == scene::light_type::point);
    CHECK(made.lights[0].color == vector3<float>{0, 1, 0});
    CHECK(made.lights[0].intensity == 2);
    CHECK(made.lights[0].range == 4);
    CHECK(extra<double>(made.lights[0].extras, "attenuationStart") == 3);

    const auto& events = extra<scene::list<scene::extra>>(made.clips[0].extras, "events");
    REQUIRE(events.size() == 1);
    CHECK(events[0].key == "$HIT_0");
    CHECK(std::get<scene::list<double>>(events[0].value) == scene::list<double>{0.25});
}

TEST_CASE("m2 scene: nodes of places have the axes and the size of their bones") {
    const scene made = scene_of(fixtures::m2::small(264));
    std::size_t places = 0;
    for (const scene::node& each : made.nodes) {
        const bool is_place = find_extra(each.extras, "attachment") != nullptr ||
                              find_extra(each.extras, "event") != nullptr ||
                              find_extra(each.extras, "ribbon") != nullptr ||
                              find_extra(each.extras, "particle") != nullptr || each.light != npos;
        places += is_place ? 1U : 0U;
        CHECK(
            (!is_place || (each.local.rotation == quaternion<float>{} && each.local.scale == vector3<float>{1, 1, 1})));
    }
    CHECK(places == 5);
}

TEST_CASE("m2 scene: what emitters and lights have if their tracks have no keys") {
    fixtures::m2::model described = fixtures::m2::small(264);
    described.ribbons[0].color = described.ribbons[0].alpha = described.ribbons[0].above =
        described.ribbons[0].below = {};
    described.ribbons[0].textures = {0};
    described.particles[0].texture = 0;
    fixtures::m2::light& shining = described.lights[0];
    shining = {1, 1, {1, 1, 1}};
    const scene made = scene_of(described);
    const auto& ribbon = made.nodes[node_named(made, "ribbon_0")].extras;
    CHECK(extra<scene::list<double>>(ribbon, "color") == scene::list<double>{1, 1, 1});
    CHECK(extra<double>(ribbon, "alpha") == 1);
    CHECK(extra<double>(ribbon, "heightAbove") == 0);
    CHECK(extra<double>(ribbon, "heightBelow") == 0);
    CHECK(extra<scene::text>(ribbon, "texture") == "a\\b.blp");
    CHECK(extra<double>(ribbon, "material") == 6);
    CHECK(extra<scene::text>(made.nodes[node_named(made, "particles_0")].extras, "texture") == "a\\b.blp");
    CHECK(made.lights[0].color == vector3<float>{1, 1, 1});
    CHECK(made.lights[0].intensity == 1);
    CHECK(made.lights[0].range == 0);
    CHECK(extra<scene::list<double>>(made.lights[0].extras, "ambientColor") == scene::list<double>{1, 1, 1});
    CHECK(extra<double>(made.lights[0].extras, "ambientIntensity") == 0);
    CHECK(extra<double>(made.lights[0].extras, "attenuationStart") == 0);
    CHECK(find_extra(made.lights[0].extras, "hidden") == nullptr);
    CHECK(find_extra(made.lights[0].extras, "animated") == nullptr);
    for (const auto& [intensity, expected] :
         {std::pair{0.0F, 0.0F}, {-1.0F, 0.0F}, {std::numeric_limits<float>::infinity(), 1.0F}, {2.5F, 2.5F}}) {
        shining.diffuse_intensity = fixtures::m2::held({intensity});
        CHECK(scene_of(described).lights[0].intensity == expected);
    }
}

TEST_CASE("m2 scene: what is hidden at rest says so") {
    for (const bool is_visible : {false, true}) {
        fixtures::m2::model described = fixtures::m2::small(264);
        described.attachments[0].visible = described.lights[0].visible = fixtures::m2::held({is_visible ? 1.0F : 0.0F});
        const scene made = scene_of(described);
        const std::string attachment{m2::attachment_name(11)};
        CHECK((find_extra(made.nodes[node_named(made, attachment)].extras, "hidden") == nullptr) == is_visible);
        CHECK((find_extra(made.lights[0].extras, "hidden") == nullptr) == is_visible);
    }
    fixtures::m2::model described = fixtures::m2::small(264);
    described.lights[0].diffuse_color = fixtures::m2::held({2, 1, 0.5F});
    described.lights[0].diffuse_intensity = fixtures::m2::held({3});
    const scene::light bright = scene_of(described).lights[0];
    CHECK(bright.intensity == 6); // the color is at most 1
    CHECK(bright.color == impl::linear_color({1, 0.5, 0.25}));
}

TEST_CASE("m2 scene: flags of materials, roles of textures") {
    fixtures::m2::model described = fixtures::m2::small(264);
    described.textures.push_back({"c.blp", 0, 1});
    described.texture_lookup = {0, 1};
    for (const std::uint16_t flags : {std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{4}, std::uint16_t{5}}) {
        described.materials[0].flags = flags;
        const scene made = scene_of(described);
        CHECK(made.materials[0].is_unlit == ((flags & 1) != 0));
        CHECK(made.materials[0].is_double_sided == ((flags & 4) != 0));
        REQUIRE(made.materials[0].textures.size() == 2);
        const scene::texture& first = made.materials[0].textures[0];
        const scene::texture& second = made.materials[0].textures[1];
        CHECK(first.role == scene::texture_role::base_color);
        CHECK(second.role == scene::texture_role::other);
        CHECK((!first.wraps_u && first.wraps_v)); // its flags are 2
        CHECK((second.wraps_u && !second.wraps_v));
        CHECK(made.materials[0].name == "b");
    }
}

TEST_CASE("m2 scene: extras of bones") {
    const auto keys_of = [](std::int32_t id, std::uint32_t flags) {
        fixtures::m2::model described = fixtures::m2::small(264);
        described.bones[1].key = id;
        described.bones[1].flags = flags;
        const opened all{described};
        const scene made = scene_of(all);
        std::string out;
        for (const scene::node& each : made.nodes) {
            for (const scene::extra& one : each.extras) {
                const std::string_view key{one.key};
                out += key == "billboard" || key == "ignoresParent" ? std::string{key} + ' ' : "";
                out += key == "keyBone" && std::get<double>(one.value) != 26 ? "keyBone " : ""; // 26: of the root
            }
        }
        return out;
    };
    CHECK(keys_of(-1, 0).empty());
    CHECK(keys_of(-1, 0x200).empty());
    CHECK(keys_of(0, 0) == "keyBone ");
    CHECK(keys_of(5, 0x8) == "keyBone billboard ");
    CHECK(keys_of(-1, 0x8) == "billboard ");
    CHECK(keys_of(-1, 0x1) == "ignoresParent ");
    CHECK(keys_of(-1, 0x2) == "ignoresParent ");
    CHECK(keys_of(-1, 0x4) == "ignoresParent ");
}

TEST_CASE("m2 scene: a second set of texture coordinates is kept if one number of it is not 0") {
    fixtures::m2::model described = fixtures::m2::small(264);
    described.texture_unit_lookup[0] = 0; // no texture uses it
    for (fixtures::m2::vertex& each : described.vertices) {
        each.second_texcoord = {};
    }
    CHECK(scene_of(described).meshes[0].texcoords.size() == 1);
    described.texture_unit_lookup[0] = 1; // a texture uses it
    CHECK(scene_of(described).meshes[0].texcoords.size() == 2);
    described.texture_unit_lookup[0] = 0;
    for (const fixtures::m2::vec2& other : {fixtures::m2::vec2{1, 0}, {0, 1}, {-0.5F, 0}}) {
        described.vertices[1].second_texcoord = other;
        CHECK(scene_of(described).meshes[0].texcoords.size() == 2);
    }
}

TEST_CASE("m2 scene: cameras whose numbers are at the ends of what glTF allows") {
    fixtures::m2::model described = fixtures::m2::small(264);
    fixtures::m2::camera& seen = described.cameras[0];
    seen.position = seen.target = seen.roll = {};
    seen.position_base = {1, 2, 3};
    const auto camera_of = [&] { return scene_of(described).cameras[0]; };
    for (const auto& [near_clip, far_clip, near_plane, far_plane] : {std::array{0.5F, 0.75F, 0.5F, 0.75F},
                                                                     {0.5F, 0.5F, 0.5F, 0.0F},
                                                                     {0.0F, 5.0F, 0.1F, 5.0F},
                                                                     {1e30F, 5.0F, 0.1F, 5.0F},
                                                                     {0.5F, 1e30F, 0.5F, 0.0F}}) {
        seen.near_clip = near_clip;
        seen.far_clip = far_clip;
        CHECK(camera_of().near_plane == near_plane);
        CHECK(camera_of().far_plane == far_plane);
    }
    const auto turn_of = [&](const fixtures::m2::vec3& target) {
        seen.target_base = target;
        const scene made = scene_of(described);
        return made.nodes[node_named(made, "camera_0")].local.rotation;
    };
    CHECK(turn_of({1, 2, 3}) == quaternion<float>{}); // there is no direction
    for (const float up : {1.0F, -1.0F}) {            // the camera looks along the vertical: x stays level
        const quaternion<float> turn = turn_of({1, 2, 3 + up});
        CHECK(std::abs(turn.x) == doctest::Approx(0.70710678));
        CHECK(std::abs(turn.w) == doctest::Approx(0.70710678));
        CHECK(turn.x * turn.w * up > 0);
    }
}

TEST_CASE("m2 scene: the range of a light is finite, and its color at most 1") {
    fixtures::m2::model described = fixtures::m2::small(260);
    fixtures::m2::light& shining = described.lights[0];
    shining.diffuse_color = fixtures::m2::held({0, 4, 0});
    const auto light_of = [&](float reach) {
        shining.attenuation_end = fixtures::m2::held({reach});
        return scene_of(described).lights[0];
    };
    CHECK(light_of(4).color == vector3<float>{0, 1, 0});
    CHECK(light_of(4).intensity == 8);
    CHECK(light_of(0.5F).range == 0.5F);
    CHECK(light_of(0).range == 0); // unlimited
    CHECK(light_of(-1).range == 0);
    CHECK(light_of(std::numeric_limits<float>::max()).range == 0);
    shining.type = 0; // directional
    CHECK(light_of(4).range == 0);
}

TEST_CASE("m2 scene: a camera with impossible numbers is a usual one") {
    fixtures::m2::model described = fixtures::m2::small(260);
    fixtures::m2::camera& seen = described.cameras[0];
    seen.diagonal = 0;
    seen.near_clip = 0;
    seen.far_clip = 0.1F;
    seen.target_base = seen.position_base;
    seen.target = seen.position;
    const scene made = scene_of(described);
    CHECK(made.cameras[0].vertical_field_of_view == 1);
    CHECK(made.cameras[0].near_plane == 0.1F);
    CHECK(made.cameras[0].far_plane == 0);
    CHECK(made.nodes[node_named(made, "camera_0")].local.rotation == quaternion<float>{});
}

TEST_CASE("m2 scene: a camera looks at its target") {
    for (const std::uint32_t version : {256U, 264U}) {
        const opened all{filmed(version)};
        const scene made = scene_of(all);
        REQUIRE(made.cameras.size() == 1);
        CHECK(static_cast<double>(made.cameras[0].vertical_field_of_view) ==
              doctest::Approx(m2::vertical_field_of_view(1.5, 4.0 / 3)));
        CHECK(made.cameras[0].near_plane == 0.25F);
        CHECK(made.cameras[0].far_plane == 27);
        for (int i = 0; i <= 40; ++i) {
            const double seconds = i / 40.0;
            const auto now = m2::sample<double>(all.model.cameras()[0], {0, seconds, 0});
            const auto world = check_camera(made, made.clips[0], seconds, now);
            // Level, except for the roll.
            const point level = normalized(cross(point{0, 1, 0}, world.z));
            const double cosine = dot(level, world.x);
            CHECK(cosine ==
                  doctest::Approx(1 - now.roll * now.roll / 2 + now.roll * now.roll * now.roll * now.roll / 24)
                      .epsilon(3e-3));
            CHECK(dot(level, world.y) <= 1e-9);
        }
    }
}
