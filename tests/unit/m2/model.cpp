#include "m2/every_form.hpp"
#include "m2/opened.hpp"

#include <doctest/doctest.h>

#include <cstring>

namespace {

using namespace m2_forms;

} // namespace

TEST_CASE("m2: the header") {
    in_every_form([](const m2::model& model) {
        CHECK(model.name() == "imp");
        model.visit_header([&](const auto& header) {
            CHECK(model.version() == header.version.get());
            CHECK(model.flags() == header.flags.get());
        });
        const bool is_later = model.version() >= lists_by_animation;
        CHECK(model.flags() == (is_later ? 3U | m2::model_has_combiners : 3U));
        CHECK(values(model.texture_combiner_combos()) == (is_later ? numbers{3, 1} : numbers{}));
        CHECK(model.skin_profile_count() == 1);
        const auto bounds = model.bounds();
        CHECK(vector{bounds.min} == vector{-1, -1, 0});
        CHECK(vector{bounds.max} == vector{1, 1, 2});
        CHECK(bounds.radius.get() == 3);
        CHECK(vector{model.collision_bounds().max} == vector{2, 2, 4});
        CHECK(model.collision_bounds().radius.get() == 5);
        CHECK_FALSE(verify(model));
    });
}

TEST_CASE("m2: the next variation may be the first animation") {
    fixtures::m2::model described = fixtures::m2::small(264);
    described.animations[1].next = 0;
    const fixtures::m2::opened all{described};
    CHECK(all.model.animations()[1].next_variation() == 0);
    CHECK(all.model.animations()[2].next_variation() == npos);
}

TEST_CASE("m2: time") {
    in_every_form([](const m2::model& model) {
        CHECK(values(model.global_sequences_ms()) == numbers{500, 0});
        const bool is_later = model.version() >= lists_by_animation;
        CHECK(values(model.animation_lookup()) == (is_later ? numbers{0, 2, 3, -1, 1} : numbers{0, -1, -1, -1, 1}));
        const auto animations = model.animations();
        REQUIRE(animations.size() == (is_later ? 4 : 2));
        const auto first = animations[0];
        CHECK(first.id() == 0);
        CHECK(first.name() == "Stand");
        CHECK(first.variation() == 0);
        CHECK(first.duration() == 1);
        CHECK(first.move_speed() == 2.5F);
        CHECK(first.flags() == (is_later ? m2::animation_is_inside : 0U));
        CHECK(first.key_place() == m2::key_place::file);
        CHECK(first.start_ms() == (is_later ? 0 : 1000));
        CHECK(first.end_ms() == (is_later ? 1000 : 2000));
        CHECK(first.probability() == 32767);
        CHECK(first.replay_min() == 3);
        CHECK(first.replay_max() == 4);
        CHECK(first.blend_time() == 0.15);
        CHECK(vector{first.bounds().min} == vector{-1, -2, -3});
        CHECK(vector{first.bounds().max} == vector{1, 2, 3});
        CHECK(first.bounds().radius.get() == 4);
        CHECK(first.next_variation() == 1);
        CHECK(first.alias() == npos);
        first.visit_record([](const auto& record) {
            CHECK(record.padding.get() == 0xABAB);
            CHECK(record.alias_next.get() == 0xCDCD);
        });
        animations.visit_records([&](const auto& records) {
            CHECK(records.size() == animations.size());
            CHECK(records[1].id.get() == 4);
        });
        CHECK(animations[1].id() == 4);
        CHECK(animations[1].variation() == 1);
        CHECK(animations[1].flags() == m2::animation_plays_once);
        CHECK(animations[1].next_variation() == npos);
        CHECK(animations[1].duration() == 0.5);
        CHECK(animations[1].key_place() == (is_later ? m2::key_place::companion : m2::key_place::file));
        CHECK(model.playable_lookup().size() == (is_later ? 0 : 2));
        for (const auto& one : model.playable_lookup().part(1, model.playable_lookup().empty() ? 0 : 1)) {
            CHECK(one.fallback.get() == 0);
            CHECK(one.flags.get() == 3);
        }
        CHECK(animations.find(4U) == 1);
        CHECK(animations.find(3U) == npos);
        CHECK(animations.find(5U) == (is_later ? 2 : npos));
        CHECK(animations.find(7U) == npos);
        CHECK(animations.find_listed(4U) == 1);
        CHECK(animations.find_listed(9U) == npos);
        CHECK(animations.find("walk") == 1);
        CHECK(model.animation("walk").id() == 4);
        CHECK(model.animation(4U).id() == 4);
        CHECK_FALSE(model.animation("WalkBackwards"));
        CHECK(animations.find("WalkBackwards") == npos);
        CHECK(animations.find("no such name") == npos);
    });
}

