// Which vertex of a model a vertex of a scene was.
#pragma once

#include <effigy/scene/digests.hpp>

namespace effigy { inline namespace v0 {

// Programs that edit glTF files split vertices and change their order, and keep no attribute but texture coordinates
// (measured: Blender 4.2 and 5.0, with their default options). So gltf.hpp writes origins as the last set of texture
// coordinates: u is the number of the vertex, v is -1 - 4096 * the number of the mesh - the proof. Vertices that such a
// program makes have a number between those of others, but mostly a wrong proof: origin::between, which says on which
// triangle it made them. A float represents each of these numbers.
inline constexpr std::uint32_t most_origin_vertices = std::uint32_t{1} << 24, most_origin_meshes = 0xFFF;

namespace impl {

inline constexpr std::uint32_t proofs = 4096; // and the first, as v of textures that repeat is a small whole number
inline constexpr std::uint32_t first_proof = 64;

} // namespace impl

// Returns the number of the mesh that most vertices of a mesh come from, or npos.
[[nodiscard]] inline std::uint32_t main_origin_of(const scene::mesh& of) noexcept {
    std::uint32_t most = npos;
    std::size_t lead = 0; // a majority is left after others have been cancelled
    for (const scene::origin& each : of.origins) {
        most = lead == 0 ? each.mesh : most;
        lead = each.mesh == most ? lead + 1 : lead - 1;
    }
    return most;
}

// Returns a number that only this vertex of a mesh with this digest has, except by chance: below 4,096, never 0.
[[nodiscard]] constexpr std::uint32_t proof_of(std::uint32_t mesh, std::uint32_t vertex,
                                               std::uint64_t digest_of_mesh) noexcept {
    std::uint64_t out = (digest_of_mesh ^ (std::uint64_t{mesh} << 32U | vertex)) * 0x9E37'79B9'7F4A'7C15U;
    out = (out ^ out >> 29U) * 0xBF58'476D'1CE4'E5B9U;
    return impl::first_proof + static_cast<std::uint32_t>((out >> 32U) % (impl::proofs - impl::first_proof));
}

// Precondition: of.vertex < most_origin_vertices and of.mesh < most_origin_meshes, and of.proof is that of proof_of();
// or of.vertex is npos.
[[nodiscard]] constexpr vector2<float> texcoord_of(const scene::origin& of) noexcept {
    if (of.vertex == npos) {
        return {-1, 0};
    }
    return {static_cast<float>(of.vertex), -1 - static_cast<float>(impl::proofs * of.mesh + of.proof)};
}
// Returns an origin of npos for texture coordinates that texcoord_of() does not return, up to rounding, with those that
// can be between others. Whether the proof is right, only the mesh itself tells.
[[nodiscard]] constexpr scene::origin origin_of(const vector2<float>& texcoord) noexcept {
    const float vertex = texcoord.x;
    const float rest = -1 - texcoord.y;
    constexpr auto most = static_cast<float>(impl::proofs * most_origin_meshes);
    if (!(vertex >= 0 && vertex < most_origin_vertices && rest >= impl::first_proof && rest < most)) {
        return {};
    }
    const auto nearest = [](float of) {
        const auto whole = static_cast<std::uint32_t>(of);
        return whole + (of - static_cast<float>(whole) > 0.5F ? 1U : 0U);
    };
    constexpr float precision = 1.0F / (1U << 21U), coarsest = 1.0F / 128; // four steps of a float
    const auto is_near = [&](float of, std::uint32_t number) {
        const float away = impl::absolute(of - static_cast<float>(number));
        return away <= of * precision && away <= coarsest;
    };
    const std::uint32_t first = nearest(vertex), second = nearest(rest);
    const scene::origin out{second / impl::proofs, first, second % impl::proofs, {}};
    return is_near(vertex, first) && is_near(rest, second) && out.proof >= impl::first_proof
               ? out
               : scene::origin{npos, npos, 0, texcoord};
}

// Gives each vertex of a scene its own number as its origin. Meshes with more than most_origin_vertices, and those
// after most_origin_meshes, get none.
// If memory runs out, some meshes have numbers.
template <class = when_used> void number_vertices(scene& of) {
    for (std::uint32_t number = 0; number < of.meshes.size(); ++number) {
        scene::mesh& mesh = of.meshes[number];
        mesh.origins.clear();
        if (mesh.positions.size() <= most_origin_vertices && number < most_origin_meshes) {
            const std::uint64_t made_of = digest(mesh);
            mesh.origins.reserve(mesh.positions.size());
            for (std::uint32_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
                mesh.origins.push_back({number, vertex, proof_of(number, vertex, made_of)});
            }
        }
    }
}

}} // namespace effigy::v0
