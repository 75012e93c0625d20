#include "scene/bring_back.hpp"

#include <cmath>
#include <functional>

namespace { namespace reconciling_vertices {

using namespace bringing_back;

// All lists that a vertex can have values in, in a skinned mesh of nine vertices.
scene full() {
    scene out = with_skinned_mesh(loose_triangles("body", 9));
    scene::mesh& mesh = out.meshes[0];
    mesh.texcoords.resize(2);
    mesh.joints.resize(1);
    mesh.weights.resize(1);
    mesh.targets.resize(2);
    mesh.targets[0].name = "open";
    mesh.targets[1].name = "shut";
    mesh.attributes.resize(2);
    mesh.attributes[0].name = "heat";
    mesh.attributes[1].name = "cold";
    for (std::uint32_t i = 0; i < 9; ++i) {
        const auto x = static_cast<float>(i);
        mesh.texcoords[1].push_back({1, -x});
        mesh.tangents.push_back({std::cos(x), std::sin(x), 0, 1});
        mesh.colors.push_back({static_cast<std::uint8_t>(20 * i), 100, 200, 150});
        mesh.joints[0].push_back({0, 1, 0, 0});
        mesh.weights[0].push_back({0.75F, 0.25F, 0, 0});
        mesh.targets[0].positions.push_back({0, x, 0});
        mesh.targets[1].positions.push_back({0, 0, x});
        mesh.attributes[0].values.push_back(static_cast<std::uint8_t>(10 * i));
        mesh.attributes[1].values.push_back(static_cast<std::uint8_t>(100 - 10 * i));
    }
    return out;
}

struct value_edit {
    const char* told;
    float same, other; // on both sides of the tolerance
    void (*apply)(scene::mesh& to, std::uint32_t vertex, float by);
};
std::uint8_t sum(std::uint8_t a, float b) { return static_cast<std::uint8_t>(a + static_cast<int>(b)); }

// docs/gltf.md has the tolerances. Those of positions and offsets are of the largest coordinate, 8.
const value_edit value_edits[] = {
    {"vertices moved", 15e-6F, 18e-6F, [](scene::mesh& to, std::uint32_t v, float by) { to.positions[v].x -= by; }},
    {"vertices moved", 15e-6F, 18e-6F, [](scene::mesh& to, std::uint32_t v, float by) { to.positions[v].y += by; }},
    {"vertices moved", 15e-6F, 18e-6F, [](scene::mesh& to, std::uint32_t v, float by) { to.positions[v].z += by; }},
    {"normals of vertices", 0.0149F, 0.0151F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.normals[v] = {std::sin(by), 0, std::cos(by)}; }},
    {"normals of vertices", 0.0149F, 0.0151F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.normals[v] = {0, -std::sin(by), std::cos(by)}; }},
    {"texture coordinates of vertices", 9e-6F, 11e-6F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.texcoords[0][v].x += by; }},
    {"texture coordinates of vertices", 9e-6F, 11e-6F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.texcoords[0][v].y -= by; }},
    {"texture coordinates of vertices", 9e-6F, 11e-6F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.texcoords[1][v].x += by; }},
    {"texture coordinates of vertices", 9e-6F, 13e-6F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.texcoords[1][v].y += by; }},
    {"colors of vertices", 1, 2,
     [](scene::mesh& to, std::uint32_t v, float by) { to.colors[v].r = sum(to.colors[v].r, by); }},
    {"colors of vertices", 1, 2,
     [](scene::mesh& to, std::uint32_t v, float by) { to.colors[v].g = sum(to.colors[v].g, by); }},
    {"colors of vertices", 1, 2,
     [](scene::mesh& to, std::uint32_t v, float by) { to.colors[v].b = sum(to.colors[v].b, -by); }},
    {"colors of vertices", 1, 2,
     [](scene::mesh& to, std::uint32_t v, float by) { to.colors[v].a = sum(to.colors[v].a, by); }},
    {"weights of vertices", 0.9e-3F, 1.1e-3F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.weights[0][v] = {0.75F + by, 0.25F - by, 0, 0}; }},
    {"weights of vertices", 0.9e-3F, 1.1e-3F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.weights[0][v] = {0.75F - by, 0.25F + by, 0, 0}; }},
    {"offsets of morph targets", 7e-5F, 9e-5F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.targets[0].positions[v].x += by; }},
    {"offsets of morph targets", 7e-5F, 9e-5F,
     [](scene::mesh& to, std::uint32_t v, float by) { to.targets[1].positions[v].z -= by; }},
    {"attributes of vertices", 1, 2,
     [](scene::mesh& to, std::uint32_t v, float by) {
         to.attributes[0].values[v] = sum(to.attributes[0].values[v], by);
     }},
    {"attributes of vertices", 1, 2,
     [](scene::mesh& to, std::uint32_t v, float by) {
         to.attributes[1].values[v] = sum(to.attributes[1].values[v], by);
     }},
};

