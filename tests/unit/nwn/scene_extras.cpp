// Lights, emitters and extras of scenes.
#include "support/scene_extras.hpp"
#include "nwn/scene.hpp"

#include <effigy/nwn/scene.hpp>
#include <effigy/scene/color.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace nwn_scenes;

} // namespace

TEST_CASE("nwn scene: lights, and lights that glTF does not support") {
    fixtures::nwn::model described;
    const fixtures::nwn::light stored{9, {1, 2}, {0.5F, 1}, {{1, 0, 0}, {0, 1, 0}}, {"flare", "halo_01"}};
    described.nodes = {
        {"root", -1},
        {"lamp", 0, {{76, 3, {0, 1}, {2, 0.5F, 0, 9, 9, 9}}, {88, 1, {0, 1}, {14, 9}}, {140, 1, {0, 1}, {3, 9}}}},
        {"shade", 0, {{76, 3, {0}, {-1, 0, 0}}, {88, 1, {0}, {5}}}},
        {"plain", 0}};
    described.nodes[1].light = stored;
    described.nodes[2].light = fixtures::nwn::light{};
    described.nodes[3].light = fixtures::nwn::light{};
    described.nodes[1].keys.push_back({96, 1, {0}, {4}});
    const converted all{described};
    REQUIRE(all.shown.lights.size() == 2);
    REQUIRE(all.shown.nodes[1].light == 0);
    const scene::light& made = all.shown.lights[0];
    CHECK(made.type == scene::light_type::point);
    CHECK(made.range == 14);
    CHECK(made.color.x == 1);
    CHECK(made.intensity == doctest::Approx(3 * impl::linear_of_srgb(2.0)));
    const auto more = extra<object>(made.extras, "light");
    CHECK(extra<double>(more, "priority") == 5);
    const auto names = extra<scene::list<scene::text>>(more, "flareTextures");
    REQUIRE(names.size() == 2);
    CHECK(names[1] == "halo_01");
    CHECK(extra<double>(extra<object>(all.shown.nodes[1].extras, "controllers"), "shadowradius") == 4);
    CHECK(all.shown.nodes[2].light == npos);
    CHECK(extra<double>(extra<object>(all.shown.nodes[2].extras, "light"), "radius") == 5);
    CHECK(all.shown.lights[all.shown.nodes[3].light].color == vector3<float>{1, 1, 1});
    CHECK(all.shown.lights[all.shown.nodes[3].light].range == 0);
}

TEST_CASE("nwn scene: emitters are extras") {
    const converted all{fixtures::nwn::bioware()};
    const auto spark = extra<object>(all.shown.nodes[3].extras, "emitter");
    CHECK(extra<scene::text>(spark, "update") == "Fountain");
    CHECK(extra<scene::text>(spark, "texture") == "fxpa_flame");
    CHECK(extra<double>(spark, "flags") == 0x84);
    CHECK(extra<bool>(spark, "twoSided"));
    CHECK(find_extra(spark, "loop") == nullptr);
    CHECK(extra<double>(extra<object>(all.shown.nodes[3].extras, "controllers"), "birthrate") == 30);
}

TEST_CASE("nwn scene: each field of a part of a node is an extra of its own") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.clips.clear();
    described.nodes[2].keys.clear();
    described.nodes.push_back({"link", 0});
    described.nodes[6].reference = "";
    fixtures::nwn::mesh plain = fixtures::nwn::triangle();
    plain.textures = {};
    described.nodes.push_back({"flag", 0, {}, plain});
    described.nodes[7].dangly = fixtures::nwn::dangly{};
    const support::byte_builder whole = fixtures::nwn::write(described);
    // The keys in the extras of a part of which only one word is not 0.
    const auto keys_with = [&](std::size_t node, const char* part, std::size_t begin, std::size_t size, std::size_t at,
                               std::uint32_t number) {
        support::byte_builder file = whole;
        const std::size_t first = file.at("nwn.nodes[" + std::to_string(node) + "]") + begin;
        for (std::size_t i = 0; i < size; i += 4) {
            file.poke(first + i, 0);
        }
        file.poke(first + at, number);
        const result<scene> made = to_scene(nwn::open(file.span()).value(), {.front = false});
        REQUIRE(made);
        const scene::node& holder = made->nodes[node];
        const object& extras = holder.light != npos ? made->lights[holder.light].extras : holder.extras;
        std::string out;
        if (find_extra(extras, part) != nullptr) {
            for (const scene::extra& each : extra<object>(extras, part)) {
                out += (out.empty() ? "" : " ") + std::string{each.key};
            }
        }
        return out;
    };
    constexpr std::uint32_t two = 0x4000'0000, letter = 'A'; // 2.0F
    struct field_case {
        std::size_t at;
        std::uint32_t number;
        const char* key;
    };
    for (const auto& [at, number, key] : {field_case{0x00, two, "deadSpace"},
                                          {0x04, two, "blastRadius"},
                                          {0x08, two, "blastLength"},
                                          {0x0C, 2, "gridX"},
                                          {0x10, 2, "gridY"},
                                          {0x14, 2, "spaceType"},
                                          {0x18, letter, "update"},
                                          {0x38, letter, "render"},
                                          {0x58, letter, "blend"},
                                          {0x78, letter, "texture"},
                                          {0xB8, letter, "chunk"},
                                          {0xC8, 1, "twoSided"},
                                          {0xCC, 1, "loop"},
                                          {0xD0, 2, "renderOrder"},
                                          {0xD4, 2, "flags"}}) {
        CHECK(keys_with(3, "emitter", 0x70, 0xD8, at, number) == std::string{key});
    }
    for (const auto& [at, number, key] : {field_case{0x00, two, "flareRadius"},
                                          {0x40, 2, "priority"},
                                          {0x44, 1, "ambientOnly color multiplier"},
                                          {0x48, 2, "dynamicType"},
                                          {0x4C, 1, "affectDynamic"},
                                          {0x50, 1, "shadow"},
                                          {0x54, 1, "generateFlare"},
                                          {0x58, 1, "fading"}}) {
        CHECK(keys_with(2, "light", 0x70, 0x5C, at, number) == std::string{key});
    }
    CHECK(keys_with(6, "reference", 0x70, 0x44, 0, letter) == "model");
    CHECK(keys_with(6, "reference", 0x70, 0x44, 0x40, 1) == "reattachable");
    for (const auto& [at, number, key] :
         {field_case{0x0C, two, "displacement"}, {0x10, two, "tightness"}, {0x14, two, "period"}}) {
        CHECK(keys_with(7, "dangly", 0x270, 0x18, at, number) == std::string{key});
    }
}

