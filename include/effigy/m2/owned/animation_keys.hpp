// Changing the keys that a track has for an animation.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/m2/owned/derive/ranges.hpp>
#include <effigy/m2/owned/derive/submeshes.hpp>
#include <effigy/m2/owned/key_table.hpp>
#include <effigy/m2/owned/key_values.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// ---- keys ----------------------------------------------------------------------------------------------------------

template <class T> struct timed_value {
    std::uint32_t time = 0;
    T value{};
};
// Keys of an animation; times since its start.
template <class T> using key_pool = pool<timed_value<T>>;

// Returns the value at a time. Preconditions: times rise, there is a key, and there are no tangents.
template <class T>
[[nodiscard]] T sample_keys_of(const owned_key_span<T>& keys, std::uint32_t time, interpolation kind) noexcept {
    const std::size_t after = count_before(keys.times, [&](std::uint32_t t) { return t <= time; });
    if (after == 0 || after == keys.times.size() || keys.times[after - 1] == time || kind == interpolation::step) {
        return keys.values[after == 0 ? 0 : after - 1];
    }
    const double from = keys.times[after - 1], to = keys.times[after];
    return value_between(keys.values[after - 1], keys.values[after], (time - from) / (to - from));
}
[[nodiscard]] inline bool do_rise(std::span<const std::uint32_t> times) noexcept {
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (times[i] < times[i - 1]) {
            return false;
        }
    }
    return true;
}
// Whether the value at a time can be computed: not between keys with tangents.
template <class T>
[[nodiscard]] bool can_sample(const owned_key_span<T>& keys, std::uint32_t time, interpolation kind) noexcept {
    bool is_at_key = keys.times.empty() || time <= keys.times.front() || time >= keys.times.back();
    for (std::size_t i = 0; i < keys.times.size() && is_spline_key<T>; ++i) {
        is_at_key = is_at_key || keys.times[i] == time;
    }
    return do_rise(keys.times) && !keys.has_tangents() &&
           (!is_spline_key<T> || kind <= interpolation::linear || is_at_key);
}

// Adds keys at the start and the end of an animation with the values of the first and the last key: all client files
// from version 264 on have them. A single key applies to the whole animation.
template <class T> void hold_ends(key_pool<T>& keys, std::uint32_t duration) {
    if (keys.size() == 1) {
        keys[0].time = 0;
    } else if (!keys.empty()) {
        if (keys.front().time != 0) {
            keys.insert(keys.begin(), timed_value<T>{0, keys.front().value});
        }
        if (keys.back().time != duration) {
            keys.push_back({duration, keys.back().value});
        }
    }
}

// Returns the keys of an animation, with keys at its start and its end. Precondition: can_sample() of both.
template <class T>
[[nodiscard]] key_pool<T> window_of(const owned_key_span<T>& keys, std::uint32_t duration, interpolation kind,
                                    std::pmr::memory_resource* memory) {
    key_pool<T> out{memory};
    const auto add = [&](std::uint32_t time, const T& value) { out.push_back({time - keys.start, value}); };
    if (keys.times.empty()) {
        return out;
    }
    const std::uint32_t end = keys.start + duration;
    const auto is_at = [&](std::uint32_t time) {
        const std::size_t i = count_before(keys.times, [&](std::uint32_t t) { return t < time; });
        return i < keys.times.size() && keys.times[i] == time;
    };
    if (!is_at(keys.start)) {
        add(keys.start, sample_keys_of(keys, keys.start, kind));
    }
    for (std::size_t i = 0; i < keys.times.size(); ++i) {
        if (keys.times[i] >= keys.start && keys.times[i] <= end) {
            add(keys.times[i], keys.values[i]);
        }
    }
    if (!is_at(end)) {
        add(end, sample_keys_of(keys, end, kind));
    }
    bool is_constant = true;
    for (const timed_value<T>& each : out) {
        is_constant = is_constant && equal(each.value, out[0].value);
    }
    out.resize(is_constant ? 1 : out.size());
    return out;
}

// ---- a list per animation, from version 264 on ---------------------------------------------------------------------

