#include "scene/bring_back.hpp"

#include <cmath>

namespace { namespace reconciling_skins {

using namespace bringing_back;

// Two bones, a third one without a skin, and a mesh with morph targets that the two move.
scene rigged() {
    scene out;
    add_node(out, "hips", npos, {{0, 1, 0}, {}, one});
    add_node(out, "arm", 0, {{0, 2, 0}, {0.6F, 0, 0, 0.8F}, one});
    add_node(out, "hand", 1, {{0, 0, 3}, {}, one});
    out.nodes[add_node(out, "body", npos)].mesh = 0;
    out.nodes[3].skin = 0;
    scene::mesh& mesh = out.meshes.emplace_back(loose_triangles("body", 9));
    mesh.joints.resize(1);
    mesh.weights.resize(1);
    mesh.targets.resize(1);
    mesh.targets[0].name = "open";
    for (std::size_t i = 0; i < 9; ++i) {
        const float share = i == 8 ? 0 : 0.125F * static_cast<float>(i);
        mesh.joints[0].push_back({static_cast<std::uint16_t>(share == 0 ? 0 : 1), 0, 0, 0});
        mesh.weights[0].push_back({share == 0 ? 1 : share, share == 0 ? 0 : 1 - share, 0, 0});
        mesh.targets[0].positions.push_back({0, 0, 1});
    }
    std::vector<matrix4x3<double>> world(out.nodes.size());
    world_matrices(out, world);
    out.skins.resize(1);
    out.skins[0].joints = {0, 1};
    for (const std::size_t joint : {0U, 1U}) {
        out.skins[0].inverse_binds.push_back(impl::to_real<float>(inverse(world[joint]).matrix));
    }
    return out;
}

// Moves a skinned mesh into another space, and its bind matrices back.
constexpr pose<double> elsewhere{{3, -2, 1}, {0, 0, 0.6, 0.8}, {2, 2, 2}};
void move_mesh(scene& of, std::uint32_t number) {
    const matrix4x3<double> there = elsewhere.matrix();
    scene::mesh& mesh = of.meshes[number];
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        mesh.positions[i] = impl::to_real<float>(transform_point(there, impl::to_real<double>(mesh.positions[i])));
        mesh.normals[i] =
            impl::to_real<float>(normalized(transform_vector(there, impl::to_real<double>(mesh.normals[i]))));
    }
}
void move_binds(scene& of) {
    const matrix4x3<double> back = inverse(elsewhere.matrix()).matrix;
    for (matrix4x3<float>& each : of.skins[0].inverse_binds) {
        each = impl::to_real<float>(impl::to_real<double>(each) * back);
    }
}
bool are_close(const vector3<float>& a, const vector3<float>& b) { return length(a - b) < 1e-5F * (1 + length(b)); }

TEST_CASE("scene reconcile: edits of a mesh in another space are brought back") {
    const scene original = rigged();
    for (const bool has_origins : {true, false}) {
        scene changed = has_origins ? numbered(original) : original;
        move_mesh(changed, 0);
        move_binds(changed);
        check_unchanged(changed, original);
        for (const std::uint32_t vertex : {0U, 4U, 8U}) { // with one joint or two
            scene edited = has_origins ? numbered(original) : original;
            scene::mesh& mesh = edited.meshes[0];
            mesh.positions[vertex] = mesh.positions[vertex] + vector3<float>{0.5F, 0.25F, 0.125F};
            mesh.normals[vertex] = {0.6F, 0.8F, 0};
            const scene::mesh expected = mesh;
            move_mesh(edited, 0);
            move_binds(edited);
            mesh.targets[0].positions[vertex] = {0, 0, 4}; // 2 in the original's space
            const outcome out = reconciled(edited, original);
            CHECK(out.told == "mesh body: vertices moved 1\nmesh body: normals of vertices 1\nmesh body: offsets of "
                              "morph targets 1\n");
            const scene::mesh& made = out.made.meshes[0];
            CHECK(are_close(made.positions[vertex], expected.positions[vertex]));
            CHECK(are_close(made.normals[vertex], expected.normals[vertex]));
            CHECK(are_close(made.targets[0].positions[vertex], {0, 0, 2}));
            CHECK(out.made.skins == original.skins);
        }
    }
}
TEST_CASE("scene reconcile: an object that a person moved is as large as the editor shows it") {
    const scene original = rigged();
    scene changed = numbered(original); // all of its vertices
    for (vector3<float>& each : changed.meshes[0].positions) {
        each = each * 3.0F + vector3<float>{0.5F, 0.25F, 0.125F};
    }
    const scene expected = changed;
    move_mesh(changed, 0);
    move_binds(changed);
    for (vector3<float>& each : changed.meshes[0].targets[0].positions) {
        each = {0, 0, 2}; // 1 in the original's space
    }
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: vertices moved 9\n");
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(are_close(out.made.meshes[0].positions[i], expected.meshes[0].positions[i]));
    }
    CHECK(out.made.nodes == original.nodes);
    CHECK(out.made.skins == original.skins);
}
TEST_CASE("scene reconcile: what was exported with z up is turned back, but not a mesh that a person turned") {
    scene original = rigged();
    original.nodes[add_node(original, "box", 2, {{1, 2, 3}, {0, 0.6F, 0, 0.8F}, {1, 2, 3}})].mesh = 1;
    original.meshes.push_back(loose_triangles("box", 6));
    for (std::size_t i = 0; i < 6; ++i) {
        original.meshes[1].normals[i] = {0.6F, 0.8F, 0};
    }
    original.clips.resize(1);
    original.clips[0].times = {{0, 1}};
    add_keys(original.clips[0], 1, scene::path::translation, 0, {0, 2, 0, 1, 2, 3});
    add_keys(original.clips[0], 1, scene::path::rotation, 0, {0.6F, 0, 0, 0.8F, 0, 0.6F, 0, 0.8F});
    add_keys(original.clips[0], 1, scene::path::scale, 0, {1, 1, 1, 1, 2, 3});
    const auto turn = [](vector3<float>& of) { of = {of.x, -of.z, of.y}; };
    const auto turn_mesh = [&](scene::mesh& of) {
        std::for_each(of.positions.begin(), of.positions.end(), turn);
        std::for_each(of.normals.begin(), of.normals.end(), turn);
        for (scene::morph_target& each : of.targets) {
            std::for_each(each.positions.begin(), each.positions.end(), turn);
        }
    };
    scene changed = numbered(original);
    for (scene::node& each : changed.nodes) {
        const quaternion<float> q = each.local.rotation;
        turn(each.local.position);
        each.local.rotation = {q.x, -q.z, q.y, q.w};
        std::swap(each.local.scale.y, each.local.scale.z);
    }
    for (scene::mesh& each : changed.meshes) {
        turn_mesh(each);
    }
    for (matrix4x3<float>& m : changed.skins[0].inverse_binds) {
        for (vector3<float>* const each : {&m.x, &m.y, &m.z, &m.translation}) {
            turn(*each);
        }
        m = {m.x, -m.z, m.y, m.translation};
    }
    changed.clips[0].channels[0].values = {0, 0, 2, 1, -3, 2};
    changed.clips[0].channels[1].values = {0.6F, 0, 0, 0.8F, 0, 0, 0.6F, 0.8F};
    changed.clips[0].channels[2].values = {1, 1, 1, 1, 3, 2};
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "");
    CHECK(out.guessed.starts_with("scene : its Z axis is up"));
    check_same(out.made, numbered(original));

    scene turned = numbered(original);
    turn_mesh(turned.meshes[0]);
    turn_mesh(turned.meshes[1]);
    const outcome mine = reconciled(turned, original);
    CHECK(mine.guessed == "");
    CHECK(mine.made.meshes[1].positions == turned.meshes[1].positions);

    // Without places of nodes, meshes tell.
    const scene alone = with_mesh(original.meshes[1]);
    scene up = numbered(alone);
    turn_mesh(up.meshes[0]);
    const outcome found = reconciled(up, alone);
    CHECK(found.guessed.starts_with("scene : its Z axis is up"));
    check_same(found.made, numbered(alone));
}
TEST_CASE("scene reconcile: a mesh that is mirrored through a skin turns its triangles") {
    const auto mirror = [](scene& of) {
        for (vector3<float>& each : of.meshes[0].positions) {
            each.x = -each.x;
        }
    };
    scene original = rigged();
    scene::mesh& mesh = original.meshes[0];
    mesh.positions = {};
    for (int i = 0; i < 9; ++i) { // front faces along the normals
        const auto x = static_cast<float>(i);
        mesh.positions.push_back({x, i % 3 == 2 ? 1.0F : 0.0F, 1});
    }
    scene changed = numbered(original);
    mirror(changed);
    const outcome out = reconciled(changed, original);
    CHECK(out.told.starts_with("mesh body: is mirrored, so its triangles are turned\n"));
    REQUIRE(out.made.meshes[0].indices.size() == 9);
    for (std::size_t i = 0; i < 9; i += 3) {
        const auto at = [&](std::size_t corner) {
            return out.made.meshes[0].positions[out.made.meshes[0].indices[i + corner]];
        };
        CHECK(cross(at(1) - at(0), at(2) - at(0)).z > 0);
    }
    changed.meshes[0].normals = scene::list<vector3<float>>(9, {0, 0, -1}); // what a person turned
    CHECK(reconciled(changed, original).told.find("mirrored") == std::string::npos);
    mirror(original); // it was inside out before
    CHECK(reconciled(numbered(original), original).told == "");
}
TEST_CASE("scene reconcile: where a vertex is is blended by its weights") {
    const scene original = rigged();
    scene changed = numbered(original); // an editor that bound one bone elsewhere
    const vector3<float> away{8, 0, 0};
    changed.skins[0].inverse_binds[1].translation = changed.skins[0].inverse_binds[1].translation - away;
    for (std::size_t i = 0; i < 9; ++i) {
        const bool has_arm = changed.meshes[0].joints[0][i][0] == 1;
        changed.meshes[0].positions[i] =
            changed.meshes[0].positions[i] + away * (has_arm ? changed.meshes[0].weights[0][i][0] : 0.0F);
    }
    check_unchanged(changed, original);
}
TEST_CASE("scene reconcile: a skin that an editor applied and moved is undone") {
    const scene original = rigged();
    scene changed = numbered(original);
    move_mesh(changed, 0);
    changed.nodes[3].local = impl::to_real<float>(decompose(inverse(elsewhere.matrix()).matrix).pose);
    changed.nodes[3].skin = npos;
    changed.meshes[0].joints.clear();
    changed.meshes[0].weights.clear();
    check_unchanged(changed, original);
    changed.meshes[0].positions[8] = changed.meshes[0].positions[8] + vector3<float>{2, 0, 0};
    CHECK(told(changed, original) == "mesh body: vertices moved 1\n");
}
TEST_CASE("scene reconcile: bones that an editor turned are turned back") {
    // The bind matrices tell by how much if vertices are where they were; also bones that only carry others are turned.
    const scene original = rigged();
    scene changed = numbered(original);
    constexpr quaternion<float> turn{0, 0, 0.6F, 0.8F};
    const matrix4x3<double> turned = impl::to_real<double>(pose<float>{{}, turn, one}).matrix(),
                            back = inverse(turned).matrix;
    for (const std::uint32_t node : {0U, 1U, 2U}) {
        const matrix4x3<double> local = impl::to_real<double>(original.nodes[node].local).matrix();
        changed.nodes[node].local =
            impl::to_real<float>(decompose((node == 0 ? matrix4x3<double>{} : back) * local * turned).pose);
    }
    for (matrix4x3<float>& bind : changed.skins[0].inverse_binds) {
        bind = impl::to_real<float>(back * impl::to_real<double>(bind));
    }
    changed.skins[0].joints.push_back(2);
    changed.skins[0].inverse_binds.emplace_back();
    check_unchanged(changed, original);
    for (const std::uint32_t node : {0U, 1U, 2U}) {
        scene spun = changed; // a person turns a bone
        spun.nodes[node].local = impl::to_real<float>(
            decompose((node == 0 ? matrix4x3<double>{} : back) *
                      impl::to_real<double>(original.nodes[node].local).matrix() *
                      impl::to_real<double>(pose<float>{{}, {0, 0.6F, 0, 0.8F}, one}).matrix() * turned)
                .pose);
        const std::string name{original.nodes[node].name};
        CHECK(told(spun, original) ==
              (node == 2 ? "" : "node " + name + ": transform\n")); // the last one could be the editor's
        scene moved = changed;
        moved.nodes[node].local.position = moved.nodes[node].local.position + vector3<float>{0, 0, 1};
        const outcome out = reconciled(moved, original);
        CHECK(out.told == "node " + std::string{original.nodes[node].name} + ": transform\n");
        CHECK(are_close(out.made.nodes[node].local.position,
                        original.nodes[node].local.position + vector3<float>{0, 0, 1}));
    }
}
TEST_CASE("scene reconcile: the scales that an editor took from turned bones come back") {
    scene original = rigged();
    const auto world_of = [](const scene& of) {
        std::vector<matrix4x3<double>> out(of.nodes.size());
        world_matrices(of, out);
        return out;
    };
    original.nodes[0].local.scale = {2, 2, 2};
    original.nodes[1].local.scale = original.nodes[2].local.scale = {0.5F, 0.5F, 0.5F};
    const auto scaled = world_of(original);
    scene changed = original;
    for (const std::uint32_t node : {0U, 1U, 2U}) {
        changed.nodes[node].local.scale = one;
    }
    const auto bare = world_of(changed);
    constexpr quaternion<float> turn{0, 0, 0.6F, 0.8F};
    const matrix4x3<double> turned = impl::to_real<double>(pose<float>{{}, turn, one}).matrix();
    for (const std::uint32_t node : {0U, 1U, 2U}) {
        const matrix4x3<double> above = node == 0 ? matrix4x3<double>{} : inverse(bare[node - 1] * turned).matrix;
        changed.nodes[node].local = impl::to_real<float>(decompose(above * bare[node] * turned).pose);
    }
    for (const std::size_t joint : {0U, 1U}) {
        original.skins[0].inverse_binds[joint] = impl::to_real<float>(inverse(scaled[joint]).matrix);
        changed.skins[0].inverse_binds[joint] = impl::to_real<float>(inverse(bare[joint] * turned).matrix);
    }
    changed.skins[0].joints.push_back(2);
    changed.skins[0].inverse_binds.emplace_back();
    for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t joint = i % 2;
        for (scene* const each : {&original, &changed}) {
            each->meshes[0].joints[0][i] = {static_cast<std::uint16_t>(joint), 0, 0, 0};
            each->meshes[0].weights[0][i] = {1, 0, 0, 0};
        }
        const vector3<double> at = impl::to_real<double>(original.meshes[0].positions[i]);
        changed.meshes[0].positions[i] =
            impl::to_real<float>(transform_point(bare[joint] * inverse(scaled[joint]).matrix, at));
    }
    check_unchanged(changed, original);
    check_unchanged(numbered(changed), original);
}
TEST_CASE("scene reconcile: joints that a skin lacks are added to it") {
    const scene original = rigged();
    scene changed = numbered(original);
    add_node(changed, "finger", 2, {{1, 0, 0}, {}, one});
    changed.skins[0].joints = {4, 1, 2, 0};
    const auto binds = original.skins[0].inverse_binds;
    changed.skins[0].inverse_binds = {{}, binds[1], {}, binds[0]};
    changed.skins[0].inverse_binds[0].translation = {5, 6, 7};
    changed.skins[0].inverse_binds[2].translation = {2, 3, 4};
    scene::mesh& mesh = changed.meshes[0];
    for (std::size_t i = 0; i < 9; ++i) {
        mesh.joints[0][i][0] = mesh.joints[0][i][0] == 1 ? 1 : 3;
        mesh.joints[0][i][1] = mesh.weights[0][i][1] != 0 ? 3 : 0;
    }
    CHECK(told(changed, original) == "node finger: is new\n"); // but it has no vertex
    CHECK(reconciled(changed, original).made.skins == original.skins);
    mesh.joints[0][0] = {2, 0, 0, 0};
    mesh.weights[0][0] = {0.75F, 0.25F, 0, 0};
    mesh.joints[0][8] = {0, 2, 0, 0};
    mesh.weights[0][8] = {0.5F, 0.5F, 0, 0};
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "node finger: is new\nmesh body: weights of vertices 2\n");
    REQUIRE(out.made.skins[0].joints == scene::list<std::uint32_t>{0, 1, 2, 4});
    CHECK(out.made.nodes[4].name == "finger");
    CHECK(out.made.skins[0].inverse_binds == scene::list<matrix4x3<float>>{binds[0], binds[1],
                                                                           changed.skins[0].inverse_binds[2],
                                                                           changed.skins[0].inverse_binds[0]});
    CHECK(out.made.meshes[0].joints[0][0] == scene::joints4{2, 3, 0, 0});
    CHECK(out.made.meshes[0].joints[0][8] == scene::joints4{3, 2, 0, 0});
    CHECK(out.made.meshes[0].weights == mesh.weights);
}
TEST_CASE("scene reconcile: vertices by Blender's bone for those without weights follow the highest joint") {
    const scene original = numbered(rigged());
    scene changed = original;
    const std::uint32_t neutral = add_node(changed, "neutral_bone", 0);
    changed.skins[0].joints.push_back(neutral);
    changed.skins[0].inverse_binds.resize(3);
    scene expected = original;
    for (const std::size_t vertex : {1U, 4U}) {
        changed.meshes[0].joints[0][vertex] = {2, 0, 0, 0};
        changed.meshes[0].weights[0][vertex] = {1, 0, 0, 0};
        expected.meshes[0].joints[0][vertex] = {};
        expected.meshes[0].weights[0][vertex] = {1, 0, 0, 0};
    }
    const outcome out = reconciled(changed, original);
    check_same(out.made, expected);
    CHECK(out.told == "mesh body: weights of vertices 2\n");
    CHECK(out.guessed.starts_with("node neutral_bone: Blender's own"));
    changed.nodes[neutral].name = "another";
    CHECK(reconciled(changed, original).made.nodes.size() == 5);
}
TEST_CASE("scene reconcile: a bind matrix of a new joint is finite, whatever the editor wrote") {
    const scene original = rigged();
    scene changed = numbered(original);
    changed.skins[0].joints.push_back(2);
    changed.skins[0].inverse_binds.emplace_back();
    changed.skins[0].inverse_binds[0].x = changed.skins[0].inverse_binds[0].y = {}; // has no inverse
    changed.skins[0].inverse_binds[1].x = {};
    changed.meshes[0].joints[0][8] = {2, 0, 0, 0};
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: weights of vertices 1\n");
    CHECK(out.made.skins[0].joints.size() == 3);
}
TEST_CASE("scene reconcile: nodes that show a mesh with skins of their own keep them while the joints are enough") {
    scene original = rigged();
    original.skins.push_back(original.skins[0]);
    original.nodes[add_node(original, "twin", npos)].mesh = 0;
    original.nodes[4].skin = 1;
    check_unchanged(original, original);
    scene changed = numbered(original);
    changed.skins[0].joints.push_back(2);
    changed.skins[0].inverse_binds.emplace_back();
    changed.skins[1] = changed.skins[0];
    changed.meshes[0].joints[0][8] = {2, 0, 0, 0};
    const outcome out = reconciled(changed, original);
    CHECK(out.made.nodes[3].skin == 0);
    CHECK(out.made.nodes[4].skin == 0); // the other one has two joints
    CHECK(out.made.skins.size() == 1);
}
TEST_CASE("scene reconcile: a new mesh has the skin of the original that the editor's was, or a new one") {
    const scene original = rigged();
    scene changed = numbered(original);
    changed.nodes[add_node(changed, "coat", npos)].mesh = 1;
    changed.nodes[4].skin = 0;
    changed.meshes.push_back(original.meshes[0]);
    changed.meshes[1].name = "coat";
    changed.meshes[1].positions[0] = {-1, -2, -3};
    scene::list<scene::origin>& origins = changed.meshes[1].origins;
    origins = {{0, 0}, {0, 8}, {0, 9}, {1, 0}, {npos, npos}, {0, npos}, {0, 1}, {2, 1}, {0, 3}};
    const scene::mesh coat = changed.meshes[1];
    move_mesh(changed, 0);
    move_mesh(changed, 1);
    move_binds(changed);
    changed.nodes[4].name = "another"; // its origins are those of "body", which is there
    outcome out = reconciled(changed, original);
    CHECK(out.told == "node another: is new\nmesh coat: is new\n");
    REQUIRE(out.made.meshes.size() == 2);
    CHECK(out.made.nodes[4].skin == 0);
    CHECK(out.made.skins == original.skins);
    const scene::mesh& made = out.made.meshes[1];
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(are_close(made.positions[i], coat.positions[i]));
        CHECK(are_close(made.normals[i], coat.normals[i]));
        CHECK(made.joints[0][i] == coat.joints[0][i]);
    }
    CHECK(made.origins == scene::list<scene::origin>{{0, 0}, {0, 8}, {}, {}, {}, {}, {0, 1}, {}, {0, 3}});

    changed.skins.push_back(changed.skins[0]); // of no mesh of the original
    changed.skins[1].name = "coats";
    std::swap(changed.skins[1].joints[0], changed.skins[1].joints[1]);
    std::swap(changed.skins[1].inverse_binds[0], changed.skins[1].inverse_binds[1]);
    changed.nodes[4].skin = 1;
    out = reconciled(changed, original);
    REQUIRE(out.made.skins.size() == 2);
    CHECK(out.made.nodes[4].skin == 1);
    CHECK(out.made.skins[1].name == "coats");
    CHECK(out.made.skins[1].joints == scene::list<std::uint32_t>{1, 0}); // in the order of use
    CHECK(out.made.meshes[1].positions == changed.meshes[1].positions);
    CHECK(out.made.meshes[1].joints[0][0] == scene::joints4{0, 0, 0, 0});
}
TEST_CASE("scene reconcile: a mesh that got a skin is a new mesh") {
    scene original = rigged();
    scene changed = numbered(original);
    original.nodes[3].skin = npos;
    original.meshes[0].joints.clear();
    original.meshes[0].weights.clear();
    original.skins.clear();
    const outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: is new\n");
    CHECK(out.made.nodes[3].skin == 0);
    CHECK(out.made.skins[0].joints == scene::list<std::uint32_t>{0, 1});
    CHECK(out.made.meshes.size() == 1);
}
// ---- meshes that several nodes show --------------------------------------------------------------------------------

