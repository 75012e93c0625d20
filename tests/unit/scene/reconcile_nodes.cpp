#include "scene/bring_back.hpp"

#include <effigy/scene/reconcile/tolerances.hpp>

#include <cmath>

namespace { namespace reconciling_nodes {

using namespace bringing_back;

constexpr vector3<float> one{1, 1, 1};
constexpr float half_sine = 0.38268343F, half_cosine = 0.92387953F; // of a turn by 45 degrees

std::string told(const scene& changed, const scene& original, bool deletes = false) {
    return reconciled(changed, original, deletes).told;
}
// Checks that a node may be moved by 0.98 times a length, but not by 1.02 times.
void check_reach(const scene& changed, const scene& original, std::uint32_t node, double reach,
                 const vector3<float>& axis = {1, 0, 0}) {
    for (const double by : {0.98, 1.02}) {
        CAPTURE(by);
        scene moved = changed;
        moved.nodes[node].local.position = moved.nodes[node].local.position + axis * static_cast<float>(by * reach);
        CHECK(told(moved, original) ==
              (by < 1 ? "" : "node " + std::string{original.nodes.back().name} + ": transform\n"));
    }
}

// ---- matching ------------------------------------------------------------------------------------------------------

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

// ---- rest poses ----------------------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: nodes may move by 1e-5 of the size of the model, of all meshes where they are shown") {
    using corners = scene::list<vector3<float>>;
    const struct {
        corners positions;
        pose<float> holder;
        double size;
    } cases[] = {
        {{{0, 0, 0}, {3, 0, 0}, {0, 4, 0}}, {}, 5},
        {{{0, 0, 0}, {3, 0, 0}, {0, 4, 0}}, {{}, {}, {2, 2, 2}}, 10},
        {{{0, 0, 0}, {3, 0, 0}, {0, 4, 0}}, {{}, {0, 0, half_sine, half_cosine}, one}, 7},
        {{{0, 0, 0}, {3, 0, 0}, {0, 0, 4}}, {{}, {0, half_sine, 0, half_cosine}, one}, 7},
        {{{0, 0, 0}, {0, 3, 0}, {0, 0, 4}}, {{}, {half_sine, 0, 0, half_cosine}, one}, 7},
        {{{0, 0, 0}, {-3, 0, 0}, {0, -4, 0}}, {{}, {0, 0, half_sine, half_cosine}, one}, 7},
        {{{2, 2, 2}, {2, 2, 2}, {2, 2, 2}}, {}, 1}, // no size
    };
    for (const auto& each : cases) {
        scene original = with_mesh(loose_triangles("body", 3));
        original.meshes[0].positions = each.positions;
        original.nodes[0].local = each.holder;
        add_node(original, "probe", npos);
        check_reach(original, original, 1, 1e-5 * each.size);
    }
    scene original; // the diagonal of a cube along the only axis that is left
    add_node(original, "flat", npos, {{}, {}, {1, 0, 0}});
    add_node(original, "holder", 0, {{}, {0, 0.3250576F, -0.3250576F, 0.8880738F}, one});
    original.nodes[1].mesh = 0;
    original.meshes.push_back(loose_triangles("body", 3));
    original.meshes[0].positions = {{0, 0, 0}, {3, 3, 3}, {0, 0, 0}};
    add_node(original, "probe", npos);
    check_reach(original, original, 2, 3e-5 * std::sqrt(3));

    original = scene{}; // no mesh
    add_node(original, "probe", npos);
    check_reach(original, original, 0, 1e-5);

