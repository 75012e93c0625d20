#include "support/byte_builder.hpp"

#include <images/expand.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

using images::cursor;
using images::errc;
using support::byte_builder;

using expander = std::vector<std::byte> (*)(cursor&, std::uint64_t);
std::vector<std::byte> expand_bytes(cursor& c, std::uint64_t size) { return images::expand_runs(c, 1, size); }

cursor over(const byte_builder& input) { return cursor{effigy::byte_view{input.span()}}; }

// Data, and its LZO1X form by the table in the kernel's documentation. Each operation is chosen by the test.
class lzo_writer {
public:
    // The first literals of the data, 4 to 238.
    lzo_writer& first(std::size_t count) {
        packed.u8(static_cast<std::uint8_t>(17 + count));
        return append(count);
    }
    // 4 literals or more, after an operation that has none.
    lzo_writer& literals(std::size_t count) { return length(count - 3, 15, 0).append(count); }
    // Literals that the two lowest bits of the operation before counted.
    lzo_writer& trailing(std::size_t count) { return append(count); }

    lzo_writer& short_copy(std::size_t distance, std::size_t count, std::size_t then = 0) { // 3 to 8 of 2048
        const std::size_t d = distance - 1;
        return two((count - 1) << 5U | (d & 7U) << 2U | then, d >> 3U).copy(distance, count);
    }
    lzo_writer& medium_copy(std::size_t distance, std::size_t count, std::size_t then = 0) { // of 16384
        const std::size_t tail = (distance - 1) << 2U | then;
        return length(count - 2, 31, 32).two(tail & 255U, tail >> 8U).copy(distance, count);
    }
    lzo_writer& far_copy(std::size_t distance, std::size_t count, std::size_t then = 0) { // of 49151
        const std::size_t d = distance - 16384;
        const std::size_t tail = (d & 0x3FFFU) << 2U | then;
        return length(count - 2, 7, 16 | (d >> 14U) << 3U).two(tail & 255U, tail >> 8U).copy(distance, count);
    }
    lzo_writer& copy_2_after_few(std::size_t distance, std::size_t then = 0) { // after 1 to 3 literals, of 1024
        return two(((distance - 1) & 3U) << 2U | then, (distance - 1) >> 2U).copy(distance, 2);
    }
    lzo_writer& copy_3_after_many(std::size_t distance, std::size_t then = 0) { // after 4 literals, 2049 to 3072
        const std::size_t d = distance - 2049;
        return two((d & 3U) << 2U | then, d >> 2U).copy(distance, 3);
    }
    lzo_writer& end() {
        packed.u8(0x11).u8(0).u8(0);
        return *this;
    }

    byte_builder packed, data;

private:
    lzo_writer& two(std::size_t a, std::size_t b) {
        packed.u8(static_cast<std::uint8_t>(a)).u8(static_cast<std::uint8_t>(b));
        return *this;
    }
    lzo_writer& length(std::size_t count, std::size_t most, std::size_t code) {
        if (count <= most) {
            packed.u8(static_cast<std::uint8_t>(code | count));
            return *this;
        }
        packed.u8(static_cast<std::uint8_t>(code));
        for (count -= most; count > 255; count -= 255) {
            packed.u8(0);
        }
        packed.u8(static_cast<std::uint8_t>(count));
        return *this;
    }
    lzo_writer& append(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            random_ = random_ * 1'664'525 + 1'013'904'223;
            const auto byte = static_cast<std::uint8_t>(random_ >> 24U);
            packed.u8(byte);
            data.u8(byte);
        }
        return *this;
    }
    lzo_writer& copy(std::size_t distance, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            data.u8(std::to_integer<std::uint8_t>(data.span()[data.size() - distance]));
        }
        return *this;
    }

    std::uint32_t random_ = 1;
};

void check(expander expand, const byte_builder& packed, std::span<const std::byte> data) {
    cursor c = over(packed);
    const std::vector<std::byte> expanded = expand(c, data.size());
    REQUIRE(c.ok());
    CHECK(std::ranges::equal(expanded, data));
}
void check_error(expander expand, const byte_builder& packed, std::size_t size, errc code, std::string_view path,
                 std::uint64_t offset) {
    cursor c = over(packed);
    CHECK(expand(c, size).empty());
    CHECK(c.error().code == code);
    CHECK(c.error().path == path);
    CHECK(c.error().offset == offset);
}
// Every shorter input is an error, and no changed byte does harm.
void torture_expansion(expander expand, byte_builder packed, std::size_t size) {
    for (std::size_t n = 0; n < packed.size(); ++n) {
        const std::vector<std::byte> part{packed.span().begin(),
                                          packed.span().begin() + static_cast<std::ptrdiff_t>(n)};
        cursor c{effigy::byte_view{part}};
        CHECK(expand(c, size).empty());
        CHECK_FALSE(c.ok());
    }
    for (std::size_t at = 0; at < packed.size(); ++at) {
        const auto original = std::to_integer<std::uint8_t>(packed.span()[at]);
        for (const unsigned changed : {0U, 1U, 0x11U, 0x20U, 0xFFU, original ^ 0xFFU}) {
            packed.poke_u8(at, static_cast<std::uint8_t>(changed));
            cursor c = over(packed);
            const std::size_t expanded = expand(c, size).size();
            CHECK(expanded == (c.ok() ? size : 0));
        }
        packed.poke_u8(at, original);
    }
}

} // namespace

