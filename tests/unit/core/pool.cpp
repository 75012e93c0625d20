#include "support/counting_memory.hpp"

#include <effigy/owned/pools.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <memory_resource>
#include <new>
#include <string>
#include <string_view>
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
        const std::size_t before = memory.allocations();
        for (int i = 0; i < 1000; ++i) {
            numbers.push_back(i);
        }
        CHECK(memory.allocations() - before < 10);
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
        pool<int> source{{1, 2}, &memory};
        const int* const elements = source.data();
        same = std::move(source);
        CHECK(same.data() == elements);
        CHECK(content(same) == std::vector{1, 2});
        same = copy;
        CHECK(content(same) == std::vector{1, 2});
        const pool<int>& itself = same;
        same = itself;
        CHECK(content(same) == std::vector{1, 2});
    }
    CHECK(memory.taken() == 0);
}

// Is moved with its memory; counts the objects that exist.
class named {
public:
    explicit named(std::pmr::memory_resource* memory) : named("unnamed", memory) {}
    named(std::string_view name, std::pmr::memory_resource* memory) : name_(name, memory) { ++existing; }
    named(const named& other) : name_(other.name_) { ++existing; }
    named(named&& other) noexcept : name_(std::move(other.name_)) { ++existing; }
    named& operator=(const named&) = default;
    named& operator=(named&&) = default;
    ~named() { --existing; }

    [[nodiscard]] const std::pmr::string& name() const { return name_; }

    static inline int existing = 0;

private:
    std::pmr::string name_; // longer than fits into the string itself, so that it is allocated
};

std::string letters(const pool<named>& all) {
    std::string out;
    for (const named& each : all) {
        out += each.name().front();
        CHECK(each.name().get_allocator().resource() == all.resource());
    }
    return out;
}
const std::string tail(40, '-');

TEST_CASE("pool: elements that own memory use that of the pool") {
    support::counting_memory memory; // the default resource rejects allocations
    {
        pool<named> all{&memory};
        for (const char* const letter : {"a", "b", "c"}) {
            all.emplace_back(letter + tail);
        }
        all.push_back(named{"d" + tail, &memory});
        CHECK(letters(all) == "abcd");
        CHECK(named::existing == 4);
        all.insert(all.begin(), named{"e" + tail, &memory});
        const named* const last = all.insert(all.end(), named{"f" + tail, &memory});
        CHECK(last == &all.back());
        CHECK(letters(all) == "eabcdf");
        pool<std::pmr::string> texts{&memory};
        texts.push_back(std::pmr::string{tail, &memory});
        texts.insert(texts.begin(), texts.back());
        texts.resize(4, texts[0]);
        CHECK(texts[3].get_allocator().resource() == &memory);
        CHECK(std::string_view{texts[3]} == tail);
        CHECK(all.erase(all.begin() + 1, all.begin() + 3) == &all[1]);
        CHECK(letters(all) == "ecdf");
        CHECK(all.erase(all.begin()) == all.begin());
        CHECK(letters(all) == "cdf");
        CHECK(all.erase(all.end(), all.end()) == all.end());
        all.resize(4);
        CHECK(letters(all) == "cdfu");
        all.resize(1);
        CHECK(letters(all) == "c");
        all.pop_back();
        CHECK(named::existing == 0);

        pool<pool<int>> nested(2, &memory);
        nested[1].push_back(7);
        nested.emplace_back(2U).push_back(8);
        CHECK(nested[2] == pool<int>({0, 0, 8}, &memory));
        CHECK(nested[0].resource() == &memory);
    }
    CHECK(memory.taken() == 0);
}

TEST_CASE("pool: appends ranges, also its own") {
    pool<int> numbers{1, 2};
    numbers.append(std::span<const int>{numbers});
    numbers.append({3, 4});
    numbers.append(2, numbers[1]);
    CHECK(content(numbers) == std::vector{1, 2, 1, 2, 3, 4, 2, 2});
    numbers = {5};
    numbers.resize(3, 6);
    CHECK(content(numbers) == std::vector{5, 6, 6});
    numbers.assign(2, numbers[1]);
    CHECK(content(numbers) == std::vector{6, 6});
    numbers = {};
    CHECK(numbers.empty());
    CHECK(content(pool<int>(2, 9)) == std::vector{9, 9});
    CHECK(content(pool<int>(3)) == std::vector{0, 0, 0});
    const std::vector<int> from{1, 2, 3};
    CHECK(content(pool<int>(from.begin(), from.end())) == from);

    pool<std::pmr::string> texts{std::pmr::string{"a" + tail}, std::pmr::string{"b" + tail}};
    texts.append(std::span<const std::pmr::string>{texts});
    texts.append(2, texts[1]);
    texts.push_back(texts[0]);
    CHECK(texts.size() == 7);
    CHECK(texts == pool<std::pmr::string>{texts[0], texts[1], texts[0], texts[1], texts[1], texts[1], texts[0]});
    CHECK_FALSE(texts == pool<std::pmr::string>{texts[0]});
    CHECK_FALSE(texts == pool<std::pmr::string>(7, texts[0]));
    CHECK(std::string_view{texts[6]} == "a" + tail);
    texts.assign(2, texts[1]);
    CHECK(texts.size() == 2);
    CHECK(std::string_view{texts[1]} == "b" + tail);
}

