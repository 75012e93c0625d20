// Values of models that follow from others. After an edit, compute those that the edit has made wrong, or all of them
// with complete(). encode() computes none. The meshes must not be merged: call unmerge() of edit.hpp first. The rules
// and their counts are in docs/nwn.md. If memory runs out, a model may have changed in part.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/decode.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// ---- meshes --------------------------------------------------------------------------------------------------------

// Computes the box, the radius and the average of a mesh from its positions: the box includes the origin; the average
// is that of distinct positions (measured: 1,611 and 1,514 of 1,613 meshes). Without positions, they stay. `by`: here
// and below, the program whose arithmetic is used; it changes last bits.
EFFIGY_API void compute_bounds(owned_model& model, owned_mesh& mesh, producer by = producer::enhanced_edition);

// Computes the normals and distances of faces.
EFFIGY_API void compute_planes(owned_model& model, owned_mesh& mesh, producer by);

// Computes the neighbors of faces: across an edge is the first other face with the same two positions (measured:
// 245,040 of 254,169 edges; of the others, 8,465 have no neighbor, since their text had vertices twice).
EFFIGY_API void compute_adjacency(owned_model& model, owned_mesh& mesh);

// Computes the area of a node's mesh. It is 0 in skins, danglymeshes and animmeshes (measured: 1,296 of 1,296 meshes).
EFFIGY_API void compute_area(owned_model& model, const owned_node& node, producer by);

// Sets the index list to the vertices of the faces.
EFFIGY_API void compute_indices(owned_model& model, owned_mesh& mesh);

// Computes normals: the sum of the normals of faces, by area, over the corners at one position that have had the same
// normal (measured: 76,653 of 77,702 within 1e-3). If there were none, over all corners at a position.
EFFIGY_API void compute_normals(owned_model& model, owned_mesh& mesh, producer by);

// Computes the normals of a node's mesh from smoothing groups, one number per face, and its vertices: corners with
// other normals need others. In skins, danglymeshes and animmeshes, equal corners share a vertex; in other meshes, a
// face shares the vertices of the first face before it with at least two equal corners, and a face of which two
// vertices are one is left out: then compute_boxes() must follow. Weights, constraints and samples go with the
// vertices. Errors: bad_value, if there is not one number per face, if a face has a vertex that does not exist, or if
// the mesh would have more than 65,535 vertices; nothing is changed.
EFFIGY_API [[nodiscard]] error compute_normals(owned_model& model, owned_node& node,
                                               std::span<const std::uint32_t> smoothing, producer by);
// The same with the normals as they are: corners share vertices if all is equal.
EFFIGY_API [[nodiscard]] error share_vertices(owned_model& model, owned_node& node);

// Computes the tangents of the Enhanced Edition, and its copies of vertices at seams of texture coordinates, which
// replace the vertices behind those of faces; the index list is made anew. Error: bad_value, as of compute_normals(),
// and if the mesh has no texture coordinates or no normals; nothing is changed.
EFFIGY_API [[nodiscard]] error compute_tangents(owned_model& model, owned_node& node);

// ---- what else nodes have ------------------------------------------------------------------------------------------

// Computes the boxes and planes of a collision tree. A tree that has not each face in one leaf is made anew.
EFFIGY_API void compute_boxes(owned_model& model, owned_node& node);

// Computes the bind pose of a skin from the nodes at rest, and numbers its bones in the order of their use. Errors:
// bad_value, if the skin has not one slot per node of the model, or if a vertex has a slot without a node; nothing is
// changed.
EFFIGY_API [[nodiscard]] error compute_skin(owned_model& model, const owned_node& node, producer by);

// Computes what follows from the lists of nodes, after they have changed: the root, which is the first node, part
// numbers, and the model's number of nodes. With a supermodel, a node has the number of the supermodel's node of the
// same name and place, else -1 (measured: 659 of 660 nodes), and the model counts the supermodel's nodes, its own and
// one more (18 of 18 models). Without one, an empty view, nodes are numbered from 0. A node of an animation has the
// number of the model's node of the same name and place, else the one that it had. Error: bad_value, if a node is not
// behind its parent; nothing is changed.
EFFIGY_API [[nodiscard]] error number_parts(owned_model& model, const nwn::model& supermodel);

// ---- all of them ---------------------------------------------------------------------------------------------------

// Computes all of these values, tangents only of meshes that have some. Part numbers stay if the model names a
// supermodel and `supermodel` is empty. Errors: bad_value, if meshes are merged, and then nothing is changed; those of
// the functions above, with the node's number, and then the nodes before it have changed.
EFFIGY_API [[nodiscard]] error complete(owned_model& model, producer by, const nwn::model& supermodel = {});

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/owned/derive/boxes.hpp>
#include <effigy/nwn/owned/derive/mesh.hpp>
#include <effigy/nwn/owned/derive/parts.hpp>
#include <effigy/nwn/owned/derive/skin.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

