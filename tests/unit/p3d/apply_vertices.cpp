// Points, normals and texture coordinates of scenes that were edited, brought back into models.
#include "p3d/applied.hpp"

#include <cmath>

namespace {

using namespace applied_p3d;

// Moves the corners of the triangle at points 1 and 2: they become points 5 and 6.
scene with_copies(const brought& of) {
    scene out = of.shown;
    scene::mesh& mesh = out.meshes[0];
    for (std::uint32_t i = 0; i < 3; ++i) {
        vector3<float>& at = mesh.positions[mesh.indices[mesh.primitives[1].first_index + i]];
        at.y = at == vector3<float>{1, 1, 0} ? 2 : at == vector3<float>{1, 0, 0} ? -1 : at.y;
    }
    return out;
}

} // namespace

TEST_CASE("p3d apply: a point moves with all its vertices") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    for (vector3<float>& each : changed.meshes[0].positions) {
        each = each == vector3<float>{1, 1, 0} ? vector3<float>{1, 1, 5} : each;
    }
    CHECK(to(changed));
    CHECK(to.points().size() == 5);
    CHECK(to.points()[2].position == vector3<float>{1, 1, -5});
    auto expected = to.before;
    expected.get(expected.get(expected.lods)[0].points)[2].position = vector3<float>{1, 1, -5};
    CHECK(fields_that_differ(expected, to.model).empty());
}

TEST_CASE("p3d apply: where only some vertices of a point move, it becomes two") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.positions[vertex_at(mesh, {1, 1, 0}, 1)] = {1, 2, 0};
    mesh.positions[vertex_at(mesh, {1, 0, 0}, 1)] = {1, -1, 0};
    CHECK(to(changed));
    CHECK(to.shapes() == "0123 546"); // in the order of vertices: first the corner at point 1
    CHECK(to.points()[5].position == vector3<float>{1, -1, 0});
    CHECK(to.weights("edge") == std::vector{0, 2, 3, 0, 0, 2, 3});
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 0, 1, 1});
    const auto masses = to.tag("#Mass#").masses();
    CHECK(masses[1] == 1);
    CHECK(masses[5] == 1);
    CHECK(masses[2] == 1.5F);
    CHECK(masses[4] == 5);
    const auto edges = to.tag("#SharpEdges#").edges();
    REQUIRE(edges.size() == 2);
    CHECK(edges[0].point[0] == 1);
    CHECK(edges[1].point[0] == 5);
    CHECK(edges[1].point[1] == 6);
}

TEST_CASE("p3d apply: normals change in their place if all corners agree, else corners get new ones") {
    brought to{quad_and_triangle()};
    scene all = to.shown;
    for (vector3<float>& each : all.meshes[0].normals) {
        each = {1, 0, 0};
    }
    CHECK(to(all));
    CHECK(to.model.get(to.level().normals).size() == 2);
    CHECK(to.model.get(to.level().normals)[0] == vector3<float>{-1, 0, 0});
    CHECK(to.model.get(to.level().normals)[1] == vector3<float>{0, 1, 0}); // nothing has used it before

    scene one = to.shown;
    one.meshes[0].normals[vertex_at(one.meshes[0], {0, 1, 0})] = {0, 1, 0};
    CHECK(to(one));
    REQUIRE(to.model.get(to.level().normals).size() == 3);
    CHECK(to.faces()[0].corners()[3].normal == 2);
    CHECK(to.model.get(to.level().normals)[2] == vector3<float>{0, -1, 0});
    const std::uint32_t after = to.faces()[0].corners()[2].normal;
    CHECK(after == 0);

    // The new normal goes when nothing uses it.
    to.before = to.model;
    to.shown = to.made(to.before);
    scene back = to.shown;
    back.meshes[0].normals[vertex_at(back.meshes[0], {0, 1, 0})] = back.meshes[0].normals[0];
    CHECK(to(back));
    CHECK(to.model.get(to.level().normals).size() == 3); // it changed in its place
    take_triangle(back.meshes[0], 0, 1);
    static_cast<void>(to(back));
    CHECK(to.model.get(to.level().normals).size() == 2);
}

