// Levels, and points without triangles, of scenes that were edited, brought back into models.
#include "p3d/applied.hpp"

#include <cmath>

namespace {

using namespace applied_p3d;

} // namespace

TEST_CASE("p3d apply: a level's transform moves all its points; a name says its resolution") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    const auto node = [&](std::string_view name) -> scene::node& { return changed.nodes[node_named(changed, name)]; };
    node("visual 1").local.position = {10, 0, 1};
    static_cast<void>(to(changed));
    CHECK(to.points(1)[4].position == vector3<float>{12, 0, -1});
    CHECK(to.points(0)[1].position == vector3<float>{1, 0, 0});
    CHECK(to.says("changed node visual 1: the transform"));

    changed = to.shown;
    node("visual 1").name = changed.meshes[1].name = "shadow_volume 2";
    CHECK(to(changed));
    CHECK(to.level(1).resolution == 10002);
    for (const char* const refused : {"visual", "visual 1.5", "memory", "box"}) {
        changed = to.shown;
        node("visual 1").name = refused;
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.says("left_out node"));
    }
}

TEST_CASE("p3d apply: the resolution that a level's name says") {
    struct expectation {
        const char* name;
        float resolution;
    };
    constexpr float none = -1;
    constexpr expectation all[] = {
        {"visual 0", 0},
        {"visual 1", none}, // another level has it
        {"visual 1.5", 1.5F},
        {"visual", none},
        {"visual7", none},
        {"visual x", none},
        {"visual 1 2", none},
        {"visible 1", none},
        {"vis", none},
        {"", none},
        {"memory", 1e15F},
        {"memory 1", none},
        {"memoryx", none},
        {"wreck", 21e15F},
        {"view_gunner", 1000},
        {"view_gunner 1", none},
        {"view_cargo 99", 1299},
        {"view_cargo 100", none},
        {"view_cargo_geometry 2", 8.02e15F},
        {"shadow_volume 999", 10999},
        {"shadow_volume_view_cargo", 18e15F},
        {"unknown", none},
    };
    brought to{described::model{{quad_and_triangle(), described::triangle(5)}}, all_levels()};
    REQUIRE(to.shown.nodes.size() == 2);
    REQUIRE(to.shown.nodes[1].name == "visual 5");
    for (const expectation& each : all) {
        CAPTURE(each.name);
        scene changed = to.shown;
        changed.nodes[1].name = each.name;
        static_cast<void>(to(changed));
        CHECK(to.level(1).resolution == (each.resolution == none ? 5 : each.resolution));
        CHECK(to.says("left_out node") == (each.resolution == none));
    }
}

TEST_CASE("p3d apply: levels are deleted on demand, and new ones have the place of their resolution") {
    brought to{levels(), all_levels()};
    scene fewer = to.shown;
    REQUIRE(fewer.nodes[fewer.nodes.size() - 1].parent == fewer.nodes.size() - 4);
    fewer.nodes.resize(fewer.nodes.size() - 4); // memory
    static_cast<void>(to(fewer));
    CHECK(to.model == to.before);
    CHECK(to.says("kept level memory: the scene lacks it"));
    to.how.delete_missing = true;
    CHECK(to(fewer));
    CHECK(to.model.lods.count == 2);

    scene more = to.shown;
    scene::node added{};
    added.name = "visual 1.25";
    added.mesh = 1;
    more.nodes.push_back(added);
    static_cast<void>(to(more));
    REQUIRE(to.model.lods.count == 4);
    CHECK(to.level(0).resolution == 1.25F); // of 1.25 1.5 1 memory: before the first that is larger
    CHECK(to.shapes() == "0123 142");       // a copy of another level
    CHECK(to.points().size() == 5);
    CHECK(to.texture(0) == "a\\wall_co.paa");
    CHECK(to.says("changed node visual 1.25: a new level"));
    more.nodes.back().name = "box";
    static_cast<void>(to(more));
    CHECK(to.model == to.before);
}

TEST_CASE("p3d apply: a part of a new name and the number of one that is gone is this one") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    for (scene::mesh& each : changed.meshes) {
        each.origins.clear();
    }
    for (scene::node& each : changed.nodes) { // levels, proxies and points
        each.name = "new " + std::string{each.name};
    }
    for (scene::mesh& each : changed.meshes) {
        each.name = "new " + std::string{each.name};
    }
    to.how.delete_missing = true;
    static_cast<void>(to(changed));
    CHECK(to.says("guessed node new visual 1: it has another name in the model"));
    CHECK_FALSE(to.says("deleted"));
    CHECK_FALSE(to.says("a new"));
    CHECK(to.model.lods.count == to.before.lods.count);
    CHECK(to.points().size() == to.before.get(to.before.get(to.before.lods)[0].points).size());

    changed = to.shown; // a node that is new is no other one with its number
    changed.clips.clear();
    changed.nodes[0].name = "visual 9";
    changed.nodes[0].mesh = npos;
    static_cast<void>(to(changed));
    CHECK(to.says("level visual 1.5: deleted"));

    changed = to.shown;
    changed.materials[0].name = "c\\new_co.paa";
    static_cast<void>(to(changed));
    CHECK(to.says(": triangles and their materials"));
}

