// Clips of scenes.
#include "m2/scene.hpp"
#include "support/scene_extras.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace m2_scenes;

} // namespace

TEST_CASE("m2 scene: an animation uses the keys around it") {
    const opened all{moved_by({fixtures::m2::linear, -1, {{0, 1}, {0, 1}}, {0, 4000}, {0, 0, 0, 8, 0, 0}},
                              {{0, 0, 1000, 2000}, {4, 0, 2500, 3500}})};
    const scene made = scene_of(all);
    CHECK(worst_of(all, made) <= 1e-5);
    const scene::clip& clip = clip_named(made, "Walk");
    REQUIRE(clip.channels.size() == 1);
    CHECK(times_of(clip, 0) == numbers{0, 1});
    CHECK(clip.channels[0].values[0] == 1 + 5); // relative to the pivot
    CHECK(clip.channels[0].values[3] == 1 + 7);
}

TEST_CASE("m2 scene: keys in any order, at the same time, and constant ones") {
    const auto values = [](std::size_t count) {
        std::vector<float> out;
        for (std::size_t i = 0; i < count; ++i) {
            out.insert(out.end(), {static_cast<float>(i * i), static_cast<float>(i), 1});
        }
        return out;
    };
    const std::vector<std::vector<std::uint32_t>> all_times{
        {100, 300, 600, 900}, {100, 600, 300, 900}, {500, 100, 900, 1200},   {100, 500, 500, 800},
        {100, 900, 300, 500}, {0, 1000, 2000, 500}, {1500, 1600, 1700, 1800}};
    for (const auto type : {fixtures::m2::step, fixtures::m2::linear}) {
        for (const std::vector<std::uint32_t>& times : all_times) {
            CAPTURE(times);
            const opened all{moved_by({type, -1, {}, times, values(times.size())}, {{0, 0, 0, 1001}})};
            const scene made = scene_of(all);
            CHECK(worst_of(all, made) <= 1e-5);
        }
    }
}

TEST_CASE("m2 scene: curves become lines within a tolerance") {
    const opened all{moved_by({fixtures::m2::hermite,
                               -1,
                               {},
                               {0, 1000},
                               {0, 0, 0, 0, 0, 0, 9, 0, 0, //
                                1, 0, 0, 0, 8, 0, 0, 0, 0}},
                              {{0, 0, 0, 1000}})};
    const scene made = scene_of(all);
    CHECK(worst_of(all, made) <= 1e-4);
    CHECK(worst_of(all, made) > 0);
    CHECK(times_of(made.clips[0], 0).size() > 8);
}

TEST_CASE("m2 scene: a clip without motion has no channels, but keeps its duration") {
    const opened all{moved_by(fixtures::m2::constant({0, 0, 0}), {{0, 0, 0, 1500}, {4, 0, 2000, 2000}})};
    const scene made = scene_of(all);
    CHECK(worst_of(all, made) == 0);
    REQUIRE(made.clips.size() == 2);
    REQUIRE(made.clips[0].channels.size() == 1);
    CHECK(made.clips[0].channels[0].node == 0);
    CHECK(times_of(made.clips[0], 0) == numbers{0, 1.5});
    CHECK(times_of(made.clips[1], 0) == numbers{0});
    const opened moved{moved_by(fixtures::m2::constant({0, 2, 0}), {{0, 0, 0, 1500}})};
    const scene other = scene_of(moved);
    CHECK(worst_of(moved, other) <= 1e-6);
    CHECK(times_of(other.clips[0], 0) == numbers{0, 1.5}); // one key, and one at the end
}

TEST_CASE("m2 scene: global sequences continue through a clip") {
    for (const auto type : {fixtures::m2::step, fixtures::m2::linear}) {
        for (const std::uint32_t loop : {700U, 4000U}) { // the longer one ends with the clip
            CAPTURE(loop);
            const opened all{turned(looped(loop, 2501, type))};
            const scene made = scene_of(all);
            CHECK(worst_of(all, made) <= 1e-5);
            CHECK(length_of(clip_named(made, "Stand")) == doctest::Approx(2.501));
            CHECK(length_of(clip_named(made, "global_0")) == doctest::Approx(loop / 1000.0));
            CHECK_FALSE(leaves_out(made.clips[0].extras));
        }
    }
    fixtures::m2::model empty = looped(700, 1000);
    empty.global_sequences = {0};
    const opened still{empty};
    const scene made = scene_of(still);
    CHECK(made.clips.size() == 1);
    CHECK(worst_of(still, made) == 0);
}

