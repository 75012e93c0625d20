#include "grimrock/applied.hpp"

namespace applied {

namespace {

// Adds a node with a copy of the grid's mesh, and returns that.
scene::mesh& add_plate(scene& to) {
    scene::mesh made = mesh_of(to, "grid");
    made.name = "plate";
    scene::node& node = to.nodes.emplace_back();
    node.name = made.name;
    node.mesh = static_cast<std::uint32_t>(to.meshes.size());
    return to.meshes.emplace_back(std::move(made));
}

// The scene of a model whose skinned mesh has five joints and two sets of weights.
struct skinned {
    grimrock::owned_model before = decoded(models_to_apply(), 2), model = before;
    scene edited = shown(before);

    skinned() {
        for (const char* const name : {"root", "node", "grid"}) {
            edited.skins[0].joints.push_back(number_of(edited, name));
            edited.skins[0].inverse_binds.push_back({});
        }
        body().joints.push_back(scene::list<scene::joints4>(3));
        body().weights.push_back(scene::list<scene::weights4>(3));
    }
    scene::mesh& body() { return mesh_of(edited, "body"); }
    void set_weights(std::size_t vertex, const std::array<float, 5>& all) {
        body().joints[0][vertex] = {0, 1, 2, 3};
        body().weights[0][vertex] = {all[0], all[1], all[2], all[3]};
        body().joints[1][vertex] = {4, 0, 0, 0};
        body().weights[1][vertex] = {all[4], 0, 0, 0};
        for (std::size_t k = 0; k < 4; ++k) {
            body().joints[0][vertex][k] = all[k] != 0 ? static_cast<std::uint16_t>(k) : std::uint16_t{0};
        }
        body().joints[1][vertex][0] = all[4] != 0 ? 4 : 0;
    }
    [[nodiscard]] const grimrock::owned_mesh& stored() const { return *model.get(model.get(model.nodes)[4].mesh); }
    // The weights of a vertex, per bone.
    [[nodiscard]] std::array<float, 5> weights(std::size_t vertex) const {
        const auto bones = model.get(model.array(stored(), grimrock::vertex_semantic::bone_index)->as<std::int32_t>());
        const auto all = model.get(model.array(stored(), grimrock::vertex_semantic::bone_weight)->as<float>());
        std::array<float, 5> out{};
        for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
            out[static_cast<std::size_t>(bones[k])] += all[k];
        }
        return out;
    }
};

} // namespace

TEST_CASE("grimrock apply: whichever of five joints is the lightest is left out, and the others have the sum 1") {
    for (std::size_t lightest = 0; lightest < 5; ++lightest) {
        CAPTURE(lightest);
        skinned of;
        std::array<float, 5> all{0.25F, 0.125F, 0.25F, 0.1875F, 0.125F};
        std::swap(all[lightest], all[lightest == 4 ? 1 : 4]);
        all[lightest] = 0.0625F;
        float sum = 0;
        for (std::size_t k = 0; k < 5; ++k) {
            sum += k != lightest ? all[k] : 0;
        }
        all[lightest] = 1 - sum;
        REQUIRE(all[lightest] > 0);
        std::size_t least = 0;
        for (std::size_t k = 0; k < 5; ++k) {
            least = all[k] < all[least] ? k : least;
        }
        for (const std::size_t vertex : {0U, 2U}) {
            of.set_weights(vertex, all);
        }
        CHECK(bring(of.edited, of.model).has("more than four joints a vertex: the heaviest four are used (2)"));
        for (const std::size_t vertex : {0U, 2U}) {
            const std::array<float, 5> made = of.weights(vertex);
            for (std::size_t k = 0; k < 5; ++k) {
                CHECK(made[k] == doctest::Approx(k == least ? 0 : all[k] / (1 - all[least])));
            }
        }
    }
    skinned of; // four are kept to the bit, and their order
    of.set_weights(0, {0.1F, 0.4F, 0, 0.2F, 0.3F});
    CHECK_FALSE(bring(of.edited, of.model).has("more than four"));
    CHECK(of.weights(0) == std::array<float, 5>{0.1F, 0.4F, 0, 0.2F, 0.3F});
}
TEST_CASE("grimrock apply: a second set of weights without any weight changes nothing") {
    skinned of;
    of.edited.skins[0].joints.resize(2);
    of.edited.skins[0].inverse_binds.resize(2);
    CHECK(bring(of.edited, of.model).text() == "");
    CHECK(of.model == of.before);
    for (const std::size_t vertex : {0U, 2U}) { // then one with a weight does
        skinned other;
        const float first = other.body().weights[0][vertex][0];
        other.body().weights[0][vertex][0] = first - 0.25F;
        other.body().joints[1][vertex] = {0, 0, 0, 3};
        other.body().weights[1][vertex] = {0, 0, 0, 0.25F};
        CHECK(bring(other.edited, other.model).has("changed mesh body: weights of vertices (1)"));
        CHECK(other.weights(vertex)[3] == 0.25F);
    }
}

