// Scenes of files that are damaged, or that would need much memory.
#include "m2/figure.hpp"
#include "m2/hostile.hpp"
#include "m2/opened.hpp"
#include "m2/scene.hpp"
#include "support/counting_memory.hpp"
#include "support/scene_extras.hpp"
#include "support/torture.hpp"

#include <effigy/m2/scene.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace m2_scenes;

// `count` animations that all use the `keys` keys of a track without ranges.
fixtures::m2::model shared_keys(std::uint32_t count, std::uint32_t keys) {
    fixtures::m2::model out = moved_by({fixtures::m2::linear}, {});
    for (std::uint32_t i = 0; i < count; ++i) {
        out.animations.push_back({4, 0, 0, keys});
    }
    for (std::uint32_t i = 0; i < keys; ++i) {
        out.bones[0].translation.times.push_back(i);
        out.bones[0].translation.values.insert(out.bones[0].translation.values.end(),
                                               {static_cast<float>(i % 7), 0, 0});
    }
    return out;
}

// Changes each byte of one file. `number` 0 is the model, and `number` i is companion i - 1.
void check_survives(const fixtures::m2::model& described, std::size_t number) {
    fixtures::m2::written files = write_all(described);
    const auto& changed = number == 0 ? files.file : files.companions[number - 1].file;
    support::guarded_memory memory{changed.size()};
    const std::span<std::byte> place = memory.place(changed.span(), support::edge::back);
    std::vector<m2::companion> table = fixtures::m2::table_of(files.companions);
    if (number != 0) {
        table[number - 1].bytes = std::span<const std::byte>{place};
    }
    const std::span<const std::byte> file = number == 0 ? place : files.file.span();
    const m2::scene_options options{.include_layers = true, .include_collision = true};
    std::size_t broken = 0U;
    const auto touch = [&] {
        if (const auto model = m2::open(file, table)) {
            const auto made = m2::to_scene(*model, options);
            broken += made && verify(*made) ? 1U : 0U;
        }
    };
    for (std::size_t i = 0; i < place.size(); i += support::torture_step) {
        const std::byte original = place[i];
        for (const std::byte other : {std::byte{0}, std::byte{0x7F}, std::byte{0xFF}, ~original}) {
            place[i] = other;
            touch();
        }
        place[i] = original;
    }
    CHECK(broken == 0);
}

} // namespace

TEST_CASE("m2 scene: memory is proportional to the files") {
    std::vector<fixtures::m2::model> all = fixtures::m2::every_small();
    all.push_back(fixtures::m2::figure::model(260));
    for (const fixtures::m2::model& described : all) {
        const opened whole{described};
        support::counting_memory memory;
        CHECK(m2::to_scene(whole.model, {}, &memory));
        CHECK(memory.most() <= support::most_for_scene(bytes_of(whole.files)));
        CHECK(memory.taken() == 0);
    }
}

TEST_CASE("m2 scene: repetition of shared keys is limited") {
    {
        const opened all{shared_keys(2000, 2000)};
        support::counting_memory memory;
        CHECK(m2::to_scene(all.model, {}, &memory).error().code == errc::budget);
        CHECK(memory.most() <= support::most_for_scene(bytes_of(all.files)));
    }
    CHECK(scene_of(shared_keys(2, 100)).clips.size() == 2);
}

TEST_CASE("m2 scene: global sequences never exceed the limit of memory") {
    // Each bone has loops of its own, all of which use the same few keys; the clips do not fit.
    fixtures::m2::model described = fixtures::m2::small(260);
    described.bones.clear();
    for (std::uint32_t i = 0; i < 1500; ++i) {
        fixtures::m2::bone& joint = described.bones.emplace_back(fixtures::m2::bone{-1, {1, 2, 3}});
        for (track* each : {&joint.translation, &joint.scale}) {
            *each = {fixtures::m2::linear,
                     static_cast<std::int16_t>(described.global_sequences.size()),
                     {},
                     {0, 1},
                     {1, 1, 1, 2, 2, 2}};
            described.global_sequences.push_back(2 + i % 50);
        }
    }
    for (fixtures::m2::vertex& each : described.vertices) {
        each.bones = {};
    }
    described.animations.resize(1);
    described.animations[0].end = described.animations[0].start + 4'000'000;
    const opened all{described};
    support::counting_memory memory;
    const auto made = m2::to_scene(all.model, {}, &memory);
    REQUIRE(made);
    CHECK_FALSE(verify(*made));
    CHECK(leaves_out(made->extras) == (sizeof(void*) == 8)); // with 32 bits a scene is smaller, and they fit
    CHECK(memory.most() <= support::most_for_scene(bytes_of(all.files)));
}

TEST_CASE("m2 scene: memory for hostile files is proportional to their size") {
    namespace hostile = fixtures::m2::hostile;
    const auto measured = [](const support::byte_builder& file) {
        const auto model = m2::open(file.span());
        if (!model) {
            return;
        }
        support::counting_memory memory;
        static_cast<void>(m2::to_scene(*model, {.include_layers = true}, &memory));
        CHECK(memory.most() <= support::most_for_scene(file.size()));
    };
    measured(hostile::batches_of_one_mesh(2000, 3000));
    measured(hostile::bones_of(std::vector<std::int16_t>(5000, -1)));
    measured(hostile::backwards(4000, -1));
    measured(hostile::chain(4000));
    measured(hostile::name_for_all(100, 5000));
    measured(hostile::cycle_of_aliases(1000));
    measured(hostile::empty_pairs_for_all(500, 500));
    measured(hostile::mesh_for_all(1000, 3));
}

TEST_CASE("m2 scene: every change of a file results in a scene or an error") {
    check_survives(fixtures::m2::small(256), 0);
    check_survives(fixtures::m2::small(260), 0);
}

TEST_CASE("m2 scene: every change of a file and its companions results in a scene or an error") {
    const fixtures::m2::model described = fixtures::m2::small_with_parent();
    const std::size_t companions = write_all(described).companions.size();
    for (std::size_t i = 0; i <= companions; ++i) {
        check_survives(described, i);
    }
}

TEST_CASE("m2 scene: a model whose bytes change after open()") {
    const fixtures::m2::written files = write_all(fixtures::m2::small(260));
    support::torture_after_opening(
        "a model", [&] { return files.file; }, [](std::span<const std::byte> file) { return m2::open(file); },
        [](const m2::model& model) -> std::uint64_t {
            const auto made = m2::to_scene(model);
            return made ? count(*made).keys + 1 : 0;
        });
}
