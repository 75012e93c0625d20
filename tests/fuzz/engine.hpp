// Reads all that the views of the Grimrock and Shinobi engines' files offer, which may not allocate.
#pragma once

#include "fuzz/promises.hpp"
#include "grimrock/walk.hpp"

#include <effigy/shinobi/decode.hpp>
#include <effigy/shinobi/lint.hpp>

#include <algorithm>
#include <limits>

namespace fuzz {

namespace engine = effigy::grimrock; // whose templates read Shinobi's files, too

template <effigy::real R> using matrices = std::vector<effigy::matrix4x3<R>>;

template <class Grammar> [[nodiscard]] std::size_t most_bones(const engine::basic_model<Grammar>& model) {
    std::size_t most = 0;
    for (const auto& node : model.nodes()) {
        if (const auto* const mesh = node.mesh()) {
            most = std::max(most, mesh->bones.size());
        }
    }
    return most;
}

template <class Grammar> void walk_nodes(sink& to, const engine::basic_model<Grammar>& model) {
    to.add(verify(model).code);
    to.add(model.trailing().size());
    for (const auto& node : model.nodes()) {
        walk::add(to, node);
    }
}

template <class Grammar> void walk_index(sink& to, const engine::basic_node_index<Grammar>& nodes) {
    for (std::size_t i = 0; i <= nodes.size(); ++i) {
        to.add(nodes.name(i));
        to.add(nodes.parent(i));
        to.add(nodes.preorder(i));
        to.add(nodes.find(nodes.name(i)));
        for (const std::uint32_t child : nodes.children(i)) {
            to.add(child);
        }
    }
}

template <class Grammar, effigy::real R>
void walk_matrices(sink& to, const engine::basic_node_index<Grammar>& nodes, std::span<effigy::matrix4x3<R>> world,
                   std::span<effigy::matrix4x3<R>> skin) {
    to.add(local_matrices(nodes, world));
    local_to_world(nodes, world);
    for (const auto& matrix : world) {
        walk::add(to, matrix);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto node = nodes[i];
        if (const auto* const mesh = node.mesh()) {
            to.add(skin_matrices(*mesh, std::span<const effigy::matrix4x3<R>>{world}, skin));
            for (const auto& matrix : skin) {
                walk::add(to, matrix);
            }
        }
    }
}

template <class Grammar> void walk_view(sink& to, const engine::basic_model<Grammar>& model) {
    std::vector<effigy::tree_entry> entries(model.node_count());
    matrices<float> world(model.node_count());
    matrices<float> skin(most_bones(model));
    matrices<double> precise_world(world.size());
    matrices<double> precise_skin(skin.size());
    without_allocating([&] {
        walk_nodes(to, model);
        const auto nodes = model.index(entries);
        walk_index(to, nodes);
        walk_matrices(to, nodes, std::span{world}, std::span{skin});
        walk_matrices(to, nodes, std::span{precise_world}, std::span{precise_skin});
    });
}

template <std::endian E> void walk_items(sink& to, const engine::basic_animation<E>& clip) {
    to.add(clip.name);
    to.add(clip.duration());
    to.add(clip.trailing().size());
    for (const auto& item : clip.items()) {
        to.add(item.node);
        for (const auto& key : item.keys) {
            walk::add(to, key.position);
        }
        walk::add_all(to, item.positions);
        walk::add_all(to, item.rotations);
        walk::add_all(to, item.scales);
    }
}

template <std::endian E, effigy::real R>
void walk_poses(sink& to, const engine::basic_animation<E>& clip, const walk::puppet& moved,
                std::span<effigy::matrix4x3<R>> local) {
    using limits = std::numeric_limits<R>;
    for (const auto mode : {engine::playback::once, engine::playback::loop}) {
        for (const R seconds : {R{0}, R(1) / 7, static_cast<R>(clip.duration()), R{-3}, limits::max(), limits::lowest(),
                                limits::infinity(), -limits::infinity(), limits::quiet_NaN(), limits::denorm_min()}) {
            const auto at = engine::blend_at(clip, seconds, mode);
            promise(std::max(at.first, at.second) < std::max(clip.frame_count, 1U), "a blend is of frames of the clip");
            promise(at.weight >= 0 && at.weight <= 1, "a blend takes part of a frame");
            for (const auto& item : clip.items()) {
                walk::add(to, engine::sample<R>(item, at));
            }
            to.add(engine::apply(clip, seconds, mode, moved.nodes, local));
        }
    }
}

template <std::endian E> void walk_view(sink& to, const engine::basic_animation<E>& clip) {
    static const walk::puppet moved;
    matrices<float> local(moved.nodes.size());
    matrices<double> precise_local(moved.nodes.size());
    without_allocating([&] {
        walk_items(to, clip);
        walk_poses(to, clip, moved, std::span{local});
        walk_poses(to, clip, moved, std::span{precise_local});
    });
}

} // namespace fuzz
