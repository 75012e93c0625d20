// Counts, world matrices and bounds of a scene.
#pragma once

#include <effigy/core/box.hpp>
#include <effigy/core/spans.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy::inline v0 {

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

// Writes each node's matrix at rest, node space -> the scene's space. Returns the number of matrices written: all, or 0
// if `out` is too small.
template <matrix_output Matrices> std::size_t world_matrices(const scene& model, Matrices&& out) noexcept {
    using number = real_in<Matrices>;
    const elements matrices{out};
    if (matrices.size() < model.nodes.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const pose<float>& at_rest = model.nodes[i].local;
        const auto wide = [](const vector3<float>& v) { return vector3<number>{v.x, v.y, v.z}; };
        const quaternion<float>& q = at_rest.rotation;
        const matrix4x3<number> local =
            compose(wide(at_rest.position), quaternion<number>{q.x, q.y, q.z, q.w}, wide(at_rest.scale));
        const std::uint32_t parent = model.nodes[i].parent;
        matrices[i] = parent < i ? matrices[parent] * local : local;
    }
    return model.nodes.size();
}

namespace impl {

// Skins the vertices of a mesh: a vertex is moved by the weighted sum of its joints' matrices.
template <real R> class vertex_mover {
public:
    vertex_mover(const scene& model, const elements<const matrix4x3<R>>& world, const scene::node& holder)
        : shape_(model.meshes[holder.mesh]), movers_(model.skins[holder.skin].joints.size()) {
        const scene::skin& skin = model.skins[holder.skin];
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            movers_[i] = world[skin.joints[i]] * wide(skin.inverse_binds[i]);
        }
    }
    [[nodiscard]] vector3<R> moved(std::size_t vertex) const noexcept {
        const vector3<R> from = wide(shape_.positions[vertex]);
        vector3<R> out;
        for (std::size_t set = 0; set < shape_.joints.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                if (const float weight = shape_.weights[set][vertex][k]; weight != 0) {
                    out += transform_point(movers_[shape_.joints[set][vertex][k]], from) * static_cast<R>(weight);
                }
            }
        }
        return out;
    }

private:
    [[nodiscard]] static vector3<R> wide(const vector3<float>& v) noexcept { return {v.x, v.y, v.z}; }
    [[nodiscard]] static matrix4x3<R> wide(const matrix4x3<float>& m) noexcept {
        return {wide(m.x), wide(m.y), wide(m.z), wide(m.translation)};
    }

    const scene::mesh& shape_;
    std::vector<matrix4x3<R>> movers_;
};

} // namespace impl

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
        if (holder.skin != npos) {
            const impl::vertex_mover<double> skinned{model, world, holder};
            for (std::size_t vertex = 0; vertex < model.meshes[holder.mesh].positions.size(); ++vertex) {
                around.add(skinned.moved(vertex));
            }
            continue;
        }
        for (const vector3<float>& position : model.meshes[holder.mesh].positions) {
            around.add(transform_point(world[i], vector3<double>{position.x, position.y, position.z}));
        }
    }
    const auto narrow = [](const vector3<double>& v) {
        return vector3<float>{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    };
    return {narrow(around.min), narrow(around.max), around.holds_any};
}

} // namespace effigy::inline v0