// ---- lights --------------------------------------------------------------------------------------------------------

TEST_CASE("grimrock apply: a light of each type has what the scene says, also a new one") {
    for (const auto type : {scene::light_type::directional, scene::light_type::point, scene::light_type::spot}) {
        const bool is_spot = type == scene::light_type::spot;
        scene::light light;
        light.name = "torch";
        light.type = type;
        light.color = {0.25F, 1, 0.5F};
        light.intensity = 3;
        light.range = 7;
        light.inner_cone_angle = 0.25F;
        light.outer_cone_angle = 0.5F;
        for (const bool is_new : {false, true}) {
            const grimrock::owned_model before = decoded(fixtures::everything(2), 2);
            grimrock::owned_model model = before;
            scene edited = shown(before);
            light.name = is_new ? "torch" : edited.lights[0].name;
            if (is_new) {
                edited.lights.push_back(light);
                node_of(edited, "hand").light = 1;
            } else {
                edited.lights[0] = light;
            }
            bring(edited, model);
            const grimrock::owned_light* stored = nullptr;
            for (const grimrock::owned_node& node : model.get(model.nodes)) {
                const auto* const each = std::as_const(model).get(node.light);
                stored = each != nullptr && (model.get(node.name) == "torch") == is_new ? each : stored;
            }
            REQUIRE(stored != nullptr);
            CHECK(stored->type == (type == scene::light_type::directional ? 1 : is_spot ? 3 : 2));
            CHECK(stored->color == (is_new ? light.color : vector3<float>{0.75F, 3, 1.5F}));
            CHECK(stored->range == 7);
            if (is_spot) {
                CHECK(stored->spot_angle == doctest::Approx(57.29578));
                CHECK(stored->spot_sharpness == doctest::Approx(0.5));
            }
        }
    }
}
TEST_CASE("grimrock apply: a new light of Blender has a plain color and a finite range") {
    grimrock::owned_model model = decoded(fixtures::everything(2), 2);
    scene edited = shown(model);
    scene::light& light = edited.lights.emplace_back();
    light.name = "lamp";
    light.intensity = 543.5F;
    light.color = {1, 0.5F, 0.25F};
    node_of(edited, "hand").light = 1;
    const auto told = bring(edited, model);
    CHECK(told.has("guessed light lamp: its colour without its intensity"));
    CHECK(told.has("guessed light lamp: its range is 10"));
    const scene after = shown(model);
    CHECK(after.lights[1].color == light.color);
    CHECK(after.lights[1].intensity == 1);
    CHECK(after.lights[1].range == 10);
}
TEST_CASE("grimrock apply: triangles without a material get the first one of the model") {
    grimrock::owned_model model = decoded(models_to_apply(), 2);
    scene edited = shown(model);
    scene::mesh& made = add_plate(edited);
    const auto count = static_cast<std::uint32_t>(made.indices.size());
    made.primitives = {{0, count, npos}};
    const std::string first{edited.materials[0].name};
    CHECK(bring(edited, model).has("guessed mesh plate: triangles without a material get " + first));
    const auto segments = model.get(model.get(model.get(model.nodes).back().mesh)->segments);
    REQUIRE(segments.size() == 1);
    CHECK(model.get(segments[0].material) == first);
    CHECK(segments[0].range.count == static_cast<std::int32_t>(count / 3));
}
TEST_CASE("grimrock apply: a light has the direction of its node") {
    for (const std::int32_t type : {1, 2, 3}) {
        fixtures::model described = fixtures::everything(2);
        for (fixtures::node& each : described) {
            if (each.light) {
                each.light->type = type;
            }
        }
        const grimrock::owned_model before = decoded(described, 2);
        grimrock::owned_model model = before;
        scene edited = shown(before);
        CHECK(bring(edited, model).text() == "");
        for (scene::node& each : edited.nodes) {
            if (each.light != npos) {
                each.local.rotation = {0.6F, 0, 0, 0.8F};
            }
        }
        CHECK(bring(edited, model).has("left out light light: a direction other than that of its node") == (type != 2));
        CHECK((model == before) == (type != 2)); // a point has none
    }
}

