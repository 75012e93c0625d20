#include <effigy/core/evaluation.hpp>
#include <effigy/core/impl/tree_build.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

namespace {

using namespace effigy;

// An index derives from tree_links.
struct links_of : tree_links {
    explicit links_of(const std::vector<tree_entry>& entries) noexcept : tree_links({entries.data(), entries.size()}) {}
    using tree_links::by_name;
    using tree_links::entry;
    using tree_links::lower_bound_by_name;
};

std::vector<tree_entry> entries_of(const std::vector<std::uint32_t>& parents) {
    std::vector<tree_entry> out(parents.size());
    for (std::size_t i = 0; i < parents.size(); ++i) {
        out[i].parent = parents[i];
    }
    return out;
}

std::vector<std::uint32_t> children_of(const tree_links& links, std::uint32_t node) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t child : links.children(node)) {
        out.push_back(child);
    }
    return out;
}

std::vector<std::uint32_t> order_of(const tree_links& links) {
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < links.size(); ++i) {
        out.push_back(links.preorder(i));
    }
    return out;
}

using number_list = std::vector<std::uint32_t>;

static_assert(std::ranges::forward_range<child_range> && std::ranges::borrowed_range<child_range>);

} // namespace

TEST_CASE("tree: children in file order, parents first") {
    auto entries = entries_of({3, 0, 3, npos, 0, npos});
    REQUIRE(impl::link_tree(entries));
    const links_of links{entries};
    CHECK(children_of(links, 3) == number_list{0, 2});
    CHECK(children_of(links, 0) == number_list{1, 4});
    CHECK(children_of(links, 5).empty());
    CHECK(order_of(links) == number_list{3, 0, 1, 4, 2, 5});
    CHECK(links.parent(1) == 0);
    CHECK(links.parent(3) == npos);
}

TEST_CASE("tree: nodes that do not exist are npos or empty") {
    auto entries = entries_of({npos});
    REQUIRE(impl::link_tree(entries));
    const links_of links{entries};
    for (const std::uint64_t beyond : {std::uint64_t{1}, std::uint64_t{npos}, ~std::uint64_t{0}}) {
        CHECK(links.entry(beyond) == nullptr);
        CHECK(links.parent(beyond) == npos);
        CHECK(links.preorder(beyond) == npos);
        CHECK(links.by_name(beyond) == npos);
        CHECK(links.children(beyond).empty());
        CHECK(links.children(beyond).begin() == links.children(beyond).end());
    }
    CHECK(tree_links{}.empty());
    CHECK(impl::link_tree({}));
}

TEST_CASE("tree: cycles are rejected") {
    for (const auto& parents :
         {number_list{0}, number_list{1, 0}, number_list{npos, 2, 3, 1}, number_list{npos, 0, 2}}) {
        auto entries = entries_of(parents);
        CHECK_FALSE(impl::link_tree(entries));
    }
}

TEST_CASE("tree: a deep chain needs no recursion") {
    number_list parents(100'000);
    for (std::uint32_t i = 0; i < parents.size(); ++i) {
        parents[i] = i + 1;
    }
    parents.back() = npos;
    auto entries = entries_of(parents);
    REQUIRE(impl::link_tree(entries));
    CHECK(links_of{entries}.preorder(0) == 99'999);
    CHECK(links_of{entries}.preorder(99'999) == 0);
}

TEST_CASE("tree: nodes in the order of names, equal names in depth-first order") {
    const std::vector<std::string_view> names{"b", "a", "b", "", "a"};
    auto entries = entries_of({4, npos, 1, npos, 1}); // in order: 1 2 4 0 3
    REQUIRE(impl::link_tree(entries));
    impl::sort_names(entries, [&](std::uint32_t a, std::uint32_t b) { return names[a].compare(names[b]); });
    const links_of links{entries};
    number_list sorted;
    for (std::size_t i = 0; i < links.size(); ++i) {
        sorted.push_back(links.by_name(i));
    }
    CHECK(sorted == number_list{3, 1, 4, 2, 0});
    CHECK(links.lower_bound_by_name([&](std::uint32_t node) { return names[node] < "b"; }) == 3);
}

TEST_CASE("tree: nodes in the order of names, for any number of nodes") {
    std::uint32_t random = 1;
    for (std::size_t size = 0; size < 150; ++size) {
        auto entries = entries_of(number_list(size, npos)); // in order: 0 1 2 ...
        REQUIRE(impl::link_tree(entries));
        number_list names(size), expected(size);
        for (std::uint32_t i = 0; i < size; ++i) {
            random = random * 1'664'525 + 1'013'904'223;
            names[i] = (random >> 16) % 50; // with duplicates
            expected[i] = i;
        }
        std::sort(expected.begin(), expected.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return names[a] != names[b] ? names[a] < names[b] : a < b; });
        impl::sort_names(entries, [&](std::uint32_t a, std::uint32_t b) {
            return static_cast<int>(names[a]) - static_cast<int>(names[b]);
        });
        number_list sorted(size);
        for (std::size_t i = 0; i < size; ++i) {
            sorted[i] = links_of{entries}.by_name(i);
        }
        CHECK(sorted == expected);
    }
}

TEST_CASE("tree: world matrices for any order of the nodes") {
    auto entries = entries_of({1, npos});
    REQUIRE(impl::link_tree(entries));
    const matrix4x3<float> doubled{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}};
    const matrix4x3<float> moved{.translation = {0, 3, 0}};
    std::vector<matrix4x3<float>> matrices{moved, doubled};
    local_to_world(links_of{entries}, std::span{matrices});
    CHECK(matrices[1] == doubled);
    CHECK(matrices[0].translation == vector3<float>{1, 6, 0});
    CHECK(matrices[0].x == vector3<float>{2, 0, 0});
}

TEST_CASE("parent_table: finds a record that is its own ancestor") {
    const auto cycle_in = [](const std::vector<std::int64_t>& parents) {
        const auto table = std::make_unique<impl::parent_table>(); // 8 KB, and the tests also run on a small stack
        for (const std::int64_t parent : parents) {
            table->add(parent);
        }
        return table->find_cycle();
    };
    CHECK(cycle_in({}) == npos);
    CHECK(cycle_in({-1}) == npos);
    CHECK(cycle_in({-1, 0, 1, 2}) == npos);
    CHECK(cycle_in({3, 0, 1, -1}) == npos);
    CHECK(cycle_in({0}) == 0);
    CHECK(cycle_in({-1, 1}) == 1);
    CHECK(cycle_in({2, 0, 1}) < 3);
    const std::uint32_t found = cycle_in({1, 2, 3, 4, 2, -1}); // nodes that are only below a cycle are not in it
    CHECK((found == 2 || found == 3 || found == 4));
    CHECK(cycle_in({1, 99, -7, 5000, 1LL << 40}) == npos); // parents that do not exist count as none
}

TEST_CASE("parent_table: is empty after a search, and ignores records beyond its capacity") {
    const auto table = std::make_unique<impl::parent_table>();
    for (std::uint32_t i = 0; i < impl::parent_table::capacity; ++i) {
        table->add(i + 1);
    }
    table->add(0);
    CHECK(table->find_cycle() == npos);
    CHECK(table->find_cycle() == npos);
    const auto full = std::make_unique<impl::parent_table>();
    for (std::uint32_t i = 0; i < impl::parent_table::capacity; ++i) {
        full->add((i + 1) % impl::parent_table::capacity);
    }
    CHECK(full->find_cycle() < impl::parent_table::capacity);
}
