#include "grimrock/applied.hpp"
#include "grimrock/figure.hpp"
#include "hostile/fuzz/random_scene.hpp"

#include <random>

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

using editing = void (*)(scene&);
struct field_edit {
    const char* name;
    editing edit;
    const char* fields; // of the model that change
};

const field_edit field_edits[] = {
    {"a moved vertex", [](scene& of) { mesh_of(of, "grid").positions[4].z += 2; },
     "nodes[].mesh.bounds.boundCenter nodes[].mesh.bounds.boundMax nodes[].mesh.bounds.boundRadius "
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"a normal", [](scene& of) { mesh_of(of, "grid").normals[2] = {0.6F, 0, 0.8F}; },
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"texture coordinates", [](scene& of) { mesh_of(of, "body").texcoords[0][1] = {4, 5}; },
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"a colour", [](scene& of) { mesh_of(of, "body").colors[1] = {1, 2, 3, 4}; },
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"a tangent", [](scene& of) { mesh_of(of, "grid").tangents[0] = {0, 1, 0, -1}; },
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"a tangent", [](scene& of) { mesh_of(of, "grid").tangents.back() = {0, 1, 0, -1}; },
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"a weight",
     [](scene& of) {
         mesh_of(of, "body").joints[0][0] = {0, 1, 0, 0};
         mesh_of(of, "body").weights[0][0] = {0.5F, 0.5F, 0, 0};
     },
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"a turned triangle", [](scene& of) { std::swap(mesh_of(of, "grid").indices[0], mesh_of(of, "grid").indices[1]); },
     "nodes[].mesh.indices nodes[].mesh.segments[].range.firstIndex"},
    {"a deleted triangle",
     [](scene& of) {
         scene::mesh& grid = mesh_of(of, "grid");
         grid.indices.erase(grid.indices.begin() + 3, grid.indices.begin() + 6);
         grid.primitives[0].index_count -= 3;
         grid.primitives[1].first_index -= 3;
     },
     "nodes[].mesh.indices nodes[].mesh.segments[].range.count nodes[].mesh.segments[].range.firstIndex "
     "nodes[].mesh.vertexArrays[].rawVertexData"},
    {"a material", [](scene& of) { of.materials[mesh_of(of, "grid").primitives[1].material].name = "gold"; },
     "nodes[].mesh.segments[].material nodes[].mesh.segments[].range.firstIndex"},
    {"castShadow", [](scene& of) { of.meshes[0].extras.back().value = false; }, "nodes[].mesh.castShadow"},
    {"a pose", [](scene& of) { node_of(of, "hand").local = {{1, 2, 3}, {0.6F, 0, 0, 0.8F}, {1, 2, 1}}; },
     "nodes[].localToParent.baseY nodes[].localToParent.baseZ nodes[].localToParent.translation"},
    {"a bone", [](scene& of) { of.skins[0].inverse_binds[1].translation = {7, 8, 9}; },
     "nodes[].mesh.bones[].invRestMatrix.translation"},
};

} // namespace

TEST_CASE("grimrock apply: an equal scene changes nothing, to the bit") {
    for (const int version : {2, 4}) {
        for (const fixtures::model& described :
             {fixtures::everything(version), models_to_apply(), fixtures::figure::model(), fixtures::model{}}) {
            const grimrock::owned_model before = decoded(described, version);
            for (const bool has_origins : {false, true}) {
                for (const bool deletes : {false, true}) {
                    scene same = shown(before);
                    if (has_origins) {
                        number_vertices(same);
                    }
                    grimrock::owned_model model = before;
                    const remarks said = bring(same, model, {.delete_missing = deletes});
                    CHECK(said.text() == "");
                    CHECK(model == before);
                }
            }
        }
    }
}