    original = with_mesh(loose_triangles("body", 3)); // shown twice
    original.meshes[0].positions = {{0, 0, 0}, {3, 0, 0}, {3, 0, 0}};
    original.nodes[add_node(original, "right", npos, {{47, 0, 0}, {}, one})].mesh = 0;
    add_node(original, "probe", npos);
    check_reach(original, original, 2, 50e-5);
    original.meshes.push_back(loose_triangles("large", 3));
    original.meshes[1].positions = {{0, 0, -700}, {0, 0, 0}, {0, 0, 0}}; // not shown
    check_reach(original, original, 2, 50e-5);
}
TEST_CASE("scene reconcile: nodes may move more if their parents are small, or if they are far away") {
    scene original = with_mesh(loose_triangles("body", 3));
    original.meshes[0].positions = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}};
    add_node(original, "parent", npos);
    add_node(original, "probe", 1);
    check_reach(original, original, 2, 5e-5);
    for (const vector3<float>& scale : {vector3<float>{4, 1, 1}, {1, 4, 1}, {1, 1, 4}, {4, 4, 4}, {-4, 2, 1}}) {
        original.nodes[1].local.scale = scale;
        check_reach(original, original, 2, 5e-5 / 4);
    }
    original.nodes[1].local.scale = {0.5F, 0.25F, 0.25F};
    check_reach(original, original, 2, 10e-5);
    original.nodes[1].local.scale = one;
    for (const vector3<float>& distant : {vector3<float>{0, 600, 800}, {0, 0, 1000}, {0, 1000, 0}}) {
        original.nodes[2].local.position = distant;
        check_reach(original, original, 2, 5e-5 + 1e-2);
    }
    original.nodes[2].local.position = {};
    original.nodes[2].parent = npos;
    for (const vector3<float>& distant : {vector3<float>{0, 6000, 8000}, {0, 0, -10000}, {0, 10000, 0}}) {
        scene changed; // below a root that is dissolved
        add_node(changed, "Armature", npos, {distant, {}, one});
        for (const scene::node& each : original.nodes) {
            changed.nodes.push_back(each);
            changed.nodes.back().parent = 0;
            changed.nodes.back().local.position = distant * -1;
        }
        changed.meshes = original.meshes;
        check_reach(changed, original, 3, 5e-5 + 1e-2);
    }
}
TEST_CASE("scene reconcile: axes of nodes may differ by 2e-4 of the longest one") {
    for (std::size_t longest = 0; longest < 3; ++longest) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            scene original;
            add_node(original, "probe", npos);
            const auto at = [](scene& of, std::size_t number) -> float& {
                vector3<float>& scale = of.nodes[0].local.scale;
                return number == 0 ? scale.x : number == 1 ? scale.y : scale.z;
            };
            at(original, longest) = -100;
            for (const float by : {0.0195F, 0.0205F}) {
                scene changed = original;
                at(changed, axis) += by;
                CHECK(told(changed, original) == (by < 0.02F ? "" : "node probe: transform\n"));
            }
        }
    }
    scene flat; // of no size
    add_node(flat, "probe", npos, {{}, {}, {0, 0, 0}});
    add_node(flat, "below", 0, {{1, 0, 0}, {}, one});
    check_unchanged(flat, flat);
}
TEST_CASE("scene reconcile: below a flat node, only what is seen counts") {
    scene original;
    add_node(original, "flat", npos, {{}, {}, {1, 0, 1}});
    add_node(original, "below", 0, {{1, 2, 3}, {}, one});
    scene changed = original;
    changed.nodes[1].local.position.y = 9;
    changed.nodes[1].local.scale.y = 3;
    check_unchanged(changed, original);
    changed.nodes[1].local.position.x = 4;
    CHECK(told(changed, original) == "node below: transform\n");
    original.nodes[0].local.scale = changed.nodes[0].local.scale = one;
    changed.nodes[1].local.position.x = 1;
    CHECK(told(changed, original) == "node below: transform\n");
}
TEST_CASE("scene reconcile: the rest pose of a node that a clip moves is no change, whichever scene has the clip") {
    scene still = with_mesh(loose_triangles("body", 3)), moving;
    still.materials.resize(1);
    still.materials[0].name = "paint";
    add_node(still, "arm", npos);
    moving = still;
    scene::clip& clip = moving.clips.emplace_back();
    clip.name = "wave";
    clip.times = {{0, 1}};
    add_keys(clip, npos, scene::path::emissive, 0, {0, 0, 0, 1, 1, 1});
    clip.channels[0].material = 0;
    for (const std::uint32_t node : {0U, 1U}) {
        add_keys(clip, node, scene::path::translation, 0, {0, 0, 0, 5, 0, 0});
        scene posed = moving;
        posed.nodes[node].local.position = {5, 0, 0};
        CHECK(told(posed, moving) == "");
        scene still_posed = still;
        still_posed.nodes[node].local.position = {5, 0, 0};
        const std::string name{still.nodes[node].name};
        CHECK(told(still_posed, still) == "node " + name + ": transform\n");
        CHECK(told(still_posed, moving).find("transform") == std::string::npos);
        CHECK(told(posed, still).find("transform") == std::string::npos);
        clip.channels.pop_back();
    }
}

// ---- joints --------------------------------------------------------------------------------------------------------

