#include "m2/fixtures.hpp"
#include "m2/odd.hpp"
#include "support/allocations.hpp"
#include "support/finding_places.hpp"

#include <effigy/m2/lint.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>

namespace {

using namespace effigy;
using fixtures::m2::odd::valid_file;
using support::byte_builder;
using codes = std::vector<std::string>;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::size_t place_in(const byte_builder& file, const std::string& location) { return file.at("m2." + location); }

std::vector<finding> findings_of(const byte_builder& file) {
    std::vector<finding> out;
    const auto opened = m2::open(file.span());
    REQUIRE(opened);
    const support::finding_places places{*opened};
    lint(*opened, [&](const finding& found) {
        CHECK(places.misplaced(found) == "");
        out.push_back(found);
    });
    return out;
}
codes codes_of(const byte_builder& file) {
    codes out;
    for (const finding& found : findings_of(file)) {
        CHECK(found.offset < file.size());
        out.emplace_back(found.code);
    }
    return out;
}
// The codes of the findings after `change`.
template <class Function> codes codes_when(const Function& change, std::uint32_t version = 256) {
    byte_builder file = valid_file(version);
    change(file);
    return codes_of(file);
}
codes codes_when(const char* location, std::uint32_t value, std::uint32_t version = 256) {
    return codes_when([&](byte_builder& file) { file.poke(place_in(file, location), value); }, version);
}
codes codes_when_byte(const std::string& location, std::uint8_t value, std::uint32_t version = 256) {
    return codes_when([&](byte_builder& file) { file.poke_u8(place_in(file, location), value); }, version);
}
// A float of NaN at this place.
codes codes_when_nan(const std::string& location, std::uint32_t version = 256) {
    return codes_when([&](byte_builder& file) { file.poke(place_in(file, location), not_a_number); }, version);
}

} // namespace

TEST_CASE("m2 lint: a regular model has no findings") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        const byte_builder file = valid_file(version);
        REQUIRE(m2::open(file.span()));
        CHECK_FALSE(verify(*m2::open(file.span())));
        CHECK(codes_of(file).empty());
    }
    lint(m2::model{}, [](const finding&) { CHECK(false); });
}

TEST_CASE("m2 lint: makes no allocations") {
    byte_builder file = valid_file(263);
    file.poke(0x10, 8U).poke(place_in(file, "globalSequences[0]"), 499U);
    std::size_t count = 0;
    const auto counted = [&](const finding&) { ++count; };
    CHECK(support::allocations_of([&] { lint(*m2::open(file.span()), counted); }) == 0);
    CHECK(count > 1);
}

TEST_CASE("m2 lint: the header") {
    CHECK(codes_when([](byte_builder& file) { file.poke(0x10, 8U); }) == codes{"flag-combiners"});
    CHECK(codes_when([](byte_builder& file) { file.poke(0x6C, 1U); }) == codes{"flipbooks"});
    CHECK(codes_when_byte("name[2]", 0) == codes{"name-end"});
    CHECK(codes_when_byte("name[6]", 'x') == codes{"name-end"});
    for (const std::size_t bounds : {0xB4U, 0xD0U + 0x18U}) {
        CHECK(codes_when([&](byte_builder& file) { file.poke(bounds, not_a_number); }) == codes{"bounds-not-finite"});
    }
    CHECK(codes_when_nan("animations[1].bounds") == codes{"bounds-not-finite"});
}

