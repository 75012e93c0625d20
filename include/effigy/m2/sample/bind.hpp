// Animations that are played in many frames: the keys of all bones are found once, and each bone remembers the keys
// around the latest time.
#pragma once

#include <effigy/m2/sample.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

inline constexpr double endless = 1.7976931348623157e308; // the largest double

// A track in an animation, and its keys around the latest time.
template <real Real, class Values, class Value> class bound_track {
public:
    constexpr bound_track() = default;
    // `fallback`: the value of a track without keys.
    template <class Track> bound_track(const Track& of, std::uint32_t animation, const Value& fallback) noexcept
        : first_(fallback), keys_(of.keys(animation)), kind_(of.interpolation()) {
        const std::size_t count = keys_.times.size();
        if (count < 2) { // the value never changes
            first_ = count == 0 ? fallback : value_of_key(0);
            return;
        }
        is_global_ = of.is_global();
        loop_ = is_global_ ? of.global_duration() : 0;
        remembers_ = !keys_.has_tangents();
        for (std::size_t i = 1; i < count && remembers_; ++i) {
            remembers_ = keys_.times[i - 1] < keys_.times[i];
        }
        end_ = -endless;
    }

    // Returns what sample() of the track returns; a rotation has the length 1.
    [[nodiscard]] Value at(double seconds, double global_seconds) noexcept {
        const double time = is_global_ ? looped(global_seconds, loop_) : seconds;
        if (!(begin_ <= time && time < end_)) {
            move_to(time);
        }
        if (holds_) {
            return first_;
        }
        const auto weight = static_cast<Real>((time - begin_) / (end_ - begin_));
        return weight == 0 ? first_ : between(weight);
    }

private:
    static constexpr bool is_rotation = std::same_as<Value, quaternion<Real>>;

    [[nodiscard]] static Value normal(const Value& value) noexcept {
        if constexpr (is_rotation) {
            return unit(value);
        } else {
            return value;
        }
    }
    [[nodiscard]] Value value_of_key(std::uint32_t i) const noexcept { return normal(key_at<Real>(keys_, i).value); }
    [[nodiscard]] Value between(Real weight) const noexcept {
        if constexpr (is_rotation) {
            return unit(slerp(first_, second_, weight, arc_));
        } else {
            return impl::lerp(first_, second_, weight);
        }
    }
    // Finds the keys around a time that is not between begin_ and end_.
    void move_to(double time) noexcept {
        const key_times& times = keys_.times;
        if (times.size() < 2) { // for NaN
            return;
        }
        const auto last = static_cast<std::uint32_t>(times.size() - 1);
        if (!remembers_) { // end_ stays below all times
            first_ = normal(sample_keys<Real>(keys_, time, kind_));
        } else if (next_ < last && end_ <= time && time < times[next_ + 1]) { // mostly: the clip moved on
            move_between(next_, end_);
        } else if (!(time > times[0])) {
            hold(0, -endless, times[0]);
            next_ = 0;
        } else if (!(time < times[last])) {
            hold(last, times[last], endless);
            next_ = npos;
        } else {
            const std::uint32_t number = key_before(time);
            next_ = npos;
            move_between(number, times[number]);
        }
    }
    [[nodiscard]] std::uint32_t key_before(double time) const noexcept {
        std::uint32_t low = 0;
        for (auto high = static_cast<std::uint32_t>(keys_.times.size() - 1); high - low > 1;) {
            const std::uint32_t middle = low + (high - low) / 2;
            (keys_.times[middle] <= time ? low : high) = middle;
        }
        return low;
    }
    void hold(std::uint32_t number, double begin, double end) noexcept {
        first_ = value_of_key(number);
        begin_ = begin;
        end_ = end;
        holds_ = true;
    }
    // Moves to the keys `number` and the one after it. `begin`: the time of the first.
    void move_between(std::uint32_t number, double begin) noexcept {
        first_ = number == next_ && !holds_ ? second_ : value_of_key(number);
        next_ = number + 1;
        begin_ = begin;
        end_ = keys_.times[next_];
        holds_ = kind_ == interpolation::step;
        if (!holds_) {
            second_ = value_of_key(next_);
            if constexpr (is_rotation) {
                arc_ = arc_between(first_, second_);
            }
        }
    }

    struct nothing {};

    double begin_ = -endless, end_ = endless; // when first_ and second_ are the keys around a time
    Value first_{}, second_{};
    std::conditional_t<is_rotation, arc, nothing> arc_;
    bool holds_ = true; // first_ is the value until end_
    bool is_global_ = false;
    bool remembers_ = true;
    std::uint32_t next_ = npos; // number of the key at end_, if there is one
    double loop_ = 0;           // length of the global sequence
    key_span<Values> keys_;
    interpolation kind_ = interpolation::step;
};

} // namespace impl

