#include "m2/fixtures_keys.hpp"

#include <algorithm>
#include <cmath>

namespace fixtures::m2 {

namespace {

// The first animation in the chain of aliases that has one of these flags or is not an alias.
[[nodiscard]] std::size_t follow(const std::vector<animation>& animations, std::size_t i, std::uint32_t until) {
    for (std::size_t steps = 0; steps < animations.size(); ++steps) {
        const animation& one = animations[i];
        if ((one.flags & until) != 0 || (one.flags & is_alias) == 0 || one.alias >= animations.size()) {
            break;
        }
        i = one.alias;
    }
    return i;
}

using value = std::vector<float>;

[[nodiscard]] value between(const value& from, const value& to, float share, bool are_quaternions) {
    float cosine = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        cosine += from[i] * to[i];
    }
    float from_part = 1 - share;
    float to_part = share;
    if (are_quaternions) {
        const float angle = std::acos(std::fmin(std::fabs(cosine), 1.0F));
        if (angle > 1e-3F) {
            from_part = std::sin(from_part * angle) / std::sin(angle);
            to_part = std::sin(to_part * angle) / std::sin(angle);
        }
        to_part = cosine < 0 ? -to_part : to_part;
    }
    value out(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        out[i] = from_part * from[i] + to_part * to[i];
    }
    return out;
}

// The keys of a track in range `i`, or all keys if the track does not have this range.
class byte_view {
public:
    byte_view(const track& track, std::size_t i, bool are_quaternions)
        : of_(track), are_quaternions_(are_quaternions), last_(track.times.size() - 1),
          width_(track.values.size() / track.times.size()) {
        if (i < track.ranges.size()) {
            last_ = std::min<std::size_t>(track.ranges[i][1], last_);
            first_ = std::min<std::size_t>(track.ranges[i][0], last_);
        }
    }

    [[nodiscard]] key_list within(std::uint32_t start, std::uint32_t end) const {
        key_list out;
        const auto add = [&](std::uint32_t time, const value& number) {
            out.times.push_back(time - start);
            out.values.insert(out.values.end(), number.begin(), number.end());
        };
        const bool takes_neighbors = of_.interpolation < hermite && first_ != last_;
        if (takes_neighbors && of_.times[first_] < start) {
            add(start, at(start));
        }
        for (std::size_t k = first_; k <= last_; ++k) {
            const std::uint32_t time = of_.times[k];
            if (time >= start && time <= end && !(time == start && !out.times.empty())) {
                add(time, key(k));
            }
        }
        if (takes_neighbors && of_.times[last_] > end && end != start && of_.times[first_] < end) {
            add(end, at(end));
        }
        if (out.times.empty()) {
            add(start, at(start));
        }
        return out;
    }

private:
    [[nodiscard]] value key(std::size_t k) const {
        const auto begin = of_.values.begin() + static_cast<std::ptrdiff_t>(k * width_);
        return {begin, begin + static_cast<std::ptrdiff_t>(width_)};
    }
    [[nodiscard]] value at(std::uint32_t time) const {
        std::size_t k = first_;
        while (k < last_ && of_.times[k + 1] <= time) {
            ++k;
        }
        if (k == last_ || time <= of_.times[k] || of_.interpolation == step) {
            return key(k);
        }
        const auto passed = static_cast<float>(time - of_.times[k]);
        return between(key(k), key(k + 1), passed / static_cast<float>(of_.times[k + 1] - of_.times[k]),
                       are_quaternions_);
    }

    const track& of_;
    bool are_quaternions_;
    std::size_t first_ = 0, last_, width_;
};

} // namespace

std::size_t resolved(const std::vector<animation>& animations, std::size_t i) { return follow(animations, i, 0); }

std::size_t key_file_of(const std::vector<animation>& animations, std::size_t i) {
    constexpr std::uint32_t also_inside = 0x110; // public readers treat these like `inside`
    if (i >= animations.size()) {
        return in_model;
    }
    const std::size_t target = follow(animations, i, inside);
    return (animations[target].flags & (inside | also_inside)) != 0 ? in_model : target;
}

std::vector<key_list> values_by_animation(const track& track, const std::vector<animation>& animations,
                                          bool are_quaternions) {
    if (!track.lists.empty() || track.times.empty()) {
        return track.lists;
    }
    const bool is_constant = track.ranges.empty() && track.times.size() == 1;
    if (track.global >= 0 || is_constant || animations.empty()) {
        return {{track.times, track.values}};
    }
    std::vector<key_list> out;
    for (std::size_t i = 0; i < animations.size(); ++i) {
        const std::size_t shown = resolved(animations, i);
        out.push_back(byte_view{track, shown, are_quaternions}.within(animations[shown].start, animations[shown].end));
    }
    return out;
}

std::vector<key_list> times_by_animation(const track& track, const std::vector<animation>& animations) {
    if (!track.lists.empty() || track.times.empty()) {
        return track.lists;
    }
    if (track.global >= 0 || animations.empty()) {
        return {{track.times}};
    }
    std::vector<key_list> out(animations.size());
    for (std::size_t i = 0; i < animations.size(); ++i) {
        const std::size_t shown = resolved(animations, i);
        for (std::size_t k = 0; k < track.times.size(); ++k) {
            const bool is_named = shown < track.ranges.size()
                                      ? k >= track.ranges[shown][0] && k < track.ranges[shown][1]
                                      : track.ranges.empty();
            if (is_named && track.times[k] >= animations[shown].start && track.times[k] <= animations[shown].end) {
                out[i].times.push_back(track.times[k] - animations[shown].start);
            }
        }
    }
    return out;
}

} // namespace fixtures::m2
