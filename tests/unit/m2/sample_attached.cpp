// Events, cameras and particles at a time.
#include "m2/opened.hpp"
#include "m2/sampled.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace sampled_m2;

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

TEST_CASE("m2 sample: values of a particle depend on its age") {
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        if (described.version < 264) {
            continue;
        }
        const opened all{described};
        const m2::particle sparks = all.model.particles()[0];
        const auto color = m2::sample<double>(sparks.color(), 0.5);
        CHECK(color.x == doctest::Approx(128));
        CHECK(color.y == doctest::Approx(65));
        CHECK(color.z == doctest::Approx(1.5));
        CHECK(m2::sample<double>(sparks.alpha(), 0) == doctest::Approx(4.0 / 255).epsilon(1e-3));
        CHECK(m2::sample<double>(sparks.alpha(), 2) == doctest::Approx(12.0 / 255).epsilon(1e-3));
        CHECK(m2::sample<double>(sparks.head_cell(), 0.3) == 1); // cells are steps
        CHECK(m2::sample<double>(sparks.head_cell(), 0.7) == 4);
        CHECK(m2::sample<double>(sparks.tail_cell(), 0.7) == 7);
        CHECK(sparks.texture(0) == 2);
        CHECK(sparks.texture(1) == npos);
    }
    CHECK(m2::sample<double>(m2::particle{}.alpha(), 0.5) == 0);
}

TEST_CASE("m2 sample: an event of a global sequence has one list for all animations") {
    constexpr std::uint32_t walk = 1; // the fixture's animation whose keys are in an .anim
    fixtures::m2::model described = fixtures::m2::small(272);
    described.events[0].times = {fixtures::m2::step, 0, {}, {100, 400}, {}};
    const opened all{described};
    CHECK(all.model.events()[0].times().times_ms(walk).size() == 2);
    std::string fired;
    m2::for_each_firing(all.model, all.model.events()[0], walk, 0.9, 1.2,
                        [&](double at) { fired += std::to_string(std::lround(at * 1000)) + ' '; });
    CHECK(fired == "100 400 ");
}
