// Animations that are removed from models, and added to them.
#include "m2/edited.hpp"
#include "m2/opened.hpp"
#include "support/edited.hpp"

#include <effigy/m2/edit.hpp>

namespace {

using namespace m2_edits;

auto append_of(const m2::owned_model& from, std::uint32_t number) {
    return [&from, number](m2::owned_model& model) { return append_animation(model, from, number).error(); };
}

} // namespace

TEST_CASE("m2 edit: drop_animation() leaves the other animations as they are") {
    for (const std::uint32_t version : layouts) {
        for (std::uint32_t dropped = 0; dropped < 3; ++dropped) {
            CAPTURE(version);
            CAPTURE(dropped);
            edited_model all{mover(version)};
            REQUIRE_FALSE(drop_animation(all.own, dropped));
            const reopened again{all};
            REQUIRE(again.model.animations().size() == 2);
            for (std::uint32_t i = 0; i < 2; ++i) {
                const std::uint32_t old = i < dropped ? i : i + 1;
                CHECK(again.model.animations()[i].id() == all.original.model.animations()[old].id());
                for (std::uint32_t bone = 0; bone < 3; ++bone) {
                    CHECK(bone_at(again.model, bone, i, 0.05) == bone_at(all.original.model, bone, old, 0.05));
                }
                CHECK(times_of_event(again.model, 0, i) == times_of_event(all.original.model, 0, old));
            }
            CHECK(again.model.animations().find(4) == (dropped == 0 ? 0U : 1U));
            const auto second = all.own.get(all.own.animations)[1];
            CHECK(second.probability == (dropped == 0 ? 2767 : 32767));
            CHECK(all.own.get(all.own.animations)[0].next_variation == (dropped == 0 ? 1 : -1));
        }
    }
}

TEST_CASE("m2 edit: the last animation of an id takes its place in the playable lookup with it") {
    fixtures::m2::model described = mover(256);
    described.animations.pop_back();
    edited_model all{described};
    REQUIRE_FALSE(drop_animation(all.own, 1));
    std::string fallbacks;
    for (const m2::owned_playable& one : all.own.get(all.own.playable_lookup)) {
        fallbacks += std::to_string(one.fallback) + std::to_string(one.flags) + ' ';
    }
    CHECK(fallbacks == "00 03 00 00 00 00 00 00 "); // Stand
    CHECK(all.own.animation_lookup.count == 1);
}

TEST_CASE("m2 edit: an alias has the keys of a dropped animation from then on") {
    for (const fixtures::m2::model& described :
         {fixtures::m2::small(264), fixtures::m2::small_in_chunks(), fixtures::m2::small_with_skeleton()}) {
        edited_model all{described};
        REQUIRE_FALSE(drop_animation(all.own, 1)); // has an .anim; animation 2 is its alias
        CHECK((all.own.get(all.own.animations)[1].flags & is_alias) == 0);
        const reopened again{all};
        CHECK(again.model.animations()[1].id() == 5);
        CHECK(again.model.animations()[1].key_place() == m2::key_place::companion);
        CHECK(bone_at(again.model, 1, 1, 0) == bone_at(all.original.model, 1, 2, 0));
        CHECK(bone_at(again.model, 1, 2, 0.75) == bone_at(all.original.model, 1, 3, 0.75));
        bool has_file = false;
        for (const m2::written_companion& one : again.files->companions) {
            has_file =
                has_file || (one.kind == m2::companion_kind::animation_file && one.id == 5 && one.variation == 0);
        }
        CHECK(has_file);
        if (all.own.is_chunked) {
            std::string files;
            for (const m2::owned_animation_file& one : all.own.get(all.own.animation_files)) {
                files +=
                    std::to_string(one.id) + '-' + std::to_string(one.variation) + ' ' + std::to_string(one.file) + ' ';
            }
            CHECK(files == "7-2 0 5-0 1020 ");
        }
    }
}
TEST_CASE("m2 edit: an animation stays if its alias has keys of an .anim that was not joined") {
    const auto drop = [](m2::owned_model& model) { return drop_animation(model, 1); };
    fixtures::m2::opened alone{fixtures::m2::small(264)};
    m2::owned_model own = *decode(*m2::open(alone.files.file.span()));
    const m2::owned_model before = own;
    CHECK(to_string(drop(own)).find("m2.animations[2].keyPlace") != std::string::npos);
    CHECK(own == before);
    CHECK_FALSE(drop_animation(own, 2)); // the alias itself
    CHECK(own.get(own.bones)[1].translation.missing.count == 3);
    REQUIRE_FALSE(drop_animation(own, 1));
    CHECK(own.get(own.bones)[1].translation.missing.empty()); // nothing is missing any more
    CHECK(encode(own));
}