TEST_CASE("grimrock apply: an edit of a field changes this field and what follows from it") {
    for (const int version : {2, 4}) {
        const grimrock::owned_model before = decoded(models_to_apply(), version);
        for (const field_edit& each : field_edits) {
            INFO(each.name);
            for (const bool has_origins : {false, true}) {
                scene edited = shown(before);
                if (has_origins) {
                    number_vertices(edited);
                }
                each.edit(edited);
                grimrock::owned_model model = before;
                const remarks said = bring(edited, model);
                INFO(said.text());
                CHECK_FALSE(said.all.empty());
                CHECK_FALSE(said.has("left out"));
                const bool derives = std::string_view{each.name} != "a tangent";
                CHECK(unlike(edited, shown(model), !derives) == "");
                if (version == 2) {
                    CHECK(support::changed_fields(before, model) == each.fields);
                }
                for (const auto& each_finding : findings(model)) {
                    const std::string& code = each_finding.first;
                    const auto old = findings(before);
                    INFO(code);
                    CHECK((old.contains(code) || code == "node-scaled"));
                }
                // Back again, only values that follow from others may differ.
                const remarks again = bring(shown(model), model);
                CHECK(again.text() == "");
            }
        }
    }
}

TEST_CASE("grimrock apply: a vertex keeps stored values that the scene repairs, unless its triangles change") {
    fixtures::model described = models_to_apply();
    auto& normals = described[6].mesh->arrays[fixtures::normal].numbers;
    normals[3 * 4] = std::numeric_limits<double>::quiet_NaN();
    normals[3 * 8 + 2] = -2; // not of length 1
    const grimrock::owned_model before = decoded(described, 2);
    const auto stored = [](const grimrock::owned_model& of) {
        return of.get(of.array(of.all<grimrock::owned_mesh>()[2], grimrock::vertex_semantic::normal)->as<float>());
    };
    scene edited = shown(before);
    mesh_of(edited, "grid").texcoords[0][0] = {3, 3};
    grimrock::owned_model model = before;
    bring(edited, model);
    CHECK(std::isnan(stored(model)[12]));
    CHECK(stored(model)[26] == -2);
    edited = shown(before);
    mesh_of(edited, "grid").positions[0].z = 9;
    model = before;
    bring(edited, model);
    CHECK(stored(model)[14] == doctest::Approx(mesh_of(edited, "grid").normals[4].z));
    CHECK(stored(model)[26] == -2);
    CHECK(unlike(edited, shown(model), false) == "");
}

TEST_CASE("grimrock apply: bounds, tangents and segments follow from what changed") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene edited = shown(before);
    number_vertices(edited);
    mesh_of(edited, "grid").positions[8] = {-2, 4, 0.5F}; // in the file 2, 4, 0.5
    grimrock::owned_model model = before;
    const remarks said = bring(edited, model);
    CHECK(said.has("changed mesh grid: positions of vertices (1)"));
    const grimrock::owned_mesh& mesh = model.all<grimrock::owned_mesh>()[2];
    CHECK(mesh.bounds.max == vector3<float>{2, 4, 0.5F});
    CHECK(mesh.bounds.center == vector3<float>{1, 2, 0.25F});
    CHECK(mesh.bounds.radius == doctest::Approx(2.25));
    const auto tangents = [&](const grimrock::owned_model& of) {
        return of.get(of.array(of.all<grimrock::owned_mesh>()[2], grimrock::vertex_semantic::bitangent)->as<float>());
    };
    CHECK(tangents(model)[0] == tangents(before)[0]); // of another triangle
    CHECK(tangents(model)[3 * 8 + 1] != tangents(before)[3 * 8 + 1]);
    // Wrong first indices stay until triangles change.
    CHECK(model.get(mesh.segments)[1].range.first_index == 24);
    std::swap(mesh_of(edited, "grid").indices[0], mesh_of(edited, "grid").indices[1]);
    bring(edited, model);
    CHECK(model.get(model.all<grimrock::owned_mesh>()[2].segments)[1].range.first_index == 12);
}

