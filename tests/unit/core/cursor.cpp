#include <effigy/core/cursor.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace effigy;
using u16le = u16<form::little>;
using i32le = i32<form::little>;

constexpr std::array<std::byte, 10> stored{
    std::byte{'T'}, std::byte{'E'}, std::byte{'S'}, std::byte{'T'}, std::byte{2}, {},
    std::byte{7},   std::byte{8},   std::byte{9},   std::byte{10}};

// Reads a small format in a constant expression.
constexpr int sum_of(std::span<const std::byte> items) {
    cursor c{byte_view{items}};
    c.magic("TEST", "test.magic");
    int sum = 0;
    for (int left = c.value<u16le>("test.count"); left > 0; --left) {
        sum += c.value<u16le>("test.items[]");
    }
    return c.ok() ? sum : -1;
}
static_assert(sum_of(stored) == 0x0807 + 0x0A09);
static_assert(sum_of(std::span{stored}.first(9)) == -1, "the last item is truncated");
static_assert(sum_of(std::span{stored}.subspan(1)) == -1, "wrong magic");

} // namespace

TEST_CASE("cursor: reads values in sequence") {
    cursor c{byte_view{stored, 100}, 4};
    CHECK(c.value<u16le>("count").get() == 2);
    CHECK(c.offset() == 6);
    CHECK(c.left() == 4);
    CHECK(c.record<u16le>("record")->get() == 0x0807);
    CHECK(c.array<u8>(2, "array")[1] == 10);
    CHECK(c.left() == 0);
    CHECK(c.take(0, "nothing").empty());
    CHECK(c.array<u16le>(0, "nothing").empty());
    CHECK(c.text(0, "nothing").empty());
    CHECK(c.ok());
}

TEST_CASE("cursor: reads values of either byte order") {
    cursor c{byte_view{stored}, 4};
    CHECK(c.value<u16<form::big>>("count").get() == 0x200);
    CHECK(c.array<u16<form::big>>(2, "items")[1].get() == 0x090A);
}

TEST_CASE("cursor: keeps the first failure") {
    cursor c{byte_view{stored, 100}};
    c.skip(8, "skipped");
    CHECK(c.value<i32le>("first").get() == 0);
    CHECK_FALSE(c.ok());

    CHECK(c.value<u8>("second") == 0); // although the file has this byte
    CHECK(c.record<u8>("second") == nullptr);
    CHECK(c.array<u8>(1, "second").empty());
    CHECK(c.take(1, "second").empty());
    CHECK(c.text(1, "second").empty());
    CHECK(c.count<i32le>("second") == 0);
    c.magic("TEST", "second");
    c.skip(1, "second");
    c.fail(errc::bad_value, "second", 0, 0);
    CHECK(c.left() == 0);
    CHECK(to_string(c.error()) ==
          "truncated: the file is cut off or damaged: first at offset 108: expected 4 bytes, found 2");
}

TEST_CASE("cursor: lengths do not wrap around") {
    for (const std::uint64_t length : {std::uint64_t{11}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
        cursor c{byte_view{stored}, 4};
        CHECK(c.take(length, "all").empty());
        CHECK(c.error().need == length);
        CHECK(c.error().found == 6);
    }
    cursor c{byte_view{stored}};
    CHECK(c.array<i32le>(0x4000'0001, "all").empty()); // times 4 is 4 in 32 bits
    CHECK(c.error().need == 0x1'0000'0004);
    CHECK(cursor{byte_view{stored}, ~std::uint64_t{0}}.left() == 0); // begins beyond the end
}

TEST_CASE("cursor: rejects a negative count") {
    constexpr std::array<std::byte, 4> minus_two{std::byte{0xFE}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}};
    cursor c{byte_view{minus_two}};
    CHECK(c.count<i32le>("test.numItems") == 0);
    CHECK(to_string(c.error()) == "bad_value: test.numItems at offset 0: expected a count of at least 0, found -2");
}

TEST_CASE("cursor: an error contains both magics") {
    cursor c{byte_view{stored}};
    c.magic("BEST", "test.magic");
    CHECK(to_string(c.error()) == R"(bad_magic: test.magic at offset 0: expected "BEST", found "TEST")");
}

TEST_CASE("cursor: an error contains the indices of enclosing loops, the outermost first") {
    cursor c{byte_view{stored}};
    c.fail(errc::bad_value, "a[].b[].c", 0, 5, 0, "less");
    c.within(2);
    c.within(1);
    CHECK(to_string(c.error()) == "bad_value: a[1].b[2].c at offset 0: expected less, found 5");

    cursor valid{byte_view{stored}};
    valid.within(7);
    CHECK(valid.ok());
}
