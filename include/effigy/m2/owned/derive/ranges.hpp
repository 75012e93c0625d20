// Which keys of a time line an animation uses, before version 264.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/m2/owned/tracks.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// The rules are in docs/m2.md. Times that fall count as if they rose.
[[nodiscard]] inline owned_key_range range_of_values(std::span<const std::uint32_t> times, std::uint32_t start,
                                                     std::uint32_t end) noexcept {
    const auto last_number = static_cast<std::uint32_t>(times.size() - (times.empty() ? 0U : 1U));
    const auto after = static_cast<std::uint32_t>(count_before(times, [&](std::uint32_t t) { return t <= start; }));
    const auto last = static_cast<std::uint32_t>(count_before(times, [&](std::uint32_t t) { return t < end; }));
    return {.first = after != 0 ? after - 1 : 0, .last = last < last_number ? last : last_number};
}
[[nodiscard]] inline owned_key_range range_of_events(std::span<const std::uint32_t> times, std::uint32_t start,
                                                     std::uint32_t end) noexcept {
    const auto first = static_cast<std::uint32_t>(count_before(times, [&](std::uint32_t t) { return t < start; }));
    const auto last = static_cast<std::uint32_t>(count_before(times, [&](std::uint32_t t) { return t <= end; }));
    return {.first = first, .last = last > first ? last : first};
}
template <class Track>
[[nodiscard]] owned_key_range range_in(const owned_model& model, const Track& of, const owned_animation& one) noexcept {
    const auto times = model.get(of.times);
    return is_event_track<Track> ? range_of_events(times, one.start, one.end)
                                 : range_of_values(times, one.start, one.end);
}

// Tracks of values with at most one key, and those of global sequences, have no ranges.
template <class Track> [[nodiscard]] constexpr bool has_ranges(const Track& of) noexcept {
    return of.global_sequence < 0 && (is_event_track<Track> || of.times.count > 1);
}

// All tracks of a file have the same number of ranges: those of the animations, and mostly one more of zeros. Returns
// how many more; without any ranges, what the client has: none if the first animation starts at 0.
[[nodiscard]] inline std::uint32_t surplus_of_ranges(const owned_model& model) noexcept {
    const auto all = model.get(model.animations);
    std::uint32_t out = !all.empty() && all[0].start == 0 ? 0 : 1;
    bool is_known = false;
    for_each_track(model, [&](const auto& track, const char*) {
        if (!is_known && track.ranges.count >= all.size() && has_ranges(track) && track.ranges.count != 0) {
            is_known = true;
            out = track.ranges.count - model.animations.count;
        }
    });
    return out;
}

template <class Track> void set_ranges(owned_model& model, Track& track, std::uint32_t surplus) {
    pool<owned_key_range> ranges{model.all<char>().resource()};
    if (has_ranges(track)) {
        for (const owned_animation& one : std::as_const(model).get(model.animations)) {
            ranges.push_back(range_in(model, track, one));
        }
        ranges.resize(ranges.size() + surplus);
    }
    track.ranges = {};
    if (!ranges.empty()) { // else a track that the version does not store stays empty
        model.set<owned_key_range>(track.ranges, ranges);
    }
}

template <class = when_used> [[nodiscard]] error set_all_ranges(owned_model& model) {
    const std::uint32_t surplus = surplus_of_ranges(model);
    const std::uint64_t bytes = (std::uint64_t{model.animations.count} + surplus) * sizeof(owned_key_range);
    std::uint64_t all = 0;
    for_each_track(std::as_const(model), [&](const auto& track, const char*) { all += has_ranges(track) ? bytes : 0; });
    if (all > model.budget()) {
        return error{{"m2.animations", location::nowhere},
                     errc::budget,
                     model.budget(),
                     static_cast<std::int64_t>(all),
                     "bytes of ranges"};
    }
    for_each_track(model, [&](auto& track, const char*) { set_ranges(model, track, surplus); });
    return {};
}

}}}} // namespace effigy::v0::m2::impl
