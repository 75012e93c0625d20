// Values that follow from others, rule by rule. How often real files have them: tests/facts/derived.
#include "m2/opened.hpp"

#include <effigy/m2/owned/derive.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace effigy;
using integers = std::vector<int>;

integers numbers_of(const m2::owned_model& model, const pool_slice<std::int16_t>& list) {
    const auto all = model.get<std::int16_t>(list);
    return {all.begin(), all.end()};
}
// A model of animations with these ids.
m2::owned_model with_animations(std::uint32_t version, const std::vector<std::uint16_t>& ids) {
    fixtures::m2::model described{.version = version};
    std::uint32_t start = 100;
    for (const std::uint16_t id : ids) {
        described.animations.push_back({.id = id, .start = start, .end = start + 100, .flags = fixtures::m2::inside});
        start += 200;
    }
    return decoded(described);
}
m2::owned_animation& animation_of(m2::owned_model& of, std::size_t i) { return of.get(of.animations)[i]; }
void check_refusal(const error& why, const std::string& expected) {
    const std::string line = to_string(why);
    CAPTURE(line);
    CHECK(line.find(expected) != std::string::npos);
    CHECK(line.find("offset") == std::string::npos);
}

} // namespace

TEST_CASE("m2 derive: tables have the first record of an id, that of textures the last") {
    fixtures::m2::model described{.version = 264};
    described.bones = {{.key = -1}, {.key = 2}, {.key = 2}, {.key = 0}};
    described.attachments = {{.id = 3}, {.id = 1}, {.id = 3}};
    described.cameras = {{.type = -1}, {.type = 1}};
    described.textures = {{"a.blp"}, {.type = 2}, {"b.blp"}, {.type = 2}};
    m2::owned_model model = decoded(described);
    CHECK_FALSE(compute_key_bone_lookup(model));
    CHECK_FALSE(compute_attachment_lookup(model));
    CHECK_FALSE(compute_camera_lookup(model));
    CHECK_FALSE(compute_replaceable_lookup(model));
    CHECK(numbers_of(model, model.key_bone_lookup) == integers{3, -1, 1});
    CHECK(numbers_of(model, model.attachment_lookup) == integers{-1, 1, -1, 0});
    CHECK(numbers_of(model, model.camera_lookup) == integers{-1, 1});
    CHECK(numbers_of(model, model.replaceable_lookup) == integers{2, -1, 3});

    model.get(model.bones)[1].key_bone = 0x10000;
    const m2::owned_model before = model;
    check_refusal(compute_key_bone_lookup(model), "m2.bones[1].keyBone: expected an id below 65,536");
    CHECK(model == before);
}
TEST_CASE("m2 derive: tables of few records") {
    m2::owned_model empty = fixtures::m2::decoded({.version = 264});
    CHECK_FALSE(compute_key_bone_lookup(empty));
    CHECK_FALSE(compute_attachment_lookup(empty));
    CHECK_FALSE(compute_camera_lookup(empty));
    CHECK(numbers_of(empty, empty.key_bone_lookup) == integers{-1}); // at least one entry
    CHECK(empty.attachment_lookup.empty());
    CHECK(empty.camera_lookup.empty());

    m2::owned_model fly_by = fixtures::m2::decoded({.version = 264, .cameras = {{.type = -1}}});
    CHECK_FALSE(compute_camera_lookup(fly_by));
    CHECK(numbers_of(fly_by, fly_by.camera_lookup) == integers{-1});
}