TEST_CASE("m2 lint: animations") {
    // removes the finding that the ranges no longer fit the changed times
    const auto without_laws = [](codes all) {
        std::erase(all, "range-law");
        return all;
    };
    CHECK(without_laws(codes_when("animations[2].end", 3999)) == codes{"animation-backwards"});
    CHECK(without_laws(codes_when("animations[1].start", 999)) == codes{"animation-order"});
    CHECK(codes_when_nan("animations[1].speed") == codes{"animation-speed"});
    CHECK(codes_when_byte("animations[0].next", 3) == codes{"variation-outside"});
    CHECK(codes_when_byte("animations[2].alias", 3) == codes{"alias-lost"});
    CHECK(codes_when_byte("animations[2].alias", 2) == codes{"alias-lost"});
    CHECK(codes_when_byte("animations[1].alias", 1).empty()); // the flag is not set
    CHECK(codes_when_byte("animationLookup[0]", 3) == codes{"lookup-outside", "animation-unlisted"});
    CHECK(codes_when_byte("animationLookup[0]", 1) == codes{"animation-unlisted"});
    CHECK(codes_when_byte("animationLookup[0]", 2) == codes{"lookup-wrong", "animation-unlisted"});
    CHECK(codes_when([](byte_builder& file) { file.poke(0x24, 4U); }) == codes{"animation-unlisted"});
    CHECK(codes_when([](byte_builder& file) { file.poke(0x24, 0U); }) == codes{"lookup-none"});
}

TEST_CASE("m2 lint: a long chain of aliases") {
    byte_builder file;
    file.text("MD20").u32(256).zeros(0x144 - 8).poke(0x1C, 70U).poke(0x20, 0x144U);
    file.poke(0x24, 1U).poke(0x28, 0x144U); // the lookup: id 0 is animation 0
    for (std::uint16_t i = 0; i < 70; ++i) {
        file.zeros(0x10).u32(i == 69 ? 0 : 0x40).zeros(0x40 - 0x14).i16(-1).u16(static_cast<std::uint16_t>(i + 1));
    }
    const auto findings = findings_of(file);
    REQUIRE(findings.size() == 1);
    CHECK(to_string(static_cast<const location&>(findings[0])) ==
          "m2.animations[0]"); // from animation 6 on, the chain is short enough
}

