// Values of tracks between keys.
#include "m2/opened.hpp"
#include "m2/sampled.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace sampled_m2;

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

} // namespace

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
