#include "m2/figure.hpp"
#include "m2/sampled.hpp"

#include <effigy/m2/lint.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace sampled_m2;

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
