#include "nwn/opened.hpp"
#include "nwn/text_samples.hpp"
#include "support/counting_memory.hpp"
#include "support/edited.hpp"

#include <effigy/nwn/decode_text.hpp>
#include <effigy/nwn/edit.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace {

using namespace effigy;
using point = vec3<form::host>;
using uv = vec2<form::host>;

nwn::owned_model derived_from(const std::string& text, nwn::producer by = nwn::producer::enhanced_edition) {
    const auto opened = nwn::open_text(text);
    REQUIRE(opened);
    auto out = nwn::decode(*opened, by);
    REQUIRE(out);
    return *std::move(out);
}
nwn::owned_node& derived_node(nwn::owned_model& of, std::string_view name) {
    for (nwn::owned_node& node : of.get(of.nodes)) {
        if (node.name.view() == name) {
            return node;
        }
    }
    FAIL("no node " << name);
    return of.all<nwn::owned_node>()[0];
}
nwn::owned_mesh& derived_mesh(nwn::owned_model& of, std::string_view node = "only") {
    return *of.get(derived_node(of, node).mesh);
}
std::vector<int> derived_indices(nwn::owned_model& of, const nwn::owned_mesh& mesh) {
    const auto indices = of.get(of.get(mesh.index_lists)[0]);
    return {indices.begin(), indices.end()};
}
// Two triangles that meet at a right angle; with `mask`, in one smoothing group.
std::string folded(const char* mask, const char* type = "trimesh") {
    return fixtures::nwn::text_of_mesh("verts 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\ntverts 4\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n"
                                       "faces 2\n0 1 2 " +
                                           std::string{mask} + " 0 1 2 1\n0 3 1 " + mask + " 0 3 1 1\n",
                                       type);
}

} // namespace

TEST_CASE("nwn derive: complete() gives what a compiler gives") {
    for (const nwn::producer by :
         {nwn::producer::bioware, nwn::producer::nwnmdlcomp, nwn::producer::enhanced_edition}) {
        nwn::owned_model whole = derived_from(fixtures::nwn::text_of_all_types(), by);
        nwn::owned_model model = whole;
        compute_boxes(whole, derived_node(whole, "walk")); // those of the text are smaller
        for (nwn::owned_mesh& mesh : model.all<nwn::owned_mesh>()) {
            mesh.bounding_min = mesh.bounding_max = mesh.average = {9, 9, 9};
            mesh.radius = mesh.normal_sum_half = 9;
            mesh.triangle_mode = 0;
            mesh.index_counts = {};
            mesh.index_lists = {};
            for (nwn::owned_face& face : model.get(mesh.faces)) {
                face.normal = {};
                face.distance = 5;
                face.adjacent[0] = face.adjacent[1] = face.adjacent[2] = 7;
            }
            for (point& normal : model.get<point>(mesh.normals)) {
                normal = {0, 1, 0};
            }
        }
        for (nwn::owned_aabb& each : model.all<nwn::owned_aabb>()) {
            each.min = each.max = {};
            each.plane = 64;
        }
        nwn::owned_skin& skin = *model.get(derived_node(model, "coat").skin);
        for (auto& rotation : model.get(skin.inverse_rotations)) {
            rotation = {};
        }
        model.set<point>(skin.inverse_translations, {});
        // Bones in another order, as an editor may leave them.
        const std::span<std::int16_t> slots = model.get<std::int16_t>(skin.node_to_slot);
        for (std::int16_t& slot : slots) {
            slot = slot >= 0 ? static_cast<std::int16_t>(10 - slot) : slot;
        }
        for (auto& each : model.get(skin.joints)) {
            for (std::int16_t& slot : each.bone) {
                slot = slot >= 0 ? static_cast<std::int16_t>(10 - slot) : slot;
            }
        }
        CHECK_FALSE(complete(model, by));
        CHECK(support::changed_fields(whole, model) == "");
    }
}