TEST_CASE("grimrock apply: tangents follow from texture coordinates, and what the scene does not show stays") {
    fixtures::model described = models_to_apply();
    const grimrock::owned_model before = decoded(described, 2);
    scene edited = shown(before);
    mesh_of(edited, "grid").texcoords[0][8] = {4, 7};
    grimrock::owned_model model = before;
    const remarks said = bring(edited, model);
    CHECK(said.has("changed mesh grid: tangents of vertices, from the triangles (3)"));
    CHECK(said.has("changed mesh grid: bitangents of vertices, from the triangles (3)"));
    CHECK_FALSE(said.has("normals"));
    // Tangents of another type than those of real files.
    described[6].mesh->arrays[fixtures::bitangent].type = fixtures::int16_type;
    described[6].mesh->arrays[fixtures::bitangent].stride = 6;
    const grimrock::owned_model whole = decoded(described, 2);
    edited = shown(whole);
    mesh_of(edited, "grid").tangents[2] = {0, 1, 0, -1};
    model = whole;
    bring(edited, model);
    const auto array = [](const grimrock::owned_model& of, grimrock::vertex_semantic slot) {
        return of.array(of.all<grimrock::owned_mesh>()[2], slot);
    };
    using grimrock::vertex_semantic;
    CHECK(model.get(array(model, vertex_semantic::tangent)->as<float>())[7] == 1);
    CHECK(std::ranges::equal(model.get(array(model, vertex_semantic::bitangent)->as<std::int16_t>()),
                             whole.get(array(whole, vertex_semantic::bitangent)->as<std::int16_t>())));
}

TEST_CASE("grimrock apply: a mesh without segments") {
    fixtures::model described = models_to_apply();
    described[6].mesh->segments.clear();
    const grimrock::owned_model before = decoded(described, 2);
    grimrock::owned_model model = before;
    CHECK(bring(shown(before), model).text() == "");
    CHECK(model == before);
    scene edited = shown(before);
    std::swap(mesh_of(edited, "grid").indices[0], mesh_of(edited, "grid").indices[1]);
    bring(edited, model);
    CHECK(unlike(edited, shown(model), false) == "");
}

TEST_CASE("grimrock apply: new vertices take what the scene does not have from the vertex that they come from") {
    fixtures::model described = models_to_apply();
    described[6].mesh->arrays[7] = {fixtures::int16_type, 1, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
    const grimrock::owned_model before = decoded(described, 2);
    scene edited = shown(before);
    number_vertices(edited);
    scene::mesh& grid = mesh_of(edited, "grid");
    const auto add = [&](std::uint32_t like, scene::origin origin) {
        grid.positions.push_back(grid.positions[like]);
        grid.normals.push_back(grid.normals[like]);
        grid.tangents.push_back(grid.tangents[like]);
        grid.texcoords[0].push_back(grid.texcoords[0][like]);
        grid.origins.push_back(origin);
    };
    add(4, {1, 4});   // a copy
    add(5, {});       // new
    add(0, {0, 1});   // of another mesh
    add(0, {99, 99}); // of none
    grid.indices[23] = 9;
    grimrock::owned_model model = before;
    const remarks said = bring(edited, model);
    const grimrock::owned_mesh& mesh = model.all<grimrock::owned_mesh>()[2];
    CHECK(mesh.vertex_count == 13);
    const auto* const unseen = model.array(mesh, grimrock::vertex_semantic::texcoord2);
    REQUIRE(unseen != nullptr);
    const auto numbers = model.get(unseen->as<std::int16_t>());
    CHECK(std::vector<int>(numbers.begin() + 8, numbers.end()) == std::vector<int>{9, 5, 0, 0, 0});
    CHECK(model.get(unseen->padding)[9] == std::byte{0xEE});
    CHECK(model.get(unseen->padding)[10] == std::byte{0});
    CHECK(unlike(edited, shown(model), false) == "");
    // The order of vertices is that of the scene.
    scene turned = shown(before);
    number_vertices(turned);
    scene::mesh& mirrored = mesh_of(turned, "grid");
    std::reverse(mirrored.positions.begin(), mirrored.positions.end());
    std::reverse(mirrored.normals.begin(), mirrored.normals.end());
    std::reverse(mirrored.tangents.begin(), mirrored.tangents.end());
    std::reverse(mirrored.texcoords[0].begin(), mirrored.texcoords[0].end());
    std::reverse(mirrored.origins.begin(), mirrored.origins.end());
    for (std::uint32_t& index : mirrored.indices) {
        index = 8 - index;
    }
    model = before;
    bring(turned, model);
    CHECK(model.get(model.array(model.all<grimrock::owned_mesh>()[2], grimrock::vertex_semantic::texcoord2)
                        ->as<std::int16_t>())[0] == 9);
    CHECK(unlike(turned, shown(model)) == "");
}

TEST_CASE("grimrock apply: without numbers, another count of vertices makes all of them new") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene edited = shown(before);
    scene::mesh& grid = mesh_of(edited, "grid");
    grid.positions.pop_back();
    grid.normals.pop_back();
    grid.tangents.clear();
    grid.texcoords[0].pop_back();
    for (std::uint32_t& index : grid.indices) {
        index = index == 8 ? 7 : index;
    }
    grimrock::owned_model model = before;
    CHECK(bring(edited, model).has("guessed mesh grid: vertices without origins: all are new"));
    CHECK(model.all<grimrock::owned_mesh>()[2].vertex_count == 8);
    CHECK(unlike(edited, shown(model), false) == "");
}

