// Nodes and lights of edited scenes, brought back into models.
#include "grimrock/applied.hpp"

namespace applied {

namespace {

// Removes a node without children.
void erase_node(scene& of, std::string_view name) {
    const std::uint32_t gone = number_of(of, name);
    of.nodes.erase(of.nodes.begin() + gone);
    for (scene::node& node : of.nodes) {
        node.parent -= node.parent != npos && node.parent > gone ? 1U : 0U;
    }
    for (scene::skin& skin : of.skins) {
        for (std::uint32_t& joint : skin.joints) {
            joint -= joint > gone ? 1U : 0U;
        }
    }
}

} // namespace

TEST_CASE("grimrock apply: nodes that are new, moved, renamed or gone") {
    for (const int version : {2, 4}) {
        const grimrock::owned_model before = decoded(models_to_apply(), version);
        SUBCASE("new, with children") {
            scene edited = shown(before);
            for (const auto& [name, parent] : {std::pair{"shoulder", "root"}, {"finger", "hand"}, {"tip", "finger"}}) {
                scene::node made;
                made.name = name;
                made.parent = number_of(edited, parent);
                made.local.position = {1, 2, 3};
                edited.nodes.push_back(std::move(made));
            }
            grimrock::owned_model model = before;
            const remarks said = bring(edited, model);
            CHECK(said.has("changed node tip: new"));
            CHECK(unlike(edited, shown(model)) == "");
            CHECK(model.get(model.nodes)[0].parent == -1);
            CHECK(model.get(model.nodes)[3].parent == -5); // still without a parent, as stored
        }
        SUBCASE("a new parent of an old node goes before it, and bones follow") {
            scene edited = shown(before);
            scene::node made;
            made.name = "elbow";
            made.parent = number_of(edited, "root");
            made.local.position = {0, 0, 1};
            const std::uint32_t hand = number_of(edited, "hand");
            edited.nodes.insert(edited.nodes.begin() + hand, std::move(made));
            for (std::uint32_t i = hand + 1; i < edited.nodes.size(); ++i) {
                std::uint32_t& parent = edited.nodes[i].parent;
                parent += parent != npos && parent >= hand ? 1U : 0U;
            }
            for (scene::skin& skin : edited.skins) {
                for (std::uint32_t& joint : skin.joints) {
                    joint += joint >= hand ? 1U : 0U;
                }
            }
            node_of(edited, "hand").parent = hand;
            grimrock::owned_model model = before;
            bring(edited, model);
            CHECK(unlike(edited, shown(model)) == "");
            for (std::int32_t i = 0; i < static_cast<std::int32_t>(model.nodes.size()); ++i) {
                CHECK(model.get(model.nodes)[static_cast<std::size_t>(i)].parent < i);
            }
        }
        SUBCASE("a new root is a child of node 0, in the same place") {
            scene edited = shown(before);
            scene::node made;
            made.name = "beside";
            made.local.position = {5, 6, 7};
            edited.nodes.push_back(std::move(made));
            grimrock::owned_model model = before;
            CHECK(bring(edited, model).has("changed node beside: a child of node 0"));
            edited.nodes.back().parent = 0;
            scene is = shown(model);
            std::vector<matrix4x3<double>> world(is.nodes.size());
            world_matrices(is, world);
            CHECK(are_near(world[number_of(is, "beside")],
                           matrix4x3<double>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {5, 6, 7}}));
        }
        SUBCASE("a new root above all becomes node 0") {
            scene edited = shown(before);
            scene::node made;
            made.name = "top";
            made.local.position = {0, 9, 0};
            edited.nodes.insert(edited.nodes.begin(), std::move(made));
            for (std::uint32_t i = 1; i < edited.nodes.size(); ++i) {
                std::uint32_t& parent = edited.nodes[i].parent;
                parent = parent != npos ? parent + 1 : edited.nodes[i].skin == npos ? 0 : npos;
            }
            for (scene::skin& skin : edited.skins) {
                for (std::uint32_t& joint : skin.joints) {
                    ++joint;
                }
            }
            grimrock::owned_model model = before;
            bring(edited, model);
            CHECK(model.get(model.get(model.nodes)[0].name) == "top");
            CHECK(unlike(edited, shown(model)) == "");
        }
        SUBCASE("gone") {
            scene edited = shown(before);
            erase_node(edited, "grid");
            edited.meshes.erase(&mesh_of(edited, "grid"));
            for (scene::node& node : edited.nodes) {
                node.mesh -= node.mesh != npos && node.mesh > 1 ? 1U : 0U;
            }
            grimrock::owned_model model = before;
            const remarks kept = bring(edited, model);
            CHECK(model == before);
            CHECK(kept.has("kept mesh grid"));
            CHECK(kept.has("kept node grid"));
            CHECK(bring(edited, model, {.delete_missing = true}).has("changed node grid: deleted"));
            CHECK(unlike(edited, shown(model)) == "");
            CHECK(model.nodes.size() == before.nodes.size() - 1);
        }
        SUBCASE("renamed: the number tells which it is, but for what is made for glTF") {
            scene edited = shown(before);
            REQUIRE(edited.nodes[number_of(edited, "hand")].mesh == npos);
            edited.skins.clear();
            for (scene::node& node : edited.nodes) {
                node.skin = npos;
                node.name = "new " + std::string{node.name};
            }
            for (scene::mesh& mesh : edited.meshes) {
                mesh.joints.clear();
                mesh.weights.clear();
                mesh.name = "new " + std::string{mesh.name};
            }
            grimrock::owned_model model = before;
            const remarks said = bring(edited, model);
            CHECK(said.has("guessed node new hand: it has another name in the model"));
            CHECK_FALSE(said.has("the scene lacks it (0)"));
            CHECK_FALSE(said.has(": new"));
            CHECK(support::changed_fields(before, model) == "nodes[].name");
            CHECK(model.get(model.get(model.nodes)[2].name) == "new arm");
        }
        SUBCASE("renamed: the mesh, or the place among the joints, tells which it is") {
            scene edited = shown(before);
            node_of(edited, "grid").name = "floor";
            node_of(edited, "arm").name = "left_arm";
            grimrock::owned_model model = before;
            const remarks said = bring(edited, model);
            CHECK(said.has("guessed node floor"));
            CHECK(support::changed_fields(before, model) == "nodes[].name");
            CHECK(model.get(model.get(model.nodes)[2].name) == "left_arm");
            CHECK(model.nodes.size() == before.nodes.size());
        }
    }
}

