#include "p3d/scene.hpp"
#include "p3d/figure.hpp"
#include "support/counting_memory.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/scene.hpp>

#include <doctest/doctest.h>

#include <map>

#include <algorithm>
#include <cmath>
#include <string>

namespace {

using namespace p3d_scenes;
using object = support::extras;
using described::inward_box;
using support::extra;
using support::find_extra;
using vectors = std::vector<vector3<double>>;

std::vector<double> numbers_of(const object& all, std::string_view name, std::string_view key) {
    const auto& found = extra<scene::list<double>>(extra<object>(all, name), key);
    return {found.begin(), found.end()};
}
std::vector<std::uint32_t> indices_of(const scene::mesh& mesh) { return {mesh.indices.begin(), mesh.indices.end()}; }

vector3<double> at(const scene::mesh& mesh, std::size_t corner) {
    const vector3<float>& p = mesh.positions[mesh.indices[corner]];
    return {p.x, p.y, p.z};
}
double volume_of(const scene::mesh& mesh) {
    double out = 0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        out += dot(at(mesh, i), cross(at(mesh, i + 1) - at(mesh, i), at(mesh, i + 2) - at(mesh, i))) / 6;
    }
    return out;
}
// The smallest cosine between a triangle and the normals of its corners: above 0 if all face the same way.
double facing_of(const scene::mesh& mesh) {
    double least = 1;
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
        const std::size_t first = i / 3 * 3;
        const vector3<double> front =
            normalized(cross(at(mesh, first + 1) - at(mesh, first), at(mesh, first + 2) - at(mesh, first)));
        const vector3<float>& n = mesh.normals[mesh.indices[i]];
        least = std::min(least, dot(front, vector3<double>{n.x, n.y, n.z}));
    }
    return least;
}

} // namespace

TEST_CASE("p3d scene: inward faces become outward faces") {
    const scene made = scene_of(inward_box());
    REQUIRE(made.meshes.size() == 1);
    const scene::mesh& box = made.meshes[0];
    CHECK(box.positions.size() == 24);
    CHECK(box.indices.size() == 36);
    CHECK(volume_of(box) == doctest::Approx(20));
    CHECK(facing_of(box) == doctest::Approx(1));
    const auto around = bounds(made);
    CHECK(around.min == vector3<float>{1, 0, -7});
    CHECK(around.max == vector3<float>{3, 2, -2});
    REQUIRE(made.nodes.size() == 1);
    CHECK(made.nodes[0].name == "visual 1");
    CHECK(extra<scene::text>(made.nodes[0].extras, "kind") == "visual");
    CHECK(extra<double>(made.nodes[0].extras, "resolution") == 1);
    CHECK(extra<scene::text>(made.extras, "format") == "P3D");
}

TEST_CASE("p3d scene: equal corners become one vertex, a quad becomes two triangles") {
    described::lod level = inward_box();
    level.faces = {{{{0, 0, 0, 0}, {1, 0, 1, 0}, {2, 0, 1, 1}, {3, 0, 0, 1}}, "a"},
                   {{{0, 0, 0, 0}, {2, 0, 1, 1}, {4, 0, 0, 0}}, "a"},     // two equal corners
                   {{{0, 1, 0, 0}, {1, 0, 0.5F, 0}, {2, 0, 1, 1}}, "a"}}; // another normal, another coordinate
    const scene made = scene_of(level);
    const scene::mesh& mesh = made.meshes[0];
    CHECK(indices_of(mesh) == std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 0, 2, 4, 5, 6, 2});
    CHECK(mesh.texcoords[0][2] == vector2<float>{1, 1});
    CHECK(mesh.texcoords[0][6] == vector2<float>{0.5F, 0});
    CHECK(mesh.normals[0] == vector3<float>{-1, 0, 0});
    CHECK(mesh.normals[5] == vector3<float>{1, 0, 0});
}

