#include "support/byte_builder.hpp"

#include <effigy/regions/collect.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace effigy;
using support::byte_builder;
using number = u32<form::little>;

std::string line(const region& reported) {
    std::string out = std::to_string(reported.offset()) + " " + std::to_string(reported.length) + " " +
                      to_string(reported.where) + " " + reported.type + " x " + std::to_string(reported.count);
    out += reported.role == role::gap ? " gap" : reported.role == role::padding ? " padding" : "";
    out += reported.further_owners != 0 ? " +" + std::to_string(reported.further_owners) : "";
    return out + (reported.overlap != 0 ? " overlap " + std::to_string(reported.overlap) : "");
}

struct recorded_regions {
    std::vector<std::string> lines;
    coverage sums;

    void operator()(const region& reported) {
        lines.push_back(line(reported));
        sums.add(reported);
    }
};

TEST_CASE("region_collector: are sorted, with gaps, numbers of owners and overlaps") {
    const byte_builder file = byte_builder{}.u32(1).u32(2).u32(3).u32(4).u32(5).u32(6);
    const byte_view bytes{file.span()};
    const auto numbers = [&](std::uint64_t at, std::uint32_t count) { return bytes.array_at<number>(at, count); };
    impl::region_collector claims{bytes};
    claims.add({"b"}, numbers(8, 2));
    claims.add({"a"}, numbers(0, 1));
    claims.add({"b again"}, numbers(8, 2));
    claims.add({"c"}, numbers(12, 2));
    claims.add({"inside c"}, numbers(16, 1));
    claims.add({"none"}, numbers(0, 0));
    recorded_regions out;
    claims.report(out);
    CHECK(out.lines == std::vector<std::string>{"0 4 a u32 x 1", "4 4  u8 x 4 gap", "8 8 b u32 x 2 +1",
                                                "12 8 c u32 x 2 overlap 4", "16 4 inside c u32 x 1 overlap 4",
                                                "20 4  u8 x 4 gap"});
    CHECK(out.sums.bytes == 24);
    CHECK(out.sums.claimed == 16);
    CHECK(out.sums.gap == 8);
    CHECK(out.sums.shared == 16);
    CHECK(out.sums.overlap == 8);
    CHECK(out.sums.padding == 0);
}

TEST_CASE("region_collector: without claims the file is one gap, an empty file has no regions") {
    const byte_builder file = byte_builder{}.u32(1);
    recorded_regions out;
    impl::region_collector{byte_view{file.span()}}.report(out);
    CHECK(out.lines == std::vector<std::string>{"0 4  u8 x 4 gap"});
    recorded_regions none;
    impl::region_collector{byte_view{}}.report(none);
    CHECK(none.lines.empty());
}

TEST_CASE("region_collector: the bytes after a text's NUL are padding") {
    const byte_builder file = byte_builder{}.text("ab").u8(0).text("junk").text("full");
    const byte_view bytes{file.span()};
    impl::region_collector claims{bytes};
    claims.add_text({"name"}, bytes.bytes_at(0, 7));
    claims.add_text({"full"}, bytes.bytes_at(7, 4));
    recorded_regions out;
    claims.report(out);
    CHECK(out.lines == std::vector<std::string>{"0 3 name char x 3", "3 4 name char x 4 padding", "7 4 full char x 4"});
}

// Reads a count, and for each element a text and two numbers. The second number is padding.
template <class Cursor> void read_all(Cursor& c) {
    c.magic("TEST", "all.magic");
    const std::uint32_t count = c.template count<number>("all.count");
    for (std::uint32_t i = 0; i < count && c.ok(); ++i) {
        c.enter(i);
        static_cast<void>(c.text_until_nul("all.items[].name"));
        static_cast<void>(c.template array<number>(2, "all.items[].numbers"));
        c.spare(sizeof(number));
        c.within(i);
    }
    static_cast<void>(c.template value<u16<form::little>>("all.end"));
    static_cast<void>(c.template record<vec3<form::little>>("all.position"));
    static_cast<void>(c.text(2, "all.text"));
    c.skip(1, "all.skipped");
    static_cast<void>(c.take(0, "all.nothing"));
}

byte_builder sequential() {
    byte_builder out = byte_builder{}.text("TEST").u32(2);
    for (const char* const name : {"a", "bc"}) {
        out.text(name).u8(0).u32(1).u32(2);
    }
    return out.u16(7).f32s({1, 2, 3}).text("xy").u8(9);
}

TEST_CASE("recording_cursor: reports what it reads") {
    const byte_builder file = sequential().u8(1).u8(2);
    recorded_regions out;
    impl::recording_cursor c{byte_view{file.span()}, out};
    read_all(c);
    CHECK(c.ok());
    c.finish();
    CHECK(out.lines == std::vector<std::string>{"0 4 all.magic char x 4", "4 4 all.count u32 x 1",
                                                "8 2 all.items[0].name char x 2", "10 4 all.items[0].numbers u32 x 1",
                                                "14 4 all.items[0].numbers u32 x 1 padding",
                                                "18 3 all.items[1].name char x 3", "21 4 all.items[1].numbers u32 x 1",
                                                "25 4 all.items[1].numbers u32 x 1 padding", "29 2 all.end u16 x 1",
                                                "31 12 all.position vec3 x 1", "43 2 all.text char x 2",
                                                "45 1 all.skipped u8 x 1", "46 2  u8 x 2 gap"});
    CHECK(out.sums.bytes == file.span().size());
    CHECK(out.sums.padding == 8);
    CHECK(out.sums.gap == 2);
}

TEST_CASE("recording_cursor: reports texts of fixed size as characters") {
    const byte_builder file = byte_builder{}.text("ab").u8(0).u8(9).text("whole").zeros(3);
    recorded_regions out;
    impl::recording_cursor c{byte_view{file.span()}, out};
    CHECK(c.record<text<4>>("first")->view() == "ab");
    c.spare(1);
    CHECK(c.array<text<2>>(4, "more").size() == 4);
    c.finish();
    CHECK(out.lines ==
          std::vector<std::string>{"0 3 first char x 3", "3 1 first char x 1 padding", "4 8 more char x 8"});
}

TEST_CASE("recording_cursor: after take_back(), reports the second reading only") {
    const byte_builder file = sequential();
    recorded_regions out;
    impl::recording_cursor c{byte_view{file.span()}, out};
    c.skip(4, "magic");
    static_cast<void>(c.take(8, "data"));
    c.take_back();
    CHECK(c.offset() == 4);
    static_cast<void>(c.value<number>("count"));
    static_cast<void>(c.text_until_nul("name"));
    c.take_back();
    c.finish();
    CHECK(out.lines == std::vector<std::string>{"0 4 magic u8 x 4", "4 4 count u32 x 1",
                                                "8 " + std::to_string(file.span().size() - 8) + "  u8 x " +
                                                    std::to_string(file.span().size() - 8) + " gap"});
}

TEST_CASE("recording_cursor: stops where a cursor stops") {
    const byte_builder whole = sequential();
    for (std::size_t length = 0; length < whole.span().size(); ++length) {
        const byte_view bytes{whole.span().first(length)};
        cursor plain{bytes};
        read_all(plain);
        recorded_regions out;
        impl::recording_cursor recording{bytes, out};
        read_all(recording);
        CHECK(!recording.ok());
        CHECK(recording.error().offset == plain.error().offset);
        CHECK(to_string(recording.error()) == to_string(plain.error()));
        recording.finish();
        CHECK(out.sums.bytes == length);
    }
}

} // namespace
