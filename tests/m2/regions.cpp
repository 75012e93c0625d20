#include "m2/fixtures.hpp"
#include "m2/hostile.hpp"
#include "m2/mapped.hpp"
#include "m2/odd.hpp"

#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <vector>

namespace {

using namespace effigy;
using fixtures::m2::odd::sound;
using support::byte_builder;

std::string full_path(const region& one) {
    std::string out = to_string(one.where);
    for (const char* const name : one.fields) {
        out += name != nullptr ? std::string{"."} + name : "";
    }
    return out;
}

template <form F = form::little> std::vector<region> regions_of(const byte_builder& file) {
    std::vector<region> out;
    m2::regions(*m2::open<F>(file.span()), [&](const region& one) { out.push_back(one); });
    return out;
}
coverage sums_of(const byte_builder& file) {
    coverage out;
    for (const region& one : regions_of(file)) {
        out.add(one);
    }
    return out;
}
std::optional<region> find(const byte_builder& file, std::string_view path, role what = role::value) {
    for (const region& one : regions_of(file)) {
        if (full_path(one) == path && one.what == what) {
            return one;
        }
    }
    return {};
}

} // namespace

TEST_CASE("m2 regions: the whole file, in both byte orders") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        CAPTURE(version);
        const byte_builder file = sound(version);
        const byte_builder twin = sound(version, form::big);
        const std::uint64_t digest = mapped::digest_of(*m2::open(file.span()));
        CHECK(digest != 0);
        CHECK(mapped::digest_of(*m2::open<form::big>(twin.span())) == digest);
        const byte_builder small = fixtures::m2::write(fixtures::m2::small(version));
        CHECK(mapped::digest_of(*m2::open(small.span())) != 0);
    }
    std::size_t told = 0;
    m2::regions(m2::model{}, [&](const region&) { ++told; });
    CHECK(told == 0);
}

TEST_CASE("m2 regions: what they are called") {
    const byte_builder file = sound(260);
    const auto is = [&](const char* path, const char* type, std::uint64_t count, std::uint64_t size) {
        CAPTURE(path);
        const auto found = find(file, path);
        REQUIRE(found);
        CHECK(std::string_view{found->type} == type);
        CHECK(found->count == count);
        CHECK(found->length == count * size);
    };
    is("m2.version", "u32", 1, 4);
    is("m2.bounds.radius", "f32", 1, 4);
    is("m2.name", "char", 7, 1);
    is("m2.bones", "bone", 2, 0x70);
    is("m2.bones[1].rotation.values", "packedQuat", 3, 8);
    is("m2.skinProfiles[1].submeshes", "submesh", 2, 0x30);
    is("m2.textureWeights[0].times", "u32", 3, 4);
    is("m2.events[0].times", "u32", 2, 4);
    is("m2.cameras[0].position.values", "vec3SplineKey", 7, 36);
    is("m2.cameras[0].roll.values", "f32SplineKey", 1, 12);
    is("m2.particles[0].zSource.values", "f32", 1, 4);
    CHECK(find(file, "m2.magic", role::constant)->length == 4);
    CHECK(find(file, "m2.bones", role::reference)->offset() == 0x34);
    CHECK(find(file, "m2.bones")->offset() == file.at("bones[0].parent") - 8);
}

TEST_CASE("m2 regions: gaps, and what stands behind a NUL") {
    byte_builder file = sound(256);
    const std::size_t size = file.size();
    const coverage before = sums_of(file);
    file.zeros(5);
    const region last = regions_of(file).back();
    CHECK(last.what == role::gap);
    CHECK(last.offset() == size);
    CHECK(last.length == 5);
    CHECK(full_path(last).empty());
    CHECK(sums_of(file).gap == before.gap + 5);
    CHECK(sums_of(file).claimed == before.claimed);

    file.poke_u8(static_cast<std::size_t>(find(file, "m2.name")->offset()) + 2, 0);
    CHECK(find(file, "m2.name")->length == 3);
    CHECK(find(file, "m2.name", role::padding)->length == 4);
}

TEST_CASE("m2 regions: lists that are shared, and lists that overlap") {
    const byte_builder original = sound(256);
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

TEST_CASE("m2 regions: of bytes that changed since open(), no more is told than open() pays for") {
    constexpr std::uint32_t count = 4000;
    byte_builder file = fixtures::m2::hostile::with_records({.version = 256}, "m2.textures", count);
    const std::size_t first = file.size();
    const auto names = static_cast<std::uint32_t>(first + 16 * count);
    file.zeros(16 * std::size_t{count});
    for (std::uint32_t i = 0; i < 16 * count; ++i) {
        file.u8('a');
    }
    const m2::model model = *m2::open(file.span());
    for (std::uint32_t i = 0; i < count; ++i) {
        file.poke(first + 16 * i + 8, 16 * count - i).poke(first + 16 * i + 12, names); // each another length
    }
    CHECK_FALSE(m2::open(file.span()));
    std::uint64_t told = 0;
    m2::regions(model, [&](const region& one) { told += one.length; });
    CHECK(told >= file.size());
    CHECK(told <= 6 * file.size() + 65536);
}

TEST_CASE("m2 regions: as many as there are references") {
    const byte_builder file = fixtures::m2::hostile::mesh_for_all(10'000, 3);
    CHECK(regions_of(file).size() < 200); // all profiles share their lists
    CHECK(mapped::digest_of(*m2::open(file.span())) != 0);
}
