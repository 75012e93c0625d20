// Whether models are as the game's own models of a version are: one edit for each rule.
#include "m2/figure.hpp"
#include "m2/opened.hpp"

#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/owned/derive.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;

struct findings {
    std::vector<std::string> lines;

    void operator()(const finding& found) {
        std::string line = to_string(found);
        lines.push_back(line.substr(0, line.find(": ", line.find(": ", line.find(": ") + 2) + 2)));
    }
};
std::vector<std::string> found_in(const m2::owned_model& of, std::uint32_t version) {
    findings out;
    REQUIRE(check_target(of, version, out));
    return out.lines;
}
m2::owned_model figure(std::uint32_t version) {
    m2::owned_model out = decoded(fixtures::m2::figure::model(264));
    for (m2::owned_skin_profile& one : out.get(out.skin_profiles)) {
        one.bone_limit = 64;
    }
    CHECK_FALSE(compute_animation_lookup(out));
    CHECK_FALSE(compute_replaceable_lookup(out));
    CHECK_FALSE(link_aliases(out));
    return version == 264 ? out : convert_version(out, version, [](const finding&) {}).value();
}
// Edits a model that has no findings. `expected`: what is found then.
template <class Edit> void check_found(std::uint32_t version, const std::string& expected, const Edit& edit) {
    m2::owned_model own = figure(version);
    const auto before = found_in(own, version);
    edit(own);
    const auto after = found_in(own, version);
    std::vector<std::string> added;
    for (const std::string& line : after) {
        if (std::find(before.begin(), before.end(), line) == before.end()) {
            added.push_back(line);
        }
    }
    CAPTURE(expected);
    REQUIRE(added.size() == 1);
    CHECK(added[0] == expected);
}
template <class T> T& first(m2::owned_model& of) { return of.all<T>()[0]; }

} // namespace

TEST_CASE("m2 target: converted models have no warnings") {
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        CAPTURE(version);
        for (const std::string& line : found_in(figure(version), version)) {
            CHECK(line == "");
        }
        const auto counts = check_target(figure(version), version, [](const finding&) {}).value();
        CHECK(counts.animations != 0);
        CHECK(counts.bones != 0);
        CHECK(counts.keys != 0);
        CHECK(counts.vertices != 0);
        CHECK(counts.submeshes != 0);
        CHECK(counts.batches != 0);
        CHECK(counts.textures != 0);
        CHECK(counts.attached != 0);
        CHECK(counts.tables != 0);
    }
}

TEST_CASE("m2 target: the version") {
    CHECK(found_in(figure(256), 264).front() == "warning: target-version: m2.version");
    const auto own = figure(264);
    CHECK(check_target(own, 263, [](const finding&) {}).error().code == errc::bad_version);
    const fixtures::m2::opened all{fixtures::m2::small(263)};
    findings told;
    CHECK(check_target(all.model, 260, told));
    for (const std::string& line : told.lines) {
        CHECK(line.find("target-version") == line.npos);
    }
}

TEST_CASE("m2 target: tables") {
    check_found(264, "note: target-table: m2.keyBoneLookup[0]", [](auto& own) { own.set(own.key_bone_lookup, {5}); });
    check_found(260, "note: target-table: m2.playableLookup[7]",
                [](auto& own) { own.get(own.playable_lookup)[7].fallback = 9; });
    check_found(260, "note: target-table: m2.animationLookup[0]", [](auto& own) { own.animation_lookup = {}; });
}

TEST_CASE("m2 target: animations and bones") {
    check_found(264, "warning: target-animation: m2.animations[0].nextVariation",
                [](auto& own) { own.get(own.animations)[0].next_variation = 0; });
    check_found(264, "warning: target-animation: m2.animations[0].variation",
                [](auto& own) { own.get(own.animations)[0].variation = 1; });
    check_found(272, "warning: target-animation: m2.animations[0].aliasNext",
                [](auto& own) { own.get(own.animations)[0].alias_next = 60; });
    check_found(264, "warning: target-bone: m2.bones[1].flags",
                [](auto& own) { own.get(own.bones)[1].flags ^= 0x200; });
    check_found(264, "warning: target-bone: m2.bones[0].parent", [](auto& own) { own.get(own.bones)[0].parent = 0; });
}