TEST_CASE("p3d scene: faces with fewer than three corners or with a wrong point are left out and counted") {
    described::lod level = inward_box();
    level.faces[1].corners = {{0, 0, 0, 0}, {1, 0, 0, 0}};
    level.faces[2].corners[1].point = 8;
    level.faces[3].corners[0].normal = 6; // gets the normal of the face
    level.faces[4].corners.resize(3);
    level.faces[4].stale = {77, 77, 0, 0};
    const scene made = scene_of(level);
    const scene::mesh& mesh = made.meshes[0];
    CHECK(mesh.indices.size() == 3 * (2 * 3 + 1));
    CHECK(extra<double>(mesh.extras, "lines") == 1);
    CHECK(extra<double>(mesh.extras, "skipped") == 1);
    CHECK(extra<double>(mesh.extras, "repairedNormals") == 1);
    CHECK(facing_of(mesh) == doctest::Approx(1));
}

TEST_CASE("p3d scene: a level without normals gets the normals of its faces") {
    described::lod level = inward_box();
    level.normals.clear();
    for (described::face& face : level.faces) {
        for (described::corner& corner : face.corners) {
            corner.normal = 0;
        }
    }
    const scene made = scene_of(level);
    CHECK(made.meshes[0].positions.size() == 8);
    CHECK(facing_of(made.meshes[0]) > 0.1);
}

TEST_CASE("p3d scene: values that are not finite are repaired and counted") {
    described::lod level = inward_box();
    level.points[0].position.y = described::not_a_number;
    level.faces[0].corners[0].u = described::not_a_number;
    level.faces[0].corners[1].v = std::numeric_limits<float>::infinity();
    level.normals[4].x = described::not_a_number;
    const scene made = scene_of(level);
    const scene::mesh& mesh = made.meshes[0];
    CHECK(extra<double>(mesh.extras, "repairedPositions") == 3);
    CHECK(extra<double>(mesh.extras, "repairedTexcoords") == 2);
    CHECK(extra<double>(mesh.extras, "repairedNormals") == 4);
}

TEST_CASE("p3d scene: triangles are sorted by texture and material, in the order of first use") {
    described::lod level = inward_box();
    const std::pair<const char*, const char*> names[6] = {{"x\\b_ca.paa", ""},        {"x\\a_co.paa", "a.rvmat"},
                                                          {"x\\b_ca.paa", ""},        {"x\\b_ca.paa", "a.rvmat"},
                                                          {"x\\a_co.paa", "a.rvmat"}, {"", ""}};
    for (std::size_t i = 0; i < 6; ++i) {
        level.faces[i].texture = names[i].first;
        level.faces[i].material = names[i].second;
        level.faces[i].flags = i == 5 ? 0x1000000 : 0;
    }
    const scene made = scene_of(level);
    const scene::mesh& mesh = made.meshes[0];
    REQUIRE(mesh.primitives.size() == 4);
    std::vector<std::uint32_t> counts;
    for (const scene::primitive& each : mesh.primitives) {
        counts.push_back(each.index_count);
    }
    CHECK(counts == std::vector<std::uint32_t>{12, 12, 6, 6});
    CHECK(mesh.primitives[1].first_index == 12);
    CHECK(mesh.indices[6] == 4);  // the third face, after the first
    CHECK(mesh.indices[12] == 8); // vertices are in the order of their primitives
    REQUIRE(made.materials.size() == 4);
    CHECK(made.materials[0].name == "b_ca");
    CHECK(made.materials[0].alpha == scene::alpha_mode::blend);
    CHECK(made.materials[0].textures[0].name == "x\\b_ca.paa");
    CHECK(made.materials[1].alpha == scene::alpha_mode::opaque);
    CHECK(extra<scene::text>(made.materials[1].extras, "rvmat") == "a.rvmat");
    CHECK(made.materials[3].textures.empty());
    CHECK(extra<double>(extra<object>(mesh.extras, "faceFlags"), "0x01000000") == 1);
    CHECK(volume_of(mesh) == doctest::Approx(20));
}

