#include "m2/figure.hpp"
#include "m2/opened.hpp"

#include <effigy/m2/lint.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace effigy;
using fixtures::m2::animation;
using fixtures::m2::half;
using fixtures::m2::interpolation;
using fixtures::m2::opened;
using fixtures::m2::track;
using vector = vector3<double>;
using numbers = std::vector<double>;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

void check_same(const vector& a, const vector& b) {
    CHECK(a.x == doctest::Approx(b.x));
    CHECK(a.y == doctest::Approx(b.y));
    CHECK(a.z == doctest::Approx(b.z));
}
void check_same(const quaternion<double>& a, const quaternion<double>& b) {
    check_same(vector{a.x, a.y, a.z}, vector{b.x, b.y, b.z});
    CHECK(a.w == doctest::Approx(b.w));
}

// A model with one animated number.
struct changing : opened {
    explicit changing(const track& varied, std::vector<animation> animations = {},
                      std::vector<std::uint32_t> loops = {})
        : opened({.global_sequences = std::move(loops),
                  .animations = std::move(animations),
                  .lights = {{.ambient_intensity = varied}}}) {}

    m2::track<f32<>> number = model.lights()[0].ambient_intensity();

    [[nodiscard]] double exactly(const m2::animation_time& when) const {
        return m2::sample<double>(number, when, -99.0);
    }
    // The numbers at these times, in ms since the beginning of an animation, of the time line, or of a global sequence.
    [[nodiscard]] numbers in(std::uint32_t played, const numbers& times) const {
        numbers out;
        for (const double time : times) {
            out.push_back(rounded(exactly({played, time / 1000, 0})));
        }
        return out;
    }
    [[nodiscard]] numbers at(const numbers& times) const { return in(npos, times); }
    [[nodiscard]] numbers in_loop(const numbers& times) const {
        numbers out;
        for (const double time : times) {
            out.push_back(rounded(exactly({0, not_a_number, time / 1000})));
        }
        return out;
    }
    [[nodiscard]] static double rounded(double number) { return std::round(number * 1e6) / 1e6; }
};

// A model whose only bone rotates.
struct turning : opened {
    turning(const track& rotation, std::uint32_t version)
        : opened({.version = version, .bones = {{.rotation = rotation}}}) {}

    [[nodiscard]] quaternion<double> at(double time) const {
        return m2::sample<double>(model.bones()[0].rotation(), {0, time / 1000, 0}, {9, 9, 9, 9});
    }
};

using matrices = std::vector<matrix4x3<double>>;

matrices world_of(const opened& all, const m2::animation_time& when, playback mode = playback::once) {
    std::vector<pose<double>> poses(all.bones.size());
    matrices out(all.bones.size());
    const bool is_known = when.animation == npos || when.animation < all.model.animations().size();
    CHECK(apply(all.model, when, all.bones, poses, mode) == (is_known ? out.size() : 0));
    CHECK(local_matrices(poses, out) == out.size());
    local_to_world(all.bones, out);
    return out;
}
// The matrices that move vertices.
matrices skin_of(const opened& all, const m2::animation_time& when, playback mode = playback::once) {
    matrices out = world_of(all, when, mode);
    CHECK(skin_matrices(all.model, out, out) == out.size());
    return out;
}
std::vector<vector> skinned(const opened& all, const matrices& by) {
    std::vector<vector> out(all.model.vertex_count());
    CHECK(skin_positions(all.model, by, out) == out.size());
    return out;
}

} // namespace

// ---- time ----------------------------------------------------------------------------------------------------------

TEST_CASE("m2 sample: durations are not negative") {
    const opened all{
        {.animations = {{.start = 1000, .end = 2500}, {.start = 2500, .end = 1000}, {.start = 7, .end = 7}}}};
    CHECK(all.model.animations()[0].duration() == 1.5);
    CHECK(all.model.animations()[1].duration() == 0);
    CHECK(all.model.animations()[2].duration() == 0);
}

TEST_CASE("m2 sample: aliases are resolved") {
    constexpr std::uint32_t alias = m2::animation_is_alias;
    const auto leads_to = [](std::uint32_t flags, std::uint16_t next) {
        return animation{.flags = flags, .alias = next};
    };
    const opened all{{.animations = {leads_to(0, 49619), leads_to(alias, 0), leads_to(alias, 1), leads_to(alias, 3),
                                     leads_to(alias, 5), leads_to(alias, 6), leads_to(alias, 4), leads_to(alias, 8)}}};
    const auto animations = all.model.animations();
    CHECK(animations[0].alias() == npos); // without the flag the number has no meaning
    CHECK(animations[2].alias() == 1);
    for (const std::uint32_t number : {0U, 1U, 2U}) {
        CHECK(animations.resolve_alias(number) == 0);
    }
    // an alias of itself, 4 of 5 of 6 of 4, an alias of a missing one, and no animations
    for (const std::uint32_t number : {3U, 4U, 7U, 8U, npos}) {
        CHECK(animations.resolve_alias(number) == npos);
    }
}

TEST_CASE("m2 sample: long chains of aliases are not followed") {
    std::vector<animation> chain(100, animation{.flags = m2::animation_is_alias});
    for (std::size_t i = 1; i < chain.size(); ++i) {
        chain[i].alias = static_cast<std::uint16_t>(i - 1);
    }
    chain[0].flags = 0;
    const opened all{{.animations = chain}};
    CHECK(all.model.animations().resolve_alias(m2::longest_alias_chain - 1) == 0);
    CHECK(all.model.animations().resolve_alias(m2::longest_alias_chain) == npos);
}

// ---- tracks --------------------------------------------------------------------------------------------------------

TEST_CASE("m2 sample: between keys, before the first and after the last") {
    const changing steps{{interpolation::step, -1, {}, {100, 200, 400}, {1, 2, 4}}};
    CHECK(steps.at({-5, 100, 199.9, 200, 399, 400, 1e300}) == numbers{1, 1, 1, 2, 2, 4, 4});
    const changing slopes{{interpolation::linear, -1, {}, {100, 200, 400}, {1, 2, 4}}};
    CHECK(slopes.at({99, 150, 200, 350, 401}) == numbers{1, 1.5, 2, 3.5, 4});
    CHECK(m2::sample<float>(slopes.number, {0, 0.35, 0}) == doctest::Approx(3.5));
}

