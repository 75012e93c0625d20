// Poses, world and skin matrices, and skinned vertices, computed from a model and a clip as the game does. In float or
// double (Real), without allocation. Source of the rules: engine, unless marked otherwise.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/grimrock/view.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

using effigy::local_matrices;
using effigy::local_to_world;
using effigy::playback;

// The pose of a node is a matrix, as in the file. Nodes that no clip moves keep the stored bits.
template <real Real> using node_pose = matrix4x3<Real>;

// ---- matrices ------------------------------------------------------------------------------------------------------

// Writes the stored matrix of each node, from node space to parent space. Returns the number of matrices written: all,
// or 0 if `out` is too small.
template <matrix_output Poses> std::size_t rest_poses(const node_index& nodes, Poses&& out) noexcept {
    using number = real_in<Poses>;
    const elements poses{out};
    if (poses.size() < nodes.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        poses[i] = nodes.local_matrix<number>(i);
    }
    return nodes.size();
}
template <pose_output Poses> std::size_t rest_poses(const node_index&, Poses&&) noexcept {
    constexpr bool are_matrices = matrix_output<Poses>;
    static_assert(are_matrices, "a node_pose of Grimrock and Shinobi is a matrix4x3, not a pose");
    return 0;
}

// ---- skins ---------------------------------------------------------------------------------------------------------

// Writes one matrix per bone, from mesh space to world space: world[node of the bone] * inverse bind matrix. The
// transform of the mesh's own node is not used. The matrix of a bone whose node has no matrix in `world` is the
// identity. Returns the number of matrices written: all, or 0 if `out` is too small.
template <matrix_range World, matrix_output Matrices>
std::size_t skin_matrices(const mesh& skinned, const World& world, Matrices&& out) noexcept {
    using number = real_in<Matrices>;
    const elements<const matrix4x3<number>> nodes{world};
    const elements matrices{out};
    const auto bones = skinned.bones();
    if (matrices.size() < bones.size()) {
        return 0;
    }
    std::size_t count = 0;
    for (const bone& each : bones) {
        const auto* const node_to_world = find_at(nodes, each.node());
        matrices[count++] =
            node_to_world != nullptr ? *node_to_world * each.inverse_bind<number>() : matrix4x3<number>{};
    }
    return count;
}

namespace impl {

// Calls skin(influence_of) and returns its result. influence_of(vertex, k) returns one of the four influences of a
// vertex. Returns 0 if the mesh has no bones, or no skin arrays of the types that the game reads.
template <real Real, class Skin>
[[nodiscard]] std::size_t with_influences(const mesh& skinned, const Skin& skin) noexcept {
    const auto joints = skinned.joints();
    const auto weights = skinned.weights();
    if (skinned.bones().empty() || joints.empty() || weights.empty()) {
        return 0;
    }
    return skin([&](std::size_t vertex, std::size_t k) -> influence<Real> {
        const auto* const bones = joints.at(vertex);
        const auto* const stored_weights = weights.at(vertex);
        if (bones == nullptr || stored_weights == nullptr) {
            return {};
        }
        return {static_cast<std::uint32_t>(bones->bone[k].get()), static_cast<Real>(element(*stored_weights, k).get())};
    });
}

} // namespace impl

// Writes the positions of a mesh's vertices, moved by its skin_matrices(): for each vertex, the sum of
// weight * (matrix * position) over its four bones. A vertex without weights is moved to the origin (2 meshes have such
// vertices: finding weights-none). Returns the number of positions written: all, or 0 if `out` is too small or the mesh
// has no joints() or weights().
template <matrix_range Matrices, vector_output Vectors>
std::size_t skin_positions(const mesh& skinned, const Matrices& matrices, Vectors&& out) noexcept {
    return impl::with_influences<real_in<Vectors>>(skinned, [&](const auto& influence_of) {
        return impl::skin_positions(skinned.positions(), influence_of, matrices, out);
    });
}
// Writes the normals in the same way, with length 1. Returns the number of normals written: all, or 0 as for
// skin_positions().
template <matrix_range Matrices, vector_output Vectors>
std::size_t skin_normals(const mesh& skinned, const Matrices& matrices, Vectors&& out) noexcept {
    return impl::with_influences<real_in<Vectors>>(skinned, [&](const auto& influence_of) {
        return impl::skin_normals(skinned.normals(), influence_of, matrices, out);
    });
}

