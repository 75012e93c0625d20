#include "fixtures.hpp"

namespace {

using namespace fixtures;

// A header up to its pixels. Without `four_cc`: colors.
struct dds {
    std::uint32_t width = 4, height = 4;
    const char* four_cc = nullptr;
    std::uint32_t flags = 0x41, bits = 32;
    std::uint32_t red = 0xFF'0000, green = 0xFF00, blue = 0xFF, alpha = 0xFF00'0000;
    std::uint32_t caps2 = 0;

    [[nodiscard]] byte_builder header() const {
        byte_builder out;
        out.text("DDS ").u32(124).u32(0x1007).u32(height).u32(width).zeros(56).u32(32);
        out.u32(four_cc != nullptr ? 4 : flags).text(four_cc != nullptr ? four_cc : std::string(4, '\0'));
        return out.u32(bits).u32(red).u32(green).u32(blue).u32(alpha).u32(0x1000).u32(caps2).zeros(12);
    }
};

// Red, blue and two colors between them; in each row from left to right.
byte_builder& add_four_colors(byte_builder& file) {
    return file.u16(0xF800).u16(0x001F).fill(4, 0xE4); // the indices 0, 1, 2, 3
}
// 16 values of 3 bits: 0 to 7, twice.
byte_builder& add_gradient(byte_builder& file, std::uint8_t first, std::uint8_t second) {
    return file.u8(first).u8(second).u8(0x88).u8(0xC6).u8(0xFA).u8(0x88).u8(0xC6).u8(0xFA);
}

pixels repeated(const pixels& row, std::size_t times) {
    pixels out;
    for (std::size_t i = 0; i < times; ++i) {
        out.insert(out.end(), row.begin(), row.end());
    }
    return out;
}

const pixels four_colors = repeated({0xFF0000FF, 0x0000FFFF, 0xAA0055FF, 0x5500AAFF}, 4);

// Returns the colors with other values in the lowest byte, 8 at a time.
pixels with_alpha(pixels colors, const std::vector<std::uint32_t>& alpha) {
    for (std::size_t i = 0; i < colors.size(); ++i) {
        colors[i] = (colors[i] & 0xFFFF'FF00) | alpha[i % alpha.size()];
    }
    return colors;
}

} // namespace

TEST_CASE("dds: DXT1 with four colors, and with three and a transparent one") {
    byte_builder four = dds{.four_cc = "DXT1"}.header();
    add_four_colors(four);
    check_image(four, "x.dds", 4, 4, four_colors, alpha_kind::one_bit);
    torture(four, "x.dds", four.size());

    byte_builder three = dds{.four_cc = "DXT1"}.header();
    three.u16(0x001F).u16(0xF800).fill(4, 0xE4);
    check_image(three, "x.dds", 4, 4, repeated({0x0000FFFF, 0xFF0000FF, 0x7F007FFF, 0x00000000}, 4),
                alpha_kind::one_bit);

    byte_builder low_bits = dds{.four_cc = "DXT1"}.header();
    low_bits.u16(0x8410).u16(0x0000).zeros(4);
    check_image(low_bits, "x.dds", 4, 4, pixels(16, 0x848284FF), alpha_kind::one_bit);
}

TEST_CASE("dds: DXT3 and DXT5, and the same with colors that were multiplied by alpha") {
    for (const char* const name : {"DXT2", "DXT3"}) {
        byte_builder file = dds{.four_cc = name}.header();
        for (unsigned pair = 0x10; pair <= 0xFE; pair += 0x22) {
            file.u8(static_cast<std::uint8_t>(pair));
        }
        file.u16(0x001F).u16(0xF800).fill(4, 0xE4); // four colors, though the first is the smaller number
        pixels expected = repeated({0x0000FFFF, 0xFF0000FF, 0x5500AAFF, 0xAA0055FF}, 4);
        std::vector<std::uint32_t> alpha(16);
        for (std::uint32_t i = 0; i < 16; ++i) {
            alpha[i] = i * 17;
        }
        check_image(file, "x.dds", 4, 4, with_alpha(expected, alpha), alpha_kind::graded);
    }
    for (const char* const name : {"DXT4", "DXT5"}) {
        byte_builder eight = dds{.four_cc = name}.header();
        add_four_colors(add_gradient(eight, 70, 0));
        check_image(eight, "x.dds", 4, 4, with_alpha(four_colors, {70, 0, 60, 50, 40, 30, 20, 10}), alpha_kind::graded);
        byte_builder six = dds{.four_cc = name}.header();
        add_four_colors(add_gradient(six, 0, 50));
        check_image(six, "x.dds", 4, 4, with_alpha(four_colors, {0, 50, 10, 20, 30, 40, 0, 255}), alpha_kind::graded);
        torture(six, "x.dds", six.size());
    }
}

TEST_CASE("dds: one and two channels in blocks") {
    for (const char* const name : {"ATI1", "BC4U"}) {
        byte_builder file = dds{.four_cc = name}.header();
        add_gradient(file, 70, 0);
        check_image(
            file, "x.dds", 4, 4,
            repeated({0x460000FF, 0x000000FF, 0x3C0000FF, 0x320000FF, 0x280000FF, 0x1E0000FF, 0x140000FF, 0x0A0000FF},
                     2),
            alpha_kind::none);
    }
    for (const char* const name : {"ATI2", "BC5U"}) {
        byte_builder file = dds{.four_cc = name}.header();
        add_gradient(add_gradient(file, 70, 0), 0, 50);
        check_image(
            file, "x.dds", 4, 4,
            repeated({0x460000FF, 0x003200FF, 0x3C0A00FF, 0x321400FF, 0x281E00FF, 0x1E2800FF, 0x140000FF, 0x0AFF00FF},
                     2),
            alpha_kind::none);
    }
}

TEST_CASE("dds: sides that are not multiples of 4") {
    byte_builder file = dds{.width = 5, .height = 3, .four_cc = "DXT1"}.header();
    add_four_colors(file);
    add_four_colors(file);
    check_image(file, "x.dds", 5, 3, repeated({0xFF0000FF, 0x0000FFFF, 0xAA0055FF, 0x5500AAFF, 0xFF0000FF}, 3),
                alpha_kind::one_bit);
    torture(file, "x.dds", file.size());
}

TEST_CASE("dds: uncompressed colors by their masks") {
    byte_builder bgra = dds{.width = 2, .height = 1}.header();
    bgra.u32(0x4011'2233).u32(0xFF44'5566);
    check_image(bgra, "x.dds", 2, 1, {0x11223340, 0x445566FF}, alpha_kind::graded);
    torture(bgra, "x.dds", bgra.size());

    byte_builder ignored = dds{.width = 1, .height = 1, .flags = 0x40}.header(); // no flag for alpha
    ignored.u32(0x4011'2233);
    check_image(ignored, "x.dds", 1, 1, {0x112233FF}, alpha_kind::none);

    byte_builder rgb24 =
        dds{.width = 2, .height = 1, .flags = 0x40, .bits = 24, .red = 0xFF, .blue = 0xFF'0000}.header();
    rgb24.u8(1).u8(2).u8(3).u8(4).u8(5).u8(6);
    check_image(rgb24, "x.dds", 2, 1, {0x010203FF, 0x040506FF}, alpha_kind::none);

    byte_builder bits16 =
        dds{.width = 2, .height = 1, .bits = 16, .red = 0x7C00, .green = 0x3E0, .blue = 0x1F, .alpha = 0x8000}.header();
    bits16.u16(0xFC00).u16(0x0210); // 16 of 31
    check_image(bits16, "x.dds", 2, 1, {0xFF0000FF, 0x00848400}, alpha_kind::one_bit);

    byte_builder bits10 =
        dds{.width = 2, .height = 1, .flags = 0x40, .red = 0x3FF, .green = 0xF'FC00, .blue = 0}.header();
    bits10.u32(0x3FF).u32(0x8'0000); // 512 of 1023
    check_image(bits10, "x.dds", 2, 1, {0xFF0000FF, 0x008000FF}, alpha_kind::none);

    byte_builder grey =
        dds{.width = 1, .height = 1, .flags = 0x2'0001, .bits = 16, .red = 0xFF, .alpha = 0xFF00}.header();
    grey.u8(7).u8(9);
    check_image(grey, "x.dds", 1, 1, {0x07070709}, alpha_kind::graded);
}

TEST_CASE("dds: what is not read is refused by its name") {
    check_refused(dds{.four_cc = "DX10"}.header().zeros(100), "x.dds", "DDS with a DX10 header");
    check_refused(dds{.four_cc = "DXT1", .caps2 = 0x200}.header().zeros(100), "x.dds", "DDS cube map or volume");
    check_refused(dds{.caps2 = 0x20'0000}.header().zeros(100), "x.dds", "DDS cube map or volume");
    check_refused(dds{.flags = 0x20}.header().zeros(100), "x.dds", "DDS without colors");
    const byte_builder bc7 = dds{.four_cc = "BC7U"}.header().zeros(100);
    check_error(bc7, "x.dds", errc::bad_magic, "dds.pixelFormat.fourCC", 84);
    CHECK(effigy::to_string(images::decode(bc7.span(), "x.dds").error()).find("\"BC7U\"") != std::string::npos);
}

TEST_CASE("dds: wrong numbers") {
    check_error(dds{.width = 0}.header(), "x.dds", errc::bad_value, "dds.width", 16);
    check_error(dds{.height = 16385}.header(), "x.dds", errc::bad_value, "dds.height", 12);
    check_error(dds{.width = 16384, .height = 4097, .four_cc = "DXT1"}.header(), "x.dds", errc::budget, "dds.size", 12);
    check_error(dds{.bits = 0}.header(), "x.dds", errc::bad_value, "dds.pixelFormat.bits", 88);
    check_error(dds{.bits = 40}.header(), "x.dds", errc::bad_value, "dds.pixelFormat.bits", 88);
    check_error(dds{.bits = 12}.header(), "x.dds", errc::bad_value, "dds.pixelFormat.bits", 88);
    check_error(dds{.red = 0x0F0F}.header(), "x.dds", errc::bad_value, "dds.pixelFormat.redMask", 92);
    check_error(dds{.alpha = 5}.header(), "x.dds", errc::bad_value, "dds.pixelFormat.alphaMask", 104);
    check_error(dds{.width = 16384, .height = 4096, .four_cc = "DXT1"}.header(), "x.dds", errc::truncated, "dds.pixels",
                128);
    check_error(dds{}.header().zeros(63), "x.dds", errc::truncated, "dds.pixels", 128);
}

TEST_CASE("dds: BioWare's, which has no magic") {
    const auto header = [](std::uint32_t width, std::uint32_t height, std::uint32_t channels) {
        return byte_builder{}.u32(width).u32(height).u32(channels).u32(8).f32(1.0F);
    };
    byte_builder opaque = header(4, 4, 3);
    opaque.u16(0x001F).u16(0xF800).fill(4, 0xE4);
    check_image(opaque, "x.DDS", 4, 4, repeated({0x0000FFFF, 0xFF0000FF, 0x7F007FFF, 0x000000FF}, 4), alpha_kind::none);
    torture(opaque, "x.dds", opaque.size());

    byte_builder graded = header(4, 4, 4);
    add_four_colors(add_gradient(graded, 70, 0));
    check_image(graded, "x.dds", 4, 4, with_alpha(four_colors, {70, 0, 60, 50, 40, 30, 20, 10}), alpha_kind::graded);

    check_error(header(3, 4, 3), "x.dds", errc::bad_value, "dds.width", 0);
    check_error(header(4, 5, 3), "x.dds", errc::bad_value, "dds.width", 0);
    check_error(header(0, 4, 3), "x.dds", errc::bad_value, "dds.width", 0);
    check_error(header(4, 32768, 3), "x.dds", errc::bad_value, "dds.height", 4);
    check_error(header(4, 4, 5), "x.dds", errc::bad_value, "dds.channels", 8);
    check_error(header(8, 4, 4).zeros(31), "x.dds", errc::truncated, "dds.pixels", 20);
}