TEST_CASE("m2 sample: at the time of a key, the value is the value of the key") {
    std::vector<std::uint32_t> times;
    std::vector<float> values;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        times.push_back(3 * i + i % 3);
        values.push_back(static_cast<float>(i));
    }
    for (const std::int16_t type : {interpolation::step, interpolation::linear}) {
        const changing keys{{type, -1, {{0, 1999}}, times, values}, {{.start = 0, .end = 6000}}};
        const changing later{{type, -1, {{0, 1999}}, times, values}, {{.start = 111, .end = 6000}}};
        const changing loop{{type, 0, {}, times, values}, {}, {6000}};
        bool all_same = true;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double seconds = times[i] / 1000.0;
            const double since_start = (static_cast<double>(times[i]) - 111) / 1000.0;
            all_same = all_same && keys.exactly({0, seconds, 0}) == values[i] &&
                       later.exactly({0, since_start, 0}) == values[i] && loop.exactly({0, 0, seconds}) == values[i];
        }
        CHECK(all_same);
    }
}

TEST_CASE("m2 sample: keys of an animation, with times since its start") {
    const std::vector<animation> three{
        {.start = 0, .end = 1000}, {.start = 2000, .end = 3000}, {.start = 6000, .end = 7000}};
    const changing all{{interpolation::linear, -1, {{0, 1}, {1, 2}}, {0, 1000, 5000}, {0, 10, 50}}, three};
    const auto borrowed = all.number.keys(1);
    REQUIRE(borrowed.times.size() == 2);
    CHECK(borrowed.times[0] == -1);
    CHECK(borrowed.times[1] == 3);
    REQUIRE(borrowed.values.size() == 2);
    CHECK(borrowed.values[1].get() == 50);
    CHECK(all.number.keys(2).times.size() == 3); // no range for it
    CHECK(all.number.keys(2).times[0] == -6);
    CHECK(all.number.keys(npos).times[2] == 5);
    CHECK(all.number.keys(3).times[2] == 5); // no such animation
    CHECK(all.number.keys(0).times.at(2) == 0);
    CHECK(all.number.keys(0).values.at(2) == nullptr);

    const changing curved{{interpolation::hermite, -1, {{1, 1}}, {0, 1000}, {1, 2, 3, 4, 5, 6}}, three};
    const auto last = curved.number.keys(0);
    CHECK(last.times.size() == 1);
    CHECK(last.values.size() == 3);
    CHECK(m2::key_at<double>(last, 0).value == 4);
    CHECK(m2::key_at<double>(last, 0).in == 5);
    CHECK(m2::key_at<double>(last, 0).out == 6);

    const changing global{{interpolation::linear, 0, {{1, 1}}, {0, 500}, {1, 2}}, three, {500}};
    CHECK(global.number.is_global());
    CHECK(global.number.global_sequence() == 0);
    CHECK(global.number.global_duration() == 0.5);
    CHECK(global.number.keys(1).times.size() == 2);
    CHECK(global.number.keys(1).times[1] == 0.5);
}

TEST_CASE("m2 sample: no track at all") {
    const m2::track<f32<>> none;
    CHECK_FALSE(none);
    CHECK(none.empty());
    CHECK(none.keys(0).times.empty());
    CHECK(none.global_sequence() == npos);
    CHECK(m2::sample<double>(none, {}, 7.0) == 7);
}

TEST_CASE("m2 sample: a track without keys returns the fallback") {
    CHECK(changing{{}}.at({0}) == numbers{-99});
    CHECK(changing{{interpolation::linear, -1, {{0, 0}}, {5}, {}}}.at({0}) == numbers{-99});
    CHECK(changing{{interpolation::linear, -1, {{0, 0}}, {}, {5}}}.at({0}) == numbers{-99});
    const changing one_key{{interpolation::linear, -1, {}, {0, 100}, {5}}}; // the second time has no value
    CHECK(one_key.at({100}) == numbers{5});
}

TEST_CASE("m2 sample: a time that is NaN selects the first key") {
    const changing slopes{{interpolation::linear, -1, {}, {100, 200}, {1, 2}}};
    CHECK(slopes.at({not_a_number, -infinity, infinity}) == numbers{1, 1, 2});
}

TEST_CASE("m2 sample: an animation without keys uses those around it") {
    // As in docs/m2.md: from the last key at or before the start to the first at or after the end.
    const changing all{{interpolation::linear, -1, {{0, 1}, {1, 2}, {2, 2}, {0, 0}}, {0, 1000, 5000}, {0, 10, 50}},
                       {{.start = 0, .end = 1000}, {.start = 2000, .end = 3000}, {.start = 6000, .end = 7000}}};
    CHECK(all.in(0, {500}) == numbers{5});
    CHECK(all.in(1, {0, 1000}) == numbers{20, 30}); // from a quarter of the way from 1000 to 5000
    CHECK(all.in(2, {0, 1000}) == numbers{50, 50});
}

TEST_CASE("m2 sample: only the keys of an animation's range are used") {
    const changing all{{interpolation::linear, -1, {{1, 2}, {2, 2}, {0, 0}}, {0, 1000, 2000, 3000}, {0, 10, 20, 30}},
                       {{.start = 0, .end = 4000}, {.start = 0, .end = 4000}}};
    CHECK(all.in(0, {0, 1500, 2500}) == numbers{10, 15, 20}); // at 0 not 0: that key is outside the range
    CHECK(all.in(1, {500}) == numbers{20});
    CHECK(all.in(npos, {500}) == numbers{5}); // without an animation, ranges are not used
}

TEST_CASE("m2 sample: without a range all keys are used") {
    const std::vector<animation> two{{.start = 0, .end = 1000}, {.start = 1000, .end = 2000}};
    const changing none{{interpolation::linear, -1, {}, {0, 2000}, {0, 20}}, two};
    CHECK(none.in(1, {500}) == numbers{15});
    const changing first_only{{interpolation::linear, -1, {{0, 0}}, {0, 2000}, {0, 20}}, two};
    CHECK(first_only.in(0, {500}) == numbers{0});
    CHECK(first_only.in(1, {500}) == numbers{15});
}

