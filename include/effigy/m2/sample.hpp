// Evaluation of models at a given time: values of tracks, poses of bones, skinned vertices.
// Evaluates in float or double (Real); times are seconds. Allocates nothing. Space: z up, right-handed, yards. In a
// space with y up, a vector (x, y, z) is (x, z, -y) and a quaternion (x, z, -y, w).
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/m2/view.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

using effigy::blend;
using effigy::local_matrices;
using effigy::local_to_world;
using effigy::playback;

// ---- time ----------------------------------------------------------------------------------------------------------

// A time in an animation, and the age of the model. Tracks that follow a global sequence use the age.
struct animation_time {
    std::uint32_t animation = npos; // its number; npos: none
    double seconds = 0;        // since the animation's start; without an animation, on the common time line (before
                               // version 264) or in the first animation
    double global_seconds = 0; // the age of the model
};

// Returned by sample() for a number of seconds, so that the compiler names the reason: which animation is played?
struct sample_takes_an_animation_time;

// ---- tracks --------------------------------------------------------------------------------------------------------

// A key's value and tangents.
template <class T> struct key_values {
    T value{}, in{}, out{};
};

namespace impl {
using namespace effigy::impl;

// Returns the keys around a time: the first key for a time before all keys, the last key for a time after all keys.
// Times may be unsorted; the result is the first pair of keys that encloses the time, so there is no binary search.
// Ranges are short; only tracks without ranges search all keys.
template <real Real, class Times>
[[nodiscard]] key_blend<Real> blend_at(const Times& times, std::size_t count, double time,
                                       interpolation kind) noexcept {
    if (count < 2 || !(time > times[0])) {
        return {};
    }
    const auto last = static_cast<std::uint32_t>(count - 1);
    if (!(time < times[last])) {
        return {last, last, 0};
    }
    double from = times[0];
    for (std::uint32_t i = 0; i < last; ++i) {
        const double to = times[i + 1];
        if (from <= time && time < to) {
            const bool holds = kind == interpolation::step;
            return {i, i + 1, holds ? Real{0} : static_cast<Real>((time - from) / (to - from))};
        }
        from = to;
    }
    return {last, last, 0};
}

template <real Real, class T> [[nodiscard]] auto value_at(const array<T>& values, std::uint64_t i) noexcept {
    const T* const stored = values.at(i);
    return stored != nullptr ? value_of<Real>(*stored) : value_in<T, Real>{};
}
template <real Real>
[[nodiscard]] auto value_at(const rotation_values& values, std::uint64_t i) noexcept {
    return values.value<Real>(i);
}

// Returns the normalised quaternion; the identity if its length is 0 or not finite.
template <real Real> [[nodiscard]] quaternion<Real> unit(const quaternion<Real>& q) noexcept {
    return is_finite(dot(q, q)) ? normalized(q) : quaternion<Real>{};
}

template <real Real> [[nodiscard]] constexpr Real lerp(Real a, Real b, Real t) noexcept { return a + (b - a) * t; }
template <real Real>
[[nodiscard]] constexpr vector3<Real> lerp(const vector3<Real>& a, const vector3<Real>& b, Real t) noexcept {
    return effigy::lerp(a, b, t);
}

// Returns the value between two keys with tangents. Which tangent belongs to which end is uncertain (readers differ; of
// 153 files before version 264 only one has tangents). All types except hermite are evaluated as bezier.
template <real Real, class T> [[nodiscard]] constexpr T spline(interpolation type, const key_values<T>& a,
                                                               const key_values<T>& b, Real t) noexcept {
    const Real s = 1 - t;
    if (type == interpolation::hermite) {
        return a.value * ((1 + 2 * t) * s * s) + a.out * (t * s * s) + b.value * (t * t * (3 - 2 * t)) +
               b.in * (-t * t * s);
    }
    return a.value * (s * s * s) + a.out * (3 * s * s * t) + b.in * (3 * s * t * t) + b.value * (t * t * t);
}

template <class T> inline constexpr bool is_spline_key = false;
template <class T> inline constexpr bool is_spline_key<spline_key<T>> = true;

} // namespace impl

// Returns key `i` of track.keys(animation).
template <real Real, class Values>
[[nodiscard]] auto key_at(const key_span<Values>& keys, std::uint64_t i) noexcept {
    const std::size_t step = keys.has_tangents() ? 3 : 1;
    const auto part = [&](std::uint64_t which) { return impl::value_at<Real>(keys.values, step * i + which); };
    key_values<decltype(part(0))> out{part(0), {}, {}};
    if (step != 1) {
        out.in = part(1);
        out.out = part(2);
    }
    return out;
}
template <real Real, class T>
[[nodiscard]] key_values<value_in<T, Real>> key_at(const key_span<array<spline_key<T>>>& keys,
                                                   std::uint64_t i) noexcept {
    const spline_key<T>* const stored = keys.values.at(i);
    if (stored == nullptr) {
        return {};
    }
    return {value_of<Real>(stored->value), value_of<Real>(stored->in), value_of<Real>(stored->out)};
}

