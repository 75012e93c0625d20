#include <effigy/core/validation.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace effigy;

// A file of 100 bytes, whose budget is 4 * 100 + 65,536.
struct proven {
    std::array<std::byte, 100> bytes{};
    effigy::impl::validation all{window{bytes}};
};
constexpr std::uint64_t budget = 65'936;

} // namespace

TEST_CASE("proof: ranges in the file are paid for") {
    proven file;
    CHECK(file.all.range(file.all.file(), 0, 100, "list", &file.bytes[8], "where the file ends"));
    CHECK(file.all.range(file.all.file(), 100, 0, "list", &file.bytes[8], "where the file ends"));
    CHECK_FALSE(file.all.pay(budget - 99));
    CHECK(file.all.pay(budget - 100));
    CHECK_FALSE(file.all.why());
}

TEST_CASE("proof: ranges beyond it fail where the reference stands") {
    proven file;
    CHECK_FALSE(file.all.range(file.all.file(), 90, 11, "list", &file.bytes[8], "where the file ends"));
    CHECK(to_string(file.all.why()) ==
          "out_of_bounds: list at offset 8: expected at most 100 (where the file ends), found 101");
    CHECK(file.all.pay(budget)); // nothing was paid
    proven other;
    CHECK_FALSE(other.all.range(other.all.file(), 0xFFFF'FFFF, 0xFFFF'FFFFULL * 0xFFFF'FFFF, "list", &other.bytes[0],
                                "where the file ends"));
    CHECK(other.all.why().code == errc::out_of_bounds);
}

TEST_CASE("proof: a range of a section lies in it") {
    proven file;
    const window section = file.all.file().part(20, 30);
    CHECK(file.all.range(section, 0, 30, "list", &file.bytes[0], "where the file ends"));
    CHECK_FALSE(file.all.range(section, 1, 30, "list", &file.bytes[4], "where the file ends"));
    CHECK(to_string(file.all.why()) ==
          "out_of_bounds: list at offset 4: expected at most 30 (where the file ends), found 31");
}

TEST_CASE("proof: a reference of another file is told by its offset there") {
    proven file;
    const std::array<std::byte, 30> other{};
    const window section{other, 1000};
    CHECK(file.all.range(section, 10, 20, "list", 8, "where the file ends"));
    CHECK_FALSE(file.all.pay(budget - 19));
    CHECK_FALSE(file.all.range(section, 11, 20, "list", 1004, "where the file ends"));
    CHECK(to_string(file.all.why()) ==
          "out_of_bounds: list at offset 1004: expected at most 30 (where the file ends), found 31");
    CHECK(file.all.pay(budget - 20));
}

TEST_CASE("proof: files that belong to it pay, too") {
    const std::array<std::byte, 100> bytes{};
    impl::validation all{window{bytes}, 25};
    CHECK(all.file().size() == 100);
    CHECK_FALSE(all.pay(budget + 101));
    CHECK(all.pay(budget + 100));
    CHECK_FALSE(all.spend(1, "list", 4));
    CHECK(to_string(all.why()) == "budget: list at offset 4: expected at most 0, found 1");
}

TEST_CASE("proof: what is read again and again exceeds the budget") {
    proven file;
    CHECK(file.all.spend(budget - 5, "list", 4));
    CHECK(file.all.spend(5, "list", 4));
    CHECK(file.all.spend(0, "list", 4));
    CHECK_FALSE(file.all.spend(1, "list", 4));
    CHECK(to_string(file.all.why()) == "budget: list at offset 4: expected at most 0, found 1");
    proven other;
    CHECK(other.all.spend(budget - 5, "list", 4));
    CHECK_FALSE(other.all.range(other.all.file(), 0, 6, "list", &other.bytes[12], "where the file ends"));
    CHECK(to_string(other.all.why()) == "budget: list at offset 12: expected at most 5, found 6");
    CHECK(other.all.pay(5));
}

TEST_CASE("proof: the first failure sticks, and learns where it happened") {
    proven file;
    CHECK_FALSE(file.all.fail(errc::bad_value, "keys[].type", 40, -3, 0, "a type"));
    CHECK_FALSE(file.all.fail(errc::cycle, "other", 1, 1));
    CHECK_FALSE(file.all.fail_in("nodes[]."));
    CHECK_FALSE(file.all.fail_within(7));
    CHECK_FALSE(file.all.fail_within(2));
    CHECK(to_string(file.all.why()) == "bad_value: nodes[2].keys[7].type at offset 40: expected a type, found -3");
}

TEST_CASE("proof: what another reader refused is a failure like others") {
    const error found{{"chunks[].size", 12}, errc::truncated, 4, 9, "what the rest of the file can hold"};
    proven file;
    CHECK_FALSE(file.all.refuse(found));
    CHECK(file.all.why().code == errc::truncated);
    CHECK(to_string(file.all.why()) == to_string(found));
    CHECK_FALSE(file.all.fail(errc::cycle, "other", 1, 1));
    CHECK_FALSE(file.all.fail_within(3));
    CHECK(to_string(file.all.why()) == to_string(found.within(3)));

    proven other;
    CHECK_FALSE(other.all.fail(errc::cycle, "other", 1, 1));
    CHECK_FALSE(other.all.refuse(found));
    CHECK(other.all.why().code == errc::cycle);
}