TEST_CASE("scene reconcile: each value of each vertex is the same up to its tolerance, and changes beyond it") {
    const scene original = full();
    for (const bool has_origins : {true, false}) {
        for (const value_edit& edit : value_edits) {
            for (const std::uint32_t vertex : {0U, 4U, 8U}) {
                CAPTURE(edit.told);
                CAPTURE(vertex);
                scene changed = has_origins ? numbered(original) : original;
                edit.apply(changed.meshes[0], vertex, edit.same);
                check_unchanged(changed, original);
                changed = has_origins ? numbered(original) : original;
                edit.apply(changed.meshes[0], vertex, edit.other);
                const outcome out = reconciled(changed, original);
                CHECK(out.made == numbered(changed));
                CHECK(out.told == std::string{"mesh body: "} + edit.told + " 1\n");
            }
        }
    }
}
TEST_CASE("scene reconcile: lists that the changed mesh lacks stay") {
    const scene original = full();
    scene changed = original;
    scene::mesh& mesh = changed.meshes[0];
    mesh.normals.clear();
    mesh.tangents.clear();
    mesh.colors.clear();
    mesh.attributes.clear();
    check_unchanged(changed, original);
    mesh.texcoords.clear();
    mesh.targets.clear();
    const outcome out = reconciled(changed, original);
    CHECK(out.made == numbered(original));
    CHECK(out.told == "morph target open: the changed scene lacks it\nmorph target shut: the changed scene lacks it\n"
                      "texture coordinates body: sets that the changed scene lacks 2\n");
}
TEST_CASE("scene reconcile: attributes are found by name, morph targets also by number") {
    const scene original = full();
    scene more = original;
    more.meshes[0].attributes.emplace_back(original.meshes[0].attributes[0]).name = "damp";
    more.meshes[0].targets.emplace_back(original.meshes[0].targets[1]).name = "half";
    more.meshes[0].attributes[2].values[8] = 250;
    more.meshes[0].targets[2].positions[8].x = 3;
    scene rotated = more; // each has the number of another one
    scene::mesh& mesh = rotated.meshes[0];
    mesh.attributes = {mesh.attributes[1], mesh.attributes[2], mesh.attributes[0]};
    mesh.targets = {mesh.targets[1], mesh.targets[2], mesh.targets[0]};
    check_unchanged(rotated, more);
    scene renamed = original;
    renamed.meshes[0].attributes[0].name = "warmth";
    renamed.meshes[0].targets[1].name = "closed";
    renamed.meshes[0].targets[1].positions[8].x = 1;
    const outcome out = reconciled(renamed, original);
    CHECK(out.told.find("mesh body: offsets of morph targets 1\n") != std::string::npos);
    CHECK(out.told.find("morph target shut: was renamed\n") != std::string::npos);
    CHECK(out.made.meshes[0].targets[1].name == "closed");
    CHECK(out.made.meshes[0].targets[1].positions == renamed.meshes[0].targets[1].positions);
    CHECK(out.made.meshes[0].targets.size() == 2);
    REQUIRE(out.made.meshes[0].attributes.size() == 2);
    CHECK(out.made.meshes[0].attributes[1] == renamed.meshes[0].attributes[0]);
}
TEST_CASE("scene reconcile: attributes that a mesh lacks are absent if it has others, or new vertices") {
    const scene original = full();
    scene changed = numbered(original);
    changed.meshes[0].attributes.erase(&changed.meshes[0].attributes[0]);
    const outcome fewer = reconciled(changed, original);
    REQUIRE(fewer.made.meshes[0].attributes.size() == 1);
    CHECK(fewer.made.meshes[0].attributes[0] == original.meshes[0].attributes[1]);
    changed.meshes[0].attributes.clear();
    CHECK(reconciled(changed, original).made.meshes[0].attributes == original.meshes[0].attributes);
    const std::uint32_t copy = add_copy(changed.meshes[0], changed.meshes[0].indices[0]);
    changed.meshes[0].positions[copy] = {9, 9, 9};
    changed.meshes[0].indices[0] = copy;
    const outcome more = reconciled(changed, original);
    CHECK(more.made.meshes[0].attributes.empty());
    CHECK(more.told.find("the changed mesh lacks them") == std::string::npos);
    scene::mesh& other = changed.meshes.emplace_back(); // the program does write attributes
    other.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    other.indices = {0, 1, 2};
    other.primitives.emplace_back().index_count = 3;
    other.attributes.emplace_back().values.append(3, std::uint8_t{0});
    changed.nodes.emplace_back().mesh = static_cast<std::uint32_t>(changed.meshes.size() - 1);
    CHECK(reconciled(changed, original).told.find("attributes body: the changed mesh lacks them 2\n") !=
          std::string::npos);
}
TEST_CASE("scene reconcile: attributes in upper case are the same, unless the original has them") {
    scene original = full();
    scene changed = original;
    changed.meshes[0].attributes[0].name = "HEAT";
    changed.meshes[0].attributes[1].name = "COLD";
    check_unchanged(changed, original);
    changed.meshes[0].attributes[1].values[4] = 7;
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: attributes of vertices 1\n");
    REQUIRE(out.made.meshes[0].attributes.size() == 2);
    CHECK(out.made.meshes[0].attributes[1].name == "cold");
    CHECK(out.made.meshes[0].attributes[1].values == changed.meshes[0].attributes[1].values);
    original.meshes[0].attributes[1].name = "HEAT"; // beside "heat"
    changed = original;
    std::swap(changed.meshes[0].attributes[0], changed.meshes[0].attributes[1]);
    check_unchanged(changed, original);
}
TEST_CASE("scene reconcile: morph targets that an editor dropped, cut or numbered the name of keep it") {
    scene original = full();
    scene::list<scene::morph_target>& targets = original.meshes[0].targets;
    targets[0].name.assign(70, 'a');
    scene changed = original;
    changed.meshes[0].targets[0].name.assign(63, 'a');
    changed.meshes[0].targets[1].name = "shut.001";
    check_unchanged(changed, original);
    changed.meshes[0].targets[1].name = "";
    check_unchanged(changed, original);
}
TEST_CASE("scene reconcile: offsets of morph targets can be in the space of the positions") {
    const scene original = full();
    scene changed = original; // in twice the size, which its bones undo
    scene::mesh& mesh = changed.meshes[0];
    for (std::uint32_t i = 0; i < 9; ++i) {
        mesh.positions[i] = mesh.positions[i] * 2;
        for (scene::morph_target& each : mesh.targets) {
            each.positions[i] = each.positions[i] * 2;
        }
    }
    for (matrix4x3<float>& each : changed.skins[0].inverse_binds) {
        each.x = each.x * 0.5F;
        each.y = each.y * 0.5F;
        each.z = each.z * 0.5F;
    }
    check_unchanged(changed, original);
    mesh.targets[1].positions[5].x += 1;
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: offsets of morph targets 1\n");
    CHECK(out.made.meshes[0].targets[1].positions[5] == vector3<float>{0.5F, 0, 5});
}
TEST_CASE("scene reconcile: a skin that the editor applied stays") {
    const scene original = full();
    scene changed = original;
    changed.meshes[0].joints.clear();
    changed.meshes[0].weights.clear();
    changed.nodes[2].skin = npos;
    check_unchanged(changed, original);
}
TEST_CASE("scene reconcile: a joint with a weight below the tolerance is none") {
    for (const bool is_lost : {false, true}) {
        for (const float weight : {0.9e-3F, 1.1e-3F}) {
            scene original = full();
            for (std::size_t i = 0; i < 9; ++i) {
                original.meshes[0].weights[0][i] = {1, 0, 0, 0};
                original.meshes[0].joints[0][i] = {1, 0, 0, 0};
            }
            scene changed = original;
            scene::mesh& mesh = (is_lost ? original : changed).meshes[0];
            mesh.weights[0][8] = {1 - weight, weight, 0, 0};
            mesh.joints[0][8] = {1, 0, 0, 0};
            CHECK((reconciled(changed, original).told == "") == (weight < 1e-3F));
        }
    }
}
TEST_CASE("scene reconcile: alpha of colors counts if any of it is not 1") {
    const scene original = full();
    scene changed = original;
    for (rgba8& each : changed.meshes[0].colors) {
        each.a = 255;
    }
    check_unchanged(changed, original);
    for (const std::size_t vertex : {0U, 8U}) {
        scene with_alpha = changed;
        with_alpha.meshes[0].colors[vertex].a = 254;
        const outcome out = reconciled(with_alpha, original);
        CHECK(out.told == "mesh body: colors of vertices 9\n");
        CHECK(out.made == numbered(with_alpha));
    }
}
TEST_CASE("scene reconcile: the tolerance of positions is of the largest coordinate, whatever its axis and sign") {
    for (const vector3<float>& largest :
         {vector3<float>{1000, 0, 0}, {-1000, 0, 0}, {0, 1000, 0}, {0, -1000, 0}, {0, 0, 1000}, {0, 0, -1000}}) {
        scene original = with_mesh(loose_triangles("body", 9));
        original.meshes[0].positions[8] = largest;
        scene changed = numbered(original);
        changed.meshes[0].positions[0].z += 1.9e-3F;
        check_unchanged(changed, original);
        changed.meshes[0].positions[0].z += 0.2e-3F;
        CHECK(reconciled(changed, original).told == "mesh body: vertices moved 1\n");
    }
    scene small = with_mesh(loose_triangles("body", 3));
    small.meshes[0].positions = {{}, {0.5F, 0, 0}, {}};
    scene edited = numbered(small);
    edited.meshes[0].positions[0].z = 0.9e-6F;
    check_unchanged(edited, small);
    edited.meshes[0].positions[0].z = 1.1e-6F;
    CHECK(reconciled(edited, small).told == "mesh body: vertices moved 1\n");
    scene original = with_mesh(loose_triangles("body", 3)); // all at one place: as if it were 1
    original.meshes[0].positions = {{}, {}, {}};
    scene changed = numbered(original);
    changed.meshes[0].positions[0].z = 1.9e-6F;
    check_unchanged(changed, original);
    changed.meshes[0].positions[0].z = 2.1e-6F;
    CHECK(reconciled(changed, original).told == "mesh body: vertices moved 1\n");
}
TEST_CASE("scene reconcile: the heaviest joints of a vertex are the same if the editor keeps four") {
    scene original = full();
    scene::mesh& mesh = original.meshes[0];
    original.skins[0].joints.clear();
    for (std::uint32_t i = 0; i < 6; ++i) {
        original.skins[0].joints.push_back(add_node(original, "bone", i == 0 ? npos : 3));
    }
    original.skins[0].inverse_binds.resize(6);
    mesh.joints.emplace_back(mesh.positions.size());
    mesh.weights.emplace_back(mesh.positions.size());
    scene changed = original;
    changed.meshes[0].joints.pop_back();
    changed.meshes[0].weights.pop_back();
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        mesh.joints[0][i] = {0, 1, 2, 3};
        mesh.joints[1][i] = {4, 5, 0, 0};
        mesh.weights[0][i] = {0.3F, 0.05F, 0.2F, 0.15F};
        mesh.weights[1][i] = {0.25F, 0.05F, 0, 0};
        changed.meshes[0].joints[0][i] = {2, 0, 3, 4};
        changed.meshes[0].weights[0][i] = {0.2F / 0.9F, 0.3F / 0.9F, 0.15F / 0.9F, 0.25F / 0.9F};
    }
    check_unchanged(changed, original);
    changed.meshes[0].weights[0][8] = {0.2F, 0.3F, 0.15F, 0.35F};
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: weights of vertices 1\n");
    CHECK(out.made.meshes[0].joints[0][8] == scene::joints4{2, 0, 3, 4});
    CHECK(out.made.meshes[0].weights[0][8] == changed.meshes[0].weights[0][8]);
    CHECK(out.made.meshes[0].weights[1][8] == scene::weights4{});
    CHECK(out.made.meshes[0].joints[1][8] == scene::joints4{});
    CHECK(out.made.meshes[0].weights[1][0] == mesh.weights[1][0]);
}
TEST_CASE("scene reconcile: what only the changed mesh has is kept unless it is the default everywhere") {
    scene original = full();
    scene::mesh& mesh = original.meshes[0];
    mesh.normals.clear();
    mesh.tangents.clear();
    mesh.colors.clear();
    mesh.targets.clear();
    const std::size_t count = mesh.positions.size();
    const auto check = [&](const std::function<void(scene::mesh&)>& extend, const char* told,
                           const std::function<void(scene::mesh&, std::size_t)>& edit) {
        scene changed = original;
        extend(changed.meshes[0]);
        check_unchanged(changed, original);
        for (const std::size_t vertex : {std::size_t{0}, count - 1}) {
            scene edited = changed;
            edit(edited.meshes[0], vertex);
            const outcome out = reconciled(edited, original);
            CHECK(out.made == numbered(edited));
            CHECK(out.told == told);
        }
    };
    check([&](scene::mesh& to) { to.texcoords.emplace_back(count); }, "mesh body: texture coordinates of vertices 1\n",
          [](scene::mesh& to, std::size_t vertex) { to.texcoords[2][vertex] = {0, 0.5F}; });
    check([&](scene::mesh& to) { to.colors.append(count, rgba8{255, 255, 255, 255}); },
          "mesh body: colors of vertices 1\n", [](scene::mesh& to, std::size_t vertex) { to.colors[vertex].g = 253; });
    check([&](scene::mesh& to) { to.joints.emplace_back(count), to.weights.emplace_back(count); },
          "mesh body: weights of vertices 1\n",
          [](scene::mesh& to, std::size_t vertex) {
              to.weights[0][vertex] = {0.5F, 0, 0, 0};
              to.joints[0][vertex] = {};
              to.weights[1][vertex] = {0, 0.5F, 0, 0};
              to.joints[1][vertex] = {0, 1, 0, 0};
          });
    const auto add_attributes = [&](scene::mesh& to) {
        for (const char* const name : {"wet", "dry"}) {
            to.attributes.emplace_back().name = name;
            to.attributes.back().values.append(count, std::uint8_t{0});
        }
    };
    check(add_attributes, "mesh body: attributes of vertices 1\n",
          [](scene::mesh& to, std::size_t vertex) { to.attributes[3].values[vertex] = 2; });

    scene changed = original; // also one without an offset
    changed.meshes[0].targets.emplace_back().name = "grin";
    changed.meshes[0].targets[0].positions.resize(count);
    const outcome out = reconciled(changed, original);
    CHECK(out.made == numbered(changed));
    CHECK(out.told == "morph target grin: is new\n");
}

