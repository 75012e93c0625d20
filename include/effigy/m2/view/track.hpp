// Tracks: values that change with time.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/view/context.hpp>
#include <effigy/m2/view/value.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// ---- keys of one animation -----------------------------------------------------------------------------------------

namespace impl {
using namespace effigy::impl;

struct time_source {
    array<u32<>> stored;     // milliseconds
    std::uint32_t start = 0; // of the animation

    [[nodiscard]] constexpr double get(std::size_t i) const noexcept {
        const u32<>* const time = stored.at(i);
        return time != nullptr ? (static_cast<double>(time->get()) - static_cast<double>(start)) / 1000.0 : 0.0;
    }
};

struct rotation_source {
    array<quat<>> full;
    array<packed_quat> packed; // one of the two is empty

    [[nodiscard]] constexpr quaternion<float> get(std::size_t i) const noexcept { return value<float>(i); }
    template <real Real> [[nodiscard]] constexpr quaternion<Real> value(std::uint64_t i) const noexcept {
        const quat<>* const full_value = full.at(i);
        const packed_quat* const packed_value = packed.at(i);
        return full_value != nullptr     ? value_of<Real>(*full_value)
               : packed_value != nullptr ? value_of<Real>(*packed_value)
                                         : quaternion<Real>{};
    }
};

} // namespace impl

// The times of keys, in seconds since the animation's start, mostly ascending. The first key may be before the start of
// the animation and the last key after its end: an animation also uses the keys around it.
class key_times : public lazy_range<impl::time_source> {
    using base = lazy_range<impl::time_source>;

public:
    constexpr key_times() = default;

private:
    friend struct effigy::impl::access;
    constexpr key_times(const array<u32<>>& stored, std::uint32_t start) noexcept
        : base({stored, start}, stored.size()) {}
};

// Rotations, stored as full or packed quaternions.
class rotation_values : public lazy_range<impl::rotation_source> {
    using base = lazy_range<impl::rotation_source>;

public:
    constexpr rotation_values() = default;

    // Returns a quaternion in float or double; the identity if there is no element `i`.
    template <real Real> [[nodiscard]] constexpr quaternion<Real> value(std::uint64_t i) const noexcept {
        return this->source().value<Real>(i);
    }

private:
    friend struct effigy::impl::access;
    constexpr explicit rotation_values(const array<quat<>>& full) noexcept : base({full, {}}, full.size()) {}
    constexpr explicit rotation_values(const array<packed_quat>& packed) noexcept : base({{}, packed}, packed.size()) {}
};

// The keys of an animation. Values are as stored, see value_of(): one per time, or three (value, tangent in, tangent
// out).
template <class Values> struct key_span {
    key_times times;
    Values values;

    // Whether there are three values per time (readers). In files only cameras have tangents, see spline_key.
    [[nodiscard]] constexpr bool has_tangents() const noexcept { return values.size() != times.size(); }
};

// ---- the lists as they are stored before version 264 ---------------------------------------------------------------
// All animations share one time line, and each range selects the keys of an animation. Later versions have no ranges.

class timeline {
public:
    constexpr timeline() = default;

    [[nodiscard]] constexpr array<key_range> ranges() const noexcept { return ranges_; }
    [[nodiscard]] constexpr array<u32<>> times_ms() const noexcept { return times_; }

private:
    friend struct effigy::impl::access;
    constexpr timeline(const array<key_range>& ranges, const array<u32<>>& times) noexcept
        : ranges_(ranges), times_(times) {}

    array<key_range> ranges_;
    array<u32<>> times_;
};

// ---- tracks --------------------------------------------------------------------------------------------------------