TEST_CASE("p3d scene: a texture that is an expression becomes a colour") {
    const auto material_of = [](const char* expression) {
        described::lod level = inward_box();
        level.faces.resize(1);
        level.faces[0].texture = expression;
        scene made = scene_of(level);
        return std::move(made.materials[0]);
    };
    const scene::material grey = material_of("#(argb,8,8,3)color(0.5,0.5,0.5,1.0,co)");
    CHECK(grey.base_color.x == doctest::Approx(0.214041));
    CHECK(grey.base_color.w == 1);
    CHECK(grey.alpha == scene::alpha_mode::opaque);
    CHECK(grey.textures.empty());
    CHECK(extra<scene::text>(grey.extras, "procedural") == "#(argb,8,8,3)color(0.5,0.5,0.5,1.0,co)");
    const scene::material glass = material_of("#(argb,8,8,3)color(1,0,0.02,0.25,ca)");
    CHECK(glass.base_color == vector4<float>{1, 0, static_cast<float>(0.02 / 12.92), 0.25F});
    CHECK(glass.alpha == scene::alpha_mode::blend);
    CHECK(material_of("#(argb,8,8,3)color(0,0,0,0,co)").base_color.w == 1);
    CHECK(material_of("#(argb,8,8,3)color(0,0,0,0.5)").base_color.w == 0.5F);
    CHECK(material_of("#(argb,8,8,3)color(1,1,1,1,ca)").alpha == scene::alpha_mode::opaque);
    CHECK(material_of("#(argb,8,8,3)COLOR( 1,\t-1 ,0.5.5,1)").base_color == vector4<float>{1, 1, 1, 1}); // "1, -1"
    const std::string digits(29, '0'); // a number has at most 30 digits
    CHECK(material_of(("#(x)color(" + digits + "1,0,0,1)").c_str()).base_color == vector4<float>{1, 0, 0, 1});
    CHECK(material_of(("#(x)color(" + digits + "01,0,0,1)").c_str()).base_color == vector4<float>{1, 1, 1, 1});
    for (const char* const invalid : {"#(argb,8,8,3)", "#(argb,512,512,1)r2t(target,1)", "#(argb,8,8,3)color(1,2", "#",
                                      "#(argb,8,8,3)color(", "#(x)color(,,,)", "#(x)color(1e9,nan,-)"}) {
        CAPTURE(invalid);
        CHECK(material_of(invalid).base_color == vector4<float>{1, 1, 1, 1});
    }
    const scene::material bright = material_of("#(argb,8,8,3)color(99999999999999999999,-1,.25,7)");
    CHECK(bright.base_color.y == 0);
    CHECK(bright.alpha == scene::alpha_mode::opaque);
}

TEST_CASE("p3d scene: corners that differ in a further UV set are separate vertices") {
    described::lod level = inward_box();
    level.faces.resize(2);
    level.faces[0].corners = {{0, 0, 0, 0}, {2, 0, 1, 0}, {6, 0, 1, 1}};
    level.faces[1].corners = {{0, 0, 0, 0}, {6, 0, 1, 1}, {2, 0, 1, 0}};
    const std::vector<float> own = {0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0};
    const std::vector<float> other = {0.5F, 0, 0, 0, 0, 0.25F, 0.5F, 0, 0, 0.75F, 0, 0};
    level.tags = {described::uv_set(0, own), described::uv_set(1, other)};
    const scene made = scene_of(level);
    const scene::mesh& mesh = made.meshes[0];
    REQUIRE(mesh.texcoords.size() == 2);
    CHECK(indices_of(mesh) == std::vector<std::uint32_t>{0, 1, 2, 0, 3, 1});
    CHECK(mesh.texcoords[1][0] == vector2<float>{0.5F, 0});
    CHECK(mesh.texcoords[1][2] == vector2<float>{0, 0.25F});
    CHECK(mesh.texcoords[1][3] == vector2<float>{0, 0.75F});
    level.tags[1].numbers.push_back(0); // a set of the wrong size is left out
    CHECK(scene_of(level).meshes[0].texcoords.size() == 1);
}

