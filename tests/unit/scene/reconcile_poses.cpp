// Nodes and joints that moved.
#include "scene/bring_back.hpp"

#include <cmath>

namespace { namespace reconciling_poses {

using namespace bringing_back;

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

}} // namespace ::reconciling_poses
