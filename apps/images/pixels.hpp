// Uncompressed pixels.
#pragma once

#include "readers.hpp"

namespace images {

// A pixel is a little-endian number. Each mask is one run of bits in it. 0: no red, no green, no blue; opaque.
struct pixel_layout {
    std::uint32_t bytes; // 1 to 4
    std::uint32_t red, green, blue, alpha;
};

inline constexpr pixel_layout bgr_888{3, 0xFF'0000, 0xFF00, 0xFF, 0};
inline constexpr pixel_layout bgra_8888{4, 0xFF'0000, 0xFF00, 0xFF, 0xFF00'0000};
inline constexpr pixel_layout bgrx_8888{4, 0xFF'0000, 0xFF00, 0xFF, 0};
inline constexpr pixel_layout argb_1555{2, 0x7C00, 0x3E0, 0x1F, 0x8000};
inline constexpr pixel_layout xrgb_1555{2, 0x7C00, 0x3E0, 0x1F, 0};
inline constexpr pixel_layout argb_4444{2, 0xF00, 0xF0, 0xF, 0xF000};
inline constexpr pixel_layout grey_8{1, 0xFF, 0xFF, 0xFF, 0};
inline constexpr pixel_layout grey_alpha_88{2, 0xFF, 0xFF, 0xFF, 0xFF00};

// Writes pixels as RGBA, 4 bytes each. Precondition: `from` has the bytes of as many pixels.
void unpack_pixels(bytes from, const pixel_layout& layout, std::span<std::uint8_t> rgba);

// Writes the RGBA colors of indices. Fails at the cursor, which is where the indices begin, if an index is outside the
// palette. Precondition: one index per pixel.
void apply_palette(cursor& c, bytes indices, std::span<const std::uint8_t> palette, std::span<std::uint8_t> rgba);

void make_opaque(std::span<std::uint8_t> rgba);

// Puts the last row first.
void flip(image& of);

} // namespace images
