// Keys of models that are replaced.
#include "m2/edited.hpp"
#include "m2/opened.hpp"
#include "support/edited.hpp"

#include <effigy/m2/edit.hpp>

#include <array>

namespace {

using namespace m2_edits;

using vector_keys = std::vector<vec3<form::host>>;

const vector_keys two_translations{{}, {}};
// Returns an edit that sets two keys.
auto set_translation(std::uint32_t bone, std::uint32_t animation, std::vector<std::uint32_t> times) {
    return [=](m2::owned_model& model) {
        return set_keys(model, model.get(model.bones)[bone].translation, animation, times, two_translations);
    };
}

} // namespace

TEST_CASE("m2 edit: set_keys() replaces the keys of one animation") {
    const std::array<std::uint32_t, 2> times{25, 75};
    const vector_keys values{{1, 2, 3}, {5, 6, 7}};
    for (const std::uint32_t version : layouts) {
        for (const std::uint32_t bone : {0U, 1U, 2U}) {
            CAPTURE(version);
            CAPTURE(bone);
            edited_model all{mover(version)};
            const error why = set_keys(all.own, all.own.get(all.own.bones)[bone].translation, 1, times, values);
            INFO(to_string(why));
            REQUIRE_FALSE(why);
            const reopened again{all};
            CHECK(bone_at(again.model, bone, 1, 0) == vector3<double>{1, 2, 3}); // held at both ends
            const vector3<double> middle = bone == 2 ? vector3<double>{1, 2, 3} : vector3<double>{3, 4, 5}; // steps
            CHECK(length(bone_at(again.model, bone, 1, 0.05) - middle) < 1e-9);
            CHECK(bone_at(again.model, bone, 1, 0.1) == vector3<double>{5, 6, 7});
            for (const std::uint32_t other : {0U, 2U}) {
                for (const double seconds : {0.0, 0.04, 0.1}) {
                    const auto expected = bone_at(all.original.model, bone, other, seconds);
                    CHECK(length(bone_at(again.model, bone, other, seconds) - expected) < 1e-5);
                }
            }
        }
    }
}

TEST_CASE("m2 edit: a track without keys gets some, and flags follow") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        edited_model all{mover(version)};
        m2::owned_bone& bone = all.own.get(all.own.bones)[2];
        bone.flags = 8;
        bone.scale.interpolation = m2::interpolation::linear;
        REQUIRE_FALSE(set_keys(all.own, bone.scale, 0, std::array{0U, 100U}, vector_keys{{2, 2, 2}, {3, 3, 3}}));
        CHECK(bone.flags == 0x208);
        const reopened again{all};
        const auto scale_at = [&](std::uint32_t animation) {
            return m2::sample<double>(again.model.bones()[2].scale(), {.animation = animation, .seconds = 0.05},
                                      {1, 1, 1});
        };
        CHECK(scale_at(0) == vector3<double>{2.5, 2.5, 2.5});
        CHECK(scale_at(1) == vector3<double>{1, 1, 1}); // at rest
        CHECK(scale_at(2) == vector3<double>{1, 1, 1});
    }
    edited_model all{fixtures::m2::small(264)}; // opacities: the batch is not static any more
    auto& weight = all.own.all<m2::owned_track<m2::owned_opacity>>()[0];
    m2::owned_batch& first = all.own.all<m2::owned_batch>()[0];
    first.transform_combo = 1; // none
    first.flags = m2::batch_is_static;
    REQUIRE_FALSE(set_keys(all.own, weight, 0, std::array{0U, 1000U}, std::vector<m2::owned_opacity>{{0}, {32767}}));
    CHECK(first.flags == 0);
    CHECK_FALSE(set_keys(all.own, weight, 0, std::array{500U}, std::vector<m2::owned_opacity>{{5}}));
    CHECK(all.own.keys(weight, 0).times[0] == 0); // a single key is that of the whole animation
}

TEST_CASE("m2 edit: keys of an alias are those of its target, and rotations are packed") {
    for (const std::uint32_t version : {256U, 260U, 264U}) {
        edited_model all{fixtures::m2::small(version)};
        const std::vector<quat<form::host>> turned{quaternion<float>{0, 0, 1, 0}, quaternion<float>{0, 1, 0, 0}};
        REQUIRE_FALSE(set_rotation_keys(all.own, all.own.get(all.own.bones)[1], 1, std::array{0U, 500U}, turned));
        const reopened again{all};
        for (const std::uint32_t animation : version < 264 ? std::vector{1U} : std::vector{1U, 2U}) {
            const auto q =
                m2::sample<double>(again.model.bones()[1].rotation(), {.animation = animation, .seconds = 0.5});
            CHECK(q.y == 1);
            CHECK(q.w == 0);
        }
        const auto first = m2::sample<double>(again.model.bones()[1].rotation(), {.animation = 0, .seconds = 1});
        CHECK(first.z == doctest::Approx(0.70710678).epsilon(1e-4));
    }
}