TEST_CASE("p3d scene: a proxy becomes a node at its triangle") {
    described::lod level = inward_box();
    level.points.insert(level.points.end(), {{{1, 2, 3}}, {{1, 2, 4}}, {{1, 4, 3}}}); // a, along z, along y
    level.faces.push_back({{{10, 0, 0, 0}, {8, 0, 0, 0}, {9, 0, 0, 0}}, "proxy"});
    const std::vector<std::uint8_t> none(11);
    level.tags = {described::selection("proxy:\\a3\\Pilot.p3d.007", none, {0, 0, 0, 0, 0, 0, 1}),
                  described::selection("proxy:lost", none, {0, 0, 0, 0, 0, 0, 0})};
    const scene made = scene_of(level);
    REQUIRE(made.nodes.size() == 3);
    const scene::node& pilot = made.nodes[1];
    CHECK(pilot.name == "Pilot");
    CHECK(pilot.parent == 0);
    CHECK(extra<scene::text>(pilot.extras, "proxy") == "\\a3\\Pilot.p3d");
    CHECK(extra<double>(pilot.extras, "id") == 7);
    CHECK(pilot.local.position == vector3<float>{1, 2, -3});
    CHECK(pilot.local.scale == vector3<float>{1, 1, 1});
    // There is no rotation in either space. The file's +z is -z here.
    const auto matrix = support::world_of(made).at(1);
    CHECK(length(transform_point(matrix, {0, 0, -1}) - vector3<double>{1, 2, -4}) < 1e-6);
    CHECK(length(transform_point(matrix, {0, 2, 0}) - vector3<double>{1, 4, -3}) < 1e-6);
    CHECK(extra<double>(made.nodes[2].extras, "id") == -1);
    CHECK(std::holds_alternative<bool>(*find_extra(made.nodes[2].extras, "placed")));
    CHECK(made.meshes[0].indices.size() == 36);
    CHECK(made.materials.size() == 1);
    CHECK(extra<double>(made.meshes[0].extras, "proxyTriangles") == 1);
    const scene plain = scene_of(level, {.include_proxies = false});
    CHECK(plain.nodes.size() == 1);
    CHECK(plain.meshes[0].indices.size() == 39);
}

TEST_CASE("p3d scene: a proxy with a rotation") {
    described::lod level = inward_box();
    level.points.insert(level.points.end(), {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 0, -2}}}); // along x, up along -z
    level.faces.push_back({{{8, 0, 0, 0}, {9, 0, 0, 0}, {10, 0, 0, 0}}});
    level.tags = {described::selection("proxy:x.1", std::vector<std::uint8_t>(11), {0, 0, 0, 0, 0, 0, 1})};
    const scene made = scene_of(level);
    const auto matrix = support::world_of(made).at(1);
    CHECK(length(transform_vector(matrix, {0, 0, -1}) - vector3<double>{1, 0, 0}) < 1e-6);
    CHECK(length(transform_vector(matrix, {0, 1, 0}) - vector3<double>{0, 0, 2} * 0.5) < 1e-6);
}

TEST_CASE("p3d scene: a proxy whose triangle has no area has a place, but no rotation") {
    described::lod level = inward_box();
    level.points.insert(level.points.end(), {{{1, 2, 3}}, {{2, 2, 3}}, {{4, 2, 3}}}); // on a line
    level.faces.push_back({{{8, 0, 0, 0}, {9, 0, 0, 0}, {10, 0, 0, 0}}});
    level.tags = {described::selection("proxy:x.1", std::vector<std::uint8_t>(11), {0, 0, 0, 0, 0, 0, 1})};
    const scene placed = scene_of(level);
    REQUIRE(placed.nodes.size() == 2);
    const pose<float>& made = placed.nodes[1].local;
    CHECK(made.rotation == quaternion<float>{});
    CHECK(made.scale == vector3<float>{1, 1, 1});
    CHECK(made.position.y == 2);
    CHECK(made.position.z == -3);
}

