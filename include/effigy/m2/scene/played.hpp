// Tracks that are played together, for channels that several tracks make.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/m2/scene/channels.hpp>
#include <effigy/m2/scene/loops.hpp>

#include <array>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// A part of the time of a scene: an animation, with all loops, or one loop alone.
struct played_part {
    std::uint32_t animation = 0;
    std::uint32_t loop = npos; // the only global sequence that moves; all else is as at the start of the animation
    double seconds = 0;

    // Returns how long a track moves.
    template <class Track> [[nodiscard]] double time_of(const Track& track,
                                                        std::uint32_t loop_of_track) const noexcept {
        const bool moves = loop == npos ? !track.is_global() || loop_of_track != npos : loop_of_track == loop;
        return moves ? seconds : 0;
    }
};

// A track's values over a clip. Call go_to() with ascending times.
template <class Track> class played_track {
    using keys_type = decltype(std::declval<const Track&>().keys(0));
    using value_type = decltype(value_between(std::declval<const keys_type&>(), interpolation::linear, 0, 0.0));

public:
    played_track(const Track& track, std::uint32_t number, std::pmr::memory_resource* memory)
        : track_(track), keys_(track.keys(number)), pieces_(memory) {}

    [[nodiscard]] std::uint64_t cost(double duration) const noexcept {
        return keys_.times.size() * loop_count(timing_of(track_, keys_.times), duration);
    }
    void play(double duration, pool<double>& times, scene_budget& from) {
        if (keys_.times.empty()) {
            return;
        }
        for_each_piece(timing_of(track_, keys_.times), duration, [&](const piece& one) {
            from.add(pieces_, one);
            from.add(times, one.from);
            from.add(times, one.to);
        });
    }
    void give_back(scene_budget& to) { to.give_back(pieces_); }
    // Moves on to the piece at a time; at() must then be called with times in this piece.
    void go_to(double seconds) noexcept {
        while (at_ + 1 < pieces_.size() && pieces_[at_].to <= seconds) {
            ++at_;
        }
    }
    // `fallback`: for a track without keys.
    [[nodiscard]] value_type at(double seconds, const value_type& fallback = {}) const noexcept {
        if (pieces_.empty()) {
            return fallback;
        }
        const piece& one = pieces_[at_];
        const double part = one.from < one.to ? fraction((seconds - one.from) / (one.to - one.from)) : 0;
        return value_between(keys_, track_.interpolation(), one.key,
                             part == 1 ? one.last : one.first + (one.last - one.first) * part);
    }

private:
    Track track_;
    keys_type keys_;
    pool<piece> pieces_;
    std::size_t at_ = 0;
};

// Takes memory for the keys of played tracks, which all channels use one after another, from the spare that is in use.
// Returns false if it does not have as much.
template <class = when_used> [[nodiscard]] bool spares_pieces(scene_maker<>& maker, std::uint64_t keys) noexcept {
    constexpr std::uint64_t of_one = 2 * (sizeof(piece) + 2 * sizeof(double));
    const std::uint64_t more = keys > maker.spared_pieces ? keys - maker.spared_pieces : 0;
    if (!maker.spares(more * of_one)) {
        return false;
    }
    maker.spared_pieces += more;
    return true;
}

// The global sequences that move the three tracks of a camera or a material; npos: none.
struct track_loops {
    std::array<std::uint32_t, 3> of{npos, npos, npos};

    [[nodiscard]] bool any() const noexcept { return (of[0] & of[1] & of[2]) != npos; }
    [[nodiscard]] bool has(std::uint32_t loop) const noexcept {
        return of[0] == loop || of[1] == loop || of[2] == loop;
    }
};

// Three tracks that are played together.
template <class First, class Second, class Third> class played_tracks {
public:
    played_tracks(scene_maker<>& maker, const First& one, const Second& two, const Third& three,
                  const track_loops& loops, const played_part& part)
        : first{one, part.animation, maker.to.memory()}, second{two, part.animation, maker.to.memory()},
          third{three, part.animation, maker.to.memory()}, maker_(&maker),
          seconds_{part.time_of(one, loops.of[0]), part.time_of(two, loops.of[1]), part.time_of(three, loops.of[2])} {}

    played_track<First> first;
    played_track<Second> second;
    played_track<Third> third;

    // Calls use(from, until) for the times between which no track changes to another key, in ascending order; the last
    // time alone. Calls nothing if there are no keys or a budget is used up.
    void for_each_interval(function_ref<void(double, double)> use) {
        const std::uint64_t keys = first.cost(seconds_[0]) + second.cost(seconds_[1]) + third.cost(seconds_[2]);
        scene_budget& memory = maker_->to;
        if (keys == 0 || !maker_->charge_steps(keys) || !spares_pieces(*maker_, keys)) {
            return;
        }
        pool<double> times{memory.memory()};
        first.play(seconds_[0], times, memory);
        second.play(seconds_[1], times, memory);
        third.play(seconds_[2], times, memory);
        heap_sort(times);
        for (std::size_t i = 0; i < times.size() && !memory.why(); ++i) {
            const double from = times[i];
            const double until = i + 1 < times.size() ? times[i + 1] : from;
            if (i == 0 || from < until) {
                first.go_to(from);
                second.go_to(from);
                third.go_to(from);
                use(from, until);
            }
        }
        memory.give_back(times);
        first.give_back(memory);
        second.give_back(memory);
        third.give_back(memory);
    }

private:
    scene_maker<>* maker_;
    std::array<double, 3> seconds_;
};

// Adds the keys of a curve from one time to another, as many as the tolerance requires.
template <class Value> void add_line(scene_maker<>& maker, channel_keys<>& to, double from, double until,
                                     double tolerance, function_ref<Value(double)> value_at) {
    const auto at = [&](double part) { return value_at(part == 1 ? until : from + (until - from) * part); };
    const std::uint32_t parts = paid_parts<Value>(maker, to, at, tolerance); // 1 if the duration is 0
    if (parts == 0) {
        return;
    }
    to.begin(from, to_real<float>(at(0)), false);
    for (std::uint32_t i = 1; from < until && i <= parts; ++i) {
        const double part = static_cast<double>(i) / parts;
        to.add(from + (until - from) * part, to_real<float>(at(part)));
    }
}

}}}} // namespace effigy::v0::m2::impl
