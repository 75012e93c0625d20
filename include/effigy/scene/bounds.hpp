// Counts and bounds of a scene.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/scene/play.hpp>

#include <vector>

namespace effigy { inline namespace v0 {

// The number of parts of each kind in a scene.
struct scene_counts {
    std::uint64_t nodes = 0, meshes = 0, primitives = 0, vertices = 0, triangles = 0, skins = 0, joints = 0,
                  materials = 0, clips = 0, channels = 0, keys = 0, cameras = 0, lights = 0;

    [[nodiscard]] friend constexpr bool operator==(const scene_counts&, const scene_counts&) = default;
};
template <class = when_used> [[nodiscard]] scene_counts count(const scene& model) noexcept {
    scene_counts out;
    out.nodes = model.nodes.size();
    out.meshes = model.meshes.size();
    for (const scene::mesh& each : model.meshes) {
        out.primitives += each.primitives.size();
        out.vertices += each.positions.size();
        for (const scene::primitive& drawn : each.primitives) {
            out.triangles += drawn.index_count / 3;
        }
    }
    out.skins = model.skins.size();
    for (const scene::skin& each : model.skins) {
        out.joints += each.joints.size();
    }
    out.materials = model.materials.size();
    out.clips = model.clips.size();
    for (const scene::clip& each : model.clips) {
        out.channels += each.channels.size();
        for (const scene::channel& channel : each.channels) {
            out.keys += channel.times < each.times.size() ? each.times[channel.times].size() : 0;
        }
    }
    out.cameras = model.cameras.size();
    out.lights = model.lights.size();
    return out;
}

// Returns the bounds of all meshes at rest; skinned meshes are in the pose of their joints. Empty if there are no
// vertices. Precondition: verify(model) finds no error.
template <class = when_used> [[nodiscard]] box<float> bounds(const scene& model) {
    std::vector<matrix4x3<double>> world(model.nodes.size());
    world_matrices(model, world);
    box<double> around;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const scene::node& holder = model.nodes[i];
        if (holder.mesh == npos) {
            continue;
        }
        std::vector<matrix4x3<double>> movers{world[i]};
        if (holder.skin != npos) {
            movers.resize(model.skins[holder.skin].joints.size());
            skin_matrices(model.skins[holder.skin], world, movers);
        }
        const scene::mesh& shape = model.meshes[holder.mesh];
        for (std::size_t vertex = 0; vertex < shape.positions.size(); ++vertex) {
            const vector3<double> position = impl::to_real<double>(shape.positions[vertex]);
            around.add(impl::moved_position(shape, elements<const matrix4x3<double>>{movers}, vertex, position));
        }
    }
    return {impl::to_real<float>(around.min), impl::to_real<float>(around.max), around.holds_any};
}

}} // namespace effigy::v0
