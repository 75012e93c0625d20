// The times of events.
#pragma once

#include <effigy/m2/sample.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

// Whether an event at `phase` of every loop happens in [begin, end). The time in each loop is always computed in the
// same way, so exactly one of several consecutive intervals contains it.
[[nodiscard]] constexpr bool recurs_within(double phase, double length, double begin, double end) noexcept {
    constexpr double largest = 4e15; // below, a 64-bit integer holds the quotient
    const double loops = (begin - phase) / length;
    if (!is_finite(loops) || !(loops > -largest && loops < largest)) { // else, with -ffast-math, no loop ends
        return false;
    }
    double loop = static_cast<double>(static_cast<std::int64_t>(loops)) - 1;
    while (phase + loop * length < begin) { // at most three times
        loop += 1;
    }
    return phase + loop * length < end;
}

// Returns the times of a track that follows a global sequence, in every version.
[[nodiscard]] inline array<u32<>> all_times(const event_track& track) noexcept {
    const array<u32<>> on_timeline = track.timeline().times_ms();
    return on_timeline.empty() ? track.times_ms(0) : on_timeline;
}

template <class Function> void for_each_recurrence(const event_track& track, double begin, double end,
                                                   const Function& fire) {
    const double length = track.global_duration();
    const bool is_still = !(length > 0);
    if (is_still && !(begin <= 0 && 0 < end)) {
        return;
    }
    for (const u32<>& stored : all_times(track)) {
        const double time = stored.get() / 1000.0;
        const bool all = is_still || (begin < end && !(end - begin < length));
        if (all || (begin < end && recurs_within(looped(time, length), length, begin, end))) {
            fire(time);
        }
    }
}

} // namespace impl

// Calls `fire(seconds since the animation began)` for each time in [begin, end) at which an event happens in an
// animation. `number`: the animation's number. For the last step of an animation, pass an `end` after its duration, for
// example infinity: events at the very end belong to the animation.
// - If the event follows a global sequence, `begin` and `end` are global times. Each time of the track fires once,
//   however long the interval is. A time at or after the loop's end is taken modulo the loop's length.
// - A global sequence of length 0, or one that does not exist, stays at 0: its events happen once, at global time 0.
// - If the track has ranges, but none for the animation, the event does not happen in the animation.
template <class Function> void for_each_firing(const model& from, const event& fired, std::uint32_t number,
                                               double begin, double end, Function&& fire) {
    const event_track track = fired.times();
    if (track.is_global()) {
        impl::for_each_recurrence(track, begin, end, fire);
        return;
    }
    const animation played = from.animations().at(number);
    if (!played) {
        return;
    }
    for (const u32<>& stored : track.times_ms(number)) { // from version 264 on
        const double time = stored.get() / 1000.0;
        if (time >= begin && time < end) {
            fire(time);
        }
    }
    const m2::timeline timeline = track.timeline();
    const array<u32<>> times = timeline.times_ms();
    const auto* const range = timeline.ranges().at(number);
    if (range == nullptr && !timeline.ranges().empty()) {
        return;
    }
    const double start = played.start_ms();
    const double stop = played.end_ms();
    const std::size_t first = range != nullptr ? std::size_t{range->first} : 0;
    const std::size_t last = range != nullptr ? std::size_t{range->last} : times.size();
    for (std::size_t i = first; i < last && i < times.size(); ++i) {
        const double stored = times[i];
        const bool is_inside = range != nullptr || (start <= stored && stored <= stop);
        const double time = (stored - start) / 1000.0;
        if (is_inside && time >= begin && time < end) {
            fire(time);
        }
    }
}

}}} // namespace effigy::v0::m2
