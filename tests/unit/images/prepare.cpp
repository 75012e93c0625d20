#include <images/prepare.hpp>

#include "fixtures.hpp"

#include <doctest/doctest.h>

#include <png.h>

namespace {

using namespace fixtures;
using namespace images;

// An image of one row.
byte_builder row_of(const pixels& row) {
    byte_builder out;
    out.u8(0).u8(0).u8(2).zeros(9).u16(static_cast<std::uint16_t>(row.size())).u16(1).u8(32).u8(0x28);
    for (const std::uint32_t each : row) {
        out.u32(each >> 8U | each << 24U); // as blue, green, red, alpha
    }
    return out;
}

struct shown {
    pixels row;
    bool has_alpha = false;
    alpha_use alpha = alpha_use::opaque;

    [[nodiscard]] friend bool operator==(const shown&, const shown&) = default;
};

shown prepared(const pixels& row, use as, const prepare_options& options = {}) {
    const auto made = prepare(row_of(row).span(), "x.tga", as, options);
    REQUIRE(made);
    CHECK(std::string_view{made->media_type} == "image/png");
    png_image from{};
    from.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_memory(&from, made->file.data(), made->file.size()) != 0);
    shown out{{}, (from.format & PNG_FORMAT_FLAG_ALPHA) != 0, made->alpha};
    from.format = PNG_FORMAT_RGBA;
    image all{from.width, from.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(from))};
    REQUIRE(png_image_finish_read(&from, nullptr, all.rgba.data(), 0, nullptr) != 0);
    out.row = pixels_of(all);
    return out;
}

} // namespace

TEST_CASE("textures: a color with and without alpha") {
    const pixels row{0x10203080, 0x405060FF};
    CHECK(prepared(row, use::color) == shown{{0x102030FF, 0x405060FF}});
    CHECK(prepared(row, use::color_and_alpha) == shown{row, true, alpha_use::blend});
}

TEST_CASE("textures: alpha by the content of the image") {
    const pixels opaque{0x102030FF, 0x405060FF};
    CHECK(prepared(opaque, use::color_by_content) == shown{opaque});
    const pixels holes{0x10203000, 0x405060FF};
    CHECK(prepared(holes, use::color_by_content) == shown{holes, true, alpha_use::mask});
    const pixels graded{0x10203080, 0x405060FF};
    CHECK(prepared(graded, use::color_by_content) == shown{graded, true, alpha_use::blend});
}

TEST_CASE("textures: alpha that may be a reflection is kept, and does not weigh the colors") {
    pixels gloss; // 40 levels
    for (std::uint32_t i = 0; i < 40; ++i) {
        gloss.push_back(0x10203000U + 60 + 5 * i);
    }
    CHECK(prepared(gloss, use::color_or_reflection) == shown{gloss, true, alpha_use::reflection});
    CHECK(prepared(gloss, use::color_by_content) == shown{gloss, true, alpha_use::blend});
    const pixels glass(40, 0x10203080); // one level
    CHECK(prepared(glass, use::color_or_reflection) == shown{glass, true, alpha_use::blend});
    CHECK(prepared(glass, use::color_and_reflection) == shown{glass, true, alpha_use::reflection});
    const pixels holes{0x10203000, 0x405060FF}, opaque{0x102030FF, 0x405060FF};
    CHECK(prepared(holes, use::color_or_reflection) == shown{holes, true, alpha_use::mask});
    CHECK(prepared(holes, use::color_and_reflection) == shown{holes, true, alpha_use::reflection});
    CHECK(prepared(opaque, use::color_or_reflection) == shown{opaque});
    CHECK(prepared(opaque, use::color_and_reflection) == shown{opaque});
    const prepare_options small{.most_side = 1, .decoding = {}};
    CHECK(prepared({0x00FF0000, 0xFF0000FF}, use::color_and_reflection, small).row == pixels{0x80800080});
}

