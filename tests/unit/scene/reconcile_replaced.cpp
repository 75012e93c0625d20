#include "scene/bring_back.hpp"

namespace { namespace replacing {

using namespace bringing_back;

// A mesh of two nodes, the second one in another place, and bones.
scene two_meshes() {
    scene out = with_mesh(loose_triangles("holder", 9));
    out.nodes[0].local = {{1, 2, 3}, {}, {2, 2, 2}};
    add_node(out, "lamp", 0);
    out.nodes[add_node(out, "shed", npos)].mesh = 1;
    out.meshes.push_back(loose_triangles("shed", 3));
    return numbered(out);
}
void follow(scene::mesh& of, std::uint16_t joint) {
    of.joints.emplace_back(of.positions.size(), scene::joints4{joint, 0, 0, 0});
    of.weights.emplace_back(of.positions.size(), scene::weights4{1, 0, 0, 0});
}
// The mesh of node 0 follows `bone`, which is below `root`.
scene skinned() {
    scene out = with_mesh(loose_triangles("holder", 9));
    add_node(out, "root", npos, {{0, 0, 4}, {}, {1, 1, 1}});
    add_node(out, "bone", 1, {{0, 5, 0}, {}, {1, 1, 1}});
    scene::skin& skin = out.skins.emplace_back();
    skin.joints = {1, 2};
    skin.inverse_binds.resize(2);
    skin.inverse_binds[0].translation = {0, 0, -4};
    skin.inverse_binds[1].translation = {0, -5, -4};
    follow(out.meshes[0], 1);
    out.nodes[0].skin = 0;
    return numbered(out);
}
scene skinned_and_shed() {
    scene out = skinned();
    out.nodes[add_node(out, "shed", npos, {{3, 0, 0}, {}, {1, 1, 1}})].mesh = 1;
    out.meshes.push_back(loose_triangles("shed", 3));
    return numbered(out);
}
std::uint32_t add_mine(scene& to, const pose<float>& place = {}) {
    const std::uint32_t out = add_node(to, "mine", npos, place);
    to.nodes[out].mesh = static_cast<std::uint32_t>(to.meshes.size());
    to.meshes.push_back(loose_triangles("of mine", 6));
    return out;
}
struct names {
    const char *of, *by;
};
// By the last nodes of the names.
outcome replaced(const scene& changed, const scene& original, const std::vector<names>& all,
                 reconcile_options how = {}) {
    const auto find = [](const scene& in, std::string_view name) {
        std::uint32_t out = npos;
        for (std::uint32_t i = 0; i < in.nodes.size(); ++i) {
            out = in.nodes[i].name == name ? i : out;
        }
        return out;
    };
    std::vector<mesh_replacement> numbers;
    for (const names& each : all) {
        numbers.push_back({find(original, each.of), find(changed, each.by)});
    }
    how.replacements = numbers;
    return reconciled(changed, original, how);
}
const std::vector<names> mine_for_holder{{"holder", "mine"}};

void check_places(const scene& in, std::uint32_t node, const scene::mesh& wanted, const vector3<float>& moved) {
    const scene::mesh& found = in.meshes[in.nodes[node].mesh];
    REQUIRE(found.positions.size() == wanted.positions.size());
    const vector3<float> own = in.nodes[node].local.position, by = in.nodes[node].local.scale;
    for (std::uint32_t i = 0; i < wanted.positions.size(); ++i) {
        const vector3<float>& at = found.positions[i];
        const vector3<float> shown = vector3<float>{at.x * by.x, at.y * by.y, at.z * by.z} + own;
        CHECK(length(shown - wanted.positions[i] - moved) < 1e-5F);
    }
    CHECK(found.indices.size() == wanted.indices.size());
}

TEST_CASE("scene reconcile: a mesh takes the place of another one, where it is shown") {
    const scene original = two_meshes();
    for (const bool is_missing : {false, true}) {
        CAPTURE(is_missing);
        scene changed = original;
        add_mine(changed, {{7, 0, 0}, {}, {1, 1, 1}});
        if (is_missing) { // the node stays for what is below it
            changed.nodes[0].mesh = npos;
            changed.nodes[0].name = "other";
            changed.nodes[1].parent = npos;
            changed.nodes[1].local = changed.nodes[0].local;
        }
        const outcome out = replaced(changed, original, mine_for_holder);
        CHECK(out.told.starts_with("node holder: its mesh is replaced by mine\n"));
        CHECK(out.made.nodes[0] == original.nodes[0]);
        check_places(out.made, 0, changed.meshes[2], {7, 0, 0});
        CHECK(out.made.meshes[1].positions == original.meshes[1].positions);
        for (const scene::node& each : out.made.nodes) {
            CHECK(each.name != "mine");
        }
    }
}
TEST_CASE("scene reconcile: a mesh in place of another one keeps its morph targets, also those without offsets") {
    const scene original = two_meshes();
    scene changed = original;
    const std::uint32_t mesh = changed.nodes[add_mine(changed)].mesh;
    for (const char* const name : {"frame_0", "Basis.001"}) { // the second one is Blender's
        changed.meshes[mesh].targets.emplace_back().name = name;
        changed.meshes[mesh].targets.back().positions.assign(6, {});
    }
    const outcome out = replaced(changed, original, mine_for_holder);
    REQUIRE(out.made.meshes[0].targets.size() == 1);
    CHECK(out.made.meshes[0].targets[0].name == "frame_0");
    CHECK(out.told.find("morph target frame_0: is new") != std::string::npos);
}
TEST_CASE("scene reconcile: several meshes take the place of one, and what is below them stays") {
    const scene original = two_meshes();
    scene changed = original;
    const std::uint32_t mine = add_mine(changed);
    add_node(changed, "flame", mine, {{0, 8, 0}, {}, {1, 1, 1}});
    changed.nodes[add_node(changed, "door", npos)].mesh = 3;
    changed.meshes.push_back(loose_triangles("door", 3));
    changed.meshes[3].targets.emplace_back().name = "open";
    changed.meshes[3].targets[0].positions.assign(3, {0, 2, 0});
    const std::vector<names> both{{"shed", "mine"}, {"shed", "door"}};
    const outcome out = replaced(changed, original, both);
    CHECK(out.told.starts_with("node shed: its mesh is replaced by mine and others\n"));
    REQUIRE(out.made.meshes[1].positions.size() == 9);
    CHECK(out.made.meshes[1].targets.size() == 1);
    CHECK(out.made.nodes.size() == 4);
    CHECK(out.made.nodes[3].name == "flame");
    CHECK(out.made.nodes[3].parent == 2);
}
TEST_CASE("scene reconcile: names of no mesh, of no own mesh, or of the mesh itself replace nothing") {
    const scene original = two_meshes();
    scene changed = original;
    add_mine(changed);
    const std::vector<names> wrong{{"roof", "mine"}, {"lamp", "mine"}, {"holder", "roof"}, {"holder", "shed"}};
    for (const names& each : wrong) {
        CHECK(replaced(changed, original, {each}).told == "node mine: is new\nmesh of mine: is new\n");
    }
    changed.nodes.pop_back();
    changed.nodes[0].name = "mine"; // made of what it replaces
    const outcome out = replaced(changed, original, mine_for_holder);
    CHECK(out.made == reconciled(original, original).made);
}
TEST_CASE("scene reconcile: joints of the same names move a mesh that takes the place of another one") {
    const scene original = skinned();
    for (const bool has_other_skeleton : {false, true}) {
        CAPTURE(has_other_skeleton);
        scene changed = original;
        const std::uint32_t mine = add_mine(changed);
        follow(changed.meshes.back(), has_other_skeleton ? 0 : 1);
        changed.nodes[mine].skin = has_other_skeleton ? 1 : 0;
        if (has_other_skeleton) {
            add_node(changed, "bone.001", npos, {{9, 9, 9}, {}, {1, 1, 1}});
            changed.skins.emplace_back().joints = {4};
            changed.skins[1].inverse_binds.resize(1);
            changed.skins[1].inverse_binds[0].translation = {-9, -9, -2};
        }
        const outcome out = replaced(changed, original, mine_for_holder);
        CHECK(out.guessed.find("lacks") == std::string::npos);
        const scene::mesh& found = out.made.meshes[0];
        REQUIRE(found.positions.size() == 6);
        CHECK(found.joints[0][0] == scene::joints4{1, 0, 0, 0});
        const vector3<float> moved{0, 0, has_other_skeleton ? 7.0F : 0.0F};
        for (std::uint32_t i = 0; i < 6; ++i) {
            CHECK(length(found.positions[i] - changed.meshes[1].positions[i] - moved) < 1e-5F);
        }
        CHECK(out.made.skins[0] == original.skins[0]);
    }
}
TEST_CASE("scene reconcile: weights of joints that the model lacks go to those above, new joints below its own stay") {
    const scene original = skinned();
    scene changed = original;
    const std::uint32_t mine = add_mine(changed);
    add_node(changed, "elbow", 2); // below a joint of the original
    add_node(changed, "tail", npos);
    scene::skin& skin = changed.skins.emplace_back();
    skin.joints = {4};
    skin.inverse_binds.resize(1);
    follow(changed.meshes.back(), 0);
    changed.nodes[mine].skin = 1;
    const outcome elbow = replaced(changed, original, mine_for_holder);
    CHECK(elbow.guessed == "");
    REQUIRE(elbow.made.skins[0].joints.size() == 3);
    CHECK(elbow.made.nodes[elbow.made.skins[0].joints[2]].name == "elbow");
    CHECK(elbow.made.meshes[0].joints[0][0][0] == 2);
    changed.skins[1].joints = {5};
    const outcome tail = replaced(changed, original, mine_for_holder);
    CHECK(tail.guessed == "mesh holder: weights of joints that the model lacks move with those above\n");
    CHECK(tail.made.skins[0] == original.skins[0]);
    CHECK(tail.made.meshes[0].joints[0][0][0] == 0); // the highest
}
TEST_CASE("scene reconcile: a mesh without weights moves with the joint that it is below, else with the highest one") {
    const scene original = skinned();
    reconcile_options how;
    for (const bool is_below : {false, true}) {
        scene changed = original;
        const std::uint32_t mine = add_mine(changed);
        changed.nodes[mine].parent = is_below ? 2 : npos;
        how.home = "holder";
        const outcome out = replaced(changed, original, mine_for_holder);
        CHECK(out.guessed == (is_below ? "" : "node mine: has no weights: it moves with root\n"));
        const std::uint16_t joint = is_below ? 1 : 0;
        CHECK(out.made.meshes[0].joints[0][5] == scene::joints4{joint, 0, 0, 0});
        const vector3<float> place{0, is_below ? 5.0F : 0.0F, is_below ? 5.0F : 1.0F};
        CHECK(length(out.made.meshes[0].positions[0] - place) < 1e-5F);
    }
}
TEST_CASE("scene reconcile: a mesh without weights is in the plain node of a skinned one, if the format has such") {
    scene original = skinned();
    original.nodes[0].name = "holder_2";
    const std::uint32_t plain = add_node(original, "holder", 1, {{1, 1, 1}, {}, {1, 1, 1}});
    scene changed = original;
    const std::uint32_t mine = add_mine(changed);
    const std::vector<names> for_holder{{"holder_2", "mine"}};
    const outcome own = replaced(changed, original, for_holder);
    REQUIRE(own.made.nodes[plain].mesh != npos);
    CHECK(own.made.nodes[plain].parent == 1);
    CHECK(own.made.nodes.size() <= 4); // the holder is gone, or empty
    const scene::mesh& made = own.made.meshes[own.made.nodes[plain].mesh];
    CHECK(made.joints.empty());
    CHECK(length(made.positions[0] - vector3<float>{-1, -1, -4}) < 1e-5F);
    changed.nodes[mine].parent = 2; // below a joint
    CHECK(replaced(changed, original, for_holder).made.meshes[0].joints[0][0] == scene::joints4{1, 0, 0, 0});
}
TEST_CASE("scene reconcile: a mesh has the normals of its own, not those of what it replaces") {
    scene original = two_meshes();
    for (const bool has_normals : {false, true}) {
        original.meshes[0].normals.clear();
        if (!has_normals) {
            original.meshes[0].normals.append(9, vector3<float>{0, 0, 1});
        }
        scene changed = original;
        add_mine(changed);
        if (!has_normals) {
            changed.meshes.back().normals.clear();
        }
        const scene::mesh made = replaced(changed, original, mine_for_holder).made.meshes[0];
        REQUIRE(made.normals.size() == 6);
        CHECK(effigy::impl::absolute(made.normals[0].z) == 1); // without normals, those of its triangles
    }
}
TEST_CASE("scene reconcile: meshes with joints and without in place of one that has none, in any order") {
    const scene original = skinned_and_shed();
    for (const bool is_first : {false, true}) {
        scene changed = original;
        const auto add_stone = [&] {
            changed.nodes[add_node(changed, "stone", npos)].mesh = static_cast<std::uint32_t>(changed.meshes.size());
            changed.meshes.push_back(loose_triangles("stone", 3));
        };
        if (is_first) {
            add_stone();
        }
        const std::uint32_t mine = add_mine(changed);
        follow(changed.meshes.back(), 0);
        changed.nodes[mine].skin = 0;
        if (!is_first) {
            add_stone();
        }
        const outcome out = replaced(changed, original, {{"shed", "mine"}, {"shed", "stone"}});
        REQUIRE(out.made.nodes.size() == 5);
        REQUIRE(out.made.nodes[3].mesh != npos);
        CHECK(out.made.meshes[out.made.nodes[3].mesh].positions.size() == 3);
        CHECK(out.made.meshes[out.made.nodes[4].mesh].positions.size() == 6);
        CHECK(out.made.nodes[4].skin == 0);
    }
}
TEST_CASE("scene reconcile: a joint takes no place, a copy of a mesh that is gone does") {
    scene original = skinned_and_shed();
    scene changed = original;
    changed.nodes[2].mesh = static_cast<std::uint32_t>(changed.meshes.size());
    changed.meshes.push_back(loose_triangles("knob", 3));
    CHECK(replaced(changed, original, {{"shed", "bone"}}).made.meshes[1] ==
          reconciled(original, original).made.meshes[1]);
    changed = two_meshes();
    original = changed;
    changed.nodes[2].name = "shed.001";
    const outcome out = replaced(changed, original, {{"holder", "shed.001"}});
    CHECK(out.made.meshes[0].positions.size() == 3);
    CHECK(out.made.nodes[2] == original.nodes[2]); // it is kept
}
TEST_CASE("scene reconcile: a mesh that joints move has a node of its own, unless the format has no others") {
    const scene original = skinned_and_shed();
    scene changed = original;
    const std::uint32_t mine = add_mine(changed);
    follow(changed.meshes.back(), 0);
    changed.nodes[mine].skin = 0;
    const std::vector<names> for_shed{{"shed", "mine"}};
    reconcile_options how;
    const outcome own = replaced(changed, original, for_shed, how);
    REQUIRE(own.made.nodes.size() == 5);
    CHECK(own.made.nodes[3].mesh == npos);
    CHECK(own.made.nodes[4].skin == 0);
    CHECK(own.made.meshes[own.made.nodes[4].mesh].name == "shed");
    how.home = "holder";
    const outcome flat = replaced(changed, original, for_shed, how);
    CHECK(flat.made.nodes.size() == 4);
    check_places(flat.made, 3, changed.meshes[2], {});
}
TEST_CASE("scene reconcile: of a scene that was not made of the original, only what replaces a mesh is brought back") {
    const scene original = skinned();
    scene other; // without the original's bone, but what is above it; and a node of the same name
    add_node(other, "holder", npos);
    add_node(other, "root", npos, {{0, 0, 1}, {}, {1, 1, 1}});
    add_node(other, "tail", 1);
    add_mine(other);
    other.meshes[0].origins.assign(6, scene::origin{0, 1, 77});
    other.materials.emplace_back().name = "brass";
    other.meshes[0].primitives[0].material = 0;
    follow(other.meshes[0], 0);
    other.skins.emplace_back().joints = {2};
    other.skins[0].inverse_binds.resize(1);
    other.nodes[3].skin = 0;
    reconcile_options how;
    how.replaces_only = true;
    const outcome out = replaced(other, original, mine_for_holder, how);
    CHECK(out.guessed == "mesh of mine: weights of joints that the model lacks move with those above\n");
    CHECK(out.made.nodes == original.nodes);
    CHECK(out.made.skins == original.skins);
    REQUIRE(out.made.materials.size() == 1);
    CHECK(out.made.materials[0].name == "brass");
    REQUIRE(out.made.meshes[0].positions.size() == 6);
    CHECK(out.made.meshes[0].joints[0][5] == scene::joints4{});
    CHECK(length(out.made.meshes[0].positions[1] - other.meshes[0].positions[1] - vector3<float>{0, 0, 1}) < 1e-5F);
    other.nodes[1].name = "tail of another";
    other.nodes[2].name = "end";
    CHECK(replaced(other, original, mine_for_holder, how)
              .told.starts_with("mesh of mine: its weights: the model has none of its joints\n"));
    CHECK(replaced(other, original, {}, how).made == reconciled(original, original).made);
}

// ---- formats without nodes for new meshes --------------------------------------------------------------------------

reconcile_options at_home(bool deletes = false) {
    static constexpr auto is_part = [](std::string_view name, std::string_view) { return name != "level 3"; };
    reconcile_options out{.delete_missing = deletes, .is_part = is_part};
    out.home = "holder";
    return out;
}

TEST_CASE("scene reconcile: new meshes join the one that they are below, or their home") {
    const scene original = two_meshes();
    const auto triangles = [](const outcome& of) {
        return std::pair{of.made.meshes[0].indices.size() / 3, of.made.meshes[1].indices.size() / 3};
    };
    scene changed = original;
    const std::uint32_t mine = add_mine(changed);
    const outcome root = reconciled(changed, original, at_home());
    CHECK(triangles(root) == std::pair<std::size_t, std::size_t>{5, 1});
    CHECK(root.guessed == "node holder: nodes are parts of its mesh, such as mine 1\n");
    changed.nodes[mine].parent = 1; // below what is below the home
    CHECK(triangles(reconciled(changed, original, at_home())) == std::pair<std::size_t, std::size_t>{5, 1});
    changed.meshes[2].normals.clear(); // from the triangles
    CHECK(reconciled(changed, original, at_home()).made.meshes[0].normals.size() == 15);
    changed.nodes[mine].parent = 2;
    CHECK(triangles(reconciled(changed, original, at_home())) == std::pair<std::size_t, std::size_t>{3, 3});
    changed.nodes[mine].name = "level 3";
    CHECK(reconciled(changed, original, at_home()).made.nodes.size() == 4);
    CHECK(reconciled(changed, original).made.nodes.size() == 4);
}
TEST_CASE("scene reconcile: a new mesh joins a home that is kept, and takes the place of one that is deleted") {
    const scene original = two_meshes();
    scene changed;
    add_mine(changed);
    const outcome kept = reconciled(changed, original, at_home());
    CHECK(kept.made.nodes[0] == original.nodes[0]);
    REQUIRE(kept.made.meshes[0].positions.size() == 15);
    CHECK(kept.made.meshes[0].positions[8] == original.meshes[0].positions[8]);
    const outcome deleted = reconciled(changed, original, at_home(true));
    REQUIRE(deleted.made.nodes.size() == 1);
    CHECK(deleted.made.nodes[0] == original.nodes[0]);
    check_places(deleted.made, 0, changed.meshes[0], {});
}
TEST_CASE("scene reconcile: parts that are above their meshes leave these where they are") {
    const scene original = two_meshes();
    scene changed = original;
    const std::uint32_t mine = add_mine(changed, {{4, 0, 0}, {}, {1, 1, 1}}), other = add_mine(changed);
    changed.nodes[other].name = "other";
    std::swap(changed.nodes[0], changed.nodes[mine]); // parents come first
    changed.nodes[mine].parent = 0;
    changed.nodes[mine].local.position = original.nodes[0].local.position - vector3<float>{4, 0, 0};
    changed.nodes[1].parent = npos;
    changed.nodes[1].local = original.nodes[0].local;
    const outcome out = reconciled(changed, original, at_home());
    CHECK(out.made.meshes[0].indices.size() == 9 + 6 + 6);
    CHECK(out.made.nodes[0].parent == npos);
    CHECK(length(out.made.nodes[0].local.position - original.nodes[0].local.position) < 1e-5F);
    CHECK(out.made.nodes.size() == 3);
}

}} // namespace ::replacing
