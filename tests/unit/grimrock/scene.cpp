#include "grimrock/scene.hpp"
#include "grimrock/figure.hpp"
#include "grimrock/hostile.hpp"
#include "grimrock/scene_torture.hpp"
#include "support/counting_memory.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

namespace {

using namespace effigy;
using support::end_of;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// A model and its clips as opened files, and their scene.
struct converted {
    explicit converted(const fixtures::model& nodes, const std::vector<fixtures::clip>& described = {},
                       playback mode = playback::once)
        : file(fixtures::write(nodes, 2)) {
        for (const fixtures::clip& each : described) {
            clip_files.push_back(fixtures::write(each, 2));
        }
        for (const auto& each : clip_files) {
            clips.push_back({"", *grimrock::open_animation(each.span())});
        }
        const auto result = to_scene(model, {.clips = clips, .mode = mode});
        REQUIRE(result);
        made = *result;
        CHECK(to_string(verify(made)) == "no error");
    }

    support::byte_builder file;
    std::vector<support::byte_builder> clip_files;
    grimrock::model model = *grimrock::open(file.span());
    std::vector<grimrock::named_clip> clips;
    scene made;
};

fixtures::model one_mesh(const fixtures::mesh& shape) { return {{"only", -1, {}, shape}}; }
fixtures::clip turning(const std::vector<fixtures::quat>& keys, std::int32_t frames) {
    return {10, frames, {{"only", {{}}, keys, {{1, 1, 1}}}}, "turn"};
}
const scene::channel& rotation_of(const scene::clip& clip) {
    for (const scene::channel& each : clip.channels) {
        if (each.path == scene::path::rotation) {
            return each;
        }
    }
    FAIL("no rotation");
    return clip.channels.front();
}

} // namespace

TEST_CASE("grimrock scene: mirroring does not turn a model inside out") {
    converted figure{fixtures::figure::model()};
    CHECK(scenes::volume_of(figure.made) > 0.1);
    CHECK(scenes::farthest(scenes::positions_of(figure.made), scenes::expected_positions(figure.model)) < 1e-6);
    for (const scene::mesh& shape : figure.made.meshes) {
        for (std::size_t i = 0; i + 2 < shape.indices.size(); i += 3) {
            const auto corner = [&](std::size_t k) { return shape.positions[shape.indices[i + k]]; };
            const auto facing = cross(corner(1) - corner(0), corner(2) - corner(0));
            CHECK(dot(facing, shape.normals[shape.indices[i]]) > 0);
        }
    }
}

TEST_CASE("grimrock scene: a mirrored node stays mirrored") {
    fixtures::model nodes = one_mesh(fixtures::triangle());
    nodes[0].local.scale = {1, -2, 1};
    converted all{nodes};
    CHECK(all.made.nodes[0].local.scale.x * all.made.nodes[0].local.scale.y * all.made.nodes[0].local.scale.z == -2);
    CHECK(scenes::farthest(scenes::positions_of(all.made), scenes::expected_positions(all.model)) < 1e-6);
}