TEST_CASE("m2 sample: ranges beyond the keys are clamped") {
    const std::vector<animation> four(4, animation{.start = 0, .end = 3000});
    const changing all{{interpolation::linear,
                        -1,
                        {{1, 99}, {99, 0xFFFF'FFFF}, {2, 1}, {0xFFFF'FFFF, 0}},
                        {0, 1000, 2000},
                        {0, 10, 20}},
                       four};
    CHECK(all.in(0, {500, 1500}) == numbers{10, 15});
    CHECK(all.in(1, {500}) == numbers{20});
    CHECK(all.in(2, {1900}) == numbers{10}); // if the end is before the start, the end is used
    CHECK(all.in(3, {1900}) == numbers{0});
}

TEST_CASE("m2 sample: unsorted times, and two keys at the same time") {
    const changing mixed{{interpolation::linear, -1, {}, {0, 100, 50, 200}, {0, 10, 5, 20}}};
    CHECK(mixed.at({75, 125}) == numbers{7.5, 12.5}); // the first pair of keys that encloses the time
    const changing twins{{interpolation::linear, -1, {}, {0, 100, 100, 200}, {0, 10, 30, 40}}};
    CHECK(twins.at({50, 100, 150}) == numbers{5, 30, 35});
    const changing falling{{interpolation::linear, -1, {}, {100, 50, 200}, {1, 2, 3}}};
    CHECK(falling.at({150}) == numbers{2.666667});
    const changing backwards{{interpolation::linear, -1, {}, {300, 200, 100}, {1, 2, 3}}};
    CHECK(backwards.at({350, 150}) == numbers{3, 1});
}

TEST_CASE("m2 sample: global sequences are independent of the animation") {
    const changing all{
        {interpolation::linear, 1, {{1, 1}}, {0, 1000, 2000}, {0, 10, 40}}, {{.start = 0, .end = 9}}, {7, 2000}};
    CHECK(all.number.global_duration() == 2);
    CHECK(all.in_loop({500, 2000, 7500, -500, not_a_number}) == numbers{5, 0, 25, 25, 0}); // the range is not used
    const changing short_track{{interpolation::linear, 0, {}, {0, 1000}, {0, 10}}, {}, {2000}};
    CHECK(short_track.in_loop({1500}) == numbers{10});
}

TEST_CASE("m2 sample: a global sequence of length 0, or a missing one, stays at time 0") {
    for (const std::int16_t number : {std::int16_t{0}, std::int16_t{1}, std::int16_t{32767}}) {
        const changing all{{interpolation::linear, number, {}, {0, 1000}, {3, 10}}, {}, {0}};
        CHECK(all.number.global_duration() == 0);
        CHECK(all.in_loop({500, 1e300}) == numbers{3, 3});
    }
    const changing negative{{interpolation::linear, -2, {}, {0, 1000}, {0, 10}}, {}, {0}};
    CHECK(negative.at({500}) == numbers{5}); // the same as without a global sequence
}

TEST_CASE("m2 sample: hermite and bezier tracks store a value and two tangents per key") {
    const std::vector<float> values{0, 100, 8, 10, 4, 100};
    const auto with = [&](std::int16_t type) { return changing{{type, -1, {}, {1000, 2000}, values}}; };
    const changing smooth = with(interpolation::hermite);
    CHECK(smooth.number.keys(npos).has_tangents());
    CHECK(smooth.number.key_count() == 2);
    // 0.5 * 0 + 0.125 * 8 + 0.5 * 10 - 0.125 * 4, and 9/64 * 8 + 10/64 * 10 - 3/64 * 4
    CHECK(smooth.at({1000, 1500, 1250, 2000}) == numbers{0, 5.5, 2.5, 10});
    // (0 + 3 * 8 + 3 * 4 + 10) / 8, and (27 * 8 + 9 * 4 + 10) / 64
    CHECK(with(interpolation::bezier).at({1500, 1250}) == numbers{5.75, 4.09375});
    CHECK(with(4).at({1500}) == numbers{5.75}); // other types are treated as bezier
    CHECK_FALSE(with(interpolation::linear).number.keys(npos).has_tangents());
    CHECK(with(interpolation::linear).at({1500}) == numbers{50}); // two keys with one value each
}

TEST_CASE("m2 sample: without all tangents every interpolation is linear") {
    for (const std::int16_t type : {interpolation::hermite, interpolation::bezier}) {
        const changing none{{type, -1, {}, {1000, 2000}, {0, 10}}};
        CHECK_FALSE(none.number.keys(npos).has_tangents());
        CHECK(none.at({1250}) == numbers{2.5});
        const changing few{{type, -1, {}, {1000, 2000}, {0, 100, 8, 10, 4}}}; // the last one is missing
        CHECK_FALSE(few.number.keys(npos).has_tangents());
        CHECK(few.at({1500}) == numbers{50});
    }
}

TEST_CASE("m2 sample: stored numbers") {
    const opened all{fixtures::m2::small(260)};
    const m2::animation_time when{npos, 1, 0};
    CHECK(m2::sample<double>(all.model.texture_weights()[0], when) == 1);
    CHECK(m2::sample<double>(all.model.colors()[0].alpha(), when) == 16384.0 / 32767);
    CHECK(m2::sample<float>(all.model.attachments()[0].visible(), when) == 1);
    CHECK(m2::sample<double>(all.model.ribbons()[0].slot(), when) == 3);
    CHECK(m2::sample<double>(all.model.colors()[0].rgb(), when) == vector{1, 0.5, 0.25});
}

// ---- rotations -----------------------------------------------------------------------------------------------------

TEST_CASE("m2 sample: packed quaternions") {
    const auto unpacked = [](std::int16_t x, std::int16_t y, std::int16_t z, std::int16_t w) {
        using number = i16<>;
        return m2::value_of<double>(m2::packed_quat{number::of(x), number::of(y), number::of(z), number::of(w)});
    };
    CHECK(unpacked(32767, 32767, 32767, -1) == quaternion<double>{0, 0, 0, 1});
    CHECK(unpacked(0, 32767, -32768, -1) == quaternion<double>{-1, 0, 0, 1});
    CHECK(unpacked(1, 32766, -32767, -2) ==
          quaternion<double>{-32766.0 / 32767, -1.0 / 32767, 1.0 / 32767, 32766.0 / 32767});
}

