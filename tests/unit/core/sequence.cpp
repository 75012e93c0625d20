#include "support/byte_builder.hpp"

#include <effigy/core/sequence.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <iterator>

namespace {

using namespace effigy;
using support::byte_builder;

// A word: a byte with the number of characters, these characters, and `extra::characters` more.
struct extra {
    std::uint32_t characters = 0;
};
struct word {
    std::string_view chars;

    static word read(cursor& c, extra& more) noexcept {
        const std::uint32_t length = c.value<scalar<u8, form::little>>("words[].length");
        return {c.text(length + more.characters, "words[].characters")};
    }
};
using words = sequence<word, extra>;

words read_words(cursor& c, const impl::record_count& count, const extra& more) {
    return impl::read_sequence<word, extra>(c, count, more);
}

struct nothing {
    static nothing read(cursor&, no_context&) noexcept { return {}; }
};

static_assert(std::forward_iterator<words::iterator>);
static_assert(std::ranges::forward_range<words> && std::ranges::borrowed_range<words>);
static_assert(std::sentinel_for<end_of_range, words::iterator> && std::ranges::view<words>);
static_assert(std::ranges::random_access_range<indexed_sequence<word, extra>> &&
              std::ranges::common_range<indexed_sequence<word, extra>>);
static_assert(sizeof(words::iterator) <= sizeof(word) + 64);

byte_builder three_words() { return byte_builder{}.u8(1).text("ab").u8(0).text("c").u8(3).text("defg").text("rest"); }

} // namespace

TEST_CASE("sequence: reads and validates records in order") {
    const byte_builder file = three_words();
    cursor c{byte_view{file.span()}};
    const words all = read_words(c, {.number = 3, .smallest = 0}, {1});
    REQUIRE(c.ok());
    CHECK(c.offset() == 10);
    CHECK(all.size() == 3);
    std::vector<std::string_view> read;
    for (const word& one : all) {
        read.push_back(one.chars);
    }
    CHECK(read == std::vector<std::string_view>{"ab", "c", "defg"});
}

TEST_CASE("sequence: iterators can be copied and compared") {
    const byte_builder file = three_words();
    cursor c{byte_view{file.span()}};
    const words all = read_words(c, {.number = 3, .smallest = 0}, {1});
    auto second = all.begin();
    const auto first = second++;
    CHECK(first->chars == "ab");
    CHECK(second->chars == "c");
    CHECK(first == all.begin());
    CHECK(first != second);
    CHECK(std::ranges::distance(all.begin(), all.end()) == 3);
    CHECK(words{}.begin() == words{}.end());
}

TEST_CASE("sequence: an error names the truncated record") {
    const byte_builder file = three_words();
    cursor c{byte_view{file.first(8)}};
    CHECK(read_words(c, {.number = 3, .smallest = 0}, {1}).empty());
    CHECK(to_string(c.error()) ==
          "truncated: the file is cut off or damaged: words[2].characters at offset 6: expected 4 bytes, found 2");
}

TEST_CASE("sequence: a count without bytes takes no time") {
    const byte_builder file = three_words();
    cursor c{byte_view{file.span()}};
    CHECK(impl::read_sequence<nothing>(c, {.number = 0xFFFF'FFFF, .smallest = 0}).empty());
    CHECK(c.error().code == errc::budget);
    cursor many{byte_view{file.span()}};
    CHECK(read_words(many, {.number = 0xFFFF'FFFF, .smallest = 0}, {1}).empty());
    CHECK(many.error().code == errc::truncated);
}

TEST_CASE("sequence: random access through an index in the caller's memory") {
    const byte_builder file = three_words();
    cursor c{byte_view{file.span()}};
    const words all = read_words(c, {.number = 3, .smallest = 0}, {1});
    std::array<std::uint32_t, 4> memory{};
    const auto by_number = all.index(memory);
    REQUIRE(by_number.size() == 3);
    CHECK(memory == std::array<std::uint32_t, 4>{0, 3, 5, 0});
    CHECK(by_number[2].chars == "defg");
    CHECK(by_number[0].chars == "ab");
    CHECK(by_number.at(3).chars.empty());
    CHECK(by_number.at(~std::uint64_t{0}).chars.empty());
    CHECK((by_number.end() - by_number.begin()) == 3);
    CHECK(by_number.begin()[1].chars == "c");
    CHECK(all.index(std::span{memory}.first(2)).empty());
}

TEST_CASE("sequence: if the bytes change, iteration ends before the first record that cannot be read") {
    byte_builder file = three_words();
    cursor c{byte_view{file.span()}};
    const words all = read_words(c, {.number = 3, .smallest = 0}, {1});
    std::array<std::uint32_t, 3> memory{};
    const auto by_number = all.index(memory);
    file.poke_u8(3, 0xFF);
    std::vector<std::string_view> read;
    for (const word& one : all) {
        read.push_back(one.chars);
    }
    CHECK(read == std::vector<std::string_view>{"ab"});
    CHECK(by_number[1].chars.empty());
    CHECK(by_number[2].chars == "defg");
    CHECK(all.index(memory).empty());
}