namespace impl {
using namespace effigy::impl;

// The keys of one animation in a time line, and its start.
struct key_part {
    std::size_t first = 0, count = 0;
    std::uint32_t start = 0; // milliseconds
};

// Returns the number of the list of keys for an animation, from version 264 on. An animation without a list of its own
// uses list 0, which is constant (tracks with one list occur; that this list is for all animations is assumed).
[[nodiscard]] constexpr std::uint32_t element_of(std::uint32_t animation, std::size_t count, bool is_global) noexcept {
    return !is_global && animation < count ? animation : 0;
}

// The key times and values of an animation as stored.
template <class Values> struct stored_keys {
    array<u32<>> times;
    Values values;
    std::uint32_t start = 0; // of the animation on the time line, milliseconds
};

// The number of keys that a list of times and a list of values contain, and the number of values per key: three with
// tangents.
struct key_shape {
    std::size_t count = 0, values = 1;
};
template <class T> inline constexpr bool has_own_tangents = false;
template <class T> inline constexpr bool has_own_tangents<spline_key<T>> = true;
template <class T>
[[nodiscard]] constexpr key_shape shape_of(std::size_t times, std::size_t values, interpolation kind) noexcept {
    const bool has_tangents = !has_own_tangents<T> && kind >= interpolation::hermite && values == 3 * times;
    return has_tangents ? key_shape{times, 3} : key_shape{times < values ? times : values, 1};
}
template <class T>
[[nodiscard]] constexpr key_shape shape_of(std::size_t times, const array<T>& values, interpolation kind) noexcept {
    return shape_of<T>(times, values.size(), kind);
}
// Returns the part of `count` keys that a range selects. Precondition: count != 0.
[[nodiscard]] constexpr key_part part_between(std::uint32_t first, std::uint32_t last, std::size_t count,
                                              std::uint32_t start) noexcept {
    const std::size_t end = last < count ? last : count - 1;
    const std::size_t begin = first < count ? first : count - 1;
    return begin < end ? key_part{begin, end - begin + 1, start} : key_part{end, 1, start};
}

// The base of all tracks. Headers: the declarations of the track's header, by version.
template <class... Headers> class track_base {
public:
    using header_type = versioned_record<Headers...>;

    // False if there is no track. A track without keys is true and empty().
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return static_cast<bool>(header_); }

    [[nodiscard]] m2::interpolation interpolation() const noexcept {
        return header_ ? visit([](const auto& header) { return header.interpolation; }) : m2::interpolation::step;
    }
    // Whether the track follows a global sequence instead of the animation.
    [[nodiscard]] bool is_global() const noexcept { return stored_global() >= 0; }
    // Returns the number of the track's global sequence, or npos.
    [[nodiscard]] std::uint32_t global_sequence() const noexcept {
        const std::int32_t stored = stored_global();
        return stored >= 0 ? static_cast<std::uint32_t>(stored) : npos;
    }
    // Returns the length of the track's global sequence in seconds; 0 if the track has no global sequence, or one that
    // does not exist.
    [[nodiscard]] double global_duration() const noexcept {
        const u32<>* const loop = context_.global_sequences().at(global_sequence());
        return loop != nullptr ? loop->get() / 1000.0 : 0.0;
    }
    // The lists as stored before version 264; empty from 264 on.
    [[nodiscard]] EFFIGY_INLINE m2::timeline timeline() const noexcept {
        return header_ ? visit([&](const auto& header) {
            if constexpr (requires { header.ranges; }) {
                return access::make<m2::timeline>(context_.get(header.ranges), context_.get(header.times));
            } else {
                return m2::timeline{};
            }
        })
                       : m2::timeline{};
    }
    // Calls use(header) if there is a track.
    template <class Use> void visit_record(const Use& use) const {
        if (header_) {
            visit(use);
        }
    }

protected:
    friend struct effigy::impl::access;
    constexpr track_base() = default;
    constexpr track_base(const impl::context& context, const versioned_record<Headers...>& header) noexcept
        : context_(context), header_(header) {}
    template <class Header>
    constexpr track_base(const impl::context& context, const Header* header) noexcept
        : context_(context), header_(header) {}

