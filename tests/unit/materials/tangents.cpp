#include <materials/tangents.hpp>

#include <effigy/scene/verify.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

using effigy::scene;
using vector = effigy::vector3<float>;
using uv = effigy::vector2<float>;

// Two triangles of the square (0, 0) to (1, 1) that face +z, with a normal map. They share an edge.
scene square(const std::array<uv, 4>& corners) {
    scene made;
    scene::mesh& mesh = made.meshes.emplace_back();
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    mesh.texcoords.emplace_back(corners.begin(), corners.end());
    mesh.indices = {0, 1, 2, 0, 2, 3};
    mesh.primitives = {{0, 6, 0}};
    scene::texture& shown = made.materials.emplace_back().textures.emplace_back();
    shown.role = scene::texture_role::normal;
    shown.image = "0";
    made.nodes.emplace_back().mesh = 0;
    return made;
}
constexpr std::array<uv, 4> plain{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};    // v points down
constexpr std::array<uv, 4> mirrored{{{1, 1}, {0, 1}, {0, 0}, {1, 0}}}; // u to the left
// The second triangle mirrors the first at the edge from 0 to 2.
constexpr std::array<uv, 4> folded{{{0, 1}, {1, 1}, {1, 0}, {1, 1}}};

void check_valid(const scene& made) {
    CHECK_FALSE(effigy::verify(made));
    const scene::mesh& mesh = made.meshes.front();
    REQUIRE(mesh.tangents.size() == mesh.positions.size());
    for (std::size_t i = 0; i < mesh.tangents.size(); ++i) {
        const vector tangent{mesh.tangents[i].x, mesh.tangents[i].y, mesh.tangents[i].z};
        CHECK(std::abs(dot(tangent, tangent) - 1) < 1e-5F);
        CHECK(std::abs(dot(tangent, mesh.normals[i])) < 1e-5F);
    }
}

bool are_all(const scene& made, const effigy::vector4<float>& tangent) {
    bool out = !made.meshes.front().tangents.empty();
    for (const auto& each : made.meshes.front().tangents) {
        out = out && each == tangent;
    }
    return out;
}

} // namespace

TEST_CASE("textures: a tangent points along u, the bitangent against v") {
    scene made = square(plain);
    materials::add_tangents(made);
    check_valid(made);
    CHECK(are_all(made, {1, 0, 0, 1}));
    made = square(mirrored);
    materials::add_tangents(made);
    check_valid(made);
    CHECK(are_all(made, {-1, 0, 0, -1}));
    CHECK(made.meshes.front().positions.size() == 4);
}

TEST_CASE("textures: tangents of small and of large triangles") {
    for (const float size : {1e-15F, 1e-6F, 1e6F, 1e15F}) {
        scene made = square(plain);
        for (vector& each : made.meshes.front().positions) {
            each *= size;
        }
        made.meshes.front().normals[0] = {0.6F, 0, 0.8F};
        materials::add_tangents(made);
        check_valid(made);
        CHECK(made.meshes.front().tangents[0].x == doctest::Approx(0.8F));
        CHECK(made.meshes.front().tangents[0].z == doctest::Approx(-0.6F));
    }
}

TEST_CASE("textures: a vertex of mirrored and other triangles becomes two, with all its attributes") {
    scene made = square(folded);
    scene::mesh& mesh = made.meshes.front();
    const std::size_t count = mesh.positions.size();
    mesh.colors = {{1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}, {4, 0, 0, 0}};
    mesh.texcoords.push_back(mesh.texcoords[0]);
    mesh.joints.emplace_back().resize(count);
    mesh.weights.emplace_back().assign(count, {1, 0, 0, 0});
    mesh.attributes.emplace_back().name = "A";
    mesh.attributes[0].values = {5, 6, 7, 8};
    scene::morph_target& target = mesh.targets.emplace_back();
    target.positions = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
    target.normals = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    mesh.joints[0][2] = {};
    made.skins.emplace_back().joints = {1};
    made.skins[0].inverse_binds.resize(1);
    made.nodes[0].skin = 0;
    made.nodes.emplace_back();
    REQUIRE_FALSE(effigy::verify(made));

    const scene::list<std::uint32_t> before = mesh.indices;
    materials::add_tangents(made);
    check_valid(made);
    REQUIRE(mesh.positions.size() == count + 2); // 0 and 2
    CHECK(mesh.indices == scene::list<std::uint32_t>{0, 1, 2, 4, 5, 3});
    for (std::size_t i = 0; i < before.size(); ++i) {
        const std::size_t old = before[i], now = mesh.indices[i];
        CHECK(mesh.positions[now] == mesh.positions[old]);
        CHECK(mesh.normals[now] == mesh.normals[old]);
        CHECK(mesh.colors[now] == mesh.colors[old]);
        CHECK(mesh.texcoords[1][now] == mesh.texcoords[1][old]);
        CHECK(mesh.attributes[0].values[now] == mesh.attributes[0].values[old]);
        CHECK(mesh.targets[0].positions[now] == mesh.targets[0].positions[old]);
        CHECK(mesh.targets[0].normals[now] == mesh.targets[0].normals[old]);
        CHECK(mesh.tangents[now].w == (i < 3 ? 1 : -1));
    }
}

TEST_CASE("textures: tangents without a direction of u") {
    const float huge = (std::numeric_limits<float>::max)();
    for (const uv corner : {uv{}, uv{0.5F, 0.5F}, uv{huge, -huge}}) {
        scene made = square({corner, corner, corner, corner});
        materials::add_tangents(made);
        check_valid(made);
        CHECK(made.meshes.front().positions.size() == 4);
    }
    scene along_x = square({});
    along_x.meshes.front().normals.assign(4, {1, 0, 0});
    materials::add_tangents(along_x);
    check_valid(along_x);
    scene without_area = square(plain);
    without_area.meshes.front().positions.assign(4, {});
    materials::add_tangents(without_area);
    check_valid(without_area);
    scene endless = square(plain);
    endless.meshes.front().positions[2] = {huge, -huge, huge};
    materials::add_tangents(endless);
    check_valid(endless);
}

TEST_CASE("textures: only meshes with a normal map get tangents") {
    const auto is_unchanged = [](scene made) {
        const scene before = made;
        materials::add_tangents(made);
        return made == before;
    };
    scene made = square(plain);
    made.materials.front().textures.front().role = scene::texture_role::base_color;
    CHECK(is_unchanged(made));
    for (const char* const image : {"", "none"}) {
        made = square(plain);
        made.materials.front().textures.front().image = image;
        CHECK(is_unchanged(made));
    }
    made = square(plain);
    made.materials.front().textures.front().texcoord = 1;
    CHECK(is_unchanged(made));
    made = square(plain);
    made.meshes.front().normals.clear();
    CHECK(is_unchanged(made));
    made = square(plain);
    made.meshes.front().tangents.assign(4, {0, 1, 0, 1});
    CHECK(is_unchanged(made));
    made = square(plain);
    made.meshes.front().primitives.front().material = effigy::npos;
    CHECK(is_unchanged(made));
}