TEST_CASE("grimrock apply: segments that draw no triangles stay, quads become triangles when they change") {
    fixtures::model described = models_to_apply();
    fixtures::mesh& grid = *described[6].mesh;
    grid.indices = {0, 3, 4, 1, 1, 4, 5, 2, 3, 6, 7, 3, 7, 4, 0, 8};
    grid.segments = {{"quads", 0, 2, 3}, {"moss", 8, 2}, {"wire", 14, 1, 1}, {"empty", 3, 0}};
    const grimrock::owned_model before = decoded(described, 2);
    const auto shapes = [](const grimrock::owned_model& of) {
        std::string out;
        for (const auto& each : of.get(of.all<grimrock::owned_mesh>()[2].segments)) {
            out += std::string{of.get(each.material)} + ' ' + std::to_string(each.range.primitive_type) + ' ' +
                   std::to_string(each.range.first_index) + ' ' + std::to_string(each.range.count) + ", ";
        }
        return out;
    };
    scene edited = shown(before);
    scene::mesh& mesh = mesh_of(edited, "grid");
    REQUIRE(mesh.indices.size() == 18);
    mesh.indices.resize(15);
    mesh.primitives[1].index_count = 3;
    grimrock::owned_model model = before;
    bring(edited, model);
    CHECK(shapes(model) == "quads 3 0 2, moss 2 8 1, wire 1 11 1, empty 2 13 0, ");
    std::swap(mesh.indices[0], mesh.indices[1]);
    bring(edited, model);
    CHECK(shapes(model) == "quads 2 0 4, moss 2 12 1, wire 1 15 1, empty 2 17 0, ");
    CHECK(unlike(edited, shown(model), false) == "");
}

TEST_CASE("grimrock apply: a material that lost its triangles, and a new one") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene edited = shown(before);
    scene::mesh& grid = mesh_of(edited, "grid");
    grid.primitives[0] = {0, 24, grid.primitives[1].material};
    grid.primitives.resize(1);
    grimrock::owned_model model = before;
    bring(edited, model);
    CHECK(unlike(edited, shown(model), false) == "");
    edited.materials.push_back(scene::material{});
    edited.materials.back().name = "gold";
    mesh_of(edited, "grid").primitives[0].index_count = 12;
    mesh_of(edited, "grid").primitives.push_back({12, 12, static_cast<std::uint32_t>(edited.materials.size() - 1)});
    bring(edited, model);
    CHECK(unlike(edited, shown(model), false) == "");
}

TEST_CASE("grimrock apply: corners are turned when a node becomes mirrored") {
    for (const int version : {2, 4}) {
        const grimrock::owned_model before = decoded(models_to_apply(), version);
        scene edited = shown(before);
        node_of(edited, "grid").local.scale.y = -1;
        grimrock::owned_model model = before;
        bring(edited, model);
        CHECK(unlike(edited, shown(model), false) == "");
        CHECK(support::changed_fields(before, model).find("indices") != std::string::npos);
    }
}

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