    [[nodiscard]] constexpr const impl::context& context() const noexcept { return context_; }
    // Precondition: there is a header.
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    template <class Use> EFFIGY_INLINE constexpr auto visit(const Use& use) const {
        return header_.visit(context_.which<record_versions<Headers...>>(), use);
    }

    // Returns the keys that the range of an animation selects: from the last one at or before the animation's start to
    // the first one at or after its end (measured: 885 of 885 ranges). So an animation without keys of its own uses the
    // keys around it. Without a range, returns all keys.
    [[nodiscard]] key_part part_of(const array<key_range>& ranges, std::uint32_t animation,
                                   std::size_t count) const noexcept {
        const any_animation_record played =
            count != 0 && !is_global() ? context_.animation(animation) : any_animation_record{};
        if (!played) {
            return {0, count, 0};
        }
        const std::uint32_t start = start_of(played);
        const key_range* const range = ranges.at(animation);
        if (range == nullptr) {
            return {0, count, start};
        }
        return part_between(range->first, range->last, count, start);
    }

    // Returns the keys of an animation as stored: those with a time and a value.
    template <class T> [[nodiscard]] stored_keys<array<T>> keys_of(const track_header<T>& header,
                                                                   std::uint32_t animation) const noexcept {
        const array<u32<>> times = context_.get(header.times);
        if (times.empty()) {
            return {};
        }
        const array<T> values = context_.get(header.values);
        const key_shape shape = shape_of(times.size(), values, interpolation());
        const key_part part = part_of(context_.get(header.ranges), animation, shape.count);
        return {times.part(part.first, part.count), values.part(shape.values * part.first, shape.values * part.count),
                part.start};
    }
    template <class T> [[nodiscard]] stored_keys<array<T>> keys_of(const track_header_264<T>& header,
                                                                   std::uint32_t animation) const noexcept {
        const auto time_lists = context_.get(header.times);
        const auto value_lists = context_.get(header.values);
        const std::size_t count = time_lists.size() < value_lists.size() ? time_lists.size() : value_lists.size();
        const std::uint32_t number = element_of(animation, count, is_global());
        const auto* const time_list = time_lists.at(number);
        const auto* const value_list = value_lists.at(number);
        if (time_list == nullptr || value_list == nullptr) {
            return {};
        }
        const byte_view store = context_.keys_of(number).bytes;
        const auto times = store.array_at<u32<>>(time_list->offset, time_list->count);
        const auto values = store.array_at<T>(value_list->offset, value_list->count);
        const key_shape shape = shape_of(times.size(), values, interpolation());
        return {times.part(0, shape.count), values.part(0, shape.values * shape.count)};
    }
    // Returns the number of keys of a track.
    template <class T> [[nodiscard]] std::size_t count_keys(const track_header<T>& header) const noexcept {
        return shape_of(context_.get(header.times).size(), context_.get(header.values), interpolation()).count;
    }
    template <class T> [[nodiscard]] std::size_t count_keys(const track_header_264<T>& header) const noexcept {
        return count_keys(header.times);
    }
    // Whether a track has no keys. Calls key_count() before version 264 only.
    template <class Count> [[nodiscard]] bool has_none(const Count& key_count) const noexcept {
        return !header_ || visit([&](const auto& header) {
            if constexpr (requires { header.ranges; }) {
                return key_count() == 0;
            } else {
                return !has_keys(header.times);
            }
        });
    }
    // Whether any list has keys in a known file.
    [[nodiscard]] bool has_keys(const array_ref<array_ref<u32<>>>& times) const noexcept {
        std::uint32_t number = 0;
        for (const array_ref<u32<>>& list : context_.get(times)) {
            if (list.count != 0U && context_.keys_of(number).is_there()) {
                return true;
            }
            ++number;
        }
        return false;
    }
    // Returns the total number of keys in lists whose files are known.
    [[nodiscard]] std::size_t count_keys(const array_ref<array_ref<u32<>>>& times) const noexcept {
        std::size_t out = 0;
        std::uint32_t number = 0;
        for (const array_ref<u32<>>& list : context_.get(times)) {
            const bool is_there = list.count != 0U && context_.keys_of(number).is_there();
            out += is_there ? std::size_t{list.count} : 0;
            ++number;
        }
        return out;
    }

private:
    [[nodiscard]] std::int32_t stored_global() const noexcept {
        return header_ ? visit([](const auto& header) { return std::int32_t{header.global_sequence}; }) : -1;
    }
    [[nodiscard]] std::uint32_t start_of(const any_animation_record& played) const noexcept {
        return context_.visit(played, [](const auto& record) -> std::uint32_t {
            if constexpr (requires { record.start; }) {
                return record.start;
            } else {
                return 0;
            }
        });
    }