TEST_CASE("lzo: every kind of operation") {
    lzo_writer near_ones;
    near_ones.first(200).short_copy(1, 3, 1).trailing(1).copy_2_after_few(200, 3).trailing(3).copy_2_after_few(1);
    near_ones.literals(4).short_copy(4, 8).literals(18).short_copy(100, 5, 2).trailing(2).medium_copy(7, 33);
    near_ones.literals(19).medium_copy(2, 34).literals(600).medium_copy(600, 1000, 1).trailing(1).medium_copy(1, 3);
    near_ones.literals(2000).copy_3_after_many(2049).literals(5).copy_3_after_many(3072, 1).trailing(1);
    near_ones.copy_2_after_few(1024).short_copy(2048, 3);
    check(images::expand_lzo1x, near_ones.packed, near_ones.data.span());
    check(images::expand_lzo1x, near_ones.end().packed, near_ones.data.span()); // with the mark at the end, too

    lzo_writer far_ones;
    far_ones.literals(50'000).far_copy(16'385, 3).far_copy(49'151, 9, 3).trailing(3).far_copy(32'768, 700);
    check(images::expand_lzo1x, far_ones.packed, far_ones.data.span());

    for (const std::size_t few : {std::size_t{1}, std::size_t{3}}) { // first literals that are few
        lzo_writer written;
        written.first(few).copy_2_after_few(1);
        check(images::expand_lzo1x, written.packed, written.data.span());
    }
    lzo_writer small_one;
    small_one.first(20).short_copy(3, 3, 1).trailing(1).copy_2_after_few(4).literals(30).medium_copy(9, 40);
    torture_expansion(images::expand_lzo1x, small_one.packed, small_one.data.size());
}

TEST_CASE("lzo: input that is not valid") {
    const expander lzo = images::expand_lzo1x;
    check_error(lzo, lzo_writer{}.first(8).end().packed, 16, errc::truncated, "lzo.end", 9);
    check_error(lzo, lzo_writer{}.first(8).end().packed, 7, errc::out_of_bounds, "lzo.length", 9);
    check_error(lzo, byte_builder{}.u8(21).zeros(4).u8(0x5C).u8(1), 8, errc::out_of_bounds, "lzo.distance", 7);
    check_error(lzo, byte_builder{}.u8(21).zeros(4).u8(0xE0).u8(0), 8, errc::out_of_bounds, "lzo.length", 7);
    check_error(lzo, byte_builder{}.u8(21).zeros(3), 8, errc::truncated, "lzo.literals", 1);
    check_error(lzo, byte_builder{}.zeros(100), 20'000, errc::truncated, "lzo", 100);
    check_error(lzo, byte_builder{}.zeros(100), 100 * 256, errc::truncated, "lzo", 0); // cannot become that long
}

TEST_CASE("lzss: literals, copies, and spaces before the start") {
    byte_builder packed;
    packed.u8(0b000101).text("a").u8(3).u8(0x00).text("b").u8(1).u8(0x02); // literal, copy of 3, literal, copy of 5
    packed.u8(0x00).u8(0xF0).u8(2).u8(0x0F); // 3 spaces from 3840 bytes back; then 18, of which 7 are needed
    const std::string data = "a  abbbbbb" + std::string(10, ' ');
    check(images::expand_lzss, packed, std::as_bytes(std::span{data}));
    torture_expansion(images::expand_lzss, packed, data.size());

    check_error(images::expand_lzss, byte_builder{}.u8(0).u8(0).u8(0x01), 9, errc::bad_value, "lzss.distance", 1);
    check_error(images::expand_lzss, byte_builder{}.zeros(100), 100 * 10, errc::truncated, "lzss", 0);

    byte_builder literals = byte_builder{}.u8(0xFF).text("01234567").u8(0xFF).text("89");
    check(images::expand_lzss, literals, std::as_bytes(std::span{std::string_view{"0123456789"}}));
}

TEST_CASE("runs: repetitions and literals of one byte or more") {
    byte_builder packed = byte_builder{}.u8(0x82).u8(7).u8(0x01).u8(8).u8(9).u8(0xFF).u8(1); // the last is too long
    const byte_builder data = byte_builder{}.fill(3, 7).u8(8).u8(9).fill(5, 1);
    check(expand_bytes, packed, data.span());
    torture_expansion(expand_bytes, packed, data.size());
    check_error(expand_bytes, byte_builder{}.zeros(10), 10 * 129, errc::truncated, "runs", 0);

    const byte_builder of_pairs = byte_builder{}.u8(0x82).u8(7).u8(1).u8(0x00).u8(8).u8(9);
    cursor again = over(of_pairs);
    const byte_builder expected = byte_builder{}.u8(7).u8(1).u8(7).u8(1).u8(7).u8(1).u8(8).u8(9);
    CHECK(std::ranges::equal(images::expand_runs(again, 2, 8), expected.span()));
}
