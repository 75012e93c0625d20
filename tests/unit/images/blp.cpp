#include "fixtures.hpp"

namespace {

using namespace fixtures;

struct blp2 {
    std::uint32_t type = 1;
    std::uint8_t compression = 1, alpha_bits = 0, alpha_type = 8;
    std::uint32_t width = 3, height = 3;
    std::uint32_t offset = 148 + 1024;

    // Color i of the palette is red i, green i + 1, blue i + 2; its fourth byte means nothing.
    [[nodiscard]] byte_builder header() const {
        byte_builder out;
        out.text("BLP2").u32(type).u8(compression).u8(alpha_bits).u8(alpha_type).u8(17).u32(width).u32(height);
        out.u32(offset).zeros(60).u32(9).zeros(60);
        return with_palette(out);
    }
    static byte_builder with_palette(byte_builder out) {
        for (unsigned i = 0; i < 256; ++i) {
            const auto channel = [&](unsigned more) { return static_cast<std::uint8_t>(i + more); };
            out.u8(channel(2)).u8(channel(1)).u8(channel(0)).u8(0x55);
        }
        return out;
    }
};
struct blp1 {
    std::uint32_t compression = 1, alpha_bits = 0, width = 3, height = 3;

    [[nodiscard]] byte_builder header() const {
        byte_builder out;
        out.text("BLP1").u32(compression).u32(alpha_bits).u32(width).u32(height).u32(5).u32(1);
        return blp2::with_palette(out.u32(156 + 1024).zeros(60).u32(9).zeros(60));
    }
};

byte_builder with_indices(byte_builder file) {
    for (const unsigned index : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 255U}) {
        file.u8(static_cast<std::uint8_t>(index));
    }
    return file;
}

pixels expected(const std::vector<std::uint32_t>& alpha) {
    pixels out{0x00010200, 0x01020300, 0x02030400, 0x03040500, 0x04050600,
               0x05060700, 0x06070800, 0x07080900, 0xFF000100};
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] |= alpha[i];
    }
    return out;
}
const std::vector<std::uint32_t> nine_opaque(9, 255);

} // namespace

TEST_CASE("blp: palettes with 0, 1, 4 and 8 bits of alpha, in both versions") {
    const std::vector<std::uint32_t> graded{0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99};
    const std::vector<std::uint32_t> one_bit{255, 0, 0, 0, 0, 0, 0, 255, 255};
    const auto check = [&](const auto& header_with) {
        const byte_builder none = with_indices(header_with(0));
        check_image(none, "x.blp", 3, 3, expected(nine_opaque), alpha_kind::none);
        byte_builder eight = with_indices(header_with(8));
        byte_builder four = with_indices(header_with(4)).u8(0x21).u8(0x43).u8(0x65).u8(0x87).u8(0x09);
        byte_builder one = with_indices(header_with(1)).u8(0x81).u8(0x01);
        for (const std::uint32_t alpha : graded) {
            eight.u8(static_cast<std::uint8_t>(alpha));
        }
        check_image(eight, "x.blp", 3, 3, expected(graded), alpha_kind::graded);
        check_image(four, "x.blp", 3, 3, expected(graded), alpha_kind::graded);
        check_image(one, "x.blp", 3, 3, expected(one_bit), alpha_kind::one_bit);
        torture(none, "x.blp", none.size());
        torture(one, "x.blp", one.size());
        check_error(with_indices(header_with(8)).zeros(8), "x.blp", errc::truncated, "blp.alpha", eight.size() - 9);
    };
    check([](std::uint8_t bits) { return blp2{.alpha_bits = bits}.header(); });
    check([](std::uint8_t bits) { return blp1{.alpha_bits = bits}.header(); });
}