TEST_CASE("grimrock scene: triangles below a mirrored node show the same side as in the game") {
    fixtures::mesh quads = fixtures::triangle();
    quads.indices = {0, 1, 2, 0};
    quads.segments = {{"quads", 0, 1, 3}};
    fixtures::mesh plain = fixtures::triangle();
    plain.segments.clear();
    fixtures::mesh unread = fixtures::skinned_triangle(0, 0); // its skin is left out
    unread.arrays[fixtures::bone_index].type = fixtures::int16_type;
    unread.arrays[fixtures::bone_index].stride = 8;
    fixtures::model nodes{{"root", -1, {.scale = {1, -2, 1}}, fixtures::triangle()},
                          {"child", 0, {.position = {1, 2, 3}}, plain},
                          {"twice", 0, {.scale = {-1, 1, 1}}, fixtures::triangle()},
                          {"all axes", 2, {.scale = {-1, -2, -3}}, fixtures::triangle()},
                          {"two axes", 0, {.scale = {-1, -2, 3}}, fixtures::triangle()},
                          {"sheared", 0, {.x = {1, 0.5F, 0}}, fixtures::triangle()},
                          {"below", 5, {}, fixtures::triangle()},
                          {"sheared twice", 0, {.x = {-1, 0.5F, 0}}, fixtures::triangle()},
                          {"body", 0, {}, fixtures::skinned_triangle(2, 1)},
                          {"body of mirrored bones", 2, {}, fixtures::skinned_triangle(0, 1)},
                          {"unread", 0, {}, unread}};
    converted all{nodes};
    REQUIRE(all.made.meshes.size() == nodes.size());
    CHECK(scenes::farthest(scenes::positions_of(all.made), scenes::expected_positions(all.model)) < 1e-5);
    CHECK(scenes::farthest(scenes::fronts_of(all.made), scenes::expected_fronts(all.model)) < 1e-5);
    CHECK(all.made.meshes[0].indices == scene::list<std::uint32_t>{0, 1, 2});
    CHECK(all.made.meshes[2].indices == scene::list<std::uint32_t>{0, 2, 1});
    CHECK(all.made.meshes[8].indices == scene::list<std::uint32_t>{0, 2, 1});
    CHECK(support::find_extra(all.made.meshes[10].extras, "skinLeftOut") != nullptr);

    nodes[0].mesh = quads;
    converted cut{nodes};
    CHECK(cut.made.meshes[0].indices == scene::list<std::uint32_t>{0, 1, 2, 0, 2, 0});
}

TEST_CASE("grimrock scene: a flattened node turns nothing, whatever mirrors above it") {
    converted all{{{"root", -1, {.scale = {-1, 1, 1}}}, {"flat", 0, {.scale = {1, 0, 1}}, fixtures::triangle()}}};
    CHECK(all.made.meshes[0].indices == scene::list<std::uint32_t>{0, 2, 1});
}

TEST_CASE("grimrock scene: without parents, the new root does not mirror") {
    converted all{{{"child", 1, {}, fixtures::triangle()},
                   {"one", -1, {.scale = {1, 1, -1}}, fixtures::triangle()},
                   {"two", -1, {}, fixtures::triangle()}}};
    CHECK(scenes::farthest(scenes::fronts_of(all.made), scenes::expected_fronts(all.model)) < 1e-6);
    CHECK(all.made.meshes[0].indices == scene::list<std::uint32_t>{0, 1, 2});
    CHECK(all.made.meshes[2].indices == scene::list<std::uint32_t>{0, 2, 1});
}

