#include "any/content_text.hpp"
#include "m2/odd.hpp"
#include "m2/opened.hpp"
#include "support/allocations.hpp"
#include "support/counting_memory.hpp"
#include "support/torture.hpp"

#include <effigy/m2/decode.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

namespace {

using namespace effigy;
using fixtures::m2::odd::valid_file;
using support::byte_builder;
using support::counting_memory;

using content = std::map<std::string, std::string, std::less<>>; // the text of each value, by its path

content content_of(const m2::owned_model& own) {
    content out;
    CHECK_FALSE(visit_content(
        own, [&](const content_field& shown) { out.emplace(shown.path.text(), support::text_of(shown.value)); }));
    return out;
}
m2::owned_model decoded(const byte_builder& file) { return m2::decode(*m2::open(file.span())).value(); }

struct row {
    const char *path, *text;
};
void check_rows(const m2::owned_model& own, std::initializer_list<row> rows) {
    const content shown = content_of(own);
    for (const row& expected : rows) {
        CAPTURE(expected.path);
        const auto found = shown.find(expected.path);
        REQUIRE(found != shown.end());
        CHECK(found->second == expected.text);
    }
}

std::size_t memory_of(const byte_builder& file, std::span<const m2::companion> companions = {}) {
    const auto opened = m2::open(file.span(), companions);
    REQUIRE(opened);
    counting_memory memory;
    {
        const m2::owned_model owned = decode(*opened, &memory).value();
        CHECK(memory.taken() == memory.most()); // no temporary allocations
        CHECK(memory.allocations() <= 46);      // one per pool
    }
    CHECK(memory.taken() == 0);
    return memory.most();
}

constexpr std::size_t bones_field = 0x34;

// A file with `count` records of `size` bytes, whose reference is at `field` of the header. `write` fills a record.
template <class Function>
byte_builder many(std::uint32_t version, std::size_t field, std::uint32_t count, std::size_t size,
                  const Function& write) {
    byte_builder file;
    file.text("MD20").u32(version).zeros(0x144 - 8);
    file.poke(field, count).poke(field + 4, 0x144U).zeros(count * size);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t record = 0x144 + i * size;
        if (field == bones_field) {
            file.poke(record + 8, 0x0000'FFFFU); // no parent
        }
        write(file, record);
    }
    return file;
}

} // namespace

// The values are those of fixtures::m2::odd.
TEST_CASE("m2 decode: records of every kind") {
    const m2::owned_model own = decoded(valid_file(263));
    CHECK(own.get(own.name) == "Figure");
    CHECK(own.get(own.get(own.textures)[0].name) == "A\\B.blp");
    check_rows(own, {
                        {"version", "263"},
                        {"globalFlags", "3"},
                        {"globalSequences", "500"},
                        {"animations[1].variation", "1"},
                        {"animations[1].start", "2000"},
                        {"animations[1].end", "3000"},
                        {"animations[1].bounds.max", "11.000000 12.000000 13.000000"},
                        {"animations[1].duration", "1000"},
                        {"animations[1].keyPlace", "0"},
                        {"animationLookup", "0 -1 -1 -1 2"},
                        {"playableLookup[1].fallback", "4"},
                        {"bones[1].scale.ranges[0].last", "1"},
                        {"bones[1].scale.times", "0 1000"},
                        {"bones[1].rotation.times", "0 250 500"},
                        {"bones[1].rotation.globalSequence", "0"},
                        {"bones[1].rotation.interpolation", "1"},
                        {"bones[1].rotation.values", ""},
                        {"bones[1].packedRotations", "32767 32767 32767 -1 32767 -1 32767 32767 32767 32767 32767 -1"},
                        {"bones[1].pivot", "1.000000 4.000000 5.000000"},
                        {"bones[1].unknown", "131095"},
                        {"vertices[4].texcoords", "0.250000 0.750000 0.500000 4.000000"},
                        {"skinProfiles[1].boneLimit", "21"},
                        {"skinProfiles[1].number", "1"},
                        {"skinProfiles[1].vertexLookup", "0 1 2 3 4 5"},
                        {"skinProfiles[1].paletteJoints[0].entries", "0 1 0 0"},
                        {"skinProfiles[1].submeshes[1].id", "102"},
                        {"skinProfiles[1].submeshSortings[1].radius", "7.000000"},
                        {"skinProfiles[1].batches[1].priorityPlane", "-2"},
                        {"textureWeights[0].values[2].stored", "32002"},
                        {"textureTransforms[0].scale.values", "9.000000 10.000000 11.000000"},
                        {"materials[0].blend", "4"},
                        {"collisionTriangles", "0 1 2"},
                        {"attachments[0].padding", "48823"},
                        {"events[0].times", "500 2500"},
                        {"events[0].ranges[1].last", "2"},
                        {"lights[0].attenuationEnd.values", "6.000000 7.000000 8.000000"},
                        {"cameras[0].diagonalFieldOfView", "0.950000"},
                        {"cameras[0].target.values[2].out", "26.000000 27.000000 28.000000"},
                        {"ribbons[0].textures", "0 1"},
                        {"ribbons[0].slot.values", "5"},
                        {"particles[0].emits.shape", "2"},
                        {"particles[0].emits.colorIndex", "11"},
                        {"particles[0].zSource.values", "9.000000"},
                        {"particles[0].colors", "0 1 2 3 4 5 6 7 8 9 10 11"},
                        {"particles[0].followScale2", "121.000000"},
                        {"particles[0].splinePoints", "0.000000 1.000000 2.000000 1.000000 1.000000 2.000000"},
                        {"skinProfileCount", "2"},
                    });
}

