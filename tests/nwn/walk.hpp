// Computes a digest of everything that is reachable from a model of Neverwinter Nights.
#pragma once

#include "grimrock/walk.hpp"

#include <effigy/nwn.hpp>

namespace walk {

template <class T> void add(digest& to, const effigy::scalar<T, effigy::form::little>& v) { to.add(v.get()); }
inline void add(digest& to, const effigy::nwn::quat_wxyz& q) {
    for (const auto& part : {q.w, q.x, q.y, q.z}) {
        to.add(part.get());
    }
}
inline void add(digest& to, const effigy::nwn::joints& joints) {
    for (const auto& slot : joints.bone) {
        to.add(slot.get());
    }
}
inline void add(digest& to, const effigy::nwn::face& face) {
    add(to, face.normal);
    to.add(face.distance.get());
    to.add(face.surface.get());
    for (std::size_t i = 0; i < 3; ++i) {
        to.add(face.adjacent[i].get());
        to.add(face.vertex[i].get());
    }
}
template <class T> void add_each(digest& to, const effigy::array<T>& values) {
    to.add(values.size());
    for (const T& value : values) {
        add(to, value);
    }
}

// ---- parts of nodes ------------------------------------------------------------------------------------------------

inline void add(digest& to, const effigy::nwn::mesh& mesh) {
    to.add(mesh.vertex_count());
    add_each(to, mesh.positions());
    add_each(to, mesh.normals());
    add_each(to, mesh.colors());
    add_each(to, mesh.tangents());
    add_each(to, mesh.handedness());
    for (std::uint32_t set = 0; set <= 4; ++set) {
        add_each(to, mesh.texcoords(set));
    }
    add_each(to, mesh.faces());
    add_each(to, mesh.indices());
    for (std::uint32_t i = 0; i <= mesh.index_list_count(); ++i) {
        add_each(to, mesh.index_list(i));
    }
    to.add(mesh.triangle_count());
    to.add(mesh.is_rendered());
    to.add(mesh.merged_away());
    add_each(to, mesh.own_indices());
    if (const auto* const header = mesh.header()) {
        add(to, header->bounding_max);
        add(to, header->diffuse);
        for (const auto& texture : header->textures) {
            to.add(texture.view());
        }
        to.add(header->material.view());
        to.add(header->render.get());
    }
}

inline void add(digest& to, const effigy::nwn::skin& skin) {
    for (const auto& bone : skin.bones()) {
        to.add(bone.node());
        add(to, bone.inverse_bind().translation);
    }
    to.add(skin.bones().at(skin.bones().size()).node());
    to.add(skin.mesh().vertex_count());
    add_each(to, skin.slot_nodes());
    add_each(to, skin.weights());
    add_each(to, skin.joints());
    add_each(to, skin.node_to_slot());
    add_each(to, skin.inverse_rotations());
    add_each(to, skin.inverse_translations());
    add_each(to, skin.constants());
}

inline void add(digest& to, const effigy::nwn::animmesh& samples) {
    add_each(to, samples.position_samples());
    add_each(to, samples.texcoord_samples());
    for (const std::uint32_t set : {0U, 1U, samples.position_set_count()}) {
        for (const auto& position : samples.positions(set)) {
            add(to, position);
        }
        for (const auto& texcoord : samples.texcoords(set)) {
            add(to, texcoord);
        }
    }
}

inline void add(digest& to, const effigy::nwn::node& node, const effigy::nwn::light& light) {
    to.add(light.flare_radius.get());
    add_each(to, node.get(light.flare_sizes));
    add_each(to, node.get(light.flare_positions));
    add_each(to, node.get(light.flare_color_shifts));
    for (const auto& name : node.get(light.flare_textures)) {
        to.add(node.flare_texture(name));
    }
    to.add(light.fading.get());
}

inline void add(digest& to, const effigy::nwn::emitter& emitter) {
    for (const std::string_view text : {emitter.update.view(), emitter.render.view(), emitter.blend.view(),
                                        emitter.texture.view(), emitter.chunk.view()}) {
        to.add(text);
    }
    to.add(emitter.grid_y.get());
    to.add(emitter.flags.get());
}

inline void add(digest& to, const effigy::nwn::node& node, const effigy::nwn::controller_list& controllers) {
    for (const auto& one : controllers) {
        to.add(one.id());
        to.add(one.columns());
        to.add(one.is_bezier());
        to.add(controller_name(node, one));
        add_each(to, one.times());
        add_each(to, one.values());
        to.add(one.row(one.times().size()).size());
        for (const double seconds : {-1.0, 0.0, 0.75, 1e30}) {
            to.add(sample(one, seconds, 7.0));
            add(to, sample(one, seconds, effigy::vector3<double>{7, 8, 9}));
        }
        to.add(controllers.at(controllers.find(one.id())).times().size());
    }
}

inline void add(digest& to, const effigy::nwn::node& node) {
    to.add(node.name());
    to.add(node.flags());
    to.add(node.number());
    to.add(node.parent());
    to.add(node.size());
    add(to, node, node.controllers());
    add(to, effigy::nwn::sample<float>(node, 0.5));
    add(to, effigy::nwn::sample<double>(node, 0.5));
    if (const auto* const light = node.light()) {
        add(to, node, *light);
    }
    if (const auto* const emitter = node.emitter()) {
        add(to, *emitter);
    }
    if (const auto* const reference = node.reference()) {
        to.add(reference->model.view());
    }
    if (const auto mesh = node.mesh()) {
        add(to, mesh);
        if (const auto skin = node.skin()) {
            add(to, skin);
        }
    }
    if (const auto samples = node.animmesh()) {
        add(to, samples);
    }
    if (const auto dangly = node.dangly()) {
        add_each(to, dangly.constraints());
        to.add(dangly.header()->tightness.get());
    }
    for (const auto& box : node.aabb()) {
        add(to, box.entry()->min);
        to.add(box.is_leaf());
        to.add(box.depth());
    }
}

// ---- everything ----------------------------------------------------------------------------------------------------

// The memory that callers of the views provide.
struct nwn_memory {
    std::vector<effigy::tree_entry> entries, moving_entries;
    std::vector<effigy::pose<double>> poses;
    std::vector<effigy::matrix4x3<double>> world, skin;
    std::vector<effigy::vector3<double>> vectors;
    std::vector<effigy::nwn::merged_mesh> merges;
};
[[nodiscard]] inline nwn_memory memory_for(const effigy::nwn::model& model) {
    const std::size_t nodes = model.nodes().size();
    std::size_t moving = 0;
    for (const auto& clip : model.animations()) {
        moving = std::max<std::size_t>(moving, clip.count_nodes());
    }
    std::size_t vertices = 0;
    for (const auto& node : model.nodes()) {
        vertices = std::max<std::size_t>(vertices, node.mesh().vertex_count());
    }
    return {std::vector<effigy::tree_entry>(nodes),      std::vector<effigy::tree_entry>(moving),
            std::vector<effigy::pose<double>>(nodes),    std::vector<effigy::matrix4x3<double>>(nodes),
            std::vector<effigy::matrix4x3<double>>(128), std::vector<effigy::vector3<double>>(vertices),
            std::vector<effigy::nwn::merged_mesh>(nodes)};
}

template <class Nodes>
void walk_nodes(digest& to, const Nodes& nodes, const effigy::nwn::node_index& index) {
    to.add(nodes.empty());
    std::size_t count = 0;
    for (const auto& node : nodes) {
        add(to, node);
        ++count;
    }
    to.add(count);
    for (std::size_t i = 0; i <= index.size(); ++i) {
        to.add(index.name(i));
        to.add(index.parent(i));
        to.add(index.preorder(i));
        to.add(index.find(index.at(i).name()));
        for (const std::uint32_t child : index.children(i)) {
            to.add(child);
        }
    }
}

inline void walk_view(digest& to, const effigy::nwn::model& model, nwn_memory& memory) {
    namespace nwn = effigy::nwn;
    to.add(verify(model).code);
    to.add(model.name());
    to.add(model.supermodel());
    to.add(model.producer());
    to.add(model.nodes().size());
    to.add(model.trailing().size());
    const auto nodes = model.index(memory.entries);
    walk_nodes(to, model.nodes(), nodes);
    to.add(nwn::find_merges(nodes, memory.merges));
    for (const auto& merge : memory.merges) {
        to.add(merge.merge_target);
        to.add(merge.first_vertex);
        to.add(merge.first_index);
    }
    to.add(rest_poses(nodes, memory.poses));
    for (const auto& clip : model.animations()) {
        to.add(clip.name());
        to.add(clip.duration());
        for (const auto& event : clip.events()) {
            to.add(event.time.get());
            to.add(event.name.view());
        }
        to.add(clip.transition_time());
        const auto moving = clip.index(memory.moving_entries);
        walk_nodes(to, clip.nodes(), moving);
        to.add(apply(moving, 0.75, nodes, memory.poses));
        to.add(apply(moving, 7.5, nodes, memory.poses, effigy::playback::loop, model.animation_scale()));
    }
    to.add(model.animation(model.name()).duration());
    for (const auto& pose : memory.poses) {
        add(to, pose);
    }
    to.add(local_matrices(memory.poses, memory.world));
    local_to_world(nodes, memory.world);
    for (const auto& matrix : memory.world) {
        add(to, matrix);
    }
    for (const auto& node : model.nodes()) {
        if (const auto skin = node.skin(); skin && node.mesh()) {
            to.add(skin_matrices(skin, memory.world, memory.skin));
            add(to, memory.skin[1]);
            to.add(skin_positions(skin, memory.skin, memory.vectors));
            to.add(skin_normals(skin, memory.skin, memory.vectors));
        }
    }
}

[[nodiscard]] inline std::uint64_t digest_of(const effigy::nwn::model& model) {
    digest out;
    nwn_memory memory = memory_for(model);
    walk_view(out, model, memory);
    return out.value();
}
[[nodiscard]] inline std::uint64_t digest_of(const effigy::result<effigy::nwn::model>& opened) {
    if (opened) {
        return digest_of(*opened);
    }
    digest out;
    add(out, opened.error());
    return out.value();
}

} // namespace walk