// ---- clips ---------------------------------------------------------------------------------------------------------

namespace impl {

// A frame number, and the fraction of the frame that has passed. Frame k begins at exactly k / rate seconds.
struct frame_time {
    double whole = 0, part = 0;
};
[[nodiscard]] constexpr frame_time frame_at(double seconds, double rate) noexcept {
    const double frame = rate * seconds;
    auto whole = static_cast<double>(static_cast<std::int64_t>(frame));
    whole -= whole > frame ? 1 : 0;
    if (rate > 0 && (whole + 1) / rate <= seconds) { // the product was rounded down
        return {whole + 1, 0};
    }
    return {whole, rate > 0 && whole / rate >= seconds ? 0 : frame - whole};
}

// Returns the frames of a clip before and after a time, and the weight of the second.
template <real Real>
[[nodiscard]] constexpr key_blend<Real> blend_at(double seconds, double rate, std::uint32_t frame_count,
                                                 playback mode) noexcept {
    if (frame_count == 0 || !is_finite(rate)) {
        return {};
    }
    const std::uint32_t last = frame_count - 1;
    const double frame = rate * seconds;
    if (mode == playback::once && frame >= last) {
        return {last, last, 0};
    }
    constexpr double largest = 4e15; // a 64-bit integer holds any smaller frame number
    if (!(frame > (mode == playback::once ? 0 : -largest) && frame < largest)) {
        return {};
    }
    const frame_time at = frame_at(seconds, rate);
    const auto count = static_cast<std::int64_t>(frame_count);
    const std::int64_t first = (static_cast<std::int64_t>(at.whole) % count + count) % count;
    const std::int64_t second = mode == playback::once && first == last ? first : (first + 1) % count;
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), static_cast<Real>(at.part)};
}

// Returns the key of a frame. The last key of a channel holds for all frames after it, so one key is a constant. Null
// if the channel has no keys.
template <wire T> [[nodiscard]] const T* key_at(const strided<T>& keys, std::uint32_t frame) noexcept {
    return keys.at(frame < keys.size() ? frame : keys.size() - 1);
}

template <real Real>
[[nodiscard]] pose<Real> sample_at(const item& channels, const key_blend<Real>& at,
                                   const pose<Real>& fallback) noexcept {
    pose<Real> out = fallback;
    const auto between = [&](const auto& keys, auto& value, auto blend) {
        using host = std::remove_cvref_t<decltype(value)>;
        const auto* const first = key_at(keys, at.first);
        if (first == nullptr) {
            return;
        }
        value = host{*first};
        if (at.weight != 0) { // a second key of NaN with weight 0 has no effect
            const auto* const second = key_at(keys, at.second);
            value = second != nullptr ? blend(value, host{*second}, at.weight) : value;
        }
    };
    const auto linear = [](const auto& a, const auto& b, Real t) { return lerp(a, b, t); };
    const auto rotating = [](const auto& a, const auto& b, Real t) { return nlerp(a, b, t); };
    between(channels.positions(), out.position, linear);
    between(channels.rotations(), out.rotation, rotating);
    between(channels.scales(), out.scale, linear);
    return out;
}

} // namespace impl

// Returns the pose of an item at a time; it replaces the model's pose.
// - Positions and scales are blended linearly. Rotations are blended as quaternions along the shorter arc, then
//   normalised. This is not slerp: the two differ by up to 8 degrees in real clips (measured).
// - At the time of a key the result is that key as stored. The game normalises the rotation there, too.
// - A channel without keys, and each channel of a clip without frames, has the value of `fallback`. The game uses the
//   identity for a channel without keys.
template <real Real = float>
[[nodiscard]] pose<Real> sample(const item& channels, double seconds, const pose<Real>& fallback = {},
                                playback mode = playback::once) noexcept {
    const std::uint32_t frames = channels.frame_count();
    const auto at = impl::blend_at<Real>(seconds, static_cast<double>(channels.frames_per_second()), frames, mode);
    return frames != 0 ? impl::sample_at(channels, at, fallback) : fallback;
}

