// Tracks over the time of a clip, piece by piece: the values that sample() returns, in one pass through the keys.
#pragma once

#include <effigy/m2/scene/maker.hpp>
#include <effigy/scene/keys.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// A part of the time in which a track moves from a key to the next, or keeps the value of a key.
struct piece {
    double from = 0, to = 0; // seconds of the clip
    std::uint32_t key = 0;
    double first = 0, last = 0; // positions between this key (0) and the next (1); equal if the value is constant
};

// Calls use(piece) for the pieces from `begin` to `end`; `shift` is added to their times. Precondition: begin <= end.
// For unsorted keys the result is that of sample(): the first two keys that enclose a time. A key that is not later
// than all before it encloses no new times and is skipped.
template <class = when_used> void for_each_piece(const key_times& times, bool steps, double begin, double end,
                                                 double shift, function_ref<void(const piece&)> use) {
    const std::size_t count = times.size();
    const double first = times[0];
    const double stop = times[count - 1];
    const auto hold = [&](double from, double to, std::size_t key) {
        if (from < to || begin == end) {
            use(piece{from + shift, to + shift, static_cast<std::uint32_t>(key), 0, 0});
        }
    };
    if (begin == end || count == 1) {
        const key_blend<double> at =
            blend_at<double>(times, count, begin, steps ? interpolation::step : interpolation::linear);
        use(piece{begin + shift, end + shift, at.first, at.weight, at.weight});
        return;
    }
    hold(begin, first < end ? first : end, 0);
    double reached = first;
    double key_time = first;
    for (std::size_t i = 0; i + 1 < count && reached < stop && reached < end; ++i) {
        const double from = key_time;
        const double to = key_time = times[i + 1];
        if (to > reached) {
            const double a = larger(reached, begin);
            const double b = to < stop ? (to < end ? to : end) : (stop < end ? stop : end);
            if (a < b) {
                const auto part = [&](double time) { return steps ? 0 : time == to ? 1 : (time - from) / (to - from); };
                use(piece{a + shift, b + shift, static_cast<std::uint32_t>(i), part(a), part(b)});
            }
            reached = to;
        }
    }
    hold(larger(larger(stop, first), begin), end, count - 1);
}

// When a track moves, whatever the type of its values.
struct timing {
    key_times times;
    bool steps = false, is_global = false;
    double loop_length = 0; // of the global sequence
};
template <class Track> [[nodiscard]] timing timing_of(const Track& track, const key_times& times) noexcept {
    return {times, track.interpolation() == interpolation::step, track.is_global(), track.global_duration()};
}

// Returns how often a track that follows a global sequence repeats in a clip; 1 for other tracks. The caller must
// charge the budget for this number.
[[nodiscard]] inline std::uint64_t loop_count(const timing& of, double duration) noexcept {
    constexpr double most = 1e9;
    if (of.times.size() < 2 || !(of.loop_length > 0) || !(duration > of.loop_length)) {
        return 1;
    }
    return static_cast<std::uint64_t>(duration / of.loop_length < most ? duration / of.loop_length : most) + 1;
}
// Calls use(end, shift) for each run through the keys, from 0 to `end` seconds; `shift` is added to its times.
template <class Use> void for_each_run(const timing& of, double duration, const Use& use) {
    if (!of.is_global) {
        use(duration, 0.0);
        return;
    }
    if (!(of.loop_length > 0) || of.times.size() < 2) {
        use(0.0, 0.0);
        return;
    }
    const std::uint64_t loops = loop_count(of, duration);
    for (std::uint64_t i = 0; i < loops; ++i) {
        const double shift = static_cast<double>(i) * of.loop_length;
        const double rest = duration - shift;
        if (i == 0 || rest > 0) {
            use(rest < of.loop_length ? rest : of.loop_length, shift);
        }
    }
}
template <class = when_used>
void for_each_piece(const timing& of, double duration, function_ref<void(const piece&)> use) {
    for_each_run(of, duration,
                 [&](double end, double shift) { for_each_piece(of.times, of.steps, 0, end, shift, use); });
}

// Whether values between keys follow a curve. Rotations never do.
template <class Keys> [[nodiscard]] bool is_curved(const Keys& keys, interpolation kind) noexcept {
    using value = std::remove_cvref_t<decltype(key_at<double>(keys, 0).value)>;
    constexpr bool always_has_tangents = requires { keys.values[0].out; };
    return !std::same_as<value, quaternion<double>> && kind > interpolation::linear &&
           (always_has_tangents || keys.has_tangents());
}

