// Skin profiles and materials of models that are converted to other versions.
#include "m2/converted.hpp"
#include "m2/figure.hpp"
#include "m2/opened.hpp"

#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/m2/sample/material.hpp>
#include <effigy/m2/verify.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace {

using namespace converted_m2;

// A model of one submesh in profiles that need different numbers of bones.
m2::owned_model with_profiles(std::uint32_t version, std::initializer_list<std::uint16_t> bones) {
    fixtures::m2::model described = small(version);
    described.skin_profiles.resize(1);
    m2::owned_model out = decoded(described);
    const std::uint16_t bone = list(out, out.bone_lookup)[0];
    out.set(out.bone_lookup, std::span<const std::uint16_t>{std::vector<std::uint16_t>(256, bone)});
    const m2::owned_skin_profile profile = list(out, out.skin_profiles)[0];
    out.skin_profiles = {};
    for (const std::uint16_t count : bones) {
        m2::owned_skin_profile one = profile;
        m2::owned_submesh part = list(out, profile.submeshes)[0];
        part.bone_count = count;
        part.first_palette_bone = 0;
        out.set(one.submeshes, {part});
        one.number = out.skin_profiles.count;
        out.append(out.skin_profiles, one);
    }
    out.skin_profile_count = out.skin_profiles.count;
    return out;
}

} // namespace

TEST_CASE("m2 convert: skin profiles are in the model or beside it") {
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        for (const std::uint32_t other : {256U, 260U, 264U, 272U}) {
            CAPTURE(version);
            CAPTURE(other);
            const opened from{figure::model(version)};
            const auto made = convert_version(from.model, other, [](const finding&) {});
            REQUIRE(made);
            const m2::written_files files = encode(*made).value();
            const auto table = files.table();
            const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
            CHECK_FALSE(verify(view));
            if (other == 264 && version != 264) { // those that its limits need
                REQUIRE(view.skin_profiles().size() == 1);
                CHECK(view.skin_profiles().at(0).bone_limit() == 21);
            } else {
                REQUIRE(view.skin_profiles().size() == from.model.skin_profiles().size());
            }
            for (std::size_t i = 0; i < view.skin_profiles().size(); ++i) {
                const auto a = from.model.skin_profiles().at(i), b = view.skin_profiles().at(i);
                CHECK(std::ranges::equal(a.vertex_lookup(), b.vertex_lookup()));
                CHECK(std::ranges::equal(a.triangles_as_stored(), b.triangles_as_stored()));
                CHECK(a.submeshes().size() == b.submeshes().size());
                CHECK(b.submesh_sortings().size() == (other < 260 ? 0 : b.submeshes().size()));
            }
        }
    }
}

TEST_CASE("m2 convert: models move in the same way") {
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        for (const std::uint32_t other : {256U, 260U, 264U, 272U}) {
            CAPTURE(version);
            CAPTURE(other);
            const opened from{figure::model(version)};
            const m2::written_files files =
                encode(convert_version(from.model, other, [](const finding&) {}).value()).value();
            const auto table = files.table();
            const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
            std::vector<tree_entry> entries{view.bones().size()};
            const m2::bone_index bones = view.index(entries);
            std::vector<pose<double>> before(view.bones().size()), after = before;
            REQUIRE(view.animations().size() == from.model.animations().size());
            for (std::uint32_t i = 0; i < view.animations().size(); ++i) {
                const double end = view.animations().at(i).duration();
                CHECK(end == from.model.animations().at(i).duration());
                for (double time = 0; time <= end; time += 0.01) {
                    apply(from.model, {i, time, time}, from.bones, before);
                    apply(view, {i, time, time}, bones, after);
                    for (std::size_t k = 0; k < before.size(); ++k) {
                        REQUIRE(length(before[k].position - after[k].position) < 1e-4);
                        REQUIRE(length(before[k].scale - after[k].scale) < 1e-4);
                        REQUIRE(std::abs(std::abs(dot(before[k].rotation, after[k].rotation)) - 1) < 1e-4);
                    }
                }
            }
        }
    }
}