TEST_CASE("p3d apply: a level without normals gets those that differ, and indices of none stay so") {
    described::lod none = quad_and_triangle();
    none.normals.clear();
    brought bare{none};
    scene changed = bare.shown;
    const std::uint32_t vertex = vertex_at(changed.meshes[0], {0, 1, 0});
    changed.meshes[0].normals[vertex] = {1, 0, 0};
    static_cast<void>(bare(changed));
    CHECK(bare.made(bare.model).meshes[0].normals == changed.meshes[0].normals);

    for (const std::uint32_t stray : {2U, 3U, 4U}) { // there are two
        described::lod some = quad_and_triangle();
        some.faces[1].corners[1].normal = stray;
        brought to{some};
        changed = to.shown;
        changed.meshes[0].normals[vertex_at(changed.meshes[0], {0, 1, 0})] = {1, 0, 0};
        CHECK(to(changed));
        CHECK(to.model.get(to.level().normals).size() == 3);
        CHECK(to.faces()[0].corners()[3].normal == 2);
        CHECK(to.faces()[1].corners()[1].normal == npos);
    }
}

TEST_CASE("p3d apply: texture coordinates of faces, and of all sets") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    const std::uint32_t vertex = vertex_at(changed.meshes[0], {0, 1, 0});
    changed.meshes[0].texcoords[0][vertex] = {0.25F, 0.5F};
    changed.meshes[0].texcoords[1][vertex] = {4, 8};
    CHECK(to(changed));
    CHECK(to.faces()[0].corners()[3].uv.x == 0.25F);
    CHECK(to.faces()[0].corners()[3].uv.y == 0.5F);
    std::vector<float> seen;
    for (std::size_t i = 0; i < to.level().tags.count; ++i) {
        if (const p3d::uv_set set = to.model.tag(to.level(), i).uv_set()) {
            seen.insert(seen.end(), {set.uvs()[3].x, set.uvs()[3].y, set.uvs()[2].x});
        }
    }
    CHECK(seen == std::vector<float>{0.25F, 0.5F, 1, 4, 8, 1});

    scene more = to.shown;
    more.meshes[0].texcoords.push_back(more.meshes[0].texcoords[0]);
    CHECK(to(more));
    CHECK(to.made(to.model).meshes[0].texcoords.size() == 3);
}

TEST_CASE("p3d apply: vertices without origins are found by number, or all are new") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.origins.clear();
    mesh.positions.push_back({9, 9, 9});
    mesh.normals.push_back({0, 0, 1});
    for (auto& set : mesh.texcoords) {
        set.push_back({});
    }
    static_cast<void>(to(changed));
    CHECK(to.says("guessed mesh visual 1: vertices without origins"));
    CHECK(to.shapes() == "012 023 142"); // the old faces are gone
    CHECK(to.points().size() == 5);
}

TEST_CASE("p3d apply: a point stays with the vertices that are as before, whichever come first") {
    brought to{quad_and_triangle(), all_levels()};
    for (const std::size_t primitive : {std::size_t{0}, std::size_t{1}}) {
        scene changed = to.shown;
        changed.meshes[0].positions[vertex_at(changed.meshes[0], {1, 0, 0}, primitive)].z = 1;
        CHECK(to(changed));
        CHECK(to.shapes() == (primitive == 0 ? "0523 142" : "0123 542"));
        CHECK(to.points()[1].position == vector3<float>{1, 0, 0});
        CHECK(to.weights("edge")[1] == 2);
        CHECK(to.weights("edge").size() == 6);
    }
}

TEST_CASE("p3d apply: sharp edges follow a copy of a point also if another point goes") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.positions[vertex_at(mesh, {1, 0, 0}, 1)] = {1, -1, 0}; // a copy of point 1
    take_triangle(mesh, 0, 1);                                  // with point 3
    static_cast<void>(to(changed));
    CHECK(to.shapes() == "012 432");
    const auto edges = to.tag("#SharpEdges#").edges();
    REQUIRE(edges.size() == 2);
    CHECK(edges[0].point[0] == 1);
    CHECK(edges[0].point[1] == 2);
    CHECK(edges[1].point[0] == 2);
    CHECK(edges[1].point[1] == 4);
}

