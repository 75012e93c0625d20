#include "m2/figure.hpp"
#include "m2/hostile.hpp"
#include "m2/move_in_loop.hpp"
#include "m2/opened.hpp"
#include "support/counting_memory.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"
#include "support/torture.hpp"

#include <effigy/m2/scene.hpp>
#include <effigy/scene/color.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace effigy;
using fixtures::m2::opened;
using fixtures::m2::track;
using point = vector3<double>;
using numbers = std::vector<double>;
using support::extra;
using support::find_extra;

std::vector<std::string> texts_in(const scene::list<scene::extra>& extras, std::string_view key) {
    std::vector<std::string> out;
    if (const scene::extra_value* const found = find_extra(extras, key)) {
        for (const scene::text& each : std::get<scene::list<scene::text>>(*found)) {
            out.emplace_back(each);
        }
    }
    return out;
}
// The number of the element with this name, which must exist.
template <class List> std::size_t named(const List& all, std::string_view name) {
    const auto found = std::ranges::find_if(all, [&](const auto& each) { return each.name == name; });
    REQUIRE_MESSAGE(found != all.end(), name);
    return static_cast<std::size_t>(found - all.begin());
}
std::size_t node_named(const scene& made, std::string_view name) { return named(made.nodes, name); }
const scene::clip& clip_named(const scene& made, std::string_view name) { return made.clips[named(made.clips, name)]; }

std::vector<std::string> names_in(const auto& all) {
    std::vector<std::string> out;
    for (const auto& each : all) {
        out.emplace_back(each.name);
    }
    return out;
}
using names = std::vector<std::string>;

// Checks that the scene is valid, and returns it.
scene valid(result<scene> made) {
    REQUIRE(made);
    const error why = verify(*made);
    CHECK_MESSAGE(!why, why.path);
    return *std::move(made);
}
// In the axes and the unit of the game, as the functions of the library that results are compared with.
scene scene_of(const opened& all, m2::scene_options options = {}) {
    options.front = options.metres = false;
    return valid(m2::to_scene(all.model, options));
}
scene scene_of(const fixtures::m2::model& described, const m2::scene_options& options = {}) {
    const opened all{described};
    return scene_of(all, options);
}

double length_of(const scene::clip& played) {
    float out = 0;
    for (const auto& times : played.times) {
        out = std::max(out, times.back());
    }
    return static_cast<double>(out);
}

// The largest distance between the scene's vertices and those that sample.hpp computes, at 25 times of a clip.
double worst_of(const opened& all, const scene& made, const scene::clip& played) {
    const bool is_loop = find_extra(played.extras, "globalSequence") != nullptr;
    const auto number = static_cast<std::uint32_t>(extra<double>(played.extras, is_loop ? "globalSequence" : "number"));
    const double duration = length_of(played);
    std::vector<pose<double>> poses(all.bones.size());
    std::vector<matrix4x3<double>> matrices(all.bones.size());
    std::vector<point> expected(all.model.vertex_count());
    double out = 0;
    for (int i = 0; i <= 24; ++i) {
        const double seconds = duration * i / 24;
        const double age = i == 24 ? seconds * (1 - 1e-7) : seconds; // before the next loop begins
        if (is_loop) {
            rest_poses(all.bones, poses);
            support::move_in_loop(all.bones, number, age, poses);
        } else {
            apply(all.model, {number, seconds, age}, all.bones, poses);
        }
        local_matrices(poses, matrices);
        local_to_world(all.bones, matrices);
        skin_matrices(all.model, matrices, matrices);
        skin_positions(all.model, matrices, expected);
        const auto shown = support::all_positions_of(made, &played, seconds);
        REQUIRE(shown.size() == expected.size());
        for (std::size_t k = 0; k < shown.size(); ++k) {
            out = std::max(out, length(shown[k] - point{expected[k].x, expected[k].z, -expected[k].y}));
        }
    }
    return out;
}
double worst_of(const opened& all, const scene& made) {
    double out = 0;
    for (const scene::clip& each : made.clips) {
        out = std::max(out, worst_of(all, made, each));
    }
    return out;
}

// small() with one bone that has this translation, with these animations, and without records attached to bones.
fixtures::m2::model moved_by(const track& translation, std::vector<fixtures::m2::animation> animations,
                             std::uint32_t version = 260) {
    fixtures::m2::model out = fixtures::m2::small(version);
    out.bones = {{-1, {1, 2, 3}}};
    out.bones[0].translation = translation;
    for (fixtures::m2::vertex& each : out.vertices) {
        each.bones = {};
        each.weights = {255, 0, 0, 0};
    }
    out.animations = std::move(animations);
    const auto clear = [](auto&... lists) { (lists.clear(), ...); };
    clear(out.attachments, out.events, out.lights, out.ribbons, out.particles, out.cameras);
    return out;
}
numbers times_of(const scene::clip& clip, std::size_t channel) {
    const auto& times = clip.times[clip.channels[channel].times];
    return {times.begin(), times.end()};
}

} // namespace

TEST_CASE("m2 scene: every version results in the same scene") {
    const scene first = scene_of(fixtures::m2::small(256));
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        const opened all{described};
        const scene made = scene_of(all);
        CHECK(made.meshes == first.meshes);
        CHECK(made.skins == first.skins);
        CHECK(made.materials == first.materials);
        CHECK(made.cameras == first.cameras);
        CHECK(made.lights == first.lights);
        REQUIRE(made.nodes.size() == first.nodes.size());
        for (std::size_t i = 0; i < made.nodes.size(); ++i) {
            CHECK(made.nodes[i].name == first.nodes[i].name);
            CHECK(made.nodes[i].parent == first.nodes[i].parent);
            CHECK(made.nodes[i].local == first.nodes[i].local);
        }
        CHECK(made.clips.size() == 2);
        CHECK(worst_of(all, made) <= 1e-5);
    }
}

TEST_CASE("m2 scene: figures move as in sample()") {
    for (const std::uint32_t version : {256U, 260U}) {
        const opened all{fixtures::m2::figure::model(version)};
        const scene made = scene_of(all);
        CHECK(made.clips.size() == 5); // three animations and two global sequences
        CHECK(worst_of(all, made) <= 1e-5);
        const scene::clip& waving = clip_named(made, "EmoteWave");
        CHECK(find_extra(waving.extras, "loops") != nullptr);
        CHECK_FALSE(extra<bool>(waving.extras, "loops"));
        CHECK(playback_of(waving, playback::loop) == playback::once);
        CHECK(playback_of(clip_named(made, "Stand")) == playback::loop);
        CHECK(playback_of(clip_named(made, "global_0")) == playback::loop);
        CHECK(clip_named(made, "Stand_1").channels.size() < clip_named(made, "Stand").channels.size());
    }
}

// ---- mesh and materials --------------------------------------------------------------------------------------------

