// Reading allocates no memory, and takes time in proportion to the size of the file.
#include "grimrock/figure.hpp"
#include "grimrock/hostile.hpp"
#include "grimrock/walk.hpp"
#include "support/allocations.hpp"

#include <effigy/grimrock.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::allocations_of;
using support::byte_builder;

// The error code for a file of about 5 KB whose number at `location` is the largest possible.
template <class Open> errc code_with_huge_number(byte_builder file, std::string_view location, const Open& open) {
    file.zeros(5000).poke(file.at(location), 0x7FFF'FFFF);
    errc code = errc::none;
    CHECK(allocations_of([&] { code = open(file.span()).error().code; }) == 0);
    return code;
}

} // namespace

TEST_CASE("cost: allocations are counted") {
    CHECK(allocations_of([] { delete new int{7}; }) <= 1); // a compiler may remove it
    std::vector<char> kept;
    CHECK(allocations_of([&] { kept.resize(100); }) == 1);
}

TEST_CASE("cost: models and animations are read, posed and played without allocation") {
    const auto check = [](const byte_builder& file, const auto& open) {
        const auto opened = open(file.span());
        walk::memory<std::remove_cvref_t<decltype(*opened)>> given{*opened};
        support::digest read;
        CHECK(allocations_of([&] { walk::walk_view(read, *open(file.span()), given); }) == 0);
        CHECK(read.value() != support::digest{}.value());
    };
    check(fixtures::write(fixtures::figure::model(), 2), [](auto file) { return grimrock::open(file); });
    check(fixtures::write(fixtures::figure::model(), 4), [](auto file) { return grimrock::open(file); });
    for (const int version : {1, 2}) {
        check(fixtures::write(fixtures::figure::idle(), version),
              [](auto file) { return grimrock::open_animation(file); });
    }
    check(fixtures::write(fixtures::figure::idle(), 3), [](auto file) { return grimrock::open_animation(file); });
}

TEST_CASE("cost: errors are returned without allocation") {
    byte_builder file = fixtures::write(fixtures::figure::model(), 2);
    file.poke(file.at("mdl1.nodes[6].mesh.bones[2].boneNodeIndex"), 99);
    errc code = errc::none;
    CHECK(allocations_of([&] { code = verify(*grimrock::open(file.span())).code; }) == 0);
    CHECK(code == errc::out_of_bounds);
}

TEST_CASE("cost: a small model with a huge count is refused at once") {
    const auto open = [](std::span<const std::byte> file) { return grimrock::open(file); };
    const byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const std::string body = "mdl1.nodes[4].mesh";
    for (const std::string& location : {std::string{"mdl1.numNodes"}, std::string{"mdl1.nodes[1].name"},
                                        body + ".numVertices", body + ".vertexArrays[5].stride", body + ".numIndices",
                                        body + ".numSegments", body + ".segments[0].material", body + ".numBones"}) {
        CAPTURE(location);
        CHECK(code_with_huge_number(file, location, open) == errc::truncated);
    }
}

TEST_CASE("cost: a small animation with a huge count is refused at once") {
    const auto open = [](std::span<const std::byte> file) { return grimrock::open_animation(file); };
    for (const int version : {1, 2}) {
        const byte_builder file = fixtures::write(fixtures::moves(), version);
        for (const char* const location : {"anim.numItems", "anim.items[0].node",
                                           version == 1 ? "anim.items[0].numKeys" : "anim.items[0].numScaleKeys"}) {
            CAPTURE(location);
            CHECK(code_with_huge_number(file, location, open) == errc::truncated);
        }
    }
}

TEST_CASE("cost: a huge number of vertices without arrays takes no time") {
    const byte_builder file = fixtures::grimrock::hostile::vertices_without_arrays();
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    CHECK_FALSE(verify(*model));
    CHECK(model->nodes().begin()->mesh().positions().empty());
}

TEST_CASE("cost: a hundred thousand nodes") {
    constexpr std::int32_t count = 100'000;
    const byte_builder file = fixtures::grimrock::hostile::chain(count);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    CHECK_FALSE(verify(*model));
    std::vector<tree_entry> entries(model->nodes().size());
    const auto nodes = model->index(entries);
    REQUIRE(nodes.size() == count);
    CHECK(nodes.preorder(count - 1) == count - 1);
    CHECK(nodes.find("123") == 123);
    CHECK(nodes.find_last("123") == 99'123);
    std::vector<matrix4x3<double>> world(count);
    rest_poses(nodes, world);
    local_to_world(nodes, std::span{world});
    CHECK(world[count - 1].translation.x == count);
}