// Returns the value of a key; of a rotation, at length 1.
template <class Keys> [[nodiscard]] auto value_at_key(const Keys& keys, std::size_t key) noexcept {
    const auto stored = key_at<double>(keys, key);
    if constexpr (std::same_as<decltype(stored.value), quaternion<double>>) {
        return unit(stored.value);
    } else {
        return stored.value;
    }
}
// Returns the value at position `part`, 0 .. 1, between a key and the next.
template <class Keys>
[[nodiscard]] auto value_between(const Keys& keys, interpolation kind, std::size_t key, double part) noexcept {
    if (part == 0 || part == 1) {
        return value_at_key(keys, part == 0 ? key : key + 1);
    }
    const auto from = key_at<double>(keys, key);
    const auto next = key_at<double>(keys, key + 1);
    if constexpr (std::same_as<decltype(from.value), quaternion<double>>) {
        return slerp(unit(from.value), unit(next.value), part);
    } else {
        return is_curved(keys, kind) ? spline(kind, from, next, part) : impl::lerp(from.value, next.value, part);
    }
}

// The keys of a channel, collected piece by piece. All channels use its memory, one after another.
template <class = when_used> class channel_keys {
public:
    explicit channel_keys(scene_maker<>& maker) : maker_(&maker), keys_(maker.to.memory()) {}

    // Makes room for `count` keys. Returns false if they exceed the limit, or the spare that is in use.
    [[nodiscard]] bool reserve(std::uint64_t count) {
        const std::uint64_t known = keys_.times.capacity();
        return count <= known ||
               (maker_->spares(2 * (count - known) * key_list::size_of_key) && keys_.reserve(maker_->to, count));
    }
    // As reserve(), for `count` further keys.
    [[nodiscard]] bool reserve_more(std::uint64_t count) {
        const std::uint64_t known = keys_.times.capacity();
        const std::uint64_t wanted = keys_.times.size() + count;
        return wanted <= known || reserve(wanted < 2 * known ? 2 * known : wanted);
    }
    void clear() noexcept { keys_.clear(); }
    // Adds a value that may differ from the last one. If it differs, first adds a key with the old value right before
    // `seconds`, unless the channel has steps.
    template <class Value> void begin(double seconds, const Value& value, bool steps) {
        if (!reserve_more(2)) {
            return;
        }
        const bool differs = keys_.values.empty() || keys_.values.back() != key_value(value);
        if (!steps && differs && !keys_.values.empty() && is_finite(value)) {
            add_key_before(static_cast<float>(seconds));
        }
        if (keys_.values.empty() || keys_.values.back() != key_value(value)) {
            keys_.add(seconds, value);
        }
    }
    template <class Value> void add(double seconds, const Value& value) {
        if (reserve_more(1)) {
            keys_.add(seconds, value);
        }
    }
    // Adds `count` keys: value_at(i) at time_at(i).
    template <class Time, class Value> void add_all(std::size_t count, const Time& time_at, const Value& value_at) {
        if (reserve_more(count)) {
            keys_.add_all(count, time_at, value_at);
        }
    }

    // Removes the keys at both ends that repeat the first or last value, and returns the others.
    [[nodiscard]] const key_list& trimmed() noexcept {
        pool<vector4<float>>& values = keys_.values;
        while (values.size() > 1 && values.back() == values[values.size() - 2]) {
            values.pop_back();
            keys_.times.pop_back();
        }
        std::size_t first = 0;
        while (first + 1 < values.size() && values[first] == values[first + 1]) {
            ++first;
        }
        for (std::size_t i = first; first != 0 && i < values.size(); ++i) {
            values[i - first] = values[i];
            keys_.times[i - first] = keys_.times[i];
        }
        for (; first != 0; --first) {
            values.pop_back();
            keys_.times.pop_back();
        }
        return keys_;
    }
    [[nodiscard]] bool is_always(const vector4<float>& value) const noexcept {
        for (const vector4<float>& each : keys_.values) {
            if (!(each == value)) {
                return false;
            }
        }
        return true;
    }

private:
    // Keeps the last value until right before `time`: adds a key with this value, or moves the last key there. Removes
    // the last key if there is no time left for it.
    void add_key_before(float time) {
        const std::size_t count = keys_.times.size();
        if (keys_.times.back() < time) {
            if (const float sooner = just_before(time); keys_.times.back() < sooner) {
                keys_.times.push_back(sooner);
                keys_.values.push_back(keys_.values.back());
            }
            return;
        }
        const float sooner = just_before(time);
        if (count > 1 && keys_.times[count - 2] < sooner) {
            keys_.times.back() = sooner;
        } else {
            keys_.times.pop_back();
            keys_.values.pop_back();
        }
    }

    scene_maker<>* maker_;
    key_list keys_;
};

