// Levels that a person duplicated, separated or replaced, brought back into models.
#include "p3d/applied.hpp"

#include <algorithm>

namespace { namespace copied_levels {

using namespace applied_p3d;

constexpr float pilot = 1100, gunner = 1000, geometry = 1e13F, geometry_physx = 4e13F;

// The view of a pilot, and a geometry; both have a proxy.
described::model two_levels() {
    described::lod first = quad_and_triangle();
    first.resolution = pilot;
    first.points.insert(first.points.end(), {{{5, 0, 0}}, {{5, 0, 1}}, {{5, 2, 0}}});
    first.faces.push_back({{{5, 0, 0, 0}, {6, 0, 0, 0}, {7, 0, 0, 0}}, "", "", 0});
    first.tags = {described::selection("left", {1, 1, 1, 1, 0, 0, 0, 0}, {1, 0, 0}),
                  described::selection("proxy:\\a\\b.001", {0, 0, 0, 0, 0, 1, 1, 1}, {0, 0, 1}),
                  described::property("map", "house"), described::masses({1, 2, 3, 4, 5, 0, 0, 0})};
    described::lod second = first;
    second.resolution = geometry;
    return {{first, second}};
}
support::p3d_bringing with_all_levels() { return {.made_with = {.include_all_levels = true}}; }

// Appends a node with a copy of a node's mesh.
scene with_copy(const scene& of, std::string_view node, const char* name) {
    scene out = of;
    scene::mesh copy = of.meshes[of.nodes[node_named(of, node)].mesh];
    copy.name = name;
    scene::node& made = out.nodes.emplace_back();
    made.name = name;
    made.mesh = static_cast<std::uint32_t>(out.meshes.size());
    out.meshes.push_back(copy);
    return out;
}

}} // namespace ::copied_levels

