// Meshes, bones and weights of edited scenes, brought back into models.
#include "grimrock/applied.hpp"

namespace applied {

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

} // namespace applied