TEST_CASE("m2 edit: the first animation has its keys in the model") {
    edited_model all{fixtures::m2::small(264)};
    REQUIRE_FALSE(drop_animation(all.own, 0));
    for (std::size_t i = 0; i < 2; ++i) { // and its alias
        const m2::owned_animation& one = all.own.get(all.own.animations)[i];
        CHECK((one.flags & m2::animation_is_inside) != 0);
        CHECK(one.key_place == m2::key_place::file);
    }
    const reopened again{all};
    CHECK(bone_at(again.model, 1, 0, 0) == bone_at(all.original.model, 1, 1, 0));
    CHECK(bone_at(again.model, 1, 2, 0.75) ==
          bone_at(all.original.model, 1, 3, 0.75)); // was an alias of the dropped one
    fixtures::m2::opened alone{fixtures::m2::small(264)};
    m2::owned_model own = *decode(*m2::open(alone.files.file.span()));
    CHECK(to_string(drop_animation(own, 0)).find("m2.animations[1].keyPlace") != std::string::npos);
    check_refused_edit(fixtures::m2::small(264), "m2.animations: expected the number",
                       [](m2::owned_model& model) { return drop_animation(model, 4); });
}

TEST_CASE("m2 edit: drop_animations() does what drop_animation() does with each") {
    for (const fixtures::m2::model& described :
         {mover(256), mover(264), fixtures::m2::small(256), fixtures::m2::small(264), fixtures::m2::small_in_chunks(),
          fixtures::m2::small_with_skeleton()}) {
        const edited_model all{described};
        const std::uint32_t count = all.own.animations.count;
        for (unsigned chosen = 0; chosen + 1 < (1U << count); ++chosen) { // one stays
            CAPTURE(described.version);
            CAPTURE(chosen);
            m2::owned_model at_once = all.own, one_by_one = all.own;
            std::vector<std::uint32_t> numbers;
            for (std::uint32_t i = count; i-- > 0;) {
                if ((chosen >> i & 1U) != 0) {
                    numbers.push_back(i);
                    REQUIRE_FALSE(drop_animation(one_by_one, i));
                }
            }
            REQUIRE_FALSE(drop_animations(at_once, numbers));
            CHECK(equal_content(at_once, one_by_one));
        }
    }
}

TEST_CASE("m2 edit: a bone whose keys go with an animation is not transformed any more") {
    edited_model all{mover(264)};
    m2::owned_bone& bone = all.own.get(all.own.bones)[2];
    all.own.set(bone.translation.parts, {{}, all.own.get(all.own.get(all.own.bones)[0].translation.parts)[1], {}});
    bone.translation.times = {};
    bone.translation.values = {};
    REQUIRE_FALSE(drop_animation(all.own, 2));
    CHECK((all.own.get(all.own.bones)[2].flags & m2::bone_is_transformed) != 0);
    REQUIRE_FALSE(drop_animation(all.own, 1));
    CHECK((all.own.get(all.own.bones)[2].flags & m2::bone_is_transformed) == 0);
    CHECK((all.own.get(all.own.bones)[0].flags & m2::bone_is_transformed) != 0);
}

