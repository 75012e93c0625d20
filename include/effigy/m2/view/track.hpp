// Tracks: values that change with time.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/m2/view/context.hpp>
#include <effigy/m2/view/value.hpp>

namespace effigy::inline v0::m2 {

// ---- keys of one animation -----------------------------------------------------------------------------------------

namespace impl {
using namespace effigy::impl;

template <form F> struct time_source {
    array<u32<F>> stored;    // milliseconds
    std::uint32_t start = 0; // of the animation

    [[nodiscard]] constexpr double get(std::size_t i) const noexcept {
        const u32<F>* const time = stored.at(i);
        return time != nullptr ? (static_cast<double>(time->get()) - static_cast<double>(start)) / 1000.0 : 0.0;
    }
};

template <form F> struct rotation_source {
    array<quat<F>> full;
    array<basic_packed_quat<F>> packed; // one of the two is empty

    [[nodiscard]] constexpr quaternion<float> get(std::size_t i) const noexcept { return value<float>(i); }
    template <real Real> [[nodiscard]] constexpr quaternion<Real> value(std::uint64_t i) const noexcept {
        const quat<F>* const whole = full.at(i);
        const basic_packed_quat<F>* const small = packed.at(i);
        return whole != nullptr   ? value_of<Real>(*whole)
               : small != nullptr ? value_of<Real>(*small)
                                  : quaternion<Real>{};
    }
};

} // namespace impl

// Seconds since the animation's start, mostly ascending; a key that the animation borrows may lie before its start or
// behind its end.
template <form F> class basic_key_times : public numbered<impl::time_source<F>> {
    using base = numbered<impl::time_source<F>>;

public:
    constexpr basic_key_times() = default;

private:
    friend struct effigy::impl::access;
    constexpr basic_key_times(const array<u32<F>>& stored, std::uint32_t start) noexcept
        : base({stored, start}, stored.size()) {}
};

// Quaternions, whichever way they are stored.
template <form F> class basic_rotation_values : public numbered<impl::rotation_source<F>> {
    using base = numbered<impl::rotation_source<F>>;

public:
    constexpr basic_rotation_values() = default;

    // In float or double; the identity where there is none.
    template <real Real> [[nodiscard]] constexpr quaternion<Real> value(std::uint64_t i) const noexcept {
        return this->source().template value<Real>(read_once(i));
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_rotation_values(const array<quat<F>>& full, const array<basic_packed_quat<F>>& packed) noexcept
        : base({full, packed}, full.size() + packed.size()) {}
};

// The keys that count while an animation plays. Values are as stored, see value_of(): one a time, or three where
// tangents come with them (value, in, out).
template <class Values, form F> struct basic_keys {
    basic_key_times<F> times;
    Values values;
};

// ---- the lists as they are stored ----------------------------------------------------------------------------------
// In these versions all animations share one time line, and a range names the keys that are an animation's.

template <form F> class basic_timeline {
public:
    constexpr basic_timeline() = default;

    [[nodiscard]] constexpr array<basic_key_range<F>> ranges() const noexcept { return ranges_; }
    [[nodiscard]] constexpr array<u32<F>> times_ms() const noexcept { return times_; }

protected:
    friend struct effigy::impl::access;
    constexpr basic_timeline(const array<basic_key_range<F>>& ranges, const array<u32<F>>& times) noexcept
        : ranges_(ranges), times_(times) {}

private:
    array<basic_key_range<F>> ranges_;
    array<u32<F>> times_;
};

template <class T, form F> class basic_value_timeline : public basic_timeline<F> {
public:
    constexpr basic_value_timeline() = default;

    [[nodiscard]] constexpr array<T> values() const noexcept { return values_; }

private:
    friend struct effigy::impl::access;
    constexpr basic_value_timeline(const basic_timeline<F>& times, const array<T>& values) noexcept
        : basic_timeline<F>(times), values_(values) {}

    array<T> values_;
};

// Rotations: one of the two lists has the values.
template <form F> class basic_rotation_timeline : public basic_timeline<F> {
public:
    constexpr basic_rotation_timeline() = default;

    [[nodiscard]] constexpr array<quat<F>> full_values() const noexcept { return full_; }
    [[nodiscard]] constexpr array<basic_packed_quat<F>> packed_values() const noexcept { return packed_; }

private:
    friend struct effigy::impl::access;
    constexpr basic_rotation_timeline(const basic_timeline<F>& times, const array<quat<F>>& full,
                                      const array<basic_packed_quat<F>>& packed) noexcept
        : basic_timeline<F>(times), full_(full), packed_(packed) {}

    array<quat<F>> full_;
    array<basic_packed_quat<F>> packed_;
};

// ---- tracks --------------------------------------------------------------------------------------------------------

namespace impl {
using namespace effigy::impl;

// How many keys a track has, and how many values one has.
struct key_shape {
    std::size_t count = 0, values = 1;
};

// Some of a track's keys, and where on the time line their animation starts.
struct key_part {
    std::size_t first = 0, count = 0;
    std::uint32_t start = 0; // milliseconds
};

// What all tracks begin with.
template <form F> class track_base {
public:
    // False where there is no track at all; one without keys is empty().
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return times_ != nullptr; }

    [[nodiscard]] constexpr m2::interpolation interpolation() const noexcept {
        return times_ != nullptr ? read_once(times_->interpolation) : m2::interpolation::step;
    }
    // Whether it follows a global sequence rather than the animation that plays.
    [[nodiscard]] constexpr bool is_global() const noexcept { return stored_global() >= 0; }
    // The number of its global sequence, or npos.
    [[nodiscard]] constexpr std::uint32_t global_sequence() const noexcept {
        const std::int32_t stored = stored_global();
        return stored >= 0 ? static_cast<std::uint32_t>(stored) : npos;
    }
    // Seconds that its global sequence takes; 0 where it has none, or one that is not there.
    [[nodiscard]] double global_duration() const noexcept {
        const u32<F>* const loop = context_.list(&basic_header<F>::global_sequences).at(global_sequence());
        return loop != nullptr ? loop->get() / 1000.0 : 0.0;
    }

protected:
    constexpr track_base() = default;
    constexpr track_base(const impl::context<F>& context, const basic_event_track_header<F>* times) noexcept
        : context_(context), times_(times) {}

    [[nodiscard]] constexpr const impl::context<F>& context() const noexcept { return context_; }
    [[nodiscard]] constexpr const basic_event_track_header<F>* header() const noexcept { return times_; }
    [[nodiscard]] EFFIGY_INLINE array<u32<F>> times() const noexcept {
        return times_ != nullptr ? context_.get(times_->times) : array<u32<F>>{};
    }
    [[nodiscard]] EFFIGY_INLINE basic_timeline<F> times_and_ranges() const noexcept {
        return times_ != nullptr ? access::make<basic_timeline<F>>(context_.get(times_->ranges), times())
                                 : basic_timeline<F>{};
    }
    // Which of `count` keys are an animation's. Without a range all are; a range names the last key up to the
    // animation's start, the first from its end on, and what lies between (measured: 885 of 885 ranges), so that an
    // animation without keys of its own borrows those around it.
    [[nodiscard]] key_part part_of(std::uint32_t animation, std::size_t count) const noexcept {
        if (count == 0 || is_global()) {
            return {0, count, 0};
        }
        const basic_animation_record<F>* const played = context_.list(&basic_header<F>::animations).at(animation);
        if (played == nullptr) {
            return {0, count, 0};
        }
        const std::uint32_t start = read_once(played->start);
        const array<basic_key_range<F>> ranges = context_.get(times_->ranges);
        const basic_key_range<F>* const range = ranges.at(animation);
        if (range == nullptr) {
            return {0, count, start};
        }
        const auto clamped = [count](const u32<F>& key) {
            const std::size_t i = read_once(key);
            return i < count ? i : count - 1;
        };
        const std::size_t last = clamped(range->last);
        const std::size_t first = clamped(range->first);
        return first < last ? key_part{first, last - first + 1, start} : key_part{last, 1, start};
    }
    [[nodiscard]] constexpr key_shape shape_of(std::size_t times, std::size_t values) const noexcept {
        const bool has_tangents = interpolation() >= m2::interpolation::hermite && values == 3 * times;
        return has_tangents ? key_shape{times, 3} : key_shape{times < values ? times : values, 1};
    }

private:
    [[nodiscard]] constexpr std::int32_t stored_global() const noexcept {
        return times_ != nullptr ? std::int32_t{read_once(times_->global_sequence)} : -1;
    }

    impl::context<F> context_;
    const basic_event_track_header<F>* times_ = nullptr;
};

} // namespace impl

// When something happens; what counts while an animation plays, for_each_firing() tells.
template <form F> class basic_event_track : public impl::track_base<F> {
public:
    using record_type = basic_event_track_header<F>;

    constexpr basic_event_track() = default;

    [[nodiscard]] const record_type* record() const noexcept { return this->header(); }
    // Of all animations.
    [[nodiscard]] std::size_t key_count() const noexcept { return this->times().size(); }
    [[nodiscard]] bool empty() const noexcept { return key_count() == 0; }
    [[nodiscard]] basic_timeline<F> timeline() const noexcept { return this->times_and_ranges(); }

private:
    friend struct effigy::impl::access;
    constexpr basic_event_track(const impl::context<F>& context, const record_type* header) noexcept
        : impl::track_base<F>(context, header) {}
};

// Values of one type. A few words; sample() gives its value at a time.
template <class T, form F> class basic_track : public impl::track_base<F> {
public:
    using record_type = basic_track_header<T, F>;
    using stored_type = T;

    constexpr basic_track() = default;

    [[nodiscard]] constexpr const record_type* record() const noexcept { return record_; }

    // Value, tangent in and tangent out of each key (readers; no file has any but of cameras, see spline_key).
    [[nodiscard]] bool has_tangents() const noexcept { return shape().values == 3; }
    // Of all animations.
    [[nodiscard]] std::size_t key_count() const noexcept { return shape().count; }
    [[nodiscard]] bool empty() const noexcept { return key_count() == 0; }

    // Those that count while an animation plays: of one without a range, or where there is no animation of this number
    // (npos, say), all. Of a global track all whatever plays, their times since the loop began.
    [[nodiscard]] basic_keys<array<T>, F> keys(std::uint32_t number) const noexcept {
        const array<u32<F>> times = this->times();
        if (times.empty()) {
            return {};
        }
        const array<T> values = this->values();
        const impl::key_shape shape = this->shape_of(times.size(), values.size());
        const impl::key_part part = this->part_of(number, shape.count);
        return {impl::access::make<basic_key_times<F>>(times.part(part.first, part.count), part.start),
                values.part(shape.values * part.first, shape.values * part.count)};
    }
    [[nodiscard]] basic_value_timeline<T, F> timeline() const noexcept {
        return impl::access::make<basic_value_timeline<T, F>>(this->times_and_ranges(), values());
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_track(const impl::context<F>& context, const record_type* record) noexcept
        : impl::track_base<F>(context, record), record_(record) {}

    [[nodiscard]] impl::key_shape shape() const noexcept {
        return this->shape_of(this->times().size(), values().size());
    }
    [[nodiscard]] array<T> values() const noexcept {
        return record_ != nullptr ? this->context().get(record_->values) : array<T>{};
    }

    const record_type* record_ = nullptr;
};

// A bone's rotations: full quaternions up to version 259, then packed ones.
template <form F> class basic_rotation_track : public impl::track_base<F> {
public:
    using full_record = basic_track_header<quat<F>, F>;
    using packed_record = basic_track_header<basic_packed_quat<F>, F>;

    constexpr basic_rotation_track() = default;

    // One of the two is null.
    [[nodiscard]] constexpr const full_record* full() const noexcept { return full_; }
    [[nodiscard]] constexpr const packed_record* packed() const noexcept { return packed_; }

    [[nodiscard]] bool has_tangents() const noexcept { return shape().values == 3; }
    // Of all animations.
    [[nodiscard]] std::size_t key_count() const noexcept { return shape().count; }
    [[nodiscard]] bool empty() const noexcept { return key_count() == 0; }

    // As of other tracks.
    [[nodiscard]] basic_keys<basic_rotation_values<F>, F> keys(std::uint32_t number) const noexcept {
        const array<u32<F>> times = this->times();
        if (times.empty()) {
            return {};
        }
        const array<quat<F>> full = full_values();
        const array<basic_packed_quat<F>> packed = packed_values();
        const impl::key_shape shape = this->shape_of(times.size(), full.size() + packed.size());
        const impl::key_part part = this->part_of(number, shape.count);
        const std::size_t first = shape.values * part.first;
        const std::size_t count = shape.values * part.count;
        return {impl::access::make<basic_key_times<F>>(times.part(part.first, part.count), part.start),
                impl::access::make<basic_rotation_values<F>>(full.part(first, count), packed.part(first, count))};
    }
    [[nodiscard]] basic_rotation_timeline<F> timeline() const noexcept {
        return impl::access::make<basic_rotation_timeline<F>>(this->times_and_ranges(), full_values(), packed_values());
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_rotation_track(const impl::context<F>& context, const full_record* record) noexcept
        : impl::track_base<F>(context, record), full_(record) {}
    constexpr basic_rotation_track(const impl::context<F>& context, const packed_record* record) noexcept
        : impl::track_base<F>(context, record), packed_(record) {}

    [[nodiscard]] impl::key_shape shape() const noexcept {
        return this->shape_of(this->times().size(), full_values().size() + packed_values().size());
    }
    [[nodiscard]] array<quat<F>> full_values() const noexcept {
        return full_ != nullptr ? this->context().get(full_->values) : array<quat<F>>{};
    }
    [[nodiscard]] array<basic_packed_quat<F>> packed_values() const noexcept {
        return packed_ != nullptr ? this->context().get(packed_->values) : array<basic_packed_quat<F>>{};
    }

    const full_record* full_ = nullptr;
    const packed_record* packed_ = nullptr;
};

} // namespace effigy::inline v0::m2