// The largest distance between the game's curves and the lines that replace them: in yards for positions, as a
// difference of factors for scales.
inline constexpr double curve_tolerance = 1e-4;

// Returns the number of lines for a curve. Charges the budgets for the keys and the time of these lines; returns 0 if
// one of the budgets is used up.
template <class Value> [[nodiscard]] std::uint32_t paid_parts(scene_maker<>& maker, channel_keys<>& out,
                                                              function_ref<Value(double)> at, double tolerance) {
    constexpr std::uint64_t least_steps = 8;
    if (!maker.charge_steps(least_steps)) {
        return 0;
    }
    const std::uint32_t parts = parts_for<Value>(at, tolerance);
    constexpr std::uint32_t of_a_jump = 2;
    return maker.charge_steps(parts) && out.reserve_more(parts + of_a_jump) ? parts : 0;
}

// Whether the times of keys ascend, from 0 or later on.
template <class = when_used> [[nodiscard]] bool ascend(const key_times& times) noexcept {
    double before = times[0];
    bool out = before >= 0;
    for (std::size_t i = 1; out && i < times.size(); ++i) {
        const double time = times[i];
        out = before < time;
        before = time;
    }
    return out;
}
// Adds straight lines between ascending keys, from 0 to `end`; `shift` is added to the times. value_at(key) returns the
// value of a key, between(key, part) one between it and the next.
template <class At, class Between> void add_lines(channel_keys<>& out, const key_times& times, double end, double shift,
                                                  const At& value_at, const Between& between) {
    const std::size_t count = count_before(times, [&](double time) { return time <= end; });
    const std::size_t last = count == 0 ? 0 : count - 1;
    out.begin(shift, value_at(0), false);
    out.add_all(count, [&](std::size_t i) { return times[i] + shift; }, value_at);
    out.add(end + shift, last + 1 == times.size() || count == 0
                             ? value_at(last)
                             : between(last, (end - times[last]) / (times[count] - times[last])));
}

// Fills a channel with a track over a clip; `convert` converts values to glTF.
template <class Track, class Keys, class Convert>
void fill_channel(scene_maker<>& maker, channel_keys<>& out, const Track& track, const Keys& keys, double duration,
                  const Convert& convert) {
    const interpolation kind = track.interpolation();
    const bool steps = kind == interpolation::step;
    const bool curves = is_curved(keys, kind);
    const timing timed = timing_of(track, keys.times);
    const auto value_at = [&](std::size_t key, double part) { return convert(value_between(keys, kind, key, part)); };
    if (!steps && !curves && duration > 0 && keys.times.size() > 1 && ascend(keys.times)) {
        const auto at_key = [&](std::size_t key) { return to_real<float>(convert(value_at_key(keys, key))); };
        const auto between = [&](std::size_t key, double part) { return to_real<float>(value_at(key, part)); };
        for_each_run(timed, duration,
                     [&](double end, double shift) { add_lines(out, keys.times, end, shift, at_key, between); });
        return;
    }
    piece before{.to = -1};
    for_each_piece(timed, duration, [&](const piece& one) {
        const auto at = [&](double part) {
            return value_at(one.key, part == 1 ? one.last : one.first + (one.last - one.first) * part);
        };
        const bool goes_on = before.to == one.from && before.key + 1 == one.key && before.last == 1 && one.first == 0;
        before = one;
        if (!goes_on) {
            out.begin(one.from, to_real<float>(at(0)), steps);
        }
        if (steps || one.first == one.last) {
            if (!steps && one.from < one.to) {
                out.add(one.to, to_real<float>(at(0)));
            }
            return;
        }
        const std::uint32_t parts = curves ? paid_parts<decltype(at(0))>(maker, out, at, curve_tolerance) : 1;
        for (std::uint32_t i = 1; i < parts; ++i) {
            const double part = static_cast<double>(i) / parts;
            out.add(one.from + (one.to - one.from) * part, to_real<float>(at(part)));
        }
        if (parts != 0) {
            out.add(one.to, to_real<float>(at(1)));
        }
    });
}

}}}} // namespace effigy::v0::m2::impl