TEST_CASE("m2 scene: a loop that would repeat too often is left out of the clip of an animation") {
    const opened all{turned(looped(3, 4'000'000'000))};
    const scene made = scene_of(all);
    REQUIRE(made.clips.size() == 2);
    CHECK(leaves_out(made.clips[0].extras));
    CHECK(made.clips[0].channels.size() == 1);
    CHECK(length_of(made.clips[0]) == doctest::Approx(4'000'000));
    CHECK_FALSE(leaves_out(made.extras));
    const scene::clip& loop = made.clips[1];
    CHECK(loop.name == "global_0");
    CHECK(extra<double>(loop.extras, "globalSequence") == 0);
    CHECK(extra<double>(loop.extras, "duration") == 0.003);
    CHECK(worst_of(all, made, loop) <= 1e-5);

    fixtures::m2::model both = turned(looped(3, 60'000)); // the other loop still fits
    both.global_sequences = {3, 30'000};
    both.bones[0].scale = {fixtures::m2::linear, 1, {}, {0, 30'000}, {1, 1, 1, 2, 2, 2}};
    const scene some = scene_of(both);
    CHECK(leaves_out(some.clips[0].extras));
    CHECK(some.clips[0].channels.size() == 2);
    CHECK(some.clips.size() == 3);
}

TEST_CASE("m2 scene: a loop that moves triangles is kept where one that moves none is left out") {
    fixtures::m2::model described = turned(looped(100, 20'000)); // 200 repetitions
    described.global_sequences = {100, 90};
    described.bones.push_back({0, {2, 2, 3}}); // moves no vertex
    described.bones[1].translation = {fixtures::m2::linear, 1, {}, {0, 45, 90}, {0, 0, 0, 1, 0, 0, 3, 0, 0}};
    const opened all{described};
    const scene made = scene_of(all);
    REQUIRE(made.clips.size() == 3);
    CHECK(leaves_out(made.clips[0].extras));
    CHECK(made.clips[0].channels.size() == 2);
    CHECK(worst_of(all, made) <= 2e-4);        // times are floats
    described.bones.push_back({1, {2, 2, 4}}); // a child of the second bone that moves a vertex
    described.vertices[0].bones[0] = 2;
    const opened seen{described};
    const scene whole = scene_of(seen);
    CHECK_FALSE(leaves_out(whole.clips[0].extras));
    CHECK(worst_of(seen, whole) <= 2e-4);
}

TEST_CASE("m2 scene: an animation that moves nothing by itself is as long as its loops") {
    { // 500 repetitions would exceed the limit of memory
        const opened all{looped(1333, 666'700)};
        const scene made = scene_of(all);
        CHECK(length_of(made.clips[0]) == doctest::Approx(1.333));
        CHECK(extra<double>(made.clips[0].extras, "duration") == 666.7);
        CHECK_FALSE(leaves_out(made.clips[0].extras));
        CHECK(worst_of(all, made) <= 1e-5);
    }
    const auto length_with = [](std::uint32_t first, std::uint32_t second, std::uint32_t duration) {
        fixtures::m2::model described = looped(first, duration);
        described.global_sequences = {first, second};
        described.bones[0].scale = {fixtures::m2::linear, 1, {}, {0, second}, {1, 1, 1, 2, 2, 2}};
        const opened all{described};
        const scene made = scene_of(all);
        CHECK(worst_of(all, made) <= 1e-5);
        CHECK(made.clips.size() == 3);
        return length_of(made.clips[0]);
    };
    CHECK(length_with(1000, 1500, 100) == doctest::Approx(3));
    CHECK(length_with(667, 5333, 100) == doctest::Approx(5.333)); // 20 and 160 frames
    CHECK(length_with(1000, 1100, 100) == doctest::Approx(1.1));
    CHECK(length_with(24'000, 40'000, 100) == doctest::Approx(40)); // not two minutes
    CHECK(length_with(2000, 90'000, 100) == doctest::Approx(2));
    CHECK(length_with(80'000, 90'000, 100) == doctest::Approx(0.1));
    CHECK(length_with(80'000, 90'000, 500'000) == doctest::Approx(90));
}

TEST_CASE("m2 scene: a global sequence whose keys are equal is no loop") {
    fixtures::m2::model described = looped(33, 3000);
    described.bones[0].translation.values = {1, 0, 0, 1, 0, 0, 1, 0, 0};
    const opened all{described};
    const scene made = scene_of(all);
    REQUIRE(made.clips.size() == 1);
    CHECK(times_of(made.clips[0], 0) == numbers{0, 3});
    CHECK(worst_of(all, made) <= 1e-5);
}

TEST_CASE("m2 scene: a track with one value on a global sequence holds it in the clip of that sequence") {
    for (const std::uint32_t version : {256U, 260U}) {
        for (const std::int16_t sequence : {std::int16_t{0}, std::int16_t{1}}) { // 0 moves the first bone, 1 the second
            CAPTURE(version);
            CAPTURE(sequence);
            fixtures::m2::model described = looped(700, 1000);
            described.version = version;
            described.global_sequences = {700, 500};
            described.bones[0].rotation = {fixtures::m2::linear, sequence, {}, {0}, {0, 0.6F, 0, 0.8F}};
            described.bones.push_back({0, {2, 2, 3}});
            described.bones[1].scale = {fixtures::m2::linear, 1, {}, {0, 500}, {1, 1, 1, 2, 2, 2}};
            described.bones[1].translation = {fixtures::m2::linear, sequence, {}, {0, 9}, {0, 4, 0, 0, 4, 0}};
            described.vertices[0].bones[0] = 1;
            const opened all{described};
            const scene made = scene_of(all);
            REQUIRE(made.clips.size() == 3);
            CHECK(worst_of(all, made) <= 1e-5);
            CHECK(made.clips[1].channels.size() == (sequence == 0 ? 3 : 1));
            CHECK(made.clips[2].channels.size() == (sequence == 1 ? 3 : 1));
        }
    }
}

TEST_CASE("m2 scene: clips of global sequences do not depend on animations") {
    fixtures::m2::model described = looped(700, 1000);
    const std::uint16_t other[] = {77};
    const opened all{described};
    const scene chosen = scene_of(all, {.clip_ids = other});
    REQUIRE(chosen.clips.size() == 1);
    CHECK(chosen.clips[0].name == "global_0");
    CHECK(scene_of(all, {.include_clips = false}).clips.empty());
    described.animations.clear();
    const opened alone{described};
    const scene made = scene_of(alone);
    REQUIRE(made.clips.size() == 1);
    CHECK(worst_of(alone, made) <= 1e-5);
    for (std::uint32_t id = 0; id <= 0xFFFF; ++id) {
        CHECK_FALSE(m2::animation_name(static_cast<std::uint16_t>(id)).starts_with("global"));
    }
}

TEST_CASE("m2 scene: a global sequence moves a camera") {
    for (const bool follows : {false, true}) { // whether the animation moves the target
        fixtures::m2::model described = looped(700, 1000);
        described.bones[0].translation = {};
        described.cameras = fixtures::m2::small(260).cameras;
        described.cameras.resize(1);
        fixtures::m2::camera& seen = described.cameras[0];
        seen.position = {fixtures::m2::linear,
                         0,
                         {},
                         {0, 700},
                         {0, 0, 0, 0, 0, 0, 0, 0, 0, //
                          4, 0, 0, 4, 0, 0, 4, 0, 0}};
        seen.target = fixtures::m2::constant({0, 0, 9, 0, 0, 9, 0, 0, 9});
        if (follows) {
            seen.target.interpolation = fixtures::m2::linear;
            seen.target.times = {0, 1000};
            seen.target.values = {0, 0, 9, 0, 0, 9, 0, 0, 9, 0, 5, 9, 0, 5, 9, 0, 5, 9};
        }
        const opened all{described};
        const scene made = scene_of(all);
        REQUIRE(made.clips.size() == 2);
        CHECK(length_of(made.clips[0]) == doctest::Approx(follows ? 1 : 0.7));
        for (const scene::clip& clip : made.clips) {
            const bool is_loop = &clip == &made.clips[1];
            CHECK(length_of(clip) == doctest::Approx(is_loop || !follows ? 0.7 : 1));
            for (int i = 0; i < 20; ++i) {
                const double seconds = i / 20.0 * length_of(clip);
                const auto now = m2::sample<double>(all.model.cameras()[0], {0, is_loop ? 0 : seconds, seconds});
                check_camera(made, clip, seconds, now);
            }
        }
    }
}

TEST_CASE("m2 scene: NaN values are skipped") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const opened all{
        moved_by({fixtures::m2::linear, -1, {}, {0, 400, 800}, {0, 0, 0, nan, 0, 0, 4, 0, 0}}, {{0, 0, 0, 800}})};
    const scene made = scene_of(all);
    CHECK(times_of(made.clips[0], 0) == numbers{0, static_cast<double>(0.8F)});
}

TEST_CASE("m2 scene: names of clips are unique, and aliases are further names of a clip") {
    const scene made = scene_of(moved_by({}, {{4, 0, 0, 10}, {4, 0, 20, 30}, {4, 2, 40, 50}, {9000, 0, 60, 70}}));
    CHECK(names_in(made.clips) == names{"Walk", "Walk (1)", "Walk_2", "animation_9000"});

    const scene later = scene_of(fixtures::m2::small(264));
    REQUIRE(later.clips.size() == 2);
    CHECK(later.clips[0].name == "Stand");
    CHECK(texts_in(later.clips[0].extras, "aliases") == names{std::string{m2::animation_name(6)}});
    CHECK(texts_in(later.clips[1].extras, "aliases") == names{std::string{m2::animation_name(5)}});
}

TEST_CASE("m2 scene: options choose animations by their ids, or none") {
    const opened all{fixtures::m2::small(264)};
    const std::uint16_t alias[] = {5};
    const scene made = scene_of(all, {.clip_ids = alias});
    REQUIRE(made.clips.size() == 1);
    CHECK(made.clips[0].name == "Walk_1");
    CHECK(scene_of(all, {.include_clips = false}).clips.empty());
}

TEST_CASE("m2 scene: invalid aliases are clips of their own") {
    fixtures::m2::model described = fixtures::m2::small(264);
    for (fixtures::m2::animation& each : described.animations) {
        each.flags = fixtures::m2::inside | fixtures::m2::is_alias;
    }
    described.animations[0].alias = 1;
    described.animations[1].alias = 0;
    described.animations[2].alias = 3;
    described.animations[3].alias = 2;
    CHECK(scene_of(described).clips.size() == 4);
}