struct branch {
    int number = 0;
    pool<branch> above{};
};

TEST_CASE("pool: can be assigned to from one of its elements, and from itself") {
    const auto tree = [] {
        pool<branch> all(2);
        all[1].above.push_back({.number = 7});
        all[1].above.push_back({.number = 8, .above = pool<branch>(3)});
        return all;
    };
    pool<branch> copied = tree();
    copied = copied[1].above;
    REQUIRE(copied.size() == 2);
    CHECK(copied[0].number == 7);
    CHECK(copied[1].above.size() == 3);
    pool<branch> moved = tree();
    moved = std::move(moved[1].above);
    REQUIRE(moved.size() == 2);
    CHECK(moved[1].number == 8);
    CHECK(moved[1].above.size() == 3);
    pool<branch> appended = tree();
    appended.append(appended[1].above);
    appended.push_back(appended[1].above[0]);
    CHECK(appended.size() == 5);
    CHECK(appended[3].above.size() == 3);

    std::pmr::monotonic_buffer_resource memory;
    pool<int> numbers({1, 2, 3}, &memory);
    pool<int>& self = numbers;
    numbers = self;
    numbers = std::move(self);
    CHECK(content(numbers) == std::vector{1, 2, 3});
    pool<int> other{4, 5};
    pool<int> third{6};
    third = std::move(other);
    CHECK(other.empty()); // NOLINT(bugprone-use-after-move): it has no elements, whatever `third` had
    other.push_back(9);
    third = std::move(numbers); // of another resource
    numbers.push_back(8);       // NOLINT(bugprone-use-after-move)
    CHECK(content(third) == std::vector{1, 2, 3});
    CHECK(third.resource() == std::pmr::get_default_resource());
}

TEST_CASE("pool: an assignment keeps the resource, swap exchanges it") {
    std::pmr::monotonic_buffer_resource memory;
    pool<named> all{&memory};
    all.emplace_back("a" + tail);
    pool<named> other;
    other.emplace_back("b" + tail);
    other.emplace_back("c" + tail);
    all.swap(other);
    CHECK(letters(all) == "bc");
    CHECK(letters(other) == "a");
    CHECK(other.resource() == &memory);

    pool<std::pmr::string> texts{&memory};
    const pool<std::pmr::string> from{std::pmr::string{"d" + tail}};
    texts = from;
    CHECK(texts == from);
    CHECK(texts[0].get_allocator().resource() == &memory);
    texts = pool<std::pmr::string>{std::pmr::string{"e" + tail}};
    CHECK(std::string_view{texts[0]} == "e" + tail);
    CHECK(texts[0].get_allocator().resource() == &memory);
    const pool<std::pmr::string> moved{std::move(texts), std::pmr::get_default_resource()};
    CHECK(std::string_view{moved[0]} == "e" + tail);
    CHECK(moved[0].get_allocator().resource() == std::pmr::get_default_resource());
}

// Is an aggregate; if it were constructed with a memory resource, the flag would be set.
struct flagged {
    bool flag = false;
    std::string text;
};

TEST_CASE("pool: an aggregate does not take the resource for its first member") {
    pool<flagged> all(1);
    CHECK_FALSE(all[0].flag);
    CHECK_FALSE(all.emplace_back().flag);
}

#if defined(__cpp_exceptions)
TEST_CASE("pool: a resource that throws leaves the elements as they are") {
    {
        support::counting_memory memory{4 * sizeof(named) + 200};
        pool<named> all{&memory};
        all.emplace_back("a" + tail);
        all.emplace_back("b" + tail);
        CHECK_THROWS_AS(all.reserve(10), std::bad_alloc);
        CHECK_THROWS_AS(all.emplace_back("c" + std::string(200, '-')), std::bad_alloc);
        CHECK_THROWS_AS(all.resize(16), std::bad_alloc);
        CHECK(letters(all).starts_with("ab"));
        CHECK_THROWS_AS((pool<named>{all, &memory}), std::bad_alloc);
    }
    CHECK(named::existing == 0);
}
#else
TEST_CASE("pool: a resource that throws leaves the elements as they are" * doctest::skip() *
          doctest::description("needs exceptions")) {}
#endif

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