TEST_CASE("m2 scene: vertices, triangles and materials") {
    const scene made = scene_of(fixtures::m2::small(260));
    REQUIRE(made.meshes.size() == 1);
    const scene::mesh& mesh = made.meshes[0];
    CHECK(mesh.positions[2] == vector3<float>{0, 1, -1});
    CHECK(mesh.normals[1] == vector3<float>{0, 0, -1});
    CHECK(mesh.indices == scene::list<std::uint32_t>{2, 0, 1});
    REQUIRE(mesh.texcoords.size() == 2); // the batch uses set 1
    CHECK(mesh.texcoords[0][2] == vector2<float>{0, 1});
    CHECK(mesh.texcoords[1][2] == vector2<float>{0.25F, 0.5F});
    CHECK(mesh.joints[0][1] == scene::joints4{1, 0, 0, 0});
    CHECK(mesh.weights[0][1][0] == doctest::Approx(192.0 / 255));
    REQUIRE(mesh.primitives.size() == 1);
    CHECK(mesh.primitives[0].index_count == 3);

    const scene::material& material = made.materials[mesh.primitives[0].material];
    CHECK(material.name == "b");
    REQUIRE(material.textures.size() == 1);
    CHECK(material.textures[0].name == "a\\b.blp");
    CHECK(material.textures[0].texcoord == 1);
    CHECK_FALSE(material.textures[0].wraps_u);
    CHECK(material.textures[0].wraps_v);
    CHECK(material.is_unlit);
    CHECK(material.is_double_sided);
    CHECK(material.alpha == scene::alpha_mode::blend);
    CHECK(material.base_color.x == 1);
    CHECK(static_cast<double>(material.base_color.y) == doctest::Approx(0.214041)); // 0.5 in sRGB
    CHECK(static_cast<double>(material.base_color.w) == doctest::Approx(0.5).epsilon(1e-3));
    CHECK(extra<scene::text>(material.extras, "blending") == "alpha");
    CHECK(extra<double>(material.extras, "priorityPlane") == -2);
    CHECK(extra<double>(material.extras, "shader") == 4);
}

TEST_CASE("m2 scene: how materials blend") {
    const auto alpha_of = [](std::uint16_t blend, float opacity) {
        fixtures::m2::model described = fixtures::m2::small(256);
        described.materials = {{0, blend}};
        described.colors[0].alpha = fixtures::m2::held({opacity});
        return scene_of(described).materials[0].alpha;
    };
    CHECK(alpha_of(0, 1) == scene::alpha_mode::opaque);
    CHECK(alpha_of(0, 0.25F) == scene::alpha_mode::blend);
    CHECK(alpha_of(1, 1) == scene::alpha_mode::mask);
    for (std::uint16_t blend = 2; blend < 8; ++blend) {
        CHECK(alpha_of(blend, 1) == scene::alpha_mode::blend);
    }
}

TEST_CASE("m2 scene: textures that the game chooses, or identifies by a number") {
    fixtures::m2::model described = fixtures::m2::small(256);
    described.textures = {{"", 1}};
    const scene made = scene_of(described);
    REQUIRE(made.materials[0].textures.size() == 1);
    CHECK(made.materials[0].textures[0].name == "");
    CHECK(support::extra<scene::text>(made.materials[0].textures[0].extras, "type") == "body");
    CHECK(made.materials[0].name == "body");

    described = fixtures::m2::small_in_chunks();
    described.textures = {{""}};
    CHECK(scene_of(described).materials[0].textures[0].name == "1040");
}

namespace {

// small() with batches of further materials over its triangle.
fixtures::m2::model layered() {
    fixtures::m2::model out = fixtures::m2::small(256);
    fixtures::m2::skin_profile& profile = out.skin_profiles[0];
    out.materials = {{5, 2}, {0, 4}, {0, 0}};
    fixtures::m2::batch glow = profile.batches[0];
    glow.material = 1;
    glow.layer = 5;
    fixtures::m2::batch base = profile.batches[0];
    base.material = 2;
    base.layer = 0;
    profile.batches = {glow, profile.batches[0], base};
    return out;
}

} // namespace

TEST_CASE("m2 scene: only the lowest batch of the same triangles is drawn, unless an option adds the others") {
    const scene made = scene_of(layered());
    REQUIRE(made.meshes[0].primitives.size() == 1);
    const scene::material& drawn = made.materials[made.meshes[0].primitives[0].material];
    CHECK(extra<double>(drawn.extras, "material") == 2);
    const auto layer = [&](const char* key) -> const scene::list<scene::extra>& {
        return extra<scene::list<scene::extra>>(drawn.extras, key);
    };
    CHECK(extra<double>(layer("layer1"), "material") == 0);
    CHECK(extra<double>(layer("layer2"), "material") == 1);
    CHECK(extra<scene::text>(layer("layer2"), "blending") == "add");
    CHECK(extra<scene::text>(layer("layer2"), "texture") == "a\\b.blp");

    const scene all = scene_of(layered(), {.include_layers = true});
    CHECK(all.meshes[0].primitives.size() == 3);
    CHECK(all.meshes[0].indices.size() == 3);
    CHECK(all.materials.size() == 3);
}

TEST_CASE("m2 scene: options choose submeshes by their ids") {
    const std::uint16_t there[] = {7, 101};
    const std::uint16_t others[] = {102};
    const opened all{fixtures::m2::small(264)};
    CHECK(scene_of(all, {.submesh_ids = there}).meshes.size() == 1);
    const scene none = scene_of(all, {.submesh_ids = others});
    CHECK(none.meshes.empty());
    CHECK(none.skins.empty());
    CHECK(none.clips.size() == 2);
}

namespace {

// A character with a triangle for each submesh id. Each triangle has three vertices of its own, and its id as x.
fixtures::m2::model character(std::uint32_t version, const std::vector<std::uint16_t>& ids) {
    fixtures::m2::model out = fixtures::m2::small(version);
    out.textures[0].type = 1;
    fixtures::m2::skin_profile& profile = out.skin_profiles[0];
    const fixtures::m2::skin_profile single = profile;
    const std::vector<fixtures::m2::vertex> corners = out.vertices;
    profile = {};
    out.vertices.clear();
    for (const std::uint16_t id : ids) {
        const auto first = static_cast<std::uint16_t>(out.vertices.size());
        fixtures::m2::submesh drawn = single.submeshes[0];
        drawn.id = id;
        drawn.first_vertex = drawn.first_index = first;
        fixtures::m2::batch shown = single.batches[0];
        shown.submesh = static_cast<std::uint16_t>(profile.submeshes.size());
        profile.submeshes.push_back(drawn);
        profile.batches.push_back(shown);
        for (std::uint16_t k = 0; k < 3; ++k) {
            out.vertices.push_back(corners[k]);
            out.vertices.back().position[0] = id;
            profile.indices.push_back(first + k);
            profile.triangles.push_back(first + k);
            profile.properties.push_back(single.properties[k]);
        }
    }
    return out;
}

} // namespace

