#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cerrno>

namespace {

using namespace effigy;

constexpr location spot = location{"a[].b[].c", 12}.within(2).within(1);

} // namespace

TEST_CASE("report: a path with its indices") {
    CHECK(to_string(spot) == "a[1].b[2].c");
    CHECK(to_string(location{"a[].b[]"}.within(3)) == "a[3].b[]");
    CHECK(to_string(location{"a"}.within(3)) == "a");
    CHECK(to_string(location{"a[].b[].c[]"}.within(3).within(2).within(4'000'000'000)) == "a[4000000000].b[2].c[3]");
}

TEST_CASE("report: every kind of error in one line") {
    const auto line = [](errc code, std::uint64_t need, std::int64_t found, const char* expected = "") {
        return to_string(error{spot, code, need, found, expected});
    };
    CHECK(line(errc::none, 0, 0) == "no error");
    CHECK(line(errc::truncated, 4, 3) ==
          "truncated: the file is cut off or damaged: a[1].b[2].c at offset 12: expected 4 bytes, found 3");
    CHECK(line(errc::truncated, 1, 0) ==
          "truncated: the file is cut off or damaged: a[1].b[2].c at offset 12: expected 1 byte, found 0");
    CHECK(line(errc::truncated, 4, 9, "where the file ends") ==
          "truncated: the file is cut off or damaged: a[1].b[2].c at offset 12: expected at most 4 (where the file "
          "ends), found 9");
    CHECK(line(errc::out_of_bounds, 4, -1) ==
          "out_of_bounds: a[1].b[2].c at offset 12: expected a number below 4, found -1");
    CHECK(line(errc::out_of_bounds, 4, 5, "where its rows end") ==
          "out_of_bounds: a[1].b[2].c at offset 12: expected at most 4 (where its rows end), found 5");
    CHECK(line(errc::bad_magic, 0x314C444D, 0x0022FF41) ==
          R"(bad_magic: a[1].b[2].c at offset 12: expected "MDL1", found "A\xff"\x00")");
    CHECK(line(errc::bad_version, 2, 7, "2") == "bad_version: a[1].b[2].c at offset 12: expected version 2, found 7");
    for (const std::int64_t found : {std::int64_t{-1}, std::int64_t{0x10000}}) {
        CHECK(line(errc::bad_version, 2, found, "2") == "bad_version: the file is damaged, or not of this format: "
                                                        "a[1].b[2].c at offset 12: expected version 2, found " +
                                                            std::to_string(found));
    }
    CHECK(line(errc::bad_value, 0, 9, "0 .. 4") == "bad_value: a[1].b[2].c at offset 12: expected 0 .. 4, found 9");
    CHECK(line(errc::cycle, 0, 1) == "cycle: a[1].b[2].c at offset 12: expected parents that lead to a root, found "
                                     "record 1 among its own ancestors");
    CHECK(line(errc::budget, 64, 65) == "budget: a[1].b[2].c at offset 12: expected at most 64, found 65");
    CHECK(line(errc::budget, 64, 65, "bytes of a list") ==
          "budget: a[1].b[2].c at offset 12: expected at most 64 (bytes of a list), found 65");
}

TEST_CASE("report: a text has lines and columns in place of offsets") {
    constexpr location here = location::at_line("a[].b[].c", 3, 7).within(2).within(1);
    static_assert(here.line() == 3 && here.column() == 7 && spot.line() == 0 && spot.column() == 0);
    static_assert(sizeof(location) == sizeof(const char*) * 2 + sizeof(std::uint64_t) * 3 || sizeof(void*) != 8);
    CHECK(to_string(error{here, errc::bad_value, 0, 9, "0 .. 4"}) ==
          "bad_value: a[1].b[2].c at line 3, column 7: expected 0 .. 4, found 9");
    CHECK(to_string(error{here, errc::budget, 64, 65}) ==
          "budget: a[1].b[2].c at line 3, column 7: expected at most 64, found 65");
    CHECK(to_string(finding{here, {severity::note, "code", "message"}, "n"}) ==
          "note: code: a[1].b[2].c at line 3, column 7: message: \"n\"");
}

TEST_CASE("report: files that effigy does not read") {
    CHECK(to_string(error{{"an archive"}, errc::unsupported, 0, 3, "unpack it"}) ==
          "unsupported: an archive version 3 (unpack it)");
    CHECK(to_string(error{{"an archive"}, errc::unsupported, 0, -1, "unpack it"}) ==
          "unsupported: an archive (unpack it)");
    CHECK(to_string(error{{"the file"}, errc::io, 0, ENOENT}).starts_with("io: the file: "));
}

TEST_CASE("report: an error with the name of the file") {
    CHECK(to_string(error{{"open"}, errc::io, 0, ENOENT}, "models/bear.model")
              .starts_with("models/bear.model: io: open: "));
}

TEST_CASE("report: a finding in one line") {
    CHECK(to_string(finding{spot, {severity::warning, "odd", "is odd"}}) ==
          "warning: odd: a[1].b[2].c at offset 12: is odd");
    CHECK(to_string(finding{spot, {severity::note, "odd", "is odd"}, "a\nb"}) ==
          "note: odd: a[1].b[2].c at offset 12: is odd: \"a\\x0ab\"");
    CHECK(name_of(severity::note) == "note");
}

TEST_CASE("report: the name of the file is in front, unless it is empty") {
    const error why{{"open"}, errc::unsupported, 0, -1, "why"};
    CHECK(to_string(why, "bear.model") == "bear.model: unsupported: open (why)");
    CHECK(to_string(why, "") == to_string(why));
}

TEST_CASE("report: every code has its name") {
    for (std::uint8_t code = 0; code <= static_cast<std::uint8_t>(errc::io); ++code) {
        CHECK(name_of(static_cast<errc>(code)) != "unknown");
    }
}
