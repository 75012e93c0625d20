#include <effigy/core/byte_view.hpp>

#include <doctest/doctest.h>

#include <array>
#include <iterator>
#include <string>
#include <vector>

namespace {

using namespace effigy;
using u32le = u32<form::little>;

constexpr std::uint64_t far_end = 0xFFFF'FFFF'FFFF'FFFF;

constexpr std::array<std::byte, 12> twelve_bytes{std::byte{1}, {}, {},           {}, std::byte{2}, {},
                                                 {},           {}, std::byte{3}, {}, {},           {}};
const byte_view twelve{twelve_bytes, 100};

static_assert(byte_view{twelve_bytes}.value_at<u32le>(4) == 2U);
static_assert(byte_view{twelve_bytes}.value_at<u32le>(9) == 0U, "does not fit");
static_assert(byte_view{twelve_bytes}.part(4, 8).value_at<u32le>(4) == 3U);

static_assert(std::forward_iterator<strided<u32le>::iterator>);
static_assert(std::ranges::forward_range<strided<u32le>>);

static_assert(byte_range<std::vector<char>> && byte_range<const std::string> && byte_range<std::string_view>);
static_assert(byte_range<std::array<unsigned char, 4>> && byte_range<unsigned char[4]> &&
              byte_range<std::span<std::byte>>);
static_assert(!byte_range<char[4]> && !byte_range<const char[4]>, "a text is not bytes");
static_assert(!byte_range<std::vector<int>> && !byte_range<std::vector<signed char>> && !byte_range<int>);
static_assert(temporary_bytes<std::vector<std::byte>>, "is destroyed at the end of the call");
static_assert(!temporary_bytes<std::vector<std::byte>&> && !temporary_bytes<std::span<const std::byte>>);

} // namespace

TEST_CASE("byte_view: returns bytes inside it") {
    CHECK(twelve.size() == 12);
    CHECK(twelve.base() == 100);
    CHECK(twelve.record_at<u32le>(8)->get() == 3);
    CHECK(twelve.array_at<u32le>(4, 2).size() == 2);
    CHECK(twelve.array_at<u32le>(4, 2)[1].get() == 3);
    CHECK(twelve.bytes_at(12, 0).empty());
    CHECK(twelve.text_at(4, 1) == "\2");
    CHECK(twelve.offset_of(twelve.record_at<u32le>(8)) == 108);
    CHECK(twelve.part(4, 4).base() == 104);
    CHECK(twelve.part(4, 4).record_at<u32le>(0)->get() == 2);
}

TEST_CASE("byte_view: reads records of either byte order") {
    CHECK(twelve.record_at<u32<form::big>>(4)->get() == 0x0200'0000);
    CHECK(twelve.value_at<u16<form::big>>(7).get() == 3);
    CHECK(twelve.array_at<u32<form::big>>(4, 2)[1].get() == 0x0300'0000);
    CHECK(twelve.strided_at<u16<form::big>>(3, 2, 4)[1].get() == 3);
}

TEST_CASE("byte_view: returns nothing beyond its end") {
    for (const std::uint64_t offset :
         {std::uint64_t{9}, std::uint64_t{12}, std::uint64_t{13}, std::uint64_t{1} << 32, far_end - 3, far_end}) {
        CAPTURE(offset);
        CHECK_FALSE(twelve.fits(offset, 4));
        CHECK(twelve.record_at<u32le>(offset) == nullptr);
        CHECK(twelve.array_at<u32le>(offset, 1).empty());
        CHECK(twelve.strided_at<u32le>(offset, 1, 4).empty());
        CHECK(twelve.bytes_at(offset, 4).empty());
        CHECK(twelve.text_at(offset, 4).empty());
        CHECK(twelve.part(offset, 4).size() == 0);
        CHECK(twelve.value_at<u32le>(offset).get() == 0);
    }
    CHECK(twelve.fits(12, 0));
    CHECK_FALSE(twelve.fits(13, 0));
    CHECK_FALSE(twelve.fits(1, far_end));
    CHECK_FALSE(twelve.fits(far_end, far_end));
    CHECK(twelve.part(4, 4).record_at<u32le>(1) == nullptr);
}

TEST_CASE("byte_view: holds what is not empty and lies inside it") {
    for (std::uint64_t first = 0; first <= 12; ++first) {
        for (std::uint64_t end = first; end <= 12; ++end) {
            const bool is_inside = first >= 4 && end <= 8 && first != end;
            CHECK(twelve.part(4, 4).holds(twelve.part(first, end - first)) == is_inside);
        }
    }
    CHECK_FALSE(byte_view{}.holds(twelve));
    CHECK_FALSE(twelve.holds(byte_view{}));
    for (const int at : {3, 4, 7, 8}) {
        CHECK(twelve.part(4, 4).holds(&twelve_bytes[static_cast<std::size_t>(at)]) == (at == 4 || at == 7));
    }
}

TEST_CASE("byte_view: a count times a size does not wrap around") {
    constexpr std::uint32_t wraps = 0x4000'0001; // times 4 is 4 in 32 bits
    CHECK(twelve.array_at<u32le>(0, wraps).empty());
    CHECK(twelve.array_at<u32le>(0, 0xFFFF'FFFF).empty());
    CHECK(twelve.strided_at<u32le>(0, wraps, 4).empty());
    CHECK(twelve.strided_at<u32le>(0, 0xFFFF'FFFF, 0xFFFF'FFFF).empty());
}

TEST_CASE("byte_view: an empty byte_view returns nothing") {
    const byte_view none;
    CHECK(none.record_at<u8>(0) == nullptr);
    CHECK(none.array_at<u8>(0, 0).empty());
    CHECK(none.bytes_at(0, 0).empty());
    CHECK(none.part(0, 0).size() == 0);
    CHECK(none.text_at(0, 0).empty());
}

TEST_CASE("strided: records at a stride") {
    const auto outer = twelve.strided_at<u8>(0, 3, 4);
    REQUIRE(outer.size() == 3);
    CHECK(outer.stride() == 4);
    CHECK(outer[2] == 3);
    CHECK(*outer.at(1) == 2);
    CHECK(outer.at(3) == nullptr);
    CHECK(outer.at(far_end) == nullptr);
    int sum = 0;
    for (const u8& one : outer) {
        sum += one;
    }
    CHECK(sum == 6);

    auto two = outer.begin();
    const auto one = two++;
    CHECK(*one == 1);
    CHECK(*two == 2);
    CHECK(one == outer.begin());
    CHECK(one != two);
}

TEST_CASE("strided: packed() only if the records are contiguous") {
    CHECK(twelve.strided_at<u32le>(0, 3, 4).packed().size() == 3);
    CHECK(twelve.strided_at<u32le>(0, 2, 6).packed().empty());
    CHECK(twelve.strided_at<u32le>(0, 3, 3).empty()); // shorter than a record
    CHECK(strided<u32le>{}.packed().empty());
}

TEST_CASE("strided: fields of records") {
    const strided<u32le> records{twelve.array_at<u32le>(0, 3)};
    const auto second_half = records.field<u16<form::little>>(2);
    CHECK(second_half.size() == 3);
    CHECK(second_half.data() == records.data() + 2);
    CHECK(records.field<u8>(0)[2] == 3);
    CHECK(records.field<u16<form::little>>(3).empty()); // would extend into the next record
    CHECK(records.field<u8>(4).empty());
    CHECK(records.field<u8>(static_cast<std::size_t>(far_end)).empty());
    CHECK(strided<u32le>{}.field<u8>(0).empty());
}