TEST_CASE("p3d apply: a model keeps a level") {
    brought to{quad_and_triangle(), {.delete_missing = true}};
    scene other = to.shown;
    other.nodes[0].name = "box";
    other.nodes[0].mesh = npos;
    static_cast<void>(to(other));
    CHECK(to.model == to.before);
    CHECK(to.says("left_out node visual 1: a model has at least one level"));
    CHECK(to.says("kept level visual 1: the scene lacks it"));
}

TEST_CASE("p3d apply: a level of many proxies, and names of levels that others have") {
    brought to{quad_and_triangle()};
    scene more = to.shown;
    for (int i = 1; i <= 600; ++i) {
        scene::node added{};
        added.name = "proxy:a\\box." + std::to_string(i);
        added.parent = 0;
        more.nodes.push_back(added);
    }
    static_cast<void>(to(more));
    CHECK(to.faces().size() == to.before.get(to.before.get(to.before.lods)[0].faces).size() + 600);

    brought two{levels(), all_levels()};
    scene changed = two.shown;
    std::size_t renamed = 0;
    std::string last;
    for (scene::node& each : changed.nodes) {
        if (each.mesh != npos) {
            last = std::exchange(each.name, "visual 7");
            ++renamed;
        }
    }
    REQUIRE(renamed == 2);
    static_cast<void>(two(changed));
    CHECK(two.says("changed node visual 7: the resolution of a level"));
    CHECK(two.says("left_out node " + last + ": a level's name says its kind, as no other level's does"));
}

TEST_CASE("p3d apply: nodes of points move, make and delete points") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    const std::size_t first = changed.nodes.size() - 3;
    CHECK(changed.nodes[first].name == "axis");
    CHECK(changed.nodes[first + 1].name == "axis_2");
    CHECK(changed.nodes[first + 2].name == "eye");
    changed.nodes[first + 1].local.position = {1, 1, 1};
    CHECK(to(changed));
    CHECK(to.points(2)[1].position == vector3<float>{1, 1, -1});

    changed = to.shown;
    changed.nodes[first + 2].name = "muzzle";
    CHECK(to(changed));
    CHECK(to.weights("muzzle", 2) == std::vector{0, 0, 1});

    changed = to.shown;
    scene::node added = changed.nodes[first + 2];
    added.name = "eye.001";
    changed.nodes.push_back(added);
    added.name = "ear";
    changed.nodes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.weights("eye", 2) == std::vector{0, 0, 1, 1, 0});
    CHECK(to.weights("ear", 2) == std::vector{0, 0, 0, 0, 1});
    CHECK(to.says("guessed node eye.001"));
    CHECK(to.says("changed node eye.001: a new point of a selection"));
    CHECK(to.points(2)[4].position == vector3<float>{6, 7, 8});

    changed = to.shown;
    changed.nodes.resize(first + 2);
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    to.how.delete_missing = true;
    static_cast<void>(to(changed));
    CHECK(to.points(2).size() == 2);
    CHECK(to.weights("axis", 2) == std::vector{1, 1});
    CHECK_FALSE(to.tag("eye", 2));
    CHECK(to.says("changed selection eye: is deleted with its last point"));
    added.name = "eye"; // another one
    changed.nodes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.weights("eye", 2) == std::vector{0, 0, 1});
}

TEST_CASE("p3d apply: what of a node in a level has no effect is left out") {
    brought to{levels(), all_levels()};
    const auto number_of = [&](std::string_view name) {
        std::uint32_t out = 0;
        while (to.shown.nodes[out].name != name) {
            ++out;
        }
        return out;
    };
    scene changed = to.shown;
    changed.nodes[number_of("axis")].local.rotation = {1, 0, 0, 0};
    static_cast<void>(to(changed));
    CHECK(to.said == std::vector<std::string>{"left_out node axis: the rotation and the scale of a point"});
    changed = to.shown;
    changed.nodes[number_of("axis")].parent = npos;
    static_cast<void>(to(changed));
    CHECK(to.said == std::vector<std::string>{"left_out node axis: another parent: it stays in its level"});
}
TEST_CASE("p3d apply: a new node is no point of a level with triangles, nor if it has other content") {
    brought to{levels(), all_levels()};
    to.shown.lights.resize(1);
    to.shown.cameras.resize(1);
    const auto with = [&](std::uint32_t parent, std::uint32_t scene::node::* content) {
        scene changed = to.shown;
        scene::node& added = changed.nodes.emplace_back();
        added.name = "ear";
        added.parent = parent;
        if (content != nullptr) {
            added.*content = 0;
        }
        static_cast<void>(to(changed));
        return to.model == to.before && to.says("left_out node ear: a level has proxies, and points if it has no");
    };
    const std::uint32_t memory = to.shown.nodes.back().parent;
    std::uint32_t visual = 0;
    while (to.shown.nodes[visual].mesh == npos) {
        ++visual;
    }
    CHECK(with(visual, nullptr));
    CHECK_FALSE(with(memory, nullptr));
    CHECK(with(memory, &scene::node::mesh));
    CHECK(with(memory, &scene::node::light));
    CHECK(with(memory, &scene::node::camera));
}