// ---- nodes and meshes ----------------------------------------------------------------------------------------------

TEST_CASE("grimrock apply: the first node is like any other") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    scene edited = shown(before);
    edited.nodes[0].camera = 0;
    edited.cameras.resize(1);
    grimrock::owned_model model = before;
    CHECK(bring(edited, model).text() ==
          "left out camera " + std::string{edited.nodes[0].name} + ": a model has none; ");
    CHECK(model == before);
    edited = shown(before);
    edited.nodes[0].name = "base";
    CHECK(bring(edited, model).has("base"));
    CHECK(unlike(edited, shown(model)) == "");
}
TEST_CASE("grimrock apply: each mesh that is gone leaves its node, if that is wanted") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    const scene whole = shown(before);
    for (std::uint32_t mesh = 0; mesh < whole.meshes.size(); ++mesh) {
        CAPTURE(mesh);
        scene edited = whole;
        std::uint32_t users = 0;
        for (scene::node& each : edited.nodes) {
            if (each.mesh == mesh) {
                each.mesh = each.skin = npos;
                ++users;
            }
            each.mesh -= each.mesh != npos && each.mesh > mesh ? 1U : 0U;
        }
        REQUIRE(users == 1);
        const std::string name{edited.meshes[mesh].name};
        edited.meshes.erase(&edited.meshes[mesh]);
        grimrock::owned_model model = before;
        CHECK(bring(edited, model).has("kept mesh " + name + ": the scene lacks it"));
        CHECK(model == before);
        CHECK(bring(edited, model, {.delete_missing = true}).has("changed mesh " + name + ": deleted"));
        CHECK(shown(model).meshes.size() == whole.meshes.size() - 1);
        CHECK(model.get(model.nodes).size() == before.get(before.nodes).size());
    }
}
TEST_CASE("grimrock apply: a new mesh casts a shadow unless the scene says otherwise, and its triangles are told") {
    for (const int shadow : {-1, 0, 1}) {
        grimrock::owned_model model = decoded(models_to_apply(), 2);
        scene edited = shown(model);
        scene::mesh& made = add_plate(edited);
        made.extras.clear();
        if (shadow >= 0) {
            made.extras.push_back({"castShadow", shadow == 1});
        }
        CHECK(bring(edited, model).has("changed mesh plate: triangles and their materials (8)"));
        const auto nodes = model.get(model.nodes);
        CHECK(model.get(nodes.back().name) == "plate");
        CHECK(model.get(nodes.back().mesh)->cast_shadow == (shadow == 0 ? 0 : 1));
    }
}