TEST_CASE("p3d scene: options choose the level") {
    const described::model all{{described::triangle(20), described::triangle(2), described::triangle(1100),
                                described::triangle(1e13F), described::lod{.resolution = 1}}};
    const byte_builder file = described::write(all);
    const auto chosen = [&](const p3d::scene_options& options) {
        return extra<double>(scene_of(file, options).nodes[0].extras, "lod");
    };
    CHECK(chosen({}) == 1);
    CHECK(chosen({.level = 2}) == 2);
    CHECK(chosen({.kind = p3d::lod_kind::geometry}) == 3);
    CHECK(chosen({.level = 4}) == 4);
    const auto model = p3d::open(file.span());
    CHECK(to_scene(*model, {.level = 5}).error().code == errc::out_of_bounds);
    CHECK(to_scene(*model, {.kind = p3d::lod_kind::memory}).error().code == errc::bad_value);
    CHECK(to_scene(*model, {.kind = p3d::lod_kind::view_cargo, .kind_number = 1}).error().code == errc::bad_value);
    const scene every = scene_of(file, {.include_all_levels = true});
    CHECK(every.nodes.size() == 5);
    CHECK(every.meshes.size() == 4);
    CHECK(every.nodes[2].name == "view_pilot");
}

TEST_CASE("p3d scene: models without a visual level, without triangles, without levels") {
    const scene shadow = scene_of(described::write(described::model{
        {described::lod{.resolution = 1e15F}, described::triangle(10000), described::triangle(1e13F)}}));
    CHECK(extra<double>(shadow.nodes[0].extras, "lod") == 1);
    described::lod memory{.resolution = 1e15F,
                          .points = {{{1, 2, 3}}, {{4, 5, 6}}},
                          .tags = {described::selection("eye", {0, 1}, {}), described::selection("none", {0, 0}, {})}};
    const scene points = scene_of(memory);
    CHECK(points.meshes.empty());
    CHECK(numbers_of(points.nodes[0].extras, "points", "eye") == std::vector<double>{4, 5, -6});
    CHECK(numbers_of(points.nodes[0].extras, "points", "none").empty());
    CHECK(scene_of(described::write(described::model{})).nodes.empty());
}

TEST_CASE("p3d scene: selections, properties and masses are in the extras") {
    described::lod level = inward_box();
    level.tags = {described::selection("half", {1, 1, 0, 0, 255, 1, 0, 0}, {0, 0, 1, 0, 0, 0}),
                  described::selection("Half", {0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0}),
                  described::selection("half", {0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0}),
                  described::property("autocenter", "0"),
                  described::property("autocenter", "1"),
                  described::masses({1, 0, 0, 0, 0, 0, 0, 3}),
                  described::sharp_edges({0, 1, 1, 2})};
    const scene made = scene_of(level);
    const auto& extras = made.meshes[0].extras;
    // The vertices of points 0, 1, 4 and 5.
    CHECK(numbers_of(extras, "selections", "half") == std::vector<double>{0, 1, 3, 3, 8, 4, 16, 2, 20, 1, 23, 1});
    CHECK(numbers_of(extras, "selections", "Half").size() == 6);
    CHECK(extra<double>(extras, "selectionsLeftOut") == 1);
    const auto& of_level = made.nodes[0].extras;
    CHECK(extra<scene::text>(extra<object>(of_level, "properties"), "autocenter") == "0");
    CHECK(extra<double>(of_level, "propertiesLeftOut") == 1);
    CHECK(extra<double>(of_level, "mass") == 4);
    CHECK(extra<scene::list<double>>(of_level, "massCenter") == scene::list<double>{2.5, 1.5, -5.75});
    CHECK(extra<double>(of_level, "sharpEdges") == 2);
    CHECK(find_extra(of_level, "pointsWithFlags") == nullptr);
    const scene without = scene_of(level, {.include_selections = false});
    CHECK(find_extra(without.meshes[0].extras, "selections") == nullptr);
    level.tags = {described::masses(std::vector<float>(8))};
    level.points[1].flags = 1;
    level.points[7].flags = 0x0100'0000;
    const scene other = scene_of(level);
    CHECK(find_extra(other.nodes[0].extras, "mass") == nullptr);
    CHECK(extra<double>(other.nodes[0].extras, "pointsWithFlags") == 2);
}