TEST_CASE("grimrock apply: meshes that are new, on another node, on several nodes or in place of another") {
    for (const int version : {2, 4}) {
        const grimrock::owned_model before = decoded(models_to_apply(), version);
        scene edited = shown(before);
        scene::mesh made = mesh_of(edited, "grid");
        made.name = "copy";
        made.origins.clear();
        grimrock::owned_model model = before;
        SUBCASE("new") {
            edited.meshes.push_back(made);
            node_of(edited, "hand").mesh = static_cast<std::uint32_t>(edited.meshes.size() - 1);
            CHECK(bring(edited, model).has("changed mesh hand: on this node"));
            scene is = shown(model);
            CHECK(unlike(edited, is) == "");
            const auto* const mesh = model.get(model.get(model.nodes)[1].mesh);
            CHECK(mesh->cast_shadow == 1);
            CHECK(mesh->bounds.max == vector3<float>{2, 2, 0.5F});
            CHECK(model.array(*mesh, grimrock::vertex_semantic::bitangent) != nullptr);
        }
        SUBCASE("new, without tangents: they are computed") {
            made.tangents.clear();
            edited.meshes.push_back(made);
            node_of(edited, "hand").mesh = static_cast<std::uint32_t>(edited.meshes.size() - 1);
            bring(edited, model);
            const auto* const mesh = model.get(model.get(model.nodes)[1].mesh);
            const auto tangents = model.get(model.array(*mesh, grimrock::vertex_semantic::tangent)->as<float>());
            CHECK(tangents[0] == doctest::Approx(0.998053));
        }
        SUBCASE("new and skinned") {
            made.joints = mesh_of(edited, "body").joints;
            made.weights = mesh_of(edited, "body").weights;
            made.joints[0].resize(9, scene::joints4{1, 0, 0, 0});
            made.weights[0].resize(9, scene::weights4{1, 0, 0, 0});
            edited.meshes.push_back(made);
            edited.skins.push_back(edited.skins[0]);
            edited.skins.back().joints[1] = number_of(edited, "root");
            scene::node holder;
            holder.name = "coat";
            holder.mesh = static_cast<std::uint32_t>(edited.meshes.size() - 1);
            holder.skin = 1;
            edited.nodes.push_back(std::move(holder));
            bring(edited, model);
            scene is = shown(model);
            REQUIRE(is.skins.size() == 2);
            CHECK(is.nodes[is.skins[1].joints[1]].name == "root");
            CHECK(is.skins[1].inverse_binds == edited.skins[1].inverse_binds);
            CHECK(mesh_of(is, "copy").joints == made.joints);
            CHECK(mesh_of(is, "copy").weights == made.weights);
        }
        SUBCASE("on another node") {
            node_of(edited, "hand").mesh = std::exchange(node_of(edited, "grid").mesh, npos);
            bring(edited, model);
            CHECK(unlike(edited, shown(model)) == "");
            CHECK(model.get(model.nodes)[6].type == -1);
            CHECK(model.all<grimrock::owned_mesh>().size() == 3);
        }
        SUBCASE("a skinned mesh on another node: its node stays") {
            scene::node holder;
            holder.name = "coat";
            for (scene::node& node : edited.nodes) {
                if (node.skin != npos) {
                    holder.mesh = std::exchange(node.mesh, npos);
                    holder.skin = std::exchange(node.skin, npos);
                }
            }
            edited.nodes.push_back(std::move(holder));
            bring(edited, model);
            CHECK(model == before);
        }
        SUBCASE("on several nodes") {
            node_of(edited, "hand").mesh = node_of(edited, "grid").mesh;
            bring(edited, model);
            const scene is = shown(model);
            CHECK(is.meshes.size() == edited.meshes.size() + 1);
            CHECK(is.meshes[is.nodes[number_of(is, "hand")].mesh].positions == mesh_of(edited, "grid").positions);
            CHECK(model.get(model.nodes)[6].type == 0);
        }
        SUBCASE("in place of another") {
            mesh_of(edited, "grid").name = "copy";
            mesh_of(edited, "copy").positions[0].x = 9;
            mesh_of(edited, "copy").origins.resize(mesh_of(edited, "copy").positions.size()); // all are new
            CHECK(bring(edited, model).has("changed mesh grid: deleted"));
            CHECK(model.all<grimrock::owned_mesh>().size() == 3);
            scene is = shown(model);
            CHECK(mesh_of(is, "grid").positions == mesh_of(edited, "copy").positions);
        }
        SUBCASE("on a node that keeps a skinned mesh") {
            edited.meshes.push_back(made);
            node_of(edited, "body").mesh = static_cast<std::uint32_t>(edited.meshes.size() - 1);
            bring(edited, model);
            const scene is = shown(model);
            CHECK(is.nodes[number_of(is, "copy")].parent == number_of(is, "body"));
            CHECK(is.skins.size() == 1);
        }
    }
}

