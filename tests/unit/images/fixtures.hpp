// Image files that tests write byte by byte, and what must come out of them.
#pragma once

#include "support/byte_builder.hpp"

#include <effigy/report.hpp>
#include <images/decode.hpp>

#include <doctest/doctest.h>

#include <string>

namespace fixtures {

using effigy::errc;
using images::alpha_kind;
using support::byte_builder;

using pixels = std::vector<std::uint32_t>; // 0xRRGGBBAA

inline pixels pixels_of(const images::image& from) {
    pixels out(from.rgba.size() / 4);
    for (std::size_t i = 0; i < from.rgba.size(); ++i) {
        out[i / 4] = out[i / 4] << 8U | from.rgba[i];
    }
    return out;
}

inline void check_image(const byte_builder& file, const char* name, std::uint32_t width, std::uint32_t height,
                        const pixels& expected, alpha_kind alpha) {
    const auto decoded = images::decode(file.span(), name);
    CAPTURE(effigy::to_string(decoded.error()));
    REQUIRE(decoded);
    CHECK(decoded->width == width);
    CHECK(decoded->height == height);
    CHECK(decoded->alpha == alpha);
    CHECK(pixels_of(*decoded) == expected);
}

inline void check_error(const byte_builder& file, const char* name, errc code, std::string_view path,
                        std::uint64_t offset) {
    const auto decoded = images::decode(file.span(), name);
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().code == code);
    CHECK(effigy::to_string(static_cast<const effigy::location&>(decoded.error())) == path);
    CHECK(decoded.error().offset == offset);
}
inline void check_refused(const byte_builder& file, const char* name, std::string_view format) {
    check_error(file, name, errc::unsupported, format, 0);
}

// Whether an image keeps its promises, or an error is inside the file.
inline void check_any(std::span<const std::byte> file, const char* name) {
    const std::vector<std::byte> copy{file.begin(), file.end()}; // the address sanitizer sees each end of a file
    const auto decoded = images::decode(copy, name);
    if (!decoded) {
        REQUIRE(decoded.error().offset <= file.size());
        REQUIRE(*effigy::to_string(decoded.error()).c_str() != '\0');
        return;
    }
    REQUIRE(decoded->rgba.size() == std::size_t{4} * decoded->width * decoded->height);
    REQUIRE(decoded->width - 1 < images::most_pixels_of_a_side);
    REQUIRE(decoded->height - 1 < images::most_pixels_of_a_side);
}

// The first bytes of a file, and the file with each byte changed. `needed`: shorter files are errors.
inline void torture(byte_builder file, const char* name, std::size_t needed) {
    for (std::size_t n = 0; n <= file.size(); ++n) {
        check_any(file.first(n), name);
        CHECK(images::decode(file.first(n), name).has_value() == (n >= needed));
    }
    for (std::size_t at = 0; at < file.size(); ++at) {
        const auto original = std::to_integer<std::uint8_t>(file.span()[at]);
        for (const unsigned changed : {0U, 1U, 0x7FU, 0x80U, 0xFFU, original ^ 0xFFU, original ^ 1U}) {
            file.poke_u8(at, static_cast<std::uint8_t>(changed));
            check_any(file.span(), name);
        }
        file.poke_u8(at, original);
    }
}

} // namespace fixtures