TEST_CASE("nwn derive: planes are rounded as by the producer") {
    auto model = derived_from(fixtures::nwn::text_of_mesh("verts 3\n0.1 0.7 0.3\n1.3 0.2 0.9\n0.4 1.9 0.6\nfaces 1\n"
                                                          "0 1 2 1 0 0 0 1\n"));
    nwn::owned_mesh& mesh = derived_mesh(model);
    for (const nwn::producer by :
         {nwn::producer::bioware, nwn::producer::nwnmdlcomp, nwn::producer::enhanced_edition}) {
        compute_planes(model, mesh, by);
        const nwn::owned_face& face = model.get(mesh.faces)[0];
        CHECK(dot(vector3<float>{face.normal}, vector3<float>{0.1F, 0.7F, 0.3F}) + face.distance ==
              doctest::Approx(0).epsilon(1e-6));
        CHECK(length(vector3<float>{face.normal}) == doctest::Approx(1));
    }
    for (int i = 0; i < 100; ++i) { // the Enhanced Edition computes in float
        const auto at = model.get<point>(mesh.positions);
        at[2].y = static_cast<float>(i) / 7;
        compute_planes(model, mesh, nwn::producer::enhanced_edition);
        const vector3<float> a = at[0], b = at[1], c = at[2], across = cross(b - a, c - b);
        CHECK(model.get(mesh.faces)[0].normal == point{across * std::sqrt(1 / dot(across, across))});
    }
    for (point& at : model.get<point>(mesh.positions)) {
        at = {1, 2, 3};
    }
    compute_planes(model, mesh, nwn::producer::enhanced_edition);
    CHECK(model.get(mesh.faces)[0].normal == point{1, 0, 0}); // without an area
    CHECK(model.get(mesh.faces)[0].distance == -1);
    compute_planes(model, mesh, nwn::producer::bioware);
    CHECK(model.get(mesh.faces)[0].normal == point{0, 0, 0});
}

TEST_CASE("nwn derive: neighbors are found by position") {
    auto model = derived_from(folded("1", "danglymesh"));
    nwn::owned_mesh& mesh = derived_mesh(model);
    for (nwn::owned_face& face : model.get(mesh.faces)) {
        face.adjacent[0] = face.adjacent[1] = face.adjacent[2] = 5;
    }
    compute_adjacency(model, mesh);
    const auto faces = model.get(mesh.faces);
    CHECK((faces[0].adjacent[0] == 1 && faces[0].adjacent[1] == -1 && faces[0].adjacent[2] == -1));
    CHECK((faces[1].adjacent[0] == -1 && faces[1].adjacent[1] == -1 && faces[1].adjacent[2] == 0));
    faces[1].vertex[2] = 99; // a vertex that does not exist
    compute_adjacency(model, mesh);
    CHECK(model.get(mesh.faces)[0].adjacent[0] == -1);
}

TEST_CASE("nwn derive: only trimeshes and walk meshes have an area") {
    for (const char* const type : {"trimesh", "danglymesh"}) {
        auto model = derived_from(folded("1", type));
        derived_mesh(model).normal_sum_half = 7;
        compute_area(model, derived_node(model, "only"), nwn::producer::bioware);
        CHECK(derived_mesh(model).normal_sum_half == (std::string_view{type} == "trimesh" ? 1 : 0));
    }
}

TEST_CASE("nwn derive: normals follow moved vertices") {
    auto model = derived_from(folded("1"));
    nwn::owned_mesh& mesh = derived_mesh(model);
    REQUIRE(mesh.vertex_count == 4);
    for (point& at : model.get<point>(mesh.positions)) {
        at.z = 0;
    }
    compute_normals(model, mesh, nwn::producer::bioware);
    CHECK(model.get<point>(mesh.normals)[0] == point{0, 0, 1});
    // Corners at a position with other normals keep them.
    auto flat = derived_from(folded("0"));
    nwn::owned_mesh& other = derived_mesh(flat);
    REQUIRE(other.vertex_count == 6);
    compute_normals(flat, other, nwn::producer::enhanced_edition);
    CHECK(flat.get<point>(other.normals)[0] == point{0, 0, 1});
    CHECK(flat.get<point>(other.normals)[3] == point{0, 1, 0});
    // Without normals, all corners at a position get one.
    other.normals = {};
    compute_normals(flat, other, nwn::producer::enhanced_edition);
    const auto normals = flat.get<point>(other.normals);
    REQUIRE(normals.size() == 6);
    CHECK(normals[0] == normals[3]);
    CHECK(normals[0].y == doctest::Approx(0.70710678));
}

