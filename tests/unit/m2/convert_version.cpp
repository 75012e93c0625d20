// Converting models to other versions: one test for each rule of docs/notes/m2-writing.md, section 6.
#include "m2/figure.hpp"
#include "m2/opened.hpp"

#include <effigy/content.hpp>
#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/edit.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/m2/sample/material.hpp>
#include <effigy/m2/sample/particle.hpp>
#include <effigy/m2/verify.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace {

using namespace effigy;
using namespace fixtures::m2;

// The numbers of findings, by code and by place.
struct tellings {
    std::map<std::string, int> codes;
    std::map<std::string, int> places;
    std::string first;

    void operator()(const finding& found) {
        ++codes[found.code];
        ++places[std::string{found.path_prefix} + found.path];
        first = first.empty() ? to_string(found) : first;
        CHECK(found.offset == location::nowhere);
    }
};

m2::owned_model converted(const m2::owned_model& from, std::uint32_t version, tellings& told) {
    auto out = convert_version(from, version, told);
    INFO(to_string(out.error()));
    REQUIRE(out);
    CHECK(out->version == version);
    return *std::move(out);
}
m2::owned_model converted(const fixtures::m2::model& from, std::uint32_t version, tellings& told) {
    return converted(decoded(from), version, told);
}
m2::owned_model converted(const fixtures::m2::model& from, std::uint32_t version) {
    tellings told;
    return converted(from, version, told);
}
error refused(const m2::owned_model& from, std::uint32_t version) {
    return convert_version(from, version, [](const finding&) {}).error();
}
void check_refused(const m2::owned_model& from, std::uint32_t version, errc code, const std::string& path) {
    const error why = refused(from, version);
    INFO(to_string(why));
    CHECK(why.code == code);
    CHECK(std::string{why.path_prefix} + why.path == path);
}
template <class T> const T& first(const m2::owned_model& of) { return of.all<T>()[0]; }

template <class T> std::vector<T> list(const m2::owned_model& of, const pool_slice<T>& slice) {
    const auto all = of.get<T>(slice);
    return {all.begin(), all.end()};
}
using times = std::vector<std::uint32_t>;
std::vector<float> heights(const m2::owned_model& of, const pool_slice<effigy::vec3<form::host>>& slice) {
    std::vector<float> out;
    for (const auto& each : of.get<effigy::vec3<form::host>>(slice)) {
        out.push_back(each.z);
    }
    return out;
}

// A model with two animations, from 1000 to 2000 and from 5000 to 5500 ms, whose bone moves up.
fixtures::m2::model moving(std::uint32_t version, track moved) {
    return {.version = version,
            .animations = {{.id = 0, .start = 1000, .end = 2000}, {.id = 4, .start = 5000, .end = 5500}},
            .bones = {{.translation = std::move(moved)}}};
}
track rising(std::vector<std::uint32_t> at, std::vector<float> to, std::vector<key_range> ranges = {},
             std::int16_t kind = linear) {
    track out{.interpolation = kind, .ranges = std::move(ranges), .times = std::move(at)};
    for (const float height : to) {
        out.values.insert(out.values.end(), {0, 0, height});
    }
    return out;
}
// The same from version 264 on, with lists of keys.
fixtures::m2::model moving_by_lists(std::vector<key_list> lists, std::int16_t kind = linear) {
    fixtures::m2::model out = moving(264, {.interpolation = kind});
    out.bones[0].translation.lists = std::move(lists);
    for (animation& one : out.animations) {
        one.flags = inside;
    }
    return out;
}

} // namespace

// ---- keys ----------------------------------------------------------------------------------------------------------

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

// ---- animations ----------------------------------------------------------------------------------------------------

TEST_CASE("m2 convert: animations with the same place on the time line are aliases, in both directions") {
    fixtures::m2::model described =
        moving(256, rising({1000, 2000, 5000}, {1, 2, 3}, {{0, 1}, {2, 2}, {0, 1}, {0, 0}}));
    described.animations.push_back({.id = 0, .start = 1000, .end = 2000, .flags = 0x151});
    for (animation& one : described.animations) {
        one.padding = 0x3D75;
    }
    tellings told;
    const auto made = converted(described, 264, told);
    const auto all = made.get(made.animations);
    CHECK(all[0].flags == inside);
    CHECK(all[0].alias_next == 2);
    CHECK(all[1].alias_next == 1);
    CHECK(all[2].flags == (1 | inside | is_alias));
    CHECK(all[2].alias_next == 0);
    CHECK(all[2].variation == 1);
    CHECK(all[2].duration == 1000);
    CHECK(all[2].start == 0);
    CHECK(told.codes["convert-start"] == 3);
    const auto parts = list(made, first<m2::owned_bone>(made).translation.parts);
    REQUIRE(parts.size() == 3);
    CHECK(equal(parts[0].times, parts[2].times));

    const auto back = converted(made, 256, told);
    const auto windows = back.get(back.animations);
    CHECK(windows[0].start == 3333);
    CHECK(windows[1].start == 4333 + 3333);
    CHECK(windows[2].start == 3333);
    CHECK(windows[2].end == 4333);
    CHECK(windows[2].flags == 1);
    CHECK(windows[2].variation == 0);
    for (std::uint16_t i = 0; i < 3; ++i) {
        CHECK(windows[i].alias_next == i);
        CHECK(windows[i].padding == 0x3D75);
    }
    CHECK(told.codes["convert-alias"] == 0);
    CHECK(told.codes["convert-variation"] == 0);
}

TEST_CASE("m2 convert: animations that begin at the same time are aliases if they also end at the same time") {
    const fixtures::m2::model described{.version = 256,
                                        .animations = {{.id = 0, .start = 1000, .end = 2000},
                                                       {.id = 1, .start = 1000, .end = 1500},
                                                       {.id = 2, .start = 1000, .end = 2000},
                                                       {.id = 3, .start = 1000, .end = 1500},
                                                       {.id = 4, .start = 500, .end = 1500}}};
    const auto made = converted(described, 264);
    std::vector<int> next, aliases;
    for (const m2::owned_animation& one : made.get(made.animations)) {
        next.push_back(one.alias_next);
        aliases.push_back((one.flags & is_alias) != 0 ? 1 : 0);
    }
    CHECK(next == std::vector<int>{2, 3, 0, 1, 4});
    CHECK(aliases == std::vector<int>{0, 0, 1, 1, 0});
}