TEST_CASE("m2 sample: rotations follow the shorter arc at constant speed") {
    for (const std::uint32_t version : {256U, 260U}) {
        CAPTURE(version);
        const turning all{{interpolation::linear, -1, {}, {0, 1000, 2000}, {0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, -1}},
                          version};
        const double slack = version < 260 ? 1e-7 : 4e-5;
        const auto about = [&](double a) { return doctest::Approx(a).epsilon(slack); };
        CHECK(all.at(0) == quaternion<double>{0, 0, 0, 1});
        CHECK(all.at(500).z == about(0.38268343)); // 22.5 degrees
        CHECK(all.at(500).w == about(0.92387953));
        CHECK(all.at(250).z == about(0.19509032));
        CHECK(all.at(1500).z == about(0.38268343)); // on the way back: the last key is the same rotation as the first
        CHECK(all.at(1500).w == about(0.92387953));
        CHECK(all.at(2000) == quaternion<double>{0, 0, 0, -1}); // a key as stored
    }
}

TEST_CASE("m2 sample: rotations are step or slerp, whatever the tangents are") {
    const turning held{{interpolation::step, -1, {}, {0, 1000}, {0, 0, 0, 1, 0, 0, 1, 0}}, 256};
    check_same(held.at(999), {0, 0, 0, 1});
    const std::vector<float> key{0, 0, 0, 1}, tangent{9, 9, 9, 9}, turned{0, 0, half, half};
    std::vector<float> values;
    for (const auto* const part : {&key, &tangent, &tangent, &turned, &tangent, &tangent}) {
        values.insert(values.end(), part->begin(), part->end());
    }
    const turning smooth{{interpolation::hermite, -1, {}, {0, 1000}, values}, 256};
    CHECK(smooth.model.bones()[0].rotation().key_count() == 2);
    CHECK(smooth.at(500).z == doctest::Approx(0.38268343));
}

TEST_CASE("m2 sample: quaternions of length 0") {
    CHECK(turning{{}, 256}.at(0) == quaternion<double>{9, 9, 9, 9});
    CHECK(turning{{}, 260}.at(0) == quaternion<double>{9, 9, 9, 9});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const turning zero_or_nan{{interpolation::linear, -1, {}, {0, 1000}, {0, 0, 0, 0, nan, 0, 0, 1}}, 256};
    check_same(zero_or_nan.at(500), {0, 0, 0, 1});
    const pose<double> at_zero = m2::sample<double>(zero_or_nan.model.bones()[0], {0, 0, 0});
    CHECK(at_zero.rotation == quaternion<double>{}); // stored as 0, 0, 0, 0
    const pose<double> at_nan = m2::sample<double>(zero_or_nan.model.bones()[0], {0, 1, 0});
    CHECK(at_nan.rotation == quaternion<double>{});
}

// ---- bones ---------------------------------------------------------------------------------------------------------

TEST_CASE("m2 sample: bones move about their pivots") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        const opened all{fixtures::m2::small(version)};
        const auto bind = skin_of(all, {0, 0, 0});
        CHECK(bind[0] == matrix4x3<double>{});
        CHECK(bind[1] == matrix4x3<double>{});
        CHECK(world_of(all, {0, 0, 0})[1].translation == vector{0, 0, 1}); // at its pivot
        for (const m2::animation_time& when : {m2::animation_time{0, 1, 0}, m2::animation_time{npos, 2, 0}}) {
            const auto raised = skin_of(all, when);
            CHECK(raised[0] == matrix4x3<double>{});
            const vector moved = transform_point(raised[1], vector{1, 0, 1}); // one yard in front of the pivot
            CHECK(moved.x == doctest::Approx(0).epsilon(1e-4));
            CHECK(moved.y == doctest::Approx(1).epsilon(1e-4));
            CHECK(moved.z == doctest::Approx(4));
        }
        const auto half_way = skin_of(all, {0, 0.5, 0});
        CHECK(transform_point(half_way[1], vector{0, 0, 1}).z == doctest::Approx(2));
        CHECK(transform_point(half_way[1], vector{1, 0, 1}).x == doctest::Approx(half).epsilon(1e-4));
        CHECK(skin_of(all, {0, 2.5, 0}) == skin_of(all, {0, 1, 0}));
        CHECK(skin_of(all, {0, 2.5, 0}, playback::loop) == half_way);
    }
}

TEST_CASE("m2 sample: an animation that is played once is clamped") {
    // The first animation has a key after its end, the second one before its start.
    const opened all{
        {.animations = {{.id = 0, .start = 0, .end = 1000}, {.id = 4, .start = 4000, .end = 5000}},
         .bones = {{.translation = {
                        interpolation::linear, -1, {{0, 2}, {1, 2}}, {0, 1000, 5000}, {0, 0, 0, 1, 0, 0, 17, 0, 0}}}}}};
    const auto at = [&](std::uint32_t animation, double seconds, playback mode = playback::once) {
        return world_of(all, {animation, seconds, 0}, mode)[0].translation.x;
    };
    for (const double after : {1.0, 2.0, 3.0, 1e300, infinity}) {
        CHECK(at(0, after) == 1);
        CHECK(at(1, after) == 17);
    }
    CHECK(at(0, 0.5) == 0.5);
    for (const double before : {0.0, -1.0, -3.0, -infinity, not_a_number}) {
        CHECK(at(0, before) == 0);
        CHECK(at(1, before) == 13); // three quarters of the way from 1000 to 5000 ms
    }
    CHECK(at(1, 0.25) == 14);
    CHECK(at(0, 1, playback::loop) == 0);
    CHECK(at(npos, 2) == 5); // the common time line
    CHECK(at(2, 2) == 5);    // no such animation
}

TEST_CASE("m2 sample: the bind pose") {
    const opened all{{.bones = {{.pivot = {1, 2, 3}, .scale = fixtures::m2::constant({2, 2, 2})},
                                {.parent = 0, .pivot = {1, 2, 5}}}}};
    std::vector<m2::node_pose<float>> poses(2);
    CHECK(rest_poses(all.bones, poses) == 2);
    CHECK(poses[0].position == vector3<float>{1, 2, 3});
    CHECK(poses[1].position == vector3<float>{0, 0, 2}); // relative to its parent's pivot
    CHECK(poses[0].scale == vector3<float>{1, 1, 1});
    CHECK(poses[0].rotation == quaternion<float>{});
    const pose<double> fallback{{7, 7, 7}, {0, 0, 1, 0}, {8, 8, 8}};
    const pose<double> first = m2::sample<double>(all.model.bones()[0], {}, fallback);
    CHECK(first.position == vector{7, 7, 7}); // the fallback for tracks without keys
    CHECK(first.rotation == quaternion<double>{0, 0, 1, 0});
    CHECK(first.scale == vector{2, 2, 2});
}