TEST_CASE("m2 lint: bones") {
    CHECK(codes_when([](byte_builder& file) {
              file.poke(place_in(file, "bones[0].parent"), 0x3F0B'0001U)
                  .poke(place_in(file, "bones[1].parent"), 0x3F0B'FFFFU);
          }) == codes{"parent-later"});
    CHECK(codes_when_nan("bones[1].pivot") == codes{"pivot-not-finite"});
    CHECK(codes_when_nan("bones[1].pivot", 260) == codes{"pivot-not-finite"});
}

TEST_CASE("m2 lint: keys") {
    CHECK(codes_when("bones[1].rotation.values", 2) == codes{"key-count"});
    CHECK(codes_when("bones[1].scale.values", 5) == codes{"key-count"});
    CHECK(codes_when("bones[0].translation.times[2]", 400) == codes{"key-order"});
    CHECK(codes_when("bones[0].translation.times[1]", 0) == codes{"key-repeated", "range-law"});
    CHECK(codes_when("lights[0].ambientColor.interpolation", 0xFFFF'0004) == codes{"interpolation-unknown"});
    CHECK(codes_when("events[0].times[1]", 400) == codes{"key-order"});
    CHECK(codes_when_nan("bones[0].translation.values[3]") == codes{"values-not-finite"});
    CHECK(codes_when_nan("bones[1].scale.values[4]") == codes{"values-not-finite"});
    CHECK(codes_when_nan("bones[1].rotation.values[1]") == codes{"values-not-finite"});
    CHECK(codes_when_nan("cameras[0].roll.values[0]") == codes{"values-not-finite"});
    CHECK(codes_when_nan("particles[0].horizontalRange.values[0]") == codes{"values-not-finite"});
    CHECK(codes_when("bones[1].rotation.values[1]", std::bit_cast<std::uint32_t>(0.1F)) == codes{"rotation-not-unit"});
    CHECK(codes_when("textureTransforms[0].rotation.values[1]", std::bit_cast<std::uint32_t>(0.1F)) ==
          codes{"rotation-not-unit"});
    CHECK(codes_when("bones[1].rotation.values[1]", 0, 260) == codes{"rotation-not-unit"});
    CHECK(codes_when("colors[0].alpha.values[0]", 0xFFFF'FFFF) == codes{"opacity-negative"});
}

TEST_CASE("m2 lint: global animations") {
    CHECK(codes_when("textureWeights[0].interpolation", 0x0001'0001) == codes{"global-outside"});
    CHECK(codes_when("textureWeights[0].interpolation", 0xFFFE'0001) == codes{"global-outside"});
    CHECK(codes_when("textureWeights[0].times[2]", 499) == codes{"loop-end"});
    CHECK(codes_when("events[0].interpolation", 0) == codes{"loop-end", "ranges-idle"});
    const auto empty = codes_when("globalSequences[0]", 0);
    CHECK(std::set<std::string>{empty.begin(), empty.end()} == std::set<std::string>{"loop-empty"});
}

TEST_CASE("m2 lint: ranges") {
    CHECK(codes_when("cameras[0].position.ranges", 2) == codes{"ranges-few"});
    CHECK(codes_when("cameras[0].position.ranges", 3).empty());
    CHECK(codes_when("cameras[0].position.ranges[3]", 1) == codes{"ranges-behind"});
    CHECK(codes_when("cameras[0].position.ranges[0]", 3) == codes{"range-outside"});
    const auto with_last = [](const char* range, std::uint32_t last) {
        return codes_when([&](byte_builder& file) { file.poke(place_in(file, range) + 4, last); });
    };
    CHECK(with_last("cameras[0].position.ranges[2]", 7) == codes{"range-outside"});
    CHECK(with_last("cameras[0].position.ranges[2]", 5) == codes{"range-law"});
    CHECK(with_last("cameras[0].position.ranges[0]", 1) == codes{"range-law"});
    for (const std::uint32_t first : {2U, 4U}) { // keys 3 and 4 are at the start and at the end
        CHECK(codes_when("cameras[0].position.ranges[1]", first) == codes{"range-law"});
    }
    for (const std::uint32_t last : {3U, 5U}) {
        CHECK(with_last("cameras[0].position.ranges[1]", last) == codes{"range-law"});
    }
    CHECK(with_last("events[0].ranges[2]", 3) == codes{"range-outside"});
    CHECK(with_last("events[0].ranges[1]", 1) == codes{"range-law"});
    CHECK(codes_when("events[0].ranges[1]", 0) == codes{"range-law"});
    // an event at the start or at the end belongs to the animation
    CHECK(codes_when("events[0].times[0]", 1000).empty());
    CHECK(codes_when("events[0].times[0]", 1001) == codes{"range-law"});
    CHECK(codes_when("events[0].times[1]", 2000).empty());
    CHECK(codes_when("events[0].times[1]", 1999) == codes{"range-law"});
}

TEST_CASE("m2 lint: a range goes from the key at or before an animation to the key at or after it") {
    struct law {
        std::vector<std::uint32_t> times;
        std::array<std::uint32_t, 2> keys, events; // the only valid ranges; the end of that of events is exclusive
    };
    for (const law& each : {law{{500, 1000, 1500, 2000, 2500}, {1, 3}, {1, 4}}, // the animation: 1000 to 2000
                            {{900, 1100, 1900, 2100}, {0, 3}, {1, 3}},
                            {{1100, 1500, 2100}, {0, 2}, {0, 2}},
                            {{900, 1500, 1900}, {0, 2}, {1, 3}},
                            {{100, 200, 300}, {2, 2}, {3, 3}},
                            {{3000, 4000}, {0, 0}, {0, 0}},
                            {{999, 2001}, {0, 1}, {1, 1}},
                            {{1000, 2000}, {0, 1}, {0, 2}}}) {
        CAPTURE(each.times[0]);
        const auto count = static_cast<std::uint32_t>(each.times.size());
        for (std::uint32_t first = 0; first <= count; ++first) {
            for (std::uint32_t last = first; last <= count; ++last) {
                fixtures::m2::model described = fixtures::m2::small(256);
                described.animations.resize(1);
                fixtures::m2::track& of_bone = described.bones[1].translation;
                of_bone = {fixtures::m2::linear, -1, {{first, last}, {0, 0}}, each.times, {}};
                of_bone.values.resize(3 * each.times.size());
                described.bones[1].rotation = {};
                described.events[0].times = {};
                const auto breaks_law = [&] {
                    const byte_builder file = fixtures::m2::write(described);
                    bool out = false;
                    lint(m2::open(file.span()).value(),
                         [&](const finding& found) { out = out || found.code == std::string_view{"range-law"}; });
                    return out;
                };
                const std::array range{first, last};
                if (last < count) { // others are outside
                    CHECK(breaks_law() == (range != each.keys));
                }
                of_bone = {};
                described.events[0].times = {fixtures::m2::step, -1, {{first, last}, {0, 0}}, each.times, {}};
                CHECK(breaks_law() == (range != each.events));
            }
        }
    }
}

TEST_CASE("m2 lint: vertices") {
    CHECK(codes_when_nan("vertices[1].position") == codes{"position-not-finite"});
    CHECK(codes_when_byte("vertices[1].weights", 254) == codes{"weights-sum"});
    CHECK(codes_when("vertices[5].bones", 0x0101) == codes{"weights-idle"});
    CHECK(codes_when([](byte_builder& file) { file.poke(place_in(file, "vertices[1].normal") + 8, 0.0F); }) ==
          codes{"normals-zero"});
    CHECK(codes_when("vertices[1].normal", std::bit_cast<std::uint32_t>(1.0F)) == codes{"normals-not-unit"});
    CHECK(codes_when_nan("vertices[1].normal") == codes{"normals-not-finite"});
}

TEST_CASE("m2 lint: texture coordinates that are not finite") {
    for (const std::size_t component : {0U, 1U, 2U, 3U}) {
        CHECK(codes_when([&](byte_builder& file) {
                  file.poke(place_in(file, "vertices[1].normal") + 12 + 4 * component, not_a_number);
              }) == codes{"uv-not-finite"});
    }
}

TEST_CASE("m2 lint: skin profiles") {
    CHECK(codes_when("skinProfiles[1].paletteJoints", 5) == codes{"palette-joints-count"});
    CHECK(codes_when("skinProfiles[1].triangles", 5) == codes{"partial-triangle", "submesh-triangles"});
    const auto submesh = [](const char* field, std::uint8_t value) {
        return codes_when_byte((std::string("skinProfiles[1].submeshes[1].") + field), value);
    };
    CHECK(submesh("vertexCount", 4) == codes{"submesh-vertices"});
    CHECK(submesh("indexCount", 6) == codes{"submesh-triangles"});
    CHECK(submesh("indexCount", 2) == codes{"submesh-triangles"});
    CHECK(submesh("boneCount", 2) == codes{"palette-outside"});
    CHECK(codes_when("skinProfiles[0].limit", 1) == codes{"palette-long"});
    CHECK(codes_when("skinProfiles[0].limit", 0).empty());
    CHECK(submesh("centerBone", 2) == codes{"center-bone"});
    CHECK(submesh("firstIndex", 0) == codes{"submesh-order"});
    CHECK(submesh("vertexCount", 2) == codes{"submesh-foreign"});
    CHECK(submesh("influences", 0) == codes{"influences-few"});
    CHECK(submesh("palette", 0) == codes{"palette-mismatch"});
    CHECK(codes_when("skinProfiles[0].paletteJoints[0]", 0) == codes{"palette-mismatch"});
}

TEST_CASE("m2 lint: batches") {
    const auto batch = [](const char* field, std::uint8_t value) {
        return codes_when_byte((std::string("skinProfiles[0].batches[1].") + field), value);
    };
    CHECK(batch("submesh", 2) == codes{"batch-submesh"});
    CHECK(batch("material", 1) == codes{"batch-material"});
    CHECK(batch("color", 1) == codes{"batch-color"});
    CHECK(batch("color", 0xFE) == codes{"batch-color"});
    CHECK(batch("textureCount", 0) == codes{"batch-textureless"});
    CHECK(batch("texture", 2) == codes{"batch-texture"});
    CHECK(batch("unit", 1) == codes{"batch-texture-unit"});
    CHECK(batch("weight", 1) == codes{"batch-weight"});
    CHECK(batch("transform", 2) == codes{"batch-transform"});
    const auto second = codes_when([](byte_builder& file) {
        const std::size_t first = place_in(file, "skinProfiles[0].batches[0]");
        file.poke_u8(first + 0x0E, 2)
            .poke(0x9C, 2U)
            .poke(0xA0, static_cast<std::uint32_t>(place_in(file, "textureLookup[0]")));
    });
    CHECK(second == codes{"batch-weight-second"});
}

TEST_CASE("m2 lint: textures and lookups") {
    CHECK(codes_when_byte("textures[0].name[0]", 0) == codes{"texture-nameless"});
    CHECK(codes_when_byte("textures[1].name[0]", 'x') == codes{"texture-stale"});
    for (const char* table : {"boneLookup[0]", "textureLookup[0]", "textureUnitLookup[0]", "textureWeightLookup[0]",
                              "textureTransformLookup[0]", "replaceableLookup[0]", "keyBoneLookup[0]",
                              "attachmentLookup[0]", "cameraLookup[0]"}) {
        CAPTURE(table);
        const codes found = codes_when([&](byte_builder& file) {
            const std::size_t entry = place_in(file, table);
            file.poke_u8(entry, 2).poke_u8(entry + 1, 0);
        });
        CHECK(std::count(found.begin(), found.end(), "lookup-outside") == 1);
    }
    CHECK(codes_when([](byte_builder& file) { file.poke(place_in(file, "textureWeightLookup[0]"), 0xFFFF'FFFF); }) ==
          codes{"lookup-outside"});
    CHECK(
        codes_when([](byte_builder& file) { file.poke(place_in(file, "textureUnitLookup[0]"), 0x0000'FFFF); }).empty());
    for (const char* table : {"replaceableLookup[0]", "keyBoneLookup[0]", "attachmentLookup[0]", "cameraLookup[0]"}) {
        CAPTURE(table);
        const codes found = codes_when([&](byte_builder& file) {
            file.poke(place_in(file, "bones[0]"), 9)
                .poke(place_in(file, "cameras[0]"), -1)
                .poke(place_in(file, table), 0);
        });
        CHECK(std::count(found.begin(), found.end(), "lookup-wrong") >= 1);
    }
}

TEST_CASE("m2 lint: records attached to bones") {
    for (const char* list : {"attachments", "events", "lights", "ribbons", "particles"}) {
        CAPTURE(list);
        const std::string record = std::string(list) + "[0].";
        CHECK(codes_when_byte(record + "bone", 2).front() == "bone-outside");
        CHECK(codes_when_nan(record + "position") == codes{"position-not-finite"});
    }
    CHECK(codes_when_nan("cameras[0].view") == codes{"camera-not-finite"});
    CHECK(codes_when("ribbons[0].textures[0]", 2) == codes{"ribbon-texture"});
    CHECK(codes_when_byte("ribbons[0].materials[0]", 1) == codes{"ribbon-material"});
    CHECK(codes_when_byte("particles[0].texture", 2) == codes{"particle-texture"});
    CHECK(codes_when("particles[0].emission", 0x0104) == codes{"particle-emission"});
    CHECK(codes_when("particles[0].emission", 0x0100) == codes{"particle-emission"});
    CHECK(codes_when("particles[0].emission", 0x00FF).empty());
    CHECK(codes_when("particles[0].emission", 0x0104, 260) == codes{"particle-emission"});
    CHECK(codes_when("particles[0].emission", 0x0104, 263).empty());
}

TEST_CASE("m2 lint: collision") {
    CHECK(codes_when_byte("collisionTriangles[0]", 3) == codes{"collision-corner"});
    CHECK(codes_when([](byte_builder& file) { file.poke(0xEC, 2U).poke(0xFC, 0U); }) == codes{"partial-triangle"});
    CHECK(codes_when([](byte_builder& file) { file.poke(0xFC, 0U); }) == codes{"collision-normals"});
    CHECK(codes_when_nan("collisionVertices[0]") == codes{"position-not-finite"});
}

TEST_CASE("m2 lint: collision lists inside other lists") {
    const auto moved_to = [](const char* location) {
        return codes_when(
            [&](byte_builder& file) { file.poke(0x100, static_cast<std::uint32_t>(place_in(file, location))); });
    };
    for (const char* location :
         {"bones[0]", "bones[0].translation.times[0]", "bones[0].translation.values[0]", "vertices[0]",
          "bones[0].translation.ranges[0]", "collisionVertices[0]", "textures[0].name[0]",
          "skinProfiles[1].vertexLookup[0]", "particles[0].splinePoints[0]", "ribbons[0].materials[0]"}) {
        CAPTURE(location);
        CHECK(moved_to(location) == codes{"collision-stale"});
    }
    CHECK(codes_when([](byte_builder& file) { file.poke(0xF8, 0x100U); }) == codes{"collision-stale"});
    // empty lists do not overlap
    CHECK(codes_when([](byte_builder& file) {
              file.poke(0xEC, 0U).poke(0xF4, 0U).poke(0xF8, 0x100U).poke(0xFC, 0U);
          }).empty());
}

TEST_CASE("m2 lint: locations of findings, and the first of a kind") {
    byte_builder file = valid_file();
    file.poke(place_in(file, "cameras[0].position.times[1]"), 5000U)
        .poke(place_in(file, "cameras[0].position.times[3]"), 0U);
    file.poke_u8(place_in(file, "vertices[3].weights"), 1).poke_u8(place_in(file, "vertices[4].weights"), 1);
    const auto findings = findings_of(file);
    REQUIRE(findings.size() == 2);
    CHECK(to_string(static_cast<const location&>(findings[0])) == "m2.vertices[3]");
    CHECK(findings[0].offset == place_in(file, "vertices[3].position"));
    CHECK(to_string(findings[1]) == "warning: key-order: m2.cameras[0].position.times[2] at offset " +
                                        std::to_string(place_in(file, "cameras[0].position.times[2]")) +
                                        ": times are not in ascending order: \"Stand\"");
    file = valid_file();
    const auto inner = findings_of(file.poke(place_in(file, "particles[0].horizontalRange.times[2]"), 0U));
    REQUIRE(inner.size() == 1);
    CHECK(to_string(static_cast<const location&>(inner[0])) == "m2.particles[0].horizontalRange.times[2]");
}

TEST_CASE("m2 lint: names in findings") {
    const auto name_when = [](const char* location, const auto& value) {
        byte_builder file = valid_file();
        const auto findings = findings_of(file.poke(place_in(file, location), value));
        REQUIRE_FALSE(findings.empty());
        return std::string(findings.front().name);
    };
    CHECK(name_when("animations[2].speed", not_a_number) == "Walk");
    CHECK(name_when("bones[0].translation.values[3]", not_a_number) == "Stand"); // the animation at that time
    CHECK(name_when("cameras[0].position.ranges[2]", 7U) == "Walk");
    CHECK(name_when("textureWeights[0].times[2]", 499U).empty()); // in a global sequence
    CHECK(name_when("events[0].position", not_a_number) == "$HIT");
    CHECK(name_when("attachments[0].position", not_a_number) == "HandRight");
    CHECK(name_when("bones[0].pivot", not_a_number) == "ArmL");
}
