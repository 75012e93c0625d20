// The readers of the image formats, and what they share. The paths of their errors are relative: decode() puts the name
// of the format in front.
#pragma once

#include "decode.hpp"

#include <effigy/core/cursor.hpp>

namespace images {

using effigy::cursor;
using effigy::errc;
using u8 = effigy::u8;
using u16 = effigy::u16<>;
using u32 = effigy::u32<>;
using bytes = std::span<const std::byte>;

effigy::result<image> read_dds(cursor c);
effigy::result<image> read_bioware_dds(cursor c);
effigy::result<image> read_blp(cursor c);
effigy::result<image> read_paa(cursor c);
effigy::result<image> read_tga(cursor c);
effigy::result<image> read_plt(cursor c, const decode_options& options);

// A known format that is refused by its name.
[[nodiscard]] inline effigy::error unsupported(const char* name, const char* advice) {
    return {{name}, errc::unsupported, 0, -1, advice};
}

struct extent {
    std::uint32_t width = 0, height = 0;

    [[nodiscard]] constexpr std::uint64_t pixels() const { return std::uint64_t{width} * height; }
};

// Rejects a side of an image that is 0 or too long. It was read from the last `length` bytes.
inline void limit_side(cursor& c, const char* path, std::uint64_t length, std::uint32_t side) {
    if (side == 0 || side > most_pixels_of_a_side) {
        c.fail(errc::bad_value, path, length, side, 0, "1 to 16384 pixels");
    }
}
// Rejects an image that needs too much memory. Its sides were read from the last `length` bytes.
inline void limit_area(cursor& c, std::uint64_t length, extent size) {
    if (4 * size.pixels() > most_bytes_of_an_image) {
        c.fail(errc::budget, "size", length, static_cast<std::int64_t>(4 * size.pixels()), most_bytes_of_an_image,
               "bytes of an image");
    }
}

template <class T> [[nodiscard]] std::uint32_t read_side(cursor& c, const char* path) {
    const std::uint32_t side = c.value<T>(path);
    limit_side(c, path, sizeof(T), side);
    return side;
}
template <class T> [[nodiscard]] extent read_extent(cursor& c) {
    const std::uint32_t width = read_side<T>(c, "width");
    const extent size{width, read_side<T>(c, "height")};
    limit_area(c, 2 * sizeof(T), size);
    return size;
}

// Returns an image without content. Precondition: the size was checked.
[[nodiscard]] inline image blank(extent size, alpha_kind alpha) {
    return {size.width, size.height, std::vector<std::uint8_t>(std::size_t{4} * size.width * size.height), alpha};
}

} // namespace images