TEST_CASE("m2 decode: later records, in several files") {
    check_rows(decoded(fixtures::m2::small_with_skeleton()),
               {
                   {"animations[1].start", "0"},
                   {"animations[1].end", "500"},
                   {"animations[1].duration", "500"},
                   {"animations[1].keyPlace", "1"},
                   {"animations[3].keyPlace", "0"},
                   {"bones[1].translation.parts[1].times", "0"},
                   {"bones[1].translation.parts[3].times", "0 500 1000"},
                   {"bones[1].rotation.times", ""}, // the parts have them
                   {"bones[1].packedParts[3].times", "0 1000"},
                   {"bones[1].packedParts[1].values", "32767 32767 -9598 -9598"},
                   {"bones[1].scale.globalSequence", "0"},
                   {"events[0].parts[1].times", ""},
                   {"events[0].parts[3].times", "250"},
                   {"vertices[2].texcoords", "0.000000 1.000000 0.250000 0.500000"},
                   {"skinProfiles[0].triangles", "0 1 2"},
                   {"skinProfiles[0].submeshes[0].center", "1.000000 2.000000 3.000000"},
                   {"collisionTriangles", "0 1 2"},
                   {"cameras[0].diagonalFieldOfView", "0.000000"},
                   {"cameras[0].fieldOfView.parts[0].values[0].value", "1.500000"},
                   {"ribbons[0].priorityPlane", "-2"},
                   {"particles[0].midpoint", "0.000000"},
                   {"particles[0].emits.blend", "4"},
                   {"particles[0].emits.shape", "2"},
                   {"particles[0].emits.colorIndex", "9"},
                   {"particles[0].color.ages", "0 32767"},
                   {"particles[0].tailCell.values", "7"},
                   {"particles[0].spinVariation", "32.000000"},
                   {"textureCombinerCombos", "3 1"},
                   {"animationFiles[0].file", "1020"},
                   {"particleExtensions[0].zSource", "0.500000"},
                   {"particleExtensions[0].cutoff.ages", "0 32767"},
               });
}

TEST_CASE("m2 decode: the keys of the first animation are the same with lists per animation") {
    const content before = content_of(decoded(fixtures::m2::small(263)));
    const content after = content_of(decoded(fixtures::m2::small(264)));
    std::size_t tracks = 0;
    for (const auto& one : before) {
        const std::string& path = one.first;
        const std::string& value = one.second;
        const bool is_packed = path.ends_with(".packedRotations");
        const std::size_t at = is_packed ? path.rfind("Rotations") : path.rfind(".values");
        if (at == path.npos || value.empty() || value.back() > '9') { // no numbers: a list of records
            continue;
        }
        CAPTURE(path);
        const std::string later = path.substr(0, at) + (is_packed ? "Parts[0].values" : ".parts[0]" + path.substr(at));
        REQUIRE(after.contains(later));
        CHECK(after.find(later)->second == value);
        ++tracks;
    }
    CHECK(tracks > 30);
}

