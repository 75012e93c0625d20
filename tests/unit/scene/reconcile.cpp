#include "gltf/fixtures.hpp"
#include "grimrock/figure.hpp"
#include "p3d/figure.hpp"
#include "scene/bring_back.hpp"
#include "scene/mistreat.hpp"

#include <effigy/grimrock/scene.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/scene/reconcile/state.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <string>

namespace { namespace reconciling {

using namespace bringing_back;
using mistreating::mistreated;
using mistreating::mistreatment;

// ---- scenes --------------------------------------------------------------------------------------------------------

// A bent sheet with a seam in its texture. It has an unused vertex, a triangle that occurs three times, once in another
// order, one with a repeated corner, and two primitives of one material.
scene::mesh sheet(const char* name) {
    constexpr std::uint32_t width = 6;
    scene::mesh out;
    out.name = name;
    out.texcoords.resize(1);
    for (std::uint32_t i = 0; i < width * width; ++i) {
        const auto x = static_cast<float>(i % width), y = static_cast<float>(i / width);
        out.positions.push_back({x * 0.37F, y * 0.41F, x * y * 0.05F});
        out.normals.push_back({0, 0.6F, 0.8F});
        out.tangents.push_back({1, 0, 0, 1});
        out.texcoords[0].push_back({x * 0.11F, y * 0.13F});
    }
    for (std::uint32_t i = 0; i < width; ++i) { // the seam
        const vector3<float> place = out.positions[i * width + 3];
        out.positions.push_back(place);
        out.normals.push_back({0, 0.6F, 0.8F});
        out.tangents.push_back({1, 0, 0, 1});
        out.texcoords[0].push_back({0.9F, static_cast<float>(i) * 0.17F});
    }
    out.positions.push_back({7, 7, 7});
    out.normals.push_back({0, 1, 0});
    out.tangents.push_back({1, 0, 0, -1});
    out.texcoords[0].push_back({0, 0});
    out.attributes.resize(1);
    out.attributes[0].name = "heat";
    for (std::size_t i = 0; i < out.positions.size(); ++i) {
        out.attributes[0].values.push_back(static_cast<std::uint8_t>(i * 5));
        out.colors.push_back({static_cast<std::uint8_t>(i), 100, 200, 255});
    }
    for (std::uint32_t y = 0; y + 1 < width; ++y) {
        for (std::uint32_t x = 0; x + 1 < width; ++x) {
            const auto at = [&](std::uint32_t column, std::uint32_t row) {
                return x >= 3 && column == 3 ? width * width + row : row * width + column;
            };
            out.indices.append({at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y), at(x + 1, y + 1), at(x, y + 1)});
        }
    }
    out.indices.append({0, 1, 7, 7, 1, 0, 2, 2, 8});
    const auto count = static_cast<std::uint32_t>(out.indices.size());
    out.primitives = {{0, 30, 0}, {30, 60, 1}, {90, count - 90, 0}};
    return out;
}

// Gives each vertex two joints.
void bend(scene::mesh& of) {
    of.joints.resize(1);
    of.weights.resize(1);
    for (std::size_t i = 0; i < of.positions.size(); ++i) {
        const float share = 0.25F + 0.01F * static_cast<float>(i);
        of.joints[0].push_back({0, 1, 0, 0});
        of.weights[0].push_back({share, 1 - share, 0, 0});
    }
}

// Two skins of one skeleton, a static mesh on a bone, morph targets, clips, a light.
scene robot() {
    scene out;
    out.name = "robot";
    out.materials.resize(3);
    for (std::size_t i = 0; i < 3; ++i) {
        out.materials[i].name = std::string{"paint"} + static_cast<char>('A' + i);
        out.materials[i].textures.resize(1);
        out.materials[i].textures[0].name = std::string{"textures/paint"} + static_cast<char>('A' + i) + ".tga";
        out.materials[i].extras.push_back({"kind", 1.0});
    }
    out.meshes = {sheet("skin"), sheet("belt"), sheet("box")};
    bend(out.meshes[0]);
    out.meshes[1].joints = {scene::list<scene::joints4>(out.meshes[1].positions.size())};
    out.meshes[1].weights.resize(1);
    out.meshes[1].weights[0].append(out.meshes[1].positions.size(), scene::weights4{1, 0, 0, 0});
    scene::morph_target& open = out.meshes[2].targets.emplace_back();
    open.name = "open";
    open.positions.append(out.meshes[2].positions.size(), {0, 0.5F, 0});

    const std::uint32_t root = add_node(out, "root", npos, {{0, 1, 0}, {}, {1, 1, 1}});
    const std::uint32_t hips = add_node(out, "hips", root, {{0, 0.5F, 0}, {0, 0.6F, 0, 0.8F}, {1, 1, 1}});
    const std::uint32_t arm = add_node(out, "arm", hips, {{0.5F, 0, 0}, {0.6F, 0, 0, 0.8F}, {1, 1, 1}});
    const std::uint32_t box = add_node(out, "box", arm, {{0, 2, 0}, {}, {-1, 1, 1}});
    const std::uint32_t lamp = add_node(out, "lamp", root, {{0, 5, 0}, {}, {1, 1, 1}});
    const std::uint32_t body = add_node(out, "body", npos), belt = add_node(out, "belt", npos);
    out.nodes[box].mesh = 2;
    out.nodes[lamp].light = 0;
    out.lights.resize(1);
    out.nodes[body].mesh = out.nodes[body].skin = 0;
    out.nodes[belt].mesh = out.nodes[belt].skin = 1;
    out.nodes[arm].extras.push_back({"side", scene::text{"left"}});
    std::vector<matrix4x3<double>> world(out.nodes.size());
    world_matrices(out, world);
    out.skins.resize(2);
    out.skins[0].joints = {hips, arm};
    out.skins[1].joints = {arm};
    for (scene::skin& skin : out.skins) {
        for (const std::uint32_t joint : skin.joints) {
            skin.inverse_binds.push_back(impl::to_real<float>(inverse(world[joint]).matrix));
        }
    }
    scene::clip& wave = out.clips.emplace_back();
    wave.name = "wave";
    wave.times = {{0, 0.5F, 1}, {0}};
    add_keys(wave, arm, scene::path::rotation, 0, {0.6F, 0, 0, 0.8F, 0, 0, 0, 1, 0.6F, 0, 0, 0.8F});
    add_keys(wave, hips, scene::path::translation, 0, {0, 0.5F, 0, 0, 1, 0, 0, 0.5F, 0});
    add_keys(wave, hips, scene::path::scale, 1, {1, 1, 1});
    add_keys(wave, box, scene::path::weights, 0, {0, 1, 0});
    out.clips.push_back(wave);
    out.clips[1].name = "nod";
    out.clips[1].channels[0].values[6] = 0.6F;
    out.clips[1].channels[0].values[7] = 0.8F;
    return out;
}

scene grimrock_figure() {
    const auto file = fixtures::write(fixtures::figure::model(), 2),
               keys = fixtures::write(fixtures::figure::idle(), 2);
    const auto model = grimrock::open(file.span());
    const grimrock::named_clip clips[] = {{"idle", *grimrock::open_animation(keys.span())}};
    return *to_scene(*model, {.clips = clips});
}
scene p3d_figure() {
    const auto file = fixtures::p3d::write(fixtures::p3d::figure::model());
    const auto keys = fixtures::p3d::write(fixtures::p3d::figure::nod());
    const auto model = p3d::open(file.span());
    const p3d::named_clip clips[] = {{"nod", *p3d::open_animation(keys.span())}};
    p3d::scene_options options;
    options.clips = clips;
    options.include_all_levels = true;
    return *to_scene(*model, options);
}

// ---- running it ----------------------------------------------------------------------------------------------------

// Applies an edit to a scene, mistreats the result, and expects the original with the edit. `scales`: the edit scales
// joints, which cannot be told from an editor that turns bones and also moves skinned meshes into another space.
void check_edit(const std::function<void(scene&)>& edit, const std::string& told, bool reorders = true,
                bool scales = false) {
    const scene original = robot();
    scene expected = numbered(original);
    edit(expected);
    CHECK_FALSE(verify(expected));
    mistreatment how;
    how.turns_bones = how.moves_meshes = how.adds_root = how.resamples = how.rounds = false;
    how.renames = false;
    how.reorders = reorders; // also which corner of a new triangle is first
    const outcome exact = reconciled(mistreated(expected, how), original);
    check_same(exact.made, expected);
    CHECK(exact.told == told);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        mistreatment all;
        all.seed = seed;
        all.renames = false;
        all.turns_bones = seed % 3 != 0;
        all.moves_meshes = seed % 3 != 1 && !(scales && all.turns_bones);
        const outcome rounded = reconciled(mistreated(expected, all), original);
        CHECK(rounded.told == told);
    }
}