TEST_CASE("grimrock apply: nodes of bones that the scene does not show are not deleted") {
    const grimrock::owned_model before = decoded(fixtures::everything(2), 2);
    const scene all = shown(before);
    scene edited;
    for (const char* const name : {"root", "odd"}) { // the mesh of odd has bones, and no triangles
        edited.nodes.push_back(all.nodes[number_of(all, name)]);
    }
    edited.nodes[1].parent = 0;
    grimrock::owned_model model = before;
    bring(edited, model, {.delete_missing = true});
    std::string names;
    for (const auto& node : model.get(model.nodes)) {
        names += std::string{model.get(node.name)} + ' ';
    }
    CHECK(names == "root hand arm odd ");
    const auto* const odd = model.get(model.get(model.nodes)[3].mesh);
    REQUIRE(odd != nullptr);
    CHECK(model.get(odd->bones)[0].node == 1);
    CHECK(model.get(odd->bones)[1].node == 2);
}

TEST_CASE("grimrock apply: a node of a bone that the scene shows no longer is deleted with it") {
    const grimrock::owned_model before = decoded(fixtures::everything(2), 2);
    scene edited = shown(before);
    scene::mesh& body = mesh_of(edited, "body");
    edited.skins[0].joints.pop_back(); // "hand"
    edited.skins[0].inverse_binds.pop_back();
    std::ranges::fill(body.joints[0], scene::joints4{});
    std::ranges::fill(body.weights[0], scene::weights4{1, 0, 0, 0});
    erase_node(edited, "odd"); // has the bone too
    erase_node(edited, "hand");
    for (const bool deletes : {false, true}) {
        grimrock::owned_model model = before;
        bring(edited, model, {.delete_missing = deletes});
        std::string names;
        for (const auto& node : model.get(model.nodes)) {
            names += std::string{model.get(node.name)} + ' ';
        }
        CHECK(names == (deletes ? "root arm  body lamp " : "root hand arm  body odd lamp "));
    }
}

TEST_CASE("grimrock apply: no node whose mesh is in the scene is deleted, whatever else of it is missing") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene all = shown(before);
    number_vertices(all);
    std::size_t skinned = 0;
    for (const scene::node& holder : all.nodes) {
        if (holder.mesh == npos) {
            continue;
        }
        scene edited; // this mesh and its bones, without any other node
        edited.nodes.push_back(holder);
        edited.nodes[0].parent = npos;
        edited.nodes[0].mesh = 0;
        edited.meshes.push_back(all.meshes[holder.mesh]);
        edited.materials = all.materials;
        if (holder.skin != npos) {
            ++skinned;
            edited.nodes[0].skin = 0;
            edited.skins.push_back(all.skins[holder.skin]);
            const std::uint32_t root = 1;
            edited.nodes.push_back(all.nodes[0]);
            for (std::uint32_t& joint : edited.skins[0].joints) {
                if (joint != 0) {
                    edited.nodes.push_back(all.nodes[joint]);
                    edited.nodes.back().parent = root;
                }
                joint = joint == 0 ? root : static_cast<std::uint32_t>(edited.nodes.size() - 1);
            }
        }
        grimrock::owned_model model = before;
        const remarks said = bring(edited, model, {.delete_missing = true});
        INFO(holder.name);
        INFO(said.text());
        const scene made = shown(model);
        REQUIRE(made.meshes.size() == 1);
        CHECK(made.meshes[0].positions == all.meshes[holder.mesh].positions);
        CHECK(made.meshes[0].indices == all.meshes[holder.mesh].indices);
        CHECK(said.has("kept node body: its mesh, a bone or a node below needs it") == (holder.skin != npos));
    }
    CHECK(skinned == 1);
}