TEST_CASE("nwn derive: smoothing groups make normals and vertices") {
    for (const char* const type : {"trimesh", "skin", "danglymesh", "animmesh"}) {
        CAPTURE(type);
        const nwn::owned_model smooth = derived_from(folded("1", type)), hard = derived_from(folded("0", type));
        nwn::owned_model model = smooth;
        CHECK_FALSE(
            compute_normals(model, derived_node(model, "only"), std::array{0U, 0U}, nwn::producer::enhanced_edition));
        CHECK(derived_mesh(model).vertex_count == 6);
        CHECK(support::changed_fields(hard, model) == "");
        CHECK_FALSE(
            compute_normals(model, derived_node(model, "only"), std::array{6U, 3U}, nwn::producer::enhanced_edition));
        CHECK(derived_mesh(model).vertex_count == 4);
        CHECK(support::changed_fields(smooth, model) == "");
    }
    nwn::owned_model model = derived_from(folded("1"));
    const nwn::owned_model before = model;
    nwn::owned_node& node = derived_node(model, "only");
    CHECK(to_string(compute_normals(model, node, std::array{1U}, nwn::producer::bioware)) ==
          "bad_value: mesh.faces[]: expected one number of smoothing groups per face, found 1");
    CHECK(model == before);
    CHECK_FALSE(compute_normals(model, model.get(model.nodes)[0], {}, nwn::producer::bioware)); // has no mesh
}

TEST_CASE("nwn derive: equal corners share vertices again") {
    // A vertex per corner, as another program may have made them.
    nwn::owned_model model = derived_from(folded("1"));
    const nwn::owned_model shared = model;
    nwn::owned_mesh& mesh = derived_mesh(model);
    std::vector<point> positions, normals;
    std::vector<uv> texcoords;
    std::uint16_t next = 0;
    for (nwn::owned_face& face : model.get(mesh.faces)) {
        for (std::uint16_t& vertex : face.vertex) {
            positions.push_back(model.get<point>(mesh.positions)[vertex]);
            normals.push_back(model.get<point>(mesh.normals)[vertex]);
            texcoords.push_back(model.get<uv>(mesh.texcoords[0])[vertex]);
            vertex = next++;
        }
    }
    model.set<point>(mesh.positions, positions);
    model.set<point>(mesh.normals, normals);
    model.set<uv>(mesh.texcoords[0], texcoords);
    mesh.vertex_count = next;
    CHECK_FALSE(share_vertices(model, derived_node(model, "only")));
    CHECK(support::changed_fields(shared, model) == "");
    // A face of one line is left out, and its neighbor has none there.
    model.get(mesh.faces)[1].vertex[1] = model.get(mesh.faces)[1].vertex[0];
    CHECK_FALSE(share_vertices(model, derived_node(model, "only")));
    CHECK(model.get(mesh.faces).size() == 1);
    CHECK(model.get(mesh.faces)[0].adjacent[0] == -1);
    CHECK(derived_indices(model, mesh) == std::vector<int>{0, 1, 2});
    const nwn::owned_model whole = model;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        model = whole;
        model.get(derived_mesh(model).faces)[0].vertex[corner] = 500;
        const nwn::owned_model before = model;
        CHECK(to_string(share_vertices(model, derived_node(model, "only"))) ==
              "bad_value: mesh.faces[].vertices: expected vertices of the mesh, at most 65,535");
        CHECK(model == before);
    }
    // Without normals, what else is stored per vertex follows.
    model = shared;
    derived_mesh(model).normals = {};
    model.get<point>(derived_mesh(model).positions)[0] = {0, 0, -1};
    CHECK_FALSE(share_vertices(model, derived_node(model, "only")));
    CHECK(derived_mesh(model).texcoords[0].count == derived_mesh(model).vertex_count);
    for (const point& normal : model.get<point>(derived_mesh(model).normals)) {
        CHECK(normal == point{});
    }
    CHECK(std::ranges::equal(model.get(derived_mesh(model).texcoords[0]),
                             shared.get(shared.all<nwn::owned_mesh>()[0].texcoords[0])));
}

TEST_CASE("nwn derive: more vertices than the format can number are refused") {
    constexpr std::uint16_t sides = 23'000;
    nwn::owned_model model = derived_from(folded("1"));
    nwn::owned_mesh& mesh = derived_mesh(model);
    std::vector<point> positions(1, point{});
    std::vector<nwn::owned_face> faces;
    for (std::uint16_t i = 1; i <= sides; ++i) { // a fan around the first vertex; each face has another normal
        const double angle = i * 6.2831853 / sides;
        positions.push_back(point{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 1});
        faces.emplace_back().vertex[1] = i;
        faces.back().vertex[2] = static_cast<std::uint16_t>(i % sides + 1);
    }
    model.set<point>(mesh.positions, positions);
    model.set(mesh.faces, faces);
    mesh.vertex_count = sides + 1;
    mesh.normals = {};
    mesh.texcoords[0] = {};
    const nwn::owned_model before = model;
    const std::vector<std::uint32_t> flat(sides);
    CHECK(compute_normals(model, derived_node(model, "only"), flat, nwn::producer::bioware).code == errc::bad_value);
    CHECK(model == before);
}