TEST_CASE("m2 sample: children follow their parents, in any order") {
    fixtures::m2::model described;
    described.version = 256;
    described.bones = {
        {.parent = 1, .pivot = {2, 0, 0}, .scale = fixtures::m2::constant({2, 2, 2})},
        {.parent = -1,
         .pivot = {1, 0, 0},
         .translation = fixtures::m2::constant({0, 0, 5}),
         .rotation = fixtures::m2::constant({0, 0, 1, 0})}, // half a turn about z
    };
    const opened all{described};
    const auto world = skin_of(all, {});
    check_same(transform_point(world[1], vector{1, 0, 0}), {1, 0, 5});
    check_same(transform_point(world[1], vector{3, 0, 0}), {-1, 0, 5});
    check_same(transform_point(world[0], vector{3, 0, 0}), {-2, 0, 5}); // the scale about x = 2 moves 3 to 4
}

TEST_CASE("m2 sample: scale, then rotation, then translation") {
    const pose<double> of{{10, 0, 0}, {0, 0, static_cast<double>(half), static_cast<double>(half)}, {3, 1, 1}};
    const matrix4x3<double> made = m2::impl::matrix_about(vector{1, 1, 0}, of);
    check_same(transform_point(made, vector{1, 1, 0}), {11, 1, 0});
    check_same(transform_point(made, vector{2, 1, 0}), {11, 4, 0});
    check_same(transform_point(made, vector{1, 2, 0}), {10, 1, 0});
}

TEST_CASE("m2 sample: nothing is written if the memory is too small") {
    const opened all{fixtures::m2::small(260)};
    std::vector<pose<float>> few(1), many(3, {{7, 7, 7}});
    CHECK(apply(all.model, {}, all.bones, few) == 0);
    CHECK(rest_poses(all.bones, few) == 0);
    CHECK(apply(all.model, {}, all.bones, many) == 2);
    const auto without = many;
    many.assign(many.size(), {{7, 7, 7}});
    CHECK(apply(all.model, {.animation = 9999, .seconds = 0.5}, all.bones, many) == 0); // there is no such animation
    CHECK(many == without);
    CHECK(many[2].position == vector3<float>{7, 7, 7});
    std::vector<matrix4x3<float>> one(1), two(2);
    CHECK(skin_matrices(all.model, one, two) == 0);
    CHECK(skin_matrices(all.model, two, one) == 0);
    std::vector<vector3<float>> vertices(2);
    CHECK(skin_positions(all.model, two, vertices) == 0);
    CHECK(skin_normals(all.model, two, vertices) == 0);
}

TEST_CASE("m2 sample: a bound animation has the same bits, in whatever order times come") {
    const float turn[] = {0, 0, 0, 1, 0, 0, half, half, 0, 0, 1, 0, 0, 0, -half, half}; // steps of a quarter turn
    const auto turning_by = [&](std::int16_t kind, std::int16_t global, std::vector<std::uint32_t> times) {
        return track{kind, global, {{0, 3}}, std::move(times), {std::begin(turn), std::end(turn)}};
    };
    const auto moving_by = [](std::int16_t kind, std::int16_t global, std::vector<std::uint32_t> times,
                              std::size_t values = 1) {
        std::vector<float> numbers;
        for (std::size_t i = 0; i < 3 * values * times.size(); ++i) {
            numbers.push_back(static_cast<float>(i * i) / 7);
        }
        return track{kind, global, {{0, 3}}, std::move(times), std::move(numbers)};
    };
    const std::vector<std::uint32_t> even{100, 200, 300, 400}, unsorted{100, 300, 200, 400}, twice{100, 200, 200, 400},
        twice_first{100, 100, 300, 400};
    for (const std::uint32_t version : {256U, 260U}) {
        std::vector<fixtures::m2::bone> bones(4);
        for (const std::int16_t kind : {interpolation::step, interpolation::linear, interpolation::hermite}) {
            for (const auto& times : {even, unsorted, twice, twice_first}) {
                for (const std::int16_t global : std::initializer_list<std::int16_t>{-1, 0, 1}) {
                    bones.push_back({.translation = moving_by(kind, global, times),
                                     .rotation = turning_by(kind, global, times),
                                     .scale = moving_by(kind, global, times, kind == interpolation::hermite ? 3 : 1)});
                }
            }
        }
        bones[1].translation = fixtures::m2::constant({1, 2, 3});
        bones[2].rotation = fixtures::m2::constant({0, 0, 3, 4});
        const opened all{{.version = version,
                          .global_sequences = {350, 0},
                          .animations = {{.start = 0, .end = 400}, {.start = 50, .end = 50}},
                          .bones = bones}};
        REQUIRE(all.bones.size() == bones.size());
        const auto compare = [&](auto number) {
            using real = decltype(number);
            std::vector<pose<real>> plain(bones.size()), poses(bones.size());
            std::vector<m2::bound_bone<real>> memory(bones.size());
            for (const std::uint32_t played : {0U, 1U, npos}) {
                const m2::bound_animation bound{all.model, played, all.bones, memory};
                CHECK(bound);
                for (const double ms : {-1.0,         0.0,   100.0,    130.0, 150.0, 200.0,     270.0, 299.0, 300.0,
                                        301.0,        399.0, 400.0,    401.0, 350.0, 210.0,     110.0, 100.0, 250.0,
                                        not_a_number, 260.0, infinity, 1e300, 120.0, -infinity, 390.0}) {
                    for (const playback mode : {playback::once, playback::loop}) {
                        CHECK(apply(all.model, {played, ms / 1000, ms / 900}, all.bones, plain, mode) == plain.size());
                        CHECK(apply(bound, ms / 1000, ms / 900, poses, mode) == poses.size());
                        CHECK(poses == plain);
                    }
                }
            }
        };
        compare(1.0F);
        compare(1.0);
    }
}

