// Findings in tracks.
#pragma once

#include <effigy/m2/lint/report.hpp>
#include <effigy/m2/view/key_places.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// Reports the findings of the tracks in a list of records: each kind once for all tracks with the same path. File: the
// file of the records, in_model or in_skeleton.
template <class = when_used> class track_linter {
public:
    track_linter(const reporter<>& report, const context& in, key_places& places) noexcept
        : report_(report), context_(in), places_(places) {}

    template <class File, class Record> void record(const Record& of, std::uint32_t number) {
        at_ = location{}.within(number);
        path_ = 0;
        for_each_reference<File>(of, *this);
    }
    // Whether any keys are outside the file of the records. The file with these keys may be missing.
    [[nodiscard]] bool has_keys_elsewhere() const noexcept { return has_keys_elsewhere_; }

    // Called by for_each_reference().
    template <class T> void operator()(const array_ref<T>&, const char*) const noexcept {}
    void operator()(const event_track_header& header, const char* path) {
        begin(header, path);
        timeline(header, true);
        ++path_;
    }
    template <class T> void operator()(const track_header<T>& header, const char* path) {
        begin(header, path);
        const array<u32<>> times = context_.get(header.times);
        const array<T> all = context_.get(header.values);
        const std::size_t step = shape_of(times.size(), all, header.interpolation).values;
        if (step == 1 && all.size() != times.size()) {
            odd(track_oddity::key_count, "values", &header.values);
        }
        timeline(header, false);
        values(at_, "values[]", all, step, // a rotation's tangents are not rotations
               [&](std::size_t key) { return animation_of(times, key); });
        ++path_;
    }
    void operator()(const event_track_header_264& header, const char* path) {
        begin(header, path);
        const auto times = context_.get(header.times);
        number_of_lists(header, times.size());
        for (std::uint32_t i = 0; i < times.size(); ++i) {
            if (const key_store store = keys_of(i, times[i].count != 0U); store.is_there()) {
                element(header, i, times.size(), store, times[i]);
            }
        }
        ++path_;
    }
    template <class T> void operator()(const track_header_264<T>& header, const char* path) {
        begin(header, path);
        const auto times = context_.get(header.times);
        const auto all = context_.get(header.values);
        number_of_lists(header, times.size());
        if (times.size() != all.size()) {
            odd(track_oddity::lists_uneven, "values", &header.values);
        }
        for (std::uint32_t i = 0; i < times.size() && i < all.size(); ++i) {
            const key_store store = keys_of(i, times[i].count != 0U || all[i].count != 0U);
            if (store.is_there()) {
                const array<u32<>> stored = element(header, i, times.size(), store, times[i]);
                element_values(header, i, store, stored.size(), all[i]);
            }
        }
        ++path_;
    }
    template <class T> void operator()(const life_track_header<T>& header, const char* path) {
        at_.path_prefix = path;
        const array<i16<>> ages = context_.get(header.ages);
        const array<T> all = context_.get(header.values);
        const auto no_name = [](std::size_t) { return std::string_view{}; };
        if (ages.size() != all.size()) {
            odd(track_oddity::key_count, "values", &header.values);
        }
        for (std::size_t i = 0; i < ages.size(); ++i) {
            if (ages[i] < 0) {
                odd_in(track_oddity::age_outside, at_, "ages[]", ages, i, no_name);
            } else if (i != 0 && ages[i] < ages[i - 1]) {
                odd_in(track_oddity::age_order, at_, "ages[]", ages, i, no_name);
            }
        }
        values(at_, "values[]", all, 1, no_name);
        ++path_;
    }

private:
    static constexpr std::size_t most_paths = particle_track_count + 6; // the tracks and life tracks of an emitter

    template <class Header> void begin(const Header& header, const char* path) {
        at_.path_prefix = path;
        is_global_ = header.global_sequence != -1;
        if (header.interpolation > interpolation::bezier) {
            odd(track_oddity::interpolation, "interpolation", &header.interpolation);
        }
    }

    void odd(track_oddity what, const char* path, const void* inside) {
        odd(what, at_, path, inside, [] { return std::string_view{}; });
    }
    // Reports element `i` of a list; name_of(i): the name of its animation.
    template <class T, class Name> void odd_in(track_oddity what, const location& at, const char* path,
                                               const array<T>& list, std::size_t i, const Name& name_of) {
        odd(what, at.element(static_cast<std::uint32_t>(i)), path, &list[i], [&] { return name_of(i); });
    }
    template <class Name>
    void odd(track_oddity what, location at, const char* path, const void* inside, const Name& name_of) {
        const auto number = static_cast<std::size_t>(what);
        std::uint32_t& reported = reported_[path_ < most_paths ? path_ : 0];
        if ((reported >> number & 1U) == 0) {
            reported |= 1U << number;
            at.path = path;
            report_(track_oddities[number], at, inside, name_of());
        }
    }

    // ---- lists by animation ----------------------------------------------------------------------------------------

    template <class Header> void number_of_lists(const Header& header, std::size_t count) {
        if (count > 1 && count != context_.animations().size()) {
            odd(track_oddity::lists_number, "times", &header.times);
        }
    }
    // The location of list `number`.
    [[nodiscard]] location place_in(std::uint32_t number) const noexcept { return at_.element(number); }
    [[nodiscard]] std::string_view name_of(std::uint32_t number) const noexcept {
        const any_animation_record found = is_global_ ? any_animation_record{} : context_.animation(number);
        return found ? context_.visit(found, [](const auto& record) { return animation_name(record.id); })
                     : std::string_view{};
    }
    // Returns the milliseconds for which animation `number` plays list `number`; npos if unknown.
    [[nodiscard]] std::uint32_t duration_of(std::uint32_t number, std::size_t lists) const noexcept {
        const bool is_its_own = !is_global_ && lists == context_.animations().size();
        const any_animation_record one = is_its_own ? context_.animation(number) : any_animation_record{};
        const any_animation_record resolved = context_.resolve(one);
        const auto length = [&](const any_animation_record& of) {
            return of ? context_.visit(of,
                                       [](const auto& record) -> std::uint32_t {
                                           if constexpr (requires { record.duration; }) {
                                               return record.duration;
                                           } else {
                                               return npos;
                                           }
                                       })
                      : npos;
        };
        return one && length(resolved) > length(one) ? length(resolved) : length(one);
    }
    // Returns where the keys of list `number` are; missing if the list is empty.
    [[nodiscard]] key_store keys_of(std::uint32_t number, bool has_any) {
        const key_store store = has_any ? places_.find(context_, number) : key_store{};
        has_keys_elsewhere_ = has_keys_elsewhere_ || (has_any && store.place != key_place::file);
        return store;
    }
    // Checks the times of list `number` and returns them.
    template <class Header> array<u32<>> element(const Header& header, std::uint32_t number, std::size_t lists,
                                                 const key_store& store, const array_ref<u32<>>& list) {
        const auto times = store.bytes.array_at<u32<>>(list.offset, list.count);
        const char* const path = store.place == key_place::companion ? "times[].anim[]" : "times[][]";
        const auto name = [&](std::size_t) { return name_of(number); };
        order(place_in(number), path, times, name);
        if (is_global_) {
            if (number == 0) {
                loop(header, place_in(number), path, times);
            }
            return times;
        }
        const std::uint32_t duration = duration_of(number, lists);
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (times[i] > duration) {
                odd_in(track_oddity::key_late, place_in(number), path, times, i, name);
                break;
            }
        }
        return times;
    }
    template <class T>
    void element_values(const track_header_264<T>& header, std::uint32_t number, const key_store& store,
                        std::size_t times, const array_ref<T>& list) {
        const array<T> all = store.bytes.array_at<T>(list.offset, list.count);
        const std::size_t step = shape_of(times, all, header.interpolation).values;
        if (step == 1 && all.size() != times) {
            odd(track_oddity::key_count, place_in(number), "values[]", &list, [&] { return name_of(number); });
        }
        values(place_in(number), store.place == key_place::companion ? "values[].anim[]" : "values[][]", all, step,
               [&](std::size_t) { return name_of(number); });
    }

    // Before version 264, returns the name of the animation that key `i` belongs to; empty if there is none.
    [[nodiscard]] std::string_view animation_of(const array<u32<>>& times, std::size_t i) const noexcept {
        const u32<>* const time = times.at(i);
        std::string_view out;
        for (std::size_t number = 0; time != nullptr && !is_global_ && number < context_.animations().size();
             ++number) {
            const bool plays = context_.visit(context_.animation(number), [&](const auto& played) {
                if constexpr (requires { played.start; }) {
                    out = animation_name(played.id);
                    return played.start <= *time && *time <= played.end;
                } else {
                    return false;
                }
            });
            if (plays) {
                return out;
            }
        }
        return {};
    }

    // ---- times and ranges ------------------------------------------------------------------------------------------

    void timeline(const event_track_header& header, bool is_event) {
        const array<u32<>> times = context_.get(header.times);
        const array<key_range> all = context_.get(header.ranges);
        const bool is_sorted = order(at_, "times[]", times, [&](std::size_t i) { return animation_of(times, i); });
        if (!is_global_) {
            if (!all.empty()) {
                ranges(all, times, is_event, is_sorted);
            }
            return;
        }
        loop(header, at_, "times[]", times);
        if (!all.empty()) {
            odd(track_oddity::ranges_idle, "ranges", &header.ranges);
        }
    }
    template <class Name>
    bool order(const location& at, const char* path, const array<u32<>>& times, const Name& name_of) {
        bool is_sorted = true;
        for (std::size_t i = 1; i < times.size(); ++i) {
            if (times[i] < times[i - 1]) {
                odd_in(track_oddity::key_order, at, path, times, i, name_of);
                is_sorted = false;
            } else if (times[i] == times[i - 1]) {
                odd_in(track_oddity::key_repeated, at, path, times, i, name_of);
            }
        }
        return is_sorted;
    }
    // Checks the times of a track that follows a global sequence.
    template <class Header>
    void loop(const Header& header, const location& at, const char* path, const array<u32<>>& times) {
        const auto* const length =
            context_.global_sequences().at(static_cast<std::uint64_t>(std::int64_t{header.global_sequence}));
        if (length == nullptr) {
            odd(track_oddity::global_outside, "globalSequence", &header.global_sequence);
        } else if (!times.empty()) {
            if (*length == 0U) {
                odd(track_oddity::loop_empty, "globalSequence", &header.global_sequence);
            } else if (times[times.size() - 1] != *length) {
                odd_in(track_oddity::loop_end, at, path, times, times.size() - 1,
                       [](std::size_t) { return std::string_view{}; });
            }
        }
    }
    // Checks the ranges; range `i` is that of animation `i`.
    void ranges(const array<key_range>& all, const array<u32<>>& times, bool is_event, bool is_sorted) {
        const std::size_t animations = context_.animations().size();
        if (all.size() < animations) {
            odd(track_oddity::ranges_few, "ranges", all.data());
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto name = [&](std::size_t) { return name_of(static_cast<std::uint32_t>(i)); };
            const std::uint32_t first = all[i].first;
            const std::uint32_t last = all[i].last;
            if (i >= animations) {
                if (first != 0 || last != 0) {
                    odd_in(track_oddity::ranges_behind, at_, "ranges[]", all, i, name);
                }
            } else if (first > last || last > end_of(times, is_event)) {
                odd_in(track_oddity::range_outside, at_, "ranges[]", all, i, name);
            } else if (is_sorted && !selects(times, first, last, i, is_event)) {
                odd_in(track_oddity::range_law, at_, "ranges[]", all, i, name);
            }
        }
    }
    // Whether a range selects the keys of animation `number`.
    [[nodiscard]] bool selects(const array<u32<>>& times, std::size_t first, std::size_t last, std::size_t number,
                               bool is_event) const noexcept {
        return context_.visit(context_.animation(number), [&](const auto& played) {
            if constexpr (requires { played.start; }) {
                return is_event ? selects_events(times, first, last, played) : selects_keys(times, first, last, played);
            } else {
                return true;
            }
        });
    }
    // The highest valid `last`.
    [[nodiscard]] static std::size_t end_of(const array<u32<>>& times, bool is_event) noexcept {
        return is_event || times.empty() ? times.size() : times.size() - 1;
    }
    // Whether a range of values goes from the last key at or before the start (or key 0) to the first key at or after
    // the end (or the last key). Measured: true for 885 of 885 ranges of client files and 129,053 of 129,064 ranges of
    // converted files.
    [[nodiscard]] static bool selects_keys(const array<u32<>>& times, std::size_t first, std::size_t last,
                                           const animation_record& during) noexcept {
        return times.empty() ||
               ((first == 0 || times[first] <= during.start) &&
                (first + 1 >= times.size() || times[first + 1] > during.start) &&
                (last + 1 == times.size() || times[last] >= during.end) && (last == 0 || times[last - 1] < during.end));
    }
    // Whether a range of an event goes from the first time at or after the start to the first time after the end,
    // exclusive. Measured: true for 276 of 276 ranges of client files and 47,722 of 50,261 ranges of converted files.
    [[nodiscard]] static bool selects_events(const array<u32<>>& times, std::size_t first, std::size_t last,
                                             const animation_record& during) noexcept {
        return (first == 0 || times[first - 1] < during.start) &&
               (first == times.size() || times[first] >= during.start) &&
               (last == 0 || times[last - 1] <= during.end) && (last == times.size() || times[last] > during.end);
    }

    // ---- values ----------------------------------------------------------------------------------------------------

    // Checks values. `step`: the number of values per key; name_of(key): the name of its animation.
    template <class T, class Name>
    void values(const location& at, const char* path, const array<T>& all, std::size_t step, const Name& name_of) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto found = [&](track_oddity what) {
                odd_in(what, at, path, all, i, [&](std::size_t value) { return name_of(value / step); });
            };
            if (!is_usable(all[i])) {
                found(track_oddity::values_not_finite);
            } else if (i % step == 0 && !is_rotation(all[i])) {
                found(track_oddity::rotation_not_unit);
            } else if (is_negative(all[i])) {
                found(track_oddity::opacity_negative);
            }
        }
    }

    template <class T> [[nodiscard]] static bool is_usable(const spline_key<T>& of) noexcept {
        return is_finite(of.value) && is_finite(of.in) && is_finite(of.out);
    }
    template <class T> [[nodiscard]] static bool is_usable(const T& value) noexcept {
        if constexpr (requires { is_finite(value); }) {
            return is_finite(value);
        } else {
            return true; // an integer
        }
    }

    // Measured: the length differs from 1 by at most 8e-5 in client files, and by 1.3e-4 in converted files.
    [[nodiscard]] static bool is_unit(const quaternion<double>& q) noexcept {
        return absolute(square_root(dot(q, q)) - 1.0) <= 1e-3;
    }
    [[nodiscard]] static bool is_rotation(const quat<>& q) noexcept { return is_unit(value_of<double>(q)); }
    [[nodiscard]] static bool is_rotation(const packed_quat& q) noexcept { return is_unit(value_of<double>(q)); }
    template <class T> [[nodiscard]] static bool is_rotation(const T&) noexcept { return true; }

    [[nodiscard]] static bool is_negative(const m2::opacity& v) noexcept { return v.stored < 0; }
    template <class T> [[nodiscard]] static bool is_negative(const T&) noexcept { return false; }

    const reporter<>& report_;
    context context_; // of the records
    key_places& places_;
    location at_;
    bool is_global_ = false;
    bool has_keys_elsewhere_ = false;
    std::size_t path_ = 0;                 // the number of the track in its record
    std::uint32_t reported_[most_paths]{}; // per path, a bit per track_oddity
};

}}}} // namespace effigy::v0::m2::impl
