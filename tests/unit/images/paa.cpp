#include "fixtures.hpp"

namespace {

using namespace fixtures;

byte_builder tagg(std::string_view reversed_name, std::initializer_list<std::uint8_t> data) {
    byte_builder out;
    out.text("GGAT").text(reversed_name).count(data.size());
    for (const std::uint8_t byte : data) {
        out.u8(byte);
    }
    return out;
}

struct paa {
    std::uint16_t type = 0x8888; // 0: none
    byte_builder taggs = {};
    byte_builder palette = {}; // blue, green, red
    std::uint16_t width = 2, height = 1;

    [[nodiscard]] byte_builder with(const byte_builder& data) const {
        byte_builder out;
        if (type != 0) {
            out.u16(type);
        }
        out.append(taggs).u16(static_cast<std::uint16_t>(palette.size() / 3)).append(palette);
        out.mark("width").u16(width).u16(height).mark("length");
        out.u16(static_cast<std::uint16_t>(data.size())).u8(static_cast<std::uint8_t>(data.size() >> 16U));
        return out.mark("data").append(data);
    }
};

void check_paa(const byte_builder& file, const pixels& expected, alpha_kind alpha = alpha_kind::none) {
    check_image(file, "x.paa", 2, 1, expected, alpha);
    torture(file, "X.PAC", file.size());
}

const byte_builder two_pixels = byte_builder{}.u32(0x4011'2233).u32(0x5044'5566);

// A block of DXT1: blue, red, and what is between them.
byte_builder colors() { return byte_builder{}.u16(0x001F).u16(0xF800).fill(4, 0xE4); }
byte_builder literals(const byte_builder& data) { // LZO
    return byte_builder{}.u8(static_cast<std::uint8_t>(17 + data.size())).append(data);
}

} // namespace

TEST_CASE("paa: colors of 16 and 32 bits") {
    check_paa(paa{0x8888}.with(two_pixels), {0x11223340, 0x44556650});
    check_paa(paa{0x4444}.with(byte_builder{}.u16(0x1234).u16(0xFEDC)), {0x22334411, 0xEEDDCCFF});
    check_paa(paa{0x1555}.with(byte_builder{}.u16(0xFC00).u16(0x0210)), {0xFF0000FF, 0x00848400});
    check_paa(paa{0x8080}.with(byte_builder{}.u8(0x12).u8(0x34).u8(0x56).u8(0x78)), {0x12121234, 0x56565678});
}

