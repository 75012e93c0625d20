#include "m2/fixtures.hpp"

#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cstring>

namespace {

using namespace effigy;
using support::byte_builder;

error refusal_of(const byte_builder& file) {
    const auto model = m2::open(file.span());
    return model ? verify(*model) : model.error();
}
std::string line_of(const byte_builder& file) { return to_string(refusal_of(file)); }
std::string line_of(const fixtures::m2::model& described) { return line_of(fixtures::m2::write(described)); }

std::string line(const byte_builder& file, const std::string& code, const std::string& location,
                 const std::string& complaint, std::size_t field = 0) {
    return code + ": " + location + " at offset " + std::to_string(file.at(location) + field) + ": " + complaint;
}
std::string outside(std::uint64_t found, std::uint64_t limit) {
    return "expected a number below " + std::to_string(limit) + ", found " + std::to_string(found);
}
std::string behind(std::uint64_t end, std::uint64_t size) {
    return "expected at most " + std::to_string(size) + " (where the file ends), found " + std::to_string(end);
}

byte_builder with_version(std::uint32_t version) {
    byte_builder file = fixtures::m2::write(fixtures::m2::small(260));
    file.poke(file.at("m2.version"), version);
    return file;
}

} // namespace

// ---- open() --------------------------------------------------------------------------------------------------------

TEST_CASE("m2 errors: other files and short ones") {
    const byte_builder whole = fixtures::m2::write(fixtures::m2::small(260));
    CHECK(to_string(m2::open(whole.first(0)).error()) ==
          "truncated: m2.header at offset 0: expected 324 bytes, found 0");
    CHECK(to_string(m2::open(whole.first(7)).error()) ==
          "truncated: m2.header at offset 0: expected 324 bytes, found 7");
    CHECK(to_string(m2::open(whole.first(323)).error()) ==
          "truncated: m2.header at offset 0: expected 324 bytes, found 323");
    const error cut = m2::open(whole.first(whole.size() - 1)).error(); // the list that ends the file
    CHECK(cut.code == errc::out_of_bounds);
    CHECK(cut.found == static_cast<std::int64_t>(whole.size()));
    CHECK(cut.need == whole.size() - 1);
    byte_builder skin;
    skin.text("SKIN").zeros(320);
    CHECK(line_of(skin) == "bad_magic: m2.magic at offset 0: expected \"MD20\", found \"SKIN\"");
}

TEST_CASE("m2 errors: versions that are not read are named in one line") {
    for (std::uint32_t version = 256; version <= 263; ++version) {
        CHECK(m2::open(fixtures::m2::write({.version = version}).span()));
    }
    for (std::uint32_t version = 264; version <= 274; ++version) {
        CHECK(line_of(with_version(version)) == "unsupported: World of Warcraft M2 model version " +
                                                    std::to_string(version) +
                                                    " (effigy reads the versions 256 .. 263)");
    }
    for (const std::uint32_t version : {0U, 255U, 275U, 0xFFFF'FFFFU}) {
        CHECK(line_of(with_version(version)) ==
              "bad_version: m2.version at offset 4: expected version 256 .. 263, found " + std::to_string(version));
    }
    byte_builder chunks;
    chunks.text("MD21").u32(0).text("MD20").u32(274);
    CHECK(line_of(chunks) ==
          "unsupported: World of Warcraft M2 model in chunks (effigy reads the versions 256 .. 263)");
    byte_builder later;
    later.text("MD20").u32(264); // whose header is shorter
    CHECK(refusal_of(later).code == errc::unsupported);
}

TEST_CASE("m2 errors: each list is validated") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        CAPTURE(version);
        const fixtures::m2::written whole = fixtures::m2::write_all(fixtures::m2::small(version));
        const byte_builder& sound = whole.file;
        const std::uint64_t size = sound.size();
        for (const fixtures::m2::reference& list : whole.lists) {
            CAPTURE(list.location);
            const std::size_t at = sound.at(list.location);
            const std::uint64_t bytes = list.size * std::uint64_t{list.count};
            byte_builder file = sound;

            file.poke(at, 0xFFFF'FFFF).poke(at + 4, 0xFFFF'FFFF);
            CHECK(line_of(file) == line(sound, "out_of_bounds", list.location,
                                        behind(0xFFFF'FFFF + std::uint64_t{0xFFFF'FFFF} * list.size, size)));
            if (list.count == 0) {
                continue; // of the root bone's tracks
            }
            file = sound;
            file.poke(at + 4, static_cast<std::uint32_t>(size - bytes + 1)); // one byte too far
            CHECK(line_of(file) == line(sound, "out_of_bounds", list.location, behind(size + 1, size)));
            file.poke(at, 0);
            CHECK(m2::open(file.span())); // nothing is nowhere
        }
    }
}

