// Views of what is attached to bones: attachments, events, lights, cameras, ribbons, particles.
#include "m2/every_form.hpp"
#include "m2/opened.hpp"

#include <doctest/doctest.h>

#include <cstring>

namespace {

using namespace m2_forms;

} // namespace

TEST_CASE("m2: attachments and events") {
    in_every_form([](const m2::model& model) {
        REQUIRE(model.attachments().size() == 1);
        const auto attachment = model.attachments()[0];
        CHECK(attachment.id() == 11);
        CHECK(attachment.bone() == 1);
        attachment.visit_record([](const auto& record) { CHECK(record.padding.get() == 48823); });
        CHECK(attachment.position() == vector{1, 2, 3});
        CHECK(held(attachment.visible()) == 1);
        CHECK(values(model.attachment_lookup()) == numbers{-1, 0});
        REQUIRE(model.events().size() == 1);
        const auto event = model.events()[0];
        CHECK(event.id() == "$HIT");
        CHECK(event.data() == 6801);
        CHECK(event.bone() == 1);
        CHECK(event.position() == vector{3, 2, 1});
        const bool is_later = model.version() >= lists_by_animation;
        CHECK(event.times().key_count() == (is_later ? 2 : 1)); // of the first animation and its alias
        CHECK(ranges(event.times().timeline().ranges()) == (is_later ? numbers{} : numbers{0, 1, 1, 1}));
        CHECK(values(event.times().timeline().times_ms()) == (is_later ? numbers{} : numbers{1250}));
        for (const std::uint32_t animation : {0U, 1U, 2U, 3U, 4U, npos}) {
            const bool happens = is_later && (animation == 0 || animation == 3);
            CHECK(values(event.times().times_ms(animation)) == (happens ? numbers{250} : numbers{}));
        }
        const auto fired = [&](double begin, double end) {
            std::vector<double> out;
            m2::for_each_firing(model, event, 0, begin, end, [&](double at) { out.push_back(at); });
            return out;
        };
        CHECK(fired(0, 10) == std::vector{0.25});
        CHECK(fired(0.25, 10) == std::vector{0.25});
        CHECK(fired(0, 0.25).empty());
    });
}

TEST_CASE("m2: an event without ranges happens in the animation that contains its time") {
    fixtures::m2::model described = fixtures::m2::small(256);
    described.events[0].times.ranges.clear();
    described.events[0].times.times = {0, 1250};
    const opened all{described};
    const auto count = [&](std::uint32_t animation) {
        int out = 0;
        m2::for_each_firing(all.model, all.model.events()[0], animation, 0, 10, [&](double) { ++out; });
        return out;
    };
    CHECK(count(0) == 1);
    CHECK(count(1) == 0);
    CHECK(count(99) == 0);
}

TEST_CASE("m2: lights and cameras") {
    in_every_form([](const m2::model& model) {
        REQUIRE(model.lights().size() == 1);
        const auto light = model.lights()[0];
        CHECK(light.type() == m2::light_type::point);
        CHECK(light.bone() == 1);
        CHECK(light.position() == vector{1, 1, 1});
        CHECK(vector{held(light.ambient_color())} == vector{1, 0, 0});
        CHECK(held(light.ambient_intensity()).get() == 0.5F);
        CHECK(vector{held(light.diffuse_color())} == vector{0, 1, 0});
        CHECK(held(light.diffuse_intensity()).get() == 2);
        CHECK(held(light.attenuation_start()).get() == 3);
        CHECK(held(light.attenuation_end()).get() == 4);
        CHECK(held(light.visible()) == 1);
        REQUIRE(model.cameras().size() == 1);
        const auto camera = model.cameras()[0];
        CHECK(camera.type() == m2::camera_type::character_info);
        const bool has_view_track = model.version() >= 271;
        CHECK(camera.diagonal_field_of_view() == (has_view_track ? 0 : 1.5F));
        CHECK(static_cast<bool>(camera.field_of_view()) == has_view_track);
        if (has_view_track) {
            CHECK(held(camera.field_of_view()).value.get() == 1.5F);
            CHECK(held(camera.field_of_view()).out.get() == 2);
        }
        CHECK(camera.far_clip() == 27);
        CHECK(camera.near_clip() == 0.25F);
        CHECK(camera.position_base() == vector{1, 0, 0});
        CHECK(camera.target_base() == vector{0, 1, 0});
        CHECK(vector{held(camera.position()).value} == vector{1, 2, 3});
        CHECK(vector{held(camera.target()).in} == vector{4, 5, 6});
        CHECK(held(camera.roll()).out.get() == 3);
        CHECK(values(model.camera_lookup()) == numbers{-1, 0});
    });
}

