// The proofs that open() leaves out because they touch every byte.
#pragma once

#include <effigy/core/indices.hpp>
#include <effigy/grimrock/view/animation.hpp>
#include <effigy/grimrock/view/model.hpp>

namespace effigy::inline v0::grimrock {

// What is wrong with a mesh's skin, if anything: every weight that is not zero must lie beside one of the mesh's bones.
template <class Grammar>
[[nodiscard]] error verify_skin(const basic_mesh<Grammar>& mesh, window file) noexcept {
    const auto& indices = mesh.array(vertex_semantic::bone_index);
    const auto& weights = mesh.array(vertex_semantic::bone_weight);
    constexpr const char* path = "mdl1.nodes[].mesh.vertexArrays[]";
    if (mesh.bones.empty() || !indices.used() || !weights.used() || indices.dimension < 4 || weights.dimension < 4) {
        return {};
    }
    const auto refuse = [&](errc code, std::uint64_t offset, std::uint64_t need, std::int64_t found) {
        const location at{path, file.offset_of(indices.bytes.data()) + offset};
        const bool of_type = code == errc::bad_value;
        return error{at.within(static_cast<std::uint32_t>(vertex_semantic::bone_index)), code, need, found,
                     of_type ? "an integer type for the bone indices of a mesh with bones" : ""};
    };
    if (indices.component == component_type::float32) {
        return refuse(errc::bad_value, 0, 0, static_cast<std::int64_t>(indices.component));
    }
    const auto bone_count = static_cast<std::uint32_t>(mesh.bones.size());
    const auto influences = mesh.bone_indices().packed();
    const auto shares = mesh.bone_weights().packed();
    bool sound = influences.size() == mesh.vertex_count && shares.size() == mesh.vertex_count;
    if (sound) {
        std::uint32_t bad = 0;
        for (std::size_t i = 0; i < influences.size(); ++i) {
            for (std::size_t k = 0; k < 4; ++k) {
                const auto bits = std::bit_cast<std::uint32_t>(element(shares[i], k).get());
                const auto index = static_cast<std::uint32_t>(influences[i].bone[k].get());
                bad |= static_cast<std::uint32_t>((bits & 0x7FFF'FFFFU) != 0) &
                       static_cast<std::uint32_t>(index >= bone_count);
            }
        }
        sound = bad == 0;
    }
    for (std::uint32_t i = 0; !sound && i < mesh.vertex_count; ++i) {
        for (std::uint32_t k = 0; k < 4; ++k) {
            const double index = indices.number(i, k);
            if (weights.number(i, k) != 0 && !(index >= 0 && index < bone_count)) {
                const std::uint64_t offset = std::uint64_t{i} * indices.stride + k * size_of(indices.component);
                return refuse(errc::out_of_bounds, offset, bone_count, static_cast<std::int64_t>(index));
            }
        }
    }
    return {};
}

// Proves what open() leaves to the user's need: that vertex indices, the bones' nodes and the bones of weighted
// vertices exist. errc::none when they do. One pass over these bytes, no allocation.
template <class Grammar> [[nodiscard]] error verify(const basic_model<Grammar>& model) noexcept {
    constexpr const char* indices_are = "mdl1.nodes[].mesh.indices[]";
    constexpr const char* bones_are = "mdl1.nodes[].mesh.bones[].boneNodeIndex";
    std::uint32_t number = 0;
    for (const auto& node : model.nodes()) {
        if (const auto* const mesh = node.mesh()) {
            const auto refuse = [&](const char* path, const auto& field, std::size_t i, std::uint32_t limit) {
                const location at{path, model.file().offset_of(&field)};
                return error{at.within(static_cast<std::uint32_t>(i)).within(number), errc::out_of_bounds, limit,
                             field.get()};
            };
            const auto indices = mesh->indices;
            if (const auto i = impl::first_not_below(mesh->vertex_count, indices); i < indices.size()) {
                return refuse(indices_are, indices[i], i, mesh->vertex_count);
            }
            for (std::size_t i = 0; i < mesh->bones.size(); ++i) {
                if (static_cast<std::uint32_t>(mesh->bones[i].node.get()) >= model.node_count()) {
                    return refuse(bones_are, mesh->bones[i].node, i, model.node_count());
                }
            }
            if (const error skin = verify_skin(*mesh, model.file())) {
                return skin.within(number);
            }
        }
        ++number;
    }
    return {};
}

// An animation has nothing that open() leaves unproven.
template <endian E> [[nodiscard]] constexpr error verify(const basic_animation<E>&) noexcept { return {}; }

} // namespace effigy::inline v0::grimrock