TEST_CASE("m2 convert: a time line ends below 2^32 milliseconds") {
    constexpr std::uint32_t gap = 3333; // before each animation
    fixtures::m2::model described{.version = 264, .animations = {{.end = 0xFFFF'FFFF - gap, .flags = inside}}};
    const auto made = converted(described, 260);
    CHECK(made.get(made.animations)[0].end == 0xFFFF'FFFF);
    described.animations[0].end += 1;
    check_refused(decoded(described), 260, errc::out_of_bounds, "m2.animations[].duration");
}

TEST_CASE("m2 convert: aliases with other keys, and other variations, are told") {
    fixtures::m2::model described =
        moving(256, rising({1000, 1500, 2000, 5000}, {1, 2, 3, 4}, {{0, 2}, {3, 3}, {0, 1}, {0, 0}}));
    described.animations.push_back({.id = 0, .variation = 7, .start = 1000, .end = 2000});
    tellings told;
    const auto made = converted(described, 264, told);
    CHECK(told.codes["convert-alias"] == 1);
    CHECK(told.codes["convert-variation"] == 1);
}

TEST_CASE("m2 convert: a lookup table is that of the version") {
    fixtures::m2::model described{.version = 256};
    for (const std::uint16_t id : std::initializer_list<std::uint16_t>{0, 4, 5, 1, 26, 17, 300}) {
        described.animations.push_back({.id = id, .start = 0, .end = 100});
    }
    tellings told;
    auto made = converted(described, 264, told);
    CHECK(made.animation_lookup.count == 17); // the smallest prime above twice seven ids
    const m2::written_files files = encode(made).value();
    CHECK(m2::open(files.model)->animations().find(300) == 6);
    CHECK(told.codes["convert-animation-id"] == 0);
    made.get(made.animations)[1].id = 203; // the first that version 260 does not know
    made.get(made.animations)[2].id = 202;
    made = converted(made, 260, told);
    CHECK(made.animation_lookup.count == 301);
    CHECK(told.codes["convert-animation-id"] == 2);
}

TEST_CASE("m2 convert: late versions have two times of blending") {
    for (const std::uint32_t version : {272U, 274U}) {
        fixtures::m2::model described{.version = version};
        described.animations = {{.flags = inside, .blend_time = 150U | 150U << 16U},
                                {.flags = inside, .blend_time = 150U | 50U << 16U}};
        tellings told;
        const auto made = converted(described, 264, told);
        CHECK(made.get(made.animations)[0].blend_time == 150);
        CHECK(made.get(made.animations)[1].blend_time == 150);
        CHECK(told.codes["convert-blend-time"] == 1);
        const opened file{described};
        CHECK(file.model.animations().at(1).blend_time() == 0.15);
        CHECK(file.model.animations().at(1).blend_out_time() == 0.05);
    }
}

TEST_CASE("m2 convert: ids that an edition of the game does not know become those of the same motion") {
    fixtures::m2::model described{.version = 272};
    for (const std::uint16_t id : std::initializer_list<std::uint16_t>{0, 548, 552, 552, 562, 600}) {
        described.animations.push_back({.id = id, .flags = inside});
    }
    const auto ids_in = [&](std::uint32_t version, tellings& told) {
        std::vector<int> out;
        const auto made = converted(described, version, told);
        for (const m2::owned_animation& one : made.get(made.animations)) {
            out.push_back(one.id);
        }
        return out;
    };
    tellings told;
    CHECK(ids_in(264, told) == std::vector{0, 41, 43, 43, 45, 600});
    CHECK(told.codes["convert-animation-renamed"] == 4);
    CHECK(told.codes["convert-animation-id"] == 1);
    CHECK(ids_in(256, told) == std::vector{0, 41, 43, 43, 45, 600});
    described.animations.push_back({.id = 41, .flags = inside});
    told = {};
    CHECK(ids_in(264, told) == std::vector{0, 548, 43, 43, 45, 600, 41});
    CHECK(told.codes["convert-animation-id"] == 2);
    described = fixtures::m2::model{.version = 256, .animations = {{.id = 505, .end = 1}, {.id = 506, .end = 1}}};
    told = {};
    static_cast<void>(converted(described, 264, told));
    CHECK(told.codes["convert-animation-id"] == 1);
}

TEST_CASE("m2 convert: flags of animations, bones and ribbons that older versions do not have") {
    fixtures::m2::model described{.version = 272,
                                  .animations = {{.flags = inside | 0x300U}, {.flags = inside | 0x800U}}};
    described.bones = {{.flags = 0x8}, {.flags = 0x408}};
    tellings told;
    const auto made = converted(described, 264, told);
    CHECK(made.get(made.animations)[0].flags == inside);
    CHECK(made.get(made.animations)[1].flags == inside);
    CHECK(made.get(made.bones)[1].flags == 0x8);
    CHECK(told.places["m2.animations[].flags"] == 1);
    CHECK(told.places["m2.bones[].flags"] == 1);
    m2::owned_model trailing = decoded(fixtures::m2::model{.version = 272, .ribbons = {{}}});
    trailing.all<m2::owned_ribbon>()[0].padding = 3;
    CHECK(first<m2::owned_ribbon>(converted(trailing, 264, told)).padding == 0);
    CHECK(told.places["m2.ribbons[].padding"] == 1);
}

TEST_CASE("m2 convert: keys of .anim files are in the model") {
    const opened all{small(264)};
    const auto own = decode(all.model).value();
    tellings told;
    const auto made = converted(own, 272, told);
    for (const m2::owned_animation& one : made.get(made.animations)) {
        CHECK((one.flags & inside) != 0);
        CHECK(one.key_place == m2::key_place::file);
    }
    const m2::written_files files = encode(made).value();
    for (const m2::written_companion& one : files.companions) {
        CHECK(one.kind == m2::companion_kind::skin_file);
    }
}
TEST_CASE("m2 convert: a model without its files is refused") {
    const opened all{small(264)};
    std::vector<m2::companion> skins;
    for (const m2::companion& one : all.companions) {
        if (one.kind == m2::companion_kind::skin_file) {
            skins.push_back(one);
        }
    }
    const auto without = decode(*m2::open(all.files.file.span(), skins)).value();
    for (const std::uint32_t version : {256U, 260U, 272U}) {
        check_refused(without, version, errc::bad_value, "m2.animations[].keyPlace");
    }
    check_refused(decode(*m2::open(all.files.file.span())).value(), 260, errc::bad_value, "m2.skinProfileCount");
}

TEST_CASE("m2 convert: substitutes of animations are those of the game's files") {
    fixtures::m2::model described{.version = 264};
    described.animations = {{.id = 0, .flags = inside}, {.id = 1, .flags = inside}, {.id = 4, .flags = inside}};
    const auto old = converted(described, 256);
    const auto table = list(old, old.playable_lookup);
    REQUIRE(table.size() == 201);
    const auto is = [&](std::size_t id, std::uint16_t by, std::uint16_t flags) {
        return table[id].fallback == by && table[id].flags == flags;
    };
    CHECK(is(0, 0, 0));
    CHECK(is(4, 4, 0));
    CHECK(is(5, 0, 0));
    CHECK(is(6, 1, 3));
    CHECK(is(13, 4, 1));
    CHECK(is(97, 0, 3));
    CHECK(is(98, 0, 1));
    CHECK(is(17, 0, 0));
    CHECK(is(135, 4, 0));
    const auto later = converted(described, 260);
    const auto table_260 = list(later, later.playable_lookup);
    REQUIRE(table_260.size() == 203);
    CHECK(table_260[45].fallback == 4);
    CHECK(table_260[45].flags == 0);
    CHECK(table_260[98].flags == 0);
    CHECK(table_260[135].fallback == 0);
    described.animations.push_back({.id = 16, .flags = inside}); // AttackUnarmed, for attacks with any weapon
    const auto armed = converted(described, 256);
    for (const std::size_t attack : {17U, 18U, 19U, 32U, 85U, 88U}) {
        CHECK(list(armed, armed.playable_lookup)[attack].fallback == 16);
    }
    described.animations = {{.id = 5, .flags = inside}};
    const auto without_stand = converted(described, 260);
    CHECK(list(without_stand, without_stand.playable_lookup)[6].fallback == 147);
    CHECK(list(without_stand, without_stand.playable_lookup)[187].fallback == 5);

    tellings told;
    static_cast<void>(converted(old, 264, told));
    CHECK(told.codes["convert-playable"] == 0);
    m2::owned_model edited = old;
    edited.get(edited.playable_lookup)[50].fallback = 4;
    static_cast<void>(converted(edited, 264, told));
    CHECK(told.codes["convert-playable"] == 1);
    edited = old;
    edited.get(edited.playable_lookup)[0].fallback = 4;
    static_cast<void>(converted(edited, 264, told));
    CHECK(told.codes["convert-playable"] == 2);
}

// ---- bones, cameras, ribbons ---------------------------------------------------------------------------------------

TEST_CASE("m2 convert: rotations are floats in version 256, and have 16 bits from 260 on") {
    fixtures::m2::model described = moving(256, {});
    described.bones[0].rotation = {
        .interpolation = linear, .times = {1000, 2000}, .values = {0, 0, 0, 1, half, 0, -half, 0}};
    tellings told;
    const auto packed_model = converted(described, 260, told);
    CHECK(told.codes["convert-rotation"] == 1);
    const auto values = list(packed_model, first<m2::owned_bone>(packed_model).packed_rotations);
    REQUIRE(values.size() == 2);
    CHECK(values[0].x == 32767);
    CHECK(values[0].w == -1);
    CHECK(values[1].x == fixtures::m2::packed(half));
    CHECK(values[1].z == fixtures::m2::packed(-half));
    const auto back = converted(packed_model, 256, told);
    const auto full = list(back, first<m2::owned_bone>(back).rotation.values);
    REQUIRE(full.size() == 2);
    CHECK(full[0].w == 1);
    CHECK(std::abs(full[1].x - half) < 2e-5F);
    CHECK(told.codes["convert-rotation"] == 1); // exact

    m2::owned_model strange = decoded(described);
    strange.all<quat<form::host>>()[0] = quaternion<float>{3, -3, std::nanf(""), -0.0F};
    const auto inside_range = converted(strange, 260, told);
    const auto limits = list(inside_range, first<m2::owned_bone>(inside_range).packed_rotations);
    CHECK(limits[0].x == -1);
    CHECK(limits[0].y == 0);
    CHECK(limits[0].z == 32767);
    CHECK(limits[0].w == 32767);
}

TEST_CASE("m2 convert: the number of a bone is unknown in version 256") {
    fixtures::m2::model described{.version = 264, .bones = {{.unknown = 77}}};
    tellings told;
    CHECK(first<m2::owned_bone>(converted(described, 260, told)).unknown == 77);
    CHECK(told.codes["convert-bone"] == 0);
    const auto old = converted(described, 256, told);
    CHECK(first<m2::owned_bone>(old).unknown == 0);
    CHECK(told.codes["convert-bone"] == 1);
    static_cast<void>(converted(old, 264, told));
    CHECK(told.codes["convert-bone"] == 2);
    CHECK(told.places["m2.bones[].unknown"] == 2);
    for (const std::uint32_t number : {0U, 1U}) {
        described.bones[0].unknown = number;
        told = {};
        static_cast<void>(converted(described, 256, told));
        CHECK(told.codes["convert-bone"] == static_cast<int>(number));
    }
}

TEST_CASE("m2 convert: the field of view of a camera is a track from version 271 on") {
    const auto made = converted(fixtures::m2::model{.version = 260, .cameras = {{.diagonal = 0.8F}}}, 272);
    const auto& camera = first<m2::owned_camera>(made);
    REQUIRE(camera.field_of_view.parts.count == 1);
    CHECK(list(made, camera.field_of_view.times) == times{0});
    CHECK(list(made, camera.field_of_view.values)[0].value == 0.8F);
    CHECK(camera.diagonal_field_of_view == 0);
    tellings told;
    for (const std::uint32_t version : {256U, 264U}) {
        CHECK(first<m2::owned_camera>(converted(made, version, told)).diagonal_field_of_view == 0.8F);
    }
    CHECK(told.codes["convert-camera"] == 0);
}
TEST_CASE("m2 convert: a camera without keys has the field of view of its type") {
    tellings told;
    m2::owned_model edited = converted(fixtures::m2::model{.version = 260, .cameras = {{.diagonal = 0.8F}}}, 272);
    edited.all<m2::owned_camera>()[0].field_of_view.parts = {};
    edited.all<m2::owned_camera>()[0].field_of_view.times = {};
    edited.all<m2::owned_camera>()[0].field_of_view.values = {};
    CHECK(first<m2::owned_camera>(converted(edited, 264, told)).diagonal_field_of_view == 0.7F);
    edited.all<m2::owned_camera>()[0].type = m2::camera_type::fly_by;
    CHECK(first<m2::owned_camera>(converted(edited, 256, told)).diagonal_field_of_view == 0.97F);
    CHECK(told.codes["convert-camera-angle"] == 2);
}
TEST_CASE("m2 convert: of a field of view that changes, the first key stays") {
    tellings told;
    fixtures::m2::model zoomed{.version = 272, .animations = {{.end = 1000, .flags = inside}}, .cameras = {{}}};
    zoomed.cameras[0].field_of_view.lists = {{{0, 1000}, {0.5F, 0, 0, 0.9F, 0, 0}}};
    CHECK(first<m2::owned_camera>(converted(zoomed, 264, told)).diagonal_field_of_view == 0.5F);
    CHECK(told.codes["convert-camera"] == 1);
}

TEST_CASE("m2 convert: a ribbon has a priority plane from version 264 on") {
    tellings told;
    const auto made = converted(fixtures::m2::model{.version = 264, .ribbons = {{.priority_plane = 3}}}, 260, told);
    CHECK(first<m2::owned_ribbon>(made).priority_plane == 0);
    CHECK(told.codes["convert-ribbon"] == 1);
}

// ---- particles -----------------------------------------------------------------------------------------------------

fixtures::m2::model with_sparks() {
    particle sparks;
    sparks.midpoint = 0.25F;
    sparks.bgra = {{{0, 128, 255, 255}, {10, 20, 30, 51}, {1, 2, 3, 0}}};
    sparks.scales = {1, 2, 0.5F};
    sparks.cells = {0, 3, 1, 4, 7, 1, 0, 0, 0, 0};
    sparks.numbers[7] = 2.5F; // spin
    sparks.flags = 0x1001;
    return {.version = 256, .particles = {sparks}};
}
TEST_CASE("m2 convert: three values of a particle become life tracks") {
    tellings told;
    const auto made = converted(with_sparks(), 264, told);
    const auto& now = first<m2::owned_particle>(made);
    CHECK(list(made, now.color.ages) == std::vector<std::int16_t>{0, 8192, 32767});
    CHECK(list(made, now.alpha.ages) == std::vector<std::int16_t>{0, 8192, 32767});
    CHECK(list(made, now.color.values)[0].x == 255);
    CHECK(list(made, now.color.values)[1].z == 10);
    CHECK(list(made, now.alpha.values)[0].stored == 32767);
    CHECK(list(made, now.alpha.values)[1].stored == 6553);
    CHECK(list(made, now.scale.values)[1].x == 2);
    CHECK(list(made, now.scale.values)[1].y == 2);
    CHECK(list(made, now.head_cell.ages) == std::vector<std::int16_t>{0, 8192, 8192, 32767});
    CHECK(list(made, now.head_cell.values) == std::vector<std::uint16_t>{0, 3, 4, 7});
    CHECK(now.tail_cell.values.empty());
    CHECK(now.spin == 2.5F);
    CHECK(now.base_spin == 0);
    CHECK(now.flags == 0x21001);
    CHECK(told.codes["convert-particle"] == 0);
}
TEST_CASE("m2 convert: life tracks of three values become these values") {
    tellings told;
    const auto old = decoded(with_sparks());
    const auto back = converted(converted(old, 264, told), 256, told);
    const auto& again = first<m2::owned_particle>(back);
    const auto& before = first<m2::owned_particle>(old);
    CHECK(equal(again.colors, before.colors));
    CHECK(equal(again.scales, before.scales));
    CHECK(again.flags == before.flags);
    CHECK(again.spin == before.spin);
    CHECK(std::abs(again.midpoint - before.midpoint) < 2e-5F);
    for (std::size_t i = 0; i < 10; ++i) {
        CHECK(again.cells[i] == (i == 2 || i == 5 ? 1 : before.cells[i]));
    }
    CHECK(told.codes["convert-particle"] == 0);
    CHECK(told.codes["convert-particle-life"] == 0);
}
TEST_CASE("m2 convert: any cell that is not 0 makes a life track of cells") {
    for (const std::size_t cell : {0U, 1U, 3U, 4U, 6U, 7U, 8U, 9U}) {
        CAPTURE(cell);
        fixtures::m2::model described = with_sparks();
        described.particles[0].cells = {};
        described.particles[0].cells[cell] = 5;
        const auto made = converted(described, 264);
        const auto& now = first<m2::owned_particle>(made);
        CHECK(now.head_cell.values.count == (cell < 5 ? 4 : 0));
        CHECK(now.tail_cell.values.count == (cell < 5 ? 0 : 4));
    }
}
TEST_CASE("m2 convert: cells that repeat are lost") {
    fixtures::m2::model repeated = with_sparks();
    repeated.particles[0].cells[2] = 4;
    tellings told;
    static_cast<void>(converted(repeated, 264, told));
    CHECK(told.places["m2.particles[].cells"] == 1);
}

TEST_CASE("m2 convert: what three values of a particle do not say is told") {
    particle smoke;
    smoke.flags = 0x80001;
    smoke.color_index = 2;
    smoke.lifespan_variation = 1;
    smoke.emission_rate_variation = 1;
    smoke.base_spin = smoke.base_spin_variation = smoke.spin_variation = 1;
    smoke.scale_variation = {0, 1};
    smoke.color = {.times = {0, 8000, 32767}, .values = {255, 0, 0, 0, 255, 0, 0, 0, 255}};
    smoke.alpha = {.times = {0, 16384, 32767}, .values = {1, 1, 0}};
    smoke.scale = {.times = {0, 16384, 32767}, .values = {1, 2, 1, 1, 1, 1}};
    smoke.head_cells = {.times = {0, 32767}, .values = {5, 6}};
    smoke.tail_cells = {.times = {0}, .values = {3}}; // constant
    smoke.multi_texture[3] = 1;
    tellings told;
    const auto made = converted(fixtures::m2::model{.version = 272, .particles = {smoke}}, 260, told);
    for (const char* const field :
         {"multiTexture", "emission.colorIndex", "flags", "lifespanVariation", "emissionRateVariation", "baseSpin",
          "baseSpinVariation", "spinVariation", "scaleVariation", "scale", "headCell", "color"}) {
        CAPTURE(field);
        CHECK(told.places[std::string{"m2.particles[]."} + field] == 1);
    }
    CHECK(told.codes["convert-particle"] == 10);
    CHECK(told.codes["convert-particle-life"] == 2);
    const auto& now = first<m2::owned_particle>(made);
    CHECK(now.flags == 1);
    CHECK(now.colors[0].r == 255);
    CHECK(now.colors[2].b == 255);
    CHECK(now.cells[4] == 6);
    CHECK(now.cells[9] == 3);
    CHECK_FALSE(now.emits_by_color);
}

TEST_CASE("m2 convert: the middle of a particle's life is where its keys bend") {
    particle flash;
    flash.color = {.times = {0, 32767}, .values = {255, 0, 0, 0, 0, 255}};
    flash.alpha = {.times = {0, 6553, 16000, 32767}, .values = {0, 1, 1 - (16000.F - 6553) / (32767 - 6553), 0}};
    flash.scale = {.times = {0, 32767}, .values = {1, 1, 3, 3}};
    tellings told;
    auto made = converted(fixtures::m2::model{.version = 264, .particles = {flash}}, 256, told);
    CHECK(told.codes["convert-particle-life"] == 0);
    const auto& now = first<m2::owned_particle>(made);
    CHECK(std::abs(now.midpoint - 0.2) < 1e-4);
    CHECK(now.colors[0].a == 0);
    CHECK(now.colors[1].a == 255);
    CHECK(now.colors[1].r == 204);
    CHECK(std::abs(now.scales[1] - 1.4) < 1e-4);

    flash.alpha = {.times = {0, 2000, 30000, 32767}, .values = {0, 1, 1, 0}}; // two bends
    made = converted(fixtures::m2::model{.version = 264, .particles = {flash}}, 256, told);
    CHECK(told.places["m2.particles[].alpha"] == 1);
    CHECK(first<m2::owned_particle>(made).colors[1].a == 255);
}

TEST_CASE("m2 convert: one of three textures of an emitter remains before version 272") {
    particle many;
    many.flags = m2::particle_has_textures | 1U;
    many.texture = 3U | 1U << 5U;
    tellings told;
    const auto made = converted(fixtures::m2::model{.version = 272, .particles = {many}}, 264, told);
    CHECK(first<m2::owned_particle>(made).texture == 3);
    CHECK(first<m2::owned_particle>(made).flags == 1);
    CHECK(told.places["m2.particles[].texture"] == 1);
}

namespace {

// A gravity of a direction, in parts of 128, and a length in units.
constexpr double gravity_unit = 0.04238648;
float packed_gravity(std::int8_t x, std::int8_t y, std::int16_t length) {
    return std::bit_cast<float>(std::uint32_t{static_cast<std::uint8_t>(x)} |
                                std::uint32_t{static_cast<std::uint8_t>(y)} << 8U |
                                std::uint32_t{static_cast<std::uint16_t>(length)} << 16U);
}
// An emitter whose particles fall, and fly up and aside a second later.
fixtures::m2::model with_packed_gravity() {
    particle falling;
    falling.flags = m2::particle_gravity_is_packed | 1U;
    falling.tracks[4].interpolation = linear;
    falling.tracks[4].lists = {{{0, 1000}, {packed_gravity(0, 0, -300), packed_gravity(64, -32, 300)}}};
    return {.version = 272, .animations = {{.end = 1000, .flags = inside}}, .particles = {falling}};
}
const double upwards = std::sqrt(1 - 0.25 - 0.0625) * 300 * gravity_unit;

} // namespace

TEST_CASE("m2 convert: gravity is packed from version 272 on") {
    const opened file{with_packed_gravity()};
    const m2::particle emitter = file.model.particles().at(0);
    REQUIRE(emitter.has_packed_gravity());
    const vector3<double> down{0, 0, -300 * gravity_unit};
    const vector3<double> aside{0.5 * 300 * gravity_unit, -0.25 * 300 * gravity_unit, upwards};
    CHECK(length(gravity_of<double>(emitter, {0, 0}) - down) < 1e-6);
    CHECK(length(gravity_of<double>(emitter, {0, 1}) - aside) < 1e-6);
    CHECK(length(gravity_of<double>(emitter, {0, 0.5}) - (aside + down) * 0.5) < 1e-6);
}

TEST_CASE("m2 convert: before version 272, gravity is what pulls downwards") {
    for (const std::uint32_t version : {256U, 264U}) {
        tellings told;
        const auto made = converted(with_packed_gravity(), version, told);
        const auto& now = first<m2::owned_particle>(made);
        CHECK((now.flags & m2::particle_gravity_is_packed) == 0);
        const auto values = made.keys(now.gravity, 0).values;
        REQUIRE(values.size() == 2);
        CHECK(std::abs(values[0] - 300 * gravity_unit) < 1e-5);
        CHECK(std::abs(values[1] + upwards) < 1e-5);
        CHECK(told.places["m2.particles[].gravity"] == 1);
    }
}

TEST_CASE("m2 convert: a packed gravity is scaled by its length") {
    m2::owned_model scaled = decoded(with_packed_gravity());
    REQUIRE_FALSE(scale(scaled, 2));
    const auto values = list(scaled, first<m2::owned_particle>(scaled).gravity.values);
    const auto bits_of = [](float of) { return std::bit_cast<std::uint32_t>(of); };
    CHECK(bits_of(values[0]) == bits_of(packed_gravity(0, 0, -600)));
    CHECK(bits_of(values[1]) == bits_of(packed_gravity(64, -32, 600)));
    CHECK(scale(scaled, 100).code == errc::bad_value);
}

TEST_CASE("m2 convert: the flag of packed gravity means nothing before version 272") {
    fixtures::m2::model described = with_packed_gravity();
    described.version = 264;
    described.particles[0].tracks[4].lists = {{{0}, {2}}};
    const opened old{described};
    CHECK(gravity_of<double>(old.model.particles().at(0), {0, 0}).z == -2);
    const auto made = converted(described, 272);
    CHECK((first<m2::owned_particle>(made).flags & m2::particle_gravity_is_packed) == 0);
    CHECK(list(made, first<m2::owned_particle>(made).gravity.values)[0] == 2);
}

TEST_CASE("m2 convert: blend modes and shapes of emitters that older versions do not have") {
    tellings told;
    for (const std::uint16_t blend : std::initializer_list<std::uint16_t>{0, 4, 5, 7}) {
        particle one;
        one.blend = blend;
        one.shape = 4;
        const auto made = converted(fixtures::m2::model{.version = 272, .particles = {one}}, 264, told);
        const auto& now = first<m2::owned_particle>(made);
        CHECK(now.emits.blend == (blend > 4 ? 4 : blend));
        CHECK(now.emits.shape == m2::emitter_shape::plane);
    }
    CHECK(told.places["m2.particles[].emission.blend"] == 2);
    CHECK(told.places["m2.particles[].emission.shape"] == 4);
}

TEST_CASE("m2 convert: emission in the form of version 263 becomes that of its version") {
    particle form_of_263;
    form_of_263.blend = 0x0204; // sphere, add
    form_of_263.shape = 0;
    tellings told;
    const auto made = converted(fixtures::m2::model{.version = 256, .particles = {form_of_263}}, 264, told);
    const auto& now = first<m2::owned_particle>(made);
    CHECK(now.emits.blend == 4);
    CHECK(now.emits.shape == m2::emitter_shape::sphere);
    const auto back = converted(made, 256, told);
    CHECK(first<m2::owned_particle>(back).emits.shape == m2::emitter_shape::sphere);
    CHECK_FALSE(first<m2::owned_particle>(back).emits_by_color);
}
TEST_CASE("m2 convert: emission in the form of version 263 stays before version 264, and shapes must be known") {
    particle form_of_263;
    form_of_263.blend = 0x0204;
    form_of_263.shape = 0;
    tellings told;
    const auto kept = converted(fixtures::m2::model{.version = 256, .particles = {form_of_263}}, 260, told);
    CHECK(first<m2::owned_particle>(kept).emits_by_color);
    particle unknown;
    unknown.shape = 0x101;
    static_cast<void>(converted(fixtures::m2::model{.version = 256, .particles = {unknown}}, 264, told));
    CHECK(told.places["m2.particles[].emission.shape"] == 1);
}

// ---- skin profiles and materials -----------------------------------------------------------------------------------

TEST_CASE("m2 convert: skin profiles are in the model or beside it") {
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        for (const std::uint32_t other : {256U, 260U, 264U, 272U}) {
            CAPTURE(version);
            CAPTURE(other);
            const opened from{figure::model(version)};
            const auto made = convert_version(from.model, other, [](const finding&) {});
            REQUIRE(made);
            const m2::written_files files = encode(*made).value();
            const auto table = files.table();
            const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
            CHECK_FALSE(verify(view));
            if (other == 264 && version != 264) { // those that its limits need
                REQUIRE(view.skin_profiles().size() == 1);
                CHECK(view.skin_profiles().at(0).bone_limit() == 21);
            } else {
                REQUIRE(view.skin_profiles().size() == from.model.skin_profiles().size());
            }
            for (std::size_t i = 0; i < view.skin_profiles().size(); ++i) {
                const auto a = from.model.skin_profiles().at(i), b = view.skin_profiles().at(i);
                CHECK(std::ranges::equal(a.vertex_lookup(), b.vertex_lookup()));
                CHECK(std::ranges::equal(a.triangles_as_stored(), b.triangles_as_stored()));
                CHECK(a.submeshes().size() == b.submeshes().size());
                CHECK(b.submesh_sortings().size() == (other < 260 ? 0 : b.submeshes().size()));
            }
        }
    }
}

TEST_CASE("m2 convert: models move in the same way") {
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        for (const std::uint32_t other : {256U, 260U, 264U, 272U}) {
            CAPTURE(version);
            CAPTURE(other);
            const opened from{figure::model(version)};
            const m2::written_files files =
                encode(convert_version(from.model, other, [](const finding&) {}).value()).value();
            const auto table = files.table();
            const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
            std::vector<tree_entry> entries{view.bones().size()};
            const m2::bone_index bones = view.index(entries);
            std::vector<pose<double>> before(view.bones().size()), after = before;
            REQUIRE(view.animations().size() == from.model.animations().size());
            for (std::uint32_t i = 0; i < view.animations().size(); ++i) {
                const double end = view.animations().at(i).duration();
                CHECK(end == from.model.animations().at(i).duration());
                for (double time = 0; time <= end; time += 0.01) {
                    apply(from.model, {i, time, time}, from.bones, before);
                    apply(view, {i, time, time}, bones, after);
                    for (std::size_t k = 0; k < before.size(); ++k) {
                        REQUIRE(length(before[k].position - after[k].position) < 1e-4);
                        REQUIRE(length(before[k].scale - after[k].scale) < 1e-4);
                        REQUIRE(std::abs(std::abs(dot(before[k].rotation, after[k].rotation)) - 1) < 1e-4);
                    }
                }
            }
        }
    }
}

// A model of one submesh in profiles that need different numbers of bones.
m2::owned_model with_profiles(std::uint32_t version, std::initializer_list<std::uint16_t> bones) {
    fixtures::m2::model described = small(version);
    described.skin_profiles.resize(1);
    m2::owned_model out = decoded(described);
    const std::uint16_t bone = list(out, out.bone_lookup)[0];
    out.set(out.bone_lookup, std::span<const std::uint16_t>{std::vector<std::uint16_t>(256, bone)});
    const m2::owned_skin_profile profile = list(out, out.skin_profiles)[0];
    out.skin_profiles = {};
    for (const std::uint16_t count : bones) {
        m2::owned_skin_profile one = profile;
        m2::owned_submesh part = list(out, profile.submeshes)[0];
        part.bone_count = count;
        part.first_palette_bone = 0;
        out.set(one.submeshes, {part});
        one.number = out.skin_profiles.count;
        out.append(out.skin_profiles, one);
    }
    out.skin_profile_count = out.skin_profiles.count;
    return out;
}

TEST_CASE("m2 convert: profiles are for the numbers of bones that the game's own files have") {
    using numbers = std::vector<std::uint32_t>;
    tellings told;
    const auto limits = [&](std::uint32_t from, std::initializer_list<std::uint16_t> bones, std::uint32_t to) {
        const auto made = converted(with_profiles(from, bones), to, told);
        numbers out;
        for (const m2::owned_skin_profile& one : list(made, made.skin_profiles)) {
            CHECK(one.number == out.size());
            out.push_back(one.bone_limit);
        }
        CHECK(made.skin_profile_count == out.size());
        return out;
    };
    CHECK(limits(256, {20, 20, 20, 20}, 264) == numbers{21});
    CHECK(limits(256, {200, 73, 52, 19}, 264) == numbers{53, 21});
    CHECK(limits(256, {200, 62, 52, 19}, 264) == numbers{64, 53, 21});
    CHECK(limits(272, {60, 40}, 264) == numbers{64, 53});
    CHECK(told.codes["convert-bone-limit"] == 0);
    CHECK(limits(272, {200, 90}, 264) == numbers{0});
    CHECK(told.codes["convert-bone-limit"] == 1);
    CHECK(told.codes["convert-detail"] == 0);
    m2::owned_model detailed = with_profiles(272, {20, 20});
    detailed.get(detailed.skin_profiles)[1].triangles.count -= 3;
    CHECK(converted(detailed, 264, told).skin_profiles.count == 1);
    CHECK(told.codes["convert-detail"] == 1);
    CHECK(limits(264, {62, 44, 21}, 256) == numbers{75, 53, 21});
    CHECK(limits(264, {62, 44, 21}, 272) == numbers{0, 0, 0});
}

TEST_CASE("m2 convert: a collision mesh with corners that do not exist is left out") {
    fixtures::m2::model described = small(264);
    described.collision_vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    described.collision_triangles = {0, 1, 2};
    described.collision_normals = {{0, 0, 1}};
    described.collision_bounds = {.min = {0, 0, 0}, .max = {1, 1, 0}, .radius = 1};
    tellings told;
    CHECK(converted(described, 256, told).collision_triangles.count == 3);
    CHECK(told.codes["convert-collision"] == 0);
    described.collision_triangles[1] = 3;
    const auto made = converted(described, 256, told);
    CHECK(told.codes["convert-collision"] == 1);
    CHECK(made.collision_triangles.empty());
    CHECK(made.collision_vertices.empty());
    CHECK(made.collision_normals.empty());
    CHECK(made.collision_bounds.radius == 0);
}

TEST_CASE("m2 convert: centers for sorting are computed, and told where they cannot be computed again") {
    fixtures::m2::model described = small(256);
    tellings told;
    const auto made = converted(described, 260, told);
    CHECK(first<m2::owned_submesh_sorting>(made).radius > 0);
    CHECK(told.codes["convert-sorting"] == 0);
    static_cast<void>(converted(made, 256, told));
    CHECK(told.codes["convert-sorting"] == 0);
    m2::owned_model edited = made;
    edited.all<m2::owned_submesh_sorting>()[0].center.x += 1;
    CHECK(equal(first<m2::owned_submesh_sorting>(converted(edited, 264, told)),
                edited.all<m2::owned_submesh_sorting>()[0]));
    CHECK(told.codes["convert-sorting"] == 0);
    static_cast<void>(converted(edited, 256, told));
    CHECK(told.codes["convert-sorting"] == 1);
}

TEST_CASE("m2 convert: before version 264, no .skin has shadows, or is missing, or has 65,536 indices") {
    fixtures::m2::model described = small(272);
    described.skin_profiles[0].shadow_batches = {{}};
    m2::owned_model own = decoded(described);
    tellings told;
    static_cast<void>(converted(own, 264, told));
    CHECK(told.codes["convert-shadows"] == 0);
    static_cast<void>(converted(own, 256, told));
    CHECK(told.codes["convert-shadows"] == 1);
    own.skin_profile_count += 1;
    const auto made = converted(own, 256, told);
    CHECK(told.codes["convert-skin"] == 1);
    CHECK(made.skin_profile_count == made.skin_profiles.count);
    own.all<m2::owned_submesh>()[0].level = 1;
    check_refused(own, 260, errc::bad_value, "m2.skinProfiles[].submeshes[].level");
    CHECK(convert_version(own, 264, told));
}

TEST_CASE("m2 convert: before version 272, a submesh has the largest number of bones of a vertex") {
    fixtures::m2::model described = small(264);
    const auto influences_in = [&](std::uint32_t version) {
        return first<m2::owned_submesh>(converted(described, version)).influence_count;
    };
    for (const std::uint16_t stored : std::initializer_list<std::uint16_t>{0, 4}) {
        described.skin_profiles[0].submeshes[0].influences = stored;
        CHECK(influences_in(260) == (stored == 0 ? 2 : stored));
        CHECK(influences_in(272) == stored);
    }
}

TEST_CASE("m2 convert: before version 264, batches do not say how they combine textures") {
    fixtures::m2::model described = small(264);
    described.flags |= combined_textures;
    described.combiner_combos = {1, 4};
    described.skin_profiles[0].batches[0].texture_count = 2;
    described.skin_profiles[0].batches[0].shader = 1;
    tellings told;
    const auto made = converted(described, 260, told);
    CHECK(told.codes["convert-combiners"] != 0);
    CHECK(made.texture_combiner_combos.empty());
    CHECK((made.flags & combined_textures) == 0);
    CHECK(first<m2::owned_batch>(made).shader == 0);
    CHECK(first<m2::owned_batch>(made).texture_count == 1);
    // The flag has no meaning before, and none without combos.
    described = small(256);
    described.flags |= combined_textures;
    CHECK((converted(described, 264, told).flags & combined_textures) == 0);
}

TEST_CASE("m2 convert: from version 272 on, shaders say what the lists of older versions say") {
    fixtures::m2::model described = small(264);
    described.flags |= combined_textures;
    described.combiner_combos = {1, 4, 0, 3};
    described.materials = {{.blend = 0}, {.blend = 2}};
    described.texture_unit_lookup = {0, -1, 0, 1, -1};
    described.skin_profiles.resize(1);
    described.skin_profiles[0].batches = {
        {.unit = 0, .texture_count = 2},                              // opaque; 4, an environment map
        {.material = 1, .unit = 2, .texture_count = 2},               // 1; 4 with the second coordinates
        {.material = 1, .unit = 4, .texture_count = 1},               // 1, an environment map
        {.unit = 0, .texture_count = 2, .shader = 2},                 // opaque; 3, an environment map
        {.material = 1, .unit = 0, .texture_count = 1, .shader = 3}}; // 3
    const auto made = converted(described, 272);
    const auto batches = list(made, first<m2::owned_skin_profile>(made).batches);
    CHECK(batches[0].shader == 0x000C);
    CHECK(batches[1].shader == 0x4014);
    CHECK(batches[2].shader == 0x0090);
    CHECK(batches[3].shader == 0x000B);
    CHECK(batches[4].shader == 0x0030);
    CHECK(made.texture_unit_lookup.empty());
    CHECK(made.texture_combiner_combos.empty());
    CHECK((made.flags & combined_textures) == 0);

    // And back: the same textures are combined in the same way.
    tellings told;
    const auto back = converted(made, 264, told);
    CHECK(told.codes["convert-shader"] == 0);
    const auto combos = list(back, back.texture_combiner_combos);
    const auto units = list(back, back.texture_unit_lookup);
    const auto again = list(back, first<m2::owned_skin_profile>(back).batches);
    const std::vector<std::vector<int>> blends{{0, 4}, {1, 4}, {1}, {0, 3}, {3}};
    const std::vector<std::vector<int>> coordinates{{0, -1}, {0, 1}, {-1}, {0, -1}, {0}};
    for (std::size_t i = 0; i < blends.size(); ++i) {
        CAPTURE(i);
        REQUIRE(again[i].texture_count == blends[i].size());
        for (std::size_t k = 0; k < blends[i].size(); ++k) {
            CHECK(combos[again[i].shader + k] == blends[i][k]);
            CHECK(units[again[i].texture_unit_combo + k] == coordinates[i][k]);
        }
    }
    const m2::written_files files = encode(made).value();
    const auto table = files.table();
    const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
    const auto drawn = view.skin_profiles().at(0).batches();
    CHECK(stage_of(view, drawn[0], 1).is_environment_map());
    CHECK(stage_of(view, drawn[1], 1).texture_unit == 1);
    CHECK(stage_of(view, drawn[2], 0).is_environment_map());
}

TEST_CASE("m2 convert: listed shaders say which texture coordinates a batch uses") {
    fixtures::m2::model described = small(272);
    described.texture_unit_lookup.clear();
    described.skin_profiles.resize(1);
    described.skin_profiles[0].batches = {{.texture_count = 2, .shader = 0x8000},
                                          {.texture_count = 2, .shader = 0x800F},
                                          {.texture_count = 2, .shader = 0x8005},
                                          {.texture_count = 2, .shader = 0xFFFF}};
    const opened file{described};
    const auto drawn = file.model.skin_profiles().at(0).batches();
    const auto unit_of = [&](std::size_t i, std::uint32_t texture) {
        return stage_of(file.model, drawn[i], texture).texture_unit;
    };
    CHECK(unit_of(0, 0) == 0);
    CHECK(unit_of(0, 1) == -1); // an environment map
    CHECK(unit_of(1, 1) == 1);  // the second coordinates
    CHECK(unit_of(2, 1) == 0);
    CHECK(unit_of(3, 1) == 0);
}

TEST_CASE("m2 convert: what materials and textures of version 272 have more is told") {
    fixtures::m2::model described = small(272);
    described.materials = {
        {.flags = 0x45, .blend = 2}, {.flags = 1, .blend = 7}, {.flags = 4, .blend = 1}, {.flags = 0x1F, .blend = 6}};
    described.textures[0].type = 15;
    tellings told;
    auto made = converted(described, 264, told);
    const auto materials = list(made, made.materials);
    CHECK(materials[0].flags == 5);
    CHECK(materials[0].blend == m2::blending::alpha);
    CHECK(materials[1].flags == 5);
    CHECK(materials[1].blend == m2::blending::add);
    CHECK(materials[3].flags == 0x1F);
    CHECK(materials[3].blend == m2::blending::modulate_2x);
    CHECK(told.codes["convert-material"] == 2);
    CHECK(told.codes["convert-texture-type"] == 1);
}

TEST_CASE("m2 convert: shaders of version 272 become batches of version 264") {
    fixtures::m2::model described = small(272);
    described.texture_unit_lookup.clear();
    described.combiner_combos.clear();
    described.flags = 0;
    described.materials = {{}, {}};
    using fixtures::m2::batch;
    described.skin_profiles[0].batches = {
        {.texture_count = 1, .shader = 0},      {.texture_count = 2, .shader = 0x8000},
        {.texture_count = 2, .shader = 0x8001}, {.texture_count = 2, .shader = 0x8002},
        {.texture_count = 2, .shader = 0x8015}, {.texture_count = 1, .shader = 0x8005},
        {.texture_count = 1, .shader = 0x80},   {.texture_count = 2, .shader = 0x4091}};
    described.skin_profiles.resize(1);
    tellings told;
    const auto made = converted(described, 264, told);
    const auto batches = list(made, first<m2::owned_skin_profile>(made).batches);
    REQUIRE(batches.size() == 11);
    const auto combos = list(made, made.texture_combiner_combos);
    const auto units = list(made, made.texture_unit_lookup);
    CHECK((made.flags & combined_textures) != 0);
    const auto is = [&](std::size_t i, std::uint16_t textures, std::vector<std::uint16_t> blends,
                        std::vector<std::int16_t> coordinates) {
        const m2::owned_batch& one = batches[i];
        bool same = one.texture_count == textures && one.texture_unit_combo + coordinates.size() <= units.size();
        for (std::size_t k = 0; same && k < coordinates.size(); ++k) {
            same = units[one.texture_unit_combo + k] == coordinates[k];
        }
        for (std::size_t k = 0; same && k < blends.size(); ++k) {
            same = combos[one.shader + k] == blends[k];
        }
        return same;
    };
    CHECK(is(0, 1, {0}, {0}));
    CHECK(is(1, 2, {1, 4}, {0, -1}));
    CHECK(is(2, 1, {1, 4}, {0, -1}));
    CHECK(batches[2].material == batches[1].material + 1);
    CHECK(batches[2].layer == 1);
    CHECK(is(3, 1, {}, {0}));
    CHECK(is(4, 1, {}, {-1}));
    CHECK(batches[4].texture_combo == batches[3].texture_combo + 1);
    CHECK(is(5, 2, {1, 3}, {0, -1}));
    CHECK(is(7, 2, {1, 1}, {0, 1}));
    CHECK(is(8, 1, {0}, {0}));
    CHECK(is(9, 1, {0}, {-1}));
    CHECK(is(10, 2, {1, 1}, {-1, 1}));
    CHECK(told.codes["convert-shader"] == 5);
    // Batches that have texture coordinates and combos keep them.
    fixtures::m2::model in_form_of_264 = small(272);
    const auto before = decoded(in_form_of_264);
    const auto kept = converted(before, 264, told);
    CHECK(list(kept, kept.texture_unit_lookup) == list(before, before.texture_unit_lookup));
}

TEST_CASE("m2 convert: batches of one texture need no combiners") {
    fixtures::m2::model described = small(272);
    described.texture_unit_lookup.clear();
    described.combiner_combos.clear();
    described.flags = 0;
    described.skin_profiles[0].batches = {{.texture_count = 1, .shader = 0}};
    const auto made = converted(described, 264);
    CHECK(made.texture_combiner_combos.empty());
    CHECK(made.flags == 0);
}

TEST_CASE("m2 convert: numbers that are listed shaders later are none before version 264") {
    fixtures::m2::model described = small(260);
    described.skin_profiles[0].batches[0].shader = 0xFFFE;
    tellings told;
    CHECK(first<m2::owned_batch>(converted(described, 264, told)).shader == 0);
    CHECK(told.codes["convert-shader"] == 1);
    CHECK(first<m2::owned_batch>(converted(described, 256, told)).shader == 0xFFFE);
    CHECK(told.codes["convert-shader"] == 1);
}

// ---- files ---------------------------------------------------------------------------------------------------------

namespace {

std::string_view some_path(std::uint32_t) { return "item/objectComponents/New.blp"; }
// With a path for each FileDataID.
m2::conversion_options with_paths(bool drop_unknown = true) {
    return {.path_of = some_path, .drop_unknown = drop_unknown};
}
// A model without other chunks.
fixtures::m2::model bare_in_chunks() {
    fixtures::m2::model out = small_in_chunks();
    out.chunks.clear();
    return out;
}
// Converts a model in chunks to version 264, and checks that the result is sound.
m2::owned_model without_chunks(const fixtures::m2::model& described, tellings& told,
                               const m2::conversion_options& options = with_paths()) {
    const opened from{described};
    auto out = convert_version(from.model, 264, told, options);
    INFO(to_string(out.error()));
    REQUIRE(out);
    CHECK_FALSE(out->is_chunked);
    const m2::written_files files = encode(*out).value();
    const auto table = files.table();
    const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
    CHECK_FALSE(verify(view));
    CHECK(view.chunks().empty());
    return *std::move(out);
}

} // namespace

TEST_CASE("m2 convert: each chunk that is left out is told with its size") {
    const auto payload = [](byte_builder& to) { to.u32(7).zeros(8); };
    for (const char* const id : {"PFID", "SFID", "AFID", "BFID", "TXID", "TXAC", "EXPT", "EXP2", "PABC",
                                 "PADC", "PSBC", "PEDC", "LDV1", "RPID", "GPID", "WFV1", "WFV2", "WFV3",
                                 "PGD1", "PFDC", "EDGF", "NERF", "DETL", "DBOC", "AFRA", "DPIV", "PCOL"}) {
        CAPTURE(id);
        fixtures::m2::model described = bare_in_chunks();
        const bool is_list = id == std::string_view{"EXP2"} || id == std::string_view{"PGD1"};
        described.chunks = {{id, is_list ? [](byte_builder& to) { to.zeros(12); } : std::function{payload}}};
        const bool is_of_names = std::string_view{"SFID AFID TXID RPID GPID"}.find(id) != std::string_view::npos;
        const std::string line =
            std::string{is_of_names ? "note: convert-files: m2.chunks[1]: FileDataIDs; older versions "
                                      "find files by their names"
                                    : "warning: convert-chunk: m2.chunks[1]: a chunk, which older "
                                      "versions do not have; it is left out"} +
            ": \"" + id + ", 12 bytes\"";
        tellings told;
        static_cast<void>(without_chunks(described, told));
        CHECK(told.first == line);
        CHECK(told.codes["convert-files"] + told.codes["convert-chunk"] == 1);
    }
    tellings told;
    const auto all = without_chunks(small_in_chunks(), told);
    CHECK(told.codes["convert-files"] == 5);
    CHECK(told.codes["convert-chunk"] == 11);
    CHECK(told.places["m2.chunks[]"] == 16);
    CHECK(all.texture_files.empty());
    // check_target() finds what it finds in the same model that never had chunks.
    const auto found_in = [](const m2::owned_model& model) {
        tellings out;
        REQUIRE(check_target(model, 264, out));
        return out.codes;
    };
    CHECK(found_in(all) == found_in(converted(small(274), 264)));
}

TEST_CASE("m2 convert: chunks that effigy does not read are refused by name, or dropped") {
    for (const char* const id : {"LDV1", "ZZZZ", "SKB1"}) {
        CAPTURE(id);
        fixtures::m2::model described = bare_in_chunks();
        described.chunks = {u32_chunk("PFID", {1}), u32_chunk(id, {1})};
        const opened from{described};
        const error why = convert_version(from.model, 264, [](const finding&) {}, with_paths(false)).error();
        CHECK(to_string(why) ==
              "bad_value: m2.chunks[2] \"" + std::string{id} + "\": expected a chunk that effigy reads");
        tellings told;
        static_cast<void>(without_chunks(described, told));
        CHECK(told.codes["convert-chunk"] == 2);
    }
    fixtures::m2::model twice = bare_in_chunks();
    twice.chunks = {u32_chunk("TXID", {7}), u32_chunk("TXID", {8})};
    tellings told;
    static_cast<void>(without_chunks(twice, told, with_paths(false)));
    CHECK(told.codes["convert-files"] == 2);
}

TEST_CASE("m2 convert: a model that owns its data tells its chunks by name") {
    m2::owned_model own = decoded(small_in_chunks());
    own.get(own.textures)[0].name = {};
    check_refused(own, 264, errc::bad_value, "m2.textures[].name");
    std::string lines;
    const auto note = [&](const finding& found) { lines += found.name.empty() ? "" : std::string{found.name} + ' '; };
    REQUIRE(convert_version(own, 264, note, with_paths()));
    CHECK(lines == "PFID SFID AFID BFID TXID RPID GPID PABC EXP2 PGD1 ");
}

TEST_CASE("m2 convert: textures get the paths of their FileDataIDs") {
    fixtures::m2::model described = bare_in_chunks();
    described.textures = {{}, {.name = "Own.blp"}, {.type = 1}, {.name = "Stays.blp"}};
    described.chunks = {u32_chunk("TXID", {41, 42, 43})};
    std::vector<std::uint32_t> asked;
    const auto path_of = [&](std::uint32_t file) {
        asked.push_back(file);
        return file == 41 ? std::string_view{"a/B\\c.blp"} : std::string_view{};
    };
    tellings told;
    const auto made = without_chunks(described, told, {.path_of = path_of});
    CHECK(asked == std::vector<std::uint32_t>{41, 42}); // the game chooses the third
    const auto textures = made.get(made.textures);
    CHECK(made.get(static_cast<const pool_slice<char>&>(textures[0].name)) == std::string_view{"a\\B\\c.blp\0", 10});
    CHECK(made.get(textures[1].name) == "Own.blp");
    CHECK(made.get(textures[2].name).empty());
    CHECK(made.get(textures[3].name) == "Stays.blp");

    const opened from{described};
    const auto refusal = [&](const m2::conversion_options& how) {
        return to_string(convert_version(from.model, 264, [](const finding&) {}, how).error());
    };
    CHECK(refusal({}) == "bad_value: m2.textures[0].name: expected a path for this FileDataID, found 41");
    for (const std::string& path : {std::string(260, 'a'), std::string("a\0b", 3)}) {
        const auto wrong = [&](std::uint32_t) -> std::string_view { return path; };
        CHECK(
            refusal({.path_of = wrong}) ==
            "bad_value: m2.textures[0].name: expected a path of at most 259 characters for this FileDataID, found 41");
    }
}

TEST_CASE("m2 convert: emitted models get names, or are lost") {
    fixtures::m2::model described = bare_in_chunks();
    described.particles = {{}, {}, {.model = "own.m2"}};
    described.chunks = {u32_chunk("RPID", {51, 0, 0}), u32_chunk("GPID", {0, 61, 62})};
    tellings told;
    const auto named = without_chunks(described, told);
    CHECK(told.codes["convert-particle-model"] == 0);
    CHECK(named.get(named.get(named.particles)[0].recursion_model) == "item\\objectComponents\\New.blp");
    CHECK(named.get(named.get(named.particles)[0].model).empty());
    CHECK(named.get(named.get(named.particles)[1].model) == "item\\objectComponents\\New.blp");
    const auto nameless = without_chunks(described, told, {});
    CHECK(told.codes["convert-particle-model"] == 2);
    CHECK(told.places["m2.particles[].recursionModel"] == 1);
    CHECK(told.places["m2.particles[].model"] == 1);
    CHECK(nameless.get(nameless.get(nameless.particles)[2].model) == "own.m2");
}

TEST_CASE("m2 convert: of extended particles, the z source goes into the emitter") {
    fixtures::m2::model described = bare_in_chunks();
    described.particles = {{}, {}, {}};
    described.particles[2].tracks[9] = {.lists = {{{0}, {3}}}}; // the z source
    described.chunks = {{"EXP2",
                         [](byte_builder& to) {
                             to.u32(3).u32(8).f32s({0, 1, 1}).zeros(16).f32s({0.5F, 2, 1}).zeros(16);
                             to.f32s({-1, 1, 0}).u32(1).u32(0x5C).u32(1).u32(0x5E).u16(0).u16(16);
                         }},
                        {"PGD1", [](byte_builder& to) { to.u32(2).u32(8).u16(0).u16(101); }}};
    tellings told;
    const auto made = without_chunks(described, told);
    const auto heights_of = [&](std::size_t number) {
        return list(made, made.get(made.particles)[number].z_source.values);
    };
    CHECK(heights_of(0).empty());
    CHECK(heights_of(1) == std::vector<float>{0.5F});
    CHECK(heights_of(2) == std::vector<float>{-1});
    CHECK(told.places["m2.particleExtensions[].colorMultiplier"] == 1);
    CHECK(told.places["m2.particleExtensions[].alphaMultiplier"] == 1);
    CHECK(told.places["m2.particleExtensions[].cutoff"] == 1);
    CHECK(told.places["m2.particles[].zSource"] == 1);
    CHECK(told.places["m2.particleGeosets[]"] == 1);
    CHECK(told.codes["convert-particle"] == 5);
    const opened from{described};
    const auto older = convert_version(from.model, 256, [](const finding&) {});
    REQUIRE(older);
    CHECK(list(*older, older->get(older->particles)[1].z_source.values) == std::vector<float>{0.5F});
}

TEST_CASE("m2 convert: flags of later versions are removed") {
    fixtures::m2::model described{.version = 274, .flags = 0x2020'0093, .chunked = true};
    tellings told;
    CHECK(converted(described, 272, told).flags == 0x93);
    CHECK(told.first == "note: convert-flags: m2.globalFlags: flags that the game's own models of this version do not "
                        "have; removed: \"0x20200000\"");
    CHECK(converted(described, 264, told).flags == 0x13);
    CHECK(converted(described, 256, told).flags == 0x13);
    CHECK(told.codes["convert-flags"] == 3);
    fixtures::m2::model old = small(256);
    old.flags |= m2::model_has_combiners; // means nothing
    CHECK((converted(old, 264, told).flags & m2::model_has_combiners) == 0);
    CHECK(told.codes["convert-flags"] == 3);
}

TEST_CASE("m2 convert: what a .skel and its parent have is in the model") {
    tellings told;
    const auto whole = without_chunks(small_in_chunks(), told);
    for (const fixtures::m2::model& described : {small_with_skeleton(), small_with_parent()}) {
        told = {};
        const auto made = without_chunks(described, told);
        CHECK(made == whole);
    }
}

TEST_CASE("m2 convert: a .skel, or its parent, that is not at hand is refused") {
    const auto refusal = [](const fixtures::m2::model& described, m2::companion_kind missing) {
        const fixtures::m2::written files = write_all(described);
        std::vector<m2::companion> table = table_of(files.companions);
        std::erase_if(table, [&](const m2::companion& one) { return one.kind == missing; });
        const auto view = m2::open(files.file.span(), table).value();
        return to_string(convert_version(view, 264, [](const finding&) {}, with_paths()).error());
    };
    CHECK(refusal(small_with_skeleton(), m2::companion_kind::skeleton_file) ==
          "bad_value: m2.skeletonFile: expected the .skel to be at hand, found 900");
    CHECK(refusal(small_with_parent(), m2::companion_kind::parent_skeleton_file) ==
          "bad_value: m2.skeletons[0].parent: expected the parent's .skel to be at hand, found 901");
    fixtures::m2::model described = small_with_skeleton();
    described.skeleton_chunks.push_back(u32_chunk("ZZZZ", {1}));
    const opened strange{described};
    CHECK(to_string(convert_version(
                        strange.model, 264, [](const finding&) {}, with_paths(false))
                        .error())
              .starts_with("bad_value: m2.chunks["));
    tellings told;
    static_cast<void>(without_chunks(described, told));
    CHECK(told.places["skeleton.chunks[]"] == 3);
}

TEST_CASE("m2 convert: other versions and flipbooks are refused") {
    m2::owned_model own = decoded(small(256));
    for (const std::uint32_t version : {0U, 255U, 257U, 263U, 271U, 274U}) {
        check_refused(own, version, errc::bad_version, "version");
    }
    m2::owned_model other = own;
    other.version = 300;
    check_refused(other, 264, errc::bad_version, "m2.version");
    other = own;
    other.flipbooks.count = 1;
    check_refused(other, 264, errc::bad_value, "m2.flipbooks");
    CHECK(convert_version(own, 256, [](const finding&) {}).value() == own);
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

TEST_CASE("m2 convert: every model can be converted to every version, or is refused with a reason") {
    for (const fixtures::m2::model& described : every_small()) {
        const opened all{described};
        const m2::owned_model own = decode(all.model).value();
        for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
            CAPTURE(described.version);
            CAPTURE(version);
            tellings told;
            const auto made = convert_version(own, version, told, with_paths());
            INFO(to_string(made.error()));
            REQUIRE(made);
            CHECK(encode(*made));
        }
    }
}