TEST_CASE("p3d scene: an option adds a node for each point but those of proxies, with the name of its selection") {
    described::lod memory{.resolution = 1e15F};
    memory.points = {{{0, 1, 2}}, {{3, 4, 5}}, {{6, 7, 8}}, {{9, 0, 0}}};
    memory.tags = {described::selection("eye", {0, 0, 1, 0}, {}), described::selection("axis", {1, 0, 1, 0}, {}),
                   described::selection("proxy:a.1", {0, 1, 0, 0}, {})};
    const scene made = scene_of(memory, {.include_all_levels = true, .include_points = true});
    REQUIRE(made.nodes.size() == 5);
    const std::pair<const char*, vector3<float>> points[] = {
        {"axis", {0, 1, -2}}, {"eye", {6, 7, -8}}, {"point", {9, 0, 0}}};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(made.nodes[i + 2].name == points[i].first);
        CHECK(made.nodes[i + 2].local.position == points[i].second);
    }
}

TEST_CASE("p3d scene: an option adds selections as attributes of vertices") {
    described::lod level = inward_box();
    level.tags = {described::selection("half", {1, 129, 0, 0, 255, 1, 0, 0}, {0, 0, 1, 0, 0, 0}),
                  described::selection("Half", {0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0}),
                  described::selection("half", {0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0})};
    CHECK(scene_of(level).meshes[0].attributes.empty());
    const scene made = scene_of(level, {.include_selection_attributes = true});
    const scene::mesh& mesh = made.meshes[0];
    REQUIRE(mesh.attributes.size() == 1); // the first of a name, in any case
    CHECK(mesh.attributes[0].name == "SELECTION_half");
    std::map<int, int> counts; // of the values
    for (const std::uint8_t value : mesh.attributes[0].values) {
        ++counts[value];
    }
    CHECK(counts == std::map<int, int>{{0, 12}, {1, 3}, {127, 3}, {255, 6}});
}

TEST_CASE("p3d scene: a point cache becomes a sequence of morph targets") {
    described::lod level = inward_box();
    std::vector<described::vec3> moved;
    for (const described::point& p : level.points) {
        moved.push_back({p.position.x, p.position.y + 1, p.position.z * 2});
    }
    std::vector<described::vec3> further = moved;
    further[3] = {9, 9, described::not_a_number};
    level.tags = {described::frame(0.25F, moved), described::frame(0.25F, moved), described::frame(0.5F, further)};
    const scene made = scene_of(level, {.seconds = 2});
    const scene::mesh& mesh = made.meshes[0];
    REQUIRE(mesh.targets.size() == 2);
    CHECK(mesh.targets[1].name == "frame_0.5");
    REQUIRE(made.clips.size() == 1);
    CHECK(made.clips[0].name == "frames");
    const scene::channel& weights = made.clips[0].channels[0];
    CHECK(weights.path == scene::path::weights);
    CHECK(made.clips[0].times[0] == scene::list<float>{0.5F, 1});
    CHECK(weights.values == scene::list<float>{1, 0, 0, 1});
    const byte_builder file = described::write(described::model{{level}});
    const p3d::lod opened = p3d::open(file.span())->lod(p3d::lod_kind::visual);
    vectors expected(8);
    REQUIRE(morph_positions(opened, 0.375, expected) == 8);
    const auto blend = support::impl::sample(made.clips[0], weights, 0.75);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        vector3<double> p{mesh.positions[i].x, mesh.positions[i].y, mesh.positions[i].z};
        for (std::size_t target = 0; target < 2; ++target) {
            const vector3<float>& by = mesh.targets[target].positions[i];
            p += vector3<double>{by.x, by.y, by.z} * blend[target];
        }
        double least = 1;
        for (const vector3<double>& e : expected) {
            least = std::min(least, length(p - vector3<double>{e.x, e.y, -e.z}));
        }
        const bool is_broken = mesh.positions[i] == vector3<float>{3, 2, -2};
        CHECK((is_broken || least < 1e-6));
    }
    CHECK(scene_of(level, {.include_frames = false}).meshes[0].targets.empty());
}