TEST_CASE("m2: ribbons") {
    in_every_form([](const m2::model& model) {
        REQUIRE(model.ribbons().size() == 1);
        const auto ribbon = model.ribbons()[0];
        CHECK(ribbon.id() == 3);
        CHECK(ribbon.bone() == 1);
        CHECK(ribbon.position() == vector{1, 2, 3});
        CHECK(values(ribbon.textures()) == numbers{4, 5});
        CHECK(values(ribbon.materials()) == numbers{6});
        CHECK(vector{held(ribbon.color())} == vector{1, 1, 0});
        CHECK(held(ribbon.alpha()).stored.get() == 16384);
        CHECK(held(ribbon.height_above()).get() == 1);
        CHECK(held(ribbon.height_below()).get() == 2);
        CHECK(ribbon.edges_per_second() == 10);
        CHECK(ribbon.edge_lifetime() == 0.5F);
        CHECK(ribbon.gravity() == -1);
        CHECK(ribbon.rows() == 2);
        CHECK(ribbon.columns() == 4);
        CHECK(ribbon.priority_plane() == (model.version() < lists_by_animation ? 0 : -2));
        CHECK(held(ribbon.slot()).get() == 3);
        CHECK(held(ribbon.visible()) == 1);
    });
}

TEST_CASE("m2: particles") {
    in_every_form([](const m2::model& model) {
        REQUIRE(model.particles().size() == 1);
        const auto particle = model.particles()[0];
        CHECK(particle.id() == -1);
        CHECK(particle.flags() == m2::particle_is_no_billboard);
        CHECK(particle.position() == vector{3, 4, 5});
        CHECK(particle.bone() == 1);
        CHECK(particle.texture() == 2);
        CHECK(particle.model() == "m");
        CHECK(particle.recursion_model() == "r");
        const m2::emission emission = particle.emission();
        CHECK(emission.blend == 4);
        CHECK(emission.shape == m2::emitter_shape::sphere);
        CHECK(emission.color_index == (model.version() < 263 ? 0 : 9));
        CHECK(particle.type() == 1);
        CHECK(particle.head_or_tail() == 2);
        CHECK(particle.tile_rotation() == -1);
        CHECK(particle.rows() == 3);
        CHECK(particle.columns() == 4);
        for (std::size_t i = 0; i < m2::particle_track_count; ++i) {
            CHECK(held(particle.track(static_cast<m2::particle_track>(i))).get() == static_cast<float>(i));
        }
        CHECK(particle.tail_length() == 0);
        CHECK(particle.drag() == 6);
        CHECK(values(particle.tumble()) == numbers{8, 9, 10, 11, 12, 13});
        CHECK(particle.wind() == vector{14, 15, 16});
        CHECK(particle.follow_scale_2() == 21);
        REQUIRE(particle.spline_points().size() == 1);
        CHECK(held(particle.z_source()).get() == 9);
        CHECK(particle.track(static_cast<m2::particle_track>(10)).empty());
        CHECK(vector{particle.spline_points()[0]} == vector{1, 2, 3});
        CHECK(held(particle.enabled()) == 1);
    });
}