[[nodiscard]] constexpr error not_derivable(const char* path, const char* expected, std::int64_t found = 0) noexcept {
    return {{path, location::nowhere}, errc::bad_value, 0, found, expected};
}

template <class = when_used>
[[nodiscard]] error share_vertices(owned_model& model, owned_node& node, std::span<const std::uint32_t> smoothing,
                                   producer by) {
    owned_mesh* const mesh = model.get(node.mesh);
    return mesh == nullptr || mesh_values<>{model, *mesh, by}.share(node, smoothing)
               ? error{}
               : not_derivable("mesh.faces[].vertices", "vertices of the mesh, at most 65,535");
}

// Returns the node of each slot; npos for slots without one. A slot that two nodes have is that of the first.
template <class = when_used>
[[nodiscard]] pool<std::uint32_t> nodes_of_slots(const owned_model& model, const owned_skin& skin,
                                                 std::pmr::memory_resource* memory) {
    pool<std::uint32_t> out{memory};
    out.assign(most_slots, npos);
    std::uint32_t node = 0;
    for (const std::int16_t slot : model.get<std::int16_t>(skin.node_to_slot)) {
        if (slot >= 0 && static_cast<std::size_t>(slot) < out.size()) {
            std::uint32_t& owner = out[static_cast<std::size_t>(slot)];
            owner = owner == npos ? node : owner;
        }
        ++node;
    }
    return out;
}

template <class = when_used>
[[nodiscard]] error complete_node(owned_model& model, owned_node& node, producer by) {
    owned_mesh* const mesh = model.get(node.mesh);
    if (mesh == nullptr) {
        return {};
    }
    compute_planes(model, *mesh, by);
    compute_adjacency(model, *mesh);
    compute_normals(model, *mesh, by);
    compute_bounds(model, *mesh, by);
    if (const owned_animmesh* const samples = model.get(node.animmesh)) {
        extend_box(*mesh, std::as_const(model).get<vec3<form::host>>(samples->position_samples));
    }
    compute_area(model, node, by);
    if (!mesh->tangents.empty()) {
        if (const error why = compute_tangents(model, node)) {
            return why;
        }
    } else {
        compute_indices(model, *mesh);
    }
    if ((node.flags & has_aabb) != 0) {
        compute_boxes(model, node);
    }
    return compute_skin(model, node, by);
}

template <class = when_used>
[[nodiscard]] error complete_nodes(owned_model& model, const pool_slice<owned_node>& nodes, producer by) {
    std::uint32_t i = 0;
    for (owned_node& node : model.get(nodes)) {
        if (const error why = complete_node(model, node, by)) {
            error out = why.within(i);
            out.path_prefix = "nodes[].";
            return out;
        }
        ++i;
    }
    return {};
}

} // namespace impl

EFFIGY_API_BODY void compute_bounds(owned_model& model, owned_mesh& mesh, producer by) {
    impl::mesh_values<>{model, mesh, by}.bound();
}

EFFIGY_API_BODY void compute_planes(owned_model& model, owned_mesh& mesh, producer by) {
    impl::mesh_values<>{model, mesh, by}.place();
}

EFFIGY_API_BODY void compute_adjacency(owned_model& model, owned_mesh& mesh) {
    impl::mesh_values<>{model, mesh}.join();
}

EFFIGY_API_BODY void compute_area(owned_model& model, const owned_node& node, producer by) {
    if (owned_mesh* const mesh = model.get(node.mesh)) {
        impl::mesh_values<>{model, *mesh, by}.measure(impl::has_area(node.flags));
    }
}

EFFIGY_API_BODY void compute_indices(owned_model& model, owned_mesh& mesh) {
    impl::mesh_values<>{model, mesh}.list_indices();
}

EFFIGY_API_BODY void compute_normals(owned_model& model, owned_mesh& mesh, producer by) {
    impl::mesh_values<>{model, mesh, by}.smooth();
}

EFFIGY_API_BODY error compute_normals(owned_model& model, owned_node& node, std::span<const std::uint32_t> smoothing,
                                      producer by) {
    const owned_mesh* const mesh = model.get(node.mesh);
    const std::size_t faces = mesh != nullptr ? std::as_const(model).get(mesh->faces).size() : 0;
    if (smoothing.size() != faces) {
        return impl::not_derivable("mesh.faces[]", "one number of smoothing groups per face",
                                   static_cast<std::int64_t>(smoothing.size()));
    }
    return faces != 0 ? impl::share_vertices(model, node, smoothing, by) : error{};
}

EFFIGY_API_BODY error share_vertices(owned_model& model, owned_node& node) {
    return impl::share_vertices(model, node, std::span<const std::uint32_t>{}, producer::unknown);
}

