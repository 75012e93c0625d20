// Playing the clips of a scene: poses, matrices and vertices at a time, as glTF defines them, in float or double: the
// type of the numbers in the caller's memory. Allocates nothing. Channels of materials are not played. Precondition of
// all functions: verify(scene) finds no error.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/scene/extras.hpp>

namespace effigy { inline namespace v0 {

// ---- clips ---------------------------------------------------------------------------------------------------------

// Returns the seconds from 0 to the last key of a clip.
[[nodiscard]] inline double duration(const scene::clip& of) noexcept {
    float last = 0;
    for (const scene::channel& each : of.channels) {
        last = impl::larger(last, of.times[each.times].back());
    }
    return static_cast<double>(last);
}

// Returns whether the game repeats a clip, if the model's file says so: the extra `loops`, which clips of World of
// Warcraft have. Otherwise returns `unknown`: in all other games, it is the program that decides.
[[nodiscard]] inline playback playback_of(const scene::clip& of, playback unknown = playback::once) noexcept {
    const bool* const loops = find_extra<bool>(of.extras, "loops");
    return loops == nullptr ? unknown : *loops ? playback::loop : playback::once;
}

namespace impl {

[[nodiscard]] inline double time_in(const scene::clip& of, double seconds, playback mode) noexcept {
    return mode == playback::loop ? looped(seconds, duration(of)) : seconds;
}

} // namespace impl

// ---- poses ---------------------------------------------------------------------------------------------------------

namespace impl {

template <real R> [[nodiscard]] constexpr pose<R> rest_pose(const scene::node& of) noexcept {
    return {to_real<R>(of.local.position), to_real<R>(of.local.rotation), to_real<R>(of.local.scale)};
}

} // namespace impl

// Writes the pose of each node at rest. Returns the number of poses written: all, or 0 if `out` is too small.
template <pose_output Poses> std::size_t rest_poses(const scene& of, Poses&& out) noexcept {
    using number = real_in<Poses>;
    const elements poses{out};
    if (poses.size() < of.nodes.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < of.nodes.size(); ++i) {
        poses[i] = impl::rest_pose<number>(of.nodes[i]);
    }
    return of.nodes.size();
}

namespace impl {

// The values of a channel at a time. Before the first key and after the last one, these hold.
template <real R> class sampled_channel {
public:
    sampled_channel(const scene::clip& in, const scene::channel& of, double seconds) noexcept : values_(of.values) {
        const scene::list<float>& times = in.times[of.times];
        const auto at = static_cast<float>(seconds); // the precision of keys, so that the time of a key finds this key
        const std::size_t next = count_before(times, [&](float time) { return time <= at; });
        width_ = values_.size() / times.size();
        const std::size_t last = next == 0 ? 0 : next - 1;
        first_ = second_ = last * width_;
        if (next != 0 && next < times.size() && of.interpolation == scene::interpolation::linear) {
            const double begin = times[last];
            const double part = (seconds - begin) / (times[next] - begin);
            part_ = static_cast<R>(part > 0 ? (part < 1 ? part : 1) : 0);
            second_ = part_ > 0 ? next * width_ : first_;
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return width_; }
    [[nodiscard]] R operator[](std::size_t i) const noexcept {
        const R first = values_[first_ + i];
        return second_ == first_ ? first : first * (1 - part_) + values_[second_ + i] * part_;
    }
    [[nodiscard]] vector3<R> vector() const noexcept { return {(*this)[0], (*this)[1], (*this)[2]}; }
    [[nodiscard]] quaternion<R> rotation() const noexcept {
        return second_ == first_ ? key(first_) : slerp(key(first_), key(second_), part_);
    }
    // As Blender blends them: linearly, then normalised.
    [[nodiscard]] quaternion<R> blended_rotation() const noexcept {
        return second_ == first_ ? key(first_) : nlerp(key(first_), key(second_), part_);
    }

private:
    [[nodiscard]] quaternion<R> key(std::size_t i) const noexcept {
        return {values_[i], values_[i + 1], values_[i + 2], values_[i + 3]};
    }

    const scene::list<float>& values_;
    std::size_t width_, first_, second_; // where the values of the two keys begin
    R part_ = 0;                         // of the second key
};

} // namespace impl

// Writes the pose of each node at a time of a clip; what the clip does not move is at rest. playback::loop wraps times
// outside of the duration(); with playback::once, the first and the last key of each channel hold. Returns the number
// of poses written: all, or 0 if `out` is too small. The time grows with the nodes, the channels and the logarithm of
// keys.
template <pose_output Poses>
std::size_t play(const scene& of, const scene::clip& clip, double seconds, Poses&& out,
                 playback mode = playback::once) noexcept {
    const std::size_t count = rest_poses(of, out);
    const elements poses{out};
    const double time = impl::time_in(clip, seconds, mode);
    for (const scene::channel& each : clip.channels) {
        if (each.node >= count || each.path > scene::path::scale) {
            continue;
        }
        const impl::sampled_channel<real_in<Poses>> now{clip, each, time};
        if (each.path == scene::path::rotation) {
            poses[each.node].rotation = now.rotation();
        } else {
            (each.path == scene::path::scale ? poses[each.node].scale : poses[each.node].position) = now.vector();
        }
    }
    return count;
}

// Writes the weights of the morph targets that a node's mesh has: those of a clip at a time, or 0 if the clip does not
// change them. Returns the number of weights written: all, or 0 if `out` is too small.
template <class Weights>
    requires holds_any_of<Weights, float, double> && writable<Weights>
std::size_t play_weights(const scene& of, const scene::clip& clip, std::uint32_t node, double seconds, Weights&& out,
                         playback mode = playback::once) noexcept {
    using number = typename elements_of<Weights>::value_type;
    const std::uint32_t mesh = of.nodes[node].mesh;
    const std::size_t count = mesh != npos ? of.meshes[mesh].targets.size() : 0;
    const elements weights{out};
    if (weights.size() < count) {
        return 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
        weights[i] = 0;
    }
    const double time = impl::time_in(clip, seconds, mode);
    for (const scene::channel& each : clip.channels) {
        if (each.node == node && each.path == scene::path::weights) {
            const impl::sampled_channel<number> now{clip, each, time};
            for (std::size_t i = 0; i < count && i < now.size(); ++i) {
                weights[i] = now[i];
            }
        }
    }
    return count;
}

// ---- matrices ------------------------------------------------------------------------------------------------------

namespace impl {

template <class PoseOf, class Matrices>
std::size_t world_matrices(const scene& of, const PoseOf& pose_of, Matrices&& out) noexcept {
    const elements matrices{out};
    if (matrices.size() < of.nodes.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < of.nodes.size(); ++i) {
        const std::uint32_t parent = of.nodes[i].parent;
        matrices[i] = parent < i ? matrices[parent] * pose_of(i).matrix() : pose_of(i).matrix();
    }
    return of.nodes.size();
}

} // namespace impl

// Writes each node's matrix at rest, node space -> the scene's space. Returns the number of matrices written: all, or 0
// if `out` is too small.
template <matrix_output Matrices> std::size_t world_matrices(const scene& of, Matrices&& out) noexcept {
    return impl::world_matrices(
        of, [&](std::size_t i) { return impl::rest_pose<real_in<Matrices>>(of.nodes[i]); }, out);
}
// Writes each node's matrix for poses of the nodes. Returns the number of matrices written: all, or 0 if `poses` or
// `out` is too small.
template <pose_range Poses, matrix_output Matrices>
std::size_t world_matrices(const scene& of, const Poses& poses, Matrices&& out) noexcept {
    static_assert(std::same_as<real_in<Poses>, real_in<Matrices>>, "poses and matrices must both be float or double");
    const elements from{poses};
    return from.size() < of.nodes.size()
               ? 0
               : impl::world_matrices(of, [&](std::size_t i) -> const auto& { return from[i]; }, out);
}

// Writes the matrix of each joint of a skin, mesh space -> the scene's space, from the nodes' matrices. Returns the
// number of matrices written: all, or 0 if `out` is too small.
template <matrix_range World, matrix_output Matrices>
std::size_t skin_matrices(const scene::skin& of, const World& world, Matrices&& out) noexcept {
    const elements<const matrix4x3<real_in<Matrices>>> nodes{world};
    const elements matrices{out};
    if (matrices.size() < of.joints.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < of.joints.size(); ++i) {
        matrices[i] = nodes[of.joints[i]] * impl::to_real<real_in<Matrices>>(of.inverse_binds[i]);
    }
    return of.joints.size();
}

// ---- vertices ------------------------------------------------------------------------------------------------------

namespace impl {

// Calls use(matrix, weight) for each matrix that moves a vertex.
template <class Matrices, class Use>
void for_each_mover(const scene::mesh& of, const Matrices& matrices, std::size_t vertex, const Use& use) {
    using number = typename Matrices::value_type::real_type;
    if (of.joints.empty()) {
        use(matrices[0], number{1});
    }
    for (std::size_t set = 0; set < of.joints.size(); ++set) {
        for (std::size_t k = 0; k < 4; ++k) {
            if (const float weight = of.weights[set][vertex][k]; weight != 0) {
                use(matrices[of.joints[set][vertex][k]], static_cast<number>(weight));
            }
        }
    }
}
template <class Matrices, real R>
[[nodiscard]] vector3<R> moved_position(const scene::mesh& of, const Matrices& matrices, std::size_t vertex,
                                        const vector3<R>& from) noexcept {
    vector3<R> out;
    for_each_mover(of, matrices, vertex,
                   [&](const matrix4x3<R>& matrix, R weight) { out += transform_point(matrix, from) * weight; });
    return out;
}
template <class Matrices, real R>
[[nodiscard]] vector3<R> moved_normal(const scene::mesh& of, const Matrices& matrices, std::size_t vertex,
                                      const vector3<R>& from) noexcept {
    matrix4x3<R> sum{{}, {}, {}, {}};
    for_each_mover(of, matrices, vertex, [&](const matrix4x3<R>& matrix, R weight) {
        sum.x += matrix.x * weight;
        sum.y += matrix.y * weight;
        sum.z += matrix.z * weight;
    });
    return transform_normal(sum, from);
}
// Adds the morph targets to a list of a mesh, and writes for each vertex what move(mesh, matrices, vertex, value) makes
// of it. `list`, `offsets`: the members of the mesh and of its targets.
template <class Weights, class Matrices, class Vectors, class Move>
std::size_t posed_vectors(const scene::mesh& of, scene::list<vector3<float>> scene::mesh::* list,
                          scene::list<vector3<float>> scene::morph_target::* offsets, const Weights& weights,
                          const Matrices& matrices, Vectors&& out, const Move& move) noexcept {
    using real_type = real_in<Vectors>;
    const scene::list<vector3<float>>& stored = of.*list;
    const elements<const matrix4x3<real_type>> movers{matrices};
    const elements shares{weights};
    const elements to{out};
    if (to.size() < stored.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < stored.size(); ++i) {
        vector3<real_type> value = to_real<real_type>(stored[i]);
        for (std::size_t t = 0; t < of.targets.size() && t < shares.size(); ++t) {
            const scene::list<vector3<float>>& offset = of.targets[t].*offsets;
            if (shares[t] != 0 && i < offset.size()) {
                value += to_real<real_type>(offset[i]) * static_cast<real_type>(shares[t]);
            }
        }
        to[i] = move(of, movers, i, value);
    }
    return stored.size();
}

} // namespace impl

// Writes the positions of a mesh's vertices in the scene's space. `weights`: of the morph targets; missing ones are 0.
// `matrices`: skin_matrices() of the mesh's skin; for a mesh without joints, the matrix of its node. Returns the number
// of positions written: all, or 0 if `out` is too small.
template <class Weights, matrix_range Matrices, vector_output Vectors>
std::size_t posed_positions(const scene::mesh& of, const Weights& weights, const Matrices& matrices,
                            Vectors&& out) noexcept {
    return impl::posed_vectors(of, &scene::mesh::positions, &scene::morph_target::positions, weights, matrices, out,
                               [](const auto&... vertex) { return impl::moved_position(vertex...); });
}
// Writes the normals in the same way, with length 1; a normal without a direction is zero.
template <class Weights, matrix_range Matrices, vector_output Vectors>
std::size_t posed_normals(const scene::mesh& of, const Weights& weights, const Matrices& matrices,
                          Vectors&& out) noexcept {
    return impl::posed_vectors(of, &scene::mesh::normals, &scene::morph_target::normals, weights, matrices, out,
                               [](const auto&... vertex) { return impl::moved_normal(vertex...); });
}

}} // namespace effigy::v0