TEST_CASE("m2: an emitter has three textures from version 272 on, if a flag says so") {
    for (const std::uint32_t version : {264U, 272U}) {
        for (const std::uint32_t flags : {0U, std::uint32_t{m2::particle_has_textures}}) {
            CAPTURE(version);
            CAPTURE(flags);
            fixtures::m2::model described = fixtures::m2::small(version);
            described.particles[0].flags = flags;
            described.particles[0].texture = 1U | 2U << 5U | 31U << 10U;
            const opened all{described};
            const auto particle = all.model.particles()[0];
            const bool has_three = version == 272 && flags != 0;
            CHECK(particle.texture(0) == (has_three ? 1U : 1U | 2U << 5U | 31U << 10U));
            CHECK(particle.texture(1) == (has_three ? 2U : npos));
            CHECK(particle.texture(2) == (has_three ? 31U : npos));
            CHECK(particle.texture(3) == npos);
        }
    }
    CHECK(m2::particle{}.texture(0) == npos);
}

TEST_CASE("m2: an event does not happen in an animation for which it has no range") {
    fixtures::m2::model described{.version = 260, .animations = {{.end = 200}, {.end = 200}}};
    described.events = {{.times = {.ranges = {{0, 1}}, .times = {100}}},
                        {.times = {.ranges = {{0, 1}}, .times = {100}}}};
    const m2::owned_model own = decoded(described);
    const auto& track = own.get(own.events)[0].times;
    CHECK(own.keys(track, 0).times.size() == 1);
    CHECK(own.keys(track, 1).times.empty());
}

TEST_CASE("m2: values of particles are three numbers, or tracks") {
    in_every_form([](const m2::model& model) {
        const auto particle = model.particles()[0];
        const bool is_later = model.version() >= lists_by_animation;
        CHECK(particle.midpoint() == (is_later ? 0 : 0.5F));
        REQUIRE(particle.colors().size() == (is_later ? 0 : 3));
        if (!is_later) {
            CHECK(particle.colors()[1].b == 5);
            CHECK(particle.colors()[1].a == 8);
        }
        CHECK(values(particle.scales()) == (is_later ? numbers{} : numbers{1, 2, 3}));
        CHECK(values(particle.cells()) == (is_later ? numbers{} : numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
        CHECK(static_cast<bool>(particle.color()) == is_later);
        if (!is_later) {
            CHECK(particle.color().values().empty());
            CHECK(particle.color().ages().empty());
            CHECK(particle.lifespan_variation() == 0);
            return;
        }
        CHECK(particle.lifespan_variation() == 0.5F);
        CHECK(particle.emission_rate_variation() == 1.5F);
        REQUIRE(particle.color().ages().size() == 2);
        CHECK(particle.color().ages()[0] == 0);
        CHECK(particle.color().ages()[1] == 1);
        REQUIRE(particle.color().values().size() == 2);
        CHECK(vector{particle.color().values()[0]} == vector{255, 128, 0});
        CHECK(vector{particle.color().values()[1]} == vector{1, 2, 3});
        REQUIRE(particle.alpha().ages().size() == 3);
        CHECK(particle.alpha().ages()[1] == doctest::Approx(0.5).epsilon(1e-4));
        CHECK(particle.alpha().values()[1].stored.get() == 1028); // 8 of 255
        REQUIRE(particle.scale().values().size() == 3);
        CHECK(particle.scale().values()[2].x.get() == 3);
        CHECK(particle.scale().values()[2].y.get() == 3);
        CHECK(particle.scale_variation().x.get() == 0.25F);
        CHECK(particle.scale_variation().y.get() == 0.75F);
        CHECK(values(particle.head_cell().values()) == numbers{1, 4, 5});
        CHECK(values(particle.tail_cell().values()) == numbers{7});
        CHECK(particle.tail_cell().ages().size() == 1);
        CHECK(particle.base_spin() == 30);
        CHECK(particle.base_spin_variation() == 31);
        CHECK(particle.spin() == 7);
        CHECK(particle.spin_variation() == 32);
    });
}

TEST_CASE("m2: converted particles of version 256 may be stored as in 263") {
    fixtures::m2::model described = fixtures::m2::small(256);
    described.particles[0].blend = 0x0104;
    described.particles[0].shape = 0;
    const opened converted{described};
    const m2::emission made = converted.model.particles()[0].emission();
    CHECK(made.blend == 4);
    CHECK(made.shape == m2::emitter_shape::plane);
    CHECK(made.color_index == 0);
}
