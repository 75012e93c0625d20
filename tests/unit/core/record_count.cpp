#include "support/byte_builder.hpp"

#include <effigy/core/impl/record_count.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

cursor after_two_bytes(const byte_builder& file) {
    cursor c{byte_view{file.span(), 100}};
    c.skip(2, "start");
    return c;
}

} // namespace

TEST_CASE("record_count: the largest count that the rest of the file can hold") {
    const byte_builder file = byte_builder{}.zeros(2).i32(3).zeros(3 * 8);
    cursor c = after_two_bytes(file);
    const auto count = impl::record_count::read<i32<form::little>>(c, "records", 8);
    CHECK(c.ok());
    CHECK(count.number == 3);
    CHECK(count.fits(c));
    CHECK(c.left() == 24);
}

TEST_CASE("record_count: one record too many is an error at the offset of the count") {
    const byte_builder file = byte_builder{}.zeros(2).i32(4).zeros(3 * 8 + 7);
    cursor c = after_two_bytes(file);
    static_cast<void>(impl::record_count::read<i32<form::little>>(c, "records", 8));
    CHECK(to_string(c.error()) == "truncated: the file is cut off or damaged: records at offset 102: expected at most "
                                  "3 (what the rest of the file can hold), found 4");
}

TEST_CASE("record_count: records that are longer than the smallest size") {
    const byte_builder file = byte_builder{}.zeros(2).i32(3).zeros(3 * 8);
    cursor c = after_two_bytes(file);
    const auto count = impl::record_count::read<i32<form::little>>(c, "records", 8);
    c.skip(9, "record 0");
    CHECK_FALSE(count.fits(c, 1));
    CHECK(to_string(c.error()) == "truncated: the file is cut off or damaged: records at offset 102: expected at most "
                                  "2 (what the rest of the file can hold), found 3");
}

TEST_CASE("record_count: the largest numbers, and an earlier failure") {
    const byte_builder file = byte_builder{}.zeros(2).i32(-1).zeros(8);
    cursor c = after_two_bytes(file);
    const impl::record_count count{"records", c.offset(), c.value<u32<form::little>>("records"), ~std::uint64_t{0}};
    CHECK_FALSE(count.fits(c));
    CHECK(c.error().found == 0xFFFF'FFFF);
    CHECK(c.error().need == 0);

    cursor failed = after_two_bytes(file);
    static_cast<void>(impl::record_count::read<i32<form::little>>(failed, "records", 8));
    CHECK(failed.error().code == errc::bad_value); // negative
}
