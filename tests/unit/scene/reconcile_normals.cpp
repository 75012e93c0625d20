// Normals that editors compute anew.
#include "scene/bring_back.hpp"

#include <cmath>

namespace { namespace reconciling_normals {

using namespace bringing_back;

// Three vertices of a triangle, and a fourth one for another that has the first two.
scene two_triangles(const vector3<float>& fourth, const scene::list<std::uint32_t>& second) {
    scene out = with_mesh(loose_triangles("body", 3));
    scene::mesh& mesh = out.meshes[0];
    mesh.positions = {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, fourth};
    mesh.normals.push_back({0, 0, 1});
    mesh.texcoords[0].push_back({1, 1});
    mesh.indices = {0, 1, 2};
    mesh.indices.append(second);
    mesh.primitives[0].index_count = 6;
    return out;
}

TEST_CASE("scene reconcile: a normal is a change, however small its triangles are") {
    scene original = two_triangles({1, 1, 2}, {0, 3, 1});
    for (vector3<float>& each : original.meshes[0].positions) {
        each = each * 1e-6F;
    }
    for (const std::size_t vertex : {0U, 1U, 2U, 3U}) {
        scene changed = original;
        changed.meshes[0].normals[vertex] = {1, 0, 0};
        CHECK(reconciled(changed, original).made == numbered(changed));
    }
}
TEST_CASE("scene reconcile: normals that Blender computes, since it does not keep them, are no change") {
    constexpr float half = 0.70710678F;
    struct example {
        vector3<float> fourth;
        scene::list<std::uint32_t> second;
        std::uint32_t vertex; // its normal, {0, 0, 1}, becomes ..
        vector3<float> normal;
        bool is_same;
    };
    const example all[] = {
        // The second triangle has no area: it counts as one that faces up. Both have 90 degrees at vertex 0.
        {{1, 1, 1}, {0, 3, 1}, 0, {0, half, half}, true},
        {{1, 1, 1}, {0, 3, 1}, 0, {0, -half, -half}, true},
        {{1, 1, 1}, {0, 3, 1}, 0, {0, 0, -1}, false},
        {{1, 1, 1}, {0, 3, 1}, 0, {1, 0, 0}, false},
        {{1, 1, 1}, {0, 3, 1}, 2, {0, half, half}, false}, // of the first triangle alone
        {{1, 1, 1}, {0, 3, 1}, 3, {0, 1, 0}, true},        // of the second alone
        {{1, 1, 1}, {0, 3, 1}, 3, {0, half, half}, false},
        {{3, 1 + 2.4e-7F, 1}, {0, 1, 3}, 3, {0, 1, 0}, true}, // the height is 6e-8 of the square of the length
        {{3, 1 + 4.8e-7F, 1}, {0, 1, 3}, 3, {0, 1, 0}, false},
        // Folded: they face opposite ways, and it gets the direction of an edge.
        {{1, 2, 1}, {1, 0, 3}, 0, {1, 0, 0}, true},
        {{1, 2, 1}, {1, 0, 3}, 0, {0, -1, 0}, true},
        {{1, 2, 1}, {1, 0, 3}, 1, {0, 1, 0}, true}, // or it faces up
        {{1, 2, 1}, {1, 0, 3}, 0, {half, half, 0}, false},
        {{1, 2, 1}, {1, 0, 3}, 0, {0, 0, -1}, false},
        {{1, 2, 1}, {1, 0, 3}, 2, {1, 0, 0}, false},
        {{1, 2, 1.01F}, {1, 0, 3}, 0, {1, 0, 0}, false},
        {{1, 2, 1}, {0, 1, 3}, 0, {1, 0, 0}, false}, // the same triangle again
    };
    for (const example& each : all) {
        const scene original = two_triangles(each.fourth, each.second);
        scene changed = numbered(original);
        changed.meshes[0].normals[each.vertex] = each.normal;
        CAPTURE(&each - all);
        CHECK(reconciled(changed, original).made == numbered(each.is_same ? original : changed));
    }
}
TEST_CASE("scene reconcile: a vertex that Blender splits, since it does not keep its normal, is not split") {
    const scene original = two_triangles({1, 1, 1}, {0, 3, 1});
    scene changed = numbered(original);
    scene::mesh& mesh = changed.meshes[0];
    for (const std::uint32_t split : {0U, 1U}) {
        mesh.indices[3 + 2 * split] = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(mesh.positions[split]);
        mesh.normals.push_back({0, -1, 0});
        mesh.texcoords[0].push_back(mesh.texcoords[0][split]);
        mesh.origins.push_back(mesh.origins[split]);
    }
    check_unchanged(changed, original);
}

}} // namespace ::reconciling_normals