TEST_CASE("m2: an animation is found even if the lookup is wrong") {
    fixtures::m2::model described;
    described.animations = {{7}, {3}, {2}, {3, 1}};
    described.animation_lookup = {-1, 1, -1, 9, -1};
    const opened all{described};
    CHECK(all.model.animations().find(1U) == npos); // the table has one with another id
    CHECK(all.model.animations().find(2U) == 2);    // the table has -1
    CHECK(all.model.animations().find(3U) == 1);    // the table has a missing one
    CHECK(all.model.animations().find(7U) == 0);    // the table is short
    CHECK(all.model.animations().find(65536U + 7) == npos);
}

TEST_CASE("m2: bones") {
    in_every_form([](const m2::model& model) {
        const auto bones = model.bones();
        REQUIRE(bones.size() == 2);
        CHECK(bones[0].id() == 26);
        CHECK(bones[0].parent() == npos);
        CHECK(bones[0].flags() == 0);
        CHECK(bones[0].pivot() == vector{});
        CHECK(bones[0].translation());
        CHECK(bones[0].translation().empty());
        CHECK(bones[0].rotation().empty());
        CHECK(bones[0].scale().empty());
        const auto arm = bones[1];
        CHECK(arm.parent() == 0);
        CHECK(arm.flags() == (m2::bone_is_transformed | m2::bone_is_billboard));
        CHECK(arm.id() == 5);
        CHECK(arm.submesh() == 7);
        CHECK(arm.pivot() == vector{0, 0, 1});
        CHECK(arm.unknown() == (model.version() < 260 ? 0 : 0x1234'5678));

        const auto rise = arm.translation();
        const bool is_later = model.version() >= lists_by_animation;
        CHECK(rise.interpolation() == m2::interpolation::linear);
        CHECK_FALSE(rise.is_global());
        CHECK(rise.global_duration() == 0);
        CHECK(ranges(rise.timeline().ranges()) == (is_later ? numbers{} : numbers{0, 2, 2, 2, 0, 0}));
        CHECK(values(rise.timeline().times_ms()) == (is_later ? numbers{} : numbers{1000, 1500, 2000}));
        REQUIRE(rise.keys(0).values.size() == 3);
        CHECK(vector{rise.keys(0).values[2]} == vector{0, 0, 3});
        CHECK(rise.keys(0).times[1] == 0.5);
        REQUIRE(rise.keys(1).times.size() == 1);
        CHECK(vector{rise.keys(1).values[0]} == vector{0, 0, 3});
        // Before version 264, the key is before the animation. From version 264 on, it is in an .anim.
        CHECK(rise.keys(1).times[0] == (is_later ? 0 : -1));
        const auto grow = arm.scale();
        CHECK(grow.interpolation() == m2::interpolation::step);
        CHECK(grow.global_sequence() == 0);
        CHECK(grow.global_duration() == 0.5);
        CHECK(vector{grow.keys(npos).values[1]} == vector{2, 2, 2});

        std::uint32_t before = npos;
        std::size_t count = 0;
        for (const auto& bone : bones) {
            CHECK(bone.parent() == before);
            before = static_cast<std::uint32_t>(count++);
        }
        CHECK(count == 2);
        CHECK(values(model.key_bone_lookup()) == numbers{-1, 1});
    });
}

TEST_CASE("m2: bones are found by their key bone ids") {
    fixtures::m2::model described;
    described.bones = {{.key = 3}, {.key = 1}, {.key = 1}, {.key = 70'000}, {.key = 2}, {.key = 0}};
    described.key_bone_lookup = {-1, 2, 0, 99};
    const opened all{described};
    CHECK(all.bones.find(1) == 2); // the one in the table
    CHECK(all.bones.find(2) == 4); // the table has one with another id
    CHECK(all.bones.find(3) == 0); // the table has a missing one
    CHECK(all.bones.find(70'000) == 3);
    CHECK(all.bones.find(0) == 5);
    CHECK(all.bones.find(4) == npos);
    CHECK(all.bones.find(-1) == npos);
    CHECK_FALSE(all.bones.at(6));
    CHECK(all.bones[4].id() == 2);
}

TEST_CASE("m2: rotations are full or packed") {
    in_every_form([](const m2::model& model) {
        const auto turn = model.bones()[1].rotation();
        CHECK(turn.key_count() == (model.version() < lists_by_animation ? 2 : 6)); // 2 + 1, and those of aliases
        const auto keys = turn.keys(0);
        REQUIRE(keys.values.size() == 2);
        CHECK(keys.times[1] == 1);
        CHECK(keys.values[0] == quaternion<float>{});
        CHECK(keys.values[1].z == doctest::Approx(fixtures::m2::half).epsilon(1e-4));
        CHECK(keys.values.value<double>(0) == quaternion<double>{});
    });
}

TEST_CASE("m2: bones in any order form a tree") {
    fixtures::m2::model described;
    described.bones = {{2}, {}, {1}, {1}};
    const opened all{described};
    REQUIRE(all.bones.size() == 4);
    CHECK(all.bones.parent(0) == 2);
    CHECK(all.bones.parent(1) == npos);
    const numbers order{all.bones.preorder(0), all.bones.preorder(1), all.bones.preorder(2), all.bones.preorder(3)};
    CHECK(order == numbers{1, 2, 0, 3});
    std::vector<tree_entry> few(3);
    CHECK(all.model.index(few).empty());
}

TEST_CASE("m2: vertices") {
    in_every_form([](const m2::model& model) {
        REQUIRE(model.vertices().size() == 3);
        CHECK(model.vertex_count() == 3);
        CHECK(vector{model.positions()[1]} == vector{1, 0, 0});
        CHECK(vector{model.normals()[1]} == vector{0, 1, 0});
        CHECK(values(model.weights()[1].weight) == numbers{192, 63, 0, 0});
        CHECK(values(model.joints()[1].bone) == numbers{1, 0, 0, 0});
        CHECK(model.texcoords()[1].x.get() == 1);
        CHECK(model.texcoords(1)[2].y.get() == 0.5F);
        CHECK(model.texcoords(2).empty());
        CHECK(model.vertices()[2].texcoords[1].y.get() == 0.5F);
    });
}

TEST_CASE("m2: skin profiles") {
    in_every_form([](const m2::model& model) {
        REQUIRE(model.skin_profiles().size() == 1);
        CHECK_FALSE(model.skin_profiles().empty());
        const auto profile = model.skin_profiles()[0];
        CHECK(profile.bone_limit() == 75);
        CHECK(values(profile.vertex_lookup()) == numbers{2, 0, 1});
        CHECK(values(profile.triangles_as_stored()) == numbers{0, 1, 2});
        CHECK(profile.triangle_count() == 1);
        CHECK(values(profile.indices()) == numbers{2, 0, 1});
        CHECK(profile.indices().at(3) == npos);
        CHECK(profile.palette_joints().size() == 3);
        CHECK(values(profile.palette_joints()[2].entries) == numbers{0, 1, 0, 0});
        REQUIRE(profile.submeshes().size() == 1);
        const auto& part = profile.submeshes()[0];
        CHECK(part.id.get() == 101);
        CHECK(vector{part.center} == vector{1, 2, 3});
        CHECK(values(profile.triangles_as_stored(part)) == numbers{0, 1, 2});
        CHECK(values(profile.indices(part)) == numbers{2, 0, 1});
        CHECK(values(model.bone_lookup()) == numbers{1, 0});
        CHECK(values(model.palette(part)) == numbers{1, 0});

        REQUIRE(profile.submesh_sortings().size() == (model.version() < 260 ? 0 : 1));
        for (const auto& sorting : profile.submesh_sortings()) {
            CHECK(sorting.radius.get() == 7);
        }
        REQUIRE(profile.batches().size() == 1);
        CHECK(profile.batches()[0].flags == m2::batch_is_static);
        CHECK(profile.batches()[0].shader.get() == 4);
    });
}

TEST_CASE("m2: corners outside the vertex lookup") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles[0].triangles = {0, 3, 2};
    const opened all{described};
    CHECK(values(all.model.skin_profiles()[0].indices()) == numbers{2, npos, 1});
}

TEST_CASE("m2: submeshes beyond their lists") {
    fixtures::m2::model described = fixtures::m2::small(260);
    fixtures::m2::skin_profile& described_profile = described.skin_profiles[0];
    described_profile.triangles = {0, 1, 2, 2, 1, 0, 1};
    const fixtures::m2::submesh whole = described_profile.submeshes[0];
    described_profile.submeshes.assign(5, whole);
    described_profile.submeshes[0].first_index = 3;
    described_profile.submeshes[0].index_count = 300;
    described_profile.submeshes[0].bone_count = 9;
    described_profile.submeshes[0].first_bone = 1;
    described_profile.submeshes[1].first_index = 7;
    described_profile.submeshes[1].first_bone = 2;
    described_profile.submeshes[2].index_count = 5;
    described_profile.submeshes[3].level = 1; // adds 65,536 to the first index
    described_profile.submeshes[4].first_index = 0xFFFF;
    described_profile.submeshes[4].level = 0xFFFF;
    const opened all{described};
    const m2::skin_profile profile = all.model.skin_profiles()[0];
    CHECK(values(profile.triangles_as_stored(profile.submeshes()[0])) ==
          numbers{2, 1, 0}); // an incomplete triangle is left out
    CHECK(values(all.model.palette(profile.submeshes()[0])) == numbers{0});
    CHECK(profile.triangles_as_stored(profile.submeshes()[1]).empty());
    CHECK(all.model.palette(profile.submeshes()[1]).empty());
    CHECK(values(profile.triangles_as_stored(profile.submeshes()[2])) == numbers{0, 1, 2});
    CHECK(profile.triangles_as_stored(profile.submeshes()[3]).empty());
    CHECK(profile.triangles_as_stored(profile.submeshes()[4]).empty());
}

TEST_CASE("m2: triangles past 65,536 corners") {
    fixtures::m2::model described = fixtures::m2::small(260);
    fixtures::m2::skin_profile& described_profile = described.skin_profiles[0];
    described_profile.triangles.assign(0x1'0000 + 6, 0);
    described_profile.triangles[0x1'0003] = 2;
    described_profile.submeshes[0].level = 1;
    described_profile.submeshes[0].first_index = 3;
    const opened all{described};
    const m2::skin_profile profile = all.model.skin_profiles()[0];
    CHECK(values(profile.triangles_as_stored(profile.submeshes()[0])) == numbers{2, 0, 0});
}

TEST_CASE("m2: colors, textures and materials") {
    in_every_form([](const m2::model& model) {
        REQUIRE(model.colors().size() == 1);
        CHECK(vector{held(model.colors()[0].rgb())} == vector{1, 0.5F, 0.25F});
        CHECK(held(model.colors()[0].alpha()).stored.get() == 16384);
        REQUIRE(model.textures().size() == 1);
        const auto& texture = model.textures()[0];
        CHECK(texture.type.get() == m2::texture_type::file);
        CHECK(model.get(texture.name) == "a\\b.blp");
        REQUIRE(model.texture_weights().size() == 1);
        CHECK(held(model.texture_weights()[0]).stored.get() == 32767);
        REQUIRE(model.texture_transforms().size() == 1);
        const auto transform = model.texture_transforms()[0];
        CHECK(vector{held(transform.translation())} == vector{1, 0, 0});
        CHECK(held(transform.rotation()).w.get() == 1);
        CHECK(vector{held(transform.scale())} == vector{2, 2, 1});
        REQUIRE(model.materials().size() == 1);
        CHECK(model.materials()[0].flags.get() == (m2::material_is_unlit | m2::material_is_two_sided));
        CHECK(model.materials()[0].blend.get() == m2::blending::alpha);
        CHECK(values(model.replaceable_lookup()) == numbers{-1, 0});
        CHECK(values(model.texture_lookup()) == numbers{0, -1});
        CHECK(values(model.texture_unit_lookup()) == numbers{1, -1});
        CHECK(values(model.texture_weight_lookup()) == numbers{0});
        CHECK(values(model.texture_transform_lookup()) == numbers{0, -1});
    });
}

TEST_CASE("m2: collision") {
    in_every_form([](const m2::model& model) {
        CHECK(values(model.collision_triangles()) == numbers{0, 1, 2});
        REQUIRE(model.collision_vertices().size() == 3);
        CHECK(vector{model.collision_vertices()[1]} == vector{1, 0, 0});
        REQUIRE(model.collision_normals().size() == 1);
        CHECK(vector{model.collision_normals()[0]} == vector{0, 0, 1});
    });
}

TEST_CASE("m2: missing records are empty") {
    in_every_form([](const m2::model& model) {
        const auto animation = model.animations().at(4);
        const auto bone = model.bones().at(2);
        const auto profile = model.skin_profiles().at(1);
        const auto check_missing = [](const auto& one) {
            CHECK_FALSE(one);
            one.visit_record([](const auto&) { FAIL_CHECK("there is no record"); });
        };
        check_missing(animation);
        CHECK(animation.key_place() == m2::key_place::missing);
        CHECK(animation.name().empty());
        CHECK(animation.duration() == 0);
        CHECK(animation.next_variation() == npos);
        CHECK(animation.alias() == npos);

        check_missing(bone);
        CHECK(bone.unknown() == 0);
        CHECK(bone.pivot() == vector{});
        CHECK(bone.id() == -1);
        CHECK(bone.parent() == npos);
        CHECK(bone.flags() == 0);
        CHECK_FALSE(bone.translation());
        CHECK((bone.translation().empty() && bone.rotation().empty() && bone.scale().empty()));

        check_missing(profile);
        CHECK((profile.bone_limit() == 0 && profile.triangle_count() == 0));
        const auto count_filled = [](const auto&... lists) { return (std::size_t{!lists.empty()} + ...); };
        CHECK(count_filled(profile.shadow_batches(), profile.indices(), profile.vertex_lookup(),
                           profile.triangles_as_stored(), profile.palette_joints(), profile.submeshes(),
                           profile.submesh_sortings(), profile.batches()) == 0);
    });
}

TEST_CASE("m2: names end at their first NUL") {
    fixtures::m2::model described;
    described.name = std::string{"imp\0leftover", 12};
    CHECK(opened{described}.model.name() == "imp");
    support::byte_builder endless = fixtures::m2::write(described);
    endless.poke(endless.at("m2.name"), 2);
    CHECK(m2::open(endless.span()).value().name() == "im"); // the count ends the name, too
}

TEST_CASE("m2: an empty model") {
    const opened none{{}};
    CHECK(none.files.file.size() == 0x150 + 16); // the header, and the NUL of the name
    CHECK(none.model.name().empty());
    CHECK(none.model.bones().empty());
    CHECK(none.model.skin_profiles().empty());
    CHECK(none.model.animations().find(0U) == npos);
    CHECK(none.bones.empty());
    CHECK_FALSE(verify(none.model));

    const m2::model empty;
    empty.visit_header([](const auto&) { FAIL_CHECK("there is no header"); });
    CHECK(empty.version() == 0);
    CHECK(empty.name().empty());
    CHECK(empty.animations().empty());
    CHECK(empty.bones().empty());
    CHECK(empty.skin_profiles().empty());
    CHECK(empty.skin_profiles().at(0).indices().empty());
    CHECK(empty.lights().empty());
    CHECK(empty.trailing().empty());
    CHECK(empty.index({}).empty());
    CHECK_FALSE(verify(empty));
}

TEST_CASE("m2: the offset of an empty list is ignored, and flipbooks are not read") {
    const fixtures::m2::written whole = fixtures::m2::write_all({});
    support::byte_builder file = whole.file;
    for (const fixtures::m2::reference& list : whole.lists) {
        file.poke(file.at(list.location) + 4, list.count == 0 ? 0xFFFF'FFFF : 0);
    }
    file.poke(file.at("m2.flipbooks"), 0xFFFF'FFFF).poke(file.at("m2.flipbooks") + 4, 0xFFFF'FFFF);
    CHECK(m2::open(file.span()));
}

TEST_CASE("m2: a track has only the keys that have both a time and a value") {
    fixtures::m2::model described;
    described.bones = {{}};
    described.bones[0].translation = {fixtures::m2::linear, -1, {}, {1, 2, 3}, {0, 0, 0, 1, 1, 1}};
    const opened all{described};
    CHECK(all.model.bones()[0].translation().key_count() == 2);
    CHECK_FALSE(all.model.bones()[0].translation().keys(0).has_tangents());
}