// Stores the keys of all parts one behind the other, those of aliases once.
template <class Track> void gather_keys(owned_model& model, Track& track) {
    constexpr bool has_values = !is_event_track<Track>;
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    const auto parts = model.get(track.parts);
    pool<std::uint32_t> order{memory}, times{memory};
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        order.push_back(i);
    }
    const auto key_of = [&](std::uint32_t i) {
        if constexpr (has_values) {
            return std::array{parts[i].times.first, parts[i].times.count, parts[i].values.first, parts[i].values.count};
        } else {
            return std::array{parts[i].times.first, parts[i].times.count};
        }
    };
    heap_sort(order,
              [&](std::uint32_t a, std::uint32_t b) { return key_of(a) != key_of(b) ? key_of(a) < key_of(b) : a < b; });
    pool<std::uint32_t> first{memory}; // part with the same keys
    first.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        first[order[i]] = i != 0 && key_of(order[i]) == key_of(order[i - 1]) ? first[order[i - 1]] : order[i];
    }
    const auto base_of = [](const auto& whole) { return static_cast<std::uint32_t>(whole.size()); };
    const std::uint32_t time_base = base_of(model.all<std::uint32_t>());
    const auto move = [&](auto& list, auto& to, std::uint32_t base) {
        const auto old = std::as_const(model).get(list);
        list.first = base + base_of(to);
        to.append(old);
    };
    if constexpr (has_values) {
        using value = std::remove_cvref_t<decltype(std::as_const(model).get(track.values)[0])>;
        pool<value> values{memory};
        const std::uint32_t value_base = base_of(model.all<value>());
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
            if (first[i] == i) {
                move(parts[i].times, times, time_base);
                move(parts[i].values, values, value_base);
            } else {
                parts[i] = parts[first[i]];
            }
        }
        model.set<value>(track.values, values);
    } else {
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
            if (first[i] == i) {
                move(parts[i].times, times, time_base);
            } else {
                parts[i] = parts[first[i]];
            }
        }
    }
    model.set<std::uint32_t>(track.times, times);
}

// Gives a track a list per animation.
template <class Track> void spread_parts(owned_model& model, Track& track) {
    const std::uint32_t count = model.animations.count;
    using keys = std::remove_cvref_t<decltype(std::as_const(model).get(track.parts)[0])>;
    pool<keys> parts{model.all<char>().resource()};
    parts.append(std::as_const(model).get(track.parts));
    parts.resize(count, parts.size() == 1 ? keys{parts[0]} : keys{}); // a single one applies to all animations
    model.set<keys>(track.parts, parts);
    if (!track.missing.empty()) {
        pool<owned_missing_keys> missing{parts.resource()};
        missing.append(std::as_const(model).get(track.missing));
        missing.resize(count);
        model.set<owned_missing_keys>(track.missing, missing);
    }
}
// Replaces the keys of an animation, and of the aliases with the same keys.
template <class Track, class Times, class Values>
void set_part(owned_model& model, Track& track, std::uint32_t number, const key_table<>& sharing, const Times& times,
              [[maybe_unused]] const Values& values) {
    if (track.parts.count < model.animations.count) {
        spread_parts(model, track);
    }
    std::remove_cvref_t<decltype(std::as_const(model).get(track.parts)[0])> made{};
    model.set<std::uint32_t>(made.times, times);
    if constexpr (!is_event_track<Track>) {
        using value = std::remove_cvref_t<decltype(values[0])>;
        model.set<value>(made.values, values);
    }
    const auto parts = model.get(track.parts);
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        if (sharing.target_of(i) == sharing.target_of(number)) {
            parts[i] = made;
        }
    }
    gather_keys(model, track);
}

// ---- a time line, before version 264 -------------------------------------------------------------------------------

[[nodiscard]] inline std::uint32_t end_of(const owned_animation& one) noexcept {
    return one.end > one.start ? one.end : one.start;
}
[[nodiscard]] inline error overlap_of(std::uint32_t number) noexcept {
    return refusal("m2.animations[].start", "animations that do not overlap").within(number);
}

// Replaces the keys of an animation on a time line. Other animations keep their values at all times: where they use
// keys outside of their own time, they get keys at their start and end.
template <class T> class line_editor {
public:
    line_editor(owned_model& model, owned_track<T>& track, std::uint32_t surplus)
        : model_(model), track_(track), surplus_(surplus), keys_(model.all<char>().resource()),
          added_(keys_.resource()) {}

    [[nodiscard]] error set(std::uint32_t number, const key_pool<T>& keys, const T& without_keys) {
        const auto times = std::as_const(model_).get(track_.times);
        const auto values = std::as_const(model_).template get<T>(track_.values);
        if (!do_rise(times) || times.size() != values.size()) {
            return refusal("m2.times", "times that rise, and a value for each");
        }
        const auto all = std::as_const(model_).get(model_.animations);
        const std::uint32_t start = all[number].start, end = end_of(all[number]);
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            const std::uint32_t from = all[i].start, to = end_of(all[i]);
            if (i == number || (from == start && to == end)) {
                continue;
            }
            if (from <= end && to >= start) {
                return overlap_of(i);
            }
            const owned_key_span<T> used = model_.keys(track_, i);
            const bool is_any = !used.times.empty();
            // Whether the edited animation is between keys that this one uses and its own time.
            const bool shares =
                !is_any || ((used.times.front() <= end || from <= end) && (used.times.back() >= start || to >= start));
            bool is_possible = true;
            const auto hold = [&](std::uint32_t time) {
                is_possible = is_possible && can_sample(used, time, track_.interpolation);
                added_.push_back({time, is_any ? sample_keys_of(used, time, track_.interpolation) : without_keys});
            };
            if (shares || used.times.front() > from) {
                hold(from);
            }
            if (shares || used.times.back() < to) {
                hold(to);
            }
            if (!is_possible) {
                return refusal("m2.interpolation", "no tangents: another animation uses some of the keys").within(i);
            }
        }
        merge(times, values, start, end, keys);
        return {};
    }

