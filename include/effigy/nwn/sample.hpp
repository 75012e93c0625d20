// Evaluation of models at a given time: controllers, poses and skins. In float or double (Real); allocates nothing. The
// space is right-handed, z is up, a tile is 10 units wide.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/nwn/view.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

using effigy::blend;
using effigy::local_matrices;
using effigy::local_to_world;
using effigy::playback;

// A node's local transform.
template <real Real> using node_pose = pose<Real>;

// ---- controllers ---------------------------------------------------------------------------------------------------

namespace impl {

using namespace effigy::impl;

// Returns the two rows to blend at a time, and the weight of the second. Before the first key, and for NaN, the result
// is the first row; after the last key, the last row.
template <real Real>
[[nodiscard]] key_blend<Real> blend_at(const controller& keys, double seconds) noexcept {
    const auto times = keys.times();
    const auto time = [&](std::size_t i) { return static_cast<double>(times[i].get()); };
    if (times.empty() || !(seconds > time(0))) {
        return {};
    }
    const std::size_t last = times.size() - 1;
    if (last == 0 || seconds >= time(last)) { // also for a single key: its time may change after the first test
        return {static_cast<std::uint32_t>(last), static_cast<std::uint32_t>(last), 0};
    }
    std::size_t low = 0; // time(low) <= seconds < time(high)
    for (std::size_t high = last; high - low > 1;) {
        const std::size_t middle = low + (high - low) / 2;
        (time(middle) <= seconds ? low : high) = middle;
    }
    const double weight = (seconds - time(low)) / (time(low + 1) - time(low));
    return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low + 1),
            weight >= 0 && weight <= 1 ? static_cast<Real>(weight) : 0};
}

// Returns one column of a controller, blended linearly. Uses only the value of a bezier row, not its tangents
// (measured: no file has any). Returns `fallback` if the controller does not have the column.
template <real Real>
[[nodiscard]] Real sample_column(const controller& keys, std::size_t column, const key_blend<Real>& blend,
                                 Real fallback) noexcept {
    const auto* const first = keys.row(blend.first).at(column);
    const auto* const second = keys.row(blend.second).at(column);
    if (column >= keys.columns() || first == nullptr || second == nullptr) {
        return fallback;
    }
    const auto from = static_cast<Real>(first->get());
    return from + (static_cast<Real>(second->get()) - from) * blend.weight;
}

} // namespace impl

// Returns the value of a controller at a time in seconds: a number from the first column (scale, alpha), a vector from
// three columns (position, color), or a rotation from four columns. Before the first key this is the first value, after
// the last key the last value. Columns that the controller does not have are taken from `fallback`.
template <real Real = float>
[[nodiscard]] Real sample(const controller& keys, double seconds, Real fallback = 0) noexcept {
    return impl::sample_column(keys, 0, impl::blend_at<Real>(keys, seconds), fallback);
}
template <real Real> [[nodiscard]] vector3<Real> sample(const controller& keys, double seconds,
                                                        const vector3<Real>& fallback) noexcept {
    const auto blend = impl::blend_at<Real>(keys, seconds);
    return {impl::sample_column(keys, 0, blend, fallback.x), impl::sample_column(keys, 1, blend, fallback.y),
            impl::sample_column(keys, 2, blend, fallback.z)};
}
// Blends along the shorter arc at constant speed. At the time of a key, returns the value as stored.
template <real Real> [[nodiscard]] quaternion<Real> sample(const controller& keys, double seconds,
                                                           const quaternion<Real>& fallback) noexcept {
    const auto blend = impl::blend_at<Real>(keys, seconds);
    const auto key = [&](std::uint32_t i) {
        const key_blend<Real> only{i, i, 0};
        return quaternion<Real>{
            impl::sample_column(keys, 0, only, fallback.x), impl::sample_column(keys, 1, only, fallback.y),
            impl::sample_column(keys, 2, only, fallback.z), impl::sample_column(keys, 3, only, fallback.w)};
    };
    return blend.weight == 0 ? key(blend.first) : slerp(key(blend.first), key(blend.second), blend.weight);
}

// ---- poses ---------------------------------------------------------------------------------------------------------

namespace impl {

// Returns a node's local transform. The position of the controller is multiplied by `position_scale`; the position of
// `fallback` is not.
template <real Real>
[[nodiscard]] pose<Real> sample_node(const node& moving, double seconds, const pose<Real>& fallback,
                                     Real position_scale) noexcept {
    const auto controllers = moving.controllers();
    const auto of = [&](std::int32_t id) { return controllers.at(controllers.find(id)); };
    const auto positions = of(controls_position);
    const auto scales = of(controls_scale);
    const Real scale = sample(scales, seconds, fallback.scale.x);
    return {positions ? sample(positions, seconds, vector3<Real>{}) * position_scale : fallback.position,
            sample(of(controls_orientation), seconds, fallback.rotation),
            scales ? vector3<Real>{scale, scale, scale} : fallback.scale};
}

} // namespace impl

