#include <effigy/core/impl/validation.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace effigy;

// A file of 100 bytes, whose budget is 4 * 100 + 65,536.
struct validated_file {
    std::array<std::byte, 100> bytes{};
    effigy::impl::validation checks{byte_view{bytes}};
};
constexpr std::uint64_t budget = 65'936;

} // namespace

TEST_CASE("validation: ranges in the file are charged to the budget") {
    validated_file file;
    CHECK(file.checks.range(file.checks.file(), 0, 100, "list", &file.bytes[8], "where the file ends"));
    CHECK(file.checks.range(file.checks.file(), 100, 0, "list", &file.bytes[8], "where the file ends"));
    CHECK_FALSE(file.checks.charge(budget - 99));
    CHECK(file.checks.charge(budget - 100));
    CHECK_FALSE(file.checks.why());
}

TEST_CASE("validation: a range beyond the end of the file fails at the offset of the reference") {
    validated_file file;
    CHECK_FALSE(file.checks.range(file.checks.file(), 90, 11, "list", &file.bytes[8], "where the file ends"));
    CHECK(to_string(file.checks.why()) ==
          "out_of_bounds: list at offset 8: expected at most 100 (where the file ends), found 101");
    CHECK(file.checks.charge(budget)); // nothing was charged
    validated_file other;
    CHECK_FALSE(other.checks.range(other.checks.file(), 0xFFFF'FFFF, 0xFFFF'FFFFULL * 0xFFFF'FFFF, "list",
                                   &other.bytes[0], "where the file ends"));
    CHECK(other.checks.why().code == errc::out_of_bounds);
}

TEST_CASE("validation: a range must be inside its section") {
    validated_file file;
    const byte_view section = file.checks.file().part(20, 30);
    CHECK(file.checks.range(section, 0, 30, "list", &file.bytes[0], "where the file ends"));
    CHECK_FALSE(file.checks.range(section, 1, 30, "list", &file.bytes[4], "where the file ends"));
    CHECK(to_string(file.checks.why()) ==
          "out_of_bounds: list at offset 4: expected at most 30 (where the file ends), found 31");
}

TEST_CASE("validation: an error in another file has the offset in that file") {
    validated_file file;
    const std::array<std::byte, 30> other{};
    const byte_view section{other, 1000};
    CHECK(file.checks.range(section, 10, 20, "list", 8, "where the file ends"));
    CHECK_FALSE(file.checks.charge(budget - 19));
    CHECK_FALSE(file.checks.range(section, 11, 20, "list", 1004, "where the file ends"));
    CHECK(to_string(file.checks.why()) ==
          "out_of_bounds: list at offset 1004: expected at most 30 (where the file ends), found 31");
    CHECK(file.checks.charge(budget - 20));
}

TEST_CASE("validation: companion files enlarge the budget") {
    const std::array<std::byte, 100> bytes{};
    impl::validation checks{byte_view{bytes}, 25};
    CHECK(checks.file().size() == 100);
    CHECK_FALSE(checks.charge(budget + 101));
    CHECK(checks.charge(budget + 100));
    CHECK_FALSE(checks.charge(1, "list", 4));
    CHECK(to_string(checks.why()) == "budget: list at offset 4: expected at most 0, found 1");
}

TEST_CASE("validation: repeated reading exceeds the budget") {
    validated_file file;
    CHECK(file.checks.charge(budget - 5, "list", 4));
    CHECK(file.checks.charge(5, "list", 4));
    CHECK(file.checks.charge(0, "list", 4));
    CHECK_FALSE(file.checks.charge(1, "list", 4));
    CHECK(to_string(file.checks.why()) == "budget: list at offset 4: expected at most 0, found 1");
    validated_file other;
    CHECK(other.checks.charge(budget - 5, "list", 4));
    CHECK_FALSE(other.checks.range(other.checks.file(), 0, 6, "list", &other.bytes[12], "where the file ends"));
    CHECK(to_string(other.checks.why()) == "budget: list at offset 12: expected at most 5, found 6");
    CHECK(other.checks.charge(5));
}

TEST_CASE("validation: the first error is kept, and the loops around it are added") {
    validated_file file;
    CHECK_FALSE(file.checks.fail(errc::bad_value, "keys[].type", 40, -3, 0, "a type"));
    CHECK_FALSE(file.checks.fail(errc::cycle, "other", 1, 1));
    CHECK_FALSE(file.checks.fail_in("nodes[]."));
    CHECK_FALSE(file.checks.fail_within(7));
    CHECK_FALSE(file.checks.fail_within(2));
    CHECK(to_string(file.checks.why()) == "bad_value: nodes[2].keys[7].type at offset 40: expected a type, found -3");
}

TEST_CASE("validation: returns the error of another reader") {
    const error found{{"chunks[].size", 12}, errc::truncated, 4, 9, "what the rest of the file can hold"};
    validated_file file;
    CHECK_FALSE(file.checks.refuse(found));
    CHECK(file.checks.why().code == errc::truncated);
    CHECK(to_string(file.checks.why()) == to_string(found));
    CHECK_FALSE(file.checks.fail(errc::cycle, "other", 1, 1));
    CHECK_FALSE(file.checks.fail_within(3));
    CHECK(to_string(file.checks.why()) == to_string(found.within(3)));

    validated_file other;
    CHECK_FALSE(other.checks.fail(errc::cycle, "other", 1, 1));
    CHECK_FALSE(other.checks.refuse(found));
    CHECK(other.checks.why().code == errc::cycle);
}
