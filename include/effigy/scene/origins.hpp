// Which vertex of a model a vertex of a scene was.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy { inline namespace v0 {

// Gives each vertex of a scene its own number as its origin. Programs that edit glTF files split vertices and change
// their order, and keep no attribute but texture coordinates (measured: Blender 4.2 and 5.0). So gltf.hpp writes
// origins as the last set: u is the number of the vertex, v is -1 - the number of the mesh. A float can represent
// numbers up to 2^24; a larger mesh gets no origins.
template <class = when_used> void number_vertices(scene& of) {
    constexpr std::size_t most = std::size_t{1} << 24;
    for (std::uint32_t number = 0; number < of.meshes.size(); ++number) {
        scene::mesh& mesh = of.meshes[number];
        mesh.origins.clear();
        if (mesh.positions.size() <= most && number < most) {
            mesh.origins.reserve(mesh.positions.size());
            for (std::uint32_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
                mesh.origins.push_back({number, vertex});
            }
        }
    }
}

}} // namespace effigy::v0