TEST_CASE("m2 convert: profiles are for the numbers of bones that the game's own files have") {
    using numbers = std::vector<std::uint32_t>;
    tellings told;
    const auto limits = [&](std::uint32_t from, std::initializer_list<std::uint16_t> bones, std::uint32_t to) {
        const auto made = converted(with_profiles(from, bones), to, told);
        numbers out;
        for (const m2::owned_skin_profile& one : list(made, made.skin_profiles)) {
            CHECK(one.number == out.size());
            out.push_back(one.bone_limit);
        }
        CHECK(made.skin_profile_count == out.size());
        return out;
    };
    CHECK(limits(256, {20, 20, 20, 20}, 264) == numbers{21});
    CHECK(limits(256, {200, 73, 52, 19}, 264) == numbers{53, 21});
    CHECK(limits(256, {200, 62, 52, 19}, 264) == numbers{64, 53, 21});
    CHECK(limits(272, {60, 40}, 264) == numbers{64, 53});
    CHECK(told.codes["convert-bone-limit"] == 0);
    CHECK(limits(272, {200, 90}, 264) == numbers{0});
    CHECK(told.codes["convert-bone-limit"] == 1);
    CHECK(told.codes["convert-detail"] == 0);
    m2::owned_model detailed = with_profiles(272, {20, 20});
    detailed.get(detailed.skin_profiles)[1].triangles.count -= 3;
    CHECK(converted(detailed, 264, told).skin_profiles.count == 1);
    CHECK(told.codes["convert-detail"] == 1);
    CHECK(limits(264, {62, 44, 21}, 256) == numbers{75, 53, 21});
    CHECK(limits(264, {62, 44, 21}, 272) == numbers{0, 0, 0});
}

TEST_CASE("m2 convert: a collision mesh with corners that do not exist is left out") {
    fixtures::m2::model described = small(264);
    described.collision_vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    described.collision_triangles = {0, 1, 2};
    described.collision_normals = {{0, 0, 1}};
    described.collision_bounds = {.min = {0, 0, 0}, .max = {1, 1, 0}, .radius = 1};
    tellings told;
    CHECK(converted(described, 256, told).collision_triangles.count == 3);
    CHECK(told.codes["convert-collision"] == 0);
    described.collision_triangles[1] = 3;
    const auto made = converted(described, 256, told);
    CHECK(told.codes["convert-collision"] == 1);
    CHECK(made.collision_triangles.empty());
    CHECK(made.collision_vertices.empty());
    CHECK(made.collision_normals.empty());
    CHECK(made.collision_bounds.radius == 0);
}

TEST_CASE("m2 convert: centers for sorting are computed, and told where they cannot be computed again") {
    fixtures::m2::model described = small(256);
    tellings told;
    const auto made = converted(described, 260, told);
    CHECK(first<m2::owned_submesh_sorting>(made).radius > 0);
    CHECK(told.codes["convert-sorting"] == 0);
    static_cast<void>(converted(made, 256, told));
    CHECK(told.codes["convert-sorting"] == 0);
    m2::owned_model edited = made;
    edited.all<m2::owned_submesh_sorting>()[0].center.x += 1;
    CHECK(equal(first<m2::owned_submesh_sorting>(converted(edited, 264, told)),
                edited.all<m2::owned_submesh_sorting>()[0]));
    CHECK(told.codes["convert-sorting"] == 0);
    static_cast<void>(converted(edited, 256, told));
    CHECK(told.codes["convert-sorting"] == 1);
}

TEST_CASE("m2 convert: before version 264, no .skin has shadows, or is missing, or has 65,536 indices") {
    fixtures::m2::model described = small(272);
    described.skin_profiles[0].shadow_batches = {{}};
    m2::owned_model own = decoded(described);
    tellings told;
    static_cast<void>(converted(own, 264, told));
    CHECK(told.codes["convert-shadows"] == 0);
    static_cast<void>(converted(own, 256, told));
    CHECK(told.codes["convert-shadows"] == 1);
    own.skin_profile_count += 1;
    const auto made = converted(own, 256, told);
    CHECK(told.codes["convert-skin"] == 1);
    CHECK(made.skin_profile_count == made.skin_profiles.count);
    own.all<m2::owned_submesh>()[0].level = 1;
    check_refused(own, 260, errc::bad_value, "m2.skinProfiles[].submeshes[].level");
    CHECK(convert_version(own, 264, told));
}

TEST_CASE("m2 convert: before version 272, a submesh has the largest number of bones of a vertex") {
    fixtures::m2::model described = small(264);
    const auto influences_in = [&](std::uint32_t version) {
        return first<m2::owned_submesh>(converted(described, version)).influence_count;
    };
    for (const std::uint16_t stored : std::initializer_list<std::uint16_t>{0, 4}) {
        described.skin_profiles[0].submeshes[0].influences = stored;
        CHECK(influences_in(260) == (stored == 0 ? 2 : stored));
        CHECK(influences_in(272) == stored);
    }
}

