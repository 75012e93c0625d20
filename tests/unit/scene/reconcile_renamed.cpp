#include "scene/bring_back.hpp"

namespace { namespace reconciling_renamed {

using namespace bringing_back;

// A mesh of three triangles that the bones of an armature move: hip, and leg and foot below it.
scene puppet() {
    scene out;
    add_node(out, "rig", npos);
    add_node(out, "hip", 0, {{0, 1, 0}, {}, one});
    add_node(out, "leg", 1, {{0, 2, 0}, {}, one});
    add_node(out, "foot", 2, {{0, 3, 0}, {}, one});
    out.nodes[add_node(out, "body", npos)].mesh = 0;
    out.nodes[4].skin = 0;
    out.meshes.push_back(loose_triangles("body", 9));
    scene::list<scene::joints4> joints;
    for (std::uint16_t i = 0; i < 9; ++i) {
        joints.push_back({static_cast<std::uint16_t>(i / 3), 0, 0, 0});
    }
    out.meshes[0].joints.push_back(joints);
    out.meshes[0].weights.emplace_back(std::size_t{9}, scene::weights4{1, 0, 0, 0});
    out.skins.emplace_back().joints = {1, 2, 3};
    out.skins[0].inverse_binds.resize(3);
    return out;
}

TEST_CASE("scene reconcile: a renamed bone is the one that moves the same vertices") {
    const scene original = numbered(puppet());
    scene changed = original;
    changed.nodes[1].name = "pelvis";
    changed.nodes[3].name = "shoe";
    changed.nodes[3].local.position = {5, 5, 5}; // and was moved
    std::swap(changed.skins[0].joints[0], changed.skins[0].joints[2]);
    for (scene::joints4& each : changed.meshes[0].joints[0]) {
        each[0] = static_cast<std::uint16_t>(2 - each[0]);
    }
    changed.meshes[0].joints[0][0][0] = 1; // and one vertex follows another bone now
    const outcome out = reconciled(changed, original);
    CHECK(out.made.nodes.size() == 5);
    CHECK(out.made.nodes[1].name == "pelvis");
    CHECK(out.made.nodes[2].name == "leg");
    CHECK(out.made.nodes[3].name == "shoe");
    CHECK(out.made.skins == original.skins);
    CHECK(out.guessed == "node hip: by the vertices that it moves\nnode foot: by the vertices that it moves\n");
    CHECK(out.told == "node hip: was renamed\nnode foot: was renamed\n"
                      "mesh body: weights of vertices 1\nnode shoe: transform\n");

    changed = original; // what moves other vertices is another bone
    changed.nodes[3].name = "shoe";
    changed.nodes[3].local.position = {5, 5, 5};
    for (std::size_t i = 0; i < 9; ++i) {
        changed.meshes[0].joints[0][i][0] = i < 3 ? 2 : 1;
    }
    changed.nodes[1].name = "pelvis";
    changed.nodes[1].local.position.x = 7;
    CHECK(reconciled(changed, original).guessed == "node hip: by the vertices that it moves\n");
}
TEST_CASE("scene reconcile: a renamed armature is what the same nodes are below") {
    const scene original = numbered(puppet());
    scene changed = original;
    changed.nodes[0].name = "Armature";
    changed.nodes[0].local.position.x = 3; // and was moved
    outcome out = reconciled(changed, original);
    REQUIRE(out.made.nodes.size() == 5);
    CHECK(out.made.nodes[0].name == "Armature");
    CHECK(out.made.nodes[1].parent == 0);
    CHECK(out.guessed == "node rig: by the nodes below it\n");
    CHECK(out.told == "node rig: was renamed\nnode Armature: transform\n");

    changed.nodes[1].name = "pelvis"; // and all above the leg, without numbers of vertices
    changed.meshes[0].origins.clear();
    out = reconciled(changed, original);
    CHECK(out.made.nodes.size() == 5);
    CHECK(out.guessed == "node hip: by the nodes below it\nnode rig: by the nodes below it\n");

    changed = original; // a node above nodes of several parents is new
    add_node(changed, "hand", 0);
    changed.nodes.back().parent = npos;
    changed.nodes[0].name = "Armature";
    changed.nodes[0].mesh = 0; // so is one with a mesh
    changed.nodes[0].skin = 0;
    changed.nodes[1].parent = npos;
    CHECK(reconciled(changed, original).guessed == "");
}
TEST_CASE("scene reconcile: a renamed node without vertices and nodes below it is the one in its place") {
    scene original = numbered(puppet());
    for (scene::joints4& each : original.meshes[0].joints[0]) {
        each[0] = 0; // so that the foot moves nothing
    }
    const std::uint32_t hook = add_node(original, "hook", 2, {{1, 1, 1}, {}, one});
    const auto found = [&](const auto& edit) {
        scene changed = original;
        changed.nodes[3].name = "shoe";
        changed.nodes[hook].name = "catch";
        edit(changed);
        return reconciled(changed, original).guessed;
    };
    CHECK(found([](scene&) {}) == "node foot: by its place\nnode hook: by its place\n");
    constexpr float half = 0.70710678F;
    CHECK(found([&](scene& of) { // editors turn bones
              of.nodes[3].local.rotation = {half, 0, 0, half};
              of.nodes[hook].local.rotation = {half, 0, 0, half};
          }) == "node foot: by its place\n");
    CHECK(found([&](scene& of) {
              of.nodes[3].local.position.x += 1;
              of.nodes[hook].local.position.x += 1;
          }) == "");
    CHECK(found([&](scene& of) { // elsewhere, though at the same place
              of.nodes[hook].parent = npos;
              of.nodes[hook].local.position = {1, 4, 1};
          }) == "node foot: by its place\n");
    CHECK(found([&](scene& of) {
              of.nodes[hook].camera = 0;
              of.cameras.emplace_back();
          }) == "node foot: by its place\n");
    CHECK(found([&](scene& of) { of.nodes[2].local.position.y += 1; }) == // what it is below was moved
          "node hook: by its place\n");
    original.nodes[add_node(original, "hook_2", 2, {{1, 1, 1}, {}, one})].name = "hook_2";
    CHECK(found([&](scene& of) { of.nodes.pop_back(); }) == "node foot: by its place\n"); // two are missing there
}

// ---- names that are cut off ----------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: names that an editor cut off are those that begin so, rather than others") {
    const std::string common(60, 'n');
    scene original;
    add_node(original, "top", npos);
    for (const char* const end : {" ab1", " ab2", " cd", "\xC3\xA4\xC3\xA4"}) { // 64, 64, 63, 64 bytes
        add_node(original, (common + end).c_str(), 0);
        original.nodes.back().local.position.x = static_cast<float>(original.nodes.size());
    }
    scene changed = original;
    changed.nodes[1].name = common + " ab";                // 63 bytes
    changed.nodes[2].name = common.substr(0, 59) + ".001"; // the name was in use
    changed.nodes[4].name = common + "\xC3\xA4";           // half a character is none
    std::swap(changed.nodes[1], changed.nodes[4]);
    check_unchanged(changed, original);
}
TEST_CASE("scene reconcile: a mesh under another name is found by its vertices, not by half of the name") {
    const std::string common(60, 'n');
    scene original;
    for (const char* const end : {"1 visual", "2 visual"}) {
        const std::uint32_t made = add_node(original, (common + end).c_str(), npos);
        original.nodes[made].mesh = made;
        original.meshes.push_back(loose_triangles((common + end).c_str(), 3 + 3 * made));
    }
    add_node(original, (common + "3 memory").c_str(), npos, {{1, 2, 3}, {}, one});
    original = numbered(original);
    scene changed = original;
    changed.nodes[0].name = "other";
    changed.nodes[1].name = common.substr(0, 59);
    changed.nodes[2].name = common.substr(0, 59) + ".001";
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "node " + common + "1 visual: was renamed\n");
    CHECK(out.made.nodes.size() == 3);
    CHECK(out.made.nodes[0].name == "other");
    CHECK(out.made.nodes[0].mesh == 0);
}

}} // namespace ::reconciling_renamed
