#include "grimrock/applied.hpp"
#include "grimrock/figure.hpp"
#include "hostile/fuzz/random_scene.hpp"

#include <random>

namespace applied {

namespace {

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