// ---- tests ---------------------------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: names without what editors append and cut off") {
    const std::string longest(59, 'n');
    const std::pair<std::string, std::string> all[] = {
        {"wheel.001", "wheel"},
        {"wheel.1234", "wheel"},
        {"wheel.909", "wheel"},
        {"wheel.00a", "wheel.00a"},
        {"wheel.00/", "wheel.00/"},
        {"wheel.00:", "wheel.00:"},
        {"wheel.01", "wheel.01"},
        {"wheel001", "wheel001"},
        {"wheel.0o1", "wheel.0o1"},
        {"wheel.001.002", "wheel.001"},
        {"w.001", "w"},
        {".001", ".001"},
        {"001", "001"},
        {"", ""},
        {longest, longest},
        {longest + 'n', longest},
        {longest + ".001", longest},
    };
    for (const auto& [name, shorter] : all) {
        CHECK(without_number(name) == shorter);
        CHECK(new_name_as(edited_name::numbered, name) == shorter);
        CHECK(new_name_as(edited_name::cut, name) == name);
    }
    CHECK(size_of_number("wheel.001") == 4);
    CHECK(size_of_number("wheel001") == 0);
    const std::string long_name(70, 'n');
    CHECK(old_name_as(edited_name::same, long_name) == long_name);
    CHECK(old_name_as(edited_name::cut, long_name).size() == 63);
    CHECK(old_name_as(edited_name::numbered, long_name).size() == 59);
}
TEST_CASE("scene reconcile: a scene with itself") {
    for (const scene& each : {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data(), robot(),
                              grimrock_figure(), p3d_figure()}) {
        for (const bool has_origins : {false, true}) {
            for (const bool deletes : {false, true}) {
                const outcome out = reconciled(has_origins ? numbered(each) : each, each, deletes);
                check_same(out.made, numbered(each));
                CHECK(out.told.empty());
            }
        }
    }
}
TEST_CASE("scene reconcile: what editors do unasked is undone") {
    for (const scene& original : {robot(), grimrock_figure(), p3d_figure()}) {
        for (std::uint64_t seed = 1; seed <= 24; ++seed) {
            CAPTURE(seed);
            mistreatment how;
            how.seed = seed;
            how.turns_bones = seed % 2 == 0;
            how.moves_meshes = seed % 3 == 0;
            how.adds_root = seed % 5 != 0;
            how.frames = seed % 2 == 0 ? 24 : 30;
            how.first_frame = seed % 4 == 0 ? 1 : 0;
            const bool has_origins = seed % 8 < 4;
            const scene changed = mistreated(has_origins ? numbered(original) : original, how);
            const outcome out = reconciled(changed, original);
            check_same(out.made, numbered(original));
            CHECK(out.told == "");
        }
    }
}
TEST_CASE("scene reconcile: an empty has the children of a skinned node") {
    scene original = robot();
    std::uint32_t body = 0;
    while (original.nodes[body].skin == npos) {
        ++body;
    }
    add_node(original, "torch", body, {{1, 2, 3}, {}, {1, 1, 1}});
    scene changed = numbered(original);
    const auto holder = add_node(changed, original.nodes[body].name.c_str(), npos);
    changed.nodes[body].name += ".001";
    std::swap(changed.nodes[holder], changed.nodes[holder - 1]); // parents come first
    changed.nodes[holder].parent = holder - 1;
    const outcome out = reconciled(changed, original);
    check_same(out.made, numbered(original));
    CHECK(out.told == "");
}
TEST_CASE("scene reconcile: vertices and triangles") {
    SUBCASE("a vertex is moved") {
        check_edit([](scene& of) { of.meshes[2].positions[8] = {3, 2, 1}; }, "mesh box: vertices moved 1\n");
    }
    SUBCASE("a vertex of a skin is moved") {
        check_edit([](scene& of) { of.meshes[0].positions[8] = {3, 2, 1}; }, "mesh skin: vertices moved 1\n");
    }
    SUBCASE("all vertices are moved") {
        check_edit(
            [](scene& of) {
                for (vector3<float>& each : of.meshes[2].positions) {
                    each = each.x < 6 ? each * 1.5F : each; // not the unused one
                }
            },
            "mesh box: vertices moved 41\n");
    }
    SUBCASE("texture coordinates, weights") {
        check_edit(
            [](scene& of) {
                of.meshes[1].texcoords[0][4] = {5, 6};
                of.meshes[0].weights[0][4] = {0.5F, 0.5F, 0, 0};
                of.meshes[0].weights[0][5] = {0.875F, 0.125F, 0, 0};
            },
            "mesh skin: weights of vertices 2\nmesh belt: texture coordinates of vertices 1\n");
    }
    SUBCASE("offsets of a morph target") {
        check_edit([](scene& of) { of.meshes[2].targets[0].positions[3] = {1, 1, 1}; },
                   "mesh box: offsets of morph targets 1\n");
    }
    SUBCASE("a triangle is deleted") {
        check_edit(
            [](scene& of) {
                scene::mesh& mesh = of.meshes[2];
                mesh.indices.erase(mesh.indices.begin() + 33, mesh.indices.begin() + 36);
                mesh.primitives[1].index_count -= 3;
                mesh.primitives[2].first_index -= 3;
            },
            "mesh box: triangles removed 1\n");
    }
    SUBCASE("a triangle is added") {
        check_edit(
            [](scene& of) {
                scene::mesh& mesh = of.meshes[2];
                mesh.indices.append({0, 7, 14});
                mesh.primitives[2].index_count += 3;
            },
            "mesh box: triangles added 1\n", false);
    }
    SUBCASE("a triangle gets another material") {
        check_edit(
            [](scene& of) {
                scene::mesh& mesh = of.meshes[2];
                const std::uint32_t corners[] = {mesh.indices[87], mesh.indices[88], mesh.indices[89]};
                mesh.indices.erase(mesh.indices.begin() + 87, mesh.indices.begin() + 90);
                mesh.primitives[1].index_count -= 3;
                mesh.primitives[2].first_index -= 3;
                mesh.indices.append(corners);
                mesh.primitives.push_back({static_cast<std::uint32_t>(mesh.indices.size() - 3), 3, 2});
            },
            "mesh box: triangles added 1\nmesh box: triangles removed 1\n", false);
    }
}
TEST_CASE("scene reconcile: vertices that moved are guessed by the order of triangles, or by those around them") {
    scene original;
    add_node(original, "sheet", npos);
    original.nodes[0].mesh = 0;
    scene::mesh& mesh = original.meshes.emplace_back();
    mesh.texcoords.resize(1);
    for (std::uint32_t i = 0; i < 9; ++i) {
        const auto x = static_cast<float>(i);
        mesh.positions.push_back({x, x * x, 1});
        mesh.normals.push_back({0, 0, 1});
        mesh.texcoords[0].push_back({x * 0.1F, x * x * 0.01F});
    }
    const auto shown = [&](std::initializer_list<std::uint32_t> indices) {
        scene out = original;
        out.meshes[0].indices.append(indices);
        out.meshes[0].primitives = {{0, static_cast<std::uint32_t>(indices.size()), npos}};
        return out;
    };
    const auto moved = [](scene of, std::initializer_list<std::uint32_t> vertices, bool and_texcoords = true) {
        for (const std::uint32_t vertex : vertices) {
            of.meshes[0].positions[vertex].z += 100;
            of.meshes[0].texcoords[0][vertex].y += and_texcoords ? 7.0F : 0.0F;
        }
        return of;
    };
    const scene three = shown({0, 1, 2, 3, 4, 5, 6, 7, 8}), two = shown({0, 1, 2, 3, 4, 5});
    CHECK(reconciled(three, three).guessed == "");
    CHECK(reconciled(moved(two, {0, 1, 2}), two).guessed ==
          "mesh : vertices, by the order of triangles 3\n"); // half of the corners
    CHECK(reconciled(moved(two, {0, 1, 2, 3}), two).guessed == "mesh : vertices, by their triangles 1\n");
    CHECK(reconciled(moved(two, {0, 1, 2, 3}, false), two).guessed == "mesh : vertices, by the order of triangles 4\n");
    CHECK(reconciled(moved(three, {0, 3, 4, 5, 6}), three).guessed ==
          "mesh : vertices, by their triangles 2\n"); // of first and last
    // Another number of triangles has another order.
    CHECK(reconciled(moved(two, {0}), three).guessed == "mesh : vertices, by their triangles 1\n");
    CHECK(reconciled(moved(three, {0}), two).guessed == "mesh : vertices, by their triangles 1\n");

    // Vertex 0 is known by the last triangle, then vertex 2 by the first one.
    const scene chain = shown({0, 1, 2, 5, 6, 7, 3, 4, 0});
    CHECK(reconciled(moved(chain, {0, 2, 5, 6, 7}), chain).guessed == "mesh : vertices, by their triangles 2\n");
    // The texture coordinates of two vertices are nearest to those of vertex 2, which is one of them.
    const scene fan = shown({0, 1, 2, 0, 1, 3, 5, 6, 7, 5, 6, 7});
    scene alike = moved(moved(fan, {5, 6, 7}), {2, 3}, false);
    alike.meshes[0].texcoords[0][3] = alike.meshes[0].texcoords[0][2];
    CHECK(reconciled(alike, fan).guessed == "mesh : vertices, by their triangles 2\n");
    const scene made = reconciled(alike, fan).made;
    CHECK(made.meshes[0].positions[2] == vector3<float>{2, 4, 101});
    CHECK(made.meshes[0].positions[3] == vector3<float>{3, 9, 101});
}
TEST_CASE("scene reconcile: vertices that a person split have the origin of the one that they were") {
    const scene original = robot();
    scene changed = numbered(original);
    scene::mesh& mesh = changed.meshes[2];
    const std::uint32_t split = mesh.indices[33]; // gets other texture coordinates in one of its triangles
    const std::uint32_t copy = add_copy(mesh, split);
    mesh.texcoords[0][copy] = {9, 9};
    mesh.indices[33] = copy;
    mistreatment how;
    how.resamples = how.adds_root = how.turns_bones = how.moves_meshes = false;
    const scene edited = mistreated(changed, how);
    if (edited.meshes[2].attributes.empty()) { // nothing says what the copy has
        mesh.attributes.clear();
    }
    check_same(reconciled(edited, original).made, changed);
}
TEST_CASE("scene reconcile: other parts") {
    SUBCASE("a material is renamed") {
        check_edit([](scene& of) { of.materials[0].name = "gold"; }, "material paintA: was renamed\n");
    }
    SUBCASE("a texture") {
        check_edit([](scene& of) { of.materials[1].textures[0].name = "gold.tga"; }, "material paintB: texture\n");
    }
    SUBCASE("a node is moved") {
        check_edit([](scene& of) { of.nodes[4].local.position = {1, 2, 3}; }, "node lamp: transform\n");
    }
    SUBCASE("a node is scaled") {
        check_edit(
            [](scene& of) {
                of.nodes[0].local.scale = {2, 2, 2}; // the root, which no clip moves
            },
            "node root: transform\n", true, true);
    }
    SUBCASE("a node gets another parent") {
        check_edit([](scene& of) { of.nodes[4].parent = 1; }, "node lamp: has another parent\n");
    }
    SUBCASE("a node is new") {
        check_edit([](scene& of) { add_node(of, "handle", 3, {{1, 2, 3}, {}, {1, 1, 1}}); }, "node handle: is new\n");
    }
    SUBCASE("a key") {
        check_edit([](scene& of) { of.clips[0].channels[1].values[4] = 2; }, "clip wave: channels with other keys 1\n");
    }
    SUBCASE("a weight of a morph target") {
        check_edit([](scene& of) { of.clips[1].channels[3].values[1] = 0.5F; },
                   "clip nod: channels with other keys 1\n");
    }
    SUBCASE("a clip is new") {
        check_edit(
            [](scene& of) {
                scene::clip made;
                made.name = "turn";
                made.times = {{0, 0.5F}};
                add_keys(made, 2, scene::path::rotation, 0, {0, 0, 0, 1, 0.6F, 0, 0, 0.8F});
                of.clips.push_back(made);
            },
            "clip turn: is new\n");
    }
}
TEST_CASE("scene reconcile: clips that are shorter, or lack channels") {
    scene original = robot();
    original.clips[1].channels.resize(2); // of the arm and of the hips
    scene cut = numbered(original);
    cut.clips[0].times[0].pop_back();
    for (std::size_t i = 0; i < 4; ++i) {
        scene::list<float>& values = cut.clips[0].channels[i].values;
        values.resize(cut.clips[0].channels[i].times == 0 ? values.size() / 3 * 2 : values.size());
    }
    const outcome ended = reconciled(cut, original);
    CHECK(ended.told == "clip wave: channels with other keys 2\n");
    CHECK(ended.made.clips[0].channels[0].values == cut.clips[0].channels[0].values);

    scene fewer = numbered(original);
    fewer.clips[1].channels.pop_back();
    CHECK(reconciled(fewer, original, true).made.clips[1].channels.size() == 1);
    check_same(reconciled(fewer, original).made, numbered(original));
}
TEST_CASE("scene reconcile: what the changed scene lacks") {
    const scene original = robot();
    scene changed = numbered(original);
    changed.nodes.pop_back(); // the belt
    changed.nodes[4].light = npos;
    changed.clips.pop_back();
    changed = mistreated(changed);
    const outcome kept = reconciled(changed, original);
    check_same(kept.made, numbered(original));
    CHECK(kept.told == "node belt: nodes that the changed scene lacks 1\nclip nod: the changed scene lacks it\n");
    const outcome deleted = reconciled(changed, original, true);
    scene expected = numbered(original);
    expected.nodes.pop_back();
    expected.nodes[3].mesh = 1;
    expected.meshes.erase(&expected.meshes[1]);
    expected.skins.pop_back();
    expected.clips.pop_back();
    check_same(deleted.made, expected);
}
TEST_CASE("scene reconcile: a mesh is deleted, but not the nodes below its node") {
    scene original = robot();
    original.nodes[3].parent = npos; // a level of Arma
    original.nodes[3].local = {};
    original.nodes[4].parent = 3; // the lamp is on the box
    scene changed = numbered(original);
    changed.nodes[4].parent = npos; // what Blender does to the children of what it deletes
    changed.nodes.erase(&changed.nodes[3]);
    for (scene::clip& each : changed.clips) {
        each.channels.pop_back(); // the box's
    }
    const outcome kept = reconciled(changed, original);
    check_same(kept.made, numbered(original));
    const outcome deleted = reconciled(changed, original, true);
    scene expected = numbered(original);
    expected.nodes[3].mesh = npos;
    expected.meshes.pop_back();
    for (scene::clip& each : expected.clips) {
        each.channels.pop_back();
    }
    check_same(deleted.made, expected);
    CHECK(deleted.told == "mesh box: is deleted; its node has others below\n");
}
TEST_CASE("scene reconcile: a mesh is new, another one joined") {
    const scene original = robot();
    scene changed = numbered(original);
    scene::mesh made = sheet("plate");
    changed.meshes.push_back(made);
    changed.nodes[add_node(changed, "plate", 0)].mesh = 3;
    mistreatment how;
    how.renames = false;
    const outcome added = reconciled(mistreated(changed, how), original);
    CHECK(added.told == "node plate: is new\nmesh plate: is new\n");
    REQUIRE(added.made.meshes.size() == 4);
    CHECK(added.made.meshes[3].origins[0] == scene::origin{});
    CHECK(scene::list<scene::mesh>(added.made.meshes.begin(), added.made.meshes.begin() + 3) ==
          numbered(original).meshes);

    scene joined = numbered(original); // the triangle of another mesh
    for (std::uint32_t i = 0; i < 3; ++i) {
        joined.meshes[2].origins[i] = {1, i};
    }
    const outcome out = reconciled(joined, original);
    CHECK(out.told.find("vertices joined another mesh 3") != std::string::npos);
    CHECK(out.told.find("vertices added 3") != std::string::npos);
}
TEST_CASE("scene reconcile: any scenes are valid together") {
    std::mt19937_64 random{7};
    const auto below = [&](std::size_t count) { return impl::to_size(random() % count); };
    const scene all[] = {gltf::triangle(), gltf::everything(), gltf::without_data(),
                         robot(),          grimrock_figure(),  p3d_figure()};
    const auto edited = [&](scene of) {
        for (std::size_t i = 0; i < 6; ++i) {
            scene before = of;
            if (const std::size_t number = below(of.nodes.size()); below(2) == 0) {
                of.nodes[number].parent = number != 0 ? static_cast<std::uint32_t>(below(number)) : npos;
                of.nodes[number].name = of.nodes[below(of.nodes.size())].name;
            } else if (!of.meshes.empty()) {
                scene::mesh& mesh = of.meshes[below(of.meshes.size())];
                std::uint32_t& index = mesh.indices[below(mesh.indices.size())];
                index = static_cast<std::uint32_t>(below(mesh.positions.size()));
                mesh.positions[index].x += 1;
                if (!mesh.origins.empty()) {
                    mesh.origins[below(mesh.origins.size())] = {static_cast<std::uint32_t>(below(4)),
                                                                static_cast<std::uint32_t>(below(50))};
                }
                of.nodes[number].mesh = below(3) == 0 ? static_cast<std::uint32_t>(below(of.meshes.size())) : npos;
            }
            of = verify(of) ? before : of;
        }
        return of;
    };
    for (int i = 0; i < 150; ++i) {
        CAPTURE(i);
        const scene original = edited(all[below(std::size(all))]);
        scene changed = edited(below(2) == 0 ? numbered(original) : all[below(std::size(all))]);
        if (below(2) == 0) {
            mistreatment how;
            how.seed = random();
            scene worse = mistreated(changed, how);
            changed = verify(worse) ? changed : worse;
        }
        CHECK_FALSE(verify(reconciled(changed, original, below(2) == 0).made));
    }
}
TEST_CASE("scene reconcile: invalid scenes are errors") {
    scene broken = robot();
    broken.nodes[0].parent = 0;
    const auto quiet = [](const remark&) {};
    CHECK(to_string(reconcile(broken, robot(), quiet).error()) == to_string(verify(broken)));
    CHECK(to_string(reconcile(robot(), broken, quiet).error()) == to_string(verify(broken)));
}

}} // namespace ::reconciling
