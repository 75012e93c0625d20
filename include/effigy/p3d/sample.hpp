// Poses of bones and points at a time, in float or double (Real). Allocates nothing. Space: y up, left-handed, metres.
// Stored normals and faces point inward: reverse both to see a model from outside.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/core/heap_sort.hpp>
#include <effigy/p3d/view.hpp>

namespace effigy::inline v0::p3d {

using effigy::playback;

// ---- bones ---------------------------------------------------------------------------------------------------------

namespace impl {

using namespace effigy::impl;

// Returns the two phases around a time (the last phase at or before it, and the next one) and the weight of the second.
// The times of phases must increase.
[[nodiscard]] inline key_blend<double> blend_at(const phase_list& all, double at_phase, playback mode) noexcept {
    const auto count = static_cast<std::uint32_t>(all.size());
    const auto phase_of = [&](std::uint32_t i) { return static_cast<double>(all.at(i).time()); };
    const double when = mode == playback::loop ? looped(at_phase, 1) : at_phase;
    if (count == 0 || !(phase_of(0) <= when)) {
        return {};
    }
    std::uint32_t low = 0;
    for (std::uint32_t high = count; high - low > 1;) {
        const std::uint32_t middle = low + (high - low) / 2;
        (phase_of(middle) <= when ? low : high) = middle;
    }
    if (low + 1 == count || !(phase_of(low + 1) > phase_of(low))) {
        return {low, low, 0};
    }
    const double weight = (when - phase_of(low)) / (phase_of(low + 1) - phase_of(low));
    return {low, low + 1, weight >= 0 && weight <= 1 ? weight : 0};
}

// Returns a blend of two vectors. With the weight 0 it is `first`, bit for bit, even if `second` is NaN.
template <real Real> [[nodiscard]] vector3<Real> between(const vec3<>& first, const vec3<>& second,
                                                         Real weight) noexcept {
    const vector3<Real> from{first};
    return weight == 0 ? from : lerp(from, vector3<Real>{second}, weight);
}

// Returns a bone's matrix, blended element by element between two phases.
template <real Real>
[[nodiscard]] matrix4x3<Real> sample(const phase_list& all, std::uint64_t number, const key_blend<double>& blend,
                                     const matrix4x3<Real>& fallback) noexcept {
    const bone_pose* const from = all.at(blend.first).bones().at(number);
    const bone_pose* const to = all.at(blend.second).bones().at(number);
    if (from == nullptr || to == nullptr) {
        return fallback;
    }
    const auto weight = static_cast<Real>(blend.weight);
    return {between(from->x, to->x, weight), between(from->y, to->y, weight), between(from->z, to->z, weight),
            between(from->position, to->position, weight)};
}

} // namespace impl

// Returns a bone's matrix at a phase from 0 to 1 (an RTM has no seconds); `fallback` if the animation has no phases.
// The matrix maps points of the bind pose to their position in the model's space. Blends linearly between phases,
// element by element (how the engine blends is not known). playback::loop wraps the phase into 0 to 1.
template <real Real = float>
[[nodiscard]] matrix4x3<Real> sample(const bone& source, double at_phase, const matrix4x3<Real>& fallback = {},
                                     playback mode = playback::once) noexcept {
    const phase_list all = source.phases();
    return impl::sample<Real>(all, source.index(), impl::blend_at(all, at_phase, mode), fallback);
}

namespace impl {

// The bones of an animation sorted by name, for fast look-up of many names. Contains only the first 1,000 bones: the
// engine refuses animations with more, 1,000 bones fit on the stack, and the time to sort them is limited.
class bones_by_name {
public:
    explicit bones_by_name(const bone_list& bones) noexcept
        : bones_(bones), count_(bones.size() < most ? bones.size() : most) {
        for (std::size_t i = 0; i < count_; ++i) {
            order_[i] = static_cast<std::uint16_t>(i);
        }
        const auto less = [this](std::size_t a, std::size_t b) {
            const int names = compare_any_case(name(a), name(b));
            return names < 0 || (names == 0 && order_[a] < order_[b]);
        };
        heap_sort(count_, less, [this](std::size_t a, std::size_t b) { std::swap(order_[a], order_[b]); });
    }

