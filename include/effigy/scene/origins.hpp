// Which vertex of a model a vertex of a scene was.
#pragma once

#include <effigy/scene/parts.hpp>

namespace effigy { inline namespace v0 {

// Programs that edit glTF files split vertices and change their order, and keep no attribute but texture coordinates
// (measured: Blender 4.2 and 5.0, with their default options). So gltf.hpp writes origins as the last set of texture
// coordinates: u is the number of the vertex, v is -1 - 256 * the number of the mesh - a checksum of both. Vertices
// that such a program makes have a number between those of others, but mostly a wrong checksum. Checksums are 64 or
// more: v of textures that repeat is a small whole number, too. A float represents each of these numbers.
inline constexpr std::uint32_t most_origin_vertices = std::uint32_t{1} << 24, most_origin_meshes = 0xFFFE;

namespace impl {

[[nodiscard]] constexpr std::uint32_t checksum_of(const scene::origin& of) noexcept {
    std::uint32_t out = (of.vertex ^ of.mesh << 24) * 0x9E37'79B1U;
    out = (out ^ out >> 15) * 0x85EB'CA77U;
    return 64 + (out >> 16) % 192;
}

} // namespace impl

// Precondition: of.vertex < most_origin_vertices and of.mesh < most_origin_meshes, or of.vertex is npos.
[[nodiscard]] constexpr vector2<float> texcoord_of(const scene::origin& of) noexcept {
    if (of.vertex == npos) {
        return {-1, 0};
    }
    return {static_cast<float>(of.vertex), -1 - static_cast<float>(256 * of.mesh + impl::checksum_of(of))};
}
// Returns an origin of npos for texture coordinates that texcoord_of() does not return.
[[nodiscard]] constexpr scene::origin origin_of(const vector2<float>& texcoord) noexcept {
    const float vertex = texcoord.x;
    const float rest = -1 - texcoord.y;
    if (!(vertex >= 0 && vertex < most_origin_vertices && rest >= 0 && rest < 256.0F * most_origin_meshes)) {
        return {};
    }
    const auto number = static_cast<std::uint32_t>(rest);
    const scene::origin out{number / 256, static_cast<std::uint32_t>(vertex)};
    return texcoord_of(out) == texcoord ? out : scene::origin{};
}

// Gives each vertex of a scene its own number as its origin. Meshes with more than most_origin_vertices, and those
// after most_origin_meshes, get none.
// If memory runs out, some meshes have numbers.
template <class = when_used> void number_vertices(scene& of) {
    for (std::uint32_t number = 0; number < of.meshes.size(); ++number) {
        scene::mesh& mesh = of.meshes[number];
        mesh.origins.clear();
        if (mesh.positions.size() <= most_origin_vertices && number < most_origin_meshes) {
            mesh.origins.reserve(mesh.positions.size());
            for (std::uint32_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
                mesh.origins.push_back({number, vertex});
            }
        }
    }
}

}} // namespace effigy::v0