TEST_CASE("nwn derive: tangents, and copies of vertices at seams") {
    // The second triangle has its texture turned over.
    auto model = derived_from(
        fixtures::nwn::text_of_mesh("verts 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\ntverts 4\n0 0 0\n1 0 0\n1 1 0\n1 0 0\n"
                                    "faces 2\n0 1 2 1 0 1 2 1\n0 2 3 1 0 2 3 1\n"));
    nwn::owned_node& node = derived_node(model, "only");
    nwn::owned_mesh& mesh = *model.get(node.mesh);
    REQUIRE(mesh.vertex_count == 4);
    model.append<point>(mesh.positions, {7, 7, 7}); // a vertex of no face
    model.append<point>(mesh.normals, {0, 0, 1});
    model.append<uv>(mesh.texcoords[0], {0, 0});
    mesh.vertex_count = 5;
    for (int round = 0; round < 2; ++round) { // the second time, it is the same
        CHECK_FALSE(compute_tangents(model, node));
        CHECK(mesh.vertex_count == 6);
        CHECK(derived_indices(model, mesh) == std::vector<int>{0, 1, 2, 4, 5, 3});
        CHECK(model.get(mesh.faces)[1].vertex[0] == 0); // faces do not refer to copies
        const auto tangents = model.get<point>(mesh.tangents);
        const auto handedness = model.get<float>(mesh.handedness);
        REQUIRE((tangents.size() == 6 && handedness.size() == 6));
        CHECK(tangents[0] == point{1, 0, 0});
        CHECK((handedness[0] == 1 && handedness[2] == 1 && handedness[3] == -1 && handedness[4] == -1));
        CHECK(tangents[3] == point{0, 1, 0});
    }
    const nwn::owned_model before = model;
    mesh.texcoords[0] = {};
    CHECK(compute_tangents(model, node).code == errc::bad_value);
    CHECK(mesh.vertex_count == 6);
    CHECK(compute_tangents(model, model.get(model.nodes)[0]).code == errc::none);
}

TEST_CASE("nwn derive: a vertex whose texture does not grow has a tangent without direction") {
    auto model = derived_from(fixtures::nwn::text_of_mesh("verts 3\n0 0 0\n1 0 0\n0 1 0\ntverts 1\n0.5 0.5 0\n"
                                                          "faces 1\n0 1 2 1 0 0 0 1\n"));
    CHECK_FALSE(compute_tangents(model, derived_node(model, "only")));
    const nwn::owned_mesh& mesh = derived_mesh(model);
    CHECK(std::ranges::equal(model.get<float>(mesh.handedness), std::array{1, 1, 1}));
}

TEST_CASE("nwn derive: a copy at a seam may be the last vertex that the format can number, not one more") {
    for (const bool has_place : {true, false}) {
        auto model = derived_from(
            fixtures::nwn::text_of_mesh("verts 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\ntverts 4\n0 0 0\n1 0 0\n1 1 0\n1 0 0\n"
                                        "faces 2\n0 1 2 1 0 1 2 1\n0 2 3 1 0 2 3 1\n"));
        nwn::owned_mesh& mesh = derived_mesh(model);
        mesh.vertex_count = has_place ? 0xFFFF - 2 : 0xFFFF - 1; // two vertices are at the seam
        model.set<point>(mesh.positions, std::vector<point>(mesh.vertex_count, point{}));
        model.set<point>(mesh.normals, std::vector<point>(mesh.vertex_count, point{0, 0, 1}));
        std::vector<uv> texcoords(mesh.vertex_count, uv{});
        texcoords[1] = texcoords[3] = {1, 0};
        texcoords[2] = {1, 1};
        model.set<uv>(mesh.texcoords[0], texcoords);
        std::vector<nwn::owned_face> faces{model.get(mesh.faces)[0], model.get(mesh.faces)[1]};
        for (std::uint16_t i = 4; i < mesh.vertex_count; ++i) { // each vertex is drawn
            faces.emplace_back().vertex[0] = i;
        }
        model.set(mesh.faces, faces);
        const nwn::owned_model before = model;
        const error why = compute_tangents(model, derived_node(model, "only"));
        CHECK(bool{why} != has_place);
        CHECK((model == before) != has_place);
    }
}