    impl::context context_;
    versioned_record<Headers...> header_;
};

} // namespace impl

// A track of times at which an event happens. for_each_firing() visits the times in an animation.
class event_track : public impl::track_base<event_track_header, event_track_header_264> {
    using base = impl::track_base<event_track_header, event_track_header_264>;

public:
    constexpr event_track() = default;

    // Returns the number of keys of all animations whose keys are known. Reads all lists from version 264 on.
    template <class = when_used> [[nodiscard]] std::size_t key_count() const noexcept {
        return *this ? this->visit([&](const auto& header) {
            if constexpr (requires { header.ranges; }) {
                return this->context().get(header.times).size();
            } else {
                return this->count_keys(header.times);
            }
        })
                     : 0;
    }
    template <class = when_used> [[nodiscard]] bool empty() const noexcept {
        return this->has_none([&] { return key_count(); });
    }
    // From version 264 on, returns the times of one animation as stored; if the track follows a global sequence, those
    // of the loop. Empty before 264: see timeline().
    template <class = when_used> [[nodiscard]] array<u32<>> times_ms(std::uint32_t number) const noexcept {
        return *this ? this->visit([&](const auto& header) -> array<u32<>> {
            if constexpr (requires { header.ranges; }) {
                return {};
            } else {
                const auto lists = this->context().get(header.times);
                const auto* const list = lists.at(this->is_global() ? 0 : number);
                return list != nullptr ? this->context()
                                             .keys_of(this->is_global() ? 0 : number)
                                             .bytes.array_at<u32<>>(list->offset, list->count)
                                       : array<u32<>>{};
            }
        })
                     : array<u32<>>{};
    }

private:
    friend struct effigy::impl::access;
    using base::base;
};

// A track of values of one type. Small to copy. sample() returns the track's value at a time.
template <class T>
class track : public impl::track_base<track_header<T>, track_header_264<T>> {
    using base = impl::track_base<track_header<T>, track_header_264<T>>;

public:
    using stored_type = T;

    constexpr track() = default;

    // Returns the number of keys of all animations whose keys are known. Reads all lists from version 264 on.
    [[nodiscard]] std::size_t key_count() const noexcept {
        return *this ? this->visit([&](const auto& header) { return this->count_keys(header); }) : 0;
    }
    [[nodiscard]] bool empty() const noexcept {
        return this->has_none([&] { return key_count(); });
    }

    // Returns the keys for an animation:
    // - of a track that follows a global sequence: all keys, with times since the loop began
    // - before version 264: for an animation without keys of its own, the keys around it
    // - from version 264 on: none, if the file with the keys is missing
    // - if there is no animation `number` (npos, for example): all keys; from 264 on, those of list 0
    [[nodiscard]] key_span<array<T>> keys(std::uint32_t number) const noexcept {
        if (!*this) {
            return {};
        }
        const auto stored = this->visit([&](const auto& header) { return this->keys_of(header, number); });
        return {impl::access::make<key_times>(stored.times, stored.start), stored.values};
    }

private:
    friend struct effigy::impl::access;
    using base::base;
};