TEST_CASE("p3d scene: frames that would take too much memory are left out and counted") {
    described::lod level = inward_box();
    std::vector<described::vec3> positions(8);
    for (int i = 0; i < 1500; ++i) { // each a target, and a weight in each of 1500 keys
        level.tags.push_back(described::frame(static_cast<float>(i), positions));
    }
    const scene made = scene_of(level);
    CHECK(made.meshes[0].targets.empty());
    CHECK(made.clips.empty());
    CHECK(extra<double>(made.meshes[0].extras, "framesLeftOut") == 1500);
}

TEST_CASE("p3d scene: the scene of the figure takes at most 32 times the size of its files") {
    const byte_builder file = described::write(described::figure::model());
    const byte_builder nod = described::write(described::figure::nod());
    const auto model = p3d::open(file.span());
    const auto animation = p3d::open_animation(nod.span());
    const p3d::named_clip clips[] = {{"nod", *animation}};
    support::counting_memory memory{support::most_for_scene(file.size() + nod.size())};
    const auto made = to_scene(*model, {.include_all_levels = true, .clips = clips}, &memory);
    REQUIRE(made);
    CHECK(memory.taken() > 0);
    CHECK(made->meshes.resource() == &memory);
    CHECK(made->meshes[0].targets.resource() == &memory);
}

TEST_CASE("p3d scene: a proxy without a usable triangle is at the origin of its level") {
    const std::vector<std::uint8_t> none(11);
    struct one {
        std::vector<described::corner> corners;
        described::vec3 third{1, 4, 3};
        bool is_placed = false;
    };
    const one cases[] = {{{{8}, {9}, {10}}, {1, 4, 3}, true},
                         {{{8}, {9}, {11}}},
                         {{{8}, {9}, {10}}, {described::not_a_number, 4, 3}},
                         {{{8}, {9}}},
                         {{{8}, {9}, {10}, {7}}}};
    for (const one& each : cases) {
        described::lod level = inward_box();
        level.points.insert(level.points.end(), {{{1, 2, 3}}, {{1, 2, 4}}, {each.third}});
        level.faces.push_back({each.corners});
        level.tags = {described::selection("proxy:x.1", none, {0, 0, 0, 0, 0, 0, 1})};
        const scene made = scene_of(level);
        REQUIRE(made.nodes.size() == 2);
        CHECK((find_extra(made.nodes[1].extras, "placed") == nullptr) == each.is_placed);
        CHECK((made.nodes[1].local == pose<float>{}) != each.is_placed);
        CHECK(made.meshes[0].indices.size() == 36); // the face is not drawn
    }
}

TEST_CASE("p3d scene: include_proxies decides whether selections of proxies are parts of the scene") {
    described::lod drawn = inward_box();
    drawn.tags = {described::selection("proxy:x.1", std::vector<std::uint8_t>(8, 1), std::vector<std::uint8_t>(6)),
                  described::selection("half", {1, 1, 0, 0, 0, 0, 0, 0}, std::vector<std::uint8_t>(6))};
    described::lod memory{.resolution = 1e15F, .points = {{{1, 2, 3}}, {{4, 5, 6}}}};
    memory.tags = {described::selection("proxy:y.1", {1, 0}, {}), described::selection("eye", {0, 1}, {})};
    const byte_builder file = described::write(described::model{{drawn, memory}});
    for (const bool with : {false, true}) { // whether proxies are nodes
        CAPTURE(with);
        const scene made = scene_of(file, {.include_all_levels = true,
                                           .include_proxies = with,
                                           .include_empties = false,
                                           .include_points = true,
                                           .include_selection_attributes = true});
        const std::size_t count = with ? 1 : 2;
        REQUIRE(made.nodes.size() == 2 + count); // the levels and the points
        CHECK(made.meshes[0].attributes.size() == count);
        CHECK(extra<object>(made.meshes[0].extras, "selections").size() == count);
        CHECK(extra<object>(made.nodes[1].extras, "points").size() == count);
        CHECK(made.nodes.back().name == "eye");
        CHECK(made.nodes.back().parent == 1);
    }
}

