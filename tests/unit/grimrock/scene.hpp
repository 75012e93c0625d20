// Compares scenes of the Grimrock and Shinobi engines with the poses that sample.hpp computes.
#pragma once

#include "grimrock/fixtures.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/grimrock/scene.hpp>

namespace scenes {

using namespace effigy;

// The positions of all vertices, mesh by mesh, computed by sample.hpp and converted to the scene's space.
template <class Model>
[[nodiscard]] std::vector<support::scene_point> expected_positions(const Model& model,
                                                                   const grimrock::animation* clip = nullptr,
                                                                   double seconds = 0, playback mode = playback::once) {
    std::vector<tree_entry> memory(model.nodes().size());
    const auto nodes = model.index(memory);
    std::vector<matrix4x3<double>> world(nodes.size());
    rest_poses(nodes, world);
    if (clip != nullptr) {
        apply(*clip, seconds, nodes, world, mode);
    }
    local_to_world(nodes, world);
    std::vector<support::scene_point> out;
    std::size_t number = 0;
    for (const auto& each : model.nodes()) {
        const auto shape = each.mesh();
        std::vector<vector3<double>> points(shape.vertex_count());
        std::vector<matrix4x3<double>> skin(shape.bones().size());
        skin_matrices(shape, world, skin);
        if (skin_positions(shape, skin, points) == 0) {
            for (std::size_t i = 0; i < points.size(); ++i) {
                points[i] = transform_point(world[number], vector3<double>{shape.positions()[i]});
            }
        }
        for (const vector3<double>& p : points) {
            out.push_back({-p.x, p.y, p.z});
        }
        ++number;
    }
    return out;
}
[[nodiscard]] inline std::vector<support::scene_point>
positions_of(const scene& made, const scene::clip* clip = nullptr, double seconds = 0) {
    const auto world = support::world_of(made, clip, seconds);
    std::vector<support::scene_point> out;
    for (std::uint32_t shape = 0; shape < made.meshes.size(); ++shape) {
        for (std::size_t i = 0; i < made.nodes.size(); ++i) {
            if (made.nodes[i].mesh == shape) {
                const auto points = support::positions_of(made, i, world);
                out.insert(out.end(), points.begin(), points.end());
            }
        }
    }
    return out;
}
// Returns the largest distance between corresponding points, or 1e9 if the numbers of points differ.
[[nodiscard]] inline double farthest(const std::vector<support::scene_point>& a,
                                     const std::vector<support::scene_point>& b) {
    double out = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        out = std::max(out, length(a[i] - b[i]));
    }
    return out;
}
// The volume of closed meshes. Above 0 if their triangles face outwards by the rule of glTF.
[[nodiscard]] inline double volume_of(const scene& made) {
    const auto points = positions_of(made);
    double out = 0;
    std::size_t first = 0;
    for (const scene::mesh& shape : made.meshes) {
        for (std::size_t i = 0; i + 2 < shape.indices.size(); i += 3) {
            out += dot(points[first + shape.indices[i]],
                       cross(points[first + shape.indices[i + 1]], points[first + shape.indices[i + 2]])) /
                   6;
        }
        first += shape.positions.size();
    }
    return out;
}
// The directions that triangles show their front to, in world space, triangle by triangle; the length is twice the
// area. The game: cross(b - a, c - a) of the points in its left-handed space, whatever the node's determinant is.
template <class Model>
[[nodiscard]] std::vector<support::scene_point> expected_fronts(const Model& model) {
    const auto points = expected_positions(model);
    std::vector<support::scene_point> out;
    std::size_t first = 0;
    for (const auto& each : model.nodes()) {
        const auto shape = each.mesh();
        const auto indices = shape.indices();
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            const auto stored = [&](std::size_t k) {
                const auto& p = points[first + indices[i + k].get()];
                return support::scene_point{-p.x, p.y, p.z};
            };
            const auto front = cross(stored(1) - stored(0), stored(2) - stored(0));
            out.push_back({-front.x, front.y, front.z});
        }
        first += shape.vertex_count();
    }
    return out;
}
// glTF: counter-clockwise, but clockwise if the determinant of the node's world matrix is negative.
[[nodiscard]] inline std::vector<support::scene_point> fronts_of(const scene& made) {
    const auto world = support::world_of(made);
    std::vector<support::scene_point> out;
    for (std::uint32_t shape = 0; shape < made.meshes.size(); ++shape) {
        for (std::size_t node = 0; node < made.nodes.size(); ++node) {
            if (made.nodes[node].mesh != shape) {
                continue;
            }
            const auto points = support::positions_of(made, node, world);
            const auto& indices = made.meshes[shape].indices;
            for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
                const auto at = [&](std::size_t k) { return points[indices[i + k]]; };
                out.push_back(cross(at(1) - at(0), at(2) - at(0)) * (determinant(world[node]) < 0 ? -1.0 : 1.0));
            }
        }
    }
    return out;
}

} // namespace scenes
