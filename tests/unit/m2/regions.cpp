#include "m2/fixtures.hpp"
#include "m2/hostile.hpp"
#include "m2/mapped.hpp"
#include "m2/odd.hpp"
#include "m2/opened.hpp"

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <vector>

namespace {

using namespace effigy;
using fixtures::m2::odd::valid_file;
using support::byte_builder;

std::string full_path(const region& one) {
    std::string out = to_string(one.where);
    for (const char* const name : one.fields) {
        out += name != nullptr ? std::string{"."} + name : "";
    }
    return out;
}

std::vector<region> regions_of(const byte_builder& file) {
    std::vector<region> out;
    m2::regions(*m2::open(file.span()), [&](const region& one) { out.push_back(one); });
    return out;
}
coverage sums_of(const byte_builder& file) {
    coverage out;
    for (const region& one : regions_of(file)) {
        out.add(one);
    }
    return out;
}
std::optional<region> find(const std::vector<region>& among, std::string_view path, role what = role::value) {
    for (const region& one : among) {
        if (full_path(one) == path && one.role == what) {
            return one;
        }
    }
    return {};
}
std::optional<region> find(const byte_builder& file, std::string_view path, role what = role::value) {
    return find(regions_of(file), path, what);
}

// The regions that `visit(sink)` passes to `sink`.
template <class Visit> std::vector<region> collected(const Visit& visit) {
    std::vector<region> out;
    visit([&](const region& one) { out.push_back(one); });
    return out;
}
template <class File> std::vector<region> regions_in(const File& file) {
    return collected([&](auto&& sink) { m2::regions(file, sink); });
}
void check(const std::vector<region>& among, const char* path, const char* type, std::uint64_t count,
           std::uint64_t size, role what = role::value) {
    CAPTURE(path);
    const auto found = find(among, path, what);
    REQUIRE(found);
    CHECK(std::string_view{found->type} == type);
    CHECK(found->count == count);
    CHECK(found->length == count * size);
}

// Digests of the regions of a model and of its companions, by the suffix of the file.
std::map<std::string, std::uint64_t> digests_of(const fixtures::m2::model& described) {
    const fixtures::m2::opened all{described};
    std::map<std::string, std::uint64_t> out{{"model", mapped::digest_of(all.model)}};
    for (const fixtures::m2::companion_file& one : all.files.companions) {
        std::uint64_t& digest = out[suffix_of(one)];
        switch (one.kind) {
        case fixtures::m2::companion_kind::skin:
            digest = mapped::digest_of(m2::open_skin(one.file.span()).value());
            break;
        case fixtures::m2::companion_kind::animation:
            for (std::uint32_t i = 0; i < all.model.animations().size(); ++i) {
                const auto animation = all.model.animations()[i];
                const bool is_it = animation.id() == one.id && animation.variation() == one.variation;
                digest = is_it ? mapped::digest_of(all.model, i, one.file.size()) : digest;
            }
            break;
        case fixtures::m2::companion_kind::skeleton: digest = mapped::digest_of(all.model.skeleton()); break;
        case fixtures::m2::companion_kind::parent_skeleton:
            digest = mapped::digest_of(m2::open_skeleton(one.file.span()).value());
            break;
        }
    }
    return out;
}
std::uint64_t gaps_in(const std::vector<region>& all) {
    coverage out;
    for (const region& one : all) {
        out.add(one);
    }
    return out.gap;
}

} // namespace

TEST_CASE("m2 regions: the whole file") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        CAPTURE(version);
        const byte_builder file = valid_file(version);
        CHECK(mapped::digest_of(*m2::open(file.span())) != 0);
    }
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        for (const auto& digest : digests_of(described)) {
            CAPTURE(digest.first);
            CHECK(digest.second != 0);
        }
    }
    CHECK(regions_in(m2::model{}).empty());
}

TEST_CASE("m2 regions: names") {
    const byte_builder file = valid_file(260);
    const std::vector<region> all = regions_of(file);
    const auto check_region = [&](const char* path, const char* type, std::uint64_t count, std::uint64_t size) {
        check(all, path, type, count, size);
    };
    check_region("m2.version", "u32", 1, 4);
    check_region("m2.bounds.radius", "f32", 1, 4);
    check_region("m2.name", "char", 7, 1);
    check_region("m2.bones", "bone", 2, 0x70);
    check_region("m2.bones[1].rotation.values", "packedQuat", 3, 8);
    check_region("m2.skinProfiles[1].submeshes", "submesh", 2, 0x30);
    check_region("m2.textureWeights[0].times", "u32", 3, 4);
    check_region("m2.events[0].times", "u32", 2, 4);
    check_region("m2.cameras[0].position.values", "vec3SplineKey", 7, 36);
    check_region("m2.cameras[0].roll.values", "f32SplineKey", 1, 12);
    check_region("m2.particles[0].zSource.values", "f32", 1, 4);
    CHECK(find(file, "m2.magic", role::constant)->length == 4);
    CHECK(find(file, "m2.bones", role::reference)->offset() == 0x34);
    CHECK(find(file, "m2.bones")->offset() == file.at("m2.bones[0].parent") - 8);
}