TEST_CASE("m2 decode: what differs between versions and containers") {
    struct step {
        fixtures::m2::model before, after;
        std::string paths; // that differ
    };
    using fixtures::m2::small;
    const step steps[] = {
        {small(256), small(260),
         "version bones[1].rotation.values bones[1].unknown bones[1].packedRotations skinProfiles[0].submeshSortings "},
        {small(260), small(263),
         "version particles[0].emission particles[0].emits.colorIndex "
         "particles[0].emitsByColor "},
        {small(264), small(270), "version "},
        {small(270), small(271),
         "version cameras[0].diagonalFieldOfView cameras[0].fieldOfView.interpolation "
         "cameras[0].fieldOfView.globalSequence cameras[0].fieldOfView.parts "},
        {small(271), small(272), "version skinProfiles[0].shadowBatches particles[0].multiTexture "},
        {small(272), small(274), "version "},
        {small(272), fixtures::m2::small_in_chunks(272),
         "animations[].keyChunks isChunked physicsFile skinFiles animationFiles boneFiles textureFiles "
         "recursionModelFiles geometryModelFiles blacklistedAnimations particleExtensions particleGeosets "},
        {fixtures::m2::small_in_chunks(), fixtures::m2::small_with_skeleton(),
         "animations[].keyChunks skeletons animationsIn bonesIn attachmentsIn animationFilesIn boneFilesIn "
         "skeletonFile "},
        {fixtures::m2::small_with_skeleton(), fixtures::m2::small_with_parent(),
         "skeletons skeletons[0].hasParent skeletons[0].parent.file animationsIn bonesIn attachmentsIn "},
    };
    for (const step& one : steps) {
        std::string paths;
        CHECK_FALSE(differences(decoded(one.before), decoded(one.after),
                                [&](const difference& found) { paths += found.path.text() + ' '; }));
        CHECK(paths == one.paths);
    }
}

TEST_CASE("m2 decode: after a change of any byte of the header and the records") {
    std::size_t bytes = 0;
    std::size_t opened_count = 0;
    const auto change_each = [&](const byte_builder& original, std::span<const m2::companion> companions) {
        for (std::size_t i = 8; i < original.size(); i += support::torture_step) {
            byte_builder file = original;
            file.poke_u8(i, 0xA5);
            ++bytes;
            if (const auto opened = m2::open(file.span(), companions)) {
                CAPTURE(i);
                const m2::owned_model own = m2::decode(*opened).value();
                CHECK_FALSE(visit_content(own, [](const content_field&) {})); // all lists are in their pools
                CHECK(own == m2::decode(*opened).value());
                ++opened_count;
            }
        }
    };
    change_each(valid_file(260), {});
    const fixtures::m2::opened later{fixtures::m2::small(274)};
    change_each(later.files.file, later.companions);
    CHECK(opened_count > bytes / 2);
}

TEST_CASE("m2 decode: a missing .anim") {
    const fixtures::m2::opened all{fixtures::m2::small(272)};
    const m2::owned_model whole = m2::decode(all.model).value();
    const m2::owned_model bare = m2::decode(*m2::open(all.files.file.span())).value();
    const auto place = [](const m2::owned_model& of, std::size_t i) { return of.get(of.animations)[i].key_place; };
    CHECK(place(whole, 0) == m2::key_place::file);
    CHECK(place(whole, 1) == m2::key_place::companion);
    CHECK(place(bare, 1) == m2::key_place::missing);
    CHECK(whole.keys(whole.get(whole.bones)[1].translation, 1).times.size() == 1);
    CHECK(bare.keys(bare.get(bare.bones)[1].translation, 1).times.empty());
    CHECK(bare.keys(bare.get(bare.bones)[1].translation, 0).times.size() == 3);
    CHECK_FALSE(whole == bare);
    CHECK(whole.get(whole.get(whole.bones)[1].translation.missing).empty());
    const auto missing = bare.get(bare.get(bare.bones)[1].translation.missing);
    REQUIRE(missing.size() == bare.get(bare.bones)[1].translation.parts.count);
    CHECK(missing[0].times.count == 0); // in the model
    CHECK(missing[1].times.count == 1);
    CHECK(missing[1].values.count == 1);
}