TEST_CASE("m2 scene: a character has a mesh for each part, and shows one plausible set") {
    const fixtures::m2::model described =
        character(264, {0, 501, 1, 7, 3, 502, 101, 102, 203, 302, 303, 701, 702, 802, 1301, 1302, 0, 2201, 2202});
    const opened all{described};
    const scene shown = scene_of(all, {.metres = false});
    CHECK(names_in(shown.meshes) == names{"body", "hair_03", "facial1_01", "facial2_03", "facial3_02", "boots_01",
                                          "ears_02", "trousers_01", "group_22_01"});
    CHECK(extra<double>(shown.extras, "parts") == 18);
    CHECK(extra<double>(shown.extras, "partsShown") == 9);
    REQUIRE(shown.skins.size() == 1);
    REQUIRE(shown.meshes[0].positions.size() == 6); // of two submeshes
    CHECK(shown.meshes[0].primitives.size() == 2);
    std::size_t found = 0;
    for (const scene::node& each : shown.nodes) {
        if (each.mesh != effigy::npos && each.skin == 0) {
            CHECK(each.name == shown.meshes[each.mesh].name);
            CHECK(each.parent == effigy::npos);
            ++found;
        }
    }
    CHECK(found == shown.meshes.size());
    // Each mesh has the vertices of its part: x is the id, and turns to z.
    const auto x_of = [](const scene::mesh& mesh) { return mesh.positions[mesh.indices[1]].x; };
    CHECK(x_of(shown.meshes[1]) == 3);
    CHECK(x_of(shown.meshes[5]) == 501);
    CHECK(shown.meshes[5].indices == scene::list<std::uint32_t>{0, 1, 2});

    CHECK(scene_of(all, {.include_all_parts = true}).meshes.size() == 18);
    const std::uint16_t chosen[] = {502, 7, 999};
    const scene few = scene_of(all, {.submesh_ids = chosen});
    CHECK(names_in(few.meshes) == names{"hair_07", "boots_02"});
    CHECK(extra<double>(few.extras, "partsShown") == 2);
}

TEST_CASE("m2 scene: the head without hair is shown if there is no hair") {
    CHECK(names_in(scene_of(character(256, {0, 1, 401})).meshes) == names{"body", "hair_01", "gloves_01"});
    CHECK(names_in(scene_of(character(256, {0, 1, 2})).meshes) == names{"body", "hair_02"});
    CHECK(names_in(scene_of(character(256, {1})).meshes) == names{"imp"});
    CHECK(names_in(scene_of(character(256, {402, 502})).meshes) ==
          names{"gloves_02", "boots_02"}); // rather than nothing
    const std::uint16_t other[] = {502};
    CHECK(scene_of(opened{character(256, {0})}, {.submesh_ids = other}).meshes.empty());
}

namespace {

bool moves_material(const scene::channel& each) { return each.material != effigy::npos; }
const scene::channel& channel_of(const scene::clip& clip, scene::path path) {
    const auto found = std::ranges::find(clip.channels, path, &scene::channel::path);
    REQUIRE(found != clip.channels.end());
    return *found;
}

} // namespace

TEST_CASE("m2 scene: an option animates the colors and opacities of materials") {
    fixtures::m2::model described = fixtures::m2::small(256);
    constexpr std::int16_t linear = 1;
    constexpr std::uint32_t begin = 1000;
    described.materials = {{0, 0}}; // opaque
    described.colors[0].rgb = {linear, -1, {{0, 1}, {0, 1}, {0, 0}}, {begin, begin + 1000}, {1, 1, 1, 0.5F, 0, 1}};
    described.colors[0].alpha = {linear, -1, {{0, 1}, {0, 1}, {0, 0}}, {begin, begin + 500}, {1, 0.5F}};
    described.weights = {{linear, 0, {{0, 1}}, {0, 250}, {1, 0.5F}}}; // follows the global sequence of 0.5 s
    described.skin_profiles[0].batches[0].color = 0;
    const opened all{described};
    CHECK(std::ranges::none_of(scene_of(all).clips[0].channels, moves_material));
    const scene made = scene_of(all, {.animate_materials = true});
    CHECK(made.materials[0].alpha == scene::alpha_mode::blend);
    // Every key is what tint_of() computes.
    const m2::batch& drawn = all.model.skin_profiles().at(0).batches()[0];
    for (const char* const name : {"Stand", "Walk_1", "global_0"}) {
        const scene::clip& clip = clip_named(made, name);
        const scene::channel& color = channel_of(clip, scene::path::base_color);
        CHECK(color.material == 0);
        CHECK(color.node == effigy::npos);
        const bool is_loop = clip.name == "global_0";
        const std::uint32_t number = clip.name == "Walk_1" ? 1 : 0;
        for (std::size_t i = 0; i < clip.times[color.times].size(); ++i) {
            const double seconds = clip.times[color.times][i];
            const auto shown_at = [&](double age) {
                return m2::tint_of<double>(all.model, drawn, {number, is_loop ? 0 : seconds, age});
            };
            const auto linear_rgb = effigy::impl::linear_color(shown_at(seconds).rgb);
            CHECK(color.values[4 * i] == doctest::Approx(linear_rgb.x).epsilon(1e-4));
            CHECK(color.values[4 * i + 1] == doctest::Approx(linear_rgb.y).epsilon(1e-4));
            // The last key of a loop is right before the first of the next.
            const doctest::Approx now = doctest::Approx(shown_at(seconds).alpha).epsilon(1e-3);
            const doctest::Approx before = doctest::Approx(shown_at(seconds - 1e-5).alpha).epsilon(1e-3);
            CHECK((color.values[4 * i + 3] == now || color.values[4 * i + 3] == before));
        }
    }
}

TEST_CASE("m2 scene: a material whose color changes stays opaque") {
    fixtures::m2::model described = fixtures::m2::small(256);
    described.materials = {{0, 0}};
    described.colors[0] = {{1, -1, {{0, 1}, {0, 1}, {0, 0}}, {1000, 2000}, {1, 1, 1, 0.5F, 0, 1}}, {}};
    described.weights = {{}};
    const scene made = scene_of(described, {.animate_materials = true});
    CHECK(made.materials[0].alpha == scene::alpha_mode::opaque);
    CHECK(moves_material(channel_of(made.clips[0], scene::path::base_color)));
}

TEST_CASE("m2 scene: batches that differ in one number have materials of their own") {
    using fixtures::m2::batch;
    fixtures::m2::model described = fixtures::m2::small(260);
    fixtures::m2::skin_profile& profile = described.skin_profiles[0];
    profile.submeshes.push_back(profile.submeshes[0]);
    const auto materials_when = [&](const auto& change) {
        batch second = profile.batches[0];
        second.submesh = 1;
        change(second);
        profile.batches.resize(1);
        profile.batches.push_back(second);
        profile.triangles = {0, 1, 2, 2, 1, 0};
        profile.submeshes[1].first_index = 3;
        return scene_of(described).materials.size();
    };
    CHECK(materials_when([](batch&) {}) == 1);
    for (std::uint16_t batch::* const field :
         {&batch::material, &batch::texture, &batch::unit, &batch::weight, &batch::transform, &batch::texture_count,
          &batch::layer, &batch::shader}) {
        CHECK(materials_when([&](batch& one) { one.*field += 1; }) == 2);
    }
    CHECK(materials_when([](batch& one) { one.color = -1; }) == 2);
    CHECK(materials_when([](batch& one) { one.priority = 5; }) == 2);
}

