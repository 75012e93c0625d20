// The checks that open() leaves out because they read every index.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/view/model.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Checks the numbers that open() does not check: the vertex numbers of index lists and faces, the slots of joints, and
// the nodes of slots. Returns no error (errc::none) if everything to which they refer exists. One pass over these
// bytes, no allocation.
EFFIGY_API [[nodiscard]] error verify(const nwn::model& from) noexcept;

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Returns the error for element `i` of an array. The value of the element is an invalid index.
template <class T>
[[nodiscard]] error outside(const nwn::model& model, const char* path, const scalar<T>& index, std::size_t i,
                            std::uint64_t limit) noexcept {
    const location at{path, model.file().offset_of(&index)};
    return {at.within(static_cast<std::uint32_t>(i)), errc::out_of_bounds, limit, index.get()};
}

// Checks the vertex numbers of faces.
template <class = when_used> [[nodiscard]] error verify_faces(const nwn::model& model, const array<nwn::face>& faces,
                                                              std::uint32_t count) noexcept {
    std::uint32_t largest = 0; // if it is valid, all of them are
    for (const nwn::face& face : faces) {
        for (const u16<>& vertex : face.vertex) {
            largest = vertex > largest ? vertex : largest;
        }
    }
    if (largest < count) {
        return {};
    }
    for (std::size_t i = 0; i < faces.size(); ++i) {
        for (const u16<>& vertex : faces[i].vertex) {
            if (vertex >= count) {
                return outside(model, "nodes[].mesh.faces[].vertices", vertex, i, count);
            }
        }
    }
    return {};
}

// Checks the vertex numbers of index lists and faces.
template <class = when_used> [[nodiscard]] error verify_mesh(const nwn::model& model, const nwn::mesh& mesh) noexcept {
    const auto count = static_cast<std::uint32_t>(mesh.positions().size());
    const std::uint32_t lists = mesh.index_list_count();
    for (std::uint32_t i = 0; i < lists; ++i) {
        const auto list = mesh.index_list(i);
        if (const std::size_t bad = first_not_below(count, list); bad < list.size()) {
            return outside(model, "nodes[].mesh.indexLists[][]", list[bad], bad, count).within(i);
        }
    }
    return verify_faces(model, mesh.faces(), count);
}

// Checks that the nodes of slots exist.
template <class = when_used> [[nodiscard]] error verify_slots(const nwn::model& model, const nwn::skin& skin) noexcept {
    const auto slots = static_cast<std::uint32_t>(skin.slot_nodes().size());
    const auto map = skin.node_to_slot();
    const std::size_t rotations = skin.inverse_rotations().size();
    const std::size_t translations = skin.inverse_translations().size();
    std::size_t nodes = model.nodes().size(); // nodes that may have a slot
    nodes = rotations < nodes ? rotations : nodes;
    nodes = translations < nodes ? translations : nodes;
    const std::size_t first_other = nodes < map.size() ? nodes : map.size();
    const auto others = map.part(first_other, map.size() - first_other);
    if (first_outside(-1, slots + 1, map) == map.size() && first_outside(-1, 1, others) == others.size()) {
        return {};
    }
    for (std::size_t node = 0; node < map.size(); ++node) {
        const std::int16_t slot = map[node];
        if (slot < -1 || std::cmp_greater_equal(slot, slots)) {
            return outside(model, "nodes[].skin.nodeToSlot[]", map[node], node, slots);
        }
        if (slot >= 0 && node >= nodes) {
            return outside(model, "nodes[].skin.nodeToSlot[]", map[node], node, model.nodes().size());
        }
    }
    return {};
}

// Checks the slots of vertices and the nodes of slots.
template <class = when_used> [[nodiscard]] error verify_skin(const nwn::model& model, const nwn::skin& skin) noexcept {
    if (!skin) {
        return {};
    }
    if (error why = verify_slots(model, skin)) {
        return why;
    }
    constexpr std::size_t slots_of_vertex = 4;
    const auto slot_count = static_cast<std::uint32_t>(skin.slot_nodes().size());
    const auto joints = skin.joints(); // at most 65,535 elements
    const auto slots =
        byte_view{joints.bytes()}.array_at<i16<>>(0, static_cast<std::uint32_t>(joints.size() * slots_of_vertex));
    if (const std::size_t bad = first_outside(-1, slot_count + 1, slots); bad < slots.size()) {
        return outside(model, "nodes[].skin.boneRefs[]", slots[bad], bad / slots_of_vertex, slot_count);
    }
    return {};
}

template <class = when_used> [[nodiscard]] error verify_nodes(const nwn::model& model, tree_walk walk,
                                                              node_flags with_mesh) noexcept {
    while (const auto here = walk.advance()) {
        if ((here.flags & with_mesh) == 0) {
            continue;
        }
        const nwn::node node = walk.node(here);
        error why = verify_mesh(model, node.mesh());
        if (!why) {
            why = verify_skin(model, node.skin());
        }
        if (why) {
            return why.within(node.number());
        }
    }
    return {};
}

} // namespace impl

EFFIGY_API_BODY error verify(const nwn::model& from) noexcept {
    if (error why = impl::verify_nodes(from, impl::walks::of(from.nodes()), has_mesh)) {
        why.path_prefix = "nwn.";
        return why;
    }
    if (!from.samples_meshes()) {
        return {};
    }
    std::uint32_t number = 0;
    for (const animation clip : from.animations()) {
        if (error why = impl::verify_nodes(from, impl::walks::of(clip.nodes()), has_animmesh)) {
            why.path_prefix = "nwn.animations[].";
            return why.within(number);
        }
        ++number;
    }
    return {};
}

}}} // namespace effigy::v0::nwn
#endif