TEST_CASE("grimrock apply: bones and weights") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene edited = shown(before);
    scene::mesh& body = mesh_of(edited, "body");
    grimrock::owned_model model = before;
    const auto indices = [&] {
        const auto* const mesh = model.get(model.get(model.nodes)[4].mesh);
        const auto all = model.get(model.array(*mesh, grimrock::vertex_semantic::bone_index)->as<std::int32_t>());
        return std::vector<int>(all.begin(), all.end());
    };
    const auto weights = [&] {
        const auto* const mesh = model.get(model.get(model.nodes)[4].mesh);
        const auto all = model.get(model.array(*mesh, grimrock::vertex_semantic::bone_weight)->as<float>());
        return std::vector<float>(all.begin(), all.end());
    };
    SUBCASE("a new joint") {
        edited.skins[0].joints.push_back(number_of(edited, "root"));
        edited.skins[0].inverse_binds.push_back({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 3}});
        body.joints[0][2] = {2, 0, 0, 0};
        bring(edited, model);
        CHECK(unlike(edited, shown(model)) == "");
        CHECK(indices() == std::vector<int>{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0});
    }
    SUBCASE("joints in another order: bones stay") {
        std::swap(edited.skins[0].joints[0], edited.skins[0].joints[1]);
        std::swap(edited.skins[0].inverse_binds[0], edited.skins[0].inverse_binds[1]);
        for (auto& vertex : body.joints[0]) {
            for (std::size_t k = 0; k < 4; ++k) {
                vertex[k] = static_cast<std::uint16_t>(1 - vertex[k]);
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 4; ++k) {
                body.joints[0][i][k] = body.weights[0][i][k] == 0 ? std::uint16_t{0} : body.joints[0][i][k];
            }
        }
        bring(edited, model);
        CHECK(model == before);
    }
    SUBCASE("a joint that is gone is kept, or deleted and numbers follow") {
        edited.skins[0].joints.erase(edited.skins[0].joints.begin());
        edited.skins[0].inverse_binds.erase(edited.skins[0].inverse_binds.begin());
        for (std::size_t i = 0; i < 3; ++i) {
            body.joints[0][i] = {};
            body.weights[0][i] = {1, 0, 0, 0};
        }
        bring(edited, model);
        CHECK(model.get(model.get(model.nodes)[4].mesh)->bones.size() == 2);
        CHECK(indices() == std::vector<int>{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
        model = before;
        bring(edited, model, {.delete_missing = true});
        CHECK(model.get(model.get(model.nodes)[4].mesh)->bones.size() == 1);
        CHECK(indices() == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        CHECK(unlike(edited, shown(model)) == "");
    }
    SUBCASE("more than four: the heaviest four, with the sum 1") {
        for (const char* const name : {"root", "node", "grid"}) {
            edited.skins[0].joints.push_back(number_of(edited, name));
            edited.skins[0].inverse_binds.push_back({});
        }
        body.joints.push_back(scene::list<scene::joints4>(3));
        body.weights.push_back(scene::list<scene::weights4>(3));
        body.joints[0][0] = {0, 1, 2, 3};
        body.weights[0][0] = {0.25F, 0.125F, 0.25F, 0.125F};
        body.joints[1][0] = {4, 0, 0, 0};
        body.weights[1][0] = {0.25F, 0, 0, 0};
        CHECK(bring(edited, model)
                  .has("left out mesh body: more than four joints a vertex: the heaviest four are used (1)"));
        CHECK(indices()[1] == 4);
        CHECK(weights()[1] == doctest::Approx(0.25 / 0.875));
        CHECK(weights()[3] == doctest::Approx(0.125 / 0.875));
    }
    SUBCASE("without a skin the bones are kept, or deleted") {
        body.joints.clear();
        body.weights.clear();
        edited.skins.clear();
        for (scene::node& node : edited.nodes) {
            node.skin = npos;
        }
        CHECK(bring(edited, model).has("kept bones body: the scene lacks it"));
        CHECK(model == before);
        bring(edited, model, {.delete_missing = true});
        CHECK(model.get(model.get(model.nodes)[4].mesh)->bones.empty());
    }
}

TEST_CASE("grimrock apply: vertices without weights follow the mesh's own node") {
    fixtures::model described = models_to_apply();
    auto& stored = described[4].mesh->arrays[fixtures::bone_weight].numbers;
    std::fill(stored.begin(), stored.begin() + 4, 0.0);
    const grimrock::owned_model before = decoded(described, 2);
    grimrock::owned_model model = before;
    scene edited = shown(before);
    REQUIRE(edited.skins[0].joints.size() == 3);
    CHECK(bring(edited, model).text() == "");
    mesh_of(edited, "body").joints[0][2] = {2, 0, 0, 0};
    bring(edited, model);
    scene is = shown(model);
    CHECK(unlike(edited, is) == "");
    CHECK(model.get(model.get(model.nodes)[4].mesh)->bones.size() == 2);
    mesh_of(edited, "body").joints[0][2] = {2, 1, 0, 0};
    mesh_of(edited, "body").weights[0][2] = {0.5F, 0.5F, 0, 0};
    bring(edited, model);
    is = shown(model);
    CHECK(unlike(edited, is) == "");
    CHECK(model.get(model.get(model.nodes)[4].mesh)->bones.size() == 3);
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

TEST_CASE("grimrock apply: all taken as changed gives the same model up to rounding") {
    for (const int version : {2, 4}) {
        fixtures::model described = models_to_apply();
        described[6].mesh->segments[1].first_index = 12;
        const grimrock::owned_model before = decoded(described, version);
        scene same = shown(before);
        number_vertices(same);
        grimrock::owned_model model = before;
        bring(same, model, {.rewrite_all = true});
        CHECK_FALSE(differences(before, model, [&](const difference& each) {
            const bool is_derived = each.path.text().find("bound") != std::string::npos;
            INFO(each.path.text());
            CHECK((is_derived || each.largest < 1e-5));
        }));
    }
}

TEST_CASE("grimrock apply: wrong scenes and models are errors, and change nothing") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene edited = shown(before);
    edited.meshes[0].indices[0] = 99;
    grimrock::owned_model model = before;
    const auto silent = [](const remark&) {};
    CHECK(support::bring_back(edited, model, silent).code == errc::out_of_bounds);
    CHECK(model == before);
    model.all<grimrock::owned_node>()[1].parent = 99;
    CHECK(support::bring_back(shown(before), model, silent).code == errc::out_of_bounds);

    // Each of many nodes would get a copy of many bones.
    scene many = shown(before);
    std::uint32_t holder = 0;
    while (many.nodes[holder].skin == npos) {
        ++holder;
    }
    constexpr std::uint32_t count = 6000;
    for (std::uint32_t i = 0; i < count; ++i) {
        scene::node joint{};
        joint.name = "joint " + std::to_string(i);
        joint.parent = many.skins[0].joints[0];
        many.skins[0].joints.push_back(static_cast<std::uint32_t>(many.nodes.size()));
        many.skins[0].inverse_binds.emplace_back();
        many.nodes.push_back(joint);
        many.nodes.push_back(many.nodes[holder]);
    }
    model = before;
    CHECK(support::bring_back(many, model, silent).code == errc::budget);
    CHECK(model == before);
}

TEST_CASE("grimrock apply: after random edits of many fields, the model says what the scene says") {
    std::mt19937 random{11};
    const auto below = [&](std::size_t count) { return std::size_t{random()} % count; };
    const auto real = [&] { return static_cast<float>(random() % 4096) / 512 - 4; };
    for (int round = 0; round < 100; ++round) {
        const int version = random() % 2 == 0 ? 2 : 4;
        const grimrock::owned_model before = decoded(models_to_apply(), version);
        scene edited = shown(before);
        if (random() % 2 == 0) {
            number_vertices(edited);
        }
        for (std::size_t edits = 1 + below(6); edits > 0; --edits) {
            scene::mesh& mesh = edited.meshes[below(edited.meshes.size())];
            const std::size_t vertex = below(mesh.positions.size());
            scene::node& node = edited.nodes[below(5)];
            switch (below(8)) {
            case 0: mesh.positions[vertex] = {real(), real(), real()}; break;
            case 1: mesh.normals[vertex] = normalized(vector3<float>{real(), real(), 5}); break;
            case 2: mesh.texcoords[0][vertex] = {real(), real()}; break;
            case 3: std::swap(mesh.indices[below(3)], mesh.indices[below(3)]); break;
            case 4: node.local.position = {real(), real(), real()}; break;
            case 5: node.local.rotation = normalized(quaternion<float>{real(), real(), real(), 5}); break;
            case 6: node.local.scale = {real(), 1, 2}; break;
            default: edited.materials[mesh.primitives[0].material].name = std::to_string(random() % 8) + "_new"; break;
            }
        }
        const auto old = findings(before);
        grimrock::owned_model model = before;
        const remarks said = bring(edited, model);
        INFO(said.text());
        CHECK_FALSE(said.has("left out"));
        CHECK(unlike(edited, shown(model), false) == "");
        for (const auto& each : findings(model)) {
            const std::string& code = each.first;
            INFO(code);
            const bool follows_from_the_pose = code.starts_with("node-") || code.starts_with("rest-pose");
            CHECK((old.contains(code) || follows_from_the_pose || code.starts_with("winding") ||
                   code == "segment-material"));
        }
        CHECK(bring(shown(model), model).text() == "");
    }
}

TEST_CASE("grimrock apply: any scene into any model is an error or a valid file") {
    std::mt19937_64 random{7};
    const auto below = [&](std::size_t end) { return impl::to_size(random() % end); };
    std::size_t valid = 0;
    for (int round = 0; round < 600; ++round) {
        std::vector<std::byte> bytes(below(900));
        for (std::byte& each : bytes) {
            each = static_cast<std::byte>(random());
        }
        scene any = fuzz::scene_maker{bytes}.make();
        const int version = random() % 2 == 0 ? 2 : 4;
        grimrock::owned_model model = decoded(fixtures::everything(version), version);
        const scene is = shown(model);
        for (scene::node& node : any.nodes) { // some have the names of the model
            node.name = random() % 2 == 0 ? is.nodes[below(is.nodes.size())].name : node.name;
        }
        for (scene::mesh& mesh : any.meshes) {
            mesh.name = random() % 2 == 0 ? is.meshes[below(is.meshes.size())].name : mesh.name;
            for (std::size_t i = 0; random() % 2 == 0 && i < mesh.positions.size(); ++i) {
                mesh.origins.push_back(
                    {static_cast<std::uint32_t>(random() % 3), static_cast<std::uint32_t>(random() % 5)});
            }
            mesh.origins.resize(mesh.origins.size() == mesh.positions.size() ? mesh.positions.size() : 0);
        }
        const error why = support::bring_back(any, model, [](const remark&) {},
                                              {.delete_missing = random() % 2 == 0, .rewrite_all = random() % 4 == 0});
        if (!why) {
            ++valid;
            CHECK(support::written(model, opens_model) == model);
            static_cast<void>(shown(model));
            for (const scene::clip& clip : any.clips) {
                grimrock::owned_animation keys = random() % 2 == 0
                                                     ? decoded(fixtures::moves(), static_cast<int>(1 + random() % 3))
                                                     : grimrock::owned_animation{};
                if (!support::bring_back(any, clip.name, model, keys, [](const remark&) {},
                                         {.delete_missing = random() % 2 == 0})) {
                    CHECK(support::written(keys, opens_clip) == keys);
                }
            }
        }
    }
    CHECK(valid > 150);
}

} // namespace applied
