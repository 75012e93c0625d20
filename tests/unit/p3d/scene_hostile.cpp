// Scenes of models that no program writes.
#include "p3d/figure.hpp"
#include "p3d/hostile.hpp"
#include "support/counting_memory.hpp"
#include "support/torture.hpp"

#include <effigy/p3d/scene.hpp>
#include <effigy/p3d/view.hpp>
#include <effigy/scene.hpp>
#include <effigy/scene/weld.hpp>

namespace {

using namespace effigy;

// Converts a model with an animation, and checks that the scene is valid. Returns a checksum of the scene's counts,
// or 0 for an error.
std::uint64_t make_scenes(const p3d::model& source, const p3d::animation& clip) {
    const p3d::named_clip clips[] = {{"clip", clip}};
    const auto made = to_scene(source, {.include_all_levels = true, .clips = clips});
    if (!made) {
        return 0;
    }
    if (const error why = verify(*made)) {
        FAIL_CHECK(why.path, " ", why.expected, " ", why.found);
    }
    const scene_counts counts = count(*made);
    return counts.vertices * 7 + counts.triangles * 5 + counts.nodes * 3 + counts.keys;
}

fixtures::p3d::clip hostile_motion() {
    return {.bones = {"door", "Front"},
            .phases = {{0, {{}, {.position = {1, 0, 0}}}}, {1, {{.x = {0, 1, 0}, .y = {-1, 0, 0}}, {}}}}};
}

support::byte_builder rich_model() {
    fixtures::p3d::lod rich = fixtures::p3d::everything("P3DM");
    rich.tags.push_back(fixtures::p3d::selection("door", {1, 200, 0, 1}, {1, 0, 0}));
    rich.tags.push_back(fixtures::p3d::selection("front", {0, 100, 1, 1}, {0, 0, 0}));
    return fixtures::p3d::write(fixtures::p3d::model{{rich}});
}

// Triangles with `count` different corners at one point.
support::byte_builder one_point(std::uint32_t count) {
    support::byte_builder file = fixtures::p3d::hostile::begin_level(1, 1, count / 3);
    file.zeros(16 + 12);
    for (std::uint32_t i = 0; i < count; i += 3) {
        file.u32(3);
        for (std::uint32_t k = 0; k < 4; ++k) {
            file.u32(0).u32(0).f32(static_cast<float>(i + k % 3)).f32(0);
        }
        file.u32(0).u8(0).u8(0);
    }
    file.text("TAGG");
    fixtures::p3d::hostile::end_level(file);
    return file;
}

} // namespace

TEST_CASE("p3d scene: every change of a file leads to a valid scene or an error") {
    const auto clip_file = fixtures::p3d::write(hostile_motion());
    const auto clip = p3d::open_animation(clip_file.span());
    REQUIRE(clip);
    const auto touch = [&](std::span<const std::byte> bytes) {
        const auto opened = p3d::open(bytes);
        return opened ? make_scenes(*opened, *clip) : 0;
    };
    support::standard_torture("scene", rich_model, touch);
    support::torture_after_opening(
        "opened", rich_model, [](std::span<const std::byte> bytes) { return p3d::open(bytes); },
        [&](const p3d::model& opened) { return make_scenes(opened, *clip); });
}

TEST_CASE("p3d scene: every change of an animation leads to a valid scene or an error") {
    const auto model_file =
        fixtures::p3d::write(fixtures::p3d::model{{{.points = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}},
                                                    .normals = {{0, 1, 0}},
                                                    .faces = {{{{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}}}},
                                                    .tags = {fixtures::p3d::selection("door", {1, 200, 0}, {0}),
                                                             fixtures::p3d::selection("front", {0, 9, 1}, {0})}}}});
    const auto opened = p3d::open(model_file.span());
    REQUIRE(opened);
    const auto touch = [&](std::span<const std::byte> bytes) {
        const auto clip = p3d::open_animation(bytes);
        return clip ? make_scenes(*opened, *clip) : 0;
    };
    support::standard_torture("clip", [] { return fixtures::p3d::write(hostile_motion()); }, touch);
}

