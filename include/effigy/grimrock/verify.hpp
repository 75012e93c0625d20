// The validation that reads the contents of arrays, which open() leaves out.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/view/animation.hpp>
#include <effigy/grimrock/view/model.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Checks that every index is the number of a vertex, that the nodes of bones exist, and that every bone index with a
// weight is the number of a bone. open() does not check these. Returns no error (errc::none) if all are valid. One pass
// over these arrays, no allocation.
EFFIGY_API [[nodiscard]] error verify(const model& from) noexcept;

// Always returns no error (errc::none): open_animation() checks everything.
[[nodiscard]] constexpr error verify(const animation&) noexcept { return {}; }

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/impl/indices.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// Whether all bone indices with a weight are below bone_count, in packed arrays. Has no branch per vertex, so its speed
// is that of reading the bytes. Precondition: both arrays have the same size.
template <class = when_used>
[[nodiscard]] bool all_joints_below(std::uint32_t bone_count, const array<grimrock::joints>& joints,
                                    const array<vec4<>>& weights) noexcept {
    const auto is_bad = [bone_count](f32<> weight, i32<> joint) {
        const std::uint32_t without_sign = std::bit_cast<std::uint32_t>(weight.get()) & 0x7FFF'FFFFU;
        return static_cast<std::uint32_t>(without_sign != 0) &
               static_cast<std::uint32_t>(static_cast<std::uint32_t>(joint.get()) >= bone_count);
    };
    std::uint32_t bad = 0;
    const elements<const vec4<>> unchecked_weights{weights};
    std::size_t i = 0;
    for (const grimrock::joints& joint : joints) {
        const vec4<>& weight = unchecked_weights[i];
        bad |= is_bad(weight.x, joint.bone[0]) | is_bad(weight.y, joint.bone[1]) | is_bad(weight.z, joint.bone[2]) |
               is_bad(weight.w, joint.bone[3]);
        ++i;
    }
    return bad == 0;
}

// Checks that each bone index with a weight other than 0 is the number of a bone of the mesh. Returns an error if not.
template <class = when_used>
[[nodiscard]] error verify_skin(const grimrock::mesh& mesh, byte_view file) noexcept {
    const auto bone_count = static_cast<std::uint32_t>(mesh.bones().size());
    if (bone_count == 0) {
        return {};
    }
    const auto joints = mesh.array(vertex_semantic::bone_index);
    const auto weights = mesh.array(vertex_semantic::bone_weight);
    if (!joints || !weights || joints.dimension() < 4 || weights.dimension() < 4) {
        return {};
    }
    const auto refuse = [&](errc code, std::uint64_t offset, std::uint64_t need, std::int64_t found) {
        const location at{"mdl1.nodes[].mesh.vertexArrays[]", file.offset_of(joints.bytes().data()) + offset};
        const bool is_of_type = code == errc::bad_value;
        return error{at.within(static_cast<std::uint32_t>(vertex_semantic::bone_index)), code, need, found,
                     is_of_type ? "an integer type for the bone indices of a mesh with bones" : ""};
    };
    if (joints.component() == component_type::float32) {
        return refuse(errc::bad_value, 0, 0, static_cast<std::int64_t>(joints.component()));
    }
    const auto packed_joints = joints.as<grimrock::joints>().packed();
    const auto packed_weights = weights.as<vec4<>>().packed();
    const bool are_packed = packed_joints.size() == mesh.vertex_count() && packed_weights.size() == mesh.vertex_count();
    if (are_packed && all_joints_below(bone_count, packed_joints, packed_weights)) {
        return {};
    }
    for (std::uint32_t i = 0; i < mesh.vertex_count(); ++i) {
        for (std::uint32_t k = 0; k < 4; ++k) {
            const double index = joints.number(i, k);
            if (weights.number(i, k) != 0 && !(index >= 0 && index < bone_count)) {
                const std::uint64_t offset =
                    std::uint64_t{i} * joints.stride() + std::uint64_t{k} * size_of(joints.component());
                return refuse(errc::out_of_bounds, offset, bone_count, static_cast<std::int64_t>(index));
            }
        }
    }
    return {};
}

template <class = when_used>
[[nodiscard]] error verify_mesh(const grimrock::mesh& mesh, const grimrock::model& model) noexcept {
    const auto refuse = [&](const char* path, const auto& field, std::size_t i, std::uint32_t limit) {
        const location at{path, model.file().offset_of(&field)};
        return error{at.within(static_cast<std::uint32_t>(i)), errc::out_of_bounds, limit,
                     static_cast<std::int32_t>(field.get())};
    };
    const auto indices = mesh.indices();
    const std::size_t number = first_not_below(mesh.vertex_count(), indices);
    if (const auto* const index = indices.at(number)) {
        return refuse("mdl1.nodes[].mesh.indices[]", *index, number, mesh.vertex_count());
    }
    std::size_t i = 0;
    for (const bone_record& bone : mesh.bones().records()) {
        if (static_cast<std::uint32_t>(bone.node.get()) >= model.nodes().size()) {
            return refuse("mdl1.nodes[].mesh.bones[].boneNodeIndex", bone.node, i, model.nodes().size());
        }
        ++i;
    }
    return verify_skin(mesh, model.file());
}

} // namespace impl

EFFIGY_API_BODY error verify(const model& from) noexcept {
    std::uint32_t number = 0;
    for (const node& each : from.nodes()) {
        if (const mesh stored = each.mesh()) {
            if (const error why = impl::verify_mesh(stored, from)) {
                return why.within(number);
            }
        }
        ++number;
    }
    return {};
}

}}} // namespace effigy::v0::grimrock
#endif