TEST_CASE("m2 target: keys") {
    check_found(264, "warning: target-keys: m2.bones[4].rotation",
                [](auto& own) { own.get(own.bones)[4].rotation.global_sequence = 2; }); // there are two
    check_found(256, "warning: target-keys: m2.events[0].times",
                [](auto& own) { own.get(own.events)[0].times.ranges = {}; });
    for (const std::size_t animation : {0U, 1U, 2U}) {
        check_found(256, "warning: target-keys: m2.bones[4].rotation", [&](auto& own) {
            own.template get<m2::owned_key_range>(own.get(own.bones)[4].rotation.ranges)[animation].last += 1;
        });
    }
}

TEST_CASE("m2 target: tracks of one path are told of once, those of other records and other fields as well") {
    m2::owned_model own = figure(264);
    for (m2::owned_bone& one : own.get(own.bones)) {
        one.translation.global_sequence = one.scale.global_sequence = 2;
    }
    own.get(own.texture_transforms)[0].translation.global_sequence = 2;
    own.get(own.texture_transforms)[0].scale.global_sequence = 2;
    CHECK(found_in(own, 264) == std::vector<std::string>{"warning: target-keys: m2.bones[0].translation",
                                                         "warning: target-keys: m2.bones[0].scale",
                                                         "warning: target-keys: m2.textureTransforms[0].translation",
                                                         "warning: target-keys: m2.textureTransforms[0].scale"});
}

TEST_CASE("m2 target: meshes") {
    const std::string vertex = "warning: target-vertex: m2.vertices[0]";
    check_found(264, vertex, [](auto& own) { first<m2::owned_vertex>(own).weights[3] = 9; });
    check_found(264, vertex, [](auto& own) { first<m2::owned_vertex>(own).joints[3] = 1; });
    check_found(264, vertex, [](auto& own) {
        first<m2::owned_vertex>(own).weights[0] = 100;
        first<m2::owned_vertex>(own).weights[1] = 155; // ascending
    });
    const std::string submesh = "warning: target-submesh: m2.skinProfiles[0].submeshes[0]";
    check_found(264, submesh, [](auto& own) { first<m2::owned_submesh>(own).first_vertex = 1; });
    check_found(264, submesh, [](auto& own) { first<m2::owned_submesh>(own).first_index = 1; });
    check_found(264, submesh, [](auto& own) { first<m2::owned_submesh>(own).level = 1; });
    check_found(264, submesh, [](auto& own) {
        first<m2::owned_submesh>(own).bone_count =
            static_cast<std::uint16_t>(own.get(own.skin_profiles)[0].bone_limit + 1);
    });
}

TEST_CASE("m2 target: a batch refers to entries of lists") {
    using batch = m2::owned_batch;
    const auto last_of_all = [](auto& own) {
        batch& one = first<batch>(own);
        one = {.submesh = 2, .color = 0, .material = 1, .texture_count = 1, .texture_combo = 2, .weight_combo = 1};
        return &one;
    };
    m2::owned_model own = figure(264);
    last_of_all(own);
    CHECK(found_in(own, 264).empty());
    const std::string place = "warning: target-batch: m2.skinProfiles[0].batches[0]";
    for (std::uint16_t batch::* const field :
         {&batch::submesh, &batch::material, &batch::texture_count, &batch::texture_combo, &batch::weight_combo}) {
        check_found(264, place, [&](auto& changed) { last_of_all(changed)->*field += 1; });
    }
    check_found(264, place, [&](auto& changed) { last_of_all(changed)->color += 1; });
    check_found(264, place + ".textureUnitCombo", [](auto& changed) { first<batch>(changed).texture_unit_combo = 1; });
    check_found(264, "warning: target-unknown: m2.skinProfiles[0].batches[0].shader",
                [](auto& changed) { first<batch>(changed).shader = 0x8000; });
}

TEST_CASE("m2 target: a batch of two textures has two combiners") {
    m2::owned_model own = figure(264);
    own.flags |= m2::model_has_combiners;
    own.set(own.texture_combiner_combos, {1, 4, 1});
    first<m2::owned_batch>(own).texture_count = 2;
    first<m2::owned_batch>(own).shader = 1;
    CHECK(found_in(own, 264).empty());
    first<m2::owned_batch>(own).shader = 2;
    CHECK(found_in(own, 264) ==
          std::vector<std::string>{"warning: target-unknown: m2.skinProfiles[0].batches[0].shader"});
}

