// Keys of models that are converted to other versions.
#include "m2/converted.hpp"
#include "m2/opened.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

namespace {

using namespace converted_m2;

} // namespace

TEST_CASE("m2 convert: to lists, each animation has its keys from 0, and values at its start and end") {
    // No key is at 1000 and at 2000, one is at 5000 and at 5500.
    const auto made = converted(
        moving(256, rising({500, 1500, 2500, 5000, 5500}, {0, 10, 20, 30, 40}, {{0, 2}, {3, 4}, {0, 0}})), 264);
    const auto parts = list(made, first<m2::owned_bone>(made).translation.parts);
    REQUIRE(parts.size() == 2);
    CHECK(list(made, parts[0].times) == times{0, 500, 1000});
    CHECK(heights(made, parts[0].values) == std::vector<float>{5, 10, 15});
    CHECK(list(made, parts[1].times) == times{0, 500});
    CHECK(heights(made, parts[1].values) == std::vector<float>{30, 40});
}

TEST_CASE("m2 convert: to lists, steps need no key at the end, and equal keys become one") {
    tellings told;
    const auto made = converted(
        moving(256, rising({1000, 1500, 5000, 5500}, {1, 2, 3, 3}, {{0, 1}, {2, 3}, {0, 0}}, step)), 264, told);
    CHECK(told.codes["convert-key-outside"] == 0);
    const auto parts = list(made, first<m2::owned_bone>(made).translation.parts);
    REQUIRE(parts.size() == 2);
    CHECK(list(made, parts[0].times) == times{0, 500});
    CHECK(list(made, parts[1].times) == times{0});
    CHECK(heights(made, parts[1].values) == std::vector<float>{3});
}

TEST_CASE("m2 convert: to lists, one key is at time 0, and keys of a global sequence stay") {
    fixtures::m2::model described = moving(256, rising({1700}, {7}));
    described.global_sequences = {3000};
    track turning = rising({0, 1000, 3000}, {1, 2, 1});
    turning.global = 0;
    described.bones[0].scale = turning;
    const auto made = converted(described, 264);
    const auto& bone = first<m2::owned_bone>(made);
    const auto held = list(made, bone.translation.parts);
    REQUIRE(held.size() == 1);
    CHECK(list(made, held[0].times) == times{0});
    CHECK(heights(made, held[0].values) == std::vector<float>{7});
    const auto global = list(made, bone.scale.parts);
    REQUIRE(global.size() == 1);
    CHECK(list(made, global[0].times) == times{0, 1000, 3000});
    CHECK(bone.scale.global_sequence == 0);
    CHECK(bone.rotation.parts.empty());

    const auto back = converted(described, 260);
    CHECK(back.version == 260);
    fixtures::m2::model without_animations = moving(256, rising({0, 400}, {1, 2}));
    without_animations.animations.clear();
    const auto still = converted(without_animations, 264);
    REQUIRE(first<m2::owned_bone>(still).translation.parts.count == 1);
    CHECK(list(still, first<m2::owned_bone>(still).translation.times) == times{0, 400});
}

TEST_CASE("m2 convert: to lists, what is outside of animations is told") {
    tellings told;
    fixtures::m2::model described =
        moving(256, rising({1000, 2000, 3000, 4000, 5000}, {1, 2, 3, 4, 5}, {{0, 1}, {4, 4}, {0, 0}}));
    described.events = {{.times = {.ranges = {{0, 2}, {2, 3}}, .times = {1000, 2500, 5200}}}};
    const auto made = converted(described, 264, told);
    CHECK(told.codes["convert-key-outside"] == 1);
    CHECK(told.codes["convert-event-outside"] == 1);
    CHECK(told.places["m2.events[].times"] == 1);
    const auto parts = list(made, first<m2::owned_event>(made).times.parts);
    REQUIRE(parts.size() == 2);
    CHECK(list(made, parts[0].times) == times{0});
    CHECK(list(made, parts[1].times) == times{200});

    told = {};
    static_cast<void>(
        converted(moving(256, rising({1000, 1900, 1500, 2000}, {1, 2, 3, 4}, {{0, 3}, {3, 3}})), 264, told));
    CHECK(told.codes["convert-key-order"] == 1);
    CHECK(told.first == "warning: convert-key-order: m2.bones[0].translation: times that do not ascend; keys may be "
                        "lost");
}

