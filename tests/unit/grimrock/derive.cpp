#include <effigy/grimrock/edit.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace {

using namespace effigy;
using grimrock::vertex_semantic;

// A unit square in the plane z = 0 whose u grows along x and v against y.
grimrock::owned_mesh square_in(grimrock::owned_model& to) {
    grimrock::owned_mesh out;
    out.vertex_count = 5; // the last one in no triangle
    to.set_array<float>(out, vertex_semantic::position, 3, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 5, 5, 5});
    to.set_array<float>(out, vertex_semantic::texcoord0, 2, {0, 1, 1, 1, 1, 0, 0, 0, 0, 0});
    to.set<std::uint32_t>(out.indices, {0, 3, 2, 0, 2, 1});
    return out;
}
std::vector<float> floats_in(const grimrock::owned_model& of, const grimrock::owned_mesh& mesh, vertex_semantic slot) {
    const auto all = of.get(of.array(mesh, slot)->as<float>());
    return {all.begin(), all.end()};
}

} // namespace

TEST_CASE("grimrock edit: compute_normals()") {
    grimrock::owned_model model;
    grimrock::owned_mesh mesh = square_in(model);
    REQUIRE(compute_normals(model, mesh));
    CHECK(floats_in(model, mesh, vertex_semantic::normal) ==
          std::vector<float>{0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 1, 0});
    model.set_array<float>(mesh, vertex_semantic::normal, 3, {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0});
    REQUIRE(compute_normals(model, mesh));
    CHECK(floats_in(model, mesh, vertex_semantic::normal) ==
          std::vector<float>{0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 1, 0, 0});
}

TEST_CASE("grimrock edit: compute_tangents() follows the rule that the game's files have") {
    grimrock::owned_model model;
    grimrock::owned_mesh mesh = square_in(model);
    REQUIRE(compute_tangents(model, mesh));
    CHECK(floats_in(model, mesh, vertex_semantic::tangent) ==
          std::vector<float>{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0});
    CHECK(floats_in(model, mesh, vertex_semantic::bitangent) ==
          std::vector<float>{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0});
    // A triangle with a smaller picture weighs more.
    model.set_array<float>(mesh, vertex_semantic::texcoord0, 2, {0, 1, 1, 1, 1, 0, -1, -1, 0, 0});
    REQUIRE(compute_tangents(model, mesh));
    const auto tangents = floats_in(model, mesh, vertex_semantic::tangent);
    CHECK(tangents[3] == 1);
    CHECK(tangents[0] < 1);
}

TEST_CASE("grimrock edit: a triangle whose texture has no area does not change the tangents of others") {
    grimrock::owned_model model;
    grimrock::owned_mesh mesh = square_in(model);
    model.set_array<float>(mesh, vertex_semantic::texcoord0, 2, {0, 0, 0, 1, 1, 1, 1, 0, 0, 0}); // u grows along y
    REQUIRE(compute_tangents(model, mesh));
    const auto tangents = floats_in(model, mesh, vertex_semantic::tangent);
    CHECK((tangents[0] == 0 && tangents[1] == 1));
    model.set<std::uint32_t>(mesh.indices, {0, 3, 2, 0, 2, 1, 0, 3, 4});
    REQUIRE(compute_tangents(model, mesh));
    CHECK(floats_in(model, mesh, vertex_semantic::tangent) == tangents);
}

TEST_CASE("grimrock edit: normals and tangents stay where they cannot be computed") {
    grimrock::owned_model model;
    grimrock::owned_mesh mesh = square_in(model);
    const auto refuse = [&](grimrock::owned_mesh of) {
        const std::uint32_t arrays = of.arrays.count;
        CHECK_FALSE(compute_tangents(model, of));
        CHECK(of.arrays.count == arrays);
    };
    grimrock::owned_mesh quads = mesh;
    model.set<grimrock::owned_segment>(quads.segments, {{.material = {}, .range = {3, 0, 1}}});
    refuse(quads);
    CHECK_FALSE(compute_normals(model, quads));
    grimrock::owned_mesh without = mesh;
    model.set_array<std::int16_t>(without, vertex_semantic::texcoord0, 2, {0, 1, 1, 1, 1, 0, 0, 0, 0, 0});
    refuse(without);
    model.set_array<std::int16_t>(without, vertex_semantic::position, 3, std::vector<std::int16_t>(15));
    CHECK_FALSE(compute_normals(model, without));
    refuse({});
    // Triangles without an area, of vertices that do not exist, or infinite ones.
    model.set<std::uint32_t>(mesh.indices, {0, 0, 1, 0, 1, 99, 0, 2, 3});
    model.set_array<float>(mesh, vertex_semantic::position, 3,
                           {0, 0, 0, 1, 0, 0, std::numeric_limits<float>::infinity(), 1, 0, 0, 1, 0, 5, 5, 5});
    REQUIRE(compute_tangents(model, mesh));
    CHECK(floats_in(model, mesh, vertex_semantic::tangent) ==
          std::vector<float>{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0});
}