TEST_CASE("m2 sample: an animation is bound with enough memory, if there is one") {
    const opened all{fixtures::m2::small(260)};
    std::vector<m2::bound_bone<float>> memory(2);
    std::vector<pose<float>> poses(2, {{7, 7, 7}});
    const auto before = poses;
    CHECK(m2::bound_animation{all.model, 0, all.bones, memory});
    CHECK_FALSE(m2::bound_animation{all.model, 9999, all.bones, memory});
    CHECK(apply(m2::bound_animation{all.model, 9999, all.bones, memory}, 0, 0, poses) == 0);
    CHECK_FALSE(m2::bound_animation{all.model, 0, all.bones, std::span{memory}.first(1)});
    const m2::bound_animation bound{all.model, 0, all.bones, memory};
    CHECK(apply(bound, 0, 0, std::span{poses}.first(1)) == 0);
    CHECK(poses == before);
    CHECK(apply(bound, 0, 0, poses) == 2);
    CHECK(poses != before);
}

TEST_CASE("m2 sample: billboards are reported by flags") {
    CHECK(m2::billboard_of(0x200) == m2::billboard::none);
    CHECK(m2::billboard_of(0x208) == m2::billboard::spherical);
    CHECK(m2::billboard_of(0x10) == m2::billboard::about_x);
    CHECK(m2::billboard_of(0x20) == m2::billboard::about_y);
    CHECK(m2::billboard_of(0x40) == m2::billboard::about_z);
    CHECK(m2::billboard_of(0x48) == m2::billboard::spherical);
    CHECK(m2::billboard_of(0x07) == m2::billboard::none);
}

TEST_CASE("m2 sample: vertices follow their weighted bones") {
    const opened all{fixtures::m2::small(256)};
    matrices by = skin_of(all, {0, 1, 0});
    const auto vertices = skinned(all, by);
    check_same(vertices[0], {0, 0, 0});
    check_same(vertices[1], {63.0 / 255, 192.0 / 255, 3 * 192.0 / 255});
    check_same(vertices[2], {-1, 0, 4});
    std::vector<vector> normals(3);
    CHECK(skin_normals(all.model, by, normals) == 3);
    check_same(normals[1], normalized(vector{-192, 63, 0}));
    by.resize(1);
    check_same(skinned(all, by)[1], {63.0 / 255, 0, 0}); // without the missing bone
    by.clear();
    check_same(skinned(all, by)[1], {0, 0, 0});
}

TEST_CASE("m2 sample: a bone with weight 0 has no effect") {
    const opened all{{.vertices = {{.position = {1, 1, 1}, .weights = {0, 255, 0, 0}, .bones = {7, 0, 7, 7}}}}};
    check_same(skinned(all, matrices(1))[0], {1, 1, 1});
}

TEST_CASE("m2 sample: the figure has no findings") {
    for (const std::uint32_t version : {256U, 260U}) {
        const opened all{fixtures::m2::figure::model(version)};
        CHECK_FALSE(verify(all.model));
        m2::lint(all.model, [](const finding& found) { FAIL_CHECK(to_string(found)); });
    }
}

// The address of the record that a view shows.
template <class View> const void* place_of(const View& of) {
    const void* out = nullptr;
    of.visit_record([&](const auto& record) { out = &record; });
    REQUIRE(out != nullptr);
    return out;
}

// ---- materials -----------------------------------------------------------------------------------------------------

TEST_CASE("m2 sample: batches are resolved through all lookups") {
    const opened all{fixtures::m2::small(260)};
    const m2::batch& drawn = all.model.skin_profiles()[0].batches()[0];
    CHECK(m2::material_of(all.model, drawn) == &all.model.materials()[0]);
    const auto first = m2::stage_of(all.model, drawn, 0);
    CHECK(first.texture_number == 0);
    CHECK(first.texture == &all.model.textures()[0]);
    CHECK(first.texture_unit == 1);
    CHECK_FALSE(first.is_environment_map());
    CHECK(first.weight_number == 0);
    CHECK(place_of(first.weight) == place_of(all.model.texture_weights()[0]));
    CHECK(first.transform_number == 0);
    CHECK(place_of(first.transform) == place_of(all.model.texture_transforms()[0]));

    const auto second = m2::stage_of(all.model, drawn, 1);
    CHECK(second.texture_number == npos); // -1 in the table
    CHECK(second.texture == nullptr);
    CHECK(second.is_environment_map());
    CHECK(second.weight_number == npos); // outside the table, as in nearly all files with two textures
    CHECK_FALSE(second.weight);
    CHECK(second.transform_number == npos);
    CHECK_FALSE(second.transform);

    const auto third = m2::stage_of(all.model, drawn, 2);
    CHECK(third.texture == nullptr);
    CHECK(third.texture_unit == 0); // outside the table: the first texcoords
    CHECK_FALSE(third.is_environment_map());
    CHECK_FALSE(third.transform);
}

TEST_CASE("m2 sample: batches with entries outside all tables") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles[0].batches = {{.submesh = 0xFFFF,
                                           .material = 0xFFFF,
                                           .color = 32767,
                                           .texture = 0xFFFF,
                                           .unit = 0xFFFF,
                                           .weight = 0xFFFF,
                                           .transform = 0xFFFF}};
    described.texture_lookup = {1};
    described.weight_lookup = {1};
    described.transform_lookup = {1, 32767, -32768};
    const opened all{described};
    const m2::batch& lost = all.model.skin_profiles()[0].batches()[0];
    CHECK(m2::material_of(all.model, lost) == nullptr);
    for (const std::uint32_t number : {0U, 1U, 0xFFFF'FFFFU}) { // 65,535 + 1 must not become 0
        const auto stage = m2::stage_of(all.model, lost, number);
        CHECK(stage.texture == nullptr);
        CHECK(stage.texture_unit == 0);
        CHECK_FALSE(stage.weight);
        CHECK_FALSE(stage.transform);
    }
    const auto tint = m2::tint_of<double>(all.model, lost, {});
    CHECK(tint.rgb == vector{1, 1, 1});
    CHECK(tint.alpha == 1);

    fixtures::m2::model other = described; // the tables have entries that refer to missing records
    other.skin_profiles[0].batches = {{}};
    const opened wrong{other};
    const auto stage = m2::stage_of(wrong.model, wrong.model.skin_profiles()[0].batches()[0], 0);
    CHECK(stage.texture == nullptr);
    CHECK_FALSE(stage.weight);
    for (const std::uint32_t number : {0U, 1U, 2U}) {
        CHECK_FALSE(m2::stage_of(wrong.model, wrong.model.skin_profiles()[0].batches()[0], number).transform);
    }
}