TEST_CASE("m2 scene: an option animates texture coordinates") {
    fixtures::m2::model described = fixtures::m2::small(256);
    constexpr std::int16_t linear = 1;
    constexpr std::uint32_t begin = 1000;
    constexpr float half = 0.70710678F;
    described.textures[0].name = std::string(8192, 'b'); // the scene of a larger file may have more keys
    described.transforms = {{
        .translation = {linear, -1, {{0, 1}, {0, 1}, {0, 0}}, {begin, begin + 800}, {0, 0, 0, 0.5F, -2, 0}},
        .rotation = {linear,
                     0,
                     {{0, 4}},
                     {0, 150, 300, 500},
                     {0, 0, 0, 1, 0, 0, half, half, 0, 0, 1, 0, 0, 0, half, -half}}, // by the sequence of 0.5 s
        .scale = {linear, -1, {{0, 1}, {0, 1}, {0, 0}}, {begin, begin + 1000}, {1, 1, 1, 3, 3, 1}},
    }};
    const opened all{described};
    CHECK(std::ranges::none_of(scene_of(all).clips[0].channels, moves_material));
    const scene made = scene_of(all, {.animate_materials = true});
    const scene::clip& stand = clip_named(made, "Stand");
    const scene::channel& offset = channel_of(stand, scene::path::texture_offset);
    const scene::channel& rotation = channel_of(stand, scene::path::texture_rotation);
    const scene::channel& scale = channel_of(stand, scene::path::texture_scale);
    // Applied as viewers do, they are what texture_matrix() computes, also between keys.
    const auto transform = all.model.texture_transforms()[0];
    for (double seconds = 0.005; seconds < 0.99; seconds += 0.037) {
        const std::vector<double> moved = support::impl::sample(stand, offset, seconds);
        const double angle = support::impl::sample(stand, rotation, seconds).at(0);
        const std::vector<double> grown = support::impl::sample(stand, scale, seconds);
        const auto expected =
            transform_point(m2::texture_matrix<double>(transform, {0, seconds, seconds}), {0.25, 1, 0});
        const double u = grown.at(0) * 0.25;
        const double v = grown.at(1) * 1;
        CHECK(moved.at(0) + std::cos(angle) * u + std::sin(angle) * v == doctest::Approx(expected.x).epsilon(2e-3));
        CHECK(moved.at(1) - std::sin(angle) * u + std::cos(angle) * v == doctest::Approx(expected.y).epsilon(2e-3));
    }
    const scene::list<float>& angles = rotation.values;
    CHECK(angles.back() == doctest::Approx(-1.75 * 6.2831853).epsilon(0.01)); // 270 degrees, and on to 360, and 270
}

TEST_CASE("m2 scene: animated materials do not change the length of a clip, even where images are missing") {
    const auto length_of_nodes = [](const scene::clip& played) {
        float out = -1;
        for (const scene::channel& each : played.channels) {
            out = each.node != effigy::npos ? std::max(out, played.times[each.times].back()) : out;
        }
        return static_cast<double>(out);
    };
    constexpr std::int16_t linear = 1;
    fixtures::m2::model still = moved_by({}, {{0, 0, 1000, 4333}, {1, 0, 5000, 5333}}, 256);
    still.global_sequences = {700, 900};
    fixtures::m2::model looping = still; // the loop of a bone, not that of the material, counts
    looping.bones[0].translation = {linear, 0, {}, {0, 700}, {0, 0, 0, 1, 0, 0}};
    const track by_animation{linear, -1, {}, {1000, 1500}, {0, 0, 0, 0.5F, -2, 0}};
    const track by_loop{linear, 1, {}, {0, 900}, {0, 0, 0, 0.5F, -2, 0}};
    for (fixtures::m2::model described : {still, looping}) {
        for (const track& moved : {by_animation, by_loop}) {
            described.textures[0].name = std::string(4096, 'b'); // the scene of a larger file may have more keys
            described.transforms = {{.translation = moved}};
            const opened all{described};
            const scene plain = scene_of(all);
            const scene animated = scene_of(all, {.animate_materials = true});
            REQUIRE(plain.clips.size() >= 2);
            CHECK(std::ranges::any_of(animated.clips[0].channels, moves_material));
            for (std::size_t i = 0; i < 2; ++i) {
                CHECK(length_of_nodes(animated.clips[i]) == doctest::Approx(length_of(plain.clips[i])));
                CHECK(length_of(animated.clips[i]) == doctest::Approx(length_of(plain.clips[i])));
                CHECK_FALSE(find_extra(animated.clips[i].extras, "globalSequencesLeftOut") != nullptr);
            }
        }
    }
}

TEST_CASE("m2 scene: only characters have parts, with the skin of a player") {
    fixtures::m2::model described = character(264, {0, 1, 2, 502});
    described.textures[0].type = 11;
    const scene made = scene_of(described);
    CHECK(names_in(made.meshes) == names{"imp"});
    CHECK(made.meshes[0].positions.size() == 12);
    CHECK(support::find_extra(made.extras, "parts") == nullptr);
}

TEST_CASE("m2 scene: a mesh has only the vertices that its triangles use, in the file's order") {
    fixtures::m2::model described = character(264, {0, 0, 0});
    described.skin_profiles[0].batches.erase(described.skin_profiles[0].batches.begin() + 1);
    described.vertices[8].position[2] = 5;
    described.skin_profiles[0].indices = {0, 1, 2, 3, 4, 5, 8, 6, 7};
    const scene made = scene_of(described, {.metres = false});
    REQUIRE(made.meshes[0].positions.size() == 6);
    CHECK(made.meshes[0].indices == scene::list<std::uint32_t>{0, 1, 2, 5, 3, 4});
    CHECK(made.meshes[0].positions[5].y == 5);
}

TEST_CASE("m2 scene: vertices without weight follow the root, repairs of NaN are reported") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.vertices[0].weights = {};
    described.vertices[1].weights = {100, 100, 0, 0}; // the same bone twice
    described.vertices[1].bones = {1, 1, 0, 0};
    described.vertices[2].position[1] = std::numeric_limits<float>::quiet_NaN();
    described.vertices[2].texcoord[0] = std::numeric_limits<float>::infinity();
    described.vertices[0].normal = {};
    const scene made = scene_of(described);
    const scene::mesh& mesh = made.meshes[0];
    REQUIRE(made.skins[0].joints.size() == 3);
    CHECK(made.skins[0].joints[2] == 0);
    CHECK(mesh.joints[0][0] == scene::joints4{2, 0, 0, 0});
    CHECK(mesh.weights[0][0] == scene::weights4{1, 0, 0, 0});
    CHECK(mesh.weights[0][1] == scene::weights4{1, 0, 0, 0});
    CHECK(mesh.positions[2] == vector3<float>{});
    CHECK(extra<double>(mesh.extras, "repairedPositions") == 1);
    CHECK(extra<double>(mesh.extras, "repairedTexcoords") == 1);
    CHECK(extra<double>(mesh.extras, "repairedNormals") == 1);
}

