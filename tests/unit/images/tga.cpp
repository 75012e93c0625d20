#include "fixtures.hpp"

namespace {

using namespace fixtures;

struct tga {
    std::uint8_t type = 2, bits = 24, descriptor = 0x20;
    std::uint8_t map_type = 0;
    std::uint16_t map_first = 0, map_length = 0;
    std::uint8_t map_bits = 0;
    std::uint16_t width = 2, height = 2;

    [[nodiscard]] byte_builder header() const {
        byte_builder out;
        out.u8(3).u8(map_type).u8(type).u16(map_first).u16(map_length).u8(map_bits).zeros(4).u16(width).u16(height);
        return out.u8(bits).u8(descriptor).text("id.");
    }
};

byte_builder numbers(byte_builder file, unsigned first, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        file.u8(static_cast<std::uint8_t>(first + i));
    }
    return file;
}

void check_tga(const byte_builder& file, const pixels& expected, alpha_kind alpha = alpha_kind::none) {
    check_image(file, "x.tga", 2, 2, expected, alpha);
    torture(file, "X.TGA", file.size());
}

} // namespace

TEST_CASE("tga: colors of 15 to 32 bits") {
    check_tga(numbers(tga{}.header(), 1, 12), {0x030201FF, 0x060504FF, 0x090807FF, 0x0C0B0AFF});
    check_tga(numbers(tga{.bits = 32}.header(), 1, 16), {0x03020104, 0x07060508, 0x0B0A090C, 0x0F0E0D10},
              alpha_kind::graded);
    const auto bits16 = [](std::uint8_t bits, std::uint8_t alpha_bits) {
        const auto descriptor = static_cast<std::uint8_t>(0x20 | alpha_bits);
        return tga{.bits = bits, .descriptor = descriptor}.header().u16(0xFC00).u16(0x03E0).u16(0x001F).u16(0x0210);
    };
    const pixels opaque{0xFF0000FF, 0x00FF00FF, 0x0000FFFF, 0x008484FF};
    check_tga(bits16(15, 0), opaque);
    check_tga(bits16(16, 0), opaque);
    check_tga(bits16(16, 1), {0xFF0000FF, 0x00FF0000, 0x0000FF00, 0x00848400}, alpha_kind::one_bit);
}

TEST_CASE("tga: an image without an opaque pixel has no alpha") {
    byte_builder file = tga{.bits = 32, .descriptor = 0x28}.header();
    for (std::uint8_t i = 0; i < 4; ++i) {
        file.u8(i).u8(i).u8(i).u8(0);
    }
    check_tga(file, {0x000000FF, 0x010101FF, 0x020202FF, 0x030303FF});
    check_tga(tga{.bits = 16, .descriptor = 0x21}.header().zeros(8), pixels(4, 0x000000FF));
}

TEST_CASE("tga: grey, also with alpha") {
    check_tga(numbers(tga{.type = 3, .bits = 8, .descriptor = 0x28}.header(), 1, 4),
              {0x010101FF, 0x020202FF, 0x030303FF, 0x040404FF});
    check_tga(numbers(tga{.type = 3, .bits = 16}.header(), 1, 8), {0x01010102, 0x03030304, 0x05050506, 0x07070708},
              alpha_kind::graded);
}

TEST_CASE("tga: palettes") {
    const tga indexed{.type = 1, .bits = 8, .map_type = 1, .map_length = 2, .map_bits = 24};
    const byte_builder header = numbers(indexed.header(), 1, 6);
    check_tga(byte_builder{header}.u8(0).u8(1).u8(1).u8(0), {0x030201FF, 0x060504FF, 0x060504FF, 0x030201FF});
    check_error(byte_builder{header}.u8(0).u8(1).u8(2).u8(0), "x.tga", errc::out_of_bounds, "tga.pixels", 27);

    const byte_builder of_runs = tga{.type = 9, .bits = 8, .map_type = 1, .map_length = 1, .map_bits = 32}.header();
    check_tga(byte_builder{of_runs}.u32(0x4011'2233).u8(0x83).u8(0), pixels(4, 0x11223340), alpha_kind::graded);

    const byte_builder unused = tga{.map_type = 1, .map_first = 7, .map_length = 1, .map_bits = 16}.header().u16(0);
    check_tga(numbers(unused, 1, 12), {0x030201FF, 0x060504FF, 0x090807FF, 0x0C0B0AFF});
}

TEST_CASE("tga: runs, and the order of rows") {
    const auto runs = [](std::uint8_t descriptor) {
        byte_builder file = tga{.type = 10, .descriptor = descriptor}.header();
        return numbers(numbers(file.u8(0x82), 1, 3).u8(0x00), 4, 3);
    };
    check_tga(runs(0x20), {0x030201FF, 0x030201FF, 0x030201FF, 0x060504FF});
    check_tga(runs(0x00), {0x030201FF, 0x060504FF, 0x030201FF, 0x030201FF}); // from the bottom
    const byte_builder three_rows = tga{.type = 3, .bits = 8, .descriptor = 0, .width = 1, .height = 3}.header();
    check_image(numbers(three_rows, 1, 3), "x.tga", 1, 3, {0x030303FF, 0x020202FF, 0x010101FF}, alpha_kind::none);
}

TEST_CASE("tga: wrong numbers") {
    const auto check = [](const tga& of, errc code, const char* path, std::uint64_t offset) {
        check_error(of.header(), "x.tga", code, path, offset);
    };
    check({.type = 0}, errc::bad_value, "tga.imageType", 2);
    check({.type = 4}, errc::bad_value, "tga.imageType", 2);
    check({.type = 8}, errc::bad_value, "tga.imageType", 2);
    check({.type = 32}, errc::bad_value, "tga.imageType", 2);
    check({.map_type = 2}, errc::bad_value, "tga.imageType", 2);
    check({.type = 1, .bits = 8}, errc::bad_value, "tga.colorMap.first", 3);
    check({.type = 1, .bits = 8, .map_type = 1, .map_first = 1, .map_bits = 24}, errc::bad_value, "tga.colorMap.first",
          3);
    check({.type = 1, .bits = 8, .map_type = 1, .map_bits = 8}, errc::bad_value, "tga.colorMap.bits", 7);
    check({.width = 0}, errc::bad_value, "tga.width", 12);
    check({.height = 16385}, errc::bad_value, "tga.height", 14);
    check({.width = 16384, .height = 4097}, errc::budget, "tga.size", 12);
    check({.bits = 8}, errc::bad_value, "tga.bits", 16);
    check({.type = 3, .bits = 24}, errc::bad_value, "tga.bits", 16);
    check({.type = 1, .bits = 16, .map_type = 1, .map_bits = 24}, errc::bad_value, "tga.bits", 16);
    check({.descriptor = 0x30}, errc::bad_value, "tga.descriptor", 17);
    check({.map_type = 1, .map_length = 1, .map_bits = 24}, errc::truncated, "tga.colorMap", 21);
    check({.width = 16384, .height = 4096}, errc::truncated, "tga.pixels", 21);
    check({.type = 10, .width = 16384, .height = 4096}, errc::truncated, "tga.runs", 21);
}