TEST_CASE("m2 regions: lists of keys are in the files of their animations") {
    const fixtures::m2::opened all{fixtures::m2::small(274)};
    const std::vector<region> own = regions_in(all.model);
    check(own, "m2.bones", "bone", 2, 0x58);
    check(own, "m2.cameras", "camera", 1, 0x74);
    check(own, "m2.particles", "particle", 1, 0x1EC);
    check(own, "m2.textureCombinerCombos", "u16", 2, 2);
    check(own, "m2.skinProfileCount", "u32", 1, 4);
    check(own, "m2.bones[1].translation.times", "u32", 8, 4, role::reference); // pairs, one per animation
    check(own, "m2.bones[1].translation.values", "u32", 8, 4, role::reference);
    check(own, "m2.bones[1].translation.times[0]", "u32", 3, 4);
    check(own, "m2.bones[1].translation.values[0]", "vec3", 3, 12);
    check(own, "m2.bones[1].rotation.values[0]", "packedQuat", 2, 8);
    check(own, "m2.cameras[0].fieldOfView.values[0]", "f32SplineKey", 1, 12);
    check(own, "m2.particles[0].color.ages", "i16", 2, 2);
    CHECK_FALSE(find(own, "m2.bones[1].translation.times[1]"));
    CHECK(gaps_in(own) == 0);

    for (const std::uint32_t number : {1U, 2U}) { // animation 2 is an alias of animation 1
        const std::vector<region> keys = collected([&](auto&& sink) { m2::regions(all.model, number, sink); });
        check(keys, "m2.bones[1].translation.times[1]", "u32", 1, 4);
        CHECK(find(keys, "m2.bones[1].translation.times[1]")->further_owners == 1);
        CHECK_FALSE(find(keys, "m2.bones[1].translation.times[0]"));
        CHECK_FALSE(find(keys, "m2.bones", role::reference));
        CHECK(gaps_in(keys) == 0);
    }
    for (const std::uint32_t number : {0U, 3U, 4U}) { // in the model, an alias in the model, and no animation
        CHECK(collected([&](auto&& sink) { m2::regions(all.model, number, sink); }).empty());
    }
    std::vector<m2::companion> more = all.companions; // an .anim of an animation that has its keys in the model
    more.push_back(more.back());
    more.back().id = more.back().variation = 0;
    const m2::model with_more = *m2::open(all.files.file.span(), more);
    CHECK(collected([&](auto&& sink) { m2::regions(with_more, 0, sink); }).empty());
    const fixtures::m2::written alone = write_all(fixtures::m2::small(274));
    const m2::model bare = *m2::open(alone.file.span());
    CHECK(collected([&](auto&& sink) { m2::regions(bare, 1, sink); }).empty());
    CHECK(mapped::digest_of(bare) == mapped::digest_of(all.model));
}

TEST_CASE("m2 regions: a .skin") {
    const fixtures::m2::written files = write_all(fixtures::m2::small(272));
    const auto skin = std::ranges::find(files.companions, "00.skin", fixtures::m2::suffix_of);
    REQUIRE(skin != files.companions.end());
    const std::vector<region> all = regions_in(*m2::open_skin(skin->file.span()));
    check(all, "skin.magic", "char", 4, 1, role::constant);
    check(all, "skin.submeshes", "submesh", 1, 0x30);
    check(all, "skin.shadowBatches", "shadowBatch", 1, 0x0C);
    check(all, "skin.batches", "u32", 2, 4, role::reference);
    CHECK(gaps_in(all) == 0);
    CHECK(regions_in(m2::skin_file{}).empty());
}

TEST_CASE("m2 regions: chunks") {
    const fixtures::m2::opened chunked{fixtures::m2::small_in_chunks()};
    const std::vector<region> own = regions_in(chunked.model);
    check(own, "m2.chunks[0].id", "char", 4, 1);
    check(own, "m2.chunks[0].size", "u32", 1, 4, role::reference);
    check(own, "m2.chunks[2].skinFiles", "u32", 3, 4);
    check(own, "m2.chunks[3].animationFiles", "animationFile", 2, 8);
    check(own, "m2.chunks[7].particleExtensions", "u32", 2, 4, role::reference);
    check(own, "m2.particleExtensions", "extendedParticle", 1, 0x1C);
    check(own, "m2.particleExtensions[0].cutoff.ages", "i16", 2, 2);
    check(own, "m2.chunks[8].blacklistedAnimations", "u16", 2, 2);
    check(own, "m2.particleGeosets", "u16", 1, 2);
    check(own, "m2.chunks[16].bytes", "u8", 5, 1);
    check(own, "m2.bones[1].translation.times[0]", "u32", 3, 4);
    CHECK(find(own, "m2.magic", role::constant)->offset() == 8);
    CHECK(gaps_in(own) == 0);

    const std::vector<region> keys = collected([&](auto&& sink) { m2::regions(chunked.model, 1, sink); });
    check(keys, "anim.chunks[0].id", "char", 4, 1);
    check(keys, "m2.bones[1].translation.times[1]", "u32", 1, 4);
    CHECK(gaps_in(keys) == 0);

    byte_builder bone;
    bone.u32(1).text("BIDA").u32(2).u16(7).text("BOMT").u32(0);
    const std::vector<region> of_bone = regions_in(*m2::open_chunks(bone.span()));
    check(of_bone, "bone.version", "u32", 1, 4);
    check(of_bone, "chunks[0].bytes", "u8", 2, 1);
    check(of_bone, "chunks[1].size", "u32", 1, 4, role::reference);
    CHECK(gaps_in(of_bone) == 0);
}

