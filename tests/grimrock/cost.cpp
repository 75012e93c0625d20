// Reading allocates no memory, and takes time in proportion to the size of the file.
#include "grimrock/figure.hpp"
#include "grimrock/hostile.hpp"
#include "support/allocations.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/shinobi.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace effigy;
using support::allocations_of;
using support::byte_builder;

constexpr std::size_t capacity = 16, vertices = 512;
volatile float seen = 0; // keeps the compiler from removing the reads

void read(const grimrock::model& model) {
    if (verify(model)) {
        return;
    }
    for (const auto& node : model.nodes()) {
        if (const auto mesh = node.mesh()) {
            for (const auto& position : mesh.positions()) {
                seen = position.x;
            }
            for (const auto& segment : grimrock::repaired_segments{mesh}) {
                seen = static_cast<float>(segment.first_index());
            }
        }
    }
    std::array<tree_entry, capacity> entries{};
    std::array<matrix4x3<float>, capacity> world_memory{}, skin_memory{};
    const std::span<matrix4x3<float>> world{world_memory}, skin{skin_memory};
    const auto nodes = model.index(entries);
    rest_poses(nodes, world);
    local_to_world(nodes, world);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (const auto mesh = nodes.at(nodes.find(nodes.name(i))).mesh()) {
            skin_matrices(mesh, world, skin);
            seen = skin[0].x.x;
            std::array<vector3<float>, vertices> moved{};
            seen = static_cast<float>(skin_positions(mesh, skin, moved) + skin_normals(mesh, skin, moved));
        }
    }
}

void read(const grimrock::animation& clip, const grimrock::model& model) {
    std::array<tree_entry, capacity> entries{};
    std::array<matrix4x3<float>, capacity> memory{};
    const std::span<matrix4x3<float>> local{memory};
    const auto nodes = model.index(entries);
    rest_poses(nodes, local);
    seen = static_cast<float>(apply(clip, 0.5, nodes, local, effigy::playback::loop));
}

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
    CHECK(allocations_of([&] { kept.resize(static_cast<std::size_t>(seen) + 100); }) == 1);
}

TEST_CASE("cost: models are read without allocation") {
    const byte_builder older = fixtures::write(fixtures::figure::model(), 2);
    const byte_builder newer = fixtures::write(fixtures::figure::model(), 4);
    CHECK(allocations_of([&] { read(*grimrock::open(older.span())); }) == 0);
    CHECK(allocations_of([&] { read(*shinobi::open(newer.span())); }) == 0);
}

TEST_CASE("cost: animations are played without allocation") {
    const byte_builder model_file = fixtures::write(fixtures::figure::model(), 2);
    for (const int version : {1, 2, 3}) {
        const byte_builder file = fixtures::write(fixtures::figure::idle(), version);
        CHECK(allocations_of([&] {
                  const auto model = grimrock::open(model_file.span());
                  const auto clip =
                      version == 3 ? shinobi::open_animation(file.span()) : grimrock::open_animation(file.span());
                  read(*clip, *model);
              }) == 0);
    }
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
