// A decoded image.
#pragma once

#include <cstdint>
#include <vector>

namespace images {

// Whether the header of an image file says that pixels are transparent.
enum class alpha_kind : std::uint8_t { none, one_bit, graded };

struct image {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba; // 4 bytes per pixel, rows from the top
    alpha_kind alpha = alpha_kind::none;
};

// Limits that are checked before memory is allocated.
inline constexpr std::uint32_t most_pixels_of_a_side = 16384;
inline constexpr std::uint64_t most_bytes_of_an_image = std::uint64_t{256} << 20U;

} // namespace images
