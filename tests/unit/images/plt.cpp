#include "fixtures.hpp"

namespace {

using namespace fixtures;

byte_builder plt(std::uint32_t width, std::uint32_t height) {
    return byte_builder{}.text("PLT V1  ").u32(10).u32(0).u32(width).u32(height);
}

// A palette of 256 shades and two colors; the second row has the color `second`, 0xRRGGBBAA.
std::vector<std::byte> palette(std::uint32_t second) {
    byte_builder out = byte_builder{}.zeros(2).u8(2).zeros(9).u16(256).u16(2).u8(32).u8(0x28);
    out.zeros(4 * 256);
    for (int i = 0; i < 256; ++i) {
        out.u32(second >> 8U | second << 24U);
    }
    return {out.span().begin(), out.span().end()};
}

} // namespace

TEST_CASE("plt: neutral colors without palettes, the last row first") {
    const byte_builder file = plt(1, 2).u8(100).u8(0).u8(200).u8(9);
    check_image(file, "x.plt", 1, 2, {0x323232FF, 0x584538FF}, alpha_kind::none);
    torture(file, "x.plt", file.size());
    pixels full;
    byte_builder all = plt(10, 1);
    for (std::uint8_t layer = 0; layer < 10; ++layer) {
        all.u8(254).u8(layer);
    }
    check_image(all, "x.plt", 10, 1,
                {0xDFAF8FFF, 0x604020FF, 0x9F9FA7FF, 0x9F9FA7FF, 0x7F6040FF, 0x404868FF, 0x704828FF, 0x503018FF,
                 0x404040FF, 0x404040FF},
                alpha_kind::none);
    check_image(plt(2, 1).u8(255).u8(0).u8(0).u8(0), "x.plt", 2, 1, {0xE0B09000, 0x000000FF}, alpha_kind::one_bit);
}

TEST_CASE("plt: palettes, each asked for by its name and read in the row of its color") {
    const byte_builder file = plt(3, 1).u8(1).u8(2).u8(1).u8(4).u8(9).u8(2);
    std::vector<std::string> asked;
    images::decode_options options;
    options.palette = [&](std::string_view name) {
        asked.emplace_back(name);
        return name == "pal_armor01" ? palette(0x11223344) : std::vector<std::byte>{};
    };
    options.colors[2] = 1;
    const auto decoded = images::decode(file.span(), "x.plt", options);
    REQUIRE(decoded);
    CHECK(asked == std::vector<std::string>{"pal_armor01", "pal_cloth01"});
    // The rows of this palette are stored from the top.
    CHECK(pixels_of(*decoded) == pixels{0x11223344, 0x010000FF, 0x11223344});
    CHECK(decoded->alpha == alpha_kind::graded);

    options.colors[2] = 2;
    const effigy::error no_row = images::decode(file.span(), "x.plt", options).error();
    CHECK(no_row.code == errc::out_of_bounds);
    CHECK(effigy::to_string(static_cast<const effigy::location&>(no_row)) == "plt.palette.height");

    options.palette = [&](std::string_view) { return std::vector<std::byte>(5); };
    const effigy::error no_palette = images::decode(file.span(), "x.plt", options).error();
    CHECK(effigy::to_string(static_cast<const effigy::location&>(no_palette)) == "plt.palette.imageType");
    CHECK(no_palette.offset == 2);

    options.palette = [&](std::string_view) { // a palette that needs a palette
        return std::vector<std::byte>{file.span().begin(), file.span().end()};
    };
    CHECK(images::decode(file.span(), "x.plt", options).error().code == errc::out_of_bounds);
}

TEST_CASE("plt: wrong numbers") {
    check_error(plt(0, 1), "x.plt", errc::bad_value, "plt.width", 16);
    check_error(plt(1, 16385), "x.plt", errc::bad_value, "plt.height", 20);
    check_error(plt(16384, 4097), "x.plt", errc::budget, "plt.size", 16);
    check_error(plt(16384, 4096), "x.plt", errc::truncated, "plt.pixels", 24);
    check_error(plt(2, 1).u8(1).u8(9).u8(1).u8(10), "x.plt", errc::out_of_bounds, "plt.pixels.layer", 27);
}