namespace impl {

// The keys around a time, and the position between them.
template <class Value, real Real> struct key_pair {
    key_values<Value> first, second;
    Real weight = 0;
};
template <class Value, real Real, class Values>
[[nodiscard]] key_pair<Value, Real> keys_around(const key_span<Values>& keys, double time,
                                                interpolation kind) noexcept {
    const key_blend<Real> at = blend_at<Real>(keys.times, keys.times.size(), time, kind);
    return {key_at<Real>(keys, at.first), at.weight != 0 ? key_at<Real>(keys, at.second) : key_values<Value>{},
            at.weight};
}

// Returns the value of keys at a time. Precondition: there is a key.
template <real Real, class T>
[[nodiscard]] value_in<T, Real> sample_keys(const key_span<array<T>>& of, double time, interpolation kind) noexcept {
    using value = value_in<T, Real>;
    const auto keys = keys_around<value, Real>(of, time, kind);
    if (keys.weight == 0) {
        return keys.first.value;
    }
    if constexpr (std::same_as<value, quaternion<Real>>) {
        return slerp(unit(keys.first.value), unit(keys.second.value), keys.weight);
    } else {
        constexpr bool always_has_tangents = !std::same_as<T, typename value_type<T, Real>::stored_type>;
        const bool is_straight = kind <= interpolation::linear || !(always_has_tangents || of.has_tangents());
        return is_straight ? impl::lerp(keys.first.value, keys.second.value, keys.weight)
                           : spline(kind, keys.first, keys.second, keys.weight);
    }
}
template <real Real>
[[nodiscard]] quaternion<Real> sample_keys(const key_span<rotation_values>& of, double time,
                                           interpolation kind) noexcept {
    const auto keys = keys_around<quaternion<Real>, Real>(of, time, kind);
    return keys.weight == 0 ? keys.first.value : slerp(unit(keys.first.value), unit(keys.second.value), keys.weight);
}
template <real Real, class Track, class Value>
[[nodiscard]] Value sample_track(const Track& of, const animation_time& when, const Value& fallback) noexcept {
    const auto keys = of.keys(when.animation);
    if (keys.times.empty()) {
        return fallback;
    }
    const double time = of.is_global() ? looped(when.global_seconds, of.global_duration()) : when.seconds;
    return sample_keys<Real>(keys, time, of.interpolation());
}

} // namespace impl

// Returns a track's value at a time; `fallback` if the track has no keys. The type is vector3<Real> for vectors,
// quaternion<Real> for rotations, and Real for numbers: opacities are from 0 to 1, visible and enabled are 1 or 0.
// Between keys, rotations follow the shorter arc at constant speed for every interpolation except step. At the time of
// a key, its value is returned as stored.
template <real Real = float, class T>
[[nodiscard]] value_in<T, Real> sample(const track<T>& track, const animation_time& when,
                                       const value_in<T, Real>& fallback = {}) noexcept {
    return impl::sample_track<Real>(track, when, fallback);
}
template <real Real = float>
[[nodiscard]] quaternion<Real> sample(const rotation_track& track, const animation_time& when,
                                      const quaternion<Real>& fallback = {}) noexcept {
    return impl::sample_track<Real>(track, when, fallback);
}
template <real R = float, class T, real S> sample_takes_an_animation_time sample(const track<T>&, S);
template <real R = float, real S> sample_takes_an_animation_time sample(const rotation_track&, S);

// Returns the value at an age from 0 to 1; zero if there are no keys. Linear between keys; cells of a texture, which
// are integers, keep their value until the next key (an independent reader agrees, in files of 264 to 274).
template <real Real = float, class T> [[nodiscard]] auto sample(const life_track<T>& track, double age) noexcept {
    const m2::ages ages = track.ages();
    const array<T> values = track.values();
    const auto at = [&](std::size_t i) { return impl::value_at<Real>(values, i); };
    const bool holds = std::same_as<T, u16<>>;
    const std::size_t count = ages.size() < values.size() ? ages.size() : values.size();
    const auto between = impl::blend_at<Real>(ages, count, age, holds ? interpolation::step : interpolation::linear);
    return between.weight != 0 ? impl::lerp(at(between.first), at(between.second), between.weight) : at(between.first);
}

// ---- bones ---------------------------------------------------------------------------------------------------------

template <real Real> using node_pose = pose<Real>;

// Returns a bone's translation, rotation and scale about its pivot. A part whose track has no keys is taken from
// `fallback`.
template <real Real = float> [[nodiscard]] pose<Real> sample(const bone& joint, const animation_time& when,
                                                             const pose<Real>& fallback = {}) noexcept {
    return {sample<Real>(joint.translation(), when, fallback.position),
            impl::unit(sample<Real>(joint.rotation(), when, fallback.rotation)),
            sample<Real>(joint.scale(), when, fallback.scale)};
}
template <real R = float, real S> sample_takes_an_animation_time sample(const bone&, S);