TEST_CASE("m2 decode: the keys of an alias are stored once") {
    const fixtures::m2::opened all{fixtures::m2::small(264)};
    const m2::owned_model owned = m2::decode(all.model).value();
    const m2::owned_track<vec3<form::host>>& moved = owned.get(owned.bones)[1].translation;
    const auto parts = owned.get(moved.parts);
    REQUIRE(parts.size() == 4); // the third one is an alias of the second, the last one of the first
    CHECK(parts[2].times.first == parts[1].times.first);
    CHECK(parts[3].values.first == parts[0].values.first);
    CHECK(parts[1].values.first != parts[0].values.first);
    CHECK(owned.get(moved.values).size() == 4);
    CHECK(owned.keys(moved, 2).values.size() == 1);
    CHECK(owned.keys(moved, 3).values.size() == 3);
    CHECK(equal(owned.keys(moved, 3).values[2], vec3<form::host>{0, 0, 3}));

    byte_builder file = all.files.file; // gets different lists of the same size
    const std::size_t pair = file.at("m2.bones[1].translation.values[3]");
    const std::uint32_t begin = static_cast<std::uint32_t>(file.size());
    file.f32s({1, 2, 3, 4, 5, 6, 7, 8, 9}).poke(pair + 4, begin);
    const m2::owned_model changed = m2::decode(*m2::open(file.span(), all.companions)).value();
    const m2::owned_bone& bone = changed.get(changed.bones)[1];
    CHECK(changed.get(bone.translation.values).size() == 7);
    CHECK(equal(changed.keys(bone.translation, 3).values[0], vec3<form::host>{1, 2, 3}));
}

TEST_CASE("m2 decode: one program reads all versions") {
    const m2::owned_model old = decoded(fixtures::m2::small(263));
    const m2::owned_model now = decoded(fixtures::m2::small(264));
    const m2::owned_bone& old_arm = old.get(old.bones)[1];
    const m2::owned_bone& new_arm = now.get(now.bones)[1];
    for (std::uint32_t i = 0; i < 2; ++i) {
        CAPTURE(i);
        const auto a = old.keys(old_arm.translation, i);
        const auto b = now.keys(new_arm.translation, i);
        CHECK(a.start == old.get(old.animations)[i].start);
        CHECK(b.start == 0);
        CHECK(std::ranges::equal(a.values, b.values,
                                 [](const auto& one, const auto& other) { return equal(one, other); }));
        const auto new_rotations = now.rotation_keys(new_arm, i);
        REQUIRE(new_rotations.packed.size() == old.rotation_keys(old_arm, i).packed.size());
        CHECK(new_rotations.value<float>(0) == old.rotation_keys(old_arm, i).value<float>(0));
    }
    const auto new_keys = now.keys(now.get(now.events)[0].times, 0);
    const auto old_keys = old.keys(old.get(old.events)[0].times, 0);
    REQUIRE(new_keys.times.size() == 1);
    CHECK(new_keys.times[0] - new_keys.start == old_keys.times[0] - old_keys.start);
}

TEST_CASE("m2 decode: models are equal if all their data is equal") {
    const byte_builder original = valid_file(260);
    const m2::owned_model owned = decoded(original);
    CHECK(m2::owned_model{owned} == owned);
    for (const char* const changed :
         {"m2.bones[0].pivot", "m2.bones[1].rotation.values[0]", "m2.particles[0].emission"}) {
        CAPTURE(changed);
        byte_builder file = original;
        const std::size_t at = file.at(changed);
        file.poke_u8(at, static_cast<std::uint8_t>(std::to_integer<unsigned>(file.span()[at]) ^ 1U));
        CHECK_FALSE(decoded(file) == owned);
    }
}

TEST_CASE("m2 decode: the bytes of an emission are compared in host order") {
    for (const std::uint32_t version : {256U, 263U}) {
        CAPTURE(version);
        const m2::owned_model one = decoded(valid_file(version));
        m2::owned_model other = one;
        CHECK(one == other);
        std::uint8_t& stored = other.all<m2::owned_particle>()[0].emission[3];
        stored ^= 1U;
        CHECK_FALSE(one == other);
        stored ^= 1U;
        other.all<m2::owned_particle>()[0].emits.blend ^= 1U;
        CHECK_FALSE(one == other);
    }
}

TEST_CASE("m2 decode: an empty view") {
    const m2::owned_model empty = m2::decode(m2::model{}).value();
    CHECK(empty.get(empty.bones).empty());
    CHECK(empty.get(empty.name).empty());
    CHECK(empty.version == 0);
}

TEST_CASE("m2 decode: models are values") {
    m2::owned_model kept;
    {
        const m2::owned_model first = decoded(valid_file(260));
        kept = first;
    }
    CHECK(kept == decoded(valid_file(260)));
    CHECK(kept.get(kept.name) == "Figure");
    CHECK(kept.get<char>(kept.name).size() == 7);
    const auto bones = kept.get(kept.bones);
    REQUIRE(bones.size() == 2);
    CHECK(m2::value_of<float>(kept.get(bones[1].packed_rotations)[1]) == quaternion<float>{0, 1, 0, 0});
    CHECK(bones[1].scale.values.size() == 6); // with tangents
    CHECK(kept.get(kept.get(kept.particles)[0].recursion_model) == "R.m2");
    CHECK(kept.get(kept.particles)[0].emits.shape == m2::emitter_shape::sphere);
    CHECK(kept.all<m2::owned_camera>().size() == 1);
}