namespace impl {

// Calls move(item, number of the node) for each item that moves a node.
template <class Move> void for_each_mover(const animation& clip, const node_index& nodes, const Move& move) noexcept {
    for (const item& channels : clip.items()) {
        const std::uint32_t node = nodes.find_last(channels.name());
        if (channels && node < nodes.size()) {
            move(channels, node);
        }
    }
}
// Replaces the poses of the nodes for which `movers` calls its argument, as for_each_mover() does. Returns how many.
template <matrix_output Poses, class Movers>
std::size_t pose_nodes(float rate, std::uint32_t frame_count, double seconds, std::size_t node_count, Poses&& out,
                       playback mode, const Movers& movers) noexcept {
    using number = real_in<Poses>;
    const elements poses{out};
    if (frame_count == 0 || poses.size() < node_count) {
        return 0;
    }
    const auto at = blend_at<number>(seconds, static_cast<double>(rate), frame_count, mode);
    std::size_t moved = 0;
    movers([&](const item& channels, std::uint32_t node) {
        poses[node] = sample_at(channels, at, pose<number>{}).matrix();
        ++moved;
    });
    return moved;
}

} // namespace impl

// Replaces the poses of the nodes that a clip moves. Call rest_poses() before, and local_matrices() after.
// - An item moves the node that nodes.find_last() returns for its name. Items without a node are left out.
// - If two items have the same node, the later one is used. The game averages them; no file has such items (measured).
// - A clip without frames changes nothing.
// Returns the number of items that moved a node. Writes nothing and returns 0 if `out` is too small for all nodes.
// Looks for the node of each item: to play a clip in many frames, make a bound_animation.
template <matrix_output Poses>
std::size_t apply(const animation& clip, double seconds, const node_index& nodes, Poses&& out,
                  playback mode = playback::once) noexcept {
    return impl::pose_nodes(clip.frames_per_second(), clip.frame_count(), seconds, nodes.size(), out, mode,
                            [&](const auto& move) { impl::for_each_mover(clip, nodes, move); });
}

// The caller's memory for a bound_animation: one entry per item of the clip. Only the bound animation reads and writes
// the entries.
struct bound_item {
    grimrock::item item;
    std::uint32_t node = npos;
};

// A clip that is played in many frames: the nodes that it moves are found once. Small to copy; the caller owns the
// entries and the bytes of the clip.
class bound_animation {
public:
    constexpr bound_animation() = default;
    // Finds the node of each item. The result moves nothing if `memory` has fewer than clip.items().size() entries.
    bound_animation(const animation& clip, const node_index& nodes, std::span<bound_item> memory) noexcept
        : node_count_(nodes.size()), frames_per_second_(clip.frames_per_second()), frame_count_(clip.frame_count()) {
        if (memory.size() < clip.items().size()) {
            return;
        }
        std::size_t count = 0;
        impl::for_each_mover(clip, nodes,
                             [&](const item& channels, std::uint32_t node) { memory[count++] = {channels, node}; });
        movers_ = {memory.data(), count};
    }

    // The number of items that move a node.
    [[nodiscard]] constexpr std::size_t size() const noexcept { return movers_.size(); }

    // Does what apply() of the clip does, see below.
    template <matrix_output Poses> std::size_t pose(double seconds, Poses&& out, playback mode) const noexcept {
        return impl::pose_nodes(frames_per_second_, frame_count_, seconds, node_count_, out, mode,
                                [&](const auto& move) {
                                    for (const bound_item& each : movers_) {
                                        move(each.item, each.node);
                                    }
                                });
    }

private:
    elements<const bound_item> movers_;
    std::size_t node_count_ = 0;
    float frames_per_second_ = 0;
    std::uint32_t frame_count_ = 0;
};

// Does what apply() of the clip and the index does that were bound, to the same bits.
template <matrix_output Poses>
std::size_t apply(const bound_animation& clip, double seconds, Poses&& out, playback mode = playback::once) noexcept {
    return clip.pose(seconds, out, mode);
}

}}} // namespace effigy::v0::grimrock