TEST_CASE("m2 target: textures, materials, what is attached") {
    check_found(264, "warning: target-texture: m2.textures[0]",
                [](auto& own) { own.set(first<m2::owned_texture>(own).name, std::string_view{"no NUL"}); });
    check_found(264, "warning: target-texture: m2.textures[0]",
                [](auto& own) { own.set(first<m2::owned_texture>(own).name, std::string_view{"two\0ends\0", 9}); });
    check_found(264, "warning: target-texture: m2.textures[1]",
                [](auto& own) { own.set(own.get(own.textures)[1].name, std::string_view{"a name\0", 7}); });
    check_found(264, "warning: target-texture: m2.textures[1]",
                [](auto& own) { own.set(own.texture_lookup, {0, 0, 2}); });
    check_found(264, "warning: target-unknown: m2.materials[0].blend",
                [](auto& own) { first<m2::owned_material>(own).blend = static_cast<m2::blending>(7); });
    check_found(264, "warning: target-attached: m2.events[0].bone",
                [](auto& own) { first<m2::owned_event>(own).bone = 7; }); // there are seven
    check_found(264, "warning: target-attached: m2.attachments[0]",
                [](auto& own) { first<m2::owned_attachment>(own).bone = 7; });
    check_found(264, "warning: target-attached: m2.particles[0].bone",
                [](auto& own) { first<m2::owned_particle>(own).bone = 7; });
    for (const std::int16_t bone : std::initializer_list<std::int16_t>{-2, 7}) { // -1: none
        check_found(264, "warning: target-attached: m2.lights[0].bone",
                    [&](auto& own) { first<m2::owned_light>(own).bone = bone; });
    }

    m2::owned_model own = figure(260);
    first<m2::owned_animation>(own).id = 300;
    const auto all = found_in(own, 260);
    CHECK(std::find(all.begin(), all.end(), "warning: target-unknown: m2.animations[0].id") != all.end());
    own = figure(264);
    m2::owned_texture& chosen = own.get(own.textures)[1];
    chosen.type = m2::texture_type::item_icon; // the last one
    const auto unknown_types = [&] {
        const auto found = found_in(own, 264);
        return std::count(found.begin(), found.end(), "warning: target-unknown: m2.textures[1].type");
    };
    CHECK(unknown_types() == 0);
    chosen.type = static_cast<m2::texture_type>(15);
    CHECK(unknown_types() == 1);
}

TEST_CASE("m2 target: values of later versions") {
    const std::string unknown = "warning: target-unknown: ";
    for (const std::uint32_t version : {256U, 260U, 264U}) {
        check_found(version, unknown + "m2.globalFlags", [](auto& own) { own.flags |= 0x20'0000; });
        check_found(version, unknown + "m2.animations[0].flags",
                    [](auto& own) { first<m2::owned_animation>(own).flags |= 0x800; });
        check_found(version, unknown + "m2.bones[0].flags",
                    [](auto& own) { first<m2::owned_bone>(own).flags |= 0x400; });
        check_found(version, unknown + "m2.particles[0].flags",
                    [](auto& own) { first<m2::owned_particle>(own).flags |= m2::particle_gravity_is_packed; });
        check_found(version, unknown + "m2.particles[0].emission",
                    [](auto& own) { first<m2::owned_particle>(own).emits.blend = 7; });
        check_found(version, "warning: target-submesh: m2.skinProfiles[0].submeshes[0]",
                    [](auto& own) { own.get(own.skin_profiles)[0].bone_limit = 100; });
    }
    check_found(272, unknown + "m2.animations[0].blendTime",
                [](auto& own) { first<m2::owned_animation>(own).blend_time |= 150U << 16U; });
    check_found(256, unknown + "m2.skinProfiles[0].batches[0].textureCount",
                [](auto& own) { first<m2::owned_batch>(own).texture_count = 2; });
    check_found(272, "note: target-table: m2.textureUnitLookup",
                [](auto& own) { own.set(own.texture_unit_lookup, {0, -1}); });
    check_found(264, unknown + "m2.textureCombinerCombos", [](auto& own) { own.flags |= m2::model_has_combiners; });
    check_found(264, "warning: target-keys: m2.events[0].times",
                [](auto& own) { first<m2::owned_event>(own).times.parts = {}; });
    check_found(264, "warning: target-collision: m2.collisionTriangles[0]",
                [](auto& own) { own.set(own.collision_triangles, {99, 0, 0}); });
}