TEST_CASE("paa: colors packed by LZSS or LZO") {
    const byte_builder packed = byte_builder{}.u8(0x0F).u32(0x4011'2233).u8(4).u8(0x01).u32(0); // 4 bytes, then again
    check_image(paa{0x8888}.with(packed), "x.paa", 2, 1, {0x11223340, 0x11223340}, alpha_kind::none);
    check_image(paa{.width = 2 | 0x8000}.with(literals(two_pixels)), "x.paa", 2, 1, {0x11223340, 0x44556650},
                alpha_kind::none);
}

TEST_CASE("paa: DXT with and without LZO") {
    const byte_builder graded = byte_builder{}.fill(8, 0x44).append(colors());
    const byte_builder steps = byte_builder{}.u8(0x44).zeros(7).append(colors());
    const pixels four{0x0000FF44, 0xFF000044, 0x5500AA44, 0xAA005544};
    const auto check = [](std::uint16_t type, const byte_builder& data, const pixels& expected) {
        check_image(paa{.type = type, .width = 4}.with(data), "x.paa", 4, 1, expected, alpha_kind::none);
        const byte_builder lzo = paa{.type = type, .width = 4 | 0x8000}.with(literals(data));
        check_image(lzo, "x.paa", 4, 1, expected, alpha_kind::none);
        torture(lzo, "x.paa", lzo.size());
    };
    check(0xFF01, colors(), {0x0000FFFF, 0xFF0000FF, 0x7F007FFF, 0x00000000});
    check(0xFF02, graded, four);
    check(0xFF03, graded, four);
    check(0xFF04, steps, four);
    check(0xFF05, steps, four);
}

TEST_CASE("paa: palettes of Operation Flashpoint, packed by runs or LZSS") {
    const byte_builder palette = byte_builder{}.u8(3).u8(2).u8(1).u8(6).u8(5).u8(4);
    const paa file{.type = 0, .taggs = tagg("CGVA", {1, 2, 3, 4}), .palette = palette, .width = 4};
    const pixels expected{0x040506FF, 0x040506FF, 0x040506FF, 0x010203FF};
    check_image(file.with(byte_builder{}.u8(0x82).u8(1).u8(0).u8(0)), "x.pac", 4, 1, expected, alpha_kind::none);

    byte_builder lzss;
    lzss.append(file.taggs).u16(2).append(palette).u16(1234).u16(8765).u16(4).u16(1).u16(9).u8(0);
    lzss.u8(0x0F).u8(1).u8(1).u8(1).u8(0).u32(3);
    check_image(lzss, "x.pac", 4, 1, expected, alpha_kind::none);
    torture(lzss, "x.pac", lzss.size());

    const byte_builder outside = file.with(byte_builder{}.u8(0x02).u8(0).u8(1).u8(2).u8(0).u8(2));
    check_error(outside, "x.pac", errc::out_of_bounds, "paa.pixels", outside.at("data"));
}

TEST_CASE("paa: what the tags say about alpha") {
    const auto alpha_of = [](const byte_builder& taggs) {
        const byte_builder file = paa{.taggs = taggs}.with(two_pixels);
        return images::decode(file.span(), "x.paa").value().alpha;
    };
    CHECK(alpha_of({}) == alpha_kind::none);
    CHECK(alpha_of(tagg("GALF", {1, 0, 0, 0})) == alpha_kind::graded);
    CHECK(alpha_of(tagg("GALF", {1, 255, 255, 255})) == alpha_kind::graded);
    CHECK(alpha_of(tagg("GALF", {2, 0, 0, 0})) == alpha_kind::one_bit);
    CHECK(alpha_of(tagg("GALF", {0, 0, 0, 0})) == alpha_kind::none);
    CHECK(alpha_of(tagg("CGVA", {1, 0, 0, 0}).append(tagg("GALF", {2, 0, 0, 0}))) == alpha_kind::one_bit);
    CHECK(alpha_of(tagg("G\x14LF", {1, 0, 0})) == alpha_kind::none);
}

TEST_CASE("paa: channels that the tag SWIZ exchanged") {
    const auto check = [](std::initializer_list<std::uint8_t> swizzle, std::uint32_t expected) {
        const byte_builder file =
            paa{.taggs = tagg("ZIWS", swizzle)}.with(byte_builder{}.u32(0x4011'2233).u32(0x4011'2233));
        check_paa(file, {expected, expected});
    };
    check({0, 1, 2, 3}, 0x11223340);
    check({5, 4, 2, 3}, 0xBF2233EE); // normal maps: alpha contains 1 - red, red 1 - alpha
    check({8, 8, 2, 3}, 0x112233FF); // specular maps
    check({2, 9, 3, 9}, 0x114022FF); // ambient shadow: alpha contains green, green contains blue
    check({8, 0, 0, 0}, 0x11223333); // the last one counts
    check({3, 2, 1, 0}, 0x22114033);
}

TEST_CASE("paa: wrong numbers") {
    check_error(paa{0x1234}.with(two_pixels), "x.paa", errc::bad_value, "paa.type", 0);
    check_error(paa{.taggs = tagg("GALF", {1, 2, 3})}.with(two_pixels), "x.paa", errc::bad_value, "paa.tagg.length",
                10);
    const auto check = [](paa of, const char* mark, errc code, const char* path,
                          const byte_builder& data = two_pixels) {
        const byte_builder file = of.with(data);
        check_error(file, "x.paa", code, path, file.at(mark));
    };
    check({.width = 0}, "width", errc::bad_value, "paa.width");
    check({.width = 0x4001}, "width", errc::bad_value, "paa.width");
    check({.width = 0x4000, .height = 0x4000}, "width", errc::budget, "paa.size");
    check({.type = 0xFF01, .width = 4}, "data", errc::truncated, "paa.pixels", byte_builder{}.zeros(7));
    check({.width = 0x4000, .height = 0x1000}, "data", errc::truncated, "paa.lzss"); // cannot become that long
    check({.type = 0xFF05, .width = 0xC000, .height = 0x1000}, "data", errc::truncated, "paa.lzo");
    byte_builder cut = paa{}.with(two_pixels);
    cut.poke_u8(cut.at("length"), 9);
    check_error(cut, "x.paa", errc::truncated, "paa.pixels", cut.at("data"));
}
