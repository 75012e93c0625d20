#include <images/png.hpp>

#include <doctest/doctest.h>

#include <png.h>

#include <string>
#include <string_view>

namespace {

using images::image;

// Returns the pixels of a PNG file as RGBA, without any change of colors.
std::vector<std::uint8_t> rgba_of(const std::vector<std::byte>& file, std::uint32_t format) {
    png_image from{};
    from.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_memory(&from, file.data(), file.size()) != 0);
    CHECK(from.format == format);
    from.format = PNG_FORMAT_RGBA;
    std::vector<std::uint8_t> out(PNG_IMAGE_SIZE(from));
    REQUIRE(png_image_finish_read(&from, nullptr, out.data(), 0, nullptr) != 0);
    return out;
}

// Returns the names of the parts of a PNG file.
std::string parts_of(const std::vector<std::byte>& file) {
    const auto byte = [&](std::size_t at) { return std::to_integer<std::uint32_t>(file.at(at)); };
    std::string out;
    for (std::size_t at = 8; at < file.size();) {
        const std::uint32_t length = byte(at) << 24U | byte(at + 1) << 16U | byte(at + 2) << 8U | byte(at + 3);
        for (std::size_t i = 4; i < 8; ++i) {
            out += static_cast<char>(byte(at + i));
        }
        at += std::size_t{12} + length;
    }
    return out;
}

const image picture{2, 2, {1, 2, 3, 255, 5, 6, 7, 8, 9, 10, 11, 0, 13, 14, 15, 128}, images::alpha_kind::graded};

} // namespace

TEST_CASE("png: with and without alpha, twice the same bytes") {
    const auto with = images::to_png(picture, true);
    REQUIRE(with);
    CHECK(rgba_of(*with, PNG_FORMAT_RGBA) == picture.rgba);
    CHECK(*with == *images::to_png(picture, true));

    const auto without = images::to_png(picture, false);
    REQUIRE(without);
    std::vector<std::uint8_t> opaque = picture.rgba;
    for (std::size_t at = 3; at < opaque.size(); at += 4) {
        opaque[at] = 255;
    }
    CHECK(rgba_of(*without, PNG_FORMAT_RGB) == opaque);
}

TEST_CASE("png: no part that makes viewers change colors") {
    CHECK(parts_of(*images::to_png(picture, true)) == "IHDRsRGBIDATIEND");
    CHECK(parts_of(*images::to_png(picture, false)) == "IHDRsRGBIDATIEND");
}

TEST_CASE("png: what libpng cannot write is an error") {
    CHECK(images::to_png(image{}, true).error().code == effigy::errc::unsupported);
}
