// What a model is at a moment: values of tracks, bone matrices, skinned vertices, materials, events.
// Evaluates in float or double (Real); times are milliseconds, as in the file. Allocates nothing. Space: z up,
// right-handed, yards. A vector (x, y, z) is (x, z, -y) where y is up, a quaternion (x, z, -y, w).
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/core/measure.hpp>
#include <effigy/m2/view.hpp>

namespace effigy::inline v0::m2 {

using effigy::local_matrices;
using effigy::local_to_world;
using effigy::playback;

// ---- time ----------------------------------------------------------------------------------------------------------

// A moment of a model's life: how far a sequence has played, and how long the model has been there, which is what
// global sequences follow.
struct moment {
    std::uint32_t sequence = no_sequence;
    double line_time = 0;   // milliseconds, on the time line that all sequences share
    double global_time = 0; // milliseconds
};

// `time` milliseconds into a sequence, `global_time` milliseconds after the model appeared. Without a sequence of this
// number `time` is one of the shared time line.
template <endian E> [[nodiscard]] moment moment_in(const basic_model<E>& in, std::uint32_t number, double time,
                                                   double global_time) noexcept {
    const auto* const played = find_at(in.sequences(), number);
    return played != nullptr ? moment{number, time + played->start, global_time}
                             : moment{no_sequence, time, global_time};
}

// Milliseconds that a sequence takes.
template <endian E> [[nodiscard]] constexpr std::uint32_t duration(const basic_sequence<E>& of) noexcept {
    const std::uint32_t start = of.start;
    const std::uint32_t end = of.end;
    return end > start ? end - start : 0;
}

// Longer chains of aliases are not followed (measured: at most 2).
inline constexpr std::uint32_t longest_alias_chain = 64;

// The sequence that an alias stands for; of another sequence itself. no_sequence when aliases lead in a circle or to
// one that is not there. To play an alias take its own number: its keys are there as well, and not always the same ones
// (measured: 91 aliases, all in converted files; 28 of them move otherwise).
template <endian E>
[[nodiscard]] std::uint32_t resolve_alias(const basic_model<E>& in, std::uint32_t number) noexcept {
    const auto all = in.sequences();
    for (std::uint32_t steps = 0; steps < longest_alias_chain; ++steps) {
        const auto* const found = find_at(all, number);
        if (found == nullptr) {
            return no_sequence;
        }
        if ((found->flags & sequence_is_alias) == 0) {
            return number;
        }
        number = found->alias_next;
    }
    return no_sequence;
}

// The time within a loop: from 0 up to, but not including, its length; 0 when it has none.
[[nodiscard]] constexpr double looped(double time, std::uint32_t length) noexcept {
    constexpr double largest = 4e15; // below, a 64-bit integer holds the quotient
    if (length == 0 || !(time > -largest && time < largest)) {
        return 0;
    }
    const double in_loop = time - static_cast<double>(static_cast<std::int64_t>(time / length)) * length;
    const double out = in_loop < 0 ? in_loop + length : in_loop;
    return out < length ? out : 0;
}

// ---- tracks --------------------------------------------------------------------------------------------------------

// The keys around a moment. Of a track without a global sequence only those count that the sequence's range names: the
// last key up to its start, the first from its end on, and what lies between (measured: 885 of 885 ranges), so that a
// sequence without keys of its own borrows those around it. Before the first one that counts it is that one, after the
// last one the last. Unsorted times occur: the first two keys that enclose the moment are meant, hence no bisection;
// ranges are short, and only tracks without them make it go through all keys.
template <real Real, endian E>
[[nodiscard]] key_blend<Real> blend_at(const basic_timeline<E>& of, std::size_t key_count,
                                       const moment& when) noexcept {
    const auto times = of.times.first(key_count < of.times.size() ? key_count : of.times.size());
    if (times.empty()) {
        return {};
    }
    const auto clamped = [&](const u32<E>& key) {
        const std::uint32_t i = read_once(key);
        return i < times.size() ? i : static_cast<std::uint32_t>(times.size() - 1);
    };
    const bool is_global = of.global_sequence >= 0;
    const double time = is_global ? looped(when.global_time, of.loop) : when.line_time;
    std::uint32_t first = 0;
    auto last = static_cast<std::uint32_t>(times.size() - 1);
    if (const auto* const range = find_at(of.ranges, is_global ? no_sequence : when.sequence)) {
        last = clamped(range->last);
        first = clamped(range->first);
        first = first < last ? first : last;
    }
    if (first == last || !(time > times[first])) {
        return {first, first, 0};
    }
    if (time < times[last]) {
        for (std::uint32_t i = first; i < last; ++i) {
            const double from = times[i];
            const double to = times[i + 1];
            if (from <= time && time < to) {
                const bool holds = of.interpolation == interpolation::step;
                return {i, i + 1, holds ? Real{0} : static_cast<Real>((time - from) / (to - from))};
            }
        }
    }
    return {last, last, 0};
}

// What a stored value stands for.
template <real Real, endian E> [[nodiscard]] constexpr vector3<Real> value_of(const vec3<E>& v) noexcept {
    return vector3<Real>{v};
}
template <real Real, endian E> [[nodiscard]] constexpr quaternion<Real> value_of(const quat<E>& q) noexcept {
    return quaternion<Real>{q};
}
template <real Real, endian E>
[[nodiscard]] constexpr quaternion<Real> value_of(const basic_packed_quat<E>& q) noexcept {
    const auto unpacked = [](std::int32_t v) {
        return static_cast<Real>(v < 0 ? v + 32768 : v - 32767) / static_cast<Real>(32767);
    };
    return {unpacked(q.x), unpacked(q.y), unpacked(q.z), unpacked(q.w)};
}
template <real Real, endian E> [[nodiscard]] constexpr Real value_of(const basic_opacity<E>& v) noexcept {
    return static_cast<Real>(v.stored) / static_cast<Real>(32767);
}
template <real Real, wire_number T, endian E> [[nodiscard]] constexpr Real value_of(const scalar<T, E>& v) noexcept {
    return static_cast<Real>(v.get());
}
template <real Real> [[nodiscard]] constexpr Real value_of(u8 v) noexcept { return static_cast<Real>(v); }

// What a track's values stand for: vector3<Real>, quaternion<Real> or Real.
template <class T, real Real> struct value_type {
    using type = decltype(value_of<Real>(std::declval<const T&>()));
};
template <class T, real Real> struct value_type<spline_key<T>, Real> : value_type<T, Real> {};
template <class T, real Real> using value_in = typename value_type<T, Real>::type;

// A key's value and tangents.
template <class T> struct key_values {
    T value{}, in{}, out{};
};
template <real Real, class T, endian E>
[[nodiscard]] key_values<value_in<T, Real>> key_at(const basic_track<T, E>& of, std::uint32_t key) noexcept {
    const std::size_t step = of.has_tangents() ? 3 : 1;
    const auto part = [&](std::size_t which) {
        const T* const stored = find_at(of.values, step * key + which);
        return stored != nullptr ? value_of<Real>(*stored) : value_in<T, Real>{};
    };
    key_values<value_in<T, Real>> out{part(0)};
    if (step != 1) {
        out.in = part(1);
        out.out = part(2);
    }
    return out;
}
template <real Real, class T, endian E>
[[nodiscard]] key_values<value_in<T, Real>> key_at(const basic_track<spline_key<T>, E>& of,
                                                   std::uint32_t key) noexcept {
    const spline_key<T>* const stored = find_at(of.values, key);
    if (stored == nullptr) {
        return {};
    }
    return {value_of<Real>(stored->value), value_of<Real>(stored->in), value_of<Real>(stored->out)};
}

// Of length 1; the identity when it has none that is a number.
template <real Real> [[nodiscard]] quaternion<Real> unit(const quaternion<Real>& q) noexcept {
    return impl::finite(dot(q, q)) ? normalized(q) : quaternion<Real>{};
}

template <real Real> [[nodiscard]] constexpr Real lerp(Real a, Real b, Real t) noexcept { return a + (b - a) * t; }

// Between two keys with tangents: which of them belongs to which end is not known for sure (readers differ; one file
// of 153 has any). Other numbers than hermite's are read as bezier.
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

// A track's value at a moment; `otherwise` when it has no keys. Vectors as vector3<Real>, rotations as
// quaternion<Real>, numbers as Real: opacities from 0 to 1, what is on or off as 1 or 0. Rotations go along the nearer
// arc at constant speed, whatever the interpolation; a key itself is given as it is stored.
template <real Real, class T, endian E>
[[nodiscard]] value_in<T, Real> sample(const basic_track<T, E>& of, const moment& when,
                                       const value_in<T, Real>& fallback = {}) noexcept {
    if (of.empty()) {
        return fallback;
    }
    const key_blend<Real> at = blend_at<Real>(of, of.key_count(), when);
    const auto first = key_at<Real>(of, at.first);
    if (at.weight == 0) {
        return first.value;
    }
    const auto second = key_at<Real>(of, at.second);
    if constexpr (std::same_as<value_in<T, Real>, quaternion<Real>>) {
        return slerp(unit(first.value), unit(second.value), at.weight);
    } else {
        const bool is_straight = of.interpolation <= interpolation::linear || !(is_spline_key<T> || of.has_tangents());
        return is_straight ? lerp(first.value, second.value, at.weight)
                           : spline(of.interpolation, first, second, at.weight);
    }
}
template <real Real, endian E>
[[nodiscard]] quaternion<Real> sample(const basic_rotation_track<E>& of, const moment& when,
                                      const quaternion<Real>& fallback = {}) noexcept {
    return of.is_packed ? sample<Real>(of.packed, when, fallback) : sample<Real>(of.full, when, fallback);
}
// The same of a track that a record has.
template <real Real, class T, endian E>
[[nodiscard]] value_in<T, Real> sample(const basic_model<E>& in, const basic_track_header<T, E>& of, const moment& when,
                                       const value_in<T, Real>& fallback = {}) noexcept {
    return sample<Real>(in.get(of), when, fallback);
}

// ---- bones ---------------------------------------------------------------------------------------------------------

// A bone's own transform about its pivot.
template <real Real, endian E> [[nodiscard]] pose<Real> sample(const basic_bone<E>& of, const moment& when) noexcept {
    return {sample<Real>(of.translation(), when), unit(sample<Real>(of.rotation(), when)),
            sample<Real>(of.scale(), when, {1, 1, 1})};
}

// A transform about a pivot: translation * pivot * rotation * scale * -pivot.
template <real Real>
[[nodiscard]] constexpr matrix4x3<Real> matrix_about(const vector3<Real>& pivot, const pose<Real>& of) noexcept {
    matrix4x3<Real> out = of.matrix();
    out.translation = of.position + pivot - transform_vector(out, pivot);
    return out;
}

// How a bone faces the viewer. Only reported: no function here turns a bone to a camera, nor drops a part of its
// parent's transform (bone_flags).
enum class billboard : std::uint8_t { none, spherical, about_x, about_y, about_z };

[[nodiscard]] constexpr billboard billboard_of(std::uint32_t flags) noexcept {
    return (flags & bone_is_billboard) != 0     ? billboard::spherical
           : (flags & bone_is_billboard_x) != 0 ? billboard::about_x
           : (flags & bone_is_billboard_y) != 0 ? billboard::about_y
           : (flags & bone_is_billboard_z) != 0 ? billboard::about_z
                                                : billboard::none;
}

// Writes every bone's transform at a moment. local_to_world(model.index(memory), out) then makes of them what moves the
// model's vertices from the bind pose, in which all are the identity. Gives as many as were written: all of them, or
// none when there is too little room.
template <endian E, matrix_output Matrices>
std::size_t local_matrices(const basic_model<E>& in, const moment& when, Matrices&& memory) noexcept {
    using number = real_in<Matrices>;
    const std::span out{memory};
    const basic_bones<E> bones = in.bones();
    if (out.size() < bones.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const basic_bone<E> mover = bones[i];
        const vec3<E>* const pivot = mover.pivot();
        out[i] =
            pivot != nullptr ? matrix_about(vector3<number>{*pivot}, sample<number>(mover, when)) : matrix4x3<number>{};
    }
    return bones.size();
}

// What a vertex's weighted bones make of a vector, by a transform such as transform_point(matrix, vector). Bones that
// `by` lacks are left out.
template <endian E, matrix_range Matrices, class Transform>
[[nodiscard]] auto skin(const basic_vertex<E>& of, const Matrices& by, const vector3<real_in<Matrices>>& what,
                        const Transform& transform) noexcept {
    using number = real_in<Matrices>;
    const std::span<const matrix4x3<number>> movers{by};
    vector3<number> out;
    for (std::size_t i = 0; i < 4; ++i) {
        if (const auto* const mover = find_at(movers, of.bones[i]); mover != nullptr && of.weights[i] != 0) {
            out = out + transform(*mover, what) * (static_cast<number>(of.weights[i]) / number{255});
        }
    }
    return out;
}
template <endian E, matrix_range Matrices>
[[nodiscard]] auto skinned_position(const basic_vertex<E>& of, const Matrices& by) noexcept {
    return skin(of, by, vector3<real_in<Matrices>>{of.position},
                [](const auto& mover, const auto& point) { return transform_point(mover, point); });
}
// Not of length 1, and not across when bones scale unevenly.
template <endian E, matrix_range Matrices>
[[nodiscard]] auto skinned_normal(const basic_vertex<E>& of, const Matrices& by) noexcept {
    return skin(of, by, vector3<real_in<Matrices>>{of.normal},
                [](const auto& mover, const auto& direction) { return transform_vector(mover, direction); });
}

// ---- materials -----------------------------------------------------------------------------------------------------

// One texture of a batch, looked up. What the tables do not have is null or no_entry.
template <endian E> struct basic_stage {
    static constexpr std::uint32_t no_entry = 0xFFFF'FFFF;

    std::uint32_t texture_number = no_entry;
    const basic_texture<E>* texture = nullptr;
    std::int32_t texture_unit = 0; // 0, 1: which texcoords; -1: environment map
    std::uint32_t weight_number = no_entry;
    const basic_track_header<basic_opacity<E>, E>* weight = nullptr; // null counts as opaque
    std::uint32_t transform_number = no_entry;
    const basic_texture_transform<E>* transform = nullptr; // null: the texture stands still

    [[nodiscard]] constexpr bool is_environment_map() const noexcept { return texture_unit == -1; }
};

// Entry `combo` of a lookup table, and the record that it is the number of.
template <endian E, class T>
[[nodiscard]] const T* look_up(std::span<const i16<E>> table, std::uint64_t combo, std::span<const T> records,
                               std::uint32_t& number) noexcept {
    const auto* const entry = find_at(table, combo);
    const std::int32_t found = entry != nullptr ? std::int32_t{read_once(*entry)} : -1;
    if (found < 0 || static_cast<std::uint32_t>(found) >= records.size()) {
        return nullptr;
    }
    number = static_cast<std::uint32_t>(found);
    return &records[number];
}

// Texture `number` of a batch, see stage_count().
template <endian E> [[nodiscard]] basic_stage<E> stage_of(const basic_model<E>& in, const basic_batch<E>& drawn,
                                                          std::uint32_t number) noexcept {
    basic_stage<E> out;
    const auto combo = [&](const u16<E>& first) { return std::uint64_t{read_once(first)} + number; };
    out.texture = look_up(in.texture_lookup(), combo(drawn.texture_combo), in.textures(), out.texture_number);
    out.weight = look_up(in.weight_lookup(), combo(drawn.weight_combo), in.weights(), out.weight_number);
    out.transform = look_up(in.transform_lookup(), combo(drawn.transform_combo), in.transforms(), out.transform_number);
    if (const auto* const unit = find_at(in.texture_unit_lookup(), combo(drawn.texture_unit_combo))) {
        out.texture_unit = *unit;
    }
    return out;
}

// How many textures of a batch are worth a look: a broken file may claim 65,535 in each (measured: 1 or 2).
inline constexpr std::uint32_t max_stages = 8;
template <endian E> [[nodiscard]] constexpr std::uint32_t stage_count(const basic_batch<E>& of) noexcept {
    const std::uint32_t stored = of.texture_count;
    return stored < max_stages ? stored : max_stages;
}

// Null when the model has no such material.
template <endian E>
[[nodiscard]] const basic_material<E>* material_of(const basic_model<E>& in, const basic_batch<E>& drawn) noexcept {
    return find_at(in.materials(), drawn.material.get());
}

template <real Real> struct tint {
    vector3<Real> rgb{1, 1, 1};
    Real alpha = 1;
};

// What a batch's texels are multiplied by: its color, and the color's alpha times the weight of its first texture (in
// no file is there one for the second).
template <real Real, endian E>
[[nodiscard]] tint<Real> tint_of(const basic_model<E>& in, const basic_batch<E>& drawn, const moment& when) noexcept {
    tint<Real> out;
    if (const auto* const color = find_at(in.colors(), static_cast<std::uint64_t>(std::int64_t{drawn.color}))) {
        out.rgb = sample<Real>(in, color->rgb, when, out.rgb);
        out.alpha = sample<Real>(in, color->alpha, when, out.alpha);
    }
    if (const auto* const weight = stage_of(in, drawn, 0).weight; weight != nullptr && drawn.texture_count != 0) {
        out.alpha *= sample<Real>(in, *weight, when, Real{1});
    }
    return out;
}

// Moves texture coordinates, about the middle of the texture (readers).
template <real Real, endian E>
[[nodiscard]] matrix4x3<Real> texture_matrix(const basic_model<E>& in, const basic_texture_transform<E>& of,
                                             const moment& when) noexcept {
    const pose<Real> moved{sample<Real>(in, of.translation, when), unit(sample<Real>(in, of.rotation, when)),
                           sample<Real>(in, of.scale, when, {1, 1, 1})};
    const auto half = static_cast<Real>(0.5);
    return matrix_about(vector3<Real>{half, half, 0}, moved);
}

// ---- events --------------------------------------------------------------------------------------------------------

// Calls `fire(milliseconds since the sequence began)` for each time at which an event happens in a sequence, from
// `begin` up to, but not at, `end`. For the last step of a sequence pass an end beyond its duration, such as infinity:
// what happens at its very end belongs to it. Of an event that follows a global sequence, `begin` and `end` are global
// times, and each of its times counts once however long the interval is; one at the loop's end, or beyond, is where the
// loop has come to by then. Where the track has ranges that lack the sequence, nothing happens.
template <endian E, class F> void for_each_firing(const basic_model<E>& in, const basic_event<E>& of,
                                                  std::uint32_t number, double begin, double end, F&& fire) {
    const basic_timeline<E> timeline = in.get(of.times);
    const auto times = timeline.times;
    if (timeline.global_sequence >= 0) {
        const double length = timeline.loop;
        const bool all = begin < end && !(end - begin < length);
        const double from = looped(begin, timeline.loop);
        const double to = from + (end - begin);
        for (const u32<E>& stored : times) {
            const double time = stored;
            const double phase = looped(time, timeline.loop);
            if (all || (phase >= from && phase < to) || (phase + length >= from && phase + length < to)) {
                fire(time);
            }
        }
        return;
    }
    const auto* const played = find_at(in.sequences(), number);
    if (played == nullptr) {
        return;
    }
    const double start = played->start;
    const double stop = played->end;
    const auto* const range = find_at(timeline.ranges, number);
    if (range == nullptr && !timeline.ranges.empty()) {
        return;
    }
    const std::size_t first = range != nullptr ? std::size_t{read_once(range->first)} : 0;
    const std::size_t last = range != nullptr ? std::size_t{read_once(range->last)} : times.size();
    for (std::size_t i = first; i < last && i < times.size(); ++i) {
        const double time = times[i];
        const bool counts = range != nullptr || (start <= time && time <= stop);
        if (counts && time - start >= begin && time - start < end) {
            fire(time - start);
        }
    }
}

// ---- cameras -------------------------------------------------------------------------------------------------------

template <real Real> struct camera_pose {
    vector3<Real> eye, target;
    Real roll = 0; // radians
};

template <real Real, endian E>
[[nodiscard]] camera_pose<Real> sample(const basic_model<E>& in, const basic_camera<E>& of,
                                       const moment& when) noexcept {
    return {vector3<Real>{of.position_base} + sample<Real>(in, of.position, when),
            vector3<Real>{of.target_base} + sample<Real>(in, of.target, when), sample<Real>(in, of.roll, when)};
}

// The field of view from bottom to top, in radians, of a picture `aspect` times as wide as high: the file's is from
// corner to corner.
[[nodiscard]] inline double vertical_field_of_view(double diagonal, double aspect) noexcept {
    constexpr double pi = 2 * half_pi;
    constexpr double largest = 4e15;
    if (!(diagonal > -largest && diagonal < largest)) {
        return 0;
    }
    const double half = diagonal / 2;
    const double turns = half / pi;
    const double nearest = static_cast<double>(static_cast<std::int64_t>(turns < 0 ? turns - 0.5 : turns + 0.5));
    const double angle = half - nearest * pi; // the tangent is the same
    const double sign = angle < 0 ? -1 : 1;
    const double tangent = sign * sine(angle) / (sine(half_pi - sign * angle) * square_root(1 + aspect * aspect));
    return sign * 2 * arc_cosine(1 / square_root(1 + tangent * tangent));
}

} // namespace effigy::inline v0::m2