private:
    void merge(std::span<const std::uint32_t> times, std::span<const T> values, std::uint32_t start, std::uint32_t end,
               const key_pool<T>& keys) {
        const auto is_before = [](const timed_value<T>& a, const timed_value<T>& b) { return a.time < b.time; };
        heap_sort(added_, is_before);
        std::size_t next = 0;
        const auto put = [&](const timed_value<T>& key) { keys_.push_back(key); };
        const auto put_added_before = [&](std::uint64_t time) {
            for (; next < added_.size() && added_[next].time < time; ++next) {
                if (next == 0 || added_[next].time != added_[next - 1].time) {
                    put(added_[next]);
                }
            }
        };
        const auto put_old = [&](std::size_t i) {
            put_added_before(times[i]);
            for (; next < added_.size() && added_[next].time == times[i]; ++next) { // there is a key already
            }
            put({times[i], values[i]});
        };
        std::size_t i = 0;
        for (; i < times.size() && times[i] < start; ++i) {
            put_old(i);
        }
        put_added_before(start);
        for (const timed_value<T>& each : keys) {
            put({start + each.time, each.value});
        }
        for (; i < times.size() && times[i] <= end; ++i) {
        }
        for (; i < times.size(); ++i) {
            put_old(i);
        }
        put_added_before(std::uint64_t{0xFFFF'FFFF} + 1);

        pool<std::uint32_t> new_times{keys_.resource()};
        pool<T> new_values{keys_.resource()};
        for (const timed_value<T>& each : keys_) {
            new_times.push_back(each.time);
            new_values.push_back(each.value);
        }
        model_.set<std::uint32_t>(track_.times, new_times);
        model_.template set<T>(track_.values, new_values);
        set_ranges(model_, track_, surplus_);
    }

    owned_model& model_;
    owned_track<T>& track_;
    std::uint32_t surplus_;
    key_pool<T> keys_, added_;
};

// ---- every version -------------------------------------------------------------------------------------------------

// Replaces the keys of an animation. `surplus`: see surplus_of_ranges().
template <class T>
[[nodiscard]] error set_track_keys(owned_model& model, owned_track<T>& track, const char* name, std::uint32_t number,
                                   const key_table<>& sharing, std::uint32_t surplus, const key_pool<T>& keys) {
    if (model.version < first_version<model_header_264>) {
        const T without_keys = value_without_keys<T>(name);
        const owned_animation& one = std::as_const(model).get(model.animations)[number];
        const bool is_alone = model.animations.count == 1 && keys.size() == 1;
        key_pool<T> held{keys, keys.resource()};
        if (held.empty()) {
            held.push_back({0, without_keys});
        }
        if (held.size() == 1 && !is_alone && end_of(one) != one.start) {
            held.push_back({end_of(one) - one.start, held[0].value});
        }
        return line_editor<T>{model, track, surplus}.set(number, held, without_keys);
    }
    pool<std::uint32_t> times{keys.resource()};
    pool<T> values{keys.resource()};
    for (const timed_value<T>& each : keys) {
        times.push_back(each.time);
        values.push_back(each.value);
    }
    set_part(model, track, number, sharing, times, values);
    return {};
}

// Replaces the times of an event in an animation: times since its start, which rise.
template <class = when_used>
[[nodiscard]] error set_event_times(owned_model& model, owned_event_track& track, std::uint32_t number,
                                    const key_table<>& sharing, std::uint32_t surplus,
                                    std::span<const std::uint32_t> times) {
    if (model.version >= first_version<model_header_264>) {
        set_part(model, track, number, sharing, times, times);
        return {};
    }
    const auto all = std::as_const(model).get(model.animations);
    const auto old = std::as_const(model).get(track.times);
    const std::uint32_t start = all[number].start, end = end_of(all[number]);
    if (!do_rise(old)) {
        return refusal("m2.events[].times", "times that rise");
    }
    pool<std::uint32_t> merged{model.all<char>().resource()};
    const auto keep = [&](bool is_behind) {
        for (const std::uint32_t time : old) {
            if (is_behind ? time > end : time < start) {
                merged.push_back(time);
            }
        }
    };
    keep(false);
    for (const std::uint32_t time : times) {
        merged.push_back(start + time);
    }
    keep(true);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const std::uint32_t from = all[i].start, to = end_of(all[i]);
        const bool has_same_time = from == start && to == end;
        if (i != number && !has_same_time && from <= end && to >= start) {
            return overlap_of(i);
        }
        const auto used = model.keys(track, i).times;
        const owned_key_range own = range_of_events(old, from, to);
        if (i != number && (used.size() != own.last - own.first || (!used.empty() && used.front() < from) ||
                            (!used.empty() && used.back() > to))) {
            return refusal("m2.events[].ranges", "times of other animations in these animations").within(i);
        }
    }
    model.set<std::uint32_t>(track.times, merged);
    set_ranges(model, track, surplus);
    return {};
}

}}}} // namespace effigy::v0::m2::impl
