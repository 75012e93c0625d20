#include "support/layout.hpp"

#include <effigy/core/convert.hpp>
#include <effigy/core/pool_slice.hpp>
#include <effigy/regions/collect.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

namespace described_records {

using namespace effigy;

template <class T, form F> struct list {
    using target = T;
    u32<F> count, offset;
};
template <class T> struct list<T, form::host> : pool_slice<T> {
    using target = T;
};

enum class color : std::uint16_t { red = 1 };

template <form F> struct basic_inner {
    u16<F> first;
    u8 bytes[2];
    text<4> name;

    static constexpr const char* record_name = "inner";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("first", &R::first...);
        visit("bytes", &R::bytes...);
        visit("name", &R::name...);
    }
};
template <form F> struct basic_outer {
    u32<F> number;
    basic_inner<F> inner[2];
    effigy::number<color, F> paint;
    u16<F> spare;
    vec3<F> position;
    list<u16<F>, F> numbers;

    static constexpr const char* record_name = "outer";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("number", &R::number...);
        visit("inner", &R::inner...);
        visit("paint", &R::paint...);
        visit({"spare", role::padding}, &R::spare...);
        visit("position", &R::position...);
        visit(counted{"numbers", &basic_outer::number}, &R::numbers...);
    }
};

template <form F> struct as_in_the_table {
    u16<F> a, b;

    static constexpr const char* record_name = "as_in_the_table";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("a", &R::a...);
        visit("b", &R::b...);
    }
};
template <form F> struct declared_swapped {
    u16<F> b, a;

    static constexpr const char* record_name = "as_in_the_table";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("a", &R::a...);
        visit("b", &R::b...);
    }
};
template <form F> struct left_out {
    u16<F> a, b;

    static constexpr const char* record_name = "left_out";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("a", &R::a...); }
};
template <form F> struct swapped {
    u16<F> a, b;

    static constexpr const char* record_name = "swapped";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("b", &R::b...);
        visit("a", &R::a...);
    }
};
template <form F> struct named_twice {
    u16<F> a, b;

    static constexpr const char* record_name = "named_twice";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("a", &R::a...);
        visit("b", &R::a...);
    }
};

} // namespace described_records