    // Returns the bone of this name, the first in the file if names are equal; an empty bone if there is none.
    [[nodiscard]] bone find(std::string_view wanted) const noexcept {
        std::size_t low = 0;
        for (std::size_t high = count_; low < high;) {
            const std::size_t middle = low + (high - low) / 2;
            if (compare_any_case(name(middle), wanted) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < count_ && compare_any_case(name(low), wanted) == 0 ? bones_.at(order_[low]) : bone{};
    }

private:
    static constexpr std::size_t most = 1000; // engine

    [[nodiscard]] std::string_view name(std::size_t i) const noexcept { return bones_.at(order_[i]).name(); }

    bone_list bones_;
    std::size_t count_;
    std::uint16_t order_[most]{};
};

} // namespace impl

// Writes the positions of all points of a level, moved by an animation at a phase. Each selection that has the name of
// a bone, ignoring case, moves its points by their weights:
//
//     out = p + sum of weight * (matrix(p) - p)
//
// The weights of a point need not add up to 1 (measured). If their sum is below 1, the point moves only a part of the
// way: many points have the weight 1/2 for one bone and no other weight. If the sum is above 1, the weights are not
// divided by it (what the engine does in this case is not known). Bones from number 1,000 on are left out; the engine
// refuses animations that have them. The time grows with the sum of the sizes of both files, not with the number of
// bones times the number of selections. Returns the number of positions written: one per point, or none if `out` is too
// small.
template <vector_output Vectors>
std::size_t skin_positions(const lod& level, const animation& clip, double at_phase, Vectors&& out,
                           playback mode = playback::once) noexcept {
    using number = real_in<Vectors>;
    const elements to{out};
    const strided<vec3<>> points = level.points();
    if (to.size() < points.size()) {
        return 0;
    }
    std::size_t count = 0;
    for (const vec3<>& stored : points) {
        to[count++] = vector3<number>{stored};
    }
    const phase_list phases = clip.phases();
    const key_blend<double> blend = impl::blend_at(phases, at_phase, mode);
    const impl::bones_by_name bones{clip.bones()};
    for (const p3d::selection& part : level.selections()) {
        const bone found = bones.find(part.name());
        if (!found) {
            continue;
        }
        const auto matrix = impl::sample<number>(phases, found.index(), blend, {});
        for (const selected_point& selected : part.points()) {
            if (const vec3<>* const stored = points.at(selected.point)) {
                const vector3<number> rest{*stored};
                to[selected.point] += (transform_point(matrix, rest) - rest) * static_cast<number>(selected.weight);
            }
        }
    }
    return count;
}

// ---- frames --------------------------------------------------------------------------------------------------------

namespace impl {

// Two frames of a point cache around a time; both are empty if the level has no frames.
struct frame_blend {
    morph_frame first, second;
    double weight = 0; // of `second`, 0 .. 1
};
// Returns the last frame at or before a time, the first one after it, and the weight of the second. Before the first
// frame both are the first one; after the last frame both are the last one. Reads no positions.
[[nodiscard]] inline frame_blend frames_at(const lod& level, double time) noexcept {
    morph_frame before;
    morph_frame after;
    for (const morph_frame& frame : level.morph_frames()) {
        if (!(static_cast<double>(frame.time()) <= time)) {
            after = frame;
            break;
        }
        before = frame;
    }
    if (!before || !after) {
        const morph_frame only = before ? before : after;
        return {only, only, 0};
    }
    const auto begin = static_cast<double>(before.time());
    const double weight = (time - begin) / (static_cast<double>(after.time()) - begin);
    return {before, after, weight <= 1 ? weight : 0}; // 0 if a time is NaN
}

} // namespace impl

// Writes the positions of all points of a level at a time of its morph frames. Blends linearly between the frames
// around the time (how the engine blends is not known). Before the first frame it uses the first, after the last frame
// the last. In a level without frames, it writes the points as stored. Returns the number of positions written: one per
// point, or none if `out` is too small.
template <vector_output Vectors>
std::size_t morph_positions(const lod& level, double time, Vectors&& out) noexcept {
    using number = real_in<Vectors>;
    const elements to{out};
    const strided<vec3<>> points = level.points();
    if (to.size() < points.size()) {
        return 0;
    }
    const auto [first, second, part] = impl::frames_at(level, time);
    const auto weight = static_cast<number>(part);
    std::size_t i = 0;
    for (const vec3<>& stored : points) {
        const vec3<>* const from = first.positions().at(i);
        const vec3<>* const next = second.positions().at(i);
        to[i++] = from != nullptr && next != nullptr ? impl::between(*from, *next, weight) : vector3<number>{stored};
    }
    return i;
}

} // namespace effigy::inline v0::p3d
