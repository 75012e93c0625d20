#include "m2/scene.hpp"
#include "m2/figure.hpp"
#include "m2/opened.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/m2/scene.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace m2_scenes;

} // namespace

TEST_CASE("m2 scene: every version results in the same scene") {
    const scene first = scene_of(fixtures::m2::small(256));
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        const opened all{described};
        const scene made = scene_of(all);
        CHECK(made.meshes == first.meshes);
        CHECK(made.skins == first.skins);
        CHECK(made.materials == first.materials);
        CHECK(made.cameras == first.cameras);
        CHECK(made.lights == first.lights);
        REQUIRE(made.nodes.size() == first.nodes.size());
        for (std::size_t i = 0; i < made.nodes.size(); ++i) {
            CHECK(made.nodes[i].name == first.nodes[i].name);
            CHECK(made.nodes[i].parent == first.nodes[i].parent);
            CHECK(made.nodes[i].local == first.nodes[i].local);
        }
        CHECK(made.clips.size() == 2);
        CHECK(worst_of(all, made) <= 1e-5);
    }
}

TEST_CASE("m2 scene: figures move as in sample()") {
    for (const std::uint32_t version : {256U, 260U}) {
        const opened all{fixtures::m2::figure::model(version)};
        const scene made = scene_of(all);
        CHECK(made.clips.size() == 5); // three animations and two global sequences
        CHECK(worst_of(all, made) <= 1e-5);
        const scene::clip& waving = clip_named(made, "EmoteWave");
        CHECK(find_extra(waving.extras, "loops") != nullptr);
        CHECK_FALSE(extra<bool>(waving.extras, "loops"));
        CHECK(playback_of(waving, playback::loop) == playback::once);
        CHECK(playback_of(clip_named(made, "Stand")) == playback::loop);
        CHECK(playback_of(clip_named(made, "global_0")) == playback::loop);
        CHECK(clip_named(made, "Stand_1").channels.size() < clip_named(made, "Stand").channels.size());
    }
}

TEST_CASE("m2 scene: data of missing companions is left out and reported") {
    const fixtures::m2::written files = write_all(fixtures::m2::small(264));
    const scene alone = valid(m2::to_scene(m2::open(files.file.span()).value()));
    CHECK(alone.meshes.empty());
    CHECK(extra<bool>(alone.extras, "missingSkinProfile"));
    CHECK(alone.clips.size() == 1);
    CHECK(texts_in(alone.extras, "missingAnimations") == names{"Walk_1"});
    fixtures::m2::model outside = fixtures::m2::small(264);
    outside.animations[0].flags = 0; // also in an .anim
    const fixtures::m2::written both = write_all(outside);
    const scene still = valid(m2::to_scene(m2::open(both.file.span()).value()));
    CHECK(still.clips.empty());
    CHECK(texts_in(still.extras, "missingAnimations") == names{"Stand", "Walk_1"});

    const fixtures::m2::written split = write_all(fixtures::m2::small_with_skeleton());
    std::vector<m2::companion> table = fixtures::m2::table_of(split.companions);
    std::erase_if(table, [](const m2::companion& one) { return one.kind == m2::companion_kind::skeleton_file; });
    const auto boneless = m2::open(split.file.span(), table).value();
    const scene made = valid(m2::to_scene(boneless));
    CHECK(extra<bool>(made.extras, "missingSkeleton"));
    CHECK(made.meshes.size() == 1);
    CHECK(made.skins.empty());
    CHECK(made.clips.empty());
}

TEST_CASE("m2 scene: options choose the skin profile") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles.push_back(described.skin_profiles[0]);
    described.skin_profiles[1].triangles = {0, 2, 1};
    const opened all{described};
    CHECK(scene_of(all).meshes[0].indices[1] == 0);
    const scene second = scene_of(all, {.skin_profile = 1});
    CHECK(second.meshes[0].indices[1] == 1);
    CHECK(extra<double>(second.extras, "skinProfile") == 1);
    CHECK(extra<double>(scene_of(all, {.skin_profile = 7}).extras, "skinProfile") == 0);
}

TEST_CASE("m2 scene: an error of verify() is returned") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.vertices[0].bones = {9, 0, 0, 0};
    const opened all{described};
    CHECK(m2::to_scene(all.model).error().code == errc::out_of_bounds);
}

TEST_CASE("m2 scene: the model faces +z and is in metres, without a scale on any node") {
    for (const std::uint32_t version : {256U, 264U}) {
        const opened all{fixtures::m2::figure::model(version)};
        const scene plain = scene_of(all);
        const scene turned = valid(m2::to_scene(all.model));
        CHECK(turned.nodes.size() == plain.nodes.size());
        CHECK(turned.nodes[0].local.scale == vector3<float>{1, 1, 1});
        CHECK(support::worst_of(turned, plain, [](const vector3<double>& v) {
                  return vector3<double>{-v.z, v.y, v.x} * 0.9144;
              }) < 1e-5);
        REQUIRE(!turned.cameras.empty());
        CHECK(turned.cameras[0].far_plane == doctest::Approx(0.9144F * plain.cameras[0].far_plane));
        m2::scene_options yards;
        yards.metres = false;
        CHECK(support::worst_of(valid(m2::to_scene(all.model, yards)), plain,
                                [](const vector3<double>& v) { return vector3<double>{-v.z, v.y, v.x}; }) < 1e-5);
    }
}