TEST_CASE("m2 edit: a track with a list per animation gets one for a new animation, also of a loop and without keys") {
    edited_model all{mover(264)};
    all.own.set(all.own.global_sequences, {100});
    m2::owned_bone& bone = all.own.get(all.own.bones)[0];
    bone.translation.global_sequence = 0;
    all.own.set(bone.scale.parts, {{}, {}, {}}); // without keys
    const m2::owned_model from = all.own;
    REQUIRE(append_animation(all.own, from, 0));
    const auto lists = all.own.get(all.own.get(all.own.bones)[0].translation.parts);
    REQUIRE(lists.size() == 4);
    CHECK(lists[0].times.count == 2);
    CHECK(lists[3].times.empty());
    CHECK(all.own.get(all.own.bones)[0].scale.parts.count == 4);
    const reopened again{all};
}

TEST_CASE("m2 edit: append_animation() adds an animation of another model") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        fixtures::m2::model described = mover(version);
        described.animations.resize(2);
        described.events.push_back({.id = "$CAH"});
        edited_model all{described};
        const edited_model source{mover(version)};
        const auto added = append_animation(all.own, source.own, 2);
        INFO(to_string(added.error()));
        REQUIRE(added);
        CHECK(*added == 2);
        const reopened again{all};
        for (std::uint32_t bone = 0; bone < 3; ++bone) {
            for (const double seconds : {0.0, 0.03, 0.1}) {
                CAPTURE(bone);
                const auto expected = bone_at(source.original.model, bone, 2, seconds);
                CHECK(length(bone_at(again.model, bone, 2, seconds) - expected) < 1e-5);
                for (const std::uint32_t old : {0U, 1U}) {
                    const auto same = bone_at(all.original.model, bone, old, seconds);
                    CHECK(length(bone_at(again.model, bone, old, seconds) - same) < 1e-5);
                }
            }
        }
        const auto& still = all.own.get(all.own.bones)[2].translation; // one value for all animations
        CHECK((version < 264 ? still.times.count : still.parts.count) == 1);
        const m2::owned_animation& one = all.own.get(all.own.animations)[2];
        CHECK(one.variation == (version < 264 ? 0 : 1));
        CHECK(one.start == (version < 264 ? 1000 + 3333 : 0)); // behind the last key
        CHECK(one.duration == 100);
        CHECK(all.own.get(all.own.animations)[1].next_variation == 2);
        CHECK(one.probability == 2767);                 // the sum is 32,767 as it was
        CHECK(times_of_event(again.model, 0, 2) == ""); // the models have other events
        CHECK(times_of_event(again.model, 0, 1) == "50 ");
    }
}

TEST_CASE("m2 edit: a new animation has the events of a model with the same events") {
    for (const std::uint32_t version : {260U, 264U}) {
        edited_model all{mover(version)};
        all.own.get(all.own.animations)[1].flags |= version >= 264 ? 0U : 1U;
        REQUIRE(append_animation(all.own, all.before, 1));
        const reopened again{all};
        CHECK(times_of_event(again.model, 0, 3) == "50 ");
        CHECK(times_of_event(again.model, 0, 1) == "50 ");
        CHECK(times_of_event(again.model, 0, 2) == "");
    }
}

TEST_CASE("m2 edit: an event without ranges happens in the other animations as before") {
    fixtures::m2::model described = mover(256);
    described.events[0].times.ranges = {};
    edited_model all{described};
    REQUIRE(append_animation(all.own, all.before, 1));
    const reopened again{all};
    CHECK(times_of_event(again.model, 0, 0) == "50 ");
    CHECK(times_of_event(again.model, 0, 1) == "50 ");
    CHECK(times_of_event(again.model, 0, 2) == "");
    CHECK(times_of_event(again.model, 0, 3) == "50 ");
}