TEST_CASE("m2 convert: before version 264, batches do not say how they combine textures") {
    fixtures::m2::model described = small(264);
    described.flags |= combined_textures;
    described.combiner_combos = {1, 4};
    described.skin_profiles[0].batches[0].texture_count = 2;
    described.skin_profiles[0].batches[0].shader = 1;
    tellings told;
    const auto made = converted(described, 260, told);
    CHECK(told.codes["convert-combiners"] != 0);
    CHECK(made.texture_combiner_combos.empty());
    CHECK((made.flags & combined_textures) == 0);
    CHECK(first<m2::owned_batch>(made).shader == 0);
    CHECK(first<m2::owned_batch>(made).texture_count == 1);
    // The flag has no meaning before, and none without combos.
    described = small(256);
    described.flags |= combined_textures;
    CHECK((converted(described, 264, told).flags & combined_textures) == 0);
}

TEST_CASE("m2 convert: from version 272 on, shaders say what the lists of older versions say") {
    fixtures::m2::model described = small(264);
    described.flags |= combined_textures;
    described.combiner_combos = {1, 4, 0, 3};
    described.materials = {{.blend = 0}, {.blend = 2}};
    described.texture_unit_lookup = {0, -1, 0, 1, -1};
    described.skin_profiles.resize(1);
    described.skin_profiles[0].batches = {
        {.unit = 0, .texture_count = 2},                              // opaque; 4, an environment map
        {.material = 1, .unit = 2, .texture_count = 2},               // 1; 4 with the second coordinates
        {.material = 1, .unit = 4, .texture_count = 1},               // 1, an environment map
        {.unit = 0, .texture_count = 2, .shader = 2},                 // opaque; 3, an environment map
        {.material = 1, .unit = 0, .texture_count = 1, .shader = 3}}; // 3
    const auto made = converted(described, 272);
    const auto batches = list(made, first<m2::owned_skin_profile>(made).batches);
    CHECK(batches[0].shader == 0x000C);
    CHECK(batches[1].shader == 0x4014);
    CHECK(batches[2].shader == 0x0090);
    CHECK(batches[3].shader == 0x000B);
    CHECK(batches[4].shader == 0x0030);
    CHECK(made.texture_unit_lookup.empty());
    CHECK(made.texture_combiner_combos.empty());
    CHECK((made.flags & combined_textures) == 0);

    // And back: the same textures are combined in the same way.
    tellings told;
    const auto back = converted(made, 264, told);
    CHECK(told.codes["convert-shader"] == 0);
    const auto combos = list(back, back.texture_combiner_combos);
    const auto units = list(back, back.texture_unit_lookup);
    const auto again = list(back, first<m2::owned_skin_profile>(back).batches);
    const std::vector<std::vector<int>> blends{{0, 4}, {1, 4}, {1}, {0, 3}, {3}};
    const std::vector<std::vector<int>> coordinates{{0, -1}, {0, 1}, {-1}, {0, -1}, {0}};
    for (std::size_t i = 0; i < blends.size(); ++i) {
        CAPTURE(i);
        REQUIRE(again[i].texture_count == blends[i].size());
        for (std::size_t k = 0; k < blends[i].size(); ++k) {
            CHECK(combos[again[i].shader + k] == blends[i][k]);
            CHECK(units[again[i].texture_unit_combo + k] == coordinates[i][k]);
        }
    }
    const m2::written_files files = encode(made).value();
    const auto table = files.table();
    const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
    const auto drawn = view.skin_profiles().at(0).batches();
    CHECK(stage_of(view, drawn[0], 1).is_environment_map());
    CHECK(stage_of(view, drawn[1], 1).texture_unit == 1);
    CHECK(stage_of(view, drawn[2], 0).is_environment_map());
}

TEST_CASE("m2 convert: listed shaders say which texture coordinates a batch uses") {
    fixtures::m2::model described = small(272);
    described.texture_unit_lookup.clear();
    described.skin_profiles.resize(1);
    described.skin_profiles[0].batches = {{.texture_count = 2, .shader = 0x8000},
                                          {.texture_count = 2, .shader = 0x800F},
                                          {.texture_count = 2, .shader = 0x8005},
                                          {.texture_count = 2, .shader = 0xFFFF}};
    const opened file{described};
    const auto drawn = file.model.skin_profiles().at(0).batches();
    const auto unit_of = [&](std::size_t i, std::uint32_t texture) {
        return stage_of(file.model, drawn[i], texture).texture_unit;
    };
    CHECK(unit_of(0, 0) == 0);
    CHECK(unit_of(0, 1) == -1); // an environment map
    CHECK(unit_of(1, 1) == 1);  // the second coordinates
    CHECK(unit_of(2, 1) == 0);
    CHECK(unit_of(3, 1) == 0);
}