TEST_CASE("m2 errors: big-endian files are validated alike") {
    const fixtures::m2::written whole = fixtures::m2::write_all(fixtures::m2::small(260), effigy::form::big);
    for (const fixtures::m2::reference& list : whole.lists) {
        CAPTURE(list.location);
        byte_builder file = whole.file;
        file.poke(file.at(list.location), 0xFFFF'FFFF);
        const auto model = m2::open<form::big>(file.span());
        REQUIRE_FALSE(model);
        CHECK(model.error().code == errc::out_of_bounds);
        CHECK(model.error().offset == file.at(list.location));
    }
}

TEST_CASE("m2 errors: parents that no bone is") {
    fixtures::m2::model described = fixtures::m2::small(256);
    for (const std::int16_t parent : {std::int16_t{-2}, std::int16_t{2}, std::int16_t{-32768}, std::int16_t{32767}}) {
        described.bones[1].parent = parent;
        const byte_builder file = fixtures::m2::write(described);
        CHECK(line_of(file) == "bad_value: m2.bones[1].parent at offset " + std::to_string(file.at("m2.bones[1]") + 8) +
                                   ": expected -1 or the number of a bone, found " + std::to_string(parent));
    }
}

TEST_CASE("m2 errors: parents that lead in a circle") {
    const auto verdict = [](const std::vector<std::int16_t>& parents) {
        fixtures::m2::model described;
        for (const std::int16_t parent : parents) {
            described.bones.push_back({parent});
        }
        return refusal_of(fixtures::m2::write(described));
    };
    CHECK_FALSE(verdict({-1, 0, 1}));
    CHECK_FALSE(verdict({2, 0, -1})); // parents last
    const error own = verdict({-1, 1});
    CHECK(to_string(own).starts_with("cycle: m2.bones[1].parent at offset "));
    CHECK(to_string(own).ends_with(": expected parents that end at a root, found record 1 above itself"));
    CHECK(verdict({0}).code == errc::cycle);
    CHECK(verdict({1, 0}).code == errc::cycle);
    CHECK(verdict({-1, 2, 3, 1}).code == errc::cycle);
    CHECK(verdict({-1, 0, 3, 4, 2, 4}).code == errc::cycle); // and one that hangs on it
}

TEST_CASE("m2 errors: the place of a circle is its record's") {
    fixtures::m2::model described;
    described.version = 256;
    described.bones = {{}, {0}, {3}, {2}};
    const byte_builder file = fixtures::m2::write(described);
    const error why = refusal_of(file);
    REQUIRE(why.code == errc::cycle);
    REQUIRE((why.found == 2 || why.found == 3));
    CHECK(why.offset == file.at("m2.bones[" + std::to_string(why.found) + "]") + 8);
    CHECK(why.index[0] == static_cast<std::uint32_t>(why.found));
}

TEST_CASE("m2 errors: lists that are paid for too often") {
    fixtures::m2::model described;
    described.textures.assign(100, {std::string(1000, 'x')});
    byte_builder file = fixtures::m2::write(described);
    const std::uint32_t first = static_cast<std::uint32_t>(file.size()) - 1000;
    for (std::size_t i = 0; i < 100; ++i) {
        const std::size_t name = file.at("m2.textures[" + std::to_string(i) + "].name");
        file.poke(name, first).poke(name + 4, 0);
    }
    const std::uint64_t budget = 4 * file.size() + 65536 - 1 - std::uint64_t{100} * 0x10; // the name and the records
    const std::uint64_t left = budget % first;
    const std::uint64_t number = budget / first;
    const std::string location = "m2.textures[" + std::to_string(number) + "].name";
    CHECK(line_of(file) == line(file, "budget", location,
                                "expected at most " + std::to_string(left) + ", found " + std::to_string(first)));
}

// ---- verify() ------------------------------------------------------------------------------------------------------

TEST_CASE("m2 errors: bones of weighted influences are verified") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.vertices[0].bones = {0, 255, 255, 255}; // without weight
    CHECK(line_of(described) == "no error");
    described.vertices[1].bones = {1, 2, 0, 0};
    described.vertices[2].bones = {9, 0, 0, 0};
    const byte_builder file = fixtures::m2::write(described);
    CHECK(m2::open(file.span()));
    CHECK(line_of(file) == "out_of_bounds: m2.vertices[1].joints[1] at offset " +
                               std::to_string(file.at("m2.vertices[1]") + 0x11) + ": " + outside(2, 2));
    described.vertices[1].weights = {255, 0, 0, 0};
    CHECK(line_of(described).starts_with("out_of_bounds: m2.vertices[2].joints[0] at offset "));
}