// The rotations of a bone: full quaternions up to version 259, packed ones from 260 on.
class rotation_track
    : public impl::track_base<track_header<quat<>>, track_header<packed_quat>, track_header_264<packed_quat>> {
    using base = impl::track_base<track_header<quat<>>, track_header<packed_quat>, track_header_264<packed_quat>>;

public:
    constexpr rotation_track() = default;

    // Returns the number of keys, as in other tracks.
    template <class = when_used> [[nodiscard]] std::size_t key_count() const noexcept {
        return *this ? this->visit([&](const auto& header) { return this->count_keys(header); }) : 0;
    }
    template <class = when_used> [[nodiscard]] bool empty() const noexcept {
        return this->has_none([&] { return key_count(); });
    }
    template <class = when_used> [[nodiscard]] key_span<rotation_values> keys(std::uint32_t number) const noexcept {
        if (!*this) {
            return {};
        }
        return this->visit([&](const auto& header) -> key_span<rotation_values> {
            const auto stored = this->keys_of(header, number);
            return {impl::access::make<key_times>(stored.times, stored.start),
                    impl::access::make<rotation_values>(stored.values)};
        });
    }

private:
    friend struct effigy::impl::access;
    using base::base;
};

// ---- a particle's life ---------------------------------------------------------------------------------------------

namespace impl {
using namespace effigy::impl;

struct age_source {
    array<i16<>> stored;

    [[nodiscard]] constexpr double get(std::size_t i) const noexcept {
        const i16<>* const age = stored.at(i);
        return age != nullptr ? age->get() / 32767.0 : 0.0;
    }
};

} // namespace impl

// The ages of keys, from 0 (birth) to 1 (death).
class ages : public lazy_range<impl::age_source> {
public:
    constexpr ages() = default;

private:
    friend struct effigy::impl::access;
    constexpr explicit ages(const array<i16<>>& stored) noexcept
        : lazy_range<impl::age_source>({stored}, stored.size()) {}
};

// Values that change with a particle's age, from version 264 on. sample() returns the value at an age.
template <class T> class life_track {
public:
    using stored_type = T;
    using header_type = versioned_record<life_track_header<T>>;

    constexpr life_track() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return static_cast<bool>(header_); }
    [[nodiscard]] m2::ages ages() const noexcept { return impl::access::make<m2::ages>(ages_as_stored()); }
    // The ages as stored: 0 (birth) to 32767 (death).
    [[nodiscard]] array<i16<>> ages_as_stored() const noexcept {
        return visit([&](const auto& header) { return context_.get(header.ages); });
    }
    [[nodiscard]] array<T> values() const noexcept {
        return visit([&](const auto& header) { return context_.get(header.values); });
    }

private:
    friend struct effigy::impl::access;
    constexpr life_track(const impl::context& context, const header_type& header) noexcept
        : context_(context), header_(header) {}

    template <class Use> [[nodiscard]] auto visit(const Use& use) const {
        using list = decltype(use(std::declval<const life_track_header<T>&>()));
        return header_ ? header_.visit(0, use) : list{};
    }

    impl::context context_;
    header_type header_;
};

// ---- the view of each stored track ---------------------------------------------------------------------------------

namespace impl {

template <> struct view_of<event_track_header> {
    using type = event_track;
};
template <> struct view_of<event_track_header_264> {
    using type = event_track;
};
template <class T> struct view_of<track_header<T>> {
    using type = track<T>;
};
template <class T> struct view_of<track_header_264<T>> {
    using type = track<T>;
};
template <> struct view_of<track_header<packed_quat>> {
    using type = rotation_track;
};
template <> struct view_of<track_header_264<packed_quat>> {
    using type = rotation_track;
};
template <class T> struct view_of<life_track_header<T>> {
    using type = life_track<T>;
};

} // namespace impl

}}} // namespace effigy::v0::m2