TEST_CASE("p3d scene: a corner is compared with at most 64 vertices at its point") {
    const auto file = one_point(30'000);
    const auto opened = p3d::open(file.span());
    REQUIRE(opened);
    const auto made = to_scene(*opened);
    REQUIRE(made);
    CHECK(made->meshes[0].positions.size() == 30'000);
    // A corner is compared with the last 64 vertices at its point. It becomes a new vertex if none of them is equal.
    impl::corner_welder<int> welder{1, 200, std::pmr::get_default_resource()};
    int compared = 0;
    const auto same = [&](int a, int b) {
        ++compared;
        return a == b;
    };
    for (int i = 0; i < 64; ++i) {
        CHECK(welder.add(0, i, same) == static_cast<std::uint32_t>(i));
    }
    CHECK(welder.add(0, 0, same) == 0);
    CHECK(welder.add(0, 64, same) == 64);
    compared = 0;
    CHECK(welder.add(0, 0, same) == 65);
    CHECK(compared == 64);
}

TEST_CASE("p3d scene: hostile files take memory within the limit, or are refused") {
    namespace hostile = fixtures::p3d::hostile;
    const auto clip_file = hostile::motionless_bones(3000);
    const auto clip = p3d::open_animation(clip_file.span());
    REQUIRE(clip);
    for (const auto& file :
         {hostile::properties(500), hostile::selections(2000, 3), hostile::selections(200, 900),
          hostile::textures(2000, 0), hostile::textures(300, 500), hostile::levels(3000), one_point(3000)}) {
        const auto opened = p3d::open(file.span());
        REQUIRE(opened);
        const p3d::named_clip clips[] = {{"clip", *clip}};
        for (const bool all : {false, true}) {
            // Throws above this limit.
            support::counting_memory memory{support::most_for_scene(file.size() + clip_file.size())};
            const auto made = to_scene(*opened, {.include_all_levels = all, .clips = clips}, &memory);
            CHECK((made || made.error().code == errc::budget));
        }
    }
}

TEST_CASE("p3d scene: if there would be too many keys, only phases become keys, and the extras contain the error") {
    fixtures::p3d::lod moved = fixtures::p3d::triangle(1);
    moved.tags.push_back(fixtures::p3d::selection("bone", {1, 1, 1}, {0}));
    const auto file = fixtures::p3d::write(fixtures::p3d::model{{moved}});
    for (const float size : {1.0F, 1e3F, 1e30F}) {
        fixtures::p3d::clip wild{.bones = {"bone"}};
        constexpr std::uint32_t count = 200;
        for (std::uint32_t i = 0; i < count; ++i) { // no step is close to a rotation
            const float s = i % 2 == 0 ? size : -size;
            const float t = i % 3 == 0 ? size : size / 3;
            wild.phases.push_back(
                {static_cast<float>(i) / count, {{.x = {s, t, 0}, .y = {0, -s, t}, .z = {t, size, s}}}});
        }
        const auto clip_file = fixtures::p3d::write(wild);
        const p3d::named_clip clips[] = {{"wild", p3d::open_animation(clip_file.span()).value()}};
        const auto made = to_scene(p3d::open(file.span()).value(), {.clips = clips});
        REQUIRE(made);
        REQUIRE(made->clips.size() == 1);
        const scene::clip& clip = made->clips[0];
        for (const scene::channel& each : clip.channels) {
            if (each.path == scene::path::rotation && made->nodes[each.node].name == "bone" && each.values.size() > 4) {
                CHECK(clip.times[each.times].back() >= 0.99F);
            }
        }
        for (const scene::extra& each : clip.extras) {
            if (each.key == "tolerance") {
                CHECK(std::get<double>(each.value) > 0.01);
            }
        }
    }
}

TEST_CASE("p3d scene: clips that move different bones of each point take at most three times the memory") {
    constexpr std::uint32_t bones = 60, points = 2000;
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.points.resize(points);
    for (std::uint32_t i = 0; i < points; ++i) {
        level.points[i].position = {static_cast<float>(i), 0, 0};
    }
    const auto name_of_bone = [](std::uint32_t bone) { return "bone" + std::to_string(bone); };
    for (std::uint32_t bone = 0; bone < bones; ++bone) { // each point has some four bones, with other weights
        std::vector<std::uint8_t> weights(points);
        for (std::uint32_t i = 0; i < points; ++i) {
            weights[i] = (i * 7919 + bone * 104'729) % 15 == 0 ? static_cast<std::uint8_t>(1 + i % 255) : 0;
        }
        level.tags.push_back(fixtures::p3d::selection(name_of_bone(bone), weights, {1}));
    }
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    std::vector<byte_builder> clip_files;
    for (std::uint32_t clip = 0; clip < 12; ++clip) {
        fixtures::p3d::clip motion{.phases = {{0, {}}, {1, {}}}};
        for (std::uint32_t bone = clip % 3; bone < bones; bone += 1 + clip % 5) {
            motion.bones.push_back(name_of_bone(bone));
            motion.phases[0].bones.emplace_back();
            motion.phases[1].bones.push_back({.position = {1, static_cast<float>(clip), 0}});
        }
        clip_files.push_back(fixtures::p3d::write(motion));
    }
    std::vector<p3d::named_clip> clips;
    std::size_t bytes = file.size();
    for (const byte_builder& each : clip_files) {
        clips.push_back({"clip", p3d::open_animation(each.span()).value()});
        bytes += each.size();
    }
    const auto opened = p3d::open(file.span());
    REQUIRE(opened);
    support::counting_memory memory{3 * (6 * bytes + 128 * 1024)};
    const auto made = to_scene(*opened, {.clips = clips, .include_all_weights = true}, &memory);
    REQUIRE(made);
    CHECK(made->clips.size() == clips.size());
    CHECK_FALSE(verify(*made));
    CHECK(made->skins[0].joints.size() > 1 + bones);
}