TEST_CASE("m2 errors: a model without bones has no weighted vertices") {
    CHECK(line_of(fixtures::m2::model{.vertices = {{.weights = {0, 0, 0, 0}}}}) == "no error");
    CHECK(line_of(fixtures::m2::model{.vertices = {{}}}).starts_with("out_of_bounds: m2.vertices[0].joints[0]"));
}

TEST_CASE("m2 errors: bytes reach 255 bones") {
    fixtures::m2::model described;
    described.vertices = {{.bones = {254, 0, 0, 0}}, {.bones = {255, 0, 0, 0}}};
    described.bones.resize(255);
    CHECK(line_of(described).starts_with("out_of_bounds: m2.vertices[1].joints[0] at offset "));
    described.bones.resize(256);
    CHECK(line_of(described) == "no error");
}

TEST_CASE("m2 errors: indices of views are verified") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles.push_back(described.skin_profiles[0]);
    described.skin_profiles[1].indices = {2, 0, 3};
    byte_builder file = fixtures::m2::write(described);
    CHECK(m2::open(file.span()));
    CHECK(line_of(file) == line(file, "out_of_bounds", "m2.skinProfiles[1].vertexLookup[2]", outside(3, 3)));
    described.skin_profiles[1].indices = {2, 0};
    file = fixtures::m2::write(described);
    CHECK(line_of(file) == line(file, "out_of_bounds", "m2.skinProfiles[1].triangles[2]", outside(2, 2)));
    described.skin_profiles[0].triangles[0] = 65535;
    file = fixtures::m2::write(described);
    CHECK(line_of(file) == line(file, "out_of_bounds", "m2.skinProfiles[0].triangles[0]", outside(65535, 3)));
}

TEST_CASE("m2 errors: what only means less than it could is no error") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles[0].batches = {
        {.submesh = 99, .material = 99, .color = 99, .texture = 99, .unit = 99, .weight = 99, .transform = 99}};
    described.skin_profiles[0].submeshes[0].index_count = 0xFFFF;
    described.skin_profiles[0].submeshes[0].first_bone = 0xFFFF;
    described.bone_lookup = {99};
    described.collision_triangles = {57820};
    described.attachments[0].bone = 99;
    described.events[0].bone = 99;
    described.events[0].times.ranges = {{9, 8}};
    described.bones[1].translation.ranges = {{99, 100}, {3, 1}};
    described.bones[1].translation.global = 99;
    described.animations[0].alias = 99;
    described.key_bone_lookup = {99};
    CHECK(line_of(described) == "no error");
}