EFFIGY_API_BODY error compute_tangents(owned_model& model, owned_node& node) {
    owned_mesh* const mesh = model.get(node.mesh);
    return mesh == nullptr || impl::mesh_values<>{model, *mesh}.find_tangents(node)
               ? error{}
               : impl::not_derivable("mesh.tangents",
                                     "texture coordinates, normals, and faces with vertices of the mesh");
}

EFFIGY_API_BODY void compute_boxes(owned_model& model, owned_node& node) {
    if (const owned_mesh* const mesh = model.get(node.mesh)) {
        impl::box_builder<>{model, node, *mesh}.run();
    }
}

EFFIGY_API_BODY error compute_skin(owned_model& model, const owned_node& node, producer by) {
    owned_skin* const skin = model.get(node.skin);
    if (skin == nullptr) {
        return {};
    }
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    const std::span<const owned_node> nodes = std::as_const(model).get(model.nodes);
    std::size_t number = 0;
    while (number < nodes.size() && nodes[number].skin.number != node.skin.number) {
        ++number;
    }
    if (number == nodes.size() || std::as_const(model).get<std::int16_t>(skin->node_to_slot).size() != nodes.size()) {
        return impl::not_derivable("skin.nodeToSlot", "a slot or -1 for each node of the model",
                                   static_cast<std::int64_t>(skin->node_to_slot_count));
    }
    const pool<std::uint32_t> old = impl::nodes_of_slots(model, *skin, memory);
    impl::slot_table<> slots{nodes.size(), memory};
    pool<basic_joints<form::host>> renumbered{memory};
    for (basic_joints<form::host> each : std::as_const(model).get<basic_joints<form::host>>(skin->joints)) {
        for (std::int16_t& slot : each.bone) {
            const std::uint32_t* const bone =
                slot >= 0 ? find_at(std::span<const std::uint32_t>{old}, static_cast<std::uint64_t>(slot)) : nullptr;
            if (slot != -1 && (bone == nullptr || *bone == npos)) {
                return impl::not_derivable("skin.boneRefs[]", "a slot that a node has, or -1", slot);
            }
            slot = slot != -1 ? slots.slot_of(*bone) : slot;
        }
        renumbered.push_back(each);
    }
    model.set<basic_joints<form::host>>(skin->joints, renumbered);
    model.set<std::int16_t>(skin->node_to_slot, slots.slots());
    model.set<std::int16_t>(skin->slot_nodes, slots.padded(impl::is_before_enhanced_edition(by)));
    const pool<impl::node_rest> rests = impl::rests_of(model, memory);
    pool<basic_quat_wxyz<form::host>> rotations{memory};
    pool<vec3<form::host>> translations{memory};
    pool<std::uint32_t> constants{memory};
    for (const impl::node_rest& rest : rests) {
        rotations.push_back(impl::inverse_rotation(rest, rests[number]));
        translations.push_back(impl::inverse_translation(rest, rests[number]));
    }
    constants.append(std::as_const(model).get<std::uint32_t>(skin->constants));
    constants.resize(nodes.size());
    model.set<basic_quat_wxyz<form::host>>(skin->inverse_rotations, rotations);
    model.set<vec3<form::host>>(skin->inverse_translations, translations);
    model.set<std::uint32_t>(skin->constants, constants);
    return {};
}

EFFIGY_API_BODY error number_parts(owned_model& model, const nwn::model& supermodel) {
    std::uint32_t i = 0;
    for (const owned_node& node : std::as_const(model).get(model.nodes)) {
        if (node.parent != npos && node.parent >= i) {
            return impl::not_derivable("nodes[].parent", "a node before this one", node.parent).within(i);
        }
        ++i;
    }
    impl::number_by_supermodel(model, supermodel);
    return {};
}

EFFIGY_API_BODY error complete(owned_model& model, producer by, const nwn::model& supermodel) {
    for (const owned_mesh& mesh : model.all<owned_mesh>()) {
        if (!mesh.own_indices.empty()) {
            return impl::not_derivable("nodes[].mesh.ownIndices", "no merged meshes, see unmerge()");
        }
    }
    if (!supermodel.nodes().empty() || impl::name_in(model.supermodel).empty()) {
        if (const error why = number_parts(model, supermodel)) {
            return why;
        }
    }
    if (const error why = impl::complete_nodes(model, model.nodes, by)) {
        return why;
    }
    std::uint32_t i = 0;
    for (const owned_animation& clip : model.get(model.animations)) { // which have animmeshes
        if (const error why = impl::complete_nodes(model, clip.nodes, by)) {
            error out = why.within(i);
            out.path_prefix = "animations[].nodes[].";
            return out;
        }
        ++i;
    }
    return {};
}

}}} // namespace effigy::v0::nwn
#endif
