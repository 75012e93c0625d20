// Computes a digest of everything that is reachable from a model of Neverwinter Nights.
#pragma once

#include "support/walk.hpp"

#include <effigy/core/fields.hpp>
#include <effigy/nwn.hpp>
#include <effigy/nwn/regions.hpp>

#include <algorithm>
#include <vector>

namespace walk {

namespace nwn = effigy::nwn;

// ---- the members of views ------------------------------------------------------------------------------------------

template <class Function> void members(const nwn::mesh& mesh, const Function& f) {
    f(mesh.vertex_count(), mesh.positions(), mesh.normals(), mesh.colors(), mesh.tangents(), mesh.handedness());
    f(mesh.faces(), mesh.indices(), mesh.own_indices(), mesh.triangle_count(), mesh.is_rendered(), mesh.merged_away());
    f(mesh.record());
    for (std::uint32_t set = 0; set <= 4; ++set) {
        f(mesh.texcoords(set));
    }
    for (std::uint32_t i = 0; i <= mesh.index_list_count(); ++i) {
        f(mesh.index_list(i));
    }
}
template <class Function> void members(const nwn::bone& bone, const Function& f) {
    f(bone.node(), bone.inverse_bind());
}
template <class Function> void members(const nwn::skin& skin, const Function& f) {
    f(skin.bones(), skin.bones().at(skin.bones().size()), skin.mesh().vertex_count(), skin.slot_nodes());
    f(skin.weights(), skin.joints(), skin.node_to_slot());
    f(skin.inverse_rotations(), skin.inverse_translations(), skin.constants());
}
template <class Function> void members(const nwn::animmesh& samples, const Function& f) {
    f(samples.position_samples(), samples.texcoord_samples());
    for (const std::uint32_t set : {0U, 1U, samples.position_set_count()}) {
        f(samples.positions(set), samples.texcoords(set));
    }
}
template <class Function> void members(const nwn::aabb& box, const Function& f) {
    f(box.record(), box.offset(), box.is_leaf(), box.depth());
}
template <class Function> void members(const nwn::controller& one, const Function& f) {
    f(one.id(), one.columns(), one.is_bezier(), one.times(), one.values(), one.row(0), one.row(one.times().size()));
    for (const double seconds : {-1.0, 0.0, 0.75, 1e30}) {
        f(sample(one, seconds, 7.0), sample(one, seconds, effigy::vector3<double>{7, 8, 9}));
    }
}
template <class Function> void members(const nwn::node& node, const Function& f) {
    f(node.name(), node.flags(), node.number(), node.parent(), node.size(), node.controllers());
    for (const auto& one : node.controllers()) {
        f(controller_name(node, one), node.controllers().at(node.controllers().find(one.id())).times().size());
    }
    f(nwn::sample<float>(node, 0.5), nwn::sample<double>(node, 0.5));
    if (const auto* const light = node.light()) {
        f(*light, node.get(light->flare_sizes), node.get(light->flare_positions), node.get(light->flare_color_shifts));
        f(node.get(light->flare_textures));
        for (const auto& name : node.get(light->flare_textures)) {
            f(node.flare_texture(name));
        }
    }
    f(node.emitter(), node.reference(), node.mesh(), node.skin(), node.animmesh());
    f(node.dangly().constraints(), node.dangly().record(), node.aabb());
}
template <class Function> void members(const nwn::animation& clip, const Function& f) {
    f(clip.name(), clip.duration(), clip.transition_time(), clip.events(), clip.nodes(), clip.nodes().empty());
}
template <class Function> void members(const nwn::model& model, const Function& f) {
    f(model.name(), model.supermodel(), model.producer(), model.animation_scale(), model.trailing());
    f(model.nodes(), model.nodes().empty(), model.nodes().size(), model.animations());
    f(model.animation(model.name()).duration());
}

// ---- everything ----------------------------------------------------------------------------------------------------

// The memory that callers of the views provide.
template <> struct memory<nwn::model> {
    std::vector<effigy::tree_entry> entries, moving_entries;
    std::vector<effigy::pose<double>> poses, of_bound;
    std::vector<nwn::bound_node> movers;
    std::vector<effigy::matrix4x3<double>> world, skin{128};
    std::vector<effigy::vector3<double>> vectors;
    std::vector<nwn::merged_mesh> merges;

    explicit memory(const nwn::model& model)
        : entries(model.nodes().size()), poses(entries.size()), of_bound(poses.size()), world(entries.size()),
          merges(entries.size()) {
        std::size_t moving = 0;
        for (const auto& clip : model.animations()) {
            moving = std::max<std::size_t>(moving, clip.count_nodes());
        }
        std::size_t vertices = 0;
        for (const auto& node : model.nodes()) {
            vertices = std::max<std::size_t>(vertices, node.mesh().vertex_count());
        }
        moving_entries.resize(moving);
        movers.resize(moving);
        vectors.resize(vertices);
    }
};

inline void walk_view(digest& to, const nwn::model& model, memory<nwn::model>& given) {
    to.add(verify(model).code);
    add(to, model);
    const auto nodes = model.index(given.entries);
    add(to, nodes);
    to.add(nwn::find_merges(nodes, given.merges));
    for (const auto& merge : given.merges) {
        adder{to}(merge.merge_target, merge.first_vertex, merge.first_index);
    }
    to.add(rest_poses(nodes, given.poses));
    for (const auto& clip : model.animations()) {
        const auto moving = clip.index(given.moving_entries);
        add(to, moving);
        const nwn::bound_animation bound{moving, nodes, given.movers};
        given.of_bound = given.poses;
        const std::size_t once = apply(moving, 0.75, nodes, given.poses);
        const std::size_t in_loop =
            apply(moving, 7.5, nodes, given.poses, effigy::playback::loop, model.animation_scale());
        to.add(once);
        to.add(in_loop);
        if (has_same_bits &&
            (once != apply(bound, 0.75, given.of_bound) ||
             in_loop != apply(bound, 7.5, given.of_bound, effigy::playback::loop, model.animation_scale()) ||
             !same(given.poses, given.of_bound))) {
            effigy::trap("a bound animation has other poses");
        }
    }
    add(to, given.poses);
    to.add(local_matrices(given.poses, given.world));
    local_to_world(nodes, given.world);
    add(to, given.world);
    for (const auto& node : model.nodes()) {
        if (const auto skin = node.skin(); skin && node.mesh()) {
            to.add(skin_matrices(skin, given.world, given.skin));
            add(to, given.skin[1]);
            to.add(skin_positions(skin, given.skin, given.vectors));
            to.add(skin_normals(skin, given.skin, given.vectors));
        }
    }
}

} // namespace walk