TEST_CASE("grimrock apply: names of new nodes differ from all others") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene edited = shown(before);
    for (const char* const name : {"extra", "extra", "extra_2", "", " ~", "\xC3\xA4", "\x7F", "\x1F"}) {
        scene::node made;
        made.name = name;
        made.parent = 0;
        edited.nodes.push_back(std::move(made));
    }
    grimrock::owned_model model = before;
    const remarks said = bring(edited, model);
    std::string names;
    for (const auto& node : model.get(model.nodes).subspan(before.nodes.size())) {
        names += std::string{model.get(node.name)} + ' ';
    }
    CHECK(names == "extra extra_2 extra_2_2 node  ~ \xC3\xA4 \x7F \x1F ");
    for (const char* const unusual : {"\xC3\xA4", "\x7F", "\x1F"}) {
        CHECK(said.has("guessed node " + std::string{unusual} + ": names of the game's files have ASCII characters"));
    }
    CHECK_FALSE(said.has("node  ~: names of"));
}

TEST_CASE("grimrock apply: a sheared node is two nodes of the scene") {
    fixtures::model described = models_to_apply();
    described[2].local.x = {0.6F, 0.8F, 0};
    const grimrock::owned_model before = decoded(described, 4);
    scene edited = shown(before);
    REQUIRE(edited.nodes.size() == before.nodes.size() + 2);
    node_of(edited, "arm").local.position.x += 1;
    grimrock::owned_model model = before;
    bring(edited, model);
    std::vector<matrix4x3<double>> expected(edited.nodes.size()), world(edited.nodes.size());
    world_matrices(edited, expected);
    const scene is = shown(model);
    REQUIRE(is.nodes.size() == edited.nodes.size());
    world_matrices(is, world);
    for (const char* const name : {"hand", "odd", "grid"}) {
        CHECK(are_near(world[number_of(is, name)], expected[number_of(edited, name)]));
    }
}

TEST_CASE("grimrock apply: lights") {
    const grimrock::owned_model before = decoded(fixtures::everything(2), 2);
    scene edited = shown(before);
    REQUIRE(edited.lights.size() == 1);
    edited.lights[0].color = {0.25F, 1, 0.5F};
    edited.lights[0].intensity = 2;
    edited.lights[0].range = 5;
    edited.lights[0].outer_cone_angle = 0.5F;
    edited.lights[0].inner_cone_angle = 0.25F;
    grimrock::owned_model model = before;
    bring(edited, model);
    const scene is = shown(model);
    CHECK(is.lights[0].color == edited.lights[0].color);
    CHECK(is.lights[0].intensity == 2);
    CHECK(is.lights[0].range == 5);
    CHECK(is.lights[0].outer_cone_angle == doctest::Approx(0.5));
    CHECK(is.lights[0].inner_cone_angle == doctest::Approx(0.25));
    // Each value alone is one field, but for the outer angle: the inner one is stored as a part of it.
    struct light_edit {
        void (*edit)(scene::light&);
        const char* fields;
    };
    for (const auto& [edit, fields] :
         {light_edit{[](scene::light& of) { of.color = {1, 0.5F, 0}; }, "nodes[].light.color"},
          {[](scene::light& of) { of.intensity = 4; }, "nodes[].light.color"},
          {[](scene::light& of) { of.range = 7; }, "nodes[].light.range"},
          {[](scene::light& of) { of.outer_cone_angle = 1; }, "nodes[].light.spotAngle nodes[].light.spotSharpness"},
          {[](scene::light& of) { of.inner_cone_angle = 0.125F; }, "nodes[].light.spotSharpness"}}) {
        scene one = shown(model);
        edit(one.lights[0]);
        grimrock::owned_model other = model;
        bring(one, other);
        CHECK(support::changed_fields(model, other) == fields);
        CHECK(unlike(one, shown(other)) == "");
    }
    // A stored angle that the scene cannot show stays until it changes there.
    grimrock::owned_model wide = before;
    wide.all<grimrock::owned_light>()[0].spot_angle = 0;
    const grimrock::owned_model stored = wide;
    scene red = shown(wide);
    red.lights[0].color = {1, 0, 0};
    bring(red, wide);
    CHECK(support::changed_fields(stored, wide) == "nodes[].light.color");
    // A new one has a node of its own.
    edited.lights.push_back(edited.lights[0]);
    edited.lights[1].name = "torch";
    node_of(edited, "hand").light = 1;
    CHECK(bring(edited, model).has("changed light torch: new"));
    CHECK(shown(model).lights.size() == 2);
    grimrock::owned_model other = decoded(models_to_apply(), 4);
    scene with = shown(other);
    with.lights.push_back(edited.lights[0]);
    node_of(with, "hand").light = 0;
    CHECK(bring(with, other).has("left out light"));
    for (scene::node& node : edited.nodes) {
        node.light = npos;
    }
    edited.lights.clear();
    bring(edited, model, {.delete_missing = true});
    CHECK(shown(model).lights.empty());
}

} // namespace applied
