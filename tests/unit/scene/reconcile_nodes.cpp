#include "scene/bring_back.hpp"

#include <cmath>

namespace { namespace reconciling_nodes {

using namespace bringing_back;

TEST_CASE("scene reconcile: values of a light are the same up to their tolerance, and a range that is gone stays") {
    scene original;
    original.nodes[add_node(original, "lamp", npos)].light = 0;
    scene::light& light = original.lights.emplace_back();
    light.type = scene::light_type::spot;
    light.color = {0.25F, 0.5F, 1};
    light.intensity = 2;
    light.range = 8;
    light.inner_cone_angle = 0.25F;
    light.outer_cone_angle = 0.5F;
    constexpr float scene::light::* values[] = {&scene::light::intensity, &scene::light::range,
                                                &scene::light::inner_cone_angle, &scene::light::outer_cone_angle};
    for (const auto value : values) {
        scene changed = original;
        changed.lights[0].*value += 1e-3F;
        CHECK(reconciled(changed, original).told == "");
        changed.lights[0].*value += 0.1F;
        const outcome out = reconciled(changed, original);
        CHECK(out.told == "light lamp: values\n");
        CHECK(out.made.lights == changed.lights);
    }
    scene changed = original;
    changed.lights[0].range = 0;
    CHECK(reconciled(changed, original).told == "");
    changed.lights[0].color.y = 0.75F;
    changed.lights[0].type = scene::light_type::point;
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "light lamp: values\n");
    CHECK(out.made.lights[0].type == scene::light_type::point);
    CHECK(out.made.lights[0].color == changed.lights[0].color);
    CHECK(out.made.lights[0].range == 8);
}
TEST_CASE("scene reconcile: the camera and the light of a new file of Blender are not brought back") {
    scene original;
    add_node(original, "root", npos);
    const std::pair<const char*, vector3<float>> added[] = {{"Camera", {7.358891F, 4.958309F, 6.925791F}},
                                                            {"Light.001", {4.076245F, 5.903862F, -1.005454F}}};
    for (const auto& [name, place] : added) {
        scene changed = original;
        const std::uint32_t number = add_node(changed, name, npos, {.position = place});
        const outcome out = reconciled(changed, original);
        CHECK(out.made == original);
        CHECK(out.told == "");
        CHECK(out.guessed == "node " + std::string{name} + ": Blender's own, of a new file: it is not brought back\n");
        changed.nodes[number].local.position.x += 0.01F;
        CHECK(reconciled(changed, original).told == "node " + std::string{name} + ": is new\n");
        changed.nodes[number].local.position = place;
        changed.nodes[number].name = "lamp";
        CHECK(reconciled(changed, original).told == "node lamp: is new\n");
        changed.nodes[number].name = name;
        changed.nodes[number].parent = 0;
        CHECK(reconciled(changed, original).told == "node " + std::string{name} + ": is new\n");
    }
}
TEST_CASE("scene reconcile: nodes with the same name are told apart by what they are") {
    scene original; // joint, mesh, empty, all called "a"
    add_node(original, "a", npos, {{1, 0, 0}, {}, one});
    add_node(original, "a", npos, {{2, 0, 0}, {}, one});
    add_node(original, "a", npos, {{3, 0, 0}, {}, one});
    original.nodes[1].mesh = 0;
    original.meshes.push_back(loose_triangles("a", 3));
    original.nodes[0].mesh = 1; // a mesh on a joint
    original.meshes.push_back(loose_triangles("b", 6));
    add_node(original, "a", npos, {{4, 0, 0}, {}, one}); // a joint
    original.nodes[add_node(original, "body", npos)].mesh = 2;
    original.nodes[4].skin = 0;
    original.meshes.push_back(loose_triangles("c", 3));
    original.meshes[2].joints = {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
    original.meshes[2].weights = {{{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}};
    original.nodes[3].parent = 0;
    original.skins.resize(1);
    original.skins[0].joints = {3, 0};
    original.skins[0].inverse_binds.resize(2);
    scene changed = original; // empty, joint with mesh, joint, mesh
    changed.nodes[0] = original.nodes[2];
    changed.nodes[1] = original.nodes[0];
    changed.nodes[2] = original.nodes[3];
    changed.nodes[2].parent = 1;
    changed.nodes[3] = original.nodes[1];
    changed.skins[0].joints = {2, 1};
    check_unchanged(changed, original);
}
TEST_CASE("scene reconcile: the mesh takes the name that an editor gave an empty") {
    scene original = with_mesh(loose_triangles("wheel", 3));
    original.nodes[0].name = "wheel";
    scene changed = original;
    changed.nodes[0].name = "wheel.001";
    add_node(changed, "wheel", npos);
    check_unchanged(changed, original);
    original.nodes[add_node(original, "wheel.001", npos)].mesh = 0; // no number if the whole name is known
    changed = original;
    std::swap(changed.nodes[0], changed.nodes[1]);
    check_unchanged(changed, original);
}
// Two nodes whose meshes have names and shapes of their own.
scene two_meshes() {
    scene out;
    for (const std::uint32_t i : {0U, 1U}) {
        out.nodes[add_node(out, i == 0 ? "a" : "b", npos, {{static_cast<float>(i), 0, 0}, {}, one})].mesh = i;
        out.meshes.push_back(loose_triangles(i == 0 ? "meshA" : "meshB", 3 + 3 * i));
    }
    return out;
}
TEST_CASE("scene reconcile: a node is found by the mesh that most of its vertices come from, and renamed") {
    const struct {
        std::vector<std::uint32_t> meshes; // of the origins
        const char* told;
    } cases[] = {
        {{1, 1, 1, 1, 1, 1}, "node b: was renamed\n"},
        {{0, 1, 1, 1, 0, 1}, "node b: was renamed\n"},
        {{1, 0, 1, 0, 1, 1}, "node b: was renamed\n"},
        {{1, 0, 1}, "node b: was renamed\n"},
        {{0, 0, 1, 1, 1, 1}, "node b: was renamed\n"},
        {{1, 1, 1, 1, 0, 0}, "node b: was renamed\n"},
        {{0, 7, 8, 1, 1, 1, 1}, "node b: was renamed\n"},
        {{0, 0, 1}, "node a: was renamed\n"},
        {{7, 7, 7, 1}, "node x: is new\n"}, // meshes that the original does not have
        {{npos, npos, 1}, "node x: is new\n"},
    };
    for (const auto& each : cases) {
        scene changed;
        changed.nodes[add_node(changed, "x", npos)].mesh = 0;
        scene::mesh& mesh =
            changed.meshes.emplace_back(loose_triangles("x", static_cast<std::uint32_t>(each.meshes.size())));
        mesh.positions[0].x = -1; // another shape
        mesh.indices = {0, 1, 2};
        mesh.primitives[0].index_count = 3;
        for (std::uint32_t i = 0; i < each.meshes.size(); ++i) {
            mesh.origins.push_back({each.meshes[i], i});
        }
        const outcome out = reconciled(changed, two_meshes());
        CHECK(out.told.substr(0, out.told.find('\n') + 1) == each.told);
        CHECK(out.guessed == "");
        CHECK(out.made.nodes[out.told[5] == 'a' ? 0 : out.told[5] == 'b' ? 1 : 2].name == "x");
    }
    scene changed = numbered(two_meshes()); // of nodes with one mesh, that with the same name
    changed.nodes[0].mesh = 1;
    scene original = two_meshes();
    original.nodes[0].mesh = 1;
    std::swap(changed.nodes[0], changed.nodes[1]);
    check_same(reconciled(changed, original).made, reconciled(original, original).made);
    for (scene::node& each : changed.nodes) {
        each.name += ".001";
    }
    check_same(reconciled(changed, original).made, reconciled(original, original).made);
}
TEST_CASE("scene reconcile: of nodes with the same name, that with the mesh of the vertices is meant") {
    scene original = two_meshes();
    original.nodes[1].name = "a";
    scene changed = numbered(original);
    std::swap(changed.nodes[0], changed.nodes[1]);
    check_unchanged(changed, original);
    for (scene::node& each : changed.nodes) {
        each.name = "a.001";
    }
    check_unchanged(changed, original);
}
TEST_CASE("scene reconcile: a node without origins is found by the name of its mesh") {
    const scene original = two_meshes();
    scene changed = original;
    std::swap(changed.nodes[0], changed.nodes[1]);
    changed.nodes[0].name = "p";
    changed.nodes[1].name = "q";
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "node a: was renamed\nnode b: was renamed\n");
    CHECK(out.guessed == "node a: by the mesh's name\nnode b: by the mesh's name\n");
    CHECK(out.made.nodes[0].name == "q");
    CHECK(out.made.nodes[1].name == "p");
}
TEST_CASE("scene reconcile: a node without known names is found by the shape of its mesh") {
    const vector3<float> corners[] = {{-1, -2, -3}, {4, 5, 6}};
    for (std::size_t number = 0; number < 7; ++number) { // of what tells shapes apart
        CAPTURE(number);
        scene original = two_meshes();
        for (scene::mesh& mesh : original.meshes) {
            mesh = loose_triangles("", 3);
            mesh.positions = {corners[0], corners[1], {}};
        }
        vector3<float>& changing = original.meshes[1].positions[number / 4];
        switch (number) {
        case 0:
        case 3: changing.x *= 2; break;
        case 1:
        case 4: changing.y *= 2; break;
        case 2:
        case 5: changing.z *= 2; break;
        default: original.meshes[1].indices = {0, 1, 2, 0, 2, 1}; original.meshes[1].primitives[0].index_count = 6;
        }
        if (number == 3) { // positions[0] had .x, .y, .z and .x of the other corner
            original.meshes[1].positions = {corners[0], {8, 5, 6}, {}};
        }
        scene changed = original;
        std::swap(changed.nodes[0], changed.nodes[1]);
        changed.nodes[0].name = "p";
        changed.nodes[1].name = "q";
        const outcome out = reconciled(changed, original);
        CHECK(out.guessed.find("node a: by the mesh's shape\n") != std::string::npos);
        CHECK(out.guessed.find("node b: by the mesh's shape\n") != std::string::npos);
        CHECK(out.made.nodes[0].name == "q");
        CHECK(out.made.nodes[1].name == "p");
        changed.meshes[0].positions[2] = {9, 9, 9};
        CHECK(reconciled(changed, original).guessed == "node b: by the mesh's shape\n");
    }
}
TEST_CASE("scene reconcile: a new node without content above roots is dissolved") {
    scene original;
    add_node(original, "a", npos, {{1, 2, 3}, {}, one});
    add_node(original, "b", 0);
    scene changed; // two roots, one above the other
    add_node(changed, "top", npos, {{0, 1, 0}, {}, one});
    add_node(changed, "next", 0, {{0, 0, 1}, {}, one});
    add_node(changed, "a", 1, {{1, 1, 2}, {}, one});
    add_node(changed, "b", 2);
    check_unchanged(changed, original);

    changed.nodes[0].camera = 0; // with content it is new, and what is below it is no root
    changed.cameras.resize(1);
    CHECK(told(changed, original) == "node top: is new\nnode next: is new\nnode a: has another parent\n");
    changed.nodes[0].camera = npos;
    changed.nodes[0].light = 0;
    changed.lights.resize(1);
    CHECK(told(changed, original) == "node top: is new\nnode next: is new\nnode a: has another parent\n");
    changed.nodes[0].light = npos;
    changed.nodes[0].mesh = 0;
    changed.meshes.push_back(loose_triangles("top", 3));
    CHECK(told(changed, original) ==
          "node top: is new\nnode next: is new\nmesh top: is new\nnode a: has another parent\n");
    changed.nodes[0].mesh = npos;

    scene other; // above what was no root
    add_node(other, "a", npos, {{1, 2, 3}, {}, one});
    add_node(other, "middle", 0);
    add_node(other, "b", 1);
    CHECK(told(other, original) == "node middle: is new\nnode b: has another parent\n");
}

}} // namespace ::reconciling_nodes