TEST_CASE("nwn derive: half of the faces, and one more of an odd number, are in the left part of a tree") {
    for (std::size_t turn = 0; turn < 3; ++turn) { // of the corners: each counts for the center
        std::string text = "verts 15\n", faces = "faces 5\n";
        for (int i = 0; i < 5; ++i) { // the centers are 1 apart; other means of corners are in another order
            const int side = 100 * (i % 2);
            text += std::to_string(i - side) + " 0 0\n" + std::to_string(i + side) + " 1 0\n" + std::to_string(i) +
                    " 0 1\n";
            const auto corner = [&](std::size_t k) { return std::to_string(3 * i + static_cast<int>((turn + k) % 3)); };
            faces += corner(0) + " " + corner(1) + " " + corner(2) + " 1 0 0 0 1\n";
        }
        auto model = derived_from(fixtures::nwn::text_of_mesh(text + faces, "aabb"));
        nwn::owned_node& node = derived_node(model, "only");
        compute_boxes(model, node);
        std::string tree;
        for (const nwn::owned_aabb& each : model.get(node.aabb)) {
            tree += std::to_string(each.face) + " ";
        }
        CHECK(tree == "-1 -1 -1 0 1 2 -1 3 4 ");
    }
}

TEST_CASE("nwn derive: the plane of a box is the axis along which its parts lie, and the side of the left one") {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::string text = "verts 6\n";
        for (int corner = 0; corner < 6; ++corner) {
            std::array<int, 3> at{corner % 3 == 1 ? 1 : 0, corner % 3 == 2 ? 1 : 0, corner % 3 == 0 ? 1 : 0};
            at[axis] += corner < 3 ? 0 : 9;
            text += std::to_string(at[0]) + " " + std::to_string(at[1]) + " " + std::to_string(at[2]) + "\n";
        }
        auto model =
            derived_from(fixtures::nwn::text_of_mesh(text + "faces 2\n3 4 5 1 0 0 0 1\n0 1 2 1 0 0 0 1\n", "aabb"));
        nwn::owned_node& node = derived_node(model, "only");
        compute_boxes(model, node);
        REQUIRE(node.aabb.count == 3);
        CHECK(model.get(node.aabb)[0].plane == 1U << axis);
        CHECK(model.get(node.aabb)[1].face == 1);
        CHECK(model.get(node.aabb)[2].face == 0);
        std::swap(model.get(node.aabb)[1].face, model.get(node.aabb)[2].face);
        compute_boxes(model, node);
        CHECK(model.get(node.aabb)[0].plane == 8U << axis);
    }
}

TEST_CASE("nwn derive: a collision tree is fitted, or made anew") {
    auto model = derived_from(fixtures::nwn::text_of_all_types());
    nwn::owned_node& node = derived_node(model, "walk");
    nwn::owned_mesh& mesh = *model.get(node.mesh);
    model.get<point>(mesh.positions)[0] = {-4, 0, -1};
    std::swap(model.get(node.aabb)[1].face, model.get(node.aabb)[2].face);
    compute_boxes(model, node);
    REQUIRE(node.aabb.count == 3);
    CHECK(model.get(node.aabb)[0].min == point{-4, 0, -1});
    CHECK(model.get(node.aabb)[1].face == 1); // the order stays
    std::swap(model.get(node.aabb)[1].face, model.get(node.aabb)[2].face);
    compute_boxes(model, node);
    CHECK(model.get(node.aabb)[1].face == 0);
    CHECK(model.get(node.aabb)[2].min == point{0, 0, 0});
    CHECK(model.get(node.aabb)[0].plane == 1);
    // A tree that lacks a face, has one twice, or leads in a circle.
    const nwn::owned_model whole = model;
    for (int fault = 0; fault < 4; ++fault) {
        CAPTURE(fault);
        model = whole;
        nwn::owned_node& walk = derived_node(model, "walk");
        const auto boxes = model.get(walk.aabb);
        if (fault == 0) {
            boxes[1].face = 1;
        } else if (fault == 1) {
            boxes[0].left = boxes[0].right;
        } else if (fault == 2) {
            boxes[0].left.number = walk.aabb.first;
        } else {
            model.append<nwn::owned_face>(derived_mesh(model, "walk").faces,
                                          model.get(derived_mesh(model, "walk").faces)[0]);
        }
        compute_boxes(model, walk);
        const auto made = model.get(walk.aabb);
        const std::size_t faces = derived_mesh(model, "walk").faces.count;
        REQUIRE(made.size() == 2 * faces - 1);
        std::vector<int> seen(faces);
        for (const nwn::owned_aabb& each : made) {
            if (!each.left) {
                ++seen[static_cast<std::size_t>(each.face)];
            } else {
                CHECK((each.left.number > walk.aabb.first && each.right.number > each.left.number));
            }
        }
        CHECK(seen == std::vector<int>(faces, 1));
        CHECK(made[0].min == point{-4, 0, -1});
    }
    model = whole;
    derived_mesh(model, "walk").faces = {};
    compute_boxes(model, derived_node(model, "walk"));
    CHECK(derived_node(model, "walk").aabb.count == 0);
}

