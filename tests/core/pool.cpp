#include "support/counting_memory.hpp"

#include <effigy/pools.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace {

using effigy::pool;

std::vector<int> content(const pool<int>& numbers) { return {numbers.begin(), numbers.end()}; }

TEST_CASE("pool: grows, and allocates from its resource") {
    support::counting_memory memory;
    {
        pool<int> numbers{&memory};
        CHECK(numbers.empty());
        CHECK(memory.allocations() == 0);
        numbers.reserve(3);
        for (int i = 0; i < 3; ++i) {
            numbers.push_back(i);
        }
        CHECK(memory.allocations() == 1);
        CHECK(numbers.capacity() == 3);
        numbers.push_back(numbers[1]); // an element of the pool itself, whose memory moves during the call
        CHECK(content(numbers) == std::vector{0, 1, 2, 1});
        const std::span<int> added = numbers.append(2);
        CHECK(added.size() == 2);
        added[0] = 7;
        added[1] = 8;
        CHECK(content(numbers) == std::vector{0, 1, 2, 1, 7, 8});
        CHECK(numbers.append(0).empty());
        numbers[0] = 9;
        CHECK(numbers.data()[0] == 9);
        numbers.clear();
        CHECK(numbers.empty());
    }
    CHECK(memory.taken() == 0);
}

TEST_CASE("pool: copies use the default resource, a moved pool keeps its own") {
    support::counting_memory memory;
    std::pmr::set_default_resource(std::pmr::new_delete_resource()); // until `memory` is destroyed
    {
        pool<int> numbers{&memory};
        numbers.push_back(1);
        numbers.push_back(2);
        const pool<int> copy = numbers;
        CHECK(copy.resource() == std::pmr::get_default_resource());
        CHECK(content(copy) == std::vector{1, 2});
        pool<int> moved = std::move(numbers);
        CHECK(moved.resource() == &memory);
        CHECK(content(moved) == std::vector{1, 2});

        pool<int> other;
        other.push_back(3);
        other = std::move(moved); // copied, since the resources differ
        CHECK(other.resource() == std::pmr::get_default_resource());
        CHECK(content(other) == std::vector{1, 2});
        pool<int> same{&memory};
        same = std::move(moved);
        CHECK(content(same) == std::vector{1, 2});
        same = copy;
        CHECK(content(same) == std::vector{1, 2});
        const pool<int>& itself = same;
        same = itself;
        CHECK(content(same) == std::vector{1, 2});
    }
    CHECK(memory.taken() == 0);
}

using pools = effigy::owned_pools<int, float, char>;

struct numbers_model : pools {
    numbers_model() : numbers_model(std::pmr::get_default_resource()) {}
    explicit numbers_model(std::pmr::memory_resource* memory) : pools(memory) {}
};

// Puts some numbers into a model that expects three.
class filler : effigy::impl::pool_filler<numbers_model> {
public:
    explicit filler(std::pmr::memory_resource* memory) : effigy::impl::pool_filler<numbers_model>(memory) {}

    effigy::result<numbers_model> fill(std::uint64_t most, std::span<const int> written,
                                       const effigy::error& why = {}) {
        expect<int>(3);
        return fill_expected("all", most, [&] {
            for (const int one : written) {
                push(one);
            }
            appended = append_counted<int>(2).size();
            return why;
        });
    }

    std::size_t appended = 0;
};

TEST_CASE("pool_filler: one pass is enough if the counts are known") {
    support::counting_memory memory;
    const std::vector<int> one{1};
    filler some{&memory};
    const auto made = some.fill(12, one);
    CHECK(memory.allocations() == 1);
    CHECK(some.appended == 2);
    CHECK(made->all<int>().size() == 3);
    CHECK(made->all<int>()[0] == 1);
}

TEST_CASE("pool_filler: more elements than were counted are an error, not an incomplete model") {
    support::counting_memory memory;
    for (const std::size_t count : {2U, 3U, 4U}) { // fill() appends two more
        const std::vector<int> numbers(count, 7);
        filler more{&memory};
        const auto refused = more.fill(12, numbers);
        CHECK(refused.error().code == effigy::errc::budget);
        CHECK(refused.error().need == 3);
        CHECK(refused.error().found == static_cast<std::int64_t>(count + 2));
    }
    CHECK(memory.taken() == 0);
}

TEST_CASE("pool_filler: rejects counts above the limit, and returns the error of the pass") {
    support::counting_memory memory;
    CHECK(filler{&memory}.fill(11, {}).error().code == effigy::errc::budget);
    CHECK(memory.allocations() == 0);
    CHECK(filler{&memory}.fill(12, {}, {{"all"}, effigy::errc::truncated}).error().code == effigy::errc::truncated);
    CHECK(memory.taken() == 0);
}

TEST_CASE("pools: equal if all records are equal bit by bit") {
    pools a{std::pmr::get_default_resource()};
    a.all<float>().push_back(std::numeric_limits<float>::quiet_NaN());
    pools b = a;
    CHECK(a == b);
    b.all<char>().push_back('x');
    CHECK_FALSE(a == b);
    a.all<char>().push_back('x');
    CHECK(a == b);
    b.all<float>()[0] = 1;
    CHECK_FALSE(a == b);
}

} // namespace
