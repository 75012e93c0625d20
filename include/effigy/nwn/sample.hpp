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

// The controllers of a node that move it.
struct moving_controllers {
    controller position, orientation, scale;

    constexpr moving_controllers() = default;
    explicit moving_controllers(const node& moving) noexcept {
        const auto controllers = moving.controllers();
        const auto of = [&](std::int32_t id) { return controllers.at(controllers.find(id)); };
        position = of(controls_position);
        orientation = of(controls_orientation);
        scale = of(controls_scale);
    }
};

// Returns a node's local transform. The position of the controller is multiplied by `position_scale`; the position of
// `fallback` is not.
template <real Real>
[[nodiscard]] pose<Real> sample_node(const moving_controllers& of, double seconds, const pose<Real>& fallback,
                                     Real position_scale) noexcept {
    const Real scale = sample(of.scale, seconds, fallback.scale.x);
    return {of.position ? sample(of.position, seconds, vector3<Real>{}) * position_scale : fallback.position,
            sample(of.orientation, seconds, fallback.rotation),
            of.scale ? vector3<Real>{scale, scale, scale} : fallback.scale};
}

} // namespace impl

// Returns a node's local transform at a time in seconds. A position, rotation or scale without a controller is taken
// from `fallback`.
template <real Real = float> [[nodiscard]] pose<Real> sample(const node& moving, double seconds,
                                                             const pose<Real>& fallback = {}) noexcept {
    return impl::sample_node(impl::moving_controllers{moving}, seconds, fallback, Real{1});
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

namespace impl {

// Calls move(moving node, number of the model's node) for each node of an animation that moves one.
template <class Move>
void for_each_mover(const animation_index& clip, const node_index& index, const Move& move) noexcept {
    for (std::uint32_t i = 0; i < clip.size(); ++i) {
        const node mover = clip.at(i);
        const std::uint32_t target = index.find(mover.name());
        if (target < index.size() && clip.find(mover.name()) == i) {
            move(moving_controllers{mover}, target);
        }
    }
}
// Moves the nodes for which `movers` calls its argument, as for_each_mover() does. Returns how many.
template <pose_output Poses, class Movers>
std::size_t pose_nodes(double duration, double seconds, std::size_t node_count, Poses&& poses, playback mode,
                       real_in<Poses> position_scale, const Movers& movers) noexcept {
    const elements out{poses};
    if (out.size() < node_count) {
        return 0;
    }
    const bool has_end = duration > 0; // without an end, keys at any time are played
    const double time = has_end || mode == playback::loop ? played_time(seconds, duration, mode) : seconds;
    std::size_t moved = 0;
    movers([&](const moving_controllers& by, std::uint32_t target) {
        out[target] = sample_node(by, time, out[target], position_scale);
        ++moved;
    });
    return moved;
}

} // namespace impl

// Applies an animation at a time, in seconds, to `poses`, which rest_poses() has written. `clip` is the index of the
// animation, `index` is that of the model. Nodes are joined by name; the case of A to Z is ignored. If several nodes
// have the same name, the first one is used, in both trees. Values without a controller in the animation do not change.
// With playback::once the last pose is used after the end. Returns the number of nodes that were moved. Returns 0 and
// writes nothing if `poses` is too small.
//
// For an animation of a supermodel, `position_scale` is the factor for the positions of the keys: the product of the
// animation_scale() of each model that inherits it, so those of this model and of the supermodels between.
//
// Looks for the node and the controllers of each moving node: to play an animation in many frames, make a
// bound_animation.
template <pose_output Poses>
std::size_t apply(const animation_index& clip, double seconds, const node_index& index, Poses&& poses,
                  playback mode = playback::once, std::type_identity_t<real_in<Poses>> position_scale = 1) noexcept {
    return impl::pose_nodes(clip.duration(), seconds, index.size(), poses, mode, position_scale,
                            [&](const auto& move) { impl::for_each_mover(clip, index, move); });
}

// The caller's memory for a bound_animation: one entry per node of the animation. Only the bound animation reads and
// writes the entries.
struct bound_node {
    impl::moving_controllers controllers;
    std::uint32_t node = npos; // of the model
};

// An animation that is played in many frames: the nodes that it moves, and their controllers, are found once. Small to
// copy; the caller owns the entries and the files' bytes.
class bound_animation {
public:
    constexpr bound_animation() = default;
    // The result moves nothing if `memory` has fewer than clip.size() entries.
    bound_animation(const animation_index& clip, const node_index& index, std::span<bound_node> memory) noexcept
        : node_count_(index.size()), duration_(clip.duration()) {
        if (memory.size() < clip.size()) {
            return;
        }
        std::size_t count = 0;
        impl::for_each_mover(clip, index, [&](const impl::moving_controllers& by, std::uint32_t target) {
            memory[count++] = {by, target};
        });
        movers_ = {memory.data(), count};
    }

    // The number of nodes that it moves.
    [[nodiscard]] constexpr std::size_t size() const noexcept { return movers_.size(); }

    // Does what apply() of the animation does, see below.
    template <pose_output Poses>
    std::size_t pose(double seconds, Poses&& poses, playback mode, real_in<Poses> position_scale) const noexcept {
        return impl::pose_nodes(duration_, seconds, node_count_, poses, mode, position_scale, [&](const auto& move) {
            for (const bound_node& each : movers_) {
                move(each.controllers, each.node);
            }
        });
    }

private:
    elements<const bound_node> movers_;
    std::size_t node_count_ = 0;
    double duration_ = 0;
};

// Does what apply() of the animation and the index does that were bound, to the same bits.
template <pose_output Poses>
std::size_t apply(const bound_animation& clip, double seconds, Poses&& poses, playback mode = playback::once,
                  std::type_identity_t<real_in<Poses>> position_scale = 1) noexcept {
    return clip.pose(seconds, poses, mode, position_scale);
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