namespace {

using namespace described_records;

using outer_as_stored = basic_outer<form::little>;
using own_outer = basic_outer<form::host>;

static_assert(same_bytes<u16<form::native>, std::uint16_t>);
constexpr form foreign = form::native == form::little ? form::big : form::little;
static_assert(!same_bytes<u16<foreign>, std::uint16_t> && same_bytes<u8, u8> && same_bytes<text<4>, text<4>>);
static_assert(same_bytes<vec3<form::native>, vec3<form::host>> && !same_bytes<vec3<foreign>, vec3<form::host>>);
static_assert(same_bytes<vec3<form::native>, vector3<float>> && !same_bytes<vec3<form::native>, vector3<double>>);
static_assert(same_bytes<basic_inner<form::native>, basic_inner<form::host>>);
static_assert(same_bytes<basic_inner<foreign>, basic_inner<foreign>>);
static_assert(!same_bytes<outer_as_stored, own_outer>, "stored references and host references differ");
static_assert(!same_bytes<own_outer, own_outer>, "references depend on the model");

static_assert(std::string_view{type_name<u32<form::big>>} == "u32");
static_assert(std::string_view{type_name<std::int8_t>} == "i8");
static_assert(std::string_view{type_name<number<color, form::little>>} == "u16");
static_assert(std::string_view{type_name<text<64>>} == "char");
static_assert(std::string_view{type_name<f32<form::little>[3]>} == "f32");
static_assert(std::string_view{type_name<basic_inner<form::little>[2]>} == "inner");

template <form F> void check_layouts() {
    using support::check_layout;
    check_layout<vec2<F>>(F, 0, 8, {{0, "f32", "x", &vec2<F>::x}, {4, "f32", "y", &vec2<F>::y}});
    {
        using R = vec3<F>;
        check_layout<R>(F, 0, 12, {{0, "f32", "x", &R::x}, {4, "f32", "y", &R::y}, {8, "f32", "z", &R::z}});
    }
    const auto check_xyzw = []<class R>(R) {
        check_layout<R>(
            F, 0, 16,
            {{0, "f32", "x", &R::x}, {4, "f32", "y", &R::y}, {8, "f32", "z", &R::z}, {12, "f32", "w", &R::w}});
    };
    check_xyzw(vec4<F>{});
    check_xyzw(quat<F>{});
    {
        using R = rgba8;
        check_layout<R>(F, 0, 4,
                        {{0, "u8", "r", &R::r}, {1, "u8", "g", &R::g}, {2, "u8", "b", &R::b}, {3, "u8", "a", &R::a}});
    }
    {
        using R = basic_outer<F>;
        check_layout<R>(F, 0, 44,
                        {
                            {0, "u32", "number", &R::number},
                            {4, "inner[2]", "inner", &R::inner},
                            {20, "u16", "paint", &R::paint},
                            {22, "u16", "spare", &R::spare},
                            {24, "vec3", "position", &R::position},
                            {36, "u32[2]<u16>", "numbers", &R::numbers},
                        });
    }
}

TEST_CASE("layouts: vectors, quaternions, and a record with fields of every kind") {
    check_layouts<form::little>();
    check_layouts<form::big>();
}

// Returns what is wrong with a record of two u16.
template <template <form> class Record> std::string faults(const char* type_of_b = "u16", std::size_t begin_of_b = 2) {
    using R = Record<form::little>;
    return support::layout_faults<R>(form::little, 0, 4, {{0, "u16", "a", &R::a}, {begin_of_b, type_of_b, "b", &R::b}});
}

TEST_CASE("layouts: a record that differs from its table") {
    CHECK(faults<as_in_the_table>() == "");
    CHECK(faults<left_out>() == "another number of fields is described\nb is described differently\n");
    CHECK(faults<swapped>() == "a is described differently\nb is described differently\n");
    CHECK(faults<named_twice>() == "b is described differently\n");
    CHECK(faults<declared_swapped>() == "a is at another offset\nb is at another offset\n");
    CHECK(faults<as_in_the_table>("i16") == "b is declared as u16\n");
    CHECK(faults<as_in_the_table>("u16", 3) ==
          "b does not begin where the previous field ends\nb is at another offset\nthe fields end elsewhere\n");
}

template <form F> basic_outer<F> make() {
    basic_outer<F> out{};
    out.number = u32<F>::of(70'000);
    out.inner[1].first = u16<F>::of(513);
    out.inner[1].bytes[1] = 9;
    out.inner[1].name = {{'a', 'b', '\0', 'x'}};
    out.paint = scalar<color, F>::of(color::red);
    out.spare = u16<F>::of(0xCDCD);
    out.position = vec3<F>::of(vector3<float>{1, -2, std::numeric_limits<float>::quiet_NaN()});
    out.numbers = {u32<F>::of(3), u32<F>::of(40)};
    return out;
}

template <form F> own_outer convert_to_own() {
    own_outer out{};
    convert(make<F>(), out, [](const field& member, const list<u16<F>, F>& numbers, const basic_outer<F>& record) {
        CHECK(std::string_view{member.name} == "numbers");
        CHECK(record.number == 70'000U);
        list<std::uint16_t, form::host> part;
        part.first = 5;
        part.count = numbers.count;
        return list<u16<form::host>, form::host>{part};
    });
    return out;
}

TEST_CASE("convert: every field, in every byte order") {
    const own_outer a = convert_to_own<form::little>();
    CHECK(a.number == 70'000);
    CHECK(a.inner[1].first == 513);
    CHECK(a.inner[1].bytes[1] == 9);
    CHECK(a.inner[1].name == "ab");
    CHECK(a.paint == color::red);
    CHECK(a.spare == 0xCDCD);
    CHECK(a.position.y == -2);
    CHECK(a.numbers.first == 5);
    CHECK(a.numbers.count == 3);
    CHECK(equal(a, convert_to_own<form::big>()));
}

// Notes what counts the elements of a list.
struct count_finder {
    using record = basic_outer<form::little>;
    bool found = false;

    void operator()(const field&, auto) {}
    template <class By, class Times, class T> void operator()(const counted<By, Times>& of, T record::*) {
        static_assert(std::same_as<By, u32<> record::*> && std::same_as<Times, one_each>);
        found = of.by == &record::number && of.role == role::reference && std::string_view{of.name} == "numbers";
    }
};

TEST_CASE("counted: names the member that holds the number of elements") {
    count_finder find;
    basic_outer<form::little>::fields<basic_outer<form::little>>(find);
    CHECK(find.found);
}

TEST_CASE("convert: from host form to a file form") {
    const auto there_and_back = []<form F>(std::integral_constant<form, F>) {
        basic_inner<form::host> a{};
        convert(make<F>().inner[1], a);
        basic_inner<F> b{};
        convert(a, b);
        CHECK(std::bit_cast<std::array<unsigned char, sizeof(b)>>(b) ==
              std::bit_cast<std::array<unsigned char, sizeof(b)>>(make<F>().inner[1]));
    };
    there_and_back(std::integral_constant<form, form::little>{});
    there_and_back(std::integral_constant<form, form::big>{});
}

TEST_CASE("equal: compares every field bit by bit") {
    const own_outer a = convert_to_own<form::little>();
    CHECK(equal(a, a)); // including its NaN
    const auto differs = [&](const auto& change) {
        own_outer b = a;
        change(b);
        return !equal(a, b);
    };
    CHECK(differs([](own_outer& b) { ++b.number; }));
    CHECK(differs([](own_outer& b) { ++b.inner[0].first; }));
    CHECK(differs([](own_outer& b) { b.inner[1].bytes[0] = 1; }));
    CHECK(differs([](own_outer& b) { b.inner[1].name.chars[3] = 'y'; }));
    CHECK(differs([](own_outer& b) { b.paint = color{}; }));
    CHECK(differs([](own_outer& b) { b.position.x = -b.position.x; }));
    CHECK(differs([](own_outer& b) { ++b.numbers.first; }));
    CHECK(differs([](own_outer& b) { ++b.numbers.count; }));
    CHECK_FALSE(equal(0.0F, -0.0F));
    CHECK(equal(u16<form::big>::of(7), std::uint16_t{7}));
    CHECK(equal(make<form::little>().inner, make<form::big>().inner));
}

TEST_CASE("convert_block: converts up to the shorter size") {
    const auto check = []<form F>(std::integral_constant<form, F>) {
        const u16<F> from[] = {u16<F>::of(1), u16<F>::of(0x0203), u16<F>::of(3)};
        std::uint16_t to[] = {9, 9, 9, 9};
        convert_block(std::span<const u16<F>>{from}, std::span<std::uint16_t>{to});
        CHECK(std::vector<int>(std::begin(to), std::end(to)) == std::vector<int>{1, 0x0203, 3, 9});
        convert_block(std::span<const u16<F>>{from}, std::span<std::uint16_t>{to}.first(0));
        convert_block(std::span<const u16<F>>{}, std::span<std::uint16_t>{to});
        CHECK(to[0] == 1);
    };
    check(std::integral_constant<form, form::little>{});
    check(std::integral_constant<form, form::big>{});
}

TEST_CASE("report_fields: names, types, counts, roles, and texts up to the NUL") {
    const outer_as_stored record = make<form::little>();
    const byte_view file{std::as_bytes(std::span{&record, 1})};
    std::vector<std::string> lines;
    std::uint64_t end = 0;
    impl::report_fields(file, {}, 0, record, [&](const region& reported) {
        CHECK(reported.offset() == end);
        end += reported.length;
        std::string line = reported.fields[0];
        line += reported.fields[1] != nullptr ? std::string(".") + reported.fields[1] : "";
        lines.push_back(line + " " + reported.type + " " + std::to_string(reported.count) + " " +
                        std::to_string(static_cast<int>(reported.role)));
    });
    CHECK(end == sizeof(outer_as_stored));
    const auto line = [](const char* text, role what) { return text + std::to_string(static_cast<int>(what)); };
    CHECK(lines == std::vector<std::string>{line("number u32 1 ", role::value), line("inner inner 2 ", role::value),
                                            line("paint u16 1 ", role::value), line("spare u16 1 ", role::padding),
                                            line("position vec3 1 ", role::value),
                                            line("numbers u32 2 ", role::reference)});
    lines.clear();
    end = 0;
    impl::report_fields(byte_view{std::as_bytes(std::span{&record.inner[1], 1})}, {}, 0, record.inner[1],
                        [&](const region& reported) {
                            lines.push_back(reported.fields[0] + std::string(" ") + std::to_string(reported.count));
                            end += reported.length;
                        });
    CHECK(end == sizeof(basic_inner<form::little>));
    CHECK(lines == std::vector<std::string>{"first 1", "bytes 2", "name 3", "name 1"});
}

} // namespace