// A mesh that this many nodes show.
scene copies(std::uint32_t count) {
    scene out = with_mesh(loose_triangles("wheel", 3));
    for (std::uint32_t i = 1; i < count; ++i) {
        out.nodes[add_node(out, ("holder" + std::to_string(i)).c_str(), npos)].mesh = 0;
    }
    return out;
}
TEST_CASE(
    "scene reconcile: copies of a mesh are one mesh again, up to eight that were changed are meshes of their own") {
    for (const bool is_changed : {false, true}) {
        const scene original = copies(9);
        scene changed = numbered(original);
        for (std::uint32_t i = 1; i < 9; ++i) {
            changed.nodes[i].mesh = i;
            changed.meshes.push_back(changed.meshes[0]);
            changed.meshes[i].name = "wheel" + std::to_string(i);
            changed.meshes[i].positions[2].z += is_changed ? static_cast<float>(i) : 0.0F;
        }
        const outcome out = reconciled(changed, original);
        std::string expected;
        for (std::uint32_t i = 1; i < 8 && is_changed; ++i) {
            expected += "mesh wheel: vertices moved 1\nmesh wheel" + std::to_string(i) + ": is no longer shared\n";
        }
        CHECK(out.told == expected + "mesh wheel8: is new\n");
        REQUIRE(out.made.meshes.size() == (is_changed ? 9 : 2));
        for (std::uint32_t i = 0; i < 9; ++i) {
            const scene::mesh& made = out.made.meshes[out.made.nodes[i].mesh];
            CHECK(made.positions == changed.meshes[i].positions);
            CHECK(made.origins == changed.meshes[0].origins);
            CHECK(made.name == (is_changed || i == 8 ? changed.meshes[i] : changed.meshes[0]).name);
        }
    }
}
TEST_CASE("scene reconcile: a node whose mesh is gone keeps it, or loses it if that is wanted") {
    scene original = rigged();
    scene changed = numbered(original);
    changed.nodes[3].mesh = changed.nodes[3].skin = npos;
    outcome out = reconciled(changed, original);
    CHECK(out.told == "mesh body: the changed scene lacks it\n");
    check_same(out.made, numbered(original));
    out = reconciled(changed, original, true);
    CHECK(out.told == "mesh body: the changed scene lacks it\n");
    CHECK(out.made.nodes == changed.nodes);
    CHECK(out.made.meshes.empty());
    CHECK(out.made.skins.empty());
}
TEST_CASE("scene reconcile: a node gets another mesh of the original") {
    scene original = copies(2);
    original.meshes.push_back(loose_triangles("box", 6));
    original.nodes[1].mesh = 1;
    scene changed = numbered(original);
    changed.nodes[1].mesh = 0;
    const outcome out = reconciled(changed, original, true);
    CHECK(out.made.nodes[1].mesh == 0);
    CHECK(out.made.meshes.size() == 1);
}
TEST_CASE("scene reconcile: vertices of a mesh without a skin are in the same space wherever its node is") {
    scene original = copies(2);
    original.nodes[1].local.position = {5, 0, 0};
    scene changed = numbered(original);
    changed.nodes[0].local.position = {9, 9, 9};
    CHECK(told(changed, original) == "node holder: transform\n");
}
TEST_CASE("scene reconcile: the result is in the memory that is given, or in that of the program") {
    const scene original = rigged();
    const auto quiet = [](const remark&) {};
    CHECK(reconcile(original, original, quiet, {}, nullptr).value().made == numbered(original));
    std::pmr::monotonic_buffer_resource memory;
    const auto made = reconcile(original, original, quiet, {}, &memory);
    CHECK(made->made.nodes.resource() == &memory);
}

}} // namespace ::reconciling_skins