TEST_CASE("m2 convert: to lists, keys that are added to curves have no tangents") {
    fixtures::m2::model described = moving(256, {});
    track curve{.interpolation = hermite, .ranges = {{0, 1}, {1, 1}, {0, 0}}, .times = {500, 2500}};
    curve.values = {1, 0, 0, 3, 0, 0}; // value, tangents
    described.cameras = {{.roll = curve}};
    tellings told;
    const auto made = converted(described, 264, told);
    CHECK(told.codes["convert-tangents"] != 0);
    const auto parts = list(made, first<m2::owned_camera>(made).roll.parts);
    const auto keys = list(made, parts[0].values);
    REQUIRE(keys.size() == 2);
    CHECK(keys[0].value > 1);
    CHECK(keys[0].in == 0);
}

TEST_CASE("m2 convert: to a time line, animations begin and end with a key") {
    const auto made = converted(moving_by_lists({{{100, 500}, {0, 0, 1, 0, 0, 2}}, {{}, {}}}), 260);
    const auto& moved = first<m2::owned_bone>(made).translation;
    CHECK(list(made, moved.times) == times{3333, 3433, 3833, 4333, 7666, 8166});
    CHECK(heights(made, moved.values) == std::vector<float>{1, 1, 2, 2, 0, 0});
    const auto ranges = list(made, moved.ranges);
    REQUIRE(ranges.size() == 3);
    CHECK(equal(ranges[0], m2::owned_key_range{0, 3}));
    CHECK(equal(ranges[1], m2::owned_key_range{4, 5}));
    CHECK(equal(ranges[2], m2::owned_key_range{}));
}

TEST_CASE("m2 convert: to a time line, keys after the end are cut, equal keys become one") {
    tellings told;
    auto made =
        converted(moving_by_lists({{{0, 800, 1200}, {0, 0, 0, 0, 0, 8, 0, 0, 12}}, {{0}, {0, 0, 5}}}), 256, told);
    CHECK(told.codes["convert-key-late"] == 1);
    const auto& moved = first<m2::owned_bone>(made).translation;
    CHECK(list(made, moved.times) == times{3333, 4133, 4333, 7666, 8166});
    CHECK(heights(made, moved.values) == std::vector<float>{0, 8, 10, 5, 5});

    made = converted(moving_by_lists({{{0, 1000}, {0, 0, 4, 0, 0, 4}}, {{0}, {0, 0, 4}}}), 256, told);
    CHECK(list(made, first<m2::owned_bone>(made).translation.times) == times{0});
    CHECK(first<m2::owned_bone>(made).translation.ranges.empty());

    told = {};
    made = converted(moving_by_lists({{{0}, {0, 0, 4}}, {{0}, {0, 0, 5}}, {{0}, {0, 0, 6}}}), 256, told);
    CHECK(told.codes["convert-lists"] == 1);
}

TEST_CASE("m2 convert: to a time line, tracks without keys in an animation rest") {
    fixtures::m2::model described = moving_by_lists({});
    track seen{};
    seen.lists = {{{0}, {0.5F}}, {{}, {}}};
    described.weights = {seen};
    track scaled{};
    scaled.lists = {{{0}, {2, 2, 2}}, {{}, {}}};
    described.bones[0].scale = scaled;
    track turned{};
    turned.lists = {{{0}, {0, 0, half, half}}, {{}, {}}};
    described.bones[0].rotation = turned;
    for (const std::uint32_t version : {256U, 260U}) {
        const auto made = converted(described, version);
        const auto& bone = first<m2::owned_bone>(made);
        CHECK(heights(made, bone.scale.values) == std::vector<float>{2, 2, 1, 1});
        const auto rotation = made.rotation_keys(bone, 1);
        REQUIRE(rotation.times.size() == 2);
        CHECK(std::abs(rotation.value<float>(0).w - 1) < 1e-4F);
        const auto& weight = first<m2::owned_track<m2::owned_opacity>>(made);
        CHECK(list(made, weight.values)[2].stored == 32767);
    }
}