TEST_CASE("m2 scene: weights of the same bone are added, whichever two of the four") {
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = a + 1; b < 4; ++b) {
            fixtures::m2::model described = fixtures::m2::small(260);
            fixtures::m2::vertex& vertex = described.vertices[1];
            vertex.weights = vertex.bones = {};
            vertex.weights[a] = 155;
            vertex.weights[b] = 100;
            vertex.bones[a] = vertex.bones[b] = 1;
            const scene::weights4 weights = scene_of(described).meshes[0].weights[0][1];
            CHECK(std::ranges::count(weights, 1.0F) == 1);
        }
    }
}

TEST_CASE("m2 scene: a model without bones is not skinned") {
    fixtures::m2::model described = fixtures::m2::small(256);
    described.bones.clear();
    described.key_bone_lookup.clear();
    for (fixtures::m2::vertex& each : described.vertices) {
        each.weights = {};
        each.bones = {};
    }
    const scene made = scene_of(described);
    CHECK(made.skins.empty());
    CHECK(made.nodes[0].mesh == 0);
    CHECK(made.meshes[0].joints.empty());
    CHECK(made.clips.size() == 2); // with the channels of the camera, or the root's
}

TEST_CASE("m2 scene: the collision mesh, by option") {
    const scene made = scene_of(fixtures::m2::small(260), {.include_collision = true});
    REQUIRE(made.meshes.size() == 2);
    CHECK(made.meshes[1].positions[2] == vector3<float>{0, 0, -1});
    const scene::node& holder = made.nodes[node_named(made, "collision")];
    CHECK(holder.mesh == 1);
    CHECK(extra<bool>(holder.extras, "collision"));
    CHECK(extra<bool>(holder.extras, "notDrawn"));
    const scene::material& seen = made.materials[made.meshes[1].primitives[0].material];
    CHECK(seen.name == "collision");
    CHECK(seen.alpha == scene::alpha_mode::blend);
}

// ---- attached to bones ---------------------------------------------------------------------------------------------

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