TEST_CASE("p3d apply: what is a part of a level by its name, and what is another level") {
    const auto is_part = [](std::string_view name, std::string_view level, std::string_view model = "tank") {
        return effigy::p3d::is_part_of_level(name, level, model);
    };
    CHECK(is_part("tank visual 1.001", "tank visual 1")); // also a name of a level
    CHECK(is_part("visual 1.001", "visual 1", ""));
    CHECK(is_part("tank view_pilot.012", "tank view_pilot"));
    CHECK(is_part("roof", "tank visual 1"));
    CHECK(is_part("tank roof", "tank visual 1"));
    CHECK(is_part("bus visual 1", "tank visual 1"));
    CHECK_FALSE(is_part("tank visual 1.5", "tank visual 1"));
    CHECK_FALSE(is_part("tank visual 2.001", "tank visual 1"));
    CHECK_FALSE(is_part("tank view_gunner", "tank view_pilot"));
    CHECK_FALSE(is_part("view_gunner", "tank view_pilot"));
    const std::string long_model(54, 'm'); // cut, the name of a level is that of none
    CHECK_FALSE(is_part(long_model + " view_gunn", long_model + " visual 1", long_model));
    CHECK(is_part(long_model + " visu.001", long_model + " visual 1", long_model)); // numbered
    CHECK(is_part(long_model + " visu", long_model + " visual 1", long_model));     // cut off for a number
    CHECK_FALSE(is_part(long_model + " visual 2", long_model + " visual 1", long_model));
    CHECK(is_part(long_model + " view_roof", long_model + " visual 1", long_model));
    CHECK(is_part(long_model + " vi", long_model + " visual 1", long_model)); // not cut
    const std::string model(60, 'm');                                         // Blender cuts the name of the level
    CHECK(is_part(model.substr(0, 59) + ".001", model + " visual 1", model));
    CHECK(is_part(model.substr(0, 57) + "\xC3\xA4 v", model.substr(0, 57) + "\xC3\xA4 visual 1", model));
}
TEST_CASE("p3d apply: faces that were duplicated are faces of as many corners, selected as before") {
    using namespace copied_levels;
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const auto add_copies = [&](float by) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (std::uint32_t i = 0; i < to.shown.meshes[0].positions.size(); ++i) {
            mesh.positions.push_back(mesh.positions[i] + vector3<float>{0, 0, by});
            mesh.normals.push_back(mesh.normals[i]);
            for (auto& set : mesh.texcoords) {
                set.push_back(set[i]);
            }
            mesh.origins.push_back({0, i});
        }
        for (const scene::primitive& each : to.shown.meshes[0].primitives) {
            mesh.primitives.push_back(
                {static_cast<std::uint32_t>(mesh.indices.size()), each.index_count, each.material});
            for (std::uint32_t i = 0; i < each.index_count; ++i) {
                mesh.indices.push_back(first + to.shown.meshes[0].indices[each.first_index + i]);
            }
        }
    };
    add_copies(1);
    add_copies(2);
    static_cast<void>(to(changed));
    CHECK(to.points().size() == 15);
    CHECK(to.faces().size() == 6);
    CHECK(to.selected_faces("left") == std::vector{1, 0, 1, 0, 1, 0});
    const std::vector<int> weights = to.weights("left");
    CHECK(std::ranges::count(weights, 1) == 12);
    for (std::size_t i = 0; i < 6; ++i) {
        CAPTURE(i);
        CHECK(to.faces()[i].corners().size() == (i % 2 == 0 ? 4 : 3));
        CHECK(to.faces()[i].flags == (i % 2 == 0 ? 0x10 : 0x20));
        CHECK(to.texture(i) == to.texture(i % 2));
        for (const p3d::owned_corner& each : to.faces()[i].corners()) {
            CHECK(to.points()[each.point].position.z == -static_cast<float>(i / 2));
        }
    }
    CHECK(to.counts["triangles and their materials"] == 4);
}
TEST_CASE("p3d apply: a copy of a level under the name of another one is a level with all that it has but proxies") {
    using namespace copied_levels;
    brought to{two_levels(), with_all_levels()};
    static_cast<void>(to(with_copy(to.shown, "view_pilot", "view_gunner")));
    REQUIRE(to.model.lods.count == 3);
    CHECK(to.level(0).resolution == gunner);
    CHECK(to.level(1).resolution == pilot);
    CHECK(to.shapes() == "0123 142");
    CHECK(to.faces()[0].flags == 0x10);
    CHECK(to.points().size() == 5);
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 0});
    CHECK(to.selected_faces("left") == std::vector{1, 0});
    CHECK(to.level(0).tags.count == 3); // no proxy, no masses
    REQUIRE(to.model.tag(to.level(0), 1).property());
    CHECK(to.model.tag(to.level(0), 1).property().value() == "house");
    CHECK(to.points(1).size() == 8);
    CHECK(to.says("changed node view_gunner: a new level, a copy of another"));

    scene moved = with_copy(to.shown, "geometry", "geometry_physx");
    scene::node& proxy = moved.nodes.emplace_back();
    proxy.name = "proxy:\\a\\c";
    proxy.parent = static_cast<std::uint32_t>(moved.nodes.size() - 2);
    moved.meshes.back().positions[0].x -= 1;
    static_cast<void>(to(moved));
    REQUIRE(to.model.lods.count == 3);
    CHECK(to.level(2).resolution == geometry_physx);
    REQUIRE(to.tag("#Mass#", 2).masses().size() == 8); // with the points of the new proxy
    CHECK(to.tag("#Mass#", 2).masses()[4] == 5);
    CHECK(to.tag("proxy:\\a\\c.001", 2));
    CHECK_FALSE(to.tag("proxy:\\a\\b.001", 2));
    CHECK(to.tag("proxy:\\a\\b.001", 1));
}
TEST_CASE("p3d apply: a part of a level is no new level") {
    using namespace copied_levels;
    described::lod of = quad_and_triangle();
    brought to{of};
    static_cast<void>(to(with_copy(to.shown, "visual 1", "visual 1.001")));
    CHECK(to.model == to.before);
    CHECK(to.says("left_out node visual 1.001: neither a part"));
}
TEST_CASE("p3d apply: new meshes are parts of the most detailed visual level") {
    using namespace copied_levels;
    scene shown;
    const auto add = [&](const char* name, std::uint32_t mesh) {
        shown.nodes.emplace_back().name = name;
        shown.nodes.back().mesh = mesh;
    };
    CHECK(p3d::level_of_new_meshes(shown, "house") == "");
    add("house memory", npos);
    CHECK(p3d::level_of_new_meshes(shown, "house") == "");
    add("house geometry", 0);
    CHECK(p3d::level_of_new_meshes(shown, "house") == "house geometry");
    add("house visual 2", 1);
    add("house visual 1", 2);
    add("house view_pilot", 3);
    CHECK(p3d::level_of_new_meshes(shown, "house") == "house visual 1");
    CHECK(p3d::is_part_of_level("roof", "house visual 1", "house"));
    CHECK_FALSE(p3d::is_part_of_level("visual 3", "house visual 1", "house"));
    CHECK_FALSE(p3d::is_part_of_level("proxy:\\a\\b.001", "house visual 1", "house"));
}
TEST_CASE("p3d apply: a copy of a proxy, by the number that an editor gave it, is a proxy of the same model") {
    using namespace copied_levels;
    brought to{two_levels(), with_all_levels()};
    const std::uint32_t proxy = node_named(to.shown, "b");
    for (const bool is_of_copy : {false, true}) { // below a copied level
        scene changed = with_copy(to.shown, "view_pilot", "view_gunner");
        scene::node& made = changed.nodes.emplace_back();
        made.name = "b.001";
        made.local = to.shown.nodes[proxy].local;
        made.local.position.x += 1;
        made.parent = is_of_copy ? static_cast<std::uint32_t>(changed.nodes.size() - 2) : changed.nodes[proxy].parent;
        static_cast<void>(to(changed));
        CHECK(to.says("guessed node b.001: a copy of the proxy"));
        REQUIRE(to.model.lods.count == 3);
        CHECK(to.tag("proxy:\\a\\b.001", is_of_copy ? 0 : 1));
        CHECK(bool{to.tag("proxy:\\a\\b.002", 1)} != is_of_copy);
        CHECK(to.points(is_of_copy ? 0 : 1).size() == (is_of_copy ? 8 : 11));
    }
    scene changed = to.shown;
    scene::node& made = changed.nodes.emplace_back();
    made.name = "c.001";
    made.parent = changed.nodes[proxy].parent;
    static_cast<void>(to(changed));
    CHECK(to.says("left_out node c.001: a level has proxies"));
}
TEST_CASE("p3d apply: the new name of a proxy's node is that of another model, if it is a proxy's") {
    using namespace copied_levels;
    brought to{two_levels(), with_all_levels()};
    const std::uint32_t proxy = node_named(to.shown, "b");
    const std::pair<const char*, const char*> cases[] = {
        {"proxy:\\c\\d", "proxy:\\c\\d.001"}, {"proxy:\\c\\d.7", "proxy:\\c\\d.007"}, {"d", "proxy:\\a\\b.001"}};
    for (const auto& each : cases) {
        const char *const name = each.first, *const selection = each.second; // clang 14 captures no bindings
        CAPTURE(name);
        scene changed = to.shown;
        changed.nodes[proxy].name = name;
        static_cast<void>(to(changed));
        CHECK(to.tag(selection, 0));
        CHECK(to.says("left_out node d: the new name of a proxy") == (std::string_view{name} == "d"));
        CHECK(to.points().size() == 8);
    }
}