TEST_CASE("nwn derive: a skin needs a slot for each node") {
    auto model = derived_from(fixtures::nwn::text_of_all_types());
    nwn::owned_node& node = derived_node(model, "coat");
    nwn::owned_skin& skin = *model.get(node.skin);
    skin.joints.count = 4;
    model.get(skin.joints)[1].bone[0] = 17;
    const nwn::owned_model before = model;
    CHECK(to_string(compute_skin(model, node, nwn::producer::bioware)) ==
          "bad_value: skin.boneRefs[]: expected a slot that a node has, or -1, found 17");
    CHECK(to_string(complete(model, nwn::producer::bioware)) ==
          "bad_value: nodes[4].skin.boneRefs[]: expected a slot that a node has, or -1, found 17");
    model = before;
    model.erase(derived_node(model, "coat").controllers, 0);
    model.get(skin.joints)[1].bone[0] = 0;
    CHECK_FALSE(compute_skin(model, node, nwn::producer::bioware));
    CHECK(model.get(skin.inverse_translations)[0] == point{0, 0, 0}); // it has no position now
    CHECK(model.get(skin.slot_nodes).size() == 18);
    CHECK_FALSE(compute_skin(model, node, nwn::producer::enhanced_edition));
    CHECK(model.get(skin.slot_nodes).size() == 64);
    skin.node_to_slot.count = --skin.node_to_slot_count;
    CHECK(to_string(compute_skin(model, node, nwn::producer::bioware)) ==
          "bad_value: skin.nodeToSlot: expected a slot or -1 for each node of the model, found 8");
    CHECK_FALSE(compute_skin(model, derived_node(model, "walk"), nwn::producer::bioware));
}

TEST_CASE("nwn derive: tangents that cannot be computed again are an error") {
    auto model = derived_from(folded("1"));
    nwn::owned_mesh& mesh = derived_mesh(model);
    REQUIRE_FALSE(compute_tangents(model, derived_node(model, "only")));
    CHECK_FALSE(complete(model, nwn::producer::enhanced_edition));
    mesh.texcoords[0] = {};
    const error why = complete(model, nwn::producer::enhanced_edition);
    CHECK(why.code == errc::bad_value);
    CHECK(to_string(static_cast<const location&>(why)).starts_with("nodes[1].mesh."));
}

TEST_CASE("nwn derive: merged meshes are not completed") {
    const fixtures::nwn::opened merged{fixtures::nwn::enhanced()};
    auto model = *decode(merged.model);
    const nwn::owned_model before = model;
    CHECK(to_string(complete(model, nwn::producer::enhanced_edition)) ==
          "bad_value: nodes[].mesh.ownIndices: expected no merged meshes, see unmerge()");
    CHECK(model == before);
    REQUIRE(unmerge(model));
    CHECK_FALSE(complete(model, nwn::producer::enhanced_edition));
}

TEST_CASE("nwn derive: derived values take memory from the model's resource") {
    support::counting_memory memory; // the default resource rejects allocations
    const std::string text = fixtures::nwn::text_of_all_types();
    auto model = *nwn::decode(*nwn::open_text(text), nwn::producer::enhanced_edition, &memory);
    CHECK_FALSE(complete(model, nwn::producer::enhanced_edition));
    for (nwn::owned_node& node : model.get(model.nodes)) {
        CHECK_FALSE(share_vertices(model, node));
    }
    CHECK_FALSE(compute_tangents(model, derived_node(model, "box")));
}
