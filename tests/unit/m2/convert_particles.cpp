// Particles of models that are converted to other versions.
#include "m2/converted.hpp"
#include "m2/opened.hpp"

#include <effigy/m2/edit.hpp>
#include <effigy/m2/sample/particle.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <map>

namespace {

using namespace converted_m2;

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
