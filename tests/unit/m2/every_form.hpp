// Models in every kind of file, and their lists.
#pragma once

#include "m2/opened.hpp"

#include <doctest/doctest.h>

#include <cstring>

namespace m2_forms {

using namespace effigy;
using fixtures::m2::opened;
using numbers = std::vector<std::int64_t>;
using vector = vector3<float>;

template <class List> numbers values(const List& list) {
    numbers out;
    for (const auto& one : list) {
        if constexpr (requires { one.get(); }) {
            out.push_back(static_cast<std::int64_t>(one.get()));
        } else {
            out.push_back(one);
        }
    }
    return out;
}
template <class List> numbers ranges(const List& list) {
    numbers out;
    for (const auto& one : list) {
        out.insert(out.end(), {one.first, one.last});
    }
    return out;
}

// fixtures::m2::small() in every kind of file, with its companions.
template <class Check> void in_every_form(const Check& check) {
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        CAPTURE(described.chunked);
        CAPTURE(described.skeleton_id);
        CAPTURE(described.parent_skeleton_id);
        check(opened{described}.model);
    }
}
inline constexpr std::uint32_t lists_by_animation = 264; // the first version with lists of keys per animation

// Checks a track of one key at 1000 ms, made by fixtures::m2::held(). Later versions have it in each of four
// animations.
template <class Track> auto held(const Track& track) {
    CHECK(track);
    CHECK(track.interpolation() == m2::interpolation::linear);
    CHECK_FALSE(track.is_global());
    CHECK(track.global_sequence() == npos);
    track.visit_record([&](const auto& header) {
        const auto lists = track.timeline();
        if constexpr (requires { header.ranges; }) {
            CHECK(ranges(lists.ranges()) == numbers{0, 0});
            CHECK(values(lists.times_ms()) == numbers{1000});
            CHECK(track.key_count() == 1);
        } else {
            CHECK(lists.ranges().empty());
            CHECK(lists.times_ms().empty());
            CHECK(track.key_count() == 4);
            for (const std::uint32_t animation : {1U, 2U, 3U, 99U, npos}) {
                REQUIRE(track.keys(animation).times.size() == 1);
                CHECK(track.keys(animation).times[0] == 0);
                CHECK(std::memcmp(&track.keys(animation).values[0], &track.keys(0).values[0],
                                  sizeof(typename Track::stored_type)) == 0);
            }
        }
    });
    REQUIRE(track.keys(0).values.size() == 1);
    CHECK(track.keys(0).times[0] == 0);
    return track.keys(0).values[0];
}

} // namespace m2_forms