TEST_CASE("m2 edit: an animation with an .anim, or an alias, is added with its keys in the model") {
    const edited_model source{fixtures::m2::small(264)};
    for (const std::uint32_t number : {1U, 2U}) {
        edited_model all{fixtures::m2::small(264)};
        const auto added = append_animation(all.own, source.own, number);
        INFO(to_string(added.error()));
        REQUIRE(added);
        const m2::owned_animation& one = all.own.get(all.own.animations)[*added];
        CHECK((one.flags & (m2::animation_is_inside | m2::animation_is_alias)) == m2::animation_is_inside);
        CHECK(one.alias_next == *added);
        const reopened again{all};
        CHECK(bone_at(again.model, 1, *added, 0) == bone_at(source.original.model, 1, number, 0));
    }
}

TEST_CASE("m2 edit: append_animation() refuses other versions and numbers of bones") {
    const edited_model source{mover(264)};
    check_refused_edit(mover(264), "m2.animations: expected the number", append_of(source.own, 3));
    check_refused_edit(mover(260), "m2.version", append_of(source.own, 0));
    check_refused_edit(fixtures::m2::small(264), "m2.bones: expected the same number", append_of(source.own, 0));
}
TEST_CASE("m2 edit: append_animation() refuses other parents and interpolations") {
    const edited_model source{mover(264)};
    fixtures::m2::model described = mover(264);
    described.bones[2].parent = 1;
    check_refused_edit(described, "m2.bones[2].parent", append_of(source.own, 0));
    described = mover(264);
    described.bones[0].translation.interpolation = fixtures::m2::step;
    check_refused_edit(described, "m2.interpolation", append_of(source.own, 0));
}
TEST_CASE("m2 edit: a single key of another interpolation is added") {
    for (const std::uint32_t version : layouts) {
        fixtures::m2::model still = mover(version);
        still.bones[0].translation = fixtures::m2::constant({9, 8, 7}); // steps
        const edited_model source{still};
        edited_model all{mover(version)};
        REQUIRE(append_animation(all.own, source.own, 0));
        const reopened again{all};
        CHECK(bone_at(again.model, 0, 3, 0.05) == vector3<double>{9, 8, 7});
        CHECK(bone_at(again.model, 0, 0, 0.05) == bone_at(all.original.model, 0, 0, 0.05));
    }
}
TEST_CASE("m2 edit: append_animation() refuses missing keys and times above 32 bits") {
    const fixtures::m2::opened alone{fixtures::m2::small(264)};
    const m2::owned_model without_keys = *decode(*m2::open(alone.files.file.span()));
    check_refused_edit(fixtures::m2::small(264), "m2.animations[1].keyPlace", append_of(without_keys, 1));
    fixtures::m2::model described = mover(260);
    described.animations[2].end = 0xFFFF'FFF0;
    const edited_model older{mover(260)};
    check_refused_edit(described, "m2.animations[3].end", append_of(older.own, 0));
}

TEST_CASE("m2 edit: keys for many animations of many tracks are refused") {
    for (const std::uint32_t version : {256U, 264U}) { // one key of each bone is that of all animations
        m2::owned_model model = *decode(fixtures::m2::opened{{.version = version}}.model);
        std::uint32_t start = 0;
        for (int i = 0; i < 1000; ++i, start += 20) {
            m2::owned_animation one{};
            one.duration = 10;
            one.start = version < 264 ? start : 0;
            one.end = one.start + one.duration;
            one.flags = m2::animation_is_inside;
            model.append(model.animations, one);
        }
        m2::owned_bone bone{};
        bone.parent = -1;
        bone.translation.global_sequence = -1;
        model.set(bone.translation.times, {0});
        model.set(bone.translation.values, {{1, 2, 3}});
        if (version >= 264) {
            model.append(bone.translation.parts, {.times = bone.translation.times, .values = bone.translation.values});
        }
        model.set(model.bones, std::vector<m2::owned_bone>(2000, bone));
        m2::owned_model other = model;
        other.all<vec3<form::host>>()[bone.translation.values.first] = {4, 5, 6};
        const m2::owned_model before = model;
        CHECK(append_animation(model, other, 0).error().code == errc::budget);
        CHECK(model == before);
    }
}
