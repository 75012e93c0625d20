// New vertices that an editor made between others: what they have of what the changed scene lacks.
#include "scene/bring_back.hpp"

#include <effigy/scene/reconcile/old_triangles.hpp>

namespace { namespace reconciling_new_vertices {

using namespace effigy;
using namespace bringing_back;

// A skinned quad of two triangles, all of whose vertices differ in all values. Without positions of other vertices
// between, nothing else tells where a new vertex is.
scene quad() {
    scene out = with_skinned_mesh(scene::mesh{});
    scene::mesh& mesh = out.meshes[0];
    mesh.name = "body";
    mesh.positions = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    mesh.normals.resize(4, {0, 0, 1});
    mesh.texcoords.push_back({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    mesh.tangents = {{1, 0, 0, 1}, {0, 1, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}};
    mesh.colors = {{0, 100, 200, 255}, {100, 100, 0, 255}, {200, 0, 0, 255}, {0, 0, 0, 255}};
    mesh.joints.push_back({{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}});
    mesh.weights.push_back({{1, 0, 0, 0}, {1, 0, 0, 0}, {0.5F, 0.5F, 0, 0}, {1, 0, 0, 0}});
    mesh.targets.resize(1);
    mesh.targets[0].name = "open";
    mesh.targets[0].positions = {{0, 0, 0}, {0, 0, 4}, {0, 0, 8}, {0, 0, 0}};
    mesh.attributes.resize(1);
    mesh.attributes[0].name = "SELECTION_left";
    mesh.attributes[0].values = {0, 200, 255, 0};
    mesh.indices = {0, 1, 2, 0, 2, 3};
    mesh.primitives = {{0, 6, npos}};
    return out;
}
// Adds the vertex that an editor makes between two, and a triangle of it.
std::uint32_t add_between(scene& to, std::uint32_t a, std::uint32_t b, float share) {
    scene::mesh& mesh = to.meshes[0];
    const vector2<float> p = texcoord_of(mesh.origins[a]), q = texcoord_of(mesh.origins[b]);
    const std::uint32_t made = add_copy(mesh, a);
    mesh.positions[made] = mesh.positions[a] * (1 - share) + mesh.positions[b] * share;
    mesh.origins[made] = origin_of({p.x * (1 - share) + q.x * share, p.y * (1 - share) + q.y * share});
    mesh.indices.append({a, made, 3});
    mesh.primitives[0].index_count += 3;
    return made;
}

TEST_CASE("scene reconcile: a new vertex has what the changed scene lacks of those that it was made between") {
    const scene original = quad();
    scene changed = original;
    number_vertices(changed);
    const std::uint32_t made = add_between(changed, 0, 1, 0.25F);
    REQUIRE(changed.meshes[0].origins[made].vertex == npos);
    scene::mesh& mesh = changed.meshes[0];
    mesh.tangents.clear();
    mesh.colors.clear();
    mesh.targets.clear();
    mesh.attributes.clear();
    mesh.joints.clear();
    mesh.weights.clear();
    changed.nodes[2].skin = npos;
    const outcome out = reconciled(changed, original);
    const scene::mesh& now = out.made.meshes[0];
    REQUIRE(now.positions.size() == 5);
    CHECK(now.colors[4] == rgba8{25, 100, 150, 255});
    CHECK(now.targets[0].positions[4] == vector3<float>{0, 0, 1});
    CHECK(now.joints[0][4] == scene::joints4{0, 1, 0, 0});
    CHECK(now.weights[0][4][0] == doctest::Approx(0.75F));
    CHECK(now.weights[0][4][1] == doctest::Approx(0.25F));
    CHECK(now.tangents[4].y > 0.2F);
    CHECK(now.tangents[4].y < 0.4F);
    CHECK(now.attributes.empty());
    CHECK(now.origins[4].vertex == npos);
    CHECK(now.origins[4].between == mesh.origins[made].between);
    CHECK(out.guessed == "");

    mesh.origins[made].between = {};
    const outcome unknown = reconciled(changed, original);
    CHECK(unknown.made.meshes[0].colors[4] == original.meshes[0].colors[0]); // of its triangle
    CHECK(unknown.guessed ==
          "mesh body: vertices added: what the changed scene lacks is as in the nearest ones along edges 1\n");
}
TEST_CASE("scene reconcile: what is far from any vertex that is known has the values of the nearest one along edges") {
    const scene original = quad();
    scene changed = original;
    number_vertices(changed);
    scene::mesh& mesh = changed.meshes[0];
    mesh.colors.clear();
    for (std::uint32_t i = 0; i < 20; ++i) { // a strip that begins at vertex 2, in the wrong order, of split vertices
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t made = add_copy(mesh, 2);
            mesh.origins[made] = {};
            mesh.positions[made] = {4.0F + static_cast<float>(20 - i - (k == 1 ? 1 : 0)), 4, k == 2 ? 1.0F : 0.0F};
            mesh.indices.push_back(made);
        }
    }
    mesh.primitives[0].index_count += 60;
    const scene made = reconciled(changed, original).made;
    for (std::size_t i = 4; i < 64; ++i) {
        CHECK(made.meshes[0].colors[i] == original.meshes[0].colors[2]);
    }
}
TEST_CASE("scene reconcile: a number that is right by chance is no vertex that moved") {
    scene original;
    original.nodes[add_node(original, "holder", npos)].mesh = 0;
    scene::mesh& mesh = original.meshes.emplace_back();
    constexpr std::uint32_t part = 100;
    for (std::uint32_t i = 0; i < 3 * part; ++i) { // triangles i, i + 100, i + 200
        mesh.positions.push_back({static_cast<float>(i % part), i < part ? 0.0F : 0.5F, i < 2 * part ? 0.0F : 1.0F});
    }
    for (std::uint32_t i = 0; i < part; ++i) {
        mesh.indices.append({i, i + part, i + 2 * part});
    }
    mesh.normals.resize(3 * part, {0, 0, 1});
    mesh.primitives = {{0, 3 * part, npos}};
    std::uint32_t a = npos; // the middle between vertices a and a + 100 has the proof of a + 50
    scene changed;
    for (int attempt = 0; attempt < 10000 && a == npos; ++attempt) {
        mesh.positions[0].y = -static_cast<float>(attempt);
        changed = original;
        number_vertices(changed);
        const scene::list<scene::origin>& known = changed.meshes[0].origins;
        for (std::uint32_t i = 0; i < 2 * part && a == npos; ++i) {
            a = known[i].proof + known[i + part].proof == 2 * known[i + part / 2].proof ? i : npos;
        }
    }
    REQUIRE(a != npos);
    const auto with_middle = [&](const vector3<float>& at, bool keeps_old) {
        scene out = changed;
        scene::mesh& now = out.meshes[0];
        const std::uint32_t middle = add_copy(now, a + part / 2);
        now.positions[middle] = at;
        const std::uint32_t old = a + part / 2;
        for (std::uint32_t& each : now.indices) {
            each = each == old && !keeps_old ? middle : each;
        }
        if (!keeps_old) {
            now.origins[old] = {};
            now.positions[old] = {-50, 0, 0};
        }
        now.indices.append({a, middle, old});
        now.primitives[0].index_count += 3;
        return reconciled(out, original).made.meshes[0];
    };
    const vector3<float> between = mesh.positions[a] * 0.5F + mesh.positions[a + part] * 0.5F;
    for (const bool keeps_old : {true, false}) {
        const scene::mesh made = with_middle(between, keeps_old);
        std::size_t news = 0;
        for (std::size_t i = 0; i < made.positions.size(); ++i) {
            if (made.positions[i] == between) {
                ++news;
                CHECK(made.origins[i].vertex == npos);
                CHECK(made.origins[i].between == texcoord_of(changed.meshes[0].origins[a + part / 2]));
            }
        }
        CHECK(news == 1);
    }
    const scene::mesh moved = with_middle(between + vector3<float>{0, 7, 0}, false); // a person moved it
    std::size_t olds = 0;
    for (std::size_t i = 0; i < moved.positions.size(); ++i) {
        olds += moved.positions[i] == between + vector3<float>{0, 7, 0} && moved.origins[i].vertex == a + part / 2;
    }
    CHECK(olds == 1);
}

TEST_CASE("scene reconcile: a vertex that moves a little beside long triangles keeps its number") {
    constexpr std::uint32_t count = 1000; // of long triangles, and of short ones, that all begin at one place
    scene::mesh fan;
    fan.name = "fan";
    for (std::uint32_t i = 0; i < 6 * count; ++i) {
        const auto turn = static_cast<float>(i % count);
        fan.positions.push_back(i < 2 * count   ? vector3<float>{}
                                : i < 3 * count ? vector3<float>{1000, turn, 0}
                                : i < 4 * count ? vector3<float>{turn, 1000, 0}
                                : i < 5 * count ? vector3<float>{0.5F, 0, 0}
                                                : vector3<float>{0, 0.5F, 0});
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        fan.indices.append(
            {2 * i, 4 * count + i, 5 * count + i, 2 * i + 1, 2 * count + i * 7 % count, 3 * count + i * 13 % count});
    }
    fan.primitives = {{0, 6 * count, npos}};
    const scene original = with_mesh(fan);
    scene changed = original;
    number_vertices(changed);
    for (std::uint32_t i = 0; i < count; ++i) {
        changed.meshes[0].positions[2 * i] = {0, -0.25F, 0};
    }
    const outcome out = reconciled(changed, original, reconcile_options{.origins = origin_check::strict});
    CHECK(out.told == "mesh fan: vertices moved 1000\n");
}

// ---- editors that make no values -----------------------------------------------------------------------------------

// Blender's modifier Boolean gives new vertices attributes of 0 and no weights: the exporter adds a bone.
scene cut(const scene& original) {
    scene out = original;
    number_vertices(out);
    add_node(out, "neutral_bone", 0);
    out.skins[0].joints.push_back(3);
    out.skins[0].inverse_binds.push_back({});
    scene::mesh& mesh = out.meshes[0];
    const std::uint32_t made = add_between(out, 1, 2, 0.5F), other = add_copy(mesh, made);
    mesh.origins[other] = {}; // of the other operand, at the same place
    const std::uint32_t inner = add_copy(mesh, other);
    mesh.positions[inner] = {2, 2, -3};
    mesh.indices.append({other, inner, inner});
    mesh.primitives[0].index_count += 3;
    for (const std::uint32_t each : {made, other, inner}) {
        mesh.joints[0][each] = {2, 0, 0, 0};
        mesh.weights[0][each] = {1, 0, 0, 0};
        mesh.attributes[0].values[each] = 0;
    }
    return out;
}

TEST_CASE("scene reconcile: new vertices without weights and attributes have those that they were made between") {
    const scene original = quad();
    const outcome out = reconciled(cut(original), original);
    const scene::mesh& now = out.made.meshes[0];
    REQUIRE(now.positions.size() == 7);
    for (const std::size_t vertex : {4U, 5U}) {
        CHECK(now.attributes[0].values[vertex] == 228);
        CHECK(now.joints[0][vertex] == scene::joints4{1, 0, 0, 0});
        CHECK(now.weights[0][vertex][0] == doctest::Approx(0.75F));
    }
    CHECK(now.attributes[0].values[6] == 0);
    CHECK(now.joints[0][6][0] < 2); // those of the nearest one
    CHECK(out.made.skins[0].joints.size() == 2);
    CHECK(out.made.nodes.size() == 3);
    CHECK(out.told.find("neutral_bone") == std::string::npos);
    CHECK(out.guessed ==
          "node neutral_bone: Blender's own, for vertices without weights: it is not brought back\n"
          "mesh body: vertices added without weights: they have those of the vertices around them 3\n"
          "mesh body: vertices added without attributes: they have those of the vertices around them 2\n"
          "mesh body: vertices added: what the changed scene lacks is as in the nearest ones along edges 1\n");
}
TEST_CASE("scene reconcile: a selection that a person takes from all vertices is not given back to new ones") {
    const scene original = quad();
    scene changed = cut(original);
    changed.meshes[0].attributes[0].values.assign(changed.meshes[0].positions.size(), 0);
    const scene made = reconciled(changed, original).made;
    for (const std::uint8_t each : made.meshes[0].attributes[0].values) {
        CHECK(each == 0);
    }
}
TEST_CASE("scene reconcile: an old vertex without weights follows the highest joint") {
    const scene original = quad();
    scene changed = cut(original);
    scene::mesh& mesh = changed.meshes[0];
    mesh.joints[0][3] = {2, 0, 0, 0};
    mesh.weights[0][3] = {1, 0, 0, 0};
    const outcome out = reconciled(changed, original);
    CHECK(out.made.skins[0].joints.size() == 2);
    CHECK(out.made.meshes[0].joints[0][3] == scene::joints4{0, 0, 0, 0});
    CHECK(out.told.find("neutral_bone") == std::string::npos);
}

}} // namespace ::reconciling_new_vertices