TEST_CASE("m2 convert: what materials and textures of version 272 have more is told") {
    fixtures::m2::model described = small(272);
    described.materials = {
        {.flags = 0x45, .blend = 2}, {.flags = 1, .blend = 7}, {.flags = 4, .blend = 1}, {.flags = 0x1F, .blend = 6}};
    described.textures[0].type = 15;
    tellings told;
    auto made = converted(described, 264, told);
    const auto materials = list(made, made.materials);
    CHECK(materials[0].flags == 5);
    CHECK(materials[0].blend == m2::blending::alpha);
    CHECK(materials[1].flags == 5);
    CHECK(materials[1].blend == m2::blending::add);
    CHECK(materials[3].flags == 0x1F);
    CHECK(materials[3].blend == m2::blending::modulate_2x);
    CHECK(told.codes["convert-material"] == 2);
    CHECK(told.codes["convert-texture-type"] == 1);
}

TEST_CASE("m2 convert: shaders of version 272 become batches of version 264") {
    fixtures::m2::model described = small(272);
    described.texture_unit_lookup.clear();
    described.combiner_combos.clear();
    described.flags = 0;
    described.materials = {{}, {}};
    using fixtures::m2::batch;
    described.skin_profiles[0].batches = {
        {.texture_count = 1, .shader = 0},      {.texture_count = 2, .shader = 0x8000},
        {.texture_count = 2, .shader = 0x8001}, {.texture_count = 2, .shader = 0x8002},
        {.texture_count = 2, .shader = 0x8015}, {.texture_count = 1, .shader = 0x8005},
        {.texture_count = 1, .shader = 0x80},   {.texture_count = 2, .shader = 0x4091}};
    described.skin_profiles.resize(1);
    tellings told;
    const auto made = converted(described, 264, told);
    const auto batches = list(made, first<m2::owned_skin_profile>(made).batches);
    REQUIRE(batches.size() == 11);
    const auto combos = list(made, made.texture_combiner_combos);
    const auto units = list(made, made.texture_unit_lookup);
    CHECK((made.flags & combined_textures) != 0);
    const auto is = [&](std::size_t i, std::uint16_t textures, std::vector<std::uint16_t> blends,
                        std::vector<std::int16_t> coordinates) {
        const m2::owned_batch& one = batches[i];
        bool same = one.texture_count == textures && one.texture_unit_combo + coordinates.size() <= units.size();
        for (std::size_t k = 0; same && k < coordinates.size(); ++k) {
            same = units[one.texture_unit_combo + k] == coordinates[k];
        }
        for (std::size_t k = 0; same && k < blends.size(); ++k) {
            same = combos[one.shader + k] == blends[k];
        }
        return same;
    };
    CHECK(is(0, 1, {0}, {0}));
    CHECK(is(1, 2, {1, 4}, {0, -1}));
    CHECK(is(2, 1, {1, 4}, {0, -1}));
    CHECK(batches[2].material == batches[1].material + 1);
    CHECK(batches[2].layer == 1);
    CHECK(is(3, 1, {}, {0}));
    CHECK(is(4, 1, {}, {-1}));
    CHECK(batches[4].texture_combo == batches[3].texture_combo + 1);
    CHECK(is(5, 2, {1, 3}, {0, -1}));
    CHECK(is(7, 2, {1, 1}, {0, 1}));
    CHECK(is(8, 1, {0}, {0}));
    CHECK(is(9, 1, {0}, {-1}));
    CHECK(is(10, 2, {1, 1}, {-1, 1}));
    CHECK(told.codes["convert-shader"] == 5);
    // Batches that have texture coordinates and combos keep them.
    fixtures::m2::model in_form_of_264 = small(272);
    const auto before = decoded(in_form_of_264);
    const auto kept = converted(before, 264, told);
    CHECK(list(kept, kept.texture_unit_lookup) == list(before, before.texture_unit_lookup));
}

TEST_CASE("m2 convert: batches of one texture need no combiners") {
    fixtures::m2::model described = small(272);
    described.texture_unit_lookup.clear();
    described.combiner_combos.clear();
    described.flags = 0;
    described.skin_profiles[0].batches = {{.texture_count = 1, .shader = 0}};
    const auto made = converted(described, 264);
    CHECK(made.texture_combiner_combos.empty());
    CHECK(made.flags == 0);
}

TEST_CASE("m2 convert: numbers that are listed shaders later are none before version 264") {
    fixtures::m2::model described = small(260);
    described.skin_profiles[0].batches[0].shader = 0xFFFE;
    tellings told;
    CHECK(first<m2::owned_batch>(converted(described, 264, told)).shader == 0);
    CHECK(told.codes["convert-shader"] == 1);
    CHECK(first<m2::owned_batch>(converted(described, 256, told)).shader == 0xFFFE);
    CHECK(told.codes["convert-shader"] == 1);
}
