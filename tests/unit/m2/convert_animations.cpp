// Animations of models that are converted to other versions.
#include "m2/converted.hpp"
#include "m2/opened.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

namespace {

using namespace converted_m2;

} // namespace

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