TEST_CASE("m2 decode: a list of another model is not a list of this one") {
    const m2::owned_model empty;
    CHECK(empty.get(m2::pool_slice<float>{3, 4}).empty());
    CHECK(empty.get(m2::array_ref<char, form::host>{{9, 1}}).empty());
}

TEST_CASE("m2 decode: the two layouts of emissions can be distinguished") {
    byte_builder file = valid_file(256);
    const m2::owned_model regular = decoded(file);
    CHECK_FALSE(regular.get(regular.particles)[0].emits_by_color);
    file.poke(file.at("m2.particles[0].emission"), 0x0000'0104U);
    const m2::owned_model early = decoded(file);
    const m2::owned_particle& emitter = early.get(early.particles)[0];
    CHECK(emitter.emits_by_color);
    CHECK(emitter.emits.blend == 4);
    CHECK(emitter.emits.shape == m2::emitter_shape::plane);
}

TEST_CASE("m2 decode: a rotation without keys keeps the other fields of its track") {
    for (const std::uint32_t version : {256U, 260U}) {
        byte_builder file = valid_file(version);
        file.poke(file.at("m2.bones[1].rotation.times"), 0U);
        const m2::owned_model owned = decoded(file);
        CHECK(owned.get(owned.bones)[1].rotation.global_sequence == 0);
        CHECK(owned.get(owned.bones)[1].rotation.interpolation == m2::interpolation::linear);
    }
}

TEST_CASE("m2 decode: takes memory only from the given resource") {
    const byte_builder file = valid_file(263);
    const auto opened = m2::open(file.span());
    std::vector<std::byte> buffer(16'384);
    std::pmr::monotonic_buffer_resource memory{buffer.data(), buffer.size(), std::pmr::null_memory_resource()};
    bool is_there = false;
    CHECK(support::allocations_of([&] {
              const m2::owned_model owned = m2::decode(*opened, &memory).value();
              is_there = owned.get(owned.bones).size() == 2;
          }) == 0);
    CHECK(is_there);
}

#if defined(__cpp_exceptions)
TEST_CASE("m2 decode: too little memory") {
    const byte_builder file = valid_file();
    const auto opened = m2::open(file.span());
    const std::size_t need = memory_of(file);
    for (std::size_t limit = 0; limit < need; limit += 64) {
        counting_memory memory{limit};
        CHECK_THROWS_AS(static_cast<void>(m2::decode(*opened, &memory)), std::bad_alloc);
        CHECK(memory.taken() == 0);
    }
}
#else
TEST_CASE("m2 decode: too little memory" * doctest::skip() * doctest::description("needs exceptions")) {}
#endif

TEST_CASE("m2 decode: takes about as much memory as the file's size") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        const byte_builder file = valid_file(version);
        CHECK(memory_of(file) < 5 * file.size() / 4);
    }
    for (const std::uint32_t version : {264U, 274U}) {
        const fixtures::m2::opened all{fixtures::m2::small(version)};
        std::size_t bytes = all.files.file.size();
        for (const fixtures::m2::companion_file& one : all.files.companions) {
            bytes += one.file.size();
        }
        CHECK(memory_of(all.files.file, all.companions) < 3 * bytes / 2); // a record has the fields of all versions
    }
}

// Measured: at most 216 bytes of memory for 124 bytes of file, for cameras, which have fields of later versions.
TEST_CASE("m2 decode: small records") {
    const auto nothing = [](byte_builder&, std::size_t) {};
    constexpr std::pair<std::size_t, std::size_t> lists[]{
        {0x08, 1},     {0x14, 4},     {0x1C, 0x44},  {0x24, 2},     {0x2C, 4},     {bones_field, 0x6C}, {0x44, 0x30},
        {0x4C, 0x2C},  {0x54, 0x38},  {0x5C, 0x10},  {0x64, 0x1C},  {0x74, 0x54},  {0x84, 4},           {0x104, 0x30},
        {0x114, 0x2C}, {0x11C, 0xD4}, {0x124, 0x7C}, {0x134, 0xDC}, {0x13C, 0x1F8}};
    for (const auto& list : lists) {
        const std::size_t field = list.first;
        const std::size_t size = list.second;
        CAPTURE(field);
        const byte_builder file = many(256, field, 500, size, nothing);
        CHECK(memory_of(file) < 7 * file.size() / 4);
    }
}

