// The proofs that open() leaves out because they touch every byte.
#pragma once

#include <effigy/core/indices.hpp>
#include <effigy/nwn/view/model.hpp>

namespace effigy::inline v0::nwn {

// Where number `i` of an array points outside.
template <endian E, class T>
[[nodiscard]] error outside(const basic_model<E>& model, const char* where, const scalar<T, E>& index, std::size_t i,
                            std::uint64_t limit) noexcept {
    const place at{where, model.file().offset_of(&index)};
    return {at.within(static_cast<std::uint32_t>(i)), errc::out_of_bounds, limit, index.get()};
}

// Vertices of index lists and faces.
template <endian E>
[[nodiscard]] error verify_mesh(const basic_model<E>& model, const basic_mesh<E>& mesh) noexcept {
    const auto count = static_cast<std::uint32_t>(mesh.vertices().size());
    for (std::size_t i = 0; i < mesh.index_list_count(); ++i) {
        const auto list = mesh.index_list(i);
        if (const std::size_t bad = first_not_below(count, list); bad < list.size()) {
            return outside(model, "nodes[].mesh.indexLists[][]", list[bad], bad, count)
                .within(static_cast<std::uint32_t>(i));
        }
    }
    const auto faces = mesh.authored_faces();
    for (std::size_t i = 0; i < faces.size(); ++i) {
        for (const u16<E>& vertex : faces[i].vertex) {
            if (vertex >= count) {
                return outside(model, "nodes[].mesh.faces[].vertices", vertex, i, count);
            }
        }
    }
    return {};
}

// Slots of vertices, and the nodes that slots stand for.
template <endian E>
[[nodiscard]] error verify_skin(const basic_model<E>& model, const basic_skin<E>& skin) noexcept {
    const auto slots = static_cast<std::int32_t>(skin.slot_count());
    const auto map = skin.node_to_slot();
    const std::size_t rotations = skin.inverse_rotations().size();
    const std::size_t translations = skin.inverse_translations().size();
    for (std::size_t node = 0; node < map.size(); ++node) {
        const std::int16_t slot = map[node];
        if (slot < -1 || slot >= slots) {
            return outside(model, "nodes[].skin.nodeToSlot[]", map[node], node, skin.slot_count());
        }
        if (slot >= 0 && (node >= model.node_count() || node >= rotations || node >= translations)) {
            return outside(model, "nodes[].skin.nodeToSlot[]", map[node], node, model.node_count());
        }
    }
    const auto refs = skin.bone_refs();
    for (std::size_t i = 0; i < refs.size(); ++i) {
        for (const i16<E>& slot : refs[i].slot) {
            if (slot < -1 || slot >= slots) {
                return outside(model, "nodes[].skin.boneRefs[]", slot, i, skin.slot_count());
            }
        }
    }
    return {};
}

template <endian E>
[[nodiscard]] error verify_nodes(const basic_model<E>& model, const basic_nodes<E>& nodes) noexcept {
    basic_tree_walk<E> walk = nodes.walk();
    while (const basic_node<E> node = walk.next()) {
        error why = verify_mesh(model, node.mesh());
        if (why.code == errc::none) {
            why = verify_skin(model, node.skin());
        }
        if (why.code != errc::none) {
            return why.within(node.number());
        }
    }
    return {};
}

// Proves what open() leaves to the user's need: that the vertices of index lists and faces, the slots of weights and
// the nodes of slots exist. errc::none when they do. One pass over these bytes, no allocation.
template <endian E> [[nodiscard]] error verify(const basic_model<E>& model) noexcept {
    if (error why = verify_nodes(model, model.nodes()); why.code != errc::none) {
        why.scope = "nwn.";
        return why;
    }
    std::uint32_t number = 0;
    for (const basic_animation<E> animation : model.animations()) {
        if (error why = verify_nodes(model, animation.nodes()); why.code != errc::none) {
            why.scope = "nwn.animations[].";
            return why.within(number);
        }
        ++number;
    }
    return {};
}

} // namespace effigy::inline v0::nwn
