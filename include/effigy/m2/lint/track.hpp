// What is odd about tracks.
#pragma once

#include <effigy/m2/lint/report.hpp>

namespace effigy::inline v0::m2::impl {
using namespace effigy::impl;

enum class track_oddity : std::uint8_t {
    key_count,
    key_order,
    key_repeated,
    interpolation,
    global_outside,
    loop_empty,
    loop_end,
    ranges_idle,
    ranges_few,
    range_outside,
    range_law,
    ranges_behind,
    values_not_finite,
    rotation_not_unit,
    opacity_negative,
};

// By track_oddity; measured: in 37 client files none but loop_empty.
inline constexpr oddity track_oddities[]{
    {severity::warning, "key-count", "not one value a time; what is too many is left out"},
    {severity::warning, "key-order", "times fall: search from the first key on, not by halves"},
    {severity::note, "key-repeated", "a time twice: the later key counts from there on"},
    {severity::warning, "interpolation-unknown", "neither step, linear, hermite nor bezier"},
    {severity::warning, "global-outside", "a global sequence that is not there"},
    {severity::note, "loop-empty", "a global sequence of no length: do not divide by it; the first key holds"},
    {severity::note, "loop-end", "the last key does not lie at the end of the global sequence"},
    {severity::note, "ranges-idle", "ranges, though it follows a global sequence; they mean nothing"},
    {severity::note, "ranges-few", "fewer ranges than animations: for the others all keys count"},
    {severity::warning, "range-outside", "a range that ends behind the last key, or before it begins; clamp it"},
    {severity::warning, "range-law", "the range does not name the keys that the animation's times ask for"},
    {severity::note, "ranges-behind", "ranges other than of zeros behind those of the animations"},
    {severity::warning, "values-not-finite", "NaN or infinite values"},
    {severity::warning, "rotation-not-unit", "a quaternion whose length is not 1"},
    {severity::note, "opacity-negative", "an opacity below 0"},
};

// Reports the findings of the tracks of a list's records: of all that have the same path, each kind once.
template <form F, class Sink> class track_linter {
public:
    explicit track_linter(const reporter<F, Sink>& report) noexcept : report_(report) {}

    template <class Record> void record(const Record& of, std::uint32_t number) {
        at_ = location{}.within(number);
        path_ = 0;
        for_each_reference<F>(of, *this);
    }

    // What for_each_reference() calls.
    template <class T> void operator()(const array_ref<T, F>&, const char*) const noexcept {}
    void operator()(const basic_event_track_header<F>& header, const char* path) {
        at_.path_prefix = path;
        timeline(access::make<basic_event_track<F>>(report_.context(), &header), header, true);
        ++path_;
    }
    template <class T> void operator()(const basic_track_header<T, F>& header, const char* path) {
        at_.path_prefix = path;
        const auto track = access::make<basic_track<T, F>>(report_.context(), &header);
        const auto lists = track.timeline();
        if (!track.has_tangents() && lists.values().size() != lists.times_ms().size()) {
            odd(track_oddity::key_count, "values", &header.values);
        }
        timeline(track, header, false);
        values(lists.times_ms(), lists.values(),
               track.has_tangents() ? 3 : 1); // a rotation's tangents are no rotations
        ++path_;
    }

private:
    static constexpr std::size_t most_paths = particle_track_count + 1;

    void odd(track_oddity what, const char* path, const void* inside) {
        odd(what, at_, path, inside, [] { return std::string_view{}; });
    }
    // Number `i` of a list; name_of(): of the animation that it is of.
    template <class T, class Name>
    void odd_in(track_oddity what, const char* path, const array<T>& list, std::size_t i, const Name& name_of) {
        odd(what, report_.inner(at_, static_cast<std::uint32_t>(i)), path, &list[i], name_of);
    }
    template <class Name>
    void odd(track_oddity what, location at, const char* path, const void* inside, const Name& name_of) {
        const auto number = static_cast<std::size_t>(what);
        std::uint32_t& told = told_[path_ < most_paths ? path_ : 0];
        if ((told >> number & 1U) == 0) {
            told |= 1U << number;
            at.path = path;
            report_(track_oddities[number], at, inside, name_of());
        }
    }

    // The name of the animation that key `i` is one of; empty where it has none.
    [[nodiscard]] std::string_view animation_of(const array<u32<F>>& times, std::size_t i) const noexcept {
        const u32<F>* const time = times.at(i);
        for (const basic_animation_record<F>& played : report_.model().animations().records()) {
            if (time != nullptr && !is_global_ && played.start <= *time && *time <= played.end) {
                return animation_name(played.id);
            }
        }
        return {};
    }

    // ---- times and ranges ------------------------------------------------------------------------------------------

    template <class Track>
    void timeline(const Track& track, const basic_event_track_header<F>& header, bool is_event) {
        if (track.interpolation() > interpolation::bezier) {
            odd(track_oddity::interpolation, "interpolation", &header.interpolation);
        }
        const basic_timeline<F> lists = track.timeline();
        is_global_ = header.global_sequence != -1;
        const bool is_sorted = order(lists.times_ms());
        if (is_global_) {
            global(header, lists);
        } else if (!lists.ranges().empty()) {
            ranges(lists.ranges(), lists.times_ms(), is_event, is_sorted);
        }
    }
    bool order(const array<u32<F>>& times) {
        bool is_sorted = true;
        for (std::size_t i = 1; i < times.size(); ++i) {
            if (times[i] < times[i - 1]) {
                odd_in(track_oddity::key_order, "times[]", times, i, [&] { return animation_of(times, i); });
                is_sorted = false;
            } else if (times[i] == times[i - 1]) {
                odd_in(track_oddity::key_repeated, "times[]", times, i, [&] { return animation_of(times, i); });
            }
        }
        return is_sorted;
    }
    void global(const basic_event_track_header<F>& header, const basic_timeline<F>& lists) {
        const array<u32<F>> times = lists.times_ms();
        const auto loops = report_.model().global_sequences_ms();
        const auto* const loop = loops.at(static_cast<std::uint64_t>(std::int64_t{header.global_sequence}));
        if (loop == nullptr) {
            odd(track_oddity::global_outside, "globalSequence", &header.global_sequence);
        } else if (!times.empty()) {
            if (*loop == 0U) {
                odd(track_oddity::loop_empty, "globalSequence", &header.global_sequence);
            } else if (times[times.size() - 1] != *loop) {
                odd_in(track_oddity::loop_end, "times[]", times, times.size() - 1, [] { return std::string_view{}; });
            }
        }
        if (!lists.ranges().empty()) {
            odd(track_oddity::ranges_idle, "ranges", &header.ranges);
        }
    }
    // Number `i` of the ranges is that of animation `i`.
    void ranges(const array<basic_key_range<F>>& all, const array<u32<F>>& times, bool is_event, bool is_sorted) {
        const auto animations = report_.model().animations().records();
        if (all.size() < animations.size()) {
            odd(track_oddity::ranges_few, "ranges", all.data());
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::uint32_t first = read_once(all[i].first);
            const std::uint32_t last = read_once(all[i].last);
            const basic_animation_record<F>* const played = animations.at(i);
            if (played == nullptr) {
                if (first != 0 || last != 0) {
                    odd_in(track_oddity::ranges_behind, "ranges[]", all, i, [] { return std::string_view{}; });
                }
            } else if (first > last || last > end_of(times, is_event)) {
                odd_in(track_oddity::range_outside, "ranges[]", all, i, [&] { return animation_name(played->id); });
            } else if (is_sorted && !(is_event ? names_events(times, first, last, *played)
                                               : names_keys(times, first, last, *played))) {
                odd_in(track_oddity::range_law, "ranges[]", all, i, [&] { return animation_name(played->id); });
            }
        }
    }
    // The highest `last` there may be.
    [[nodiscard]] static std::size_t end_of(const array<u32<F>>& times, bool is_event) noexcept {
        return is_event || times.empty() ? times.size() : times.size() - 1;
    }
    // From the last key up to the start (else the first) to the first from the end on (else the last): measured, 885 of
    // 885 ranges of client files and 129,053 of 129,064 converted ones.
    [[nodiscard]] static bool names_keys(const array<u32<F>>& times, std::size_t first, std::size_t last,
                                         const basic_animation_record<F>& during) noexcept {
        return times.empty() ||
               ((first == 0 || times[first] <= during.start) &&
                (first + 1 >= times.size() || times[first + 1] > during.start) &&
                (last + 1 == times.size() || times[last] >= during.end) && (last == 0 || times[last - 1] < during.end));
    }
    // From the first event from the start on to behind the last one up to the end: measured, 276 of 276 ranges of
    // client files and 47,722 of 50,261 converted ones.
    [[nodiscard]] static bool names_events(const array<u32<F>>& times, std::size_t first, std::size_t last,
                                           const basic_animation_record<F>& during) noexcept {
        return (first == 0 || times[first - 1] < during.start) &&
               (first == times.size() || times[first] >= during.start) &&
               (last == 0 || times[last - 1] <= during.end) && (last == times.size() || times[last] > during.end);
    }

    // ---- values ----------------------------------------------------------------------------------------------------

    template <class T> void values(const array<u32<F>>& times, const array<T>& all, std::size_t step) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto found = [&](track_oddity what) {
                odd_in(what, "values[]", all, i, [&] { return animation_of(times, i / step); });
            };
            if (!all_finite(all[i])) {
                found(track_oddity::values_not_finite);
            } else if (i % step == 0 && !is_rotation(all[i])) {
                found(track_oddity::rotation_not_unit);
            } else if (is_negative(all[i])) {
                found(track_oddity::opacity_negative);
            }
        }
    }

    [[nodiscard]] static bool all_finite(const vec3<F>& v) noexcept { return finite(vector3<double>{v}); }
    [[nodiscard]] static bool all_finite(const f32<F>& v) noexcept { return finite(v.get()); }
    [[nodiscard]] static bool all_finite(const quat<F>& q) noexcept {
        const quaternion<double> of{q};
        return finite(dot(of, of));
    }
    template <class T> [[nodiscard]] static bool all_finite(const spline_key<T>& of) noexcept {
        return all_finite(of.value) && all_finite(of.in) && all_finite(of.out);
    }
    template <class T> [[nodiscard]] static bool all_finite(const T&) noexcept { return true; }

    // Measured: within 8e-5 in client files, and 1.3e-4 in converted ones.
    [[nodiscard]] static bool is_unit(const quaternion<double>& q) noexcept {
        return distance(square_root(dot(q, q)), 1.0) <= 1e-3;
    }
    [[nodiscard]] static bool is_rotation(const quat<F>& q) noexcept { return is_unit(value_of<double>(q)); }
    [[nodiscard]] static bool is_rotation(const basic_packed_quat<F>& q) noexcept {
        return is_unit(value_of<double>(q));
    }
    template <class T> [[nodiscard]] static bool is_rotation(const T&) noexcept { return true; }

    [[nodiscard]] static bool is_negative(const basic_opacity<F>& v) noexcept { return v.stored < 0; }
    template <class T> [[nodiscard]] static bool is_negative(const T&) noexcept { return false; }

    const reporter<F, Sink>& report_;
    location at_;
    bool is_global_ = false;
    std::size_t path_ = 0;             // number of the record's track
    std::uint32_t told_[most_paths]{}; // bits by track_oddity
};

} // namespace effigy::inline v0::m2::impl
