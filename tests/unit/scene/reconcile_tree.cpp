// Nodes of edited scenes in the tree of the original.
#include "scene/bring_back.hpp"

#include <effigy/scene/reconcile/tolerances.hpp>

#include <cmath>

namespace { namespace reconciling_tree {

using namespace bringing_back;

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

}} // namespace ::reconciling_tree
