// Meshes and materials of scenes.
#include "m2/scene.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/scene/color.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace m2_scenes;

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

bool moves_material(const scene::channel& each) { return each.material != effigy::npos; }
const scene::channel& channel_of(const scene::clip& clip, scene::path path) {
    const auto found = std::ranges::find(clip.channels, path, &scene::channel::path);
    REQUIRE(found != clip.channels.end());
    return *found;
}

} // namespace

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