TEST_CASE("m2 decode: overlapping lists") {
    for (const std::uint32_t count : {10U, 100U, 1000U, 10000U}) {
        const auto shares = [&](std::size_t pair, std::uint32_t size) {
            return [=](byte_builder& file, std::size_t record) {
                const auto bytes = static_cast<std::uint32_t>(file.size());
                const std::uint32_t most = (3 * bytes + 65536) / count; // the most that open() accepts
                file.poke(record + pair, (most < bytes ? most : bytes) / size).poke(record + pair + 4, 0U);
            };
        };
        for (const byte_builder& file :
             {many(260, bones_field, count, 0x70, shares(0x10 + 0x14, 12)),
              many(260, bones_field, count, 0x70, shares(0x2C + 0x14, 8)),
              many(256, 0x4C, count, 0x2C, shares(0x18, 0x20)), many(260, 0x4C, count, 0x2C, shares(0x18, 0x30)),
              many(256, 0x5C, count, 0x10, shares(0x08, 1)), many(256, 0x124, count, 0x7C, shares(0x10 + 0x14, 36)),
              many(256, 0x13C, count, 0x1F8, shares(0x34 + 0x14, 4))}) {
            const std::size_t taken = memory_of(file);
            CHECK(taken <= 5 * file.size() + std::size_t{76} * 1024); // measured: 4 times and 64 KiB
            CHECK(taken > file.size());                               // shared lists are stored several times
        }
    }
}

TEST_CASE("m2 decode: overlapping lists of lists") {
    constexpr std::size_t attachments_field = 0xF0;
    constexpr std::size_t events_field = 0x100;
    constexpr std::uint32_t header = 0x130;
    for (const std::uint32_t count : {10U, 1000U, 4000U}) { // of records, and of pairs that they share
        for (const std::uint32_t keys : {0U, 1U, 100U}) {
            CAPTURE(count);
            CAPTURE(keys);
            const auto written = [&](std::size_t field, std::size_t size, std::size_t times, bool has_values) {
                byte_builder file;
                file.text("MD20").u32(264).zeros(header - 8).zeros(count * size);
                const auto pairs = static_cast<std::uint32_t>(file.size());
                for (std::uint32_t i = 0; i < count; ++i) {
                    file.u32(keys).u32(0);
                }
                file.poke(field, count).poke(field + 4, header);
                const auto bytes = static_cast<std::uint32_t>(file.size());
                const std::uint32_t cost = has_values ? 16 + 5 * keys : 8 + 4 * keys;
                const std::uint32_t most = (3 * bytes + 65536) / count / cost; // the most that open() accepts
                for (std::size_t record = header; record < header + count * size; record += size) {
                    for (std::size_t pair = times; pair <= times + (has_values ? 8U : 0U); pair += 8) {
                        file.poke(record + pair, most < count ? most : count).poke(record + pair + 4, pairs);
                    }
                }
                return file;
            };
            for (const byte_builder& file :
                 {written(events_field, 0x24, 0x1C, false), written(attachments_field, 0x28, 0x18, true)}) {
                CHECK(memory_of(file) <= 5 * file.size() + std::size_t{76} * 1024);
            }
        }
    }
}

TEST_CASE("m2 decode: bytes that changed after open()") {
    byte_builder file = many(256, bones_field, 1000, 0x6C, [](byte_builder&, std::size_t) {});
    const auto opened = m2::open(file.span());
    REQUIRE(opened);
    for (std::size_t i = 0; i < 1000; ++i) { // simulates another process: each bone refers to the whole file
        const std::size_t values = 0x144 + i * 0x6C + 0x0C + 0x14;
        file.poke(values, static_cast<std::uint32_t>(file.size() / 12)).poke(values + 4, 0U);
    }
    counting_memory memory;
    const auto refused = m2::decode(*opened, &memory);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == errc::budget);
    CHECK(refused.error().need == 6 * file.size() + std::uint64_t{80} * 1024);
    CHECK(refused.error().found > static_cast<std::int64_t>(refused.error().need));
    CHECK(std::string_view{refused.error().path} == "m2");
    CHECK(memory.most() == 0);
}
