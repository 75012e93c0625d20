#include <effigy/owned/pools.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>

namespace {

using effigy::pool_slice;

struct part {
    int number = 0;
};
struct numbers : effigy::owned_pools<int, char, part> {
    numbers() : numbers(std::pmr::get_default_resource()) {}
    explicit numbers(std::pmr::memory_resource* memory) : effigy::owned_pools<int, char, part>(memory) {}

    [[nodiscard]] pool_slice<int> list(std::initializer_list<int> of) {
        pool_slice<int> made{};
        set(made, of);
        return made;
    }
};

bool holds(const numbers& in, const pool_slice<int>& list, std::initializer_list<int> expected) {
    return std::ranges::equal(in.get(list), expected);
}

} // namespace

TEST_CASE("pools: set() replaces a list, and leaves the others") {
    numbers in;
    pool_slice<int> a = in.list({1, 2, 3});
    const pool_slice<int> b = in.list({4});
    const pool_slice<int> shared = a;
    in.set(a, {5, 6, 7, 8});
    CHECK(holds(in, a, {5, 6, 7, 8}));
    CHECK(holds(in, b, {4}));
    CHECK(holds(in, shared, {1, 2, 3}));
    in.set(a, {});
    CHECK(holds(in, a, {}));
    CHECK(in.get(a).empty());
    pool_slice<char> text{};
    in.set(text, {'a', 'b'});
    CHECK(in.get(text) == "ab");
    in.set(text, {});
    CHECK(in.get(text).empty());
    pool_slice<part> parts{};
    in.set(parts, {{.number = 1}, {}});
    CHECK(in.get(parts)[0].number == 1);
    CHECK(in.get(parts)[1].number == 0);
}

TEST_CASE("pools: a list can be set to a part of itself, while its pool moves") {
    numbers in;
    pool_slice<int> a = in.list({1, 2, 3});
    for (int round = 0; round < 20; ++round) { // the pool grows several times
        in.set(a, in.get(a));
        REQUIRE(holds(in, a, {1, 2, 3}));
    }
    in.set(a, in.get(a).subspan(1));
    CHECK(holds(in, a, {2, 3}));
    pool_slice<char> text{};
    in.set(text, "arm_left");
    for (int round = 0; round < 5; ++round) {
        in.set(text, in.get(text));
    }
    in.set(text, in.get(text).substr(4));
    CHECK(in.get(text) == "left");
}

TEST_CASE("pools: insert() and append()") {
    numbers in;
    pool_slice<int> a = in.list({1, 2, 3});
    const pool_slice<int> b = in.list({9});
    CHECK(in.insert(a, 1, 7) == 7); // not at the end of the pool
    CHECK(holds(in, a, {1, 7, 2, 3}));
    CHECK(holds(in, b, {9}));
    in.insert(a, 0, 6);
    in.insert(a, 5, 8);
    CHECK(holds(in, a, {6, 1, 7, 2, 3, 8}));
    const std::size_t before = in.all<int>().size();
    in.append(a, 4) = 5; // the new element
    CHECK(holds(in, a, {6, 1, 7, 2, 3, 8, 5}));
    CHECK(in.all<int>().size() == before + 1); // it is at the end: the list need not move
    pool_slice<int> none{};
    in.append(none, 1);
    CHECK(holds(in, none, {1}));
    for (int round = 0; round < 100; ++round) {
        in.append(none, in.get(none)[0]); // an element of the pool that grows
        in.insert(none, 0, in.get(none)[0]);
    }
    CHECK(std::ranges::count(in.get(none), 1) == 201);
}

TEST_CASE("pools: erase()") {
    numbers in;
    pool_slice<int> a = in.list({1, 2, 3, 4, 5});
    in.erase(a, 0);
    CHECK(holds(in, a, {2, 3, 4, 5}));
    in.erase(a, 3);
    CHECK(holds(in, a, {2, 3, 4}));
    in.erase(a, 1);
    CHECK(holds(in, a, {2, 4}));
    in.erase(a, 2, 0);
    CHECK(holds(in, a, {2, 4}));
    in.erase(a, 0, 2);
    CHECK(a.count == 0);
    in.append(a, 1);
    CHECK(holds(in, a, {1}));
}

TEST_CASE("pools: lists that share elements do not change with each other") {
    // Edits a copy of a list at the end of its pool.
    const auto check = [](std::initializer_list<int> expected, const auto& edit) {
        numbers in;
        const pool_slice<int> original = in.list({1, 2, 3});
        pool_slice<int> copy = original;
        edit(in, copy);
        CHECK(holds(in, copy, expected));
        CHECK(holds(in, original, {1, 2, 3}));
    };
    check({1, 2, 3, 4}, [](numbers& in, auto& list) { in.append(list, 4); });
    check({1, 4, 2, 3}, [](numbers& in, auto& list) { in.insert(list, 1, 4); });
    check({2, 3}, [](numbers& in, auto& list) { in.erase(list, 0); });
    check({1, 3}, [](numbers& in, auto& list) { in.erase(list, 1); });
    check({1, 2}, [](numbers& in, auto& list) { in.erase(list, 2); });
    check({1, 2, 3, 4}, [](numbers& in, auto& list) {
        pool_slice<int> other = list;
        in.append(list, 4);
        in.append(other, 5);
        CHECK(holds(in, other, {1, 2, 3, 5}));
    });
}

TEST_CASE("pools: what is not inside a pool is empty") {
    numbers in;
    const pool_slice<int> a = in.list({1, 2, 3});
    const numbers& fixed = in;
    for (const pool_slice<int>& outside : {pool_slice<int>{4, 0}, pool_slice<int>{0, 4}, pool_slice<int>{3, 1},
                                           pool_slice<int>{0xFFFF'FFFF, 0xFFFF'FFFF}}) {
        CHECK(in.get(outside).empty());
        CHECK(fixed.get(outside).empty());
    }
    pool_slice<char> text{};
    in.set(text, "abc");
    CHECK(in.get(pool_slice<char>{1, 2}) == "bc");
    CHECK(in.get(pool_slice<char>{2, 2}).empty());
    in.get(a)[2] = 4;
    CHECK(holds(in, a, {1, 2, 4}));
    CHECK(in.get(effigy::pool_handle<part>{}) == nullptr);
    const effigy::pool_handle<part> added = in.add(part{7});
    REQUIRE(in.get(added) != nullptr);
    in.get(added)->number += 1;
    CHECK(fixed.get(added)->number == 8);
    CHECK(in.add(part{}).number == 1);
    CHECK(in.get(effigy::pool_handle<part>{2}) == nullptr);
}

TEST_CASE("pools: set() of a text of fixed size") {
    effigy::text<8> name{};
    std::ranges::copy(std::string_view{"arm\0old!", 8}, name.chars);
    CHECK(numbers::set(name, "leg")); // what follows the NUL stays, as in the games' tools
    CHECK(std::ranges::equal(name.chars, std::string_view{"leg\0old!", 8}));
    CHECK_FALSE(numbers::set(name, "too long"));
    CHECK_FALSE(numbers::set(name, std::string_view{"a\0b", 3}));
    CHECK(std::ranges::equal(name.chars, std::string_view{"leg\0old!", 8}));
    CHECK(numbers::set(name, "fingers"));
    CHECK(std::ranges::equal(name.chars, std::string_view{"fingers\0", 8}));
    CHECK(numbers::set(name, ""));
    CHECK(std::ranges::equal(name.chars, std::string_view{"\0\0\0\0\0\0\0\0", 8}));
}