TEST_CASE("m2 derive: the animation lookup is a table before version 264, then a hash table") {
    m2::owned_model older = with_animations(260, {3, 0, 3, 5});
    CHECK_FALSE(compute_animation_lookup(older));
    CHECK(numbers_of(older, older.animation_lookup) == integers{1, -1, -1, 0, -1, 3});

    m2::owned_model few = with_animations(264, {0, 4, 5, 6, 7, 7});
    CHECK_FALSE(compute_animation_lookup(few));
    CHECK(few.animation_lookup.empty());

    // Six ids: 13 slots. 13 and 26 find slot 0 taken; the next ones are 0 + 1 and 1 + 4.
    m2::owned_model later = with_animations(264, {0, 13, 26, 4, 4, 7, 11});
    CHECK_FALSE(compute_animation_lookup(later));
    CHECK(numbers_of(later, later.animation_lookup) == integers{0, 1, -1, -1, 3, 2, -1, 5, -1, -1, -1, 6, -1});
    // Nine ids: the first prime above 18.
    m2::owned_model more = with_animations(272, {0, 1, 2, 3, 4, 5, 6, 7, 8});
    CHECK_FALSE(compute_animation_lookup(more));
    CHECK(more.animation_lookup.count == 19);
    m2::owned_model too_many{};
    too_many.version = 264;
    too_many.set(too_many.animations, std::vector<m2::owned_animation>(32'769));
    check_refusal(compute_animation_lookup(too_many), "m2.animations: expected at most 32,768 animations");
    CHECK(too_many.animation_lookup.empty());
}

TEST_CASE("m2 derive: variations and their probabilities") {
    for (const std::uint32_t version : {260U, 264U}) {
        m2::owned_model model = with_animations(version, {4, 0, 4, 4});
        animation_of(model, 0).probability = 100;
        animation_of(model, 2).probability = 200;
        animation_of(model, 3).probability = -5;
        animation_of(model, 1).probability = 7;
        compute_variations(model);
        compute_next_variations(model);
        compute_probabilities(model, 4);
        integers variations, next, probabilities;
        for (const m2::owned_animation& one : model.get(model.animations)) {
            variations.push_back(one.variation);
            next.push_back(one.next_variation);
            probabilities.push_back(one.probability);
        }
        CHECK(variations == (version < 264 ? integers{0, 0, 0, 0} : integers{0, 0, 1, 2}));
        CHECK(next == integers{2, -1, 3, -1});
        CHECK(probabilities == integers{10922, 7, 21844, -5});
    }
}

TEST_CASE("m2 derive: aliases are linked in a ring with their target") {
    using fixtures::m2::inside;
    using fixtures::m2::is_alias;
    fixtures::m2::model described{.version = 264};
    described.animations = {{.id = 0, .flags = inside | is_alias, .alias = 3},
                            {.id = 1, .flags = inside},
                            {.id = 2, .flags = inside | is_alias, .alias = 0},
                            {.id = 3, .flags = inside}};
    m2::owned_model model = decoded(described);
    CHECK_FALSE(link_aliases(model));
    integers links;
    for (const m2::owned_animation& one : model.get(model.animations)) {
        links.push_back(one.alias_next);
    }
    CHECK(links == integers{2, 1, 3, 0});
    const m2::owned_model before = model;
    animation_of(model, 1).key_place = m2::key_place::companion;
    CHECK(link_aliases(model).code == errc::bad_value);

    m2::owned_model older = with_animations(260, {0, 1});
    animation_of(older, 0).alias_next = 77;
    CHECK_FALSE(link_aliases(older));
    CHECK(animation_of(older, 0).alias_next == 77);
}

TEST_CASE("m2 derive: ranges of keys on a time line") {
    fixtures::m2::model described{.version = 260};
    described.animations = {{.id = 0, .start = 100, .end = 200}, {.id = 1, .start = 300, .end = 400}};
    described.global_sequences = {500};
    fixtures::m2::track moved{.times = {50, 100, 150, 350}, .values = std::vector<float>(12)};
    fixtures::m2::track loop = moved;
    loop.global = 0;
    described.bones = {{.translation = moved, .scale = loop}, {.translation = fixtures::m2::constant({1, 2, 3})}};
    described.events = {{.times = {.times = {100, 200, 250}}}, {}};
    const auto ranges_of = [](const m2::owned_model& model, const auto& track) {
        std::string out;
        for (const m2::owned_key_range& one : model.get(track.ranges)) {
            out += std::to_string(one.first) + '-' + std::to_string(one.last) + ' ';
        }
        return out;
    };
    m2::owned_model model = decoded(described);
    CHECK_FALSE(compute_ranges(model));
    const auto bones = model.get(model.bones);
    const auto events = model.get(model.events);
    CHECK(ranges_of(model, bones[0].translation) == "1-3 2-3 0-0 "); // inclusive
    CHECK(ranges_of(model, bones[0].scale) == "");                   // follows a global sequence
    CHECK(ranges_of(model, bones[1].translation) == "");             // one key
    CHECK(ranges_of(model, events[0].times) == "0-2 3-3 0-0 ");      // half-open
    CHECK(ranges_of(model, events[1].times) == "0-0 0-0 0-0 ");

    for (m2::owned_animation& one : model.get(model.animations)) { // the others have as many ranges as before
        one.start += 50;
        one.end += 50;
    }
    CHECK_FALSE(compute_ranges(model));
    CHECK(ranges_of(model, model.get(model.bones)[0].translation) == "2-3 3-3 0-0 ");

    described.animations[0].start = 0; // without ranges and from 0 on, no further range
    m2::owned_model from_0 = decoded(described);
    CHECK_FALSE(compute_ranges(from_0));
    CHECK(ranges_of(from_0, from_0.get(from_0.bones)[0].translation) == "0-3 2-3 ");
}
TEST_CASE("m2 derive: ranges are limited, and of versions before 264 only") {
    m2::owned_model hostile{};
    hostile.version = 256;
    hostile.set(hostile.animations, std::vector<m2::owned_animation>(4000));
    m2::owned_event event{};
    event.times.global_sequence = -1;
    hostile.set(hostile.events, std::vector<m2::owned_event>(4000, event));
    CHECK(compute_ranges(hostile).code == errc::budget);

    m2::owned_model later = decoded(fixtures::m2::small(264));
    const m2::owned_model before = later;
    CHECK_FALSE(compute_ranges(later));
    CHECK(later == before);
}

TEST_CASE("m2 derive: flags of bones and batches") {
    fixtures::m2::model described{.version = 264};
    described.animations = {{.end = 100, .flags = fixtures::m2::inside}};
    fixtures::m2::track moved{.lists = {{{0, 100}, {1, 0}}}};
    fixtures::m2::track turned{.lists = {{{0}, {0, 0, 0, 1}}}};
    described.bones = {{.flags = 0x208}, {.flags = 8, .rotation = turned}, {.parent = 0}};
    described.weights = {fixtures::m2::constant({1}), moved};
    described.weight_lookup = {0, 1};
    described.transform_lookup = {-1, 0};
    described.skin_profiles = {{.batches = {{.transform = 0, .flags = 0},
                                            {.weight = 1, .flags = 0x11},
                                            {.transform = 1, .flags = 0x10},
                                            {.weight = 9, .transform = 9, .flags = 2}}}};
    m2::owned_model model = decoded(described);
    compute_bone_flags(model);
    compute_batch_flags(model, model.get(model.skin_profiles)[0]);
    integers bones, batches;
    for (const m2::owned_bone& one : model.get(model.bones)) {
        bones.push_back(static_cast<int>(one.flags));
    }
    for (const m2::owned_batch& one : model.all<m2::owned_batch>()) {
        batches.push_back(one.flags);
    }
    CHECK(bones == integers{8, 0x208, 0});
    CHECK(batches == integers{0x10, 1, 0, 0x12});

    m2::owned_model missing = *decode(*m2::open(fixtures::m2::opened{fixtures::m2::small(264)}.files.file.span()));
    m2::owned_bone& arm = missing.get(missing.bones)[1];
    arm.flags = 0;
    arm.scale = {};
    compute_bone_flags(missing); // keys in an .anim that was not joined count
    CHECK(arm.flags == m2::bone_is_transformed);
}

TEST_CASE("m2 derive: submeshes and their palettes") {
    fixtures::m2::model described{.version = 260};
    described.bones = {{}, {.parent = 0}, {.parent = 0}};
    described.vertices = {{.position = {0, 0, 0}, .bones = {1, 0, 0, 0}},
                          {.position = {4, 0, 0}, .weights = {128, 127, 0, 0}, .bones = {2, 1, 0, 0}},
                          {.position = {2, 3, 0}, .bones = {1, 0, 0, 0}},
                          {.position = {9, 9, 9}, .bones = {2, 0, 0, 0}}};
    described.bone_lookup = {2, 1, 2};
    described.skin_profiles = {
        {.indices = {3, 0, 1, 2},
         .triangles = {0, 0, 0, 1, 2, 3},
         .properties = std::vector<std::array<std::uint8_t, 4>>(4),
         .submeshes = {{.first_vertex = 9, .vertex_count = 1, .index_count = 3, .bone_count = 1},
                       {.vertex_count = 3, .index_count = 3, .bone_count = 2, .first_bone = 1}}}};
    m2::owned_model model = decoded(described);
    m2::owned_skin_profile& profile = model.get(model.skin_profiles)[0];
    CHECK_FALSE(compute_submesh_starts(model, profile));
    CHECK_FALSE(compute_palette_joints(model, profile));
    compute_submesh_values(model, profile, 1);
    compute_submesh_values(model, profile, 7); // there is none
    const m2::owned_submesh& one = model.get(profile.submeshes)[1];
    CHECK(one.first_vertex == 1);
    CHECK(one.first_index == 3);
    CHECK(one.level == 0);
    CHECK(one.influence_count == 2);
    CHECK(one.center_bone == 1);
    CHECK(one.center == vector3<float>{2, 1, 0});
    const m2::owned_submesh_sorting& sorting = model.get(profile.submesh_sortings)[1];
    CHECK(sorting.center == vector3<float>{2, 1.5F, 0});
    CHECK(sorting.radius == 2.5F);
    std::string joints;
    for (const m2::palette_joints& each : model.get(profile.palette_joints)) {
        joints += std::to_string(each.entries[0]) + std::to_string(each.entries[1]) + ' ';
    }
    CHECK(joints == "00 00 10 00 "); // the second palette is {1, 2}

    const m2::owned_model before = model;
    model.get(profile.submeshes)[1].bone_count = 1;
    check_refusal(compute_palette_joints(model, profile), "m2.skinProfiles[0].submeshes[1].boneCount");
    model = before;
    model.get(profile.submeshes)[0].first_palette_bone = 1; // {1}, for a vertex of bone 2
    check_refusal(compute_palette_joints(model, profile), "m2.skinProfiles[0].submeshes[0].boneCount");
    model = before;
    model.get(profile.submeshes)[0].vertex_count = 0;
    model.get(profile.submeshes)[0].center = vector3<float>{9, 9, 9};
    const m2::owned_model without_vertices = model;
    compute_submesh_values(model, profile, 0);
    CHECK(model == without_vertices);
    model = before;
    model.get(profile.submeshes)[1].vertex_count = 4; // more than the profile has
    check_refusal(compute_palette_joints(model, profile), "m2.skinProfiles[0].submeshes[1].boneCount");
    model.get(profile.submeshes)[0].index_count = 0xFFFF;
    CHECK_FALSE(compute_submesh_starts(model, profile));
    model.append(profile.submeshes, model.get(profile.submeshes)[0]);
    model.append(profile.submeshes, model.get(profile.submeshes)[0]);
    const m2::owned_model too_many = model;
    check_refusal(compute_submesh_starts(model, profile), "m2.skinProfiles[0].submeshes[2]");
    CHECK(model == too_many);
    model.version = 264; // where the level counts further
    CHECK_FALSE(compute_submesh_starts(model, profile));
    CHECK(model.get(profile.submeshes)[3].level == 2);
    CHECK(model.get(profile.submeshes)[3].first_index == 1);
}

TEST_CASE("m2 derive: the collision mesh") {
    m2::owned_model model = decoded(fixtures::m2::small(264));
    model.set(model.collision_vertices, {{{0, 0, 0}}, {{2, 0, 0}}, {{0, 0, 2}}});
    model.set(model.collision_triangles, {0, 1, 2, 0, 2, 1, 5, 9});
    CHECK_FALSE(compute_collision(model));
    CHECK(model.collision_bounds.max == vector3<float>{2, 0, 2});
    CHECK(model.collision_bounds.radius == doctest::Approx(1.41421356));
    const auto normals = model.get(model.collision_normals);
    REQUIRE(normals.size() == 2);
    CHECK(normals[0] == vector3<float>{0, -1, 0});
    CHECK(normals[1] == vector3<float>{0, 1, 0});
    const m2::owned_model before = model;
    model.set(model.collision_triangles, {0, 1, 2, 0, 1, 3});
    check_refusal(compute_collision(model), "m2.collisionTriangles[1]");
    CHECK(equal(model.collision_bounds, before.collision_bounds));
    model.set(model.collision_vertices, {});
    model.set(model.collision_triangles, {});
    CHECK_FALSE(compute_collision(model));
    CHECK(equal(model.collision_bounds, m2::owned_bounds{}));
    CHECK(model.collision_normals.empty());
}

TEST_CASE("m2 derive: the box of an animation, and that of the model around it") {
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        m2::owned_model model = decoded(fixtures::m2::small(version));
        CHECK_FALSE(compute_bounds(model, 0));
        const m2::owned_bounds& one = animation_of(model, 0).bounds;
        // The arm rises by three yards, and turns from +y to -x.
        CHECK(one.min.z == 0);
        CHECK(one.max.z == doctest::Approx(4));
        CHECK(one.max.y == doctest::Approx(1));
        CHECK(one.min.x == doctest::Approx(-1));
        CHECK(model.bounds.max.z == one.max.z);
        CHECK(model.bounds.radius >= one.radius);
        check_refusal(compute_bounds(model, 99), "m2.animations[99]");
    }
    m2::owned_model alone = *decode(*m2::open(fixtures::m2::opened{fixtures::m2::small(264)}.files.file.span()));
    check_refusal(compute_bounds(alone, 1), "an animation whose keys are known");

    m2::owned_model wrong = decoded(fixtures::m2::small(264)); // is written and opened to move its vertices
    wrong.get(wrong.bones)[0].parent = 0;
    CHECK(compute_bounds(wrong, 0).code == errc::cycle);
    wrong.flipbooks.count = 1;
    CHECK(std::string{compute_bounds(wrong, 0).path} == "m2.flipbooks");
}