TEST_CASE("m2 regions: a .skel, and the keys of its tracks") {
    const fixtures::m2::opened all{fixtures::m2::small_with_skeleton()};
    const std::vector<region> own = regions_in(all.model);
    CHECK_FALSE(find(own, "m2.bones"));
    check(own, "m2.lights[0].diffuseColor.times[0]", "u32", 1, 4);
    const std::vector<region> skeleton = regions_in(all.model.skeleton());
    check(skeleton, "skel.name", "char", 4, 1);
    check(skeleton, "skel.animations", "animation", 4, 0x40);
    check(skeleton, "skel.bones", "bone", 2, 0x58);
    check(skeleton, "skel.bones[1].translation.times[0]", "u32", 3, 4);
    check(skeleton, "skel.attachments[0].visible.values[0]", "u8", 1, 1);
    CHECK(gaps_in(skeleton) == 8); // the unknown bytes after the lists of SKS1
    const std::vector<region> keys = collected([&](auto&& sink) { m2::regions(all.model, 1, sink); });
    check(keys, "skel.bones[1].translation.times[1]", "u32", 1, 4);
    check(keys, "m2.lights[0].diffuseColor.values[1]", "vec3", 1, 12);
    CHECK(gaps_in(keys) == 0);
    CHECK(regions_in(m2::skeleton{}).empty());
}

TEST_CASE("m2 regions: gaps, and characters after a NUL") {
    byte_builder file = valid_file(256);
    const std::size_t size = file.size();
    const coverage before = sums_of(file);
    file.zeros(5);
    const region last = regions_of(file).back();
    CHECK(last.role == role::gap);
    CHECK(last.offset() == size);
    CHECK(last.length == 5);
    CHECK(full_path(last).empty());
    CHECK(sums_of(file).gap == before.gap + 5);
    CHECK(sums_of(file).claimed == before.claimed);

    file.poke_u8(impl::to_size(find(file, "m2.name")->offset()) + 2, 0);
    CHECK(find(file, "m2.name")->length == 3);
    CHECK(find(file, "m2.name", role::padding)->length == 4);
}

TEST_CASE("m2 regions: shared lists and overlapping lists") {
    const byte_builder original = valid_file(256);
    const coverage before = sums_of(original);
    CHECK(before.shared == 0);

    byte_builder file = original;
    const auto values = find(file, "m2.collisionVertices");
    const std::size_t pair = 0xFC; // collision normals
    file.poke(pair, static_cast<std::uint32_t>(values->count));
    file.poke(pair + 4, static_cast<std::uint32_t>(values->offset()));
    CHECK(find(file, "m2.collisionVertices")->further_owners == 1);
    CHECK_FALSE(find(file, "m2.collisionNormals"));
    CHECK(sums_of(file).shared == values->length);
    CHECK(sums_of(file).overlap == 0);

    file.poke(pair, 1U).poke(pair + 4, static_cast<std::uint32_t>(values->offset()) + 4);
    CHECK(find(file, "m2.collisionNormals")->overlap == 12);
    CHECK(sums_of(file).overlap == 12);
    CHECK(mapped::digest_of(*m2::open(file.span())) != 0);
}

TEST_CASE("m2 regions: for bytes that changed after open(), the total size of the regions is limited") {
    constexpr std::uint32_t count = 1000;
    byte_builder file = fixtures::m2::hostile::with_records({.version = 256}, "m2.textures", count);
    const std::size_t first = file.size();
    const auto names = static_cast<std::uint32_t>(first + 16 * count);
    file.zeros(16 * std::size_t{count});
    for (std::uint32_t i = 0; i < 16 * count; ++i) {
        file.u8('a');
    }
    const m2::model model = *m2::open(file.span());
    for (std::uint32_t i = 0; i < count; ++i) {
        file.poke(first + 16 * i + 8, 16 * count - i).poke(first + 16 * i + 12, names); // each with a different length
    }
    CHECK_FALSE(m2::open(file.span()));
    std::uint64_t length = 0;
    m2::regions(model, [&](const region& one) { length += one.length; });
    CHECK(length >= file.size());
    CHECK(length <= 9 * file.size() + 65536);
}

TEST_CASE("m2 regions: the number of regions is proportional to the number of references") {
    const byte_builder file = fixtures::m2::hostile::mesh_for_all(10'000, 3);
    CHECK(regions_of(file).size() < 200); // all profiles share their lists
    CHECK(mapped::digest_of(*m2::open(file.span())) != 0);
}