TEST_CASE("p3d apply: what joins another level keeps its selections, flags and quads") {
    using namespace copied_levels;
    described::lod first = quad_and_triangle(), second{.resolution = 2};
    first.faces[0].flags = 0x30;
    first.tags = {described::selection("left", {1, 1, 1, 1, 0}, {1, 0}),
                  described::selection("edge", {0, 2, 3, 0, 0}, {0, 0}),
                  described::selection("other", {0, 0, 0, 0, 1}, {0, 0}),
                  described::selection("proxy:\\a\\b.001", {1, 1, 1, 1, 0}, {0, 0})};
    second.points = {{{0, 0, 5}}, {{1, 0, 5}}, {{0, 1, 5}}};
    second.normals = {{0, 0, 1}};
    second.faces = {{{{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}}, "b\\door_co.paa", "", 0}};
    second.tags = {described::selection("Left", {0, 0, 1}, {0})};
    brought to{described::model{{first, second}}, with_all_levels()};
    scene changed = to.shown;
    const scene::mesh& from = to.shown.meshes[0];
    scene::mesh& mesh = changed.meshes[1];
    const auto count = static_cast<std::uint32_t>(mesh.positions.size());
    for (std::uint32_t i = 0; i < from.positions.size(); ++i) {
        mesh.positions.push_back(from.positions[i]);
        mesh.normals.push_back(from.normals[i]);
        mesh.texcoords[0].push_back(from.texcoords[0][i]);
        mesh.origins.push_back(from.origins[i]);
    }
    const scene::primitive& quad = from.primitives[0];
    mesh.primitives.push_back({static_cast<std::uint32_t>(mesh.indices.size()), quad.index_count, quad.material});
    for (std::uint32_t i = 0; i < quad.index_count; ++i) {
        mesh.indices.push_back(count + from.indices[quad.first_index + i]);
    }
    static_cast<void>(to(changed));
    CHECK(to.model.lods.count == 2);
    REQUIRE(to.faces(1).size() == 2);
    CHECK(to.faces(1)[1].corners().size() == 4);
    CHECK(to.faces(1)[1].flags == 0x30);
    CHECK(to.model.get(to.faces(1)[1].texture) == "a\\wall_co.paa");
    CHECK(to.model.get(to.faces(1)[1].material) == "a\\wall.rvmat");
    REQUIRE(to.points(1).size() == 7);
    CHECK(to.weights("Left", 1) == std::vector{0, 0, 1, 1, 1, 1, 1}); // in any case
    CHECK(to.tag("Left", 1).selection().face_bytes()[0] == 0);
    CHECK(to.tag("Left", 1).selection().face_bytes()[1] == 1);
    const std::vector<int> edge = to.weights("edge", 1);
    CHECK(std::ranges::count(edge, 2) == 1);
    CHECK(std::ranges::count(edge, 3) == 1);
    CHECK(std::ranges::count(edge, 0) == 5);
    CHECK(to.tag("edge", 1).selection().face_bytes()[1] == 0);
    CHECK_FALSE(to.tag("other", 1)); // of a point that did not join
    CHECK_FALSE(to.tag("proxy:\\a\\b.001", 1));
    CHECK(to.says("changed selection edge: new"));
    for (const p3d::owned_corner& each : to.faces(1)[1].corners()) {
        CHECK(to.points(1)[each.point].position.z == 0);
    }

    scene half = changed; // of a quad: a triangle
    for (int i = 0; i < 3; ++i) {
        half.meshes[1].indices.pop_back();
    }
    half.meshes[1].primitives.back().index_count -= 3;
    static_cast<void>(to(half));
    CHECK(to.faces(1)[1].corners().size() == 3);
    CHECK(to.tag("Left", 1).selection().face_bytes()[1] == 1);
}
