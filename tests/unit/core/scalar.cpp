#include <effigy/core/byte_view.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>

namespace {

using namespace effigy;
constexpr form little = form::little;
constexpr form big = form::big;

enum class color : std::uint16_t { red = 1, blue = 0x0102 };

// Numbers convert to their values in both byte orders, also in constant expressions.
static_assert(u16<little>{{0x34, 0x12}} == 0x1234);
static_assert(u16<big>{{0x12, 0x34}} == 0x1234);
static_assert(i16<little>{{0xFE, 0xFF}} == -2);
static_assert(i16<big>{{0xFF, 0xFE}} == -2);
static_assert(u32<little>{{4, 3, 2, 1}} == 0x01020304U);
static_assert(u32<big>{{1, 2, 3, 4}} == 0x01020304U);
static_assert(i32<little>{{0, 0, 0, 0x80}} == std::numeric_limits<std::int32_t>::min());
static_assert(i32<big>{{0xFF, 0xFF, 0xFF, 0xFF}} == -1);
static_assert(f32<little>{{0, 0, 0xC0, 0xBF}} == -1.5F);
static_assert(f32<big>{{0xBF, 0xC0, 0, 0}} == -1.5F);
static_assert(scalar<color, little>{{0x02, 0x01}}.get() == color::blue);
static_assert(scalar<color, big>{{0x01, 0x02}}.get() == color::blue);
static_assert(scalar<double, big>{{0x3F, 0xF0}} == 1.0);

// Values convert to numbers.
static_assert(u32<little>::of(0x01020304).raw[0] == 4 && u32<big>::of(0x01020304).raw[0] == 1);
static_assert(i16<little>::of(-2) == -2 && i16<big>::of(-2) == -2);
static_assert(f32<little>::of(0.1F) == 0.1F && f32<big>::of(0.1F) == 0.1F);

// Only types in which every byte pattern is valid may be laid over a file.
static_assert(wire<u8> && wire<u32<big>> && wire<vec3<little>> && wire<text<7>>);
static_assert(!wire<std::uint32_t>, "requires alignment");
static_assert(!wire<float>, "requires alignment, and has two zeros");
static_assert(!wire<std::string_view>, "is not stored in a file");

static_assert(sizeof(vec2<little>) == 8 && sizeof(vec3<little>) == 12 && sizeof(vec4<big>) == 16);
static_assert(sizeof(quat<little>) == 16 && sizeof(text<7>) == 7);

constexpr text<4> shorter{{'a', 'b', '\0', 'd'}};
constexpr text<4> without_nul{{'a', 'b', 'c', 'd'}};
static_assert(shorter == "ab" && without_nul == "abcd" && !(without_nul == "abc") && text<2>{} == "");

constexpr std::array<int, 3> numbers{10, 20, 30};
constexpr std::span<const int> items{numbers};
static_assert(*find_at(items, 2) == 30);
static_assert(find_at(items, 3) == nullptr);
static_assert(find_at(items, 0xFFFF'FFFF'FFFF'FFFF) == nullptr);
static_assert(find_at(std::span<const int>{}, 0) == nullptr);

} // namespace

TEST_CASE("scalar: the same values at run time as in constant expressions") {
    volatile unsigned char top = 0x3F; // hides the number from the optimiser
    const f32<big> one{{top, 0x80, 0, 0}};
    const f32<little> two{{0, 0, 0, static_cast<unsigned char>(top + 1)}};
    CHECK(one.get() == 1.0F);
    CHECK(two.get() == 2.0F);
    CHECK(std::uint32_t{u32<big>{{top, 0, 0, 1}}} == 0x3F00'0001U);
}

TEST_CASE("scalar: a NaN keeps its bits") {
    const f32<little> signalling{{1, 0, 0x80, 0x7F}};
    CHECK(std::bit_cast<std::uint32_t>(signalling.get()) == 0x7F80'0001U);
}

TEST_CASE("element: access to the components of a vector by number") {
    const vec4<little> v{f32<little>::of(1), f32<little>::of(2), f32<little>::of(3), f32<little>::of(4)};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(element(v, i).get() == static_cast<float>(i + 1));
    }
}