TEST_CASE("blp: DXT, with and without alpha") {
    const auto file = [](std::uint8_t alpha_bits, std::uint8_t alpha_type) {
        byte_builder out =
            blp2{.compression = 2, .alpha_bits = alpha_bits, .alpha_type = alpha_type, .width = 4, .height = 1}
                .header();
        if (alpha_type == 1) {
            out.fill(8, 0x44);
        } else if (alpha_type == 7) {
            out.u8(0x44).u8(0).zeros(6);
        }
        return out.u16(0x001F).u16(0xF800).fill(4, 0xE4);
    };
    check_image(file(0, 0), "x.blp", 4, 1, {0x0000FFFF, 0xFF0000FF, 0x7F007FFF, 0x000000FF}, alpha_kind::none);
    check_image(file(1, 0), "x.blp", 4, 1, {0x0000FFFF, 0xFF0000FF, 0x7F007FFF, 0x00000000}, alpha_kind::one_bit);
    check_image(file(8, 0), "x.blp", 4, 1, {0x0000FFFF, 0xFF0000FF, 0x7F007FFF, 0x00000000}, alpha_kind::one_bit);
    for (const std::uint8_t type : {std::uint8_t{1}, std::uint8_t{7}}) {
        check_image(file(8, type), "x.blp", 4, 1, {0x0000FF44, 0xFF000044, 0x5500AA44, 0xAA005544}, alpha_kind::graded);
        check_image(file(0, type), "x.blp", 4, 1, {0x0000FFFF, 0xFF0000FF, 0x5500AAFF, 0xAA0055FF}, alpha_kind::none);
        torture(file(8, type), "x.blp", file(8, type).size());
    }
}

TEST_CASE("blp: colors without compression") {
    const auto file = [](std::uint8_t bits) {
        return blp2{.compression = 3, .alpha_bits = bits, .width = 1, .height = 2}
            .header()
            .u32(0x4011'2233)
            .u32(0x5044'5566);
    };
    check_image(file(8), "x.blp", 1, 2, {0x11223340, 0x44556650}, alpha_kind::graded);
    check_image(file(0), "x.blp", 1, 2, {0x112233FF, 0x445566FF}, alpha_kind::none);
    torture(file(8), "x.blp", file(8).size());
}

TEST_CASE("blp: what is not read, and wrong numbers") {
    check_refused(blp1{.compression = 0}.header(), "x.blp", "BLP1 JPEG");
    check_refused(blp2{.type = 0}.header(), "x.blp", "BLP2 JPEG");
    check_error(blp1{.compression = 2}.header(), "x.blp", errc::bad_value, "blp.compression", 4);
    check_error(blp1{.alpha_bits = 2}.header(), "x.blp", errc::bad_value, "blp.alphaBits", 8);
    check_error(blp1{.width = 0}.header(), "x.blp", errc::bad_value, "blp.width", 12);
    check_error(blp2{.type = 2}.header(), "x.blp", errc::bad_value, "blp.type", 4);
    check_error(blp2{.compression = 4}.header(), "x.blp", errc::bad_value, "blp.compression", 8);
    check_error(blp2{.alpha_bits = 3}.header(), "x.blp", errc::bad_value, "blp.alphaBits", 9);
    check_error(blp2{.compression = 2, .alpha_type = 2}.header(), "x.blp", errc::bad_value, "blp.alphaType", 10);
    check_error(blp2{.height = 16385}.header(), "x.blp", errc::bad_value, "blp.height", 16);
    check_error(blp2{.width = 16384, .height = 16384}.header(), "x.blp", errc::budget, "blp.size", 12);
    check_error(blp2{.width = 16384, .height = 4096}.header(), "x.blp", errc::truncated, "blp.pixels", 1172);
    check_error(blp2{.offset = 0xFFFF'FFFF}.header(), "x.blp", errc::truncated, "blp.pixels", 1172);
    check_error(blp2{.compression = 2, .alpha_type = 0}.header().zeros(7), "x.blp", errc::truncated, "blp.pixels",
                1172);
    check_error(blp2{.compression = 3}.header().zeros(35), "x.blp", errc::truncated, "blp.pixels", 1172);
}
