// Graphs that would take a careless reader hours, gigabytes or its stack.
#include "nwn/hostile.hpp"

#include <effigy/nwn/decode.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;
namespace hostile = fixtures::nwn::hostile;

// Reads what is sound; decodes it, too. The verdict of opening it.
errc verdict_on(const byte_builder& file) {
    const auto model = nwn::open(file.span());
    if (!model) {
        return model.error().code;
    }
    CHECK_FALSE(verify(*model));
    std::size_t nodes = model->nodes().size();
    for (const auto& clip : model->animations()) {
        nodes += clip.count_nodes();
    }
    const nwn::owned_model owned = decode(*model).value();
    CHECK(owned.all<nwn::owned_node>().size() == nodes);
    return errc::none;
}

} // namespace

TEST_CASE("nwn hostile: hundreds of children that are one mesh") {
    CHECK(verdict_on(hostile::one_mesh_for_all(1)) == errc::none);
    CHECK(verdict_on(hostile::one_mesh_for_all(500)) == errc::cycle);
}

TEST_CASE("nwn hostile: meshes that share their vertices") {
    CHECK(verdict_on(hostile::vertices_for_all(1, 60'000)) == errc::none); // normals and tangents are the vertices
    CHECK(verdict_on(hostile::vertices_for_all(2, 60'000)) == errc::budget);
}

TEST_CASE("nwn hostile: meshes that share their index lists") {
    CHECK(verdict_on(hostile::index_lists_for_all(1, 50'000)) == errc::none); // each of its own: never refused
    CHECK(verdict_on(hostile::index_lists_for_all(1000, 200)) == errc::budget);
}

TEST_CASE("nwn hostile: a node that is its own child, two million times") {
    CHECK(verdict_on(hostile::own_child(2'000'000)) == errc::cycle);
}

TEST_CASE("nwn hostile: five kilobytes with 2^40 ways through them") {
    const byte_builder file = hostile::many_ways(41);
    CHECK(file.size() < 5200);
    CHECK(verdict_on(file) == errc::cycle);
}

TEST_CASE("nwn hostile: a chain deeper than any stack") {
    CHECK(verdict_on(hostile::chain(257)) == errc::none);
    CHECK(verdict_on(hostile::chain(258)) == errc::budget);
    const byte_builder deep = hostile::chain(75'000);
    CHECK(to_string(nwn::open(deep.span()).error()) == "budget: nwn.nodes[256] at offset " +
                                                           std::to_string(12 + 0xE8 + 256 * (0x70 + 4)) +
                                                           ": expected at most 256, found 257");
}

TEST_CASE("nwn hostile: thousands of animations of one tree") {
    CHECK(verdict_on(hostile::one_animation_for_all(65'000, 1)) == errc::budget);
    CHECK(verdict_on(hostile::one_animation_for_all(500, 1000)) == errc::budget);
    CHECK(verdict_on(hostile::one_animation_for_all(3, 1000)) == errc::none);
    CHECK(verdict_on(hostile::tree_for_all(65'000)) == errc::none);
}

TEST_CASE("nwn hostile: nodes that share a list of no children") {
    CHECK(verdict_on(hostile::null_children_for_all(100)) == errc::none);
    CHECK(verdict_on(hostile::null_children_for_all(10'000)) == errc::budget);
}

TEST_CASE("nwn hostile: flares of one long name") {
    CHECK(verdict_on(hostile::name_for_all(3, 1'000'000)) == errc::none);
    CHECK(verdict_on(hostile::name_for_all(100'000, 1'000'000)) == errc::budget);
}

TEST_CASE("nwn hostile: controllers that share their rows") {
    CHECK(verdict_on(hostile::rows_for_all(3, 10'000)) == errc::none);
    CHECK(verdict_on(hostile::rows_for_all(60'000, 10'000)) == errc::budget);
}

TEST_CASE("nwn hostile: boxes that share a child") {
    CHECK(verdict_on(hostile::boxes_to_one(2)) == errc::none);
    CHECK(verdict_on(hostile::boxes_to_one(3)) == errc::cycle);
    CHECK(verdict_on(hostile::boxes_to_one(50'000)) == errc::budget); // too many of them wait
}