TEST_CASE("m2 convert: events keep their times in both directions") {
    fixtures::m2::model described = moving_by_lists({});
    track fired{};
    fired.lists = {{{250, 1000}, {}}, {{0}, {}}};
    described.events = {{.times = fired}, {}};
    const auto old = converted(described, 260);
    const auto& event = first<m2::owned_event>(old);
    CHECK(list(old, event.times.times) == times{3583, 4333, 7666});
    const auto ranges = list(old, event.times.ranges);
    REQUIRE(ranges.size() == 3);
    CHECK(equal(ranges[0], m2::owned_key_range{0, 2}));
    CHECK(equal(ranges[1], m2::owned_key_range{2, 3}));
    CHECK(old.all<m2::owned_event>()[1].times.ranges.count == 3); // also without keys
    tellings told;
    const auto again = converted(old, 264, told);
    const auto parts = list(again, first<m2::owned_event>(again).times.parts);
    REQUIRE(parts.size() == 2);
    CHECK(list(again, parts[0].times) == times{250, 1000});
    CHECK(list(again, parts[1].times) == times{0});
    CHECK(again.all<m2::owned_event>()[1].times.parts.count == 2); // one per animation, also without keys

    fired.lists = {{{1001}, {}}, {{}, {}}};
    described.events = {{.times = fired}};
    told = {};
    static_cast<void>(converted(described, 260, told));
    CHECK(told.codes["convert-event-outside"] == 1);
}

TEST_CASE("m2 convert: events of a global sequence have one list") {
    fixtures::m2::model described = moving(256, {});
    described.global_sequences = {3000};
    described.events = {{.times = {.global = 0, .times = {100, 2000}}}};
    const auto made = converted(described, 264);
    const auto& event = first<m2::owned_event>(made);
    CHECK(event.times.global_sequence == 0);
    const auto parts = list(made, event.times.parts);
    REQUIRE(parts.size() == 1);
    CHECK(list(made, parts[0].times) == times{100, 2000});
}

TEST_CASE("m2 convert: uneven keys and times above 32 bits are refused") {
    m2::owned_model other = decoded(moving(256, rising({1000, 2000}, {1, 2})));
    other.all<m2::owned_bone>()[0].translation.times.count = 1;
    check_refused(other, 264, errc::bad_value, "m2.bones[].translation");
    other = decoded(moving_by_lists({{{0, 1000}, {0, 0, 1, 0, 0, 2}}, {{0}, {0, 0, 3}}}));
    other.get(other.animations)[0].duration = other.get(other.animations)[0].end = 0xFFFF'FFF0;
    check_refused(other, 256, errc::out_of_bounds, "m2.animations[].duration");
}

TEST_CASE("m2 convert: keys that many animations share do not multiply") {
    // Without ranges, each animation uses all keys.
    fixtures::m2::model described{.version = 256, .bones = {{}}};
    described.animations.assign(3000, {.start = 0, .end = 100'000});
    std::vector<std::uint32_t> at;
    std::vector<float> to;
    for (std::uint32_t i = 0; i < 3000; ++i) {
        described.animations[i].end -= i;
        at.push_back(i);
        to.push_back(static_cast<float>(i));
    }
    described.bones[0].translation = rising(at, to);
    check_refused(decoded(described), 264, errc::budget, "m2.bones[].translation");
    // The first list of a track may be the one that is too much.
    described.animations.resize(1);
    m2::owned_model other = decoded(described);
    const std::vector<m2::owned_bone> bones(1000, other.get(other.bones)[0]);
    other.set<m2::owned_bone>(other.bones, bones);
    check_refused(other, 264, errc::budget, "m2.bones[].translation");
}
