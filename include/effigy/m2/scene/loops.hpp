// Global sequences as loops: which tracks they move, and how long a clip of several loops is.
#pragma once

#include <effigy/m2/scene/curve.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// A global sequence that moves a bone, a camera or a material.
struct moving_loop {
    std::uint32_t number = 0;
    double seconds = 0;
    bool moves_nodes = false; // bones or cameras
    bool is_seen = false;     // it moves drawn triangles
};

// Returns the number of the global sequence that moves a track; npos if none does: the track follows the animation, or
// has one value.
template <class Track> [[nodiscard]] std::uint32_t loop_of(scene_maker<>& maker, const Track& track) {
    if (!(track.global_duration() > 0)) {
        return npos;
    }
    const auto keys = track.keys(0);
    const std::size_t count = keys.times.size();
    bool moves = count > 1 && is_curved(keys, track.interpolation());
    for (std::size_t i = 1; i < count && !moves && maker.charge_steps(1); ++i) {
        moves = !(key_at<float>(keys, i).value == key_at<float>(keys, 0).value);
    }
    return moves ? track.global_sequence() : npos;
}

// Returns the time after which loops repeat together, for an animation of `duration` that moves nothing by itself: the
// length of the longest loop, or up to four times as much if that is a multiple of every loop. (Lengths are frames,
// rounded to milliseconds.) Loops of more than a minute do not count, so that poses do not last for minutes. Without
// other loops, returns the duration, or the length of the longest loop if that is shorter. Loops of materials never
// count.
[[nodiscard]] inline double common_length(const pool<moving_loop>& loops, double duration) noexcept {
    constexpr double most_seconds = 60;
    double longest = 0;
    double longest_of_all = 0;
    for (const moving_loop& one : loops) {
        longest_of_all = one.moves_nodes ? larger(longest_of_all, one.seconds) : longest_of_all;
        longest = one.moves_nodes && one.seconds <= most_seconds ? larger(longest, one.seconds) : longest;
    }
    if (longest == 0) {
        return longest_of_all == 0 || duration < longest_of_all ? duration : longest_of_all;
    }
    constexpr int most = 4;
    for (int i = 1; i <= most && longest * i <= most_seconds; ++i) {
        bool fits = true;
        for (const moving_loop& one : loops) {
            const double length = longest * i;
            const double times = length / one.seconds;
            const auto below = static_cast<double>(static_cast<std::uint32_t>(times));
            const double count = times - below < 0.5 ? below : below + 1;
            fits = fits && (!one.moves_nodes || one.seconds > most_seconds ||
                            absolute(length - count * one.seconds) <= 0.0005 * (count + i));
        }
        if (fits) {
            return longest * i;
        }
    }
    return longest;
}

}}}} // namespace effigy::v0::m2::impl