TEST_CASE("m2 edit: set_times() replaces the times of an event in one animation") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        edited_model all{mover(version)};
        m2::owned_event& event = all.own.get(all.own.events)[0];
        REQUIRE_FALSE(set_times(all.own, event, 1, std::array{10U, 90U}));
        {
            const reopened again{all};
            CHECK(times_of_event(again.model, 0, 0) == "50 ");
            CHECK(times_of_event(again.model, 0, 1) == "10 90 ");
            CHECK(times_of_event(again.model, 0, 2) == "");
        }
        REQUIRE_FALSE(set_times(all.own, event, 0, {}));
        const reopened again{all};
        CHECK(times_of_event(again.model, 0, 0) == "");
        CHECK(times_of_event(again.model, 0, 1) == "10 90 ");
    }
}

TEST_CASE("m2 edit: keys that cannot be set are refused") {
    for (const std::uint32_t version : {260U, 264U}) {
        check_refused_edit(mover(version), "m2.animations: expected the number", set_translation(0, 3, {0, 1}));
        check_refused_edit(mover(version), "m2.times", set_translation(0, 0, {1, 1}));
        check_refused_edit(mover(version), "m2.times", set_translation(0, 0, {1, 101}));
        check_refused_edit(mover(version), "m2.values", set_translation(0, 0, {1}));
        check_refused_edit(mover(version), "m2: expected a track of the model", [](m2::owned_model& model) {
            m2::owned_track<vec3<form::host>> other = model.get(model.bones)[0].translation;
            return set_keys(model, other, 0, std::array{0U, 1U}, two_translations);
        });
    }
    check_refused_edit(mover(264), "set_rotation_keys()", [](m2::owned_model& model) {
        return set_keys(model, model.get(model.bones)[0].rotation, 0, std::array{0U}, std::array{quat<form::host>{}});
    });
    check_refused_edit(fixtures::m2::small(264), "m2.globalSequence", [](m2::owned_model& model) {
        return set_keys(model, model.get(model.bones)[1].scale, 0, std::array{0U, 1U}, two_translations);
    });
    const fixtures::m2::opened alone{fixtures::m2::small(264)};
    m2::owned_model without_keys = *decode(*m2::open(alone.files.file.span()));
    CHECK(to_string(set_translation(1, 1, {0, 1})(without_keys)).find("m2.animations[1].keyPlace") !=
          std::string::npos);
}

TEST_CASE("m2 edit: before version 264, keys of animations that overlap, and beside times that fall, are refused") {
    fixtures::m2::model described = mover(260);
    described.animations[1].start = 150;
    check_refused_edit(described, "m2.animations[1].start: expected animations that do not overlap",
                       set_translation(0, 0, {0, 1}));
    check_refused_edit(described, "m2.animations[1].start", [](m2::owned_model& model) {
        return set_times(model, model.get(model.events)[0], 0, std::array{1U});
    });
    described = mover(260);
    described.events[0].times.ranges[1] = {0, 1}; // the times of the first animation
    check_refused_edit(described, "m2.events[1].ranges", [](m2::owned_model& model) {
        return set_times(model, model.get(model.events)[0], 2, std::array{1U});
    });
    described = mover(260);
    described.bones[0].translation.times = {100, 200, 300, 250, 500, 600};
    check_refused_edit(described, "m2.times: expected times that rise", set_translation(0, 0, {0, 1}));
    described = mover(260);
    described.events[0].times.times = {350, 150};
    check_refused_edit(described, "m2.events[].times: expected times that rise", [](m2::owned_model& model) {
        return set_times(model, model.get(model.events)[0], 0, std::array{1U});
    });
    described = mover(260);
    described.bones[0].translation.times = {100, 200, 300, 300, 500, 600}; // two keys at the same time
    edited_model equal_times{described};
    CHECK_FALSE(set_translation(0, 0, {0, 1})(equal_times.own));
}
