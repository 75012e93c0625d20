// Graphs for which a careless reader needs hours, gigabytes or a stack deeper than any system has.
#include "nwn/hostile.hpp"

#include <effigy/nwn/decode.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;
namespace hostile = fixtures::nwn::hostile;

// Opens a file; verifies and decodes it if that succeeds. Returns the code of open().
errc result_of(const byte_builder& file) {
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

TEST_CASE("nwn hostile: one mesh that is a child of the root hundreds of times") {
    CHECK(result_of(hostile::one_mesh_for_all(1)) == errc::none);
    CHECK(result_of(hostile::one_mesh_for_all(500)) == errc::cycle);
}

TEST_CASE("nwn hostile: meshes that share their vertices") {
    CHECK(result_of(hostile::vertices_for_all(1, 60'000)) == errc::none); // three arrays share their bytes
    CHECK(result_of(hostile::vertices_for_all(2, 60'000)) == errc::budget);
}

TEST_CASE("nwn hostile: meshes that share their index lists") {
    CHECK(result_of(hostile::index_lists_for_all(1, 50'000)) ==
          errc::none); // nothing is shared, so the file is accepted
    CHECK(result_of(hostile::index_lists_for_all(1000, 200)) == errc::budget);
}

TEST_CASE("nwn hostile: a node that is its own child, two million times") {
    CHECK(result_of(hostile::own_child(2'000'000)) == errc::cycle);
}

TEST_CASE("nwn hostile: five kilobytes with 2^40 paths to a node") {
    const byte_builder file = hostile::many_ways(41);
    CHECK(file.size() < 5200);
    CHECK(result_of(file) == errc::cycle);
}

TEST_CASE("nwn hostile: a chain deeper than any stack") {
    CHECK(result_of(hostile::chain(257)) == errc::none);
    CHECK(result_of(hostile::chain(258)) == errc::budget);
    const byte_builder deep = hostile::chain(75'000);
    CHECK(to_string(nwn::open(deep.span()).error()) == "budget: nwn.nodes[256] at offset " +
                                                           std::to_string(12 + 0xE8 + 256 * (0x70 + 4)) +
                                                           ": expected at most 256, found 257");
}

TEST_CASE("nwn hostile: thousands of animations that share one tree") {
    CHECK(result_of(hostile::one_animation_for_all(65'000, 1)) == errc::budget);
    CHECK(result_of(hostile::one_animation_for_all(500, 1000)) == errc::budget);
    CHECK(result_of(hostile::one_animation_for_all(3, 1000)) == errc::none);
    CHECK(result_of(hostile::tree_for_all(65'000)) == errc::none);
}

TEST_CASE("nwn hostile: nodes that share a list of null children") {
    CHECK(result_of(hostile::null_children_for_all(100)) == errc::none);
    CHECK(result_of(hostile::null_children_for_all(10'000)) == errc::budget);
}

TEST_CASE("nwn hostile: flares that share one long name") {
    CHECK(result_of(hostile::name_for_all(3, 1'000'000)) == errc::none);
    CHECK(result_of(hostile::name_for_all(100'000, 1'000'000)) == errc::budget);
}

TEST_CASE("nwn hostile: controllers that share their rows") {
    CHECK(result_of(hostile::rows_for_all(3, 10'000)) == errc::none);
    CHECK(result_of(hostile::rows_for_all(60'000, 10'000)) == errc::budget);
}

TEST_CASE("nwn hostile: boxes that share a child") {
    CHECK(result_of(hostile::boxes_to_one(2)) == errc::none);
    CHECK(result_of(hostile::boxes_to_one(3)) == errc::cycle);
    CHECK(result_of(hostile::boxes_to_one(50'000)) == errc::budget); // too many pending boxes
}
