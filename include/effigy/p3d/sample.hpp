// Poses of bones and points at a time, in float or double (Real). Allocates nothing. Space: y up, left-handed, metres.
// Stored normals and faces point inward: reverse both to see a model from outside.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/p3d/sample/influences.hpp>
#include <effigy/p3d/view.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

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
// element by element, as the engine does. playback::loop wraps the phase into 0 to 1.
template <real Real = float>
[[nodiscard]] matrix4x3<Real> sample(const bone& source, double at_phase, const matrix4x3<Real>& fallback = {},
                                     playback mode = playback::once) noexcept {
    const phase_list all = source.phases();
    return impl::sample<Real>(all, source.index(), impl::blend_at(all, at_phase, mode), fallback);
}

// Writes the positions of all points of a level, moved by an animation at a phase. Each selection that has the name of
// a bone, ignoring case, moves its points; of selections with one name, the first. As in the engine:
//
//     out = p + sum of share * (matrix(p) - p)
//
// The shares of a point's bones are their weights, divided by their sum: a point with one bone follows it entirely,
// whatever its weight. A point has at most four bones: those with the largest weights. Bones from number 1,000 on are
// left out; the engine refuses animations that have them. The time grows with the sum of the sizes of both files, not
// with the number of bones times the number of selections. Returns the number of positions written: one per point, or
// none if `out` is too small.
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
    const impl::moving_selections parts{level, clip.bones()};
    constexpr std::size_t at_once = 64;
    for (std::size_t first = 0; first < count; first += at_once) {
        const std::size_t size = count - first < at_once ? count - first : at_once;
        impl::influences of_points[at_once];
        parts.for_each(first, size, [&](std::uint16_t bone, const array<u8>& bytes) {
            impl::for_each_selected(bytes, [&](std::uint32_t i, u8 byte) {
                of_points[i].add(bone, decode_weight(byte));
                return true;
            });
        });
        parts.for_each(first, size, [&](std::uint16_t bone, const array<u8>& bytes) {
            matrix4x3<number> matrix;
            bool is_known = false;
            impl::for_each_selected(bytes, [&](std::uint32_t i, u8) {
                const impl::influences& all = of_points[i];
                if (const std::size_t place = all.find(bone); place < all.size()) {
                    if (!is_known) {
                        is_known = true;
                        matrix = impl::sample<number>(phases, bone, blend, {});
                    }
                    const vector3<number> rest{points[first + i]};
                    to[first + i] += (transform_point(matrix, rest) - rest) * all.template share<number>(place);
                }
                return true;
            });
        });
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

}}} // namespace effigy::v0::p3d