TEST_CASE("grimrock apply: what is told of vertices has their number, and what follows from triangles is told") {
    struct edit {
        const char* mesh;
        void (*apply)(scene::mesh& of, std::size_t vertex);
        const char* told; // for the first and the last vertex
    };
    const edit all[] = {
        {"grid", [](scene::mesh& of, std::size_t i) { of.positions[i].z += 2; },
         "changed mesh grid: positions of vertices (2); "},
        {"grid", [](scene::mesh& of, std::size_t i) { of.normals[i] = {0.6F, 0, 0.8F}; },
         "changed mesh grid: normals of vertices (2); "},
        {"grid", [](scene::mesh& of, std::size_t i) { of.tangents[i] = {0, 1, 0, -1}; },
         "changed mesh grid: tangents of vertices (2); "},
        {"grid", [](scene::mesh& of, std::size_t i) { of.texcoords[0][i].x += 3; },
         "changed mesh grid: texture coordinates of vertices (2); "},
        {"body", [](scene::mesh& of, std::size_t i) { of.colors[i] = {1, 2, 3, 4}; },
         "changed mesh body: colors of vertices (2); "},
        {"body", [](scene::mesh& of, std::size_t i) { of.texcoords[0][i] = {4, 5}; },
         "changed mesh body: texture coordinates of vertices (2); "},
    };
    for (const edit& each : all) {
        grimrock::owned_model model = decoded(models_to_apply(), 2);
        scene edited = shown(model);
        scene::mesh& mesh = mesh_of(edited, each.mesh);
        const std::string_view told = each.told;
        const bool turns = told.find("grid: positions") != told.npos || told.find("grid: texture") != told.npos;
        each.apply(mesh, 0);
        each.apply(mesh, mesh.positions.size() - 1);
        const remarks said = bring(edited, model);
        CHECK(said.text().starts_with(told));
        CHECK(said.has("changed mesh grid: tangents of vertices, from the triangles") == turns);
        CHECK(said.has("changed mesh grid: bitangents of vertices, from the triangles") == turns);
        CHECK_FALSE(said.has("normals of vertices, from the triangles"));
    }
}
TEST_CASE("grimrock apply: a mesh has at most eight sets of texture coordinates") {
    for (const std::size_t sets : {8U, 9U, 11U}) {
        grimrock::owned_model model = decoded(models_to_apply(), 2);
        scene edited = shown(model);
        scene::mesh& grid = mesh_of(edited, "grid");
        while (grid.texcoords.size() < sets) {
            grid.texcoords.push_back(grid.texcoords[0]);
            grid.texcoords.back()[8].x = static_cast<float>(grid.texcoords.size());
        }
        const std::string told =
            "left out mesh grid: sets of texture coordinates: there are eight (" + std::to_string(sets - 8) + ")";
        CHECK(bring(edited, model).has(told) == (sets > 8));
        const scene is = shown(model);
        const scene::mesh* made = nullptr;
        for (const scene::mesh& each : is.meshes) {
            made = each.name == "grid" ? &each : made;
        }
        REQUIRE(made->texcoords.size() == 8);
        CHECK(made->texcoords[7] == grid.texcoords[7]);
    }
}

// ---- limits --------------------------------------------------------------------------------------------------------

TEST_CASE("grimrock apply: far more vertices and indices of nodes than the scene has are refused") {
    const grimrock::owned_model before = decoded(models_to_apply(), 2);
    for (const std::size_t nodes :
         {64U, 130U}) { // of 66,000 indices; the limit is 64 times those of the scene and 2^22
        scene edited = shown(before);
        scene::mesh& grid = mesh_of(edited, "grid");
        grid.indices.resize(66'000);
        grid.primitives.resize(1);
        grid.primitives[0].index_count = 66'000;
        const std::uint32_t mesh = node_of(edited, "grid").mesh;
        if (nodes == 64) {
            grid.indices.resize(66);
            grid.primitives[0].index_count = 66;
        }
        for (std::size_t i = 0; i < nodes; ++i) {
            scene::node& node = edited.nodes.emplace_back();
            node.name = "copy" + std::to_string(i);
            node.mesh = mesh;
        }
        grimrock::owned_model model = before;
        const error why = support::bring_back(edited, model, [](const remark&) {});
        CHECK(why.code == (nodes == 130 ? errc::budget : errc{}));
        CHECK((model == before) == (nodes == 130));
    }
}
TEST_CASE("grimrock apply: far more frames than the clip has keys are refused") {
    fixtures::model described;
    for (int i = 0; i < 24; ++i) {
        described.push_back({"node" + std::to_string(i)});
    }
    const grimrock::owned_model model = decoded(described, 2);
    scene edited = shown(model);
    REQUIRE(edited.nodes.size() == 24);
    scene::clip& clip = edited.clips.emplace_back();
    clip.name = "clip";
    clip.times.push_back({0, 65'000.0F / 30});
    for (std::uint32_t node = 0; node < 24; ++node) {
        scene::channel& made = clip.channels.emplace_back();
        made.node = node;
        made.times = 0;
        made.values = {0, 0, 0, 1, 2, 3};
    }
    grimrock::owned_animation made;
    const error why = support::bring_back(edited, "clip", model, made, [](const remark&) {});
    CHECK(why.code == errc::budget);
    CHECK(to_string(why).find("scene.clips[].channels[]") != std::string::npos);
    CHECK(made == grimrock::owned_animation{});
}

} // namespace applied
