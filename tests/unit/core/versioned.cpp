#include "support/byte_builder.hpp"

#include <effigy/core/versioned.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace effigy;
using support::byte_builder;

// A record with three declarations.
struct first_record {
    u16<form::little> id;
};
struct second_record {
    u16<form::little> id, flags;
};
struct third_record {
    u16<form::little> id, flags, speed;
};
using record = versioned_record<first_record, second_record, third_record>;
using records = versioned_array<first_record, second_record, third_record>;

static_assert(!record{} && record{}.data() == nullptr && records{}.empty());
static_assert(records::record_size(0) == 2 && records::record_size(1) == 4 && records::record_size(2) == 6);
static_assert(records::record_size(3) == 6, "higher numbers use the last declaration");
static_assert(!std::constructible_from<record, const u32<form::little>*>, "not one of the declarations");

// Returns the declaration that visit() used and the content of the record.
constexpr struct {
    std::string operator()(const first_record& one) const { return "1:" + std::to_string(one.id.get()); }
    std::string operator()(const second_record& one) const {
        return "2:" + std::to_string(one.id.get()) + ',' + std::to_string(one.flags.get());
    }
    std::string operator()(const third_record& one) const {
        return "3:" + std::to_string(one.id.get()) + ',' + std::to_string(one.flags.get()) + ',' +
               std::to_string(one.speed.get());
    }
    template <class Record> std::string operator()(const array<Record>& all) const {
        std::string out = std::to_string(sizeof(Record)) + " bytes each:";
        for (const Record& one : all) {
            out += ' ' + (*this)(one);
        }
        return out;
    }
} text_of;

byte_builder six_numbers() { return byte_builder{}.u16(1).u16(2).u16(3).u16(4).u16(5).u16(6); }

} // namespace

TEST_CASE("versioned_record: no record, or a record of the file") {
    const byte_builder file = six_numbers();
    CHECK_FALSE(record{static_cast<const second_record*>(nullptr)});
    CHECK(record{static_cast<const second_record*>(nullptr)}.data() == nullptr);
    const record one{byte_view{file.span()}.record_at<second_record>(2)};
    CHECK(one);
    CHECK(one.data() == file.span().data() + 2);
}

TEST_CASE("versioned_record: visit() uses the declaration with the given number") {
    const byte_builder file = six_numbers();
    const record one{byte_view{file.span()}.record_at<third_record>(4)};
    CHECK(one.visit(0, text_of) == "1:3");
    CHECK(one.visit(1, text_of) == "2:3,4");
    CHECK(one.visit(2, text_of) == "3:3,4,5");
    CHECK(one.visit(3, text_of) == "3:3,4,5");
    CHECK(one.visit(0, [&](const auto& given) { return static_cast<const void*>(&given) == one.data(); }));
}

TEST_CASE("versioned_array: records of each declaration") {
    const byte_builder file = six_numbers();
    const byte_view all{file.span()};
    CHECK(records{all, 0, 6, 0}.visit(0, text_of) == "2 bytes each: 1:1 1:2 1:3 1:4 1:5 1:6");
    CHECK(records{all, 0, 3, 1}.visit(1, text_of) == "4 bytes each: 2:1,2 2:3,4 2:5,6");
    CHECK(records{all, 6, 1, 2}.visit(2, text_of) == "6 bytes each: 3:4,5,6");
    CHECK(records{all, 6, 1, 3}.visit(3, text_of) == "6 bytes each: 3:4,5,6");
}

TEST_CASE("versioned_array: access by number, no record beyond the end") {
    const byte_builder file = six_numbers();
    const records some{byte_view{file.span()}, 2, 2, 1};
    CHECK(some.size() == 2);
    CHECK_FALSE(some.empty());
    CHECK(some.at(0, 1).visit(1, text_of) == "2:2,3");
    CHECK(some.at(1, 1).visit(1, text_of) == "2:4,5");
    CHECK(some.at(1, 1).data() == file.span().data() + 6);
    CHECK_FALSE(some.at(2, 1));
    CHECK_FALSE(some.at(~std::uint64_t{0}, 1));
    CHECK_FALSE(some.at(std::uint64_t{1} << 32, 1));
}

TEST_CASE("versioned_array: empty if the records do not fit") {
    const byte_builder file = six_numbers();
    const byte_view all{file.span()};
    const auto is_empty = [&](std::uint64_t offset, std::uint32_t count, std::size_t which) {
        const records none{all, offset, count, which};
        CHECK(none.visit(which, text_of).ends_with("each:"));
        CHECK_FALSE(none.at(0, which));
        return none.empty() && none.size() == 0;
    };
    CHECK(is_empty(0, 7, 0));
    CHECK(is_empty(0, 4, 1));
    CHECK(is_empty(0, 3, 2));
    CHECK(is_empty(2, 2, 2));
    CHECK(is_empty(12, 1, 0));
    CHECK(is_empty(11, 1, 0));
    CHECK(is_empty(0, 0, 0));
    CHECK(is_empty(12, 0, 0));
    CHECK(is_empty(13, 0, 0));
    CHECK(is_empty(0, 0x4000'0001, 1)); // times 4 is 4 in 32 bits
    CHECK(is_empty(0, 0xFFFF'FFFF, 2));
    CHECK(is_empty(~std::uint64_t{0}, 1, 0));
    CHECK(records{}.visit(1, text_of) == "4 bytes each:");
    CHECK_FALSE(records{}.at(0, 1));
}