// ---- vertices that were split or welded ----------------------------------------------------------------------------

// Two triangles that share vertex 1; in the changed mesh the second one has vertex 6 in its place.
struct split_scene {
    scene original = full();
    scene changed;

    split_scene() {
        original.meshes[0].indices = {0, 1, 2, 1, 3, 4, 5, 6, 7, 5, 6, 8};
        original.meshes[0].primitives = {{0, 12, npos}};
        changed = numbered(original);
        changed.meshes[0].indices[3] = add_copy(changed.meshes[0], 1);
    }
};
constexpr std::uint32_t copy = 9;

TEST_CASE("scene reconcile: of the vertices that were one, the most similar one remains it") {
    struct values {
        float moved;   // position
        float shifted; // texture coordinates
    };
    const struct {
        values first, second;
        std::uint32_t remains; // of the changed mesh
        scene::origin other;   // of the new vertex
    } cases[] = {
        {{0, 0}, {0, 1}, 1, {0, 1}},       // the same
        {{0, 1}, {0, 0}, copy, {0, 1}},    //
        {{1, 0}, {0, 1}, copy, {0, 1}},    // the same position is better than the same texture coordinates
        {{0, 1}, {1, 0}, 1, {0, 1}},       //
        {{1, 1}, {2, 0}, copy, {0, npos}}, // these are better than neither
        {{1, 0}, {2, 2}, 1, {0, npos}},    //
        {{1, 1}, {2, 2}, 1, {0, npos}},    // else the first one
        {{0, 1}, {0, 2}, 1, {0, 1}},       //
        {{1, 0}, {2, 0}, 1, {0, 1}},       //
    };
    for (const auto& each : cases) {
        split_scene of;
        scene::mesh& mesh = of.changed.meshes[0];
        mesh.positions[1].z += each.first.moved;
        mesh.texcoords[0][1].x += each.first.shifted;
        mesh.positions[copy].z += each.second.moved;
        mesh.texcoords[0][copy].x += each.second.shifted;
        const outcome out = reconciled(of.changed, of.original);
        const scene::mesh& made = out.made.meshes[0];
        REQUIRE(made.positions.size() == 10);
        const std::uint32_t added = each.remains == 1 ? copy : 1;
        CHECK(made.positions[1] == mesh.positions[each.remains]);
        CHECK(made.texcoords[0][1] == mesh.texcoords[0][each.remains]);
        CHECK(made.positions[9] == mesh.positions[added]);
        CHECK(made.texcoords[0][9] == mesh.texcoords[0][added]);
        CHECK(made.origins[1] == scene::origin{0, 1});
        CHECK(made.origins[9] == each.other);
        CHECK(out.told.find("mesh body: vertices added 1\n") != std::string::npos);
        const bool is_same_triangle = each.other.vertex != npos;
        CHECK((out.told.find("triangles") == std::string::npos) == is_same_triangle);
        if (is_same_triangle) {
            CHECK(made.indices[1] == (added == 1 ? 9 : 1));
            CHECK(made.indices[3] == (added == 1 ? 1 : 9));
        }
    }
}
TEST_CASE("scene reconcile: vertices that were one and changed alike are one again, if all their values are the same") {
    const auto moved = [](scene::mesh& of, std::uint32_t vertex) { of.positions[vertex].z += 3; };
    for (const bool are_new : {false, true}) { // vertex 1 remains as it is, and two copies of it are new
        split_scene of;
        scene::mesh& mesh = of.changed.meshes[0];
        std::uint32_t other = 1;
        if (are_new) {
            mesh.indices[6] = other = add_copy(mesh, 1);
        }
        moved(mesh, other);
        moved(mesh, copy);
        const std::size_t most = are_new ? 11 : 10;
        CHECK(reconciled(of.changed, of.original).made.meshes[0].positions.size() == most - 1);
        for (const value_edit& edit : value_edits) {
            scene changed = of.changed;
            edit.apply(changed.meshes[0], copy, edit.other);
            const outcome out = reconciled(changed, of.original);
            CHECK(out.made.meshes[0].positions.size() == most);
        }
    }
}
TEST_CASE("scene reconcile: a new vertex takes what editors do not know from a vertex of its triangle") {
    const scene original = full();
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
        scene changed = numbered(original);
        scene::mesh& mesh = changed.meshes[0];
        for (std::uint32_t i = 0; i < 3; ++i) {
            mesh.origins[add_copy(mesh, 0)] = {};
            mesh.positions[9 + i] = {-1, -2, static_cast<float>(i)};
        }
        mesh.indices.append({7, 8, 3});
        mesh.indices[9 + corner] = 9;                 // has a triangle with two of the vertices 7, 8, 3
        mesh.indices.append({9, 10, 11, 10, 11, 11}); // these only with vertex 9
        mesh.primitives[0].index_count = 18;
        mesh.tangents.clear();
        for (std::uint32_t i = 0; i < 3; ++i) { // and a triangle without any vertex of the original
            mesh.origins[add_copy(mesh, 9)] = {};
            mesh.positions[12 + i] = {-5, -2, static_cast<float>(i)};
        }
        mesh.indices.append({12, 13, 14});
        mesh.primitives[0].index_count = 21;
        const scene::mesh made = reconciled(changed, original).made.meshes[0];
        REQUIRE(made.tangents.size() == 15);
        CHECK(made.tangents[12] == original.meshes[0].tangents[0]);
        const vector4<float> expected = original.meshes[0].tangents[corner == 2 ? 7 : 3];
        for (const std::size_t vertex : {9U, 10U, 11U}) {
            CHECK(made.tangents[vertex] == expected);
            CHECK(made.origins[vertex] == scene::origin{0, npos});
            CHECK(made.positions[vertex] == mesh.positions[vertex]);
        }
    }
}
TEST_CASE("scene reconcile: vertices that no triangle has any more are removed, unused ones of the original stay") {
    scene original = full();
    original.meshes[0].indices = {1, 2, 3, 4, 5, 6};
    original.meshes[0].primitives = {{0, 6, npos}};
    scene changed = numbered(original);
    changed.meshes[0].indices.resize(3);
    changed.meshes[0].primitives[0].index_count = 3;
    changed.meshes[0].origins[add_copy(changed.meshes[0], 0)] = {}; // not used, either
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: vertices removed 3\nmesh body: triangles removed 1\n");
    const scene::list<scene::origin> left{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 7}, {0, 8}};
    CHECK(out.made.meshes[0].origins == left);
    for (std::size_t i = 0; i < left.size(); ++i) {
        CHECK(out.made.meshes[0].positions[i] == original.meshes[0].positions[left[i].vertex]);
        CHECK(out.made.meshes[0].attributes[1].values[i] == original.meshes[0].attributes[1].values[left[i].vertex]);
    }
}
TEST_CASE("scene reconcile: of several vertices at a place, that with the most similar values is found") {
    const std::function<void(scene::mesh&, std::uint32_t)> edits[] = {
        [](scene::mesh& of, std::uint32_t vertex) { of.normals[vertex] = {0, 0.6F, 0.8F}; },
        [](scene::mesh& of, std::uint32_t vertex) { of.texcoords[0][vertex].x += 0.25F; },
        [](scene::mesh& of, std::uint32_t vertex) { of.texcoords[0][vertex].y += 0.25F; },
        [](scene::mesh& of, std::uint32_t vertex) { of.texcoords[1][vertex].x += 0.25F; },
        [](scene::mesh& of, std::uint32_t vertex) { of.texcoords[1][vertex].y += 0.25F; },
        [](scene::mesh& of, std::uint32_t vertex) { of.colors[vertex].r += 20; },
        [](scene::mesh& of, std::uint32_t vertex) { of.weights[0][vertex] = {0.25F, 0.75F, 0, 0}; },
    };
    for (const auto& edit : edits) {
        scene original = full();
        scene::mesh& mesh = original.meshes[0];
        mesh.indices[8] = add_copy(mesh, 0);
        edit(mesh, 9);
        scene changed = original; // the two vertices are exchanged
        scene::mesh& now = changed.meshes[0];
        now.indices[0] = 9;
        now.indices[8] = add_copy(now, 0);
        edit(now, 0);
        mesh.attributes[0].values[0] = mesh.attributes[0].values[9] = 90; // a difference of both
        now.normals[9] = mesh.normals[0];
        now.texcoords[0][9] = mesh.texcoords[0][0];
        now.texcoords[1][9] = mesh.texcoords[1][0];
        now.colors[9] = mesh.colors[0];
        now.weights[0][9] = mesh.weights[0][0];
        now.indices[8] = 0;
        const outcome out = reconciled(changed, original);
        CHECK(out.told == "mesh body: attributes of vertices 2\n");
        CHECK(out.made.meshes[0].texcoords == original.meshes[0].texcoords);
        CHECK(out.made.meshes[0].indices == original.meshes[0].indices);
    }
}
TEST_CASE("scene reconcile: of vertices within the tolerance of a place, the nearest one is found") {
    constexpr float reach = 16e-6F;
    scene original = full();
    scene::mesh& mesh = original.meshes[0];
    mesh.positions[0] = {};
    mesh.indices[8] = add_copy(mesh, 0);
    mesh.positions[9].x = 1.15F * reach;
    for (const bool is_second : {false, true}) {
        scene changed = original;
        changed.meshes[0].positions[0].x = (is_second ? 0.6F : 0.55F) * reach;
        changed.meshes[0].colors[0].r += 50;
        const scene::mesh made = reconciled(changed, original).made.meshes[0];
        std::size_t found = 0;
        while (found < made.colors.size() && made.colors[found].r != 50) {
            ++found;
        }
        REQUIRE(found < made.colors.size());
        CHECK(made.origins[found].vertex == (is_second ? 9 : 0));
    }
}
TEST_CASE("scene reconcile: vertices are found on all sides of their places") {
    constexpr float step = 6.4e-6F; // 0.4 of the tolerance
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
        const auto side = [&](std::uint32_t bit) { return (corner & bit) != 0 ? step : -step; };
        scene original = full();
        original.meshes[0].positions[4] = {side(1), side(2), side(4)};
        scene changed = original;
        changed.meshes[0].positions[4] = original.meshes[0].positions[4] * -0.25F;
        check_unchanged(changed, original);
        CHECK(reconciled(changed, original).guessed == "");
    }
}

}} // namespace ::reconciling_vertices
