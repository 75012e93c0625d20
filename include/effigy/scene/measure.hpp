// How much is in a scene, and where it is.
#pragma once

#include <effigy/core/box.hpp>
#include <effigy/core/spans.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy::inline v0 {

// How much there is of what.
struct scene_counts {
    std::uint64_t nodes = 0, meshes = 0, primitives = 0, vertices = 0, triangles = 0, skins = 0, joints = 0,
                  materials = 0, clips = 0, channels = 0, keys = 0, cameras = 0, lights = 0;

    [[nodiscard]] friend constexpr bool operator==(const scene_counts&, const scene_counts&) = default;
};
[[nodiscard]] inline scene_counts count(const scene& of) noexcept {
    scene_counts out;
    out.nodes = of.nodes.size();
    out.meshes = of.meshes.size();
    for (const scene::mesh& each : of.meshes) {
        out.primitives += each.primitives.size();
        out.vertices += each.positions.size();
        for (const scene::primitive& drawn : each.primitives) {
            out.triangles += drawn.index_count / 3;
        }
    }
    out.skins = of.skins.size();
    for (const scene::skin& each : of.skins) {
        out.joints += each.joints.size();
    }
    out.materials = of.materials.size();
    out.clips = of.clips.size();
    for (const scene::clip& each : of.clips) {
        out.channels += each.channels.size();
        for (const scene::channel& moved : each.channels) {
            out.keys += moved.times < each.times.size() ? each.times[moved.times].size() : 0;
        }
    }
    out.cameras = of.cameras.size();
    out.lights = of.lights.size();
    return out;
}

// Writes every node's matrix at rest, node space -> the scene's space. Gives as many as were written: all of them, or
// none when `out` is too small.
template <matrix_output Matrices> std::size_t world_matrices(const scene& of, Matrices&& out) noexcept {
    using number = real_in<Matrices>;
    const std::span matrices{out};
    if (matrices.size() < of.nodes.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < of.nodes.size(); ++i) {
        const pose<float>& at_rest = of.nodes[i].local;
        const auto wide = [](const vector3<float>& v) { return vector3<number>{v.x, v.y, v.z}; };
        const quaternion<float>& q = at_rest.rotation;
        const matrix4x3<number> local =
            compose(wide(at_rest.position), quaternion<number>{q.x, q.y, q.z, q.w}, wide(at_rest.scale));
        const std::uint32_t parent = of.nodes[i].parent;
        matrices[i] = parent < i ? matrices[parent] * local : local;
    }
    return of.nodes.size();
}

namespace impl {

// What moves each vertex of a mesh: the sum of its joints' matrices by their weights.
template <real R> class vertex_mover {
public:
    vertex_mover(const scene& of, std::span<const matrix4x3<R>> world, const scene::node& holder)
        : shape_(of.meshes[holder.mesh]), movers_(of.skins[holder.skin].joints.size()) {
        const scene::skin& skin = of.skins[holder.skin];
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

// Around all meshes at rest, skinned ones as their joints hold them; false without vertices. Precondition: verify(of)
// finds nothing.
[[nodiscard]] inline box<float> bounds(const scene& of) {
    std::vector<matrix4x3<double>> world(of.nodes.size());
    world_matrices(of, world);
    box<double> around;
    for (std::size_t i = 0; i < of.nodes.size(); ++i) {
        const scene::node& holder = of.nodes[i];
        if (holder.mesh == npos) {
            continue;
        }
        if (holder.skin != npos) {
            const impl::vertex_mover<double> skinned{of, world, holder};
            for (std::size_t vertex = 0; vertex < of.meshes[holder.mesh].positions.size(); ++vertex) {
                around.add(skinned.moved(vertex));
            }
            continue;
        }
        for (const vector3<float>& position : of.meshes[holder.mesh].positions) {
            around.add(transform_point(world[i], vector3<double>{position.x, position.y, position.z}));
        }
    }
    const auto narrow = [](const vector3<double>& v) {
        return vector3<float>{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    };
    return {narrow(around.min), narrow(around.max), around.holds_any};
}

} // namespace effigy::inline v0