TEST_CASE("m2 sample: a batch's color, and its alpha times its weight") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.weights = {{interpolation::linear, -1, {}, {0, 1000}, {0, 1}}};
    described.skin_profiles[0].batches = {{.color = 0}, {.color = -1}, {.color = 0, .texture_count = 0}, {.color = -2}};
    const opened all{described};
    const auto batches = all.model.skin_profiles()[0].batches();
    const m2::animation_time when{npos, 0.5, 0};
    const auto tint = m2::tint_of<double>(all.model, batches[0], when);
    CHECK(tint.rgb == vector{1, 0.5, 0.25});
    CHECK(tint.alpha == doctest::Approx(16384.0 / 32767 / 2));
    CHECK(m2::tint_of<double>(all.model, batches[1], when).rgb == vector{1, 1, 1});
    CHECK(m2::tint_of<double>(all.model, batches[1], when).alpha == 0.5);
    CHECK(m2::tint_of<double>(all.model, batches[2], when).alpha == 16384.0 / 32767);
    CHECK(m2::tint_of<double>(all.model, batches[3], when).alpha == 0.5);
}

TEST_CASE("m2 sample: textures move about their center") {
    fixtures::m2::model described;
    described.transforms = {
        {.scale = fixtures::m2::constant({2, 2, 1})},
        {.translation = fixtures::m2::constant({0.25F, 0, 0}), .rotation = fixtures::m2::constant({0, 0, half, half})},
        {}};
    const opened all{described};
    const auto moved = [&](std::size_t number, const vector& uv) {
        return transform_point(m2::texture_matrix<double>(all.model.texture_transforms()[number], {}), uv);
    };
    check_same(moved(0, {0.5, 0.5, 0}), {0.5, 0.5, 0});
    check_same(moved(0, {1, 0, 0}), {1.5, -0.5, 0});
    check_same(moved(1, {0.5, 0.5, 0}), {0.75, 0.5, 0});
    check_same(moved(1, {1, 0.5, 0}), {0.75, 1, 0});
    CHECK(moved(2, {0.125, 1, 0}) == vector{0.125, 1, 0});
}

// ---- events --------------------------------------------------------------------------------------------------------

namespace {

// A model with one event and two animations, 1000 to 2000 and 3000 to 4000 ms.
struct firing : opened {
    explicit firing(const track& times, std::vector<std::uint32_t> loops = {})
        : opened({.global_sequences = std::move(loops),
                  .animations = {{.start = 1000, .end = 2000}, {.start = 3000, .end = 4000}},
                  .events = {{.times = times}}}) {}

    // All times are in ms.
    [[nodiscard]] numbers between(double begin, double end, std::uint32_t number = 0) const {
        numbers out;
        m2::for_each_firing(model, model.events()[0], number, begin / 1000, end / 1000,
                            [&](double at) { out.push_back(std::round(at * 1000)); });
        return out;
    }
};

} // namespace

TEST_CASE("m2 sample: events happen in a half-open interval") {
    const firing all{{interpolation::step, -1, {{0, 3}, {3, 4}}, {1000, 1500, 2000, 3250}, {}}};
    CHECK(all.between(0, 1001) == numbers{0, 500, 1000});
    CHECK(all.between(0, 1000) == numbers{0, 500});
    CHECK(all.between(500, 1000) == numbers{500});
    CHECK(all.between(501, 1000) == numbers{});
    CHECK(all.between(500, 500) == numbers{});
    CHECK(all.between(600, 400) == numbers{});
    CHECK(all.between(0, 5000, 1) == numbers{250});
    CHECK(all.between(-infinity, infinity) == numbers{0, 500, 1000});
    CHECK(all.between(not_a_number, 5000) == numbers{});
    CHECK(all.between(0, 5000, 2) == numbers{});
    CHECK(all.between(0, 5000, npos) == numbers{});
}

TEST_CASE("m2 sample: ranges of events exclude their last key") {
    const firing all{{interpolation::step, -1, {{1, 99}, {2, 2}}, {1000, 1500, 4200}, {}}};
    CHECK(all.between(0, 5000) == numbers{500, 3200}); // the range is used, not the animation's end
    CHECK(all.between(0, 5000, 1) == numbers{});
    const firing early{{interpolation::step, -1, {{0, 1}, {0xFFFF'FFFF, 0xFFFF'FFFF}}, {900}, {}}};
    CHECK(early.between(-200, 5000) == numbers{-100});
    CHECK(early.between(0, 5000) == numbers{});
    CHECK(early.between(0, 5000, 1) == numbers{});
}

TEST_CASE("m2 sample: events without ranges happen in the animation of their times") {
    const firing all{{interpolation::step, -1, {}, {999, 1000, 2000, 2001, 3500}, {}}};
    CHECK(all.between(-10, 5000) == numbers{0, 1000});
    CHECK(all.between(-10, 5000, 1) == numbers{500});
    const firing without_range{{interpolation::step, -1, {{0, 1}}, {1000, 3500}, {}}};
    CHECK(without_range.between(0, 5000) == numbers{0});
    CHECK(without_range.between(0, 5000, 1) == numbers{}); // there are ranges, but none for this animation
}

TEST_CASE("m2 sample: events of global sequences happen in each loop") {
    const firing all{{interpolation::step, 0, {{0, 0}}, {100, 900}, {}}, {1000}};
    CHECK(all.between(0, 1000) == numbers{100, 900});
    CHECK(all.between(0, 900) == numbers{100});
    CHECK(all.between(5100, 5101) == numbers{100});
    CHECK(all.between(5950, 6150) == numbers{100});
    CHECK(all.between(5800, 6050) == numbers{900});
    CHECK(all.between(200, 300) == numbers{});
    CHECK(all.between(0, 1e9) == numbers{100, 900}); // each once
    CHECK(all.between(0, 1000, npos) == numbers{100, 900});
    CHECK(all.between(400, 300) == numbers{});
}