// Returns a node's local transform at a time in seconds. A position, rotation or scale without a controller is taken
// from `fallback`.
template <real Real = float> [[nodiscard]] pose<Real> sample(const node& moving, double seconds,
                                                             const pose<Real>& fallback = {}) noexcept {
    return impl::sample_node(moving, seconds, fallback, Real{1});
}

// Writes the local transform of every node of the model at rest. Returns the number of poses written: all, or 0 if
// `out` is too small.
template <pose_output Poses> std::size_t rest_poses(const node_index& index, Poses&& out) noexcept {
    const elements poses{out};
    if (poses.size() < index.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < index.size(); ++i) {
        poses[i] = sample<real_in<Poses>>(index.at(i), 0);
    }
    return index.size();
}

// Applies an animation at a time, in seconds, to `poses`, which rest_poses() has written. `clip` is the index of the
// animation, `index` is that of the model. Nodes are joined by name; the case of A to Z is ignored. If several nodes
// have the same name, the first one is used, in both trees. Values without a controller in the animation do not change.
// With playback::once the last pose is used after the end. Returns the number of nodes that were moved. Returns 0 and
// writes nothing if `poses` is too small.
//
// For an animation of a supermodel, `position_scale` is the factor for the positions of the keys: the product of the
// animation_scale() of each model that inherits it, so those of this model and of the supermodels between.
template <pose_output Poses>
std::size_t apply(const animation_index& clip, double seconds, const node_index& index, Poses&& poses,
                  playback mode = playback::once, std::type_identity_t<real_in<Poses>> position_scale = 1) noexcept {
    const elements out{poses};
    if (out.size() < index.size()) {
        return 0;
    }
    const bool has_end = clip.duration() > 0; // without an end, keys at any time are played
    const double time = has_end || mode == playback::loop ? impl::played_time(seconds, clip.duration(), mode) : seconds;
    std::size_t moved = 0;
    for (std::uint32_t i = 0; i < clip.size(); ++i) {
        const node mover = clip.at(i);
        const std::uint32_t target = index.find(mover.name());
        if (target < index.size() && clip.find(mover.name()) == i) {
            out[target] = impl::sample_node(mover, time, out[target], position_scale);
            ++moved;
        }
    }
    return moved;
}

// ---- skins ---------------------------------------------------------------------------------------------------------

// Writes the matrices that move the vertices of a skin, one per bone: world[bone.node()] * bone.inverse_bind(). The
// world position of a vertex, which is stored in the skin node's space, is the sum over its four joints of weight *
// (matrix * vertex). Bones without a node get the identity. Returns the number of matrices written: bones().size(), or
// 0 if `out` is too small.
template <matrix_range World, matrix_output Matrices>
std::size_t skin_matrices(const skin& binding, const World& world, Matrices&& out) noexcept {
    using number = real_in<Matrices>;
    const elements<const matrix4x3<number>> nodes{world};
    const elements matrices{out};
    const std::size_t slots = binding.bones().size();
    if (matrices.size() < slots) {
        return 0;
    }
    for (std::size_t slot = 0; slot < slots; ++slot) {
        matrices[slot] = {};
    }
    const auto map = binding.node_to_slot();
    const impl::bone_source bones{map, binding.inverse_rotations(), binding.inverse_translations()};
    for (std::size_t i = map.size(); i-- > 0;) { // backwards: if two nodes have the slot, the first one is used
        const auto slot = static_cast<std::uint32_t>(static_cast<std::int32_t>(map[i].get()));
        if (const auto* const moved = find_at(nodes, i); slot < slots && moved != nullptr) {
            matrices[slot] = *moved * bones.of_node(static_cast<std::uint32_t>(i)).inverse_bind<number>();
        }
    }
    return slots;
}

namespace impl {

template <real Real> [[nodiscard]] auto influences_of(const skin& binding) noexcept {
    return [joints = binding.joints(), weights = binding.weights()](std::size_t vertex, std::size_t k) {
        const auto* const bones = joints.at(vertex);
        const auto* const weight = weights.at(vertex);
        if (bones == nullptr || weight == nullptr) {
            return influence<Real>{};
        }
        const auto slot = static_cast<std::uint32_t>(static_cast<std::int32_t>(bones->bone[k].get())); // -1: none
        return influence<Real>{slot, static_cast<Real>(element(*weight, k).get())};
    };
}

} // namespace impl

// Writes the world positions of the vertices of a skin's mesh. `matrices`: the result of skin_matrices(). Returns the
// number of positions written: all, or 0 if `out` is too small.
template <matrix_range Matrices, vector_output Vectors>
std::size_t skin_positions(const skin& binding, const Matrices& matrices, Vectors&& out) noexcept {
    return impl::skin_positions(binding.mesh().positions(), impl::influences_of<real_in<Vectors>>(binding), matrices,
                                out);
}
// Writes the normals in world space, of length 1. Returns the number of normals written: all, or 0 if `out` is too
// small.
template <matrix_range Matrices, vector_output Vectors>
std::size_t skin_normals(const skin& binding, const Matrices& matrices, Vectors&& out) noexcept {
    return impl::skin_normals(binding.mesh().normals(), impl::influences_of<real_in<Vectors>>(binding), matrices, out);
}

}}} // namespace effigy::v0::nwn