TEST_CASE("nwn scene: controllers that are other parts of the scene are no extras") {
    fixtures::nwn::model described = one_mesh(fixtures::nwn::triangle());
    const auto keys = [](std::int32_t id, std::uint8_t columns) {
        return fixtures::nwn::key{id, columns, {0}, std::vector<float>(columns, 0.5F)};
    };
    described.nodes[1].keys = {keys(8, 3), keys(20, 4), keys(36, 1), keys(100, 3), keys(128, 1)};
    const auto names_of = [](const fixtures::nwn::model& from, std::uint32_t number) {
        const converted all{from};
        std::string out;
        if (find_extra(all.shown.nodes[number].extras, "controllers") != nullptr) {
            for (const scene::extra& each : extra<object>(all.shown.nodes[number].extras, "controllers")) {
                out += std::string{each.key} + " ";
            }
        }
        return out;
    };
    CHECK(names_of(described, 1).empty());
    described.nodes.push_back({.name = "spark", .parent = 0, .emitter = fixtures::nwn::emitter{}});
    described.nodes[2].keys = {keys(8, 3), keys(9999, 1), keys(88, 1), keys(88, 1), keys(92, 1)};
    const std::string of_emitter = names_of(described, 2);
    CHECK(std::count(of_emitter.begin(), of_emitter.end(), ' ') == 2); // 88 and 92, once each
    described.nodes[2].emitter.reset();
    described.nodes[2].light = fixtures::nwn::light{};
    described.nodes[2].keys = {keys(76, 3), keys(88, 1), keys(140, 1), keys(96, 1)};
    const std::string of_light = names_of(described, 2);
    CHECK(std::count(of_light.begin(), of_light.end(), ' ') == 1); // neither color, radius nor multiplier
}

TEST_CASE("nwn scene: the boxes of a walkmesh are counted") {
    fixtures::nwn::mesh shape = fixtures::nwn::triangle();
    fixtures::nwn::model described = one_mesh(shape);
    const auto extras_of = [&](const std::vector<fixtures::nwn::box>& boxes) {
        described.nodes[1].aabb = boxes;
        const opened file{described};
        const result<scene> made = to_scene(file.model, {.include_collision = true, .front = false});
        REQUIRE(made);
        return extra<object>(made->nodes[1].extras, "aabb");
    };
    const object one = extras_of({{{1, 2, 3}, {4, 5, 6}, -1, -1, 0}});
    CHECK(extra<double>(one, "boxes") == 1);
    CHECK(extra<double>(one, "leaves") == 1);
    CHECK(extra<double>(one, "depth") == 1);
    CHECK(extra<scene::list<double>>(one, "min") == scene::list<double>{1, 3, -5});
    CHECK(extra<scene::list<double>>(one, "max") == scene::list<double>{4, 6, -2});
    const fixtures::nwn::box leaf{{0, 0, 0}, {1, 1, 1}, -1, -1, 0};
    const object five = extras_of({{{1, 2, 3}, {4, 5, 6}, 1, 2}, leaf, {{0, 0, 0}, {1, 1, 1}, 3, 4}, leaf, leaf});
    CHECK(extra<double>(five, "boxes") == 5);
    CHECK(extra<double>(five, "leaves") == 3);
    CHECK(extra<double>(five, "depth") == 3);
}

TEST_CASE("nwn scene: a light of any color is a light, unless a component is negative") {
    for (const float least : {0.0F, 0.25F, -0.25F}) {
        fixtures::nwn::model described{.nodes = {{"effigy"}, {"lamp", 0}}};
        described.nodes[1].light = fixtures::nwn::light{};
        for (std::size_t k = 0; k < 3; ++k) {
            std::vector<float> color(3, 0.5F);
            color[k] = least;
            described.nodes[1].keys = {{76, 3, {0}, color}, {140, 1, {0, 1}, {0.5F, 3}}, {88, 1, {0}, {7}}};
            const converted all{described};
            REQUIRE(all.shown.lights.size() == (least < 0 ? 0 : 1));
            if (least >= 0) {
                CHECK(all.shown.lights[0].intensity == 0.5F); // of the first key
                CHECK(all.shown.lights[0].range == 7);
            }
        }
    }
}
