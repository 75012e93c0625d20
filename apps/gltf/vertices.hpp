// The vertices of a mesh.
#pragma once

#include "attributes.hpp"

namespace gltf_files {

// Fills all attributes and targets of a mesh. Positions must be finite. Attributes that some
// primitives lack are white (colors), 0 (all others) or, if they are tangents, left out.
bool fill_vertices(source& from, const std::vector<block>& blocks, std::uint32_t target_count, scene::mesh& to);

// Repairs joints and weights: weights that are not finite and positive become 0, those of one joint are added up, the
// sum becomes 1. Vertices that keep the rules stay as they are. For all meshes, since its table is large.
class influence_repair {
public:
    // Returns the number of vertices without weights, which follow joint 0 afterwards. Precondition: the mesh has as
    // many sets of joints as of weights, and at least one.
    [[nodiscard]] std::size_t run(scene::mesh& to);

private:
    struct met {
        std::uint64_t stamp = 0;
        float* first = nullptr; // its first weight of the vertex
    };

    template <class Visit> static void for_each(scene::mesh& of, std::size_t vertex, const Visit& visit);
    [[nodiscard]] bool is_valid(scene::mesh& tested, std::size_t vertex);
    [[nodiscard]] bool repair(scene::mesh& to, std::size_t vertex); // false: there is no weight

    std::vector<met>
        joints_; // by number, empty until the first run; those with the current stamp belong to the current vertex
    std::uint64_t stamp_ = 0;
};

// Repairs what verify() refuses: lengths of normals and tangents, joints and weights. Precondition: the indices are
// filled.
void repair_vertices(source& from, influence_repair& influences, scene::mesh& to);

// Moves the texture coordinates that number_vertices() wrote to the origins. Returns their set, or npos.
[[nodiscard]] std::uint32_t take_origins(source& from, scene::mesh& of);

} // namespace gltf_files