TEST_CASE("grimrock scene: normals and tangents below a mirrored node") {
    fixtures::mesh shape = fixtures::triangle();
    shape.indices = {0, 2, 1}; // the mirror turns the corners, so the game shows the side of the normals
    fixtures::model nodes = one_mesh(shape);
    nodes[0].local.scale = {-1, 1, 1};
    converted whole{nodes};
    shape.arrays[fixtures::normal].numbers = {0, 0, 1, 0, 0, no_number, 0, 0, 0};
    nodes[0].mesh = shape;
    converted repaired{nodes};
    for (const converted* all : {&whole, &repaired}) {
        const auto& normals = all->made.meshes[0].normals;
        CHECK(normals == scene::list<vector3<float>>{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
        CHECK(scenes::fronts_of(all->made)[0] == support::scene_point{0, 0, 1});
        CHECK(all->made.meshes[0].tangents[0] == vector4<float>{1, 0, 0, 1}); // in the space of the mesh
    }
    CHECK(support::extra<double>(repaired.made.meshes[0].extras, "repairedNormals") == 2);
}

TEST_CASE("grimrock scene: the stored pose decides the corners, not that of a clip") {
    fixtures::model nodes = one_mesh(fixtures::triangle());
    nodes[0].local.scale = {-1, 1, 1};
    converted all{nodes, {turning({{}}, 2)}}; // its scale is 1
    REQUIRE(all.made.clips.size() == 1);
    CHECK(all.made.meshes[0].indices == scene::list<std::uint32_t>{0, 1, 2});
    fixtures::clip mirroring = turning({{}}, 2);
    mirroring.items[0].scales = {{1, 1, -1}};
    converted plain{one_mesh(fixtures::triangle()), {mirroring}};
    CHECK(plain.made.meshes[0].indices == scene::list<std::uint32_t>{0, 2, 1});
}

TEST_CASE("grimrock scene: nodes come after their parents, and roots are children of node 0") {
    fixtures::model described = fixtures::everything(2);
    described[5].mesh->segments.clear(); // they have no triangles
    converted all{described};
    REQUIRE(all.made.nodes.size() == 9); // seven, the root of the skinned mesh, and the node that turns the light
    const auto find = [&](std::string_view name) {
        std::uint32_t i = 0;
        while (i < all.made.nodes.size() && all.made.nodes[i].name != name) {
            ++i;
        }
        return i;
    };
    CHECK(all.made.nodes[0].name == "root");
    CHECK(all.made.nodes[find("hand")].parent == find("arm"));
    CHECK(all.made.nodes[find("node")].parent == 0);
    CHECK(all.made.nodes[0].local.position == vector3<float>{-1, 2, 3});
    CHECK(scenes::farthest(scenes::positions_of(all.made), scenes::expected_positions(all.model)) < 1e-5);
}

TEST_CASE("grimrock scene: if node 0 has a parent, a new node is the parent of all roots") {
    converted all{{{"child", 1}, {"one", -1}, {"two", -1}}};
    REQUIRE(all.made.nodes.size() == 4);
    CHECK(all.made.nodes[0].name == "model");
    for (std::size_t i = 1; i < 4; ++i) {
        CHECK(all.made.nodes[i].parent == (all.made.nodes[i].name == "child" ? 1U : 0U));
    }
}

TEST_CASE("grimrock scene: attributes, materials and extras of a mesh") {
    converted all{one_mesh(fixtures::triangle())};
    REQUIRE(all.made.meshes.size() == 1);
    const scene::mesh& shape = all.made.meshes[0];
    CHECK(shape.name == "only");
    CHECK(shape.positions == scene::list<vector3<float>>{{0, 0, 0}, {-1, 0, 0}, {0, 1, 0}});
    CHECK(shape.indices == scene::list<std::uint32_t>{0, 2, 1});
    CHECK(shape.normals[0] == vector3<float>{0, 0, 1});
    CHECK(shape.tangents[0] == vector4<float>{1, 0, 0, 1}); // cross(normal, tangent) is the bitangent
    REQUIRE(shape.texcoords.size() == 1);
    CHECK(shape.texcoords[0][2] == vector2<float>{1, 0});
    CHECK(shape.colors.empty());
    CHECK(support::find_extra(shape.extras, "hasColors") != nullptr);
    CHECK(*support::find_extra(shape.extras, "castShadow") == scene::extra_value{true});
    CHECK(*support::find_extra(shape.extras, "emissive") == scene::extra_value{scene::list<double>{0.25, 0.5, 0.75}});
    REQUIRE(shape.primitives == scene::list<scene::primitive>{{0, 3, 0}});
    CHECK(all.made.materials[0].name == "stone");
    CHECK(*support::find_extra(all.made.extras, "version") == scene::extra_value{2.0});

    const auto colored = to_scene(all.model, {.include_colors = true});
    CHECK(colored->meshes[0].colors[2] == rgba8{0, 0, 255, 128});
}

TEST_CASE("grimrock scene: a bitangent in the opposite direction") {
    fixtures::mesh shape = fixtures::triangle();
    shape.arrays[fixtures::bitangent] =
        fixtures::packed(fixtures::float32_type, 3, {0, -1, 0, 0, 1, 0, 0, no_number, 0});
    converted all{one_mesh(shape)};
    CHECK(all.made.meshes[0].tangents[0].w == -1);
    CHECK(all.made.meshes[0].tangents[1].w == 1);
    CHECK(all.made.meshes[0].tangents[2].w == 1);
}

TEST_CASE("grimrock scene: attributes that are not finite") {
    fixtures::mesh shape = fixtures::triangle();
    shape.arrays[fixtures::position].numbers[8] = no_number;
    shape.arrays[fixtures::normal].numbers = {no_number, 0, 0, 0, 0, 0, 0, 0, 4};
    shape.arrays[fixtures::tangent].numbers[3] = no_number;
    shape.arrays[fixtures::texcoord0].numbers[0] = no_number;
    converted all{one_mesh(shape)};
    const scene::mesh& made = all.made.meshes[0];
    CHECK(made.positions[2] == vector3<float>{});
    CHECK(made.normals[2] == vector3<float>{0, 0, 1});
    CHECK(support::extra<double>(made.extras, "repairedPositions") == 1);
    CHECK(support::extra<double>(made.extras, "repairedNormals") == 2);
    CHECK(support::extra<double>(made.extras, "repairedTangents") == 1);
    CHECK(support::extra<double>(made.extras, "repairedTexcoords") == 1);
}

TEST_CASE("grimrock scene: a set of texture coordinates is kept even if the earlier sets are missing") {
    fixtures::mesh shape = fixtures::triangle();
    shape.arrays[fixtures::texcoord1 + 2] = shape.arrays[fixtures::texcoord0];
    shape.arrays[fixtures::texcoord0] = {};
    converted all{one_mesh(shape)};
    CHECK(all.made.meshes[0].texcoords.size() == 1);
    CHECK(*support::find_extra(all.made.meshes[0].extras, "texcoordSlots") ==
          scene::extra_value{scene::list<double>{3}});
}

TEST_CASE("grimrock scene: bone indices that look like texture coordinates are none") {
    fixtures::mesh shape = fixtures::triangle();
    shape.arrays[fixtures::bone_index] = shape.arrays[fixtures::texcoord0];
    const converted all{fixtures::model{{"only", -1, {}, shape}}};
    CHECK(all.made.meshes[0].texcoords.size() == 1);
}

TEST_CASE("grimrock scene: one primitive per segment, one material per name") {
    fixtures::mesh shape = fixtures::triangle();
    shape.indices = {0, 1, 2, 1, 2, 0, 2, 1, 0, 0, 1, 1};
    shape.segments = {{"a", 0, 2}, {"b", 3, 1}, {"a", 6, 1}}; // the exporter's error
    converted all{one_mesh(shape)};
    const scene::mesh& made = all.made.meshes[0];
    CHECK(made.primitives == scene::list<scene::primitive>{{0, 6, 0}, {6, 3, 1}, {9, 3, 0}});
    CHECK(made.indices == scene::list<std::uint32_t>{0, 2, 1, 1, 0, 2, 2, 0, 1, 0, 1, 1});
    CHECK(all.made.materials.size() == 2);
    CHECK(support::find_extra(made.extras, "segmentsRepaired") != nullptr);
}

TEST_CASE("grimrock scene: segments of quads become triangles, segments of lines are left out") {
    fixtures::mesh shape = fixtures::triangle();
    shape.vertex_count = 4;
    for (auto& each : shape.arrays) {
        each.numbers.insert(each.numbers.end(), each.numbers.begin(),
                            each.numbers.begin() + each.dimension); // a fourth vertex
    }
    shape.indices = {0, 1, 2, 3, 0, 1};
    shape.segments = {{"points", 0, 2, 0}, {"lines", 0, 2, 1},  {"quads", 0, 7, 3},
                      {"none", 0, 0},      {"triangles", 3, 1}, {"beyond", 60, 1}};
    converted all{one_mesh(shape)};
    const scene::mesh& made = all.made.meshes[0];
    CHECK(made.primitives == scene::list<scene::primitive>{{0, 6, 0}, {6, 3, 1}});
    CHECK(made.indices == scene::list<std::uint32_t>{0, 2, 1, 0, 3, 2, 3, 1, 0});
    CHECK(support::extra<double>(made.extras, "segmentsOfNoTriangles") == 2);
}

TEST_CASE("grimrock scene: indices without a segment have no material") {
    fixtures::mesh shape = fixtures::triangle();
    shape.segments.clear();
    converted all{one_mesh(shape)};
    CHECK(all.made.meshes[0].primitives == scene::list<scene::primitive>{{0, 3, npos}});
    shape.indices.clear();
    converted none{one_mesh(shape)};
    CHECK(none.made.meshes.empty());
    CHECK(support::find_extra(none.made.nodes[0].extras, "meshWithoutTriangles") != nullptr);
}

TEST_CASE("grimrock scene: a skinned mesh has the same positions as in the game") {
    for (const playback mode : {playback::once, playback::loop}) {
        converted all{fixtures::figure::model(), {fixtures::figure::idle()}, mode};
        REQUIRE(all.made.skins.size() == 1);
        REQUIRE(all.made.clips.size() == 1);
        const auto& clip = all.clips[0].keys;
        CHECK(end_of(all.made.clips[0]) == doctest::Approx(clip.duration()));
        for (const double part : {0.0, 0.13, 0.5, 0.77, 0.99}) {
            const double seconds = part * clip.duration();
            CHECK(scenes::farthest(scenes::positions_of(all.made, &all.made.clips[0], seconds),
                                   scenes::expected_positions(all.model, &clip, seconds, mode)) < 1e-5);
        }
    }
}

TEST_CASE("grimrock scene: vertices without weights follow their mesh's node, and no node occurs twice in a skin") {
    fixtures::mesh shape = fixtures::skinned_triangle(0, 0);
    shape.arrays[fixtures::bone_weight].numbers = {1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0};
    fixtures::model nodes = one_mesh(shape);
    nodes[0].local.position = {0, 0, 5};
    converted all{nodes};
    REQUIRE(all.made.skins[0].joints.size() == 3);
    CHECK(all.made.skins[0].joints[0] == 0);
    CHECK(all.made.nodes[all.made.skins[0].joints[1]].parent == 0);
    CHECK(all.made.nodes[all.made.skins[0].joints[2]].parent == 0);
    CHECK(all.made.skins[0].inverse_binds[2] == matrix4x3<float>{});
    CHECK(support::extra<double>(all.made.meshes[0].extras, "verticesWithoutWeights") == 1);
    const auto points = scenes::positions_of(all.made);
    CHECK(points[1] == support::scene_point{-1, 0, 5});
    CHECK(points[2] == support::scene_point{0, -1, 5}); // the second bone moves down by 2; weights add up to 1
}

TEST_CASE("grimrock scene: a mesh whose skin the game does not read has no skin") {
    fixtures::mesh shape = fixtures::foreign_triangle(0, 0);
    shape.segments.clear();
    converted all{one_mesh(shape)};
    CHECK(all.made.skins.empty());
    CHECK(all.made.nodes[0].mesh == 0);
    CHECK(all.made.meshes[0].joints.empty());
    CHECK(support::find_extra(all.made.meshes[0].extras, "skinLeftOut") != nullptr);
}

TEST_CASE("grimrock scene: keys are added between distant rotations until slerp is close to nlerp") {
    const fixtures::quat turned{0.98480775F, 0, 0, 0.17364818F}; // 160 degrees
    converted all{one_mesh(fixtures::triangle()), {turning({{}, turned}, 2)}};
    const scene::channel& rotation = rotation_of(all.made.clips[0]);
    CHECK(all.made.clips[0].times[rotation.times].size() > 4);
    for (int i = 0; i <= 100; ++i) {
        const double seconds = i * 0.001;
        CHECK(scenes::farthest(scenes::positions_of(all.made, &all.made.clips[0], seconds),
                               scenes::expected_positions(all.model, &all.clips[0].keys, seconds)) < 4.1e-5);
    }
}

TEST_CASE("grimrock scene: the end of a clip, once and in a loop") {
    const fixtures::quat quarter{0, 0.70710678F, 0, 0.70710678F}, eighth{0, 0.38268343F, 0, 0.92387953F};
    for (const auto& keys : {std::vector<fixtures::quat>{{}, eighth, quarter}, {{}, quarter}, {quarter}}) {
        for (const playback mode : {playback::once, playback::loop}) {
            converted all{one_mesh(fixtures::triangle()), {turning(keys, 4)}, mode};
            REQUIRE(all.made.clips.size() == 1);
            CHECK(end_of(all.made.clips[0]) == 0.4F);
            for (const double seconds : {0.0, 0.05, 0.1, 0.15, 0.25, 0.3, 0.35, 0.39}) {
                CHECK(scenes::farthest(scenes::positions_of(all.made, &all.made.clips[0], seconds),
                                       scenes::expected_positions(all.model, &all.clips[0].keys, seconds, mode)) <
                      5e-5);
            }
        }
    }
}

TEST_CASE("grimrock scene: a loop ends with its first position, after the last one was held") {
    fixtures::clip clip = turning({{}}, 4);
    clip.items[0].positions = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    const converted all{one_mesh(fixtures::triangle()), {clip}, playback::loop};
    const scene::clip& made = all.made.clips[0];
    CHECK(made.channels[0].values == scene::list<float>{-1, 2, 3, -4, 5, 6, -7, 8, 9, -7, 8, 9, -1, 2, 3});
    CHECK(made.times[made.channels[0].times] == scene::list<float>{0, 0.1F, 0.2F, 0.3F, 0.4F});
}

TEST_CASE("grimrock scene: a node mirrors along any axis") {
    for (const fixtures::vec3& scale : {fixtures::vec3{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}}) {
        fixtures::model nodes = one_mesh(fixtures::triangle());
        nodes[0].local.scale = scale;
        const converted all{nodes};
        CHECK(scenes::farthest(scenes::fronts_of(all.made), scenes::expected_fronts(all.model)) < 1e-6);
    }
}

TEST_CASE("grimrock scene: items without keys or nodes, and two items for one node") {
    fixtures::clip clip = turning({{}}, 3);
    clip.items[0].positions = {{1, 0, 0}, {static_cast<float>(no_number), 0, 0}, {3, 0, 0}};
    clip.items.push_back({"only", {{7, 0, 0}, {8, 0, 0}, {9, 0, 0}}, {}, {}}); // the later item is used
    clip.items.push_back({"nobody", {{}}, {{}}, {{}}});
    fixtures::clip holes = clip;
    holes.items.erase(holes.items.begin() + 1);
    fixtures::clip none = clip;
    none.items.erase(none.items.begin(), none.items.begin() + 2);
    fixtures::clip still = clip;
    still.frame_count = 0;
    converted all{one_mesh(fixtures::triangle()), {clip, none, holes, still}};
    REQUIRE(all.made.clips.size() == 2);
    REQUIRE(all.made.clips[0].channels.size() == 3); // channels without keys are the identity
    CHECK(all.made.clips[0].channels[0].values == scene::list<float>{-7, 0, 0, -8, 0, 0, -9, 0, 0});
    const scene::list<float>& sizes = all.made.clips[0].channels[2].values;
    CHECK(std::all_of(sizes.begin(), sizes.end(), [](float v) { return v == 1; }));
    CHECK(end_of(all.made.clips[0]) == 0.3F); // the smallest channel, one of those that are the identity, lasts longer
    CHECK(support::extra<double>(all.made.clips[0].extras, "itemsWithoutNode") == 1);
    CHECK(all.made.clips[1].channels[0].values == scene::list<float>{-1, 0, 0, -3, 0, 0});
    CHECK(std::get<scene::list<scene::text>>(*support::find_extra(all.made.extras, "clipsWithoutEffect")).size() == 2);
}

TEST_CASE("grimrock scene: clips have the names that the caller chooses") {
    converted all{fixtures::everything(2), {fixtures::moves()}};
    CHECK(all.made.clips[0].name == "moves");
    all.clips[0].name = "walk";
    const auto renamed = to_scene(all.model, {.clips = all.clips});
    CHECK(renamed->clips[0].name == "walk");
}

TEST_CASE("grimrock scene: a clip whose rate is not a positive number has only its first frame") {
    for (const float rate : {0.0F, -30.0F, static_cast<float>(no_number), std::numeric_limits<float>::infinity()}) {
        fixtures::clip clip = fixtures::moves();
        clip.frames_per_second = rate;
        for (const playback mode : {playback::once, playback::loop}) {
            converted all{fixtures::everything(2), {clip}, mode};
            REQUIRE(all.made.clips.size() == 1);
            CHECK(end_of(all.made.clips[0]) == 0);
        }
    }
}

TEST_CASE("grimrock scene: a sheared node that is animated") {
    fixtures::model nodes = one_mesh(fixtures::triangle());
    nodes[0].local.x = {1, 0.5F, 0};
    converted all{nodes, {turning({{}, {0, 0.6F, 0, 0.8F}}, 2)}};
    REQUIRE(all.made.nodes.size() == 2);
    CHECK(all.made.nodes[1].mesh == 0);
    CHECK(scenes::farthest(scenes::positions_of(all.made), scenes::expected_positions(all.model)) < 1e-6);
    for (const double seconds : {0.0, 0.05, 0.1}) {
        CHECK(scenes::farthest(scenes::positions_of(all.made, &all.made.clips[0], seconds),
                               scenes::expected_positions(all.model, &all.clips[0].keys, seconds)) < 5e-5);
    }
}

TEST_CASE("grimrock scene: lights") {
    fixtures::model nodes{{"ambient", -1, {}, {}, fixtures::light{0, {2, 1, 0}}},
                          {"sun", 0, {}, {}, fixtures::light{1, {0.5F, 1, 0}}},
                          {"bulb", 0, {}, {}, fixtures::light{2, {4, 1, 0}, 7}},
                          {"spot", 0, {}, {}, fixtures::light{3, {1, 1, 1}, 9, 90, 0.5F, 1}},
                          {"odd", 0, {}, {}, fixtures::light{3, {static_cast<float>(no_number), -1, 1}, -1, 400, 7}}};
    converted all{nodes};
    REQUIRE(all.made.lights.size() == 4);
    CHECK(*support::find_extra(all.made.nodes[0].extras, "ambientLight") ==
          scene::extra_value{scene::list<double>{2, 1, 0}});
    CHECK(all.made.lights[0].type == scene::light_type::directional);
    CHECK(all.made.lights[1].intensity == 4);
    CHECK(all.made.lights[1].color == vector3<float>{1, 0.25F, 0});
    CHECK(all.made.lights[1].range == 7);
    CHECK(all.made.lights[2].outer_cone_angle == doctest::Approx(0.78539816));
    CHECK(all.made.lights[2].inner_cone_angle == doctest::Approx(0.39269908));
    CHECK(all.made.lights[3].range == 0);
    for (const scene::node& each : all.made.nodes) {
        if (each.light != npos && all.made.lights[each.light].type == scene::light_type::spot) {
            CHECK(transform_vector(each.local.matrix(), vector3<float>{0, 0, -1}) == vector3<float>{0, 0, 1});
        }
    }
}

TEST_CASE("grimrock scene: a tangent without a bitangent has a w of 1") {
    fixtures::mesh shape = fixtures::triangle();
    shape.arrays[fixtures::bitangent] = {};
    const converted all{one_mesh(shape)};
    REQUIRE(all.made.meshes[0].tangents.size() == 3);
    for (const vector4<float>& each : all.made.meshes[0].tangents) {
        CHECK(each.w == 1);
    }
    shape.arrays[fixtures::tangent] = {};
    CHECK(converted{one_mesh(shape)}.made.meshes[0].tangents.empty());
}

TEST_CASE("grimrock scene: a mesh without oddities has no extras about them") {
    const converted all{one_mesh(fixtures::triangle())};
    for (const char* const key : {"segmentsOfNoTriangles", "segmentsRepaired", "skinLeftOut", "verticesWithoutWeights",
                                  "texcoordSlots", "repairedNormals", "repairedTangents", "repairedPositions"}) {
        CHECK_MESSAGE(support::find_extra(all.made.meshes[0].extras, key) == nullptr, key);
    }
}

TEST_CASE("grimrock scene: rotations that are not finite are left out, also the first") {
    const auto broken = std::numeric_limits<float>::quiet_NaN();
    const fixtures::quat none{broken, 0, 0, 1}, left{0, 0, 0.0871557F, 0.9961947F},
        distant{0, 0, 0.9659258F, 0.258819F};
    const converted all{one_mesh(fixtures::triangle()), {turning({none, left, none, distant}, 4), turning({none}, 1)}};
    const converted plain{one_mesh(fixtures::triangle()), {turning({left, left, left, distant}, 4)}};
    const scene::clip& clip = all.made.clips[0];
    const scene::channel& rotation = rotation_of(clip);
    const scene::list<float>& times = clip.times[rotation.times];
    CHECK(times[0] == 0); // of the first rotation that is finite
    CHECK(rotation.values[2] == rotation_of(plain.made.clips[0]).values[2]);
    CHECK(times.size() > 6); // from the second to the last in many parts
    CHECK(times[1] > 0.1F);
    CHECK(times.back() == 0.3F);
    CHECK(rotation_of(all.made.clips[1]).values == scene::list<float>{0, 0, 0, 1}); // none is left
}

TEST_CASE("grimrock scene: an error of verify() is returned") {
    support::byte_builder file = fixtures::write(one_mesh(fixtures::triangle()), 2);
    file.poke(file.at("mdl1.nodes[0].mesh.indices[1]"), 3);
    const auto made = to_scene(*grimrock::open(file.span()));
    REQUIRE_FALSE(made);
    CHECK(made.error().code == errc::out_of_bounds);
}

TEST_CASE("grimrock scene: takes memory only from the given resource, at most 32 times the file's size") {
    namespace hostile = fixtures::grimrock::hostile;
    fixtures::mesh crowded = fixtures::triangle();
    crowded.arrays[fixtures::normal].numbers.assign(9, no_number);
    crowded.segments.assign(2000, {"stone", 0, 1});
    fixtures::model sheared(3000, fixtures::node{"a name longer than texts hold", 0});
    for (auto& each : sheared) {
        each.local.x = {1, 0.5F, 0};
    }
    sheared[0].parent = -1;
    fixtures::model lights(2000, fixtures::node{"", 0, {}, {}, fixtures::light{3}});
    lights[0].parent = -1;
    for (const support::byte_builder& file :
         {hostile::segments(3000), hostile::segments(3000, "a name longer than texts hold"),
          hostile::bones_of_one_name(3000, 500), hostile::bones_of_their_own_mesh(3000, 3), hostile::chain(3000),
          hostile::alike_names(500, 100), hostile::vertices_without_arrays(), fixtures::write(sheared, 2),
          fixtures::write(lights, 2), fixtures::write(one_mesh(crowded), 2),
          fixtures::write(fixtures::figure::model(), 2)}) {
        const auto model = *grimrock::open(file.span());
        support::counting_memory counted;
        const auto made = to_scene(model, {}, &counted);
        CHECK(counted.most() <= support::most_for_scene(file.size()));
        CHECK((made ? to_string(verify(*made)) : to_string(made.error()).substr(0, 12)) ==
              (made ? "no error" : "budget: scen"));
    }
}

TEST_CASE("grimrock scene: clips are within the same memory limit") {
    const auto file = fixtures::write(fixtures::figure::model(), 2);
    const auto model = *grimrock::open(file.span());
    fixtures::clip spinning{30, 500, {}, "spin"};
    for (const fixtures::node& each : fixtures::figure::model()) {
        spinning.items.push_back({each.name, {{}}, {}, {{1, 1, 1}}});
        for (int i = 0; i < 500; ++i) { // neighbouring keys are 180 degrees apart
            spinning.items.back().rotations.push_back(i % 2 == 0 ? fixtures::quat{} : fixtures::quat{1, 0, 0, 0.01F});
        }
    }
    for (const auto& clip_file :
         {fixtures::write(spinning, 2), fixtures::write(spinning, 1), fixtures::grimrock::hostile::items(800, 20),
          fixtures::write(fixtures::figure::idle(), 1)}) {
        const std::vector<grimrock::named_clip> clips(2, {"clip", *grimrock::open_animation(clip_file.span())});
        for (const playback mode : {playback::once, playback::loop}) {
            support::counting_memory counted;
            static_cast<void>(to_scene(model, {.clips = clips, .mode = mode}, &counted));
            CHECK(counted.most() <= support::most_for_scene(file.size() + 2 * clip_file.size()));
        }
    }
}

TEST_CASE("grimrock scene: corrupt files") {
    scenes::torture([](auto file) { return grimrock::open(file); },
                    [](auto file) { return grimrock::open_animation(file); },
                    fixtures::write(fixtures::everything(2), 2), fixtures::write(fixtures::moves(), 2));
}