TEST_CASE("textures: light becomes full colors with alpha, shade becomes black with alpha") {
    const pixels row{0x64320080, 0x000000FF, 0xFFFFFFFF};
    CHECK(prepared(row, use::light) == shown{{0xFF7F0032, 0x00000000, 0xFFFFFFFF}, true, alpha_use::blend});
    CHECK(prepared(row, use::light_without_alpha) ==
          shown{{0xFF7F0064, 0x00000000, 0xFFFFFFFF}, true, alpha_use::blend});
    CHECK(prepared({0x64320040, 0xFF808000}, use::double_shade) ==
          shown{{0x0000009B, 0x00000000}, true, alpha_use::blend});
    CHECK(prepared(row, use::shade) == shown{{0x000000CD, 0x000000FF, 0x00000000}, true, alpha_use::blend});
}

TEST_CASE("textures: normal maps") {
    const pixels plain{0x8080FFFF, 0xFF8080FF};
    CHECK(prepared(plain, use::normal) == shown{plain});
    // Packed: X in alpha, Y in green.
    CHECK(prepared({0x00FF0080, 0x008000FF}, use::normal) == shown{{0x80FF80FF, 0xFF8080FF}});
    // Two channels: blue is the same everywhere.
    CHECK(prepared({0x80FF00FF, 0xFF8000FF}, use::normal) == shown{{0x80FF80FF, 0xFF8080FF}});
    // Arma: green points down, and blue is not stored.
    CHECK(prepared({0x80000000, 0xFF7F33FF}, use::flipped_normal) == shown{{0x80FF80FF, 0xFF8080FF}});
}

TEST_CASE("textures: large images are halved") {
    prepare_options options;
    options.most_side = 2;
    CHECK(prepared(pixels(5, 0x10203080), use::color_and_alpha, options).row.size() == 2);
    // The color of transparent pixels has no weight, unless alpha is not shown.
    const pixels row{0x00FF0000, 0xFF0000FF};
    options.most_side = 1;
    CHECK(prepared(row, use::color_and_alpha, options).row == pixels{0xFF000080});
    CHECK(prepared(row, use::color, options).row == pixels{0x808000FF});
}

TEST_CASE("textures: PNG and JPEG files stay as they are") {
    const auto png = [](std::uint8_t color_type) {
        byte_builder out;
        out.text("\x89PNG\r\n\x1A\n").u32(0x0D000000).text("IHDR").zeros(8).u8(8).u8(color_type).zeros(7);
        return out.zeros(4).text("IEND\xAE\x42\x60\x82");
    };
    for (const std::uint8_t type : {std::uint8_t{2}, std::uint8_t{6}}) {
        const byte_builder file = png(type);
        const auto made = prepare(file.span(), "x.blp", use::color_by_content);
        REQUIRE(made);
        CHECK(made->file == std::vector<std::byte>{file.span().begin(), file.span().end()});
        CHECK(made->alpha == (type == 6 ? alpha_use::blend : alpha_use::opaque));
    }
    const auto jpeg = prepare(byte_builder{}.text("\xFF\xD8\xFF\xD9").span(), "x.jpg", use::color);
    REQUIRE(jpeg);
    CHECK(std::string_view{jpeg->media_type} == "image/jpeg");

    const byte_builder whole = png(2);
    for (const auto part : {whole.first(8), whole.first(whole.size() - 1)}) {
        const auto cut = prepare(part, "x.png", use::color);
        REQUIRE_FALSE(cut);
        CHECK(cut.error().code == errc::truncated);
        CHECK(cut.error().offset == part.size());
    }
    CHECK_FALSE(prepare(byte_builder{}.text("\xFF\xD8\xFF").span(), "x.jpg", use::color));
}

TEST_CASE("textures: an image that cannot be decoded is an error") {
    const auto made = prepare(byte_builder{}.text("DDS ").span(), "x.dds", use::color);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == errc::truncated);
}