TEST_CASE("m2 sample: events of a global sequence of length 0 happen once") {
    for (const std::int16_t number : {std::int16_t{0}, std::int16_t{1}}) { // length 0, and missing
        const firing still{{interpolation::step, number, {}, {0, 50}, {}}, {0}};
        CHECK(still.between(0, 1) == numbers{0, 50});
        CHECK(still.between(-1, 1) == numbers{0, 50});
        CHECK(still.between(-1, 0) == numbers{});
        CHECK(still.between(0, 0) == numbers{});
        CHECK(still.between(1, 100) == numbers{});
        CHECK(still.between(-infinity, infinity) == numbers{0, 50});
        CHECK(still.between(not_a_number, 1) == numbers{});
    }
}

TEST_CASE("m2 sample: an event at a loop's end happens once per loop, whatever the time steps are") {
    const firing all{{interpolation::step, 0, {}, {1000, 1500}, {}}, {1000}};
    for (const double step : {7.0, 10.0, 16.0, 999.0}) {
        std::size_t at_the_end = 0;
        std::size_t beyond = 0;
        for (double time = 0; time < 100'000; time += step) {
            for (const double fired : all.between(time, time + step)) {
                (fired == 1000 ? at_the_end : beyond) += 1;
            }
        }
        CHECK(at_the_end >= 100);
        CHECK(at_the_end <= 101); // the last step goes past the end
        CHECK(beyond >= 100);
        CHECK(beyond <= 101);
    }
}

// ---- cameras -------------------------------------------------------------------------------------------------------

TEST_CASE("m2 sample: the keys of cameras store tangents, whatever the interpolation is") {
    fixtures::m2::camera made{.position_base = {1, 0, 0}, .target_base = {0, 1, 0}};
    made.position = {interpolation::linear, -1, {}, {0, 1000}, {0, 0, 0, 9, 9, 9, 8, 0, 0, 10, 0, 0, 4, 0, 0, 9, 9, 9}};
    made.roll = {interpolation::step, -1, {}, {0, 1000}, {1, 9, 9, 2, 9, 9}};
    fixtures::m2::camera curved = made;
    curved.position.interpolation = interpolation::hermite;
    fixtures::m2::camera round = made;
    round.position.interpolation = interpolation::bezier;
    const opened all{{.cameras = {made, curved, round}}};
    const auto cameras = all.model.cameras();
    const m2::animation_time when{npos, 0.5, 0};
    const auto seen = m2::sample<double>(cameras[0], when);
    CHECK(seen.eye == vector{6, 0, 0});
    CHECK(seen.target == vector{0, 1, 0});
    CHECK(seen.roll == 1);
    CHECK(m2::sample<double>(cameras[1], when).eye == vector{6.5, 0, 0});
    CHECK(m2::sample<double>(cameras[2], when).eye == vector{6.75, 0, 0});
    CHECK(m2::sample<float>(cameras[2], {0, 1, 0}).eye == vector3<float>{11, 0, 0});
}

TEST_CASE("m2 sample: the stored field of view is diagonal") {
    const auto expected = [](double diagonal, double aspect) {
        return 2 * std::atan(std::tan(diagonal / 2) / std::sqrt(1 + aspect * aspect));
    };
    for (const double diagonal : {1.501, 1.396, 1.134, 1.047, 0.95, 1e-9, 0.0, -1.134, 3.1, 3.2, 6.0, 9.0, -9.0}) {
        CAPTURE(diagonal);
        for (const double aspect : {4.0 / 3, 16.0 / 9, 1.0, 0.0}) {
            CHECK(m2::vertical_field_of_view(diagonal, aspect) == doctest::Approx(expected(diagonal, aspect)));
        }
    }
    constexpr double degrees = 90 / half_pi;
    CHECK(m2::vertical_field_of_view(65 / degrees, 4.0 / 3) * degrees == doctest::Approx(41.8).epsilon(1e-3));
    for (const double angle : {not_a_number, infinity, -infinity, 1e300}) {
        CHECK(m2::vertical_field_of_view(angle, 1.5) == 0);
    }
}

// ---- particles -----------------------------------------------------------------------------------------------------

TEST_CASE("m2 sample: a particle has the same color and size in every version") {
    for (const std::uint32_t version : {256U, 263U, 264U, 272U, 274U}) {
        CAPTURE(version);
        fixtures::m2::model described = fixtures::m2::small(version);
        described.particles[0].scales = {1, 5, 2};
        described.particles[0].color = {}; // as before 264; the fixture has other colors from 264 on
        const opened files{described};     // its midpoint is 0.5
        const auto look_at = [&](double age) { return m2::sample<double>(files.model.particles()[0], age); };
        const auto check = [](double a, double b) { CHECK(a == doctest::Approx(b).epsilon(1e-3)); };
        for (const double age : {0.0, -1.0, not_a_number}) {
            check(look_at(age).rgb.x * 255, 3); // stored blue, green, red, alpha
            check(look_at(age).rgb.z * 255, 1);
            check(look_at(age).alpha * 255, 4);
            check(look_at(age).width, 1);
        }
        check(look_at(0.25).rgb.y * 255, 4);
        check(look_at(0.25).height, 3);
        check(look_at(0.5).rgb.x * 255, 7);
        check(look_at(0.75).width, 3.5);
        for (const double age : {1.0, 2.0}) {
            check(look_at(age).rgb.x * 255, 11);
            check(look_at(age).alpha * 255, 12);
            check(look_at(age).height, 2);
        }
    }
    CHECK(m2::sample(m2::particle{}, 0.5).rgb.x == 1);
    CHECK(m2::sample(m2::particle{}, 0.5).width == 1);
}
TEST_CASE("m2 sample: particles whose midpoint is 0 or 1") {
    for (const float midpoint : {0.0F, 1.0F, -1.0F, 7.0F, std::numeric_limits<float>::quiet_NaN()}) {
        CAPTURE(midpoint);
        fixtures::m2::model described = fixtures::m2::small(260);
        described.particles[0].midpoint = midpoint;
        const opened files{described};
        for (const double age : {0.0, 0.5, 1.0, 3.0}) {
            const double size = m2::sample<double>(files.model.particles()[0], age).width;
            CHECK(size >= 1);
            CHECK(size <= 3);
        }
    }
}