namespace impl {

// Returns the vector from the parent's pivot to the bone's pivot, which is the origin of the bone's space.
template <real Real>
[[nodiscard]] vector3<Real> origin_of(const bone_index& index, const bone& joint, std::size_t number) noexcept {
    const auto pivot = [](const bone& of) {
        const vector3<float> p = of.pivot();
        return vector3<Real>{p.x, p.y, p.z};
    };
    return pivot(joint) - pivot(index.at(index.parent(number)));
}

// Writes pose_of(bone, its origin) for each bone.
template <pose_output Poses, class PoseOf>
std::size_t write_poses(const bone_index& index, Poses&& out, const PoseOf& pose_of) noexcept {
    const elements to{out};
    if (to.size() < index.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < index.size(); ++i) {
        const bone joint = index.at(i);
        to[i] = pose_of(joint, origin_of<real_in<Poses>>(index, joint, i));
    }
    return index.size();
}

} // namespace impl

// Writes every bone's pose in the bind pose: a translation from the pivot of its parent to its own pivot. Returns the
// number of poses written: all, or 0 if `out` is too small.
template <pose_output Poses>
std::size_t rest_poses(const bone_index& index, Poses&& out) noexcept {
    using number = real_in<Poses>;
    return impl::write_poses(
        index, out, [](const bone&, const vector3<number>& origin) { return pose<number>{origin, {}, {1, 1, 1}}; });
}

// Writes every bone's pose at a time, relative to its parent; local_matrices() and local_to_world() convert poses to
// world matrices. With playback::once, times before the start and after the end of the animation are clamped; without
// an animation, times are not clamped. Writes the poses of all bones, even of bones without keys, so rest_poses() is
// not needed. Does not apply bone_flags: bones do not face a camera, and inherit the whole transform of their parents.
// Returns the number of poses written: all, or 0 if `out` is too small. Also returns 0 if the model does not have the
// animation; the poses are then those without one.
template <pose_output Poses>
std::size_t apply(const model& from, const animation_time& when, const bone_index& index, Poses&& out,
                  playback mode = playback::once) noexcept {
    using number = real_in<Poses>;
    animation_time at = when;
    const m2::animation played = from.animations().at(when.animation);
    if (played) {
        // A range also contains one key before the animation and one key after it. A time outside the animation would
        // blend with these keys of other animations.
        at.seconds = impl::played_time(when.seconds, played.duration(), mode);
    }
    const std::size_t written = impl::write_poses(index, out, [&](const bone& joint, const vector3<number>& origin) {
        pose<number> moved = sample<number>(joint, at);
        moved.position += origin;
        return moved;
    });
    return played || when.animation == npos ? written : 0;
}

// ---- skins ---------------------------------------------------------------------------------------------------------

// Writes the matrices that move the model's vertices from the bind pose: each bone's world matrix times a translation
// by -pivot. Returns the number of matrices written: all bones, or 0 if `world` or `out` is too small.
template <matrix_range World, matrix_output Matrices>
std::size_t skin_matrices(const model& from, const World& world, Matrices&& out) noexcept {
    using number = real_in<Matrices>;
    const elements<const matrix4x3<number>> bones_now{world};
    const elements to{out};
    const bone_list bones = from.bones();
    if (to.size() < bones.size() || bones_now.size() < bones.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const vector3<float> pivot = bones.at(i).pivot();
        matrix4x3<number> moved = bones_now[i];
        moved.translation -= transform_vector(moved, vector3<number>{pivot.x, pivot.y, pivot.z});
        to[i] = moved;
    }
    return bones.size();
}

namespace impl {

template <real Real> [[nodiscard]] auto influences_of(const model& from) noexcept {
    return [vertices = from.vertices()](std::size_t i, std::size_t k) {
        const m2::vertex* const vertex = vertices.at(i);
        return vertex != nullptr ? influence<Real>{vertex->joints[k], static_cast<Real>(vertex->weights[k]) / Real{255}}
                                 : influence<Real>{};
    };
}

} // namespace impl

// Writes the positions of the model's vertices, moved by the matrices of skin_matrices(). Influences of bones without a
// matrix are left out. Returns the number of positions written: all, or 0 if `out` is too small.
template <matrix_range Matrices, vector_output Vectors>
std::size_t skin_positions(const model& from, const Matrices& matrices, Vectors&& out) noexcept {
    return impl::skin_positions(from.positions(), impl::influences_of<real_in<Vectors>>(from), matrices, out);
}
// Writes the normals in the same way, with length 1. Returns the number of normals written: all, or 0 if `out` is too
// small.
template <matrix_range Matrices, vector_output Vectors>
std::size_t skin_normals(const model& from, const Matrices& matrices, Vectors&& out) noexcept {
    return impl::skin_normals(from.normals(), impl::influences_of<real_in<Vectors>>(from), matrices, out);
}

}}} // namespace effigy::v0::m2