// A skin of two bones below a node that is none; the bones are bound elsewhere than they are at rest.
scene rigged() {
    scene out;
    add_node(out, "root", npos, {{1, 0, 0}, {}, one});
    add_node(out, "hips", 0, {{0, 1, 0}, {}, one});
    add_node(out, "arm", 1, {{0, 1, 0}, {}, one});
    out.nodes[add_node(out, "body", npos)].mesh = 0;
    out.nodes[3].skin = 0;
    scene::mesh& mesh = out.meshes.emplace_back(loose_triangles("body", 3));
    mesh.joints = {{{0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}}};
    mesh.weights = {{{0.5F, 0.5F, 0, 0}, {0.5F, 0.5F, 0, 0}, {0.5F, 0.5F, 0, 0}}};
    out.skins.resize(1);
    out.skins[0].joints = {2, 1}; // at (1, 7, 3) and (1, 5, 0)
    out.skins[0].inverse_binds.resize(2);
    out.skins[0].inverse_binds[0].translation = {-1, -7, -3};
    out.skins[0].inverse_binds[1].translation = {-1, -5, 0};
    return out;
}
TEST_CASE("scene reconcile: a joint in its bind pose has not moved") {
    scene original = rigged(), changed;
    for (int i = 0; i < 2; ++i) {
        changed = original;
        changed.nodes[1].local.position = {0, 5, 0};
        check_unchanged(changed, original);
        changed.nodes[2].local.position = {0, 2, 3};
        check_unchanged(changed, original);
        std::swap(original.skins[0].joints[0], original.skins[0].joints[1]); // in any order
        std::swap(original.skins[0].inverse_binds[0], original.skins[0].inverse_binds[1]);
    }
    changed.nodes[1].local.position = {0, 6, 0};
    CHECK(told(changed, original) == "node hips: transform\n");
    changed.nodes[2].local.position = {0, 2, 4};
    CHECK(told(changed, original) == "node hips: transform\nnode arm: transform\n");
    changed = original;
    changed.nodes[0].local.position = {1, 5, 0}; // no joint
    CHECK(told(changed, original) == "node root: transform\n");

    // Another skin binds the same joints elsewhere.
    original.skins.push_back(original.skins[0]);
    original.skins[1].inverse_binds[1].translation = {-1, -9, 0};
    changed = original;
    changed.nodes[1].local.position = {0, 5, 0};
    check_unchanged(changed, original);
    changed.nodes[1].local.position = {0, 9, 0};
    CHECK(told(changed, original) == "node hips: transform\n");
    original.skins[0].inverse_binds[1].x = changed.skins[0].inverse_binds[1].x = {}; // has no inverse
    CHECK(told(changed, original) == "");

    original = rigged(); // a root
    original.nodes[1].parent = npos;
    changed = original;
    changed.nodes[1].local.position = {1, 5, 0};
    check_unchanged(changed, original);
}
// Moves the bones of a skin, as an editor does that keeps the vertices: the bind matrices follow.
scene with_bones_at(const scene& original, const vector3<float>& hips, const vector3<float>& arm) {
    scene out = numbered(original);
    out.nodes[1].local.position = hips;
    out.nodes[2].local.position = arm;
    const vector3<float> root = original.nodes[0].local.position;
    out.skins[0].inverse_binds[1].translation = (root + hips) * -1;
    out.skins[0].inverse_binds[0].translation = (root + hips + arm) * -1;
    return out;
}
void check_at(const scene& made, const vector3<float>& hips, const vector3<float>& arm) {
    CHECK(length(made.nodes[1].local.position - hips) < 1e-5F);
    CHECK(length(made.nodes[2].local.position - arm) < 1e-5F);
}
TEST_CASE("scene reconcile: a bone that a person moved is bound in the new place") {
    const scene original = rigged(); // at rest (0, 1, 0) and (0, 1, 0), bound (0, 5, 0) and (0, 2, 3)
    check_unchanged(with_bones_at(original, {0, 5, 0}, {0, 2, 3}), original);

    scene changed = with_bones_at(original, {0, 5, 0}, {0.5F, 2, 3});
    outcome out = reconciled(changed, original);
    CHECK(out.told == "skin : joints are bound in other places 1\nnode arm: transform\n");
    check_at(out.made, {0, 1, 0}, {0.5F, 1, 0});
    CHECK(out.made.skins[0].inverse_binds == changed.skins[0].inverse_binds);
    CHECK(out.made.meshes[0].positions == original.meshes[0].positions);

    changed = with_bones_at(original, {0.5F, 5, 0}, {-0.5F, 2, 3}); // the one above, alone
    out = reconciled(changed, original);
    CHECK(out.told == "skin : joints are bound in other places 1\nnode hips: transform\nnode arm: transform\n");
    check_at(out.made, {0.5F, 1, 0}, {-0.5F, 1, 0});
    CHECK(out.made.skins[0].inverse_binds == changed.skins[0].inverse_binds);

    changed = with_bones_at(original, {0, 1, 0}, {0, 1, 0}); // the pose at rest, applied
    const std::uint32_t hook = add_node(changed, "hook", 2, {{1, 2, 3}, {}, one});
    scene with_hook = original;
    add_node(with_hook, "hook", 2, {{1, 2, 3}, {}, one});
    out = reconciled(changed, with_hook);
    CHECK(out.told == "skin : joints are bound in other places 2\n");
    CHECK(out.made.nodes == with_hook.nodes);
    CHECK(out.made.nodes[hook].local.position == vector3<float>{1, 2, 3});
    CHECK(out.made.skins[0].inverse_binds == changed.skins[0].inverse_binds);

    changed = with_bones_at(original, {0, 1, 0}, {0, 1.5F, 0}); // and then another pose
    out = reconciled(changed, original);
    CHECK(out.told == "skin : joints are bound in other places 2\nnode arm: transform\n");
    check_at(out.made, {0, 1, 0}, {0, 1.5F, 0});

    scene twice = original; // another skin follows
    twice.skins.push_back(twice.skins[0]);
    twice.nodes[add_node(twice, "coat", npos)].mesh = 1;
    twice.nodes[4].skin = 1;
    twice.meshes.push_back(twice.meshes[0]);
    changed = with_bones_at(twice, {0, 5, 0}, {0.5F, 2, 3});
    changed.nodes[4].skin = 0;
    out = reconciled(changed, twice);
    CHECK(out.made.skins[1].inverse_binds == changed.skins[0].inverse_binds);
}
TEST_CASE("scene reconcile: a bone that clips move keeps its place, and keys have a person's move, or it is lost") {
    scene original = rigged();
    scene::clip& clip = original.clips.emplace_back();
    clip.name = "walk";
    clip.times.push_back({0, 1});
    add_keys(clip, 2, scene::path::translation, 0, {0, 1, 0, 0, 1, 0});
    scene changed = with_bones_at(original, {0, 5, 0}, {0.5F, 2, 3});
    outcome out = reconciled(changed, original);
    CHECK(out.made.skins == original.skins);
    CHECK(out.made.nodes == original.nodes);
    CHECK(out.told == "clip walk: channels with other keys 1\n");
    add_keys(original.clips[0], 2, scene::path::rotation, 1, {0, 0, 0, 1, 0, 0, 0.6F, 0.8F, 0, 0, 0, 1});
    original.clips[0].times.push_back({0, 0.5F, 1});
    changed.clips = original.clips; // as the arm turns about another point, it moves in between
    for (const std::size_t x : {0U, 3U}) {
        changed.clips[0].channels[0].values[x] += 0.5F;
    }
    out = reconciled(changed, original);
    CHECK(out.told == "clip walk: channels with other keys 1\n");
    CHECK(out.made.clips[0].channels[0].values.size() == 9);
    CHECK(std::abs(out.made.clips[0].channels[0].values[3] - 0.36F) < 1e-5F);
    CHECK(std::abs(out.made.clips[0].channels[0].values[6]) < 1e-5F);
    changed.clips.clear();
    out = reconciled(changed, original);
    CHECK(out.told == "node arm: its bone was moved, but clips move it\nclip walk: the changed scene lacks it\n");
    CHECK(out.made.nodes == original.nodes);
}
TEST_CASE("scene reconcile: a node below missing joints has not moved, at rest or as these were bound") {
    scene original = rigged();
    add_node(original, "hook", 2, {{1, 2, 3}, {}, one}); // at (2, 4, 3), or (2, 9, 6)
    for (const bool is_bound : {false, true}) {
        for (const float by : {0.0F, 0.5F}) {
            scene changed;
            const vector3<float> place = is_bound ? vector3<float>{2, 9, 6} : vector3<float>{2, 4, 3};
            add_node(changed, "hook", npos, {place + vector3<float>{by, 0, 0}, {}, one});
            const outcome out = reconciled(changed, original);
            CHECK(out.told == (by == 0 ? "" : "node hook: transform\n") +
                                  std::string{"node root: nodes that the changed scene lacks 4\n"});
            CHECK(length(out.made.nodes[4].local.position - vector3<float>{1 + by, 2, 3}) < 1e-5F);
            CHECK(out.made.nodes[4].parent == 2);
        }
    }
}
TEST_CASE("scene reconcile: a joint may be farther from a distant bind pose") {
    scene original = rigged();
    original.meshes[0].positions = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (const vector3<float>& distant : {vector3<float>{0, 600, 800}, {0, 1000, 0}, {0, 0, 1000}}) {
        original.skins[0].inverse_binds[1].translation = distant * -1 - vector3<float>{1, 0, 0};
        scene changed = original;
        changed.nodes[1].local.position = distant;
        for (const float by : {0.0099F, 0.0103F}) {
            changed.nodes[1].local.position.x = by;
            CHECK((told(changed, original) == "") == (by < 0.01F));
        }
    }
}
TEST_CASE("scene reconcile: joints may lose their scale, other nodes may not") {
    const auto at = [](scene& of, std::uint32_t node, std::size_t axis) -> float& {
        vector3<float>& scale = of.nodes[node].local.scale;
        return axis == 0 ? scale.x : axis == 1 ? scale.y : scale.z;
    };
    for (const std::uint32_t node : {1U, 2U}) {
        scene original = rigged();
        original.nodes[node].local.scale = {2, 3, 4};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const float scale : {1.0F, 1.00019F, 0.99981F, 1.00021F, 0.99979F}) {
                scene changed = original;
                changed.nodes[node].local.scale = one;
                at(changed, node, axis) = scale;
                const bool is_lost = std::abs(scale - 1) < 0.0002F;
                const std::string name{original.nodes[node].name};
                CHECK(told(changed, original) == (is_lost ? "" : "node " + name + ": transform\n"));
            }
        }
        scene moved = original; // something else, too
        moved.nodes[node].local.scale = one;
        moved.nodes[node].local.position.y += 0.5F;
        CHECK(told(moved, original) != "");
    }
    scene original = rigged(), changed = original;
    original.nodes[0].local.scale = {2, 2, 2};
    CHECK(told(changed, original) == "node root: transform\n");
}
TEST_CASE("scene reconcile: joints that an editor separated keep a common root") {
    const scene original = rigged();
    scene changed = numbered(original);
    changed.nodes[2].parent = npos;
    changed.nodes[2].local.position = {9, 0, 0};
    changed.skins[0].joints.erase(&changed.skins[0].joints[0]); // the arm
    changed.skins[0].inverse_binds.erase(&changed.skins[0].inverse_binds[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        changed.meshes[0].joints[0][i] = {};
        changed.meshes[0].weights[0][i] = {1, 0, 0, 0};
    }
    outcome out = reconciled(changed, original); // the first joint of the original's skin is the arm
    CHECK(out.told == "mesh body: weights of vertices 3\nnode arm: has another parent\nnode root: is below the root of "
                      "the other joints\n");
    CHECK(out.made.nodes[2].parent == 1);
    for (const scene::node& each : out.made.nodes) {
        if (each.name == "root") {
            CHECK(out.made.nodes[each.parent].name == "arm");
        }
    }
    // A node with a skin is a root: what is not below it goes there.
    changed.nodes[2].parent = npos;
    std::swap(changed.nodes[2], changed.nodes[3]);
    changed.nodes[3].parent = 2;
    out = reconciled(changed, original);
    CHECK(out.told == "mesh body: weights of vertices 3\nnode arm: has another parent\nnode root: is below the root of "
                      "the other joints\n");
}

// ---- the tree ------------------------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: nodes that the changed scene lacks stay between their parents and their children") {
    scene original;
    add_node(original, "top", npos, {{1, 0, 0}, {}, one});
    add_node(original, "first", 0, {{0, 2, 0}, {}, {2, 2, 2}});
    add_node(original, "second", 1, {{0, 0, 3}, {}, one});
    add_node(original, "leaf", 2, {{4, 0, 0}, {}, one});
    scene changed;
    add_node(changed, "top", npos, {{1, 0, 0}, {}, one});
    add_node(changed, "leaf", 0, {{8, 2, 6}, {}, {2, 2, 2}});
    outcome out = reconciled(changed, original);
    CHECK(out.told == "node first: nodes that the changed scene lacks 2\n");
    check_same(out.made, original);

    changed.nodes[1].local.position = {8, 4, 6}; // moved by 1 in its parent
    out = reconciled(changed, original);
    CHECK(out.told == "node leaf: transform\nnode first: nodes that the changed scene lacks 2\n");
    CHECK(out.made.nodes[3].parent == 2);
    CHECK(out.made.nodes[3].local == pose<float>{{4, 1, 0}, {}, one});

    changed.nodes[1].parent = npos;
    out = reconciled(changed, original);
    CHECK(out.told == "node leaf: has another parent\nnode first: nodes that the changed scene lacks 2\n");
    CHECK(out.made.nodes[3].parent == npos);
    CHECK(out.made.nodes[3].local == changed.nodes[1].local);

    changed.nodes[1].parent = 0; // they are above a node that is left
    out = reconciled(changed, original, true);
    CHECK(out.told == "node leaf: transform\nnode first: not deleted, since others need it\n"
                      "node second: not deleted, since others need it\n");
    CHECK(out.made.nodes.size() == 4);
    changed.nodes.pop_back();
    out = reconciled(changed, original, true);
    CHECK(out.told == "node first: is deleted\nnode second: is deleted\nnode leaf: is deleted\n");
    CHECK(out.made.nodes.size() == 1);
}
TEST_CASE("scene reconcile: weights of morph targets do not move their node") {
    scene original = with_mesh(loose_triangles("body", 3));
    original.meshes[0].targets.emplace_back().name = "open";
    original.meshes[0].targets[0].positions.append(3, vector3<float>{0, 1, 0});
    scene::clip& clip = original.clips.emplace_back();
    clip.name = "smile";
    clip.times = {{0, 1}};
    add_keys(clip, 0, scene::path::weights, 0, {0, 1});
    scene changed = original;
    changed.nodes[0].local.scale = {2, 2, 2};
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "node holder: transform\n");
    CHECK(out.made.nodes == changed.nodes);
}
TEST_CASE("scene reconcile: a moved armature moves all that is below it, with clips and without") {
    scene original;
    add_node(original, "hips", npos, {{0, 1, 0}, {}, one});
    add_node(original, "arm", 0, {{0, 2, 0}, {}, one});
    original.nodes[add_node(original, "body", npos)].mesh = 0;
    original.nodes[2].skin = 0;
    original.nodes[add_node(original, "box", npos, {{4, 0, 0}, {}, one})].mesh = 1;
    original.skins.resize(1);
    original.skins[0].joints = {0, 1};
    original.skins[0].inverse_binds.resize(2);
    original.skins[0].inverse_binds[0].translation = {0, -1, 0};
    original.skins[0].inverse_binds[1].translation = {0, -3, 0};
    original.meshes = {loose_triangles("body", 9), loose_triangles("box", 6)};
    original.meshes[0].joints.resize(1);
    original.meshes[0].weights.resize(1);
    original.meshes[0].joints[0].append(9, scene::joints4{0, 1, 0, 0});
    original.meshes[0].weights[0].append(9, scene::weights4{0.5F, 0.5F, 0, 0});
    original.clips.resize(1);
    original.clips[0].name = "wave";
    original.clips[0].times = {{0, 1}};
    add_keys(original.clips[0], 1, scene::path::translation, 0, {0, 2, 0, 0, 2.5F, 0});

    scene changed = original;
    changed.nodes.clear();
    add_node(changed, "Armature", npos, {{3, 0, 0}, {}, one});
    for (scene::node each : original.nodes) {
        each.parent = each.parent != npos ? each.parent + 1 : each.skin != npos ? npos : 0;
        changed.nodes.push_back(each);
    }
    changed.skins[0].joints = {1, 2};
    changed.clips[0].channels[0].node = 2;
    scene expected = numbered(original);
    expected.nodes[0].local.position = {3, 1, 0};
    expected.nodes[3].local.position = {7, 0, 0};
    const std::string said = "node hips: transform\nnode box: transform\n";
    for (const bool has_added : {false, true}) {
        const outcome out = reconciled(changed, original);
        CHECK(out.told == said);
        check_same(out.made, expected);
        if (!has_added) { // what editors add
            add_keys(changed.clips[0], 1, scene::path::translation, 0, {0, 1, 0, 0, 1, 0});
            add_keys(changed.clips[0], 1, scene::path::scale, 0, {1, 1, 1, 1, 1, 1});
        }
    }
    for (const float x : {0.5F, 2.0F, -1.0F}) {
        scene larger = changed;
        larger.nodes[0].local = {{}, {}, {x, x, x}};
        const outcome out = reconciled(larger, original);
        CHECK(out.told == said);
        std::vector<matrix4x3<double>> world(4);
        world_matrices(out.made, world);
        CHECK(impl::is_near(world[1], matrix4x3<double>{{x, 0, 0}, {0, x, 0}, {0, 0, x}, {0, 3.0 * x, 0}}, 1e-6, 1e-6));
        CHECK(out.made.clips == original.clips);
    }
    scene both = changed;
    both.nodes[4].local.position.y = 1; // moved on its own, too
    CHECK(reconciled(both, original).made.nodes[3].local.position == vector3<float>{7, 1, 0});

    // The editor wrote the pose in which joints were bound, and keys are those of the pose at rest.
    original.nodes[0].local.position.y = 1.5F;
    expected.nodes[0].local.position = {3, 1.5F, 0};
    changed.clips[0].channels[1].values = {0, 1.5F, 0, 0, 1.5F, 0};
    const outcome bound = reconciled(changed, original);
    CHECK(bound.told == said);
    check_same(bound.made, expected);

    // A clip of the original moves the highest bone: rest and keys move once.
    add_keys(original.clips[0], 0, scene::path::translation, 0, {0, 1, 0, 0, 5, 0});
    changed.clips[0].channels[1].values = {0, 1, 0, 0, 5, 0};
    const outcome keyed = reconciled(changed, original);
    CHECK(keyed.told == said + "clip wave: channels with other keys 1\n");
    CHECK(keyed.made.nodes == expected.nodes);
    CHECK(keyed.made.clips[0].channels[1].values == scene::list<float>{3, 1, 0, 3, 5, 0});
}
TEST_CASE("scene reconcile: a skeleton whose transform was applied has its new pose at rest and in clips") {
    scene original;
    add_node(original, "hips", npos, {{0, 1, 0}, {}, one});
    add_node(original, "arm", 0, {{0, 2, 0}, {}, one});
    original.nodes[add_node(original, "body", npos)].mesh = 0;
    original.nodes[2].skin = 0;
    original.skins.resize(1);
    original.skins[0].joints = {0, 1};
    original.skins[0].inverse_binds.resize(2);
    original.skins[0].inverse_binds[0].translation = {0, -1, 0};
    original.skins[0].inverse_binds[1].translation = {0, -3, 0};
    original.meshes = {loose_triangles("body", 9)};
    original.meshes[0].joints.resize(1);
    original.meshes[0].weights.resize(1);
    original.meshes[0].joints[0].append(9, scene::joints4{0, 1, 0, 0});
    original.meshes[0].weights[0].append(9, scene::weights4{0.5F, 0.5F, 0, 0});
    original.clips.resize(1);
    original.clips[0].times = {{0, 1}};
    add_keys(original.clips[0], 0, scene::path::translation, 0, {0, 1, 0, 0, 2, 0});
    original.nodes[0].local.position.y = 1.5F; // it is bound elsewhere

    scene changed = numbered(original); // moved by 4 along x
    changed.nodes[0].local.position = {4, 1, 0};
    changed.clips[0].channels[0].values = {4, 1, 0, 4, 2, 0};
    for (vector3<float>& each : changed.meshes[0].positions) {
        each.x += 4;
    }
    for (matrix4x3<float>& each : changed.skins[0].inverse_binds) {
        each.translation.x -= 4;
    }
    const outcome moved = reconciled(changed, original);
    CHECK(moved.told == "node hips: transform\nclip : channels with other keys 1\n");
    CHECK(moved.made.nodes[0].local.position == vector3<float>{4, 1.5F, 0});
    CHECK(moved.made.meshes == numbered(original).meshes);
    CHECK(moved.made.clips == changed.clips);

    changed = numbered(original); // twice as large
    changed.nodes[0].local.position = {0, 2, 0};
    changed.nodes[1].local.position = {0, 4, 0};
    changed.clips[0].channels[0].values = {0, 2, 0, 0, 4, 0};
    for (vector3<float>& each : changed.meshes[0].positions) {
        each = each * 2.0F;
    }
    for (matrix4x3<float>& each : changed.skins[0].inverse_binds) {
        each.translation = each.translation * 2.0F;
    }
    const outcome scaled = reconciled(changed, original);
    CHECK(scaled.made.meshes[0].positions == changed.meshes[0].positions);
    CHECK(scaled.made.skins == original.skins);
    CHECK(scaled.made.clips[0].channels[0].values == scene::list<float>{0, 1, 0, 0, 3, 0});
}
TEST_CASE("scene reconcile: parents come first, else nodes keep their order") {
    scene original;
    for (const char* const name : {"a", "b", "c", "d"}) {
        add_node(original, name, npos);
    }
    original.nodes[1].parent = 0;
    scene changed;
    add_node(changed, "d", npos);
    add_node(changed, "x", 0);
    add_node(changed, "a", 1);
    add_node(changed, "b", 2);
    add_node(changed, "c", npos);
    add_node(changed, "y", 3);
    const outcome out = reconciled(changed, original);
    std::string order;
    for (const scene::node& each : out.made.nodes) {
        order +=
            std::string{each.name} + (each.parent != npos ? std::string{out.made.nodes[each.parent].name} : "-") + " ";
    }
    CHECK(order == "d- xd ax ba c- yb ");
    CHECK(out.told == "node x: is new\nnode y: is new\nnode a: has another parent\n");
}
TEST_CASE("scene reconcile: a transform that a node cannot have is told") {
    const scene original = with_mesh(loose_triangles("body", 3));
    for (const float stretch : {1.00005F, 1.5F}) {
        scene changed;
        add_node(changed, "Armature", npos, {{}, {}, {1, 1, stretch}}); // is dissolved
        add_node(changed, "new", 0, {{}, {half_sine, 0, 0, half_cosine}, one});
        changed.nodes[add_node(changed, "holder", 0, {{}, {}, {1, 1, 1 / stretch}})].mesh = 0;
        changed.meshes = original.meshes;
        CHECK(told(changed, original) ==
              (stretch < 1.1F ? "node new: is new\n" : "node new: is new\nnode new: shear\n"));
    }
}
TEST_CASE("scene reconcile: new nodes bring their cameras, lights and extras") {
    scene original;
    add_node(original, "a", npos);
    original.nodes[0].camera = original.nodes[0].light = 0;
    original.cameras.resize(1);
    original.lights.resize(1);
    scene changed = original;
    add_node(changed, "b", npos);
    changed.nodes[1].camera = changed.nodes[1].light = 1;
    changed.nodes[1].extras.push_back({"key", 1.0});
    changed.cameras.push_back(changed.cameras[0]);
    changed.cameras[1].name = "lens";
    changed.lights.push_back(changed.lights[0]);
    changed.lights[1].name = "bulb";
    const outcome out = reconciled(changed, original);
    CHECK(out.made == changed);
    CHECK(out.told == "node b: is new\n");
}
TEST_CASE("scene reconcile: parts that only deleted nodes used go with them, other unused ones stay") {
    scene original;
    for (const std::uint32_t i : {1U, 2U}) {
        add_node(original, i == 1 ? "a" : "b", npos);
        original.nodes.back().mesh = original.nodes.back().camera = original.nodes.back().light = i;
    }
    original.cameras.resize(4);
    original.lights.resize(4);
    for (std::size_t i = 0; i < 4; ++i) {
        const std::string name{static_cast<char>('0' + i)};
        original.meshes.push_back(loose_triangles(name.c_str(), 3));
        original.cameras[i].name = original.lights[i].name = name;
    }
    for (const std::uint32_t left : {1U, 2U}) {
        scene changed = numbered(original);
        changed.nodes.erase(&changed.nodes[2 - left]);
        const outcome out = reconciled(changed, original, true);
        scene expected = changed;
        expected.meshes.erase(&expected.meshes[3 - left]);
        expected.cameras.erase(&expected.cameras[3 - left]);
        expected.lights.erase(&expected.lights[3 - left]);
        expected.nodes[0].mesh = expected.nodes[0].camera = expected.nodes[0].light = 1;
        for (std::uint32_t i = 0; i < 3; ++i) {
            for (scene::origin& each : expected.meshes[i].origins) {
                CHECK(each.mesh == (i < 3 - left ? i : i + 1));
            }
        }
        check_same(out.made, expected);
        CHECK(out.told == std::string{"node "} + (left == 1 ? "b" : "a") + ": is deleted\n");
        check_same(reconciled(changed, original).made, numbered(original));
    }
}

}} // namespace ::reconciling_nodes