// The caller's memory for a bound_animation: one entry per bone. Only the bound animation reads and writes the entries.
template <real Real> struct bound_bone {
    using real_type = Real;

    vector3<Real> origin;
    impl::bound_track<Real, array<vec3<>>, vector3<Real>> translation;
    impl::bound_track<Real, rotation_values, quaternion<Real>> rotation;
    impl::bound_track<Real, array<vec3<>>, vector3<Real>> scale;
};

// An animation and the keys of all bones in it. Small to copy; the caller owns the entries and the file's bytes. The
// entries have values of the bytes: if these change, bind again. Threads that play at the same time need entries of
// their own.
template <real Real> class bound_animation {
public:
    constexpr bound_animation() = default;
    // Finds the keys of each bone. Binds nothing if the model does not have the animation, or if `memory` has fewer
    // than index.size() entries. npos is no animation, see animation_time.
    bound_animation(const model& from, std::uint32_t number, const bone_index& index,
                    std::span<bound_bone<Real>> memory) noexcept {
        const m2::animation played = from.animations().at(number);
        if (memory.size() < index.size() || !(played || number == npos)) {
            return;
        }
        is_known_ = true;
        has_end_ = static_cast<bool>(played);
        duration_ = played.duration();
        bones_ = {memory.data(), index.size()};
        for (std::size_t i = 0; i < bones_.size(); ++i) {
            const bone joint = index.at(i);
            bones_[i] = {impl::origin_of<Real>(index, joint, i),
                         {joint.translation(), number, {}},
                         {joint.rotation(), number, {}},
                         {joint.scale(), number, {1, 1, 1}}};
        }
    }

    // Whether an animation is bound.
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return is_known_; }

    // Does what apply() of the model does, see below.
    template <pose_output Poses>
    std::size_t pose(double seconds, double global_seconds, Poses&& out, playback mode) const noexcept {
        static_assert(std::same_as<real_in<Poses>, Real>, "entries and poses must both be float or double");
        const elements poses{out};
        if (poses.size() < bones_.size()) {
            return 0;
        }
        const double time = has_end_ ? impl::played_time(seconds, duration_, mode) : seconds;
        for (std::size_t i = 0; i < bones_.size(); ++i) {
            bound_bone<Real>& bone = bones_[i];
            poses[i].position = bone.translation.at(time, global_seconds);
            poses[i].position += bone.origin;
            poses[i].rotation = bone.rotation.at(time, global_seconds);
            poses[i].scale = bone.scale.at(time, global_seconds);
        }
        return bones_.size();
    }

private:
    elements<bound_bone<Real>> bones_;
    double duration_ = 0;
    bool is_known_ = false, has_end_ = false;
};
template <class Memory> bound_animation(const model&, std::uint32_t, const bone_index&, Memory&&)
    -> bound_animation<typename elements_of<Memory>::value_type::real_type>;

// Writes every bone's pose, to the same bits as apply() of the model and the index with
// `{.seconds = seconds, .global_seconds = global_seconds}` and the bound animation. Returns the number of poses
// written: all, or 0 if `out` is too small or the animation is not bound; then it writes nothing.
template <real Real, pose_output Poses>
std::size_t apply(const bound_animation<Real>& clip, double seconds, double global_seconds, Poses&& out,
                  playback mode = playback::once) noexcept {
    return clip.pose(seconds, global_seconds, out, mode);
}

}}} // namespace effigy::v0::m2
