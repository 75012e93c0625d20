#include <effigy/core/impl/numbers_by_key.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace effigy;

// Adds keys with numbers from 0 up, and compares with std::map after each.
void check_against_map(const std::vector<int>& keys) {
    impl::numbers_by_key<int> all{std::pmr::get_default_resource()};
    std::map<int, std::uint32_t> expected;
    for (const int key : keys) {
        CHECK(all.contains(key) == expected.contains(key));
        if (!all.contains(key)) {
            const auto number = static_cast<std::uint32_t>(expected.size());
            all.add(key, number);
            expected.emplace(key, number);
        }
    }
    for (const auto& [key, number] : expected) {
        CHECK(all.find(key) == number);
        CHECK(all.contains(key - 1) == expected.contains(key - 1));
        CHECK(all.contains(key + 1) == expected.contains(key + 1));
    }
}

} // namespace

TEST_CASE("numbers_by_key: finds each number, in any order of adding") {
    check_against_map({});
    check_against_map({5, 5});
    std::vector<int> rising, falling, mixed;
    std::uint32_t random = 1;
    for (int i = 0; i < 300; ++i) {
        rising.push_back(2 * i);
        falling.push_back(-2 * i);
        random = random * 1'664'525 + 1'013'904'223;
        mixed.push_back(static_cast<int>(random >> 16) % 400);
    }
    check_against_map(rising);
    check_against_map(falling);
    check_against_map(mixed);
}

TEST_CASE("numbers_by_key: names in any case") {
    impl::numbers_by_key<std::string_view, impl::compare_names> all{std::pmr::get_default_resource()};
    all.add("Frog", 7);
    CHECK(all.find(std::string_view{"fROG"}) == 7);
    CHECK(all.find(std::string_view{"fro"}) == npos);
}

TEST_CASE("key_tree: few comparisons for any order, and elements in the order of keys") {
    for (const bool rises : {false, true}) {
        impl::key_tree tree{std::pmr::get_default_resource()};
        std::vector<int> keys;
        std::size_t most = 0;
        for (int i = 0; i < 4096; ++i) {
            const int key = rises ? i : -i;
            std::size_t comparisons = 0;
            tree.add([&](std::uint32_t other) {
                ++comparisons;
                return key - keys[other];
            });
            keys.push_back(key);
            most = comparisons > most ? comparisons : most;
        }
        CHECK(most <= 24); // twice the logarithm
        std::vector<int> in_order;
        tree.for_each([&](std::uint32_t number) { in_order.push_back(keys[number]); });
        REQUIRE(in_order.size() == 4096);
        for (std::size_t i = 1; i < in_order.size(); ++i) {
            CHECK(in_order[i - 1] < in_order[i]);
        }
    }
}