TEST_CASE("p3d apply: indices of normals that do not exist change only if new normals would have them") {
    described::lod of = quad_and_triangle();
    of.faces[1].corners[1].normal = 7; // of two
    brought to{of};
    scene changed = to.shown;
    changed.meshes[0].positions[vertex_at(changed.meshes[0], {0, 1, 0})].z = 1;
    static_cast<void>(to(changed));
    CHECK(to.faces()[1].corners()[1].normal == 7);

    described::lod none = described::everything("P3DM"); // with faces that the mesh does not show
    none.normals.clear();
    brought bare{none};
    changed = bare.shown;
    changed.meshes[0].normals[0] = {1, 0, 0};
    static_cast<void>(bare(changed));
    REQUIRE(bare.shapes() == "012 0123 01");
    CHECK(bare.model.get(bare.level().normals).size() != 0);
    for (const std::size_t hidden : {std::size_t{0}, std::size_t{2}}) {
        for (const p3d::owned_corner& each : bare.faces()[hidden].corners()) {
            CHECK(each.normal == 0);
        }
    }
}

TEST_CASE("p3d apply: an edge between points that became several is sharp in all faces, whichever edge of them it is") {
    const std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> cases[] = {
        {{1, 2}, {1, 2, 5, 6}}, {{2, 1}, {2, 1, 5, 6}}, {{1, 4}, {1, 4, 4, 5}},
        {{4, 1}, {4, 1, 4, 5}}, {{4, 2}, {4, 2, 4, 6}}, {{0, 1}, {0, 1}},
        {{0, 3}, {0, 3}},       {{0, 99}, {0, 99}},     {{1, 2, 1, 2}, {1, 2, 1, 2, 5, 6}},
    };
    for (const auto& [old, made] : cases) {
        described::lod of = quad_and_triangle();
        of.tags[0] = described::sharp_edges(old);
        brought to{of};
        static_cast<void>(to(with_copies(to)));
        CHECK(to.shapes() == "0123 546");
        std::vector<std::uint32_t> edges;
        for (const p3d::edge& each : to.tag("#SharpEdges#").edges()) {
            edges.insert(edges.end(), {each.point[0], each.point[1]});
        }
        CHECK(edges == made);
    }
}
TEST_CASE("p3d apply: a new set of texture coordinates has the next number, up to seven") {
    const struct {
        std::vector<std::uint32_t> old;
        std::uint32_t made; // 0: none
    } cases[] = {{{}, 1}, {{1}, 2}, {{1, 2}, 3}, {{5}, 6}, {{6, 1}, 7}, {{7}, 0}, {{9}, 0}, {{1, 7}, 0}};
    for (const auto& each : cases) {
        for (const bool is_first : {true, false}) { // of the tags
            described::lod of = quad_and_triangle();
            const std::vector<float> uvs{0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1};
            of.tags.resize(4);
            for (const std::uint32_t id : each.old) {
                of.tags.insert(is_first ? of.tags.begin() : of.tags.end(), described::uv_set(id, uvs));
            }
            brought to{of};
            scene changed = to.shown;
            changed.meshes[0].texcoords.push_back(changed.meshes[0].texcoords[0]);
            changed.meshes[0].texcoords.back()[2] = {4, 5};
            static_cast<void>(to(changed));
            CHECK(to.says("left_out mesh " + std::string{changed.meshes[0].name} +
                          ": more than eight texture coordinate sets") == (each.made == 0));
            bool is_there = false;
            for (std::size_t i = 0; i < to.level().tags.count; ++i) {
                const p3d::uv_set set = to.model.tag(to.level(), i).uv_set();
                is_there = is_there || (set && set.id() == each.made && each.made != 0);
            }
            CHECK(is_there == (each.made != 0));
        }
    }
}

TEST_CASE("p3d apply: what is told of vertices has their number") {
    brought to{quad_and_triangle(), {.made_with = {.include_selection_attributes = true}}};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const std::uint32_t last = static_cast<std::uint32_t>(mesh.positions.size() - 1);
    mesh.texcoords[0][0] = mesh.texcoords[1][0] = mesh.texcoords[1][last] = {7, 8};
    mesh.normals[last] = {1, 0, 0};
    mesh.attributes[0].values[0] ^= 1U;
    mesh.attributes[1].values[0] ^= 1U;
    mesh.colors.resize(mesh.positions.size());
    static_cast<void>(to(changed));
    CHECK(to.counts["texture coordinates of vertices"] == 2);
    CHECK(to.counts["normals of vertices"] == 1);
    CHECK(to.counts["selections of vertices"] == 1);
    CHECK(to.counts["colors of vertices"] == mesh.positions.size());
    CHECK(to.counts.size() == 4);
}
