#include "grimrock/fixtures.hpp"

#include <effigy/grimrock.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;

struct indexed_model {
    explicit indexed_model(const fixtures::model& nodes_) : file(fixtures::write(nodes_, 2)) {}

    support::byte_builder file;
    grimrock::model model = *grimrock::open(file.span());
    std::vector<tree_entry> memory{model.nodes().size()};
    grimrock::node_index nodes = model.index(memory);

    [[nodiscard]] std::vector<std::uint32_t> children(std::uint32_t node) const {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t child : nodes.children(node)) {
            out.push_back(child);
        }
        return out;
    }
};

using numbers = std::vector<std::uint32_t>;

} // namespace

TEST_CASE("node index: nodes by number") {
    const indexed_model all{fixtures::everything(2)};
    REQUIRE(all.nodes.size() == 7);
    CHECK(all.nodes[2].name() == "arm");
    CHECK(all.nodes.name(4) == "body");
    CHECK_FALSE(all.nodes.at(7));
    CHECK(all.nodes.at(7).local() == nullptr);
    CHECK_FALSE(all.nodes.at(~std::uint64_t{0}));
    CHECK(all.nodes.name(~std::uint64_t{0}).empty());
    CHECK(all.nodes[4].mesh().vertex_count() == 3);
}

TEST_CASE("node index: what the memory held before does not matter") {
    indexed_model all{fixtures::everything(2)};
    for (const std::uint32_t junk : {npos, 0U, 5U}) {
        for (tree_entry& each : all.memory) {
            each = {junk, junk, junk, junk, junk, junk, junk};
        }
        const grimrock::node_index again = all.model.index(all.memory);
        REQUIRE(again.size() == 7);
        CHECK(again.parent(0) == npos);
        CHECK(again.parent(1) == 2);
    }
}

TEST_CASE("node index: a transform is read without the rest of its node") {
    indexed_model all{fixtures::everything(2)};
    CHECK(all.nodes.local_matrix(4) == all.nodes[4].local_matrix());
    CHECK(all.nodes.local_matrix(7) == matrix4x3<float>{});
    all.file.poke(all.file.at("mdl1.nodes[4].transform") + 0x24, std::bit_cast<std::int32_t>(2.5F));
    std::vector<matrix4x3<float>> before(7);
    REQUIRE(rest_poses(all.nodes, before) == 7);
    CHECK(before[4].translation.x == 2.5F);

    all.file.poke(all.file.at("mdl1.nodes[4].mesh.numSegments"), -1); // after open()
    CHECK_FALSE(all.nodes[4]);                                        // operator[] reads the whole node
    CHECK(all.nodes.local_matrix(4) == before[4]);
    std::vector<matrix4x3<float>> after(7);
    CHECK(rest_poses(all.nodes, after) == 7);
    CHECK(after == before);
}

TEST_CASE("node index: the engine's tree") {
    const indexed_model all{fixtures::everything(2)};
    CHECK(all.nodes.parent(0) == npos);
    CHECK(all.nodes.parent(1) == 2);
    CHECK(all.nodes.parent(3) == 0); // stored without a parent
    CHECK(all.children(0) == numbers{2, 3, 4, 6});
    CHECK(all.children(2) == numbers{1, 5});
    numbers order;
    for (std::size_t i = 0; i < all.nodes.size(); ++i) {
        order.push_back(all.nodes.preorder(i));
    }
    CHECK(order == numbers{0, 2, 1, 5, 3, 4, 6});
}

TEST_CASE("node index: if node 0 has a parent, other roots stay roots") {
    const indexed_model all{fixtures::model{{"a", 1}, {"b", -1}, {"c", -9}}};
    CHECK(all.nodes.parent(0) == 1);
    CHECK(all.nodes.parent(1) == npos);
    CHECK(all.nodes.parent(2) == npos);
    CHECK(all.nodes.preorder(0) == 1);
    CHECK(all.nodes.preorder(2) == 2);
}

TEST_CASE("node index: the first or the last node with a name, in depth-first order") {
    const indexed_model all{fixtures::model{
        {"door", -1},
        {"bar", 3},
        {"bar", 0},
        {"gate", 0},
        {"Bar", 0},
        {"", 0},
        {"bar ", 0},
    }};
    CHECK(all.nodes.find("door") == 0);
    CHECK(all.nodes.find("bar") == 2);
    CHECK(all.nodes.find_last("bar") == 1); // below the gate, which comes after node 2
    CHECK(all.nodes.find_last("gate") == 3);
    CHECK(all.nodes.find("Bar") == 4);
    CHECK(all.nodes.find("bar ") == 6);
    CHECK(all.nodes.find("") == 5);
    CHECK(all.nodes.find("ba") == npos);
    CHECK(all.nodes.find("zebra") == npos);
    CHECK(all.nodes.find("A") == npos);
    for (const char* const missing : {"ba", "zebra", "A"}) {
        CHECK(all.nodes.find_last(missing) == npos);
    }
}

TEST_CASE("node index: empty if the memory is too small") {
    const indexed_model all{fixtures::everything(2)};
    std::vector<tree_entry> memory(7);
    CHECK(all.model.index(std::span{memory}.first(6)).empty());
    CHECK(all.model.index(memory).size() == 7);
    CHECK(grimrock::node_index{}.find("") == npos);
    CHECK(grimrock::node_index{}.find_last("") == npos);
    CHECK(grimrock::node_index{}.empty());
}