namespace {

// Checks that the camera is where sample() says and looks at its target. Returns its matrix.
matrix4x3<double> check_camera(const scene& made, const scene::clip& clip, double seconds,
                               const m2::camera_pose<double>& now) {
    const auto world = support::world_of(made, &clip, seconds)[node_named(made, "camera_0")];
    const auto turned = [](const point& v) { return point{v.x, v.z, -v.y}; };
    CHECK(length(world.translation - turned(now.eye)) <= 2e-4);
    CHECK(length(-world.z - normalized(turned(now.target - now.eye))) <= 2e-4);
    return world;
}

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

// ---- clips ---------------------------------------------------------------------------------------------------------

TEST_CASE("m2 scene: an animation uses the keys around it") {
    const opened all{moved_by({fixtures::m2::linear, -1, {{0, 1}, {0, 1}}, {0, 4000}, {0, 0, 0, 8, 0, 0}},
                              {{0, 0, 1000, 2000}, {4, 0, 2500, 3500}})};
    const scene made = scene_of(all);
    CHECK(worst_of(all, made) <= 1e-5);
    const scene::clip& clip = clip_named(made, "Walk");
    REQUIRE(clip.channels.size() == 1);
    CHECK(times_of(clip, 0) == numbers{0, 1});
    CHECK(clip.channels[0].values[0] == 1 + 5); // relative to the pivot
    CHECK(clip.channels[0].values[3] == 1 + 7);
}

TEST_CASE("m2 scene: keys in any order, at the same time, and constant ones") {
    const auto values = [](std::size_t count) {
        std::vector<float> out;
        for (std::size_t i = 0; i < count; ++i) {
            out.insert(out.end(), {static_cast<float>(i * i), static_cast<float>(i), 1});
        }
        return out;
    };
    const std::vector<std::vector<std::uint32_t>> all_times{
        {100, 300, 600, 900}, {100, 600, 300, 900}, {500, 100, 900, 1200},   {100, 500, 500, 800},
        {100, 900, 300, 500}, {0, 1000, 2000, 500}, {1500, 1600, 1700, 1800}};
    for (const auto type : {fixtures::m2::step, fixtures::m2::linear}) {
        for (const std::vector<std::uint32_t>& times : all_times) {
            CAPTURE(times);
            const opened all{moved_by({type, -1, {}, times, values(times.size())}, {{0, 0, 0, 1001}})};
            const scene made = scene_of(all);
            CHECK(worst_of(all, made) <= 1e-5);
        }
    }
}

TEST_CASE("m2 scene: curves become lines within a tolerance") {
    const opened all{moved_by({fixtures::m2::hermite,
                               -1,
                               {},
                               {0, 1000},
                               {0, 0, 0, 0, 0, 0, 9, 0, 0, //
                                1, 0, 0, 0, 8, 0, 0, 0, 0}},
                              {{0, 0, 0, 1000}})};
    const scene made = scene_of(all);
    CHECK(worst_of(all, made) <= 1e-4);
    CHECK(worst_of(all, made) > 0);
    CHECK(times_of(made.clips[0], 0).size() > 8);
}

TEST_CASE("m2 scene: a clip without motion has no channels, but keeps its duration") {
    const opened all{moved_by(fixtures::m2::constant({0, 0, 0}), {{0, 0, 0, 1500}, {4, 0, 2000, 2000}})};
    const scene made = scene_of(all);
    CHECK(worst_of(all, made) == 0);
    REQUIRE(made.clips.size() == 2);
    REQUIRE(made.clips[0].channels.size() == 1);
    CHECK(made.clips[0].channels[0].node == 0);
    CHECK(times_of(made.clips[0], 0) == numbers{0, 1.5});
    CHECK(times_of(made.clips[1], 0) == numbers{0});
    const opened moved{moved_by(fixtures::m2::constant({0, 2, 0}), {{0, 0, 0, 1500}})};
    const scene other = scene_of(moved);
    CHECK(worst_of(moved, other) <= 1e-6);
    CHECK(times_of(other.clips[0], 0) == numbers{0, 1.5}); // one key, and one at the end
}

namespace {

// A model of one bone that a loop of three keys translates and that an animation does not move.
fixtures::m2::model looped(std::uint32_t loop, std::uint32_t duration, std::int16_t type = fixtures::m2::linear) {
    fixtures::m2::model out =
        moved_by({type, 0, {}, {0, loop / 3, loop}, {0, 0, 0, 1, 0, 0, 3, 0, 0}}, {{0, 0, 0, duration}});
    out.global_sequences = {loop};
    return out;
}
// Lets the first animation turn the bone of a model from start to end.
fixtures::m2::model turned(fixtures::m2::model out) {
    fixtures::m2::track& turn = out.bones[0].rotation;
    turn.interpolation = fixtures::m2::linear;
    turn.times = {out.animations[0].start, out.animations[0].end};
    turn.values = {0, 0, 0, 1, 0.6F, 0, 0, 0.8F};
    return out;
}
bool leaves_out(const scene::list<scene::extra>& extras) {
    return find_extra(extras, "globalSequencesLeftOut") != nullptr;
}

} // namespace

TEST_CASE("m2 scene: global sequences continue through a clip") {
    for (const auto type : {fixtures::m2::step, fixtures::m2::linear}) {
        for (const std::uint32_t loop : {700U, 4000U}) { // the longer one ends with the clip
            CAPTURE(loop);
            const opened all{turned(looped(loop, 2501, type))};
            const scene made = scene_of(all);
            CHECK(worst_of(all, made) <= 1e-5);
            CHECK(length_of(clip_named(made, "Stand")) == doctest::Approx(2.501));
            CHECK(length_of(clip_named(made, "global_0")) == doctest::Approx(loop / 1000.0));
            CHECK_FALSE(leaves_out(made.clips[0].extras));
        }
    }
    fixtures::m2::model empty = looped(700, 1000);
    empty.global_sequences = {0};
    const opened still{empty};
    const scene made = scene_of(still);
    CHECK(made.clips.size() == 1);
    CHECK(worst_of(still, made) == 0);
}

TEST_CASE("m2 scene: a loop that would repeat too often is left out of the clip of an animation") {
    const opened all{turned(looped(3, 4'000'000'000))};
    const scene made = scene_of(all);
    REQUIRE(made.clips.size() == 2);
    CHECK(leaves_out(made.clips[0].extras));
    CHECK(made.clips[0].channels.size() == 1);
    CHECK(length_of(made.clips[0]) == doctest::Approx(4'000'000));
    CHECK_FALSE(leaves_out(made.extras));
    const scene::clip& loop = made.clips[1];
    CHECK(loop.name == "global_0");
    CHECK(extra<double>(loop.extras, "globalSequence") == 0);
    CHECK(extra<double>(loop.extras, "duration") == 0.003);
    CHECK(worst_of(all, made, loop) <= 1e-5);

    fixtures::m2::model both = turned(looped(3, 60'000)); // the other loop still fits
    both.global_sequences = {3, 30'000};
    both.bones[0].scale = {fixtures::m2::linear, 1, {}, {0, 30'000}, {1, 1, 1, 2, 2, 2}};
    const scene some = scene_of(both);
    CHECK(leaves_out(some.clips[0].extras));
    CHECK(some.clips[0].channels.size() == 2);
    CHECK(some.clips.size() == 3);
}

TEST_CASE("m2 scene: a loop that moves triangles is kept where one that moves none is left out") {
    fixtures::m2::model described = turned(looped(100, 20'000)); // 200 repetitions
    described.global_sequences = {100, 90};
    described.bones.push_back({0, {2, 2, 3}}); // moves no vertex
    described.bones[1].translation = {fixtures::m2::linear, 1, {}, {0, 45, 90}, {0, 0, 0, 1, 0, 0, 3, 0, 0}};
    const opened all{described};
    const scene made = scene_of(all);
    REQUIRE(made.clips.size() == 3);
    CHECK(leaves_out(made.clips[0].extras));
    CHECK(made.clips[0].channels.size() == 2);
    CHECK(worst_of(all, made) <= 2e-4);        // times are floats
    described.bones.push_back({1, {2, 2, 4}}); // a child of the second bone that moves a vertex
    described.vertices[0].bones[0] = 2;
    const opened seen{described};
    const scene whole = scene_of(seen);
    CHECK_FALSE(leaves_out(whole.clips[0].extras));
    CHECK(worst_of(seen, whole) <= 2e-4);
}

TEST_CASE("m2 scene: an animation that moves nothing by itself is as long as its loops") {
    { // 500 repetitions would exceed the limit of memory
        const opened all{looped(1333, 666'700)};
        const scene made = scene_of(all);
        CHECK(length_of(made.clips[0]) == doctest::Approx(1.333));
        CHECK(extra<double>(made.clips[0].extras, "duration") == 666.7);
        CHECK_FALSE(leaves_out(made.clips[0].extras));
        CHECK(worst_of(all, made) <= 1e-5);
    }
    const auto length_with = [](std::uint32_t first, std::uint32_t second, std::uint32_t duration) {
        fixtures::m2::model described = looped(first, duration);
        described.global_sequences = {first, second};
        described.bones[0].scale = {fixtures::m2::linear, 1, {}, {0, second}, {1, 1, 1, 2, 2, 2}};
        const opened all{described};
        const scene made = scene_of(all);
        CHECK(worst_of(all, made) <= 1e-5);
        CHECK(made.clips.size() == 3);
        return length_of(made.clips[0]);
    };
    CHECK(length_with(1000, 1500, 100) == doctest::Approx(3));
    CHECK(length_with(667, 5333, 100) == doctest::Approx(5.333)); // 20 and 160 frames
    CHECK(length_with(1000, 1100, 100) == doctest::Approx(1.1));
    CHECK(length_with(24'000, 40'000, 100) == doctest::Approx(40)); // not two minutes
    CHECK(length_with(2000, 90'000, 100) == doctest::Approx(2));
    CHECK(length_with(80'000, 90'000, 100) == doctest::Approx(0.1));
    CHECK(length_with(80'000, 90'000, 500'000) == doctest::Approx(90));
}

TEST_CASE("m2 scene: a global sequence whose keys are equal is no loop") {
    fixtures::m2::model described = looped(33, 3000);
    described.bones[0].translation.values = {1, 0, 0, 1, 0, 0, 1, 0, 0};
    const opened all{described};
    const scene made = scene_of(all);
    REQUIRE(made.clips.size() == 1);
    CHECK(times_of(made.clips[0], 0) == numbers{0, 3});
    CHECK(worst_of(all, made) <= 1e-5);
}

TEST_CASE("m2 scene: a track with one value on a global sequence holds it in the clip of that sequence") {
    for (const std::uint32_t version : {256U, 260U}) {
        for (const std::int16_t sequence : {std::int16_t{0}, std::int16_t{1}}) { // 0 moves the first bone, 1 the second
            CAPTURE(version);
            CAPTURE(sequence);
            fixtures::m2::model described = looped(700, 1000);
            described.version = version;
            described.global_sequences = {700, 500};
            described.bones[0].rotation = {fixtures::m2::linear, sequence, {}, {0}, {0, 0.6F, 0, 0.8F}};
            described.bones.push_back({0, {2, 2, 3}});
            described.bones[1].scale = {fixtures::m2::linear, 1, {}, {0, 500}, {1, 1, 1, 2, 2, 2}};
            described.bones[1].translation = {fixtures::m2::linear, sequence, {}, {0, 9}, {0, 4, 0, 0, 4, 0}};
            described.vertices[0].bones[0] = 1;
            const opened all{described};
            const scene made = scene_of(all);
            REQUIRE(made.clips.size() == 3);
            CHECK(worst_of(all, made) <= 1e-5);
            CHECK(made.clips[1].channels.size() == (sequence == 0 ? 3 : 1));
            CHECK(made.clips[2].channels.size() == (sequence == 1 ? 3 : 1));
        }
    }
}

TEST_CASE("m2 scene: clips of global sequences do not depend on animations") {
    fixtures::m2::model described = looped(700, 1000);
    const std::uint16_t other[] = {77};
    const opened all{described};
    const scene chosen = scene_of(all, {.clip_ids = other});
    REQUIRE(chosen.clips.size() == 1);
    CHECK(chosen.clips[0].name == "global_0");
    CHECK(scene_of(all, {.include_clips = false}).clips.empty());
    described.animations.clear();
    const opened alone{described};
    const scene made = scene_of(alone);
    REQUIRE(made.clips.size() == 1);
    CHECK(worst_of(alone, made) <= 1e-5);
    for (std::uint32_t id = 0; id <= 0xFFFF; ++id) {
        CHECK_FALSE(m2::animation_name(static_cast<std::uint16_t>(id)).starts_with("global"));
    }
}

TEST_CASE("m2 scene: a global sequence moves a camera") {
    for (const bool follows : {false, true}) { // whether the animation moves the target
        fixtures::m2::model described = looped(700, 1000);
        described.bones[0].translation = {};
        described.cameras = fixtures::m2::small(260).cameras;
        described.cameras.resize(1);
        fixtures::m2::camera& seen = described.cameras[0];
        seen.position = {fixtures::m2::linear,
                         0,
                         {},
                         {0, 700},
                         {0, 0, 0, 0, 0, 0, 0, 0, 0, //
                          4, 0, 0, 4, 0, 0, 4, 0, 0}};
        seen.target = fixtures::m2::constant({0, 0, 9, 0, 0, 9, 0, 0, 9});
        if (follows) {
            seen.target.interpolation = fixtures::m2::linear;
            seen.target.times = {0, 1000};
            seen.target.values = {0, 0, 9, 0, 0, 9, 0, 0, 9, 0, 5, 9, 0, 5, 9, 0, 5, 9};
        }
        const opened all{described};
        const scene made = scene_of(all);
        REQUIRE(made.clips.size() == 2);
        CHECK(length_of(made.clips[0]) == doctest::Approx(follows ? 1 : 0.7));
        for (const scene::clip& clip : made.clips) {
            const bool is_loop = &clip == &made.clips[1];
            CHECK(length_of(clip) == doctest::Approx(is_loop || !follows ? 0.7 : 1));
            for (int i = 0; i < 20; ++i) {
                const double seconds = i / 20.0 * length_of(clip);
                const auto now = m2::sample<double>(all.model.cameras()[0], {0, is_loop ? 0 : seconds, seconds});
                check_camera(made, clip, seconds, now);
            }
        }
    }
}

TEST_CASE("m2 scene: NaN values are skipped") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const opened all{
        moved_by({fixtures::m2::linear, -1, {}, {0, 400, 800}, {0, 0, 0, nan, 0, 0, 4, 0, 0}}, {{0, 0, 0, 800}})};
    const scene made = scene_of(all);
    CHECK(times_of(made.clips[0], 0) == numbers{0, static_cast<double>(0.8F)});
}

TEST_CASE("m2 scene: names of clips are unique, and aliases are further names of a clip") {
    const scene made = scene_of(moved_by({}, {{4, 0, 0, 10}, {4, 0, 20, 30}, {4, 2, 40, 50}, {9000, 0, 60, 70}}));
    CHECK(names_in(made.clips) == names{"Walk", "Walk (1)", "Walk_2", "animation_9000"});

    const scene later = scene_of(fixtures::m2::small(264));
    REQUIRE(later.clips.size() == 2);
    CHECK(later.clips[0].name == "Stand");
    CHECK(texts_in(later.clips[0].extras, "aliases") == names{std::string{m2::animation_name(6)}});
    CHECK(texts_in(later.clips[1].extras, "aliases") == names{std::string{m2::animation_name(5)}});
}

TEST_CASE("m2 scene: options choose animations by their ids, or none") {
    const opened all{fixtures::m2::small(264)};
    const std::uint16_t alias[] = {5};
    const scene made = scene_of(all, {.clip_ids = alias});
    REQUIRE(made.clips.size() == 1);
    CHECK(made.clips[0].name == "Walk_1");
    CHECK(scene_of(all, {.include_clips = false}).clips.empty());
}

TEST_CASE("m2 scene: invalid aliases are clips of their own") {
    fixtures::m2::model described = fixtures::m2::small(264);
    for (fixtures::m2::animation& each : described.animations) {
        each.flags = fixtures::m2::inside | fixtures::m2::is_alias;
    }
    described.animations[0].alias = 1;
    described.animations[1].alias = 0;
    described.animations[2].alias = 3;
    described.animations[3].alias = 2;
    CHECK(scene_of(described).clips.size() == 4);
}

// ---- companions ----------------------------------------------------------------------------------------------------

TEST_CASE("m2 scene: data of missing companions is left out and reported") {
    const fixtures::m2::written files = write_all(fixtures::m2::small(264));
    const scene alone = valid(m2::to_scene(m2::open(files.file.span()).value()));
    CHECK(alone.meshes.empty());
    CHECK(extra<bool>(alone.extras, "missingSkinProfile"));
    CHECK(alone.clips.size() == 1);
    CHECK(texts_in(alone.extras, "missingAnimations") == names{"Walk_1"});
    fixtures::m2::model outside = fixtures::m2::small(264);
    outside.animations[0].flags = 0; // also in an .anim
    const fixtures::m2::written both = write_all(outside);
    const scene still = valid(m2::to_scene(m2::open(both.file.span()).value()));
    CHECK(still.clips.empty());
    CHECK(texts_in(still.extras, "missingAnimations") == names{"Stand", "Walk_1"});

    const fixtures::m2::written split = write_all(fixtures::m2::small_with_skeleton());
    std::vector<m2::companion> table = fixtures::m2::table_of(split.companions);
    std::erase_if(table, [](const m2::companion& one) { return one.kind == m2::companion_kind::skeleton_file; });
    const auto boneless = m2::open(split.file.span(), table).value();
    const scene made = valid(m2::to_scene(boneless));
    CHECK(extra<bool>(made.extras, "missingSkeleton"));
    CHECK(made.meshes.size() == 1);
    CHECK(made.skins.empty());
    CHECK(made.clips.empty());
}

TEST_CASE("m2 scene: options choose the skin profile") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles.push_back(described.skin_profiles[0]);
    described.skin_profiles[1].triangles = {0, 2, 1};
    const opened all{described};
    CHECK(scene_of(all).meshes[0].indices[1] == 0);
    const scene second = scene_of(all, {.skin_profile = 1});
    CHECK(second.meshes[0].indices[1] == 1);
    CHECK(extra<double>(second.extras, "skinProfile") == 1);
    CHECK(extra<double>(scene_of(all, {.skin_profile = 7}).extras, "skinProfile") == 0);
}

TEST_CASE("m2 scene: an error of verify() is returned") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.vertices[0].bones = {9, 0, 0, 0};
    const opened all{described};
    CHECK(m2::to_scene(all.model).error().code == errc::out_of_bounds);
}

// ---- memory --------------------------------------------------------------------------------------------------------

namespace {

std::size_t bytes_of(const fixtures::m2::written& files) {
    std::size_t out = files.file.size();
    for (const fixtures::m2::companion_file& each : files.companions) {
        out += each.file.size();
    }
    return out;
}

} // namespace

TEST_CASE("m2 scene: memory is proportional to the files") {
    std::vector<fixtures::m2::model> all = fixtures::m2::every_small();
    all.push_back(fixtures::m2::figure::model(260));
    for (const fixtures::m2::model& described : all) {
        const opened whole{described};
        support::counting_memory memory;
        CHECK(m2::to_scene(whole.model, {}, &memory));
        CHECK(memory.most() <= support::most_for_scene(bytes_of(whole.files)));
        CHECK(memory.taken() == 0);
    }
}

namespace {

// `count` animations that all use the `keys` keys of a track without ranges.
fixtures::m2::model shared_keys(std::uint32_t count, std::uint32_t keys) {
    fixtures::m2::model out = moved_by({fixtures::m2::linear}, {});
    for (std::uint32_t i = 0; i < count; ++i) {
        out.animations.push_back({4, 0, 0, keys});
    }
    for (std::uint32_t i = 0; i < keys; ++i) {
        out.bones[0].translation.times.push_back(i);
        out.bones[0].translation.values.insert(out.bones[0].translation.values.end(),
                                               {static_cast<float>(i % 7), 0, 0});
    }
    return out;
}

} // namespace

TEST_CASE("m2 scene: repetition of shared keys is limited") {
    {
        const opened all{shared_keys(2000, 2000)};
        support::counting_memory memory;
        CHECK(m2::to_scene(all.model, {}, &memory).error().code == errc::budget);
        CHECK(memory.most() <= support::most_for_scene(bytes_of(all.files)));
    }
    CHECK(scene_of(shared_keys(2, 100)).clips.size() == 2);
}

TEST_CASE("m2 scene: global sequences never exceed the limit of memory") {
    // Each bone has loops of its own, all of which use the same few keys; the clips do not fit.
    fixtures::m2::model described = fixtures::m2::small(260);
    described.bones.clear();
    for (std::uint32_t i = 0; i < 1500; ++i) {
        fixtures::m2::bone& joint = described.bones.emplace_back(fixtures::m2::bone{-1, {1, 2, 3}});
        for (track* each : {&joint.translation, &joint.scale}) {
            *each = {fixtures::m2::linear,
                     static_cast<std::int16_t>(described.global_sequences.size()),
                     {},
                     {0, 1},
                     {1, 1, 1, 2, 2, 2}};
            described.global_sequences.push_back(2 + i % 50);
        }
    }
    for (fixtures::m2::vertex& each : described.vertices) {
        each.bones = {};
    }
    described.animations.resize(1);
    described.animations[0].end = described.animations[0].start + 4'000'000;
    const opened all{described};
    support::counting_memory memory;
    const auto made = m2::to_scene(all.model, {}, &memory);
    REQUIRE(made);
    CHECK_FALSE(verify(*made));
    CHECK(leaves_out(made->extras) == (sizeof(void*) == 8)); // with 32 bits a scene is smaller, and they fit
    CHECK(memory.most() <= support::most_for_scene(bytes_of(all.files)));
}

TEST_CASE("m2 scene: memory for hostile files is proportional to their size") {
    namespace hostile = fixtures::m2::hostile;
    const auto measured = [](const support::byte_builder& file) {
        const auto model = m2::open(file.span());
        if (!model) {
            return;
        }
        support::counting_memory memory;
        static_cast<void>(m2::to_scene(*model, {.include_layers = true}, &memory));
        CHECK(memory.most() <= support::most_for_scene(file.size()));
    };
    measured(hostile::batches_of_one_mesh(2000, 3000));
    measured(hostile::bones_of(std::vector<std::int16_t>(5000, -1)));
    measured(hostile::backwards(4000, -1));
    measured(hostile::chain(4000));
    measured(hostile::name_for_all(100, 5000));
    measured(hostile::cycle_of_aliases(1000));
    measured(hostile::empty_pairs_for_all(500, 500));
    measured(hostile::mesh_for_all(1000, 3));
}

// ---- torture -------------------------------------------------------------------------------------------------------

namespace {

// Changes each byte of one file. `number` 0 is the model, and `number` i is companion i - 1.
void survives(const fixtures::m2::model& described, std::size_t number) {
    fixtures::m2::written files = write_all(described);
    const auto& changed = number == 0 ? files.file : files.companions[number - 1].file;
    support::guarded_memory memory{changed.size()};
    const std::span<std::byte> place = memory.place(changed.span(), support::edge::back);
    std::vector<m2::companion> table = fixtures::m2::table_of(files.companions);
    if (number != 0) {
        table[number - 1].bytes = std::span<const std::byte>{place};
    }
    const std::span<const std::byte> file = number == 0 ? place : files.file.span();
    const m2::scene_options options{.include_layers = true, .include_collision = true};
    std::size_t broken = 0U;
    const auto touch = [&] {
        if (const auto model = m2::open(file, table)) {
            const auto made = m2::to_scene(*model, options);
            broken += made && verify(*made) ? 1U : 0U;
        }
    };
    for (std::size_t i = 0; i < place.size(); i += support::torture_step) {
        const std::byte original = place[i];
        for (const std::byte other : {std::byte{0}, std::byte{0x7F}, std::byte{0xFF}, ~original}) {
            place[i] = other;
            touch();
        }
        place[i] = original;
    }
    CHECK(broken == 0);
}

} // namespace

TEST_CASE("m2 scene: every change of a file results in a scene or an error") {
    survives(fixtures::m2::small(256), 0);
    survives(fixtures::m2::small(260), 0);
}

TEST_CASE("m2 scene: every change of a file and its companions results in a scene or an error") {
    const fixtures::m2::model described = fixtures::m2::small_with_parent();
    const std::size_t companions = write_all(described).companions.size();
    for (std::size_t i = 0; i <= companions; ++i) {
        survives(described, i);
    }
}

TEST_CASE("m2 scene: a model whose bytes change after open()") {
    const fixtures::m2::written files = write_all(fixtures::m2::small(260));
    support::torture_after_opening(
        "a model", [&] { return files.file; }, [](std::span<const std::byte> file) { return m2::open(file); },
        [](const m2::model& model) -> std::uint64_t {
            const auto made = m2::to_scene(model);
            return made ? count(*made).keys + 1 : 0;
        });
}

TEST_CASE("m2 scene: the model faces +z and is in metres, without a scale on any node") {
    for (const std::uint32_t version : {256U, 264U}) {
        const opened all{fixtures::m2::figure::model(version)};
        const scene plain = scene_of(all);
        const scene turned = valid(m2::to_scene(all.model));
        CHECK(turned.nodes.size() == plain.nodes.size());
        CHECK(turned.nodes[0].local.scale == vector3<float>{1, 1, 1});
        CHECK(support::worst_of(turned, plain, [](const vector3<double>& v) {
                  return vector3<double>{-v.z, v.y, v.x} * 0.9144;
              }) < 1e-5);
        REQUIRE(!turned.cameras.empty());
        CHECK(turned.cameras[0].far_plane == doctest::Approx(0.9144F * plain.cameras[0].far_plane));
        m2::scene_options yards;
        yards.metres = false;
        CHECK(support::worst_of(valid(m2::to_scene(all.model, yards)), plain,
                                [](const vector3<double>& v) { return vector3<double>{-v.z, v.y, v.x}; }) < 1e-5);
    }
}