TEST_CASE("p3d apply: a new node below a level is told once") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::node& added = changed.nodes.emplace_back();
    added.parent = 0;
    added.name = "proxy:a\\box.001";
    static_cast<void>(to(changed));
    CHECK(to.said == std::vector<std::string>{"changed node proxy:a\\box.001: a new proxy",
                                              "changed selection proxy:a\\box.001: new"});
}

TEST_CASE("p3d apply: selections and levels that nothing is left of are told") {
    for (const bool deletes : {false, true}) {
        brought to{quad_and_triangle(), {.delete_missing = deletes}};
        const std::string kind = deletes ? "changed " : "left_out ";
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        mesh.primitives.erase(mesh.primitives.begin()); // the quad
        static_cast<void>(to(changed));
        CHECK(to.shapes() == "021");
        CHECK(to.says(kind + "selection left: has no faces left in visual 1"));
        CHECK_FALSE(to.says("level"));
        changed.nodes[0].mesh = npos;
        changed.meshes.clear();
        static_cast<void>(to(changed));
        CHECK(to.says("changed level visual 1: has no faces left") == deletes);
        CHECK(to.says("changed selection edge: has no points or faces left in visual 1") == deletes);
    }
}
TEST_CASE("p3d apply: a new level is like the first one, with a set of texture coordinates") {
    described::lod first = quad_and_triangle();
    first.resolution = 1;
    first.version = 999;
    first.flags = 7;
    brought to{first};
    scene changed; // the new node is the first one
    scene::node& made = changed.nodes.emplace_back(to.shown.nodes[0]);
    made.name = "visual 0.5";
    made.mesh = 1;
    changed.nodes.push_back(to.shown.nodes[0]);
    changed.meshes = to.shown.meshes;
    changed.meshes.push_back(to.shown.meshes[0]);
    changed.meshes[1].name = "visual 0.5";
    changed.meshes[1].origins.clear();
    changed.materials = to.shown.materials;
    static_cast<void>(to(changed));
    REQUIRE(to.model.lods.count == 2);
    CHECK(to.level(0).resolution == 0.5F);
    CHECK(to.level(0).version == 999);
    CHECK(to.level(0).format == to.level(1).format);
    REQUIRE(to.model.tag(to.level(0), 0).uv_set());
    CHECK(to.model.tag(to.level(0), 0).uv_set().id() == 0);
    CHECK(to.model.tag(to.level(0), 0).uv_set().uvs().size() == to.faces(0).size() * 3);
    CHECK(to.says("changed node visual 0.5: a new level"));
}

TEST_CASE("p3d apply: the transform of a level's node moves the points of its mesh and all others") {
    described::lod points{.resolution = 1e15F};
    points.points = {{{0, 1, 2}}, {{3, 4, 5}}};
    points.tags = {described::selection("axis", {1, 1}, {})};
    for (const bool has_mesh : {true, false}) {
        described::lod level = quad_and_triangle();
        level.points.push_back({{5, 5, 5}}); // of no face
        level.tags.clear();
        brought to{described::model{{level, points}}, {.made_with = {.include_all_levels = true}}};
        scene changed = to.shown;
        std::uint32_t node = 0;
        while ((changed.nodes[node].mesh != npos) != has_mesh) {
            ++node;
        }
        changed.nodes[node].local.position = {1, 2, 3};
        static_cast<void>(to(changed));
        CHECK(to.says("changed node " + std::string{changed.nodes[node].name} +
                      ": the transform of a level's node moved its points"));
        const std::size_t number = has_mesh ? 0 : 1;
        const auto before = to.before.get(to.before.get(to.before.lods)[number].points);
        for (std::size_t i = 0; i < before.size(); ++i) {
            CHECK(vector3<float>{to.points(number)[i].position} ==
                  vector3<float>{before[i].position} + vector3<float>{1, 2, -3});
        }
    }
}