TEST_CASE("p3d scene: extras count what does not fit") {
    described::lod level = inward_box();
    for (std::uint32_t i = 0; i < 30; ++i) {
        level.tags.push_back(
            described::selection("s" + std::to_string(i), {1, 0, 1, 0, 1, 0, 1, 0}, {0, 0, 0, 0, 0, 0}));
    }
    const auto left_out = [](const auto& extras, const char* key) {
        const auto* const count = effigy::find_extra<double>(extras, key);
        CHECK((count != nullptr || sizeof(void*) < 8)); // on 32 bits, all may fit
        return count != nullptr ? *count : 0;
    };
    const scene selected = scene_of(level, {.include_selection_attributes = true});
    const scene::mesh& mesh = selected.meshes[0];
    const auto& selections = extra<object>(mesh.extras, "selections");
    CHECK(selections.size() > 5);
    CHECK(static_cast<double>(selections.size()) + left_out(mesh.extras, "selectionsLeftOut") == 30);
    CHECK(mesh.attributes.size() > 5);
    CHECK(static_cast<double>(mesh.attributes.size()) + left_out(mesh.extras, "selectionAttributesLeftOut") == 30);

    level.tags.clear();
    for (std::uint32_t i = 0; i < 100; ++i) {
        level.tags.push_back(described::property("p" + std::to_string(i), "value"));
    }
    const scene described_by_properties = scene_of(level);
    const auto& of_level = described_by_properties.nodes[0].extras;
    const auto& properties = extra<object>(of_level, "properties");
    CHECK(properties.size() > 20);
    CHECK(static_cast<double>(properties.size()) + left_out(of_level, "propertiesLeftOut") == 100);

    level.tags.clear();
    for (std::uint32_t i = 0; i < 200; ++i) {
        level.faces.push_back(level.faces[0]);
        level.faces.back().flags = 40 - i % 40; // in decreasing order
    }
    const scene flagged = scene_of(level);
    const auto& flags = extra<object>(flagged.meshes[0].extras, "faceFlags");
    REQUIRE(flags.size() == 32);
    CHECK(flags[0].key == "0x00000009"); // the first 32 kinds, sorted
    CHECK(flags[31].key == "0x00000028");
    CHECK(std::get<double>(flags[31].value) == 5);
    CHECK(extra<double>(flagged.meshes[0].extras, "faceFlagsLeftOut") == 8 * 5);

    described::lod memory{.resolution = 1e15F};
    memory.points.resize(200);
    memory.tags = {described::selection(std::string(1000, 'n'), std::vector<std::uint8_t>(200, 1), {})};
    const scene points = scene_of(memory, {.include_points = true});
    CHECK(points.nodes.size() > 10);
    CHECK(static_cast<double>(points.nodes.size() - 1) + left_out(points.nodes[0].extras, "pointsLeftOut") == 200);
}

TEST_CASE("p3d scene: a level with one frame has one target, also at time 0") {
    for (const float time : {0.0F, 0.5F, -0.5F}) {
        described::lod level = inward_box();
        level.tags = {described::frame(time, std::vector<described::vec3>(8, {1, 1, 1}))};
        const scene made = scene_of(level);
        REQUIRE(made.meshes[0].targets.size() == (time < 0 ? 0 : 1)); // time has not begun
        if (time >= 0) {
            CHECK(made.meshes[0].targets[0].name == (time == 0 ? "frame_0" : "frame_0.5"));
            CHECK(made.clips[0].times[0] == scene::list<float>{time});
            CHECK(made.clips[0].channels[0].values == scene::list<float>{1});
        }
    }
}
