#include "expand.hpp"
#include "pixels.hpp"

#include <algorithm>
#include <bit>

namespace images {

namespace {

constexpr std::uint8_t with_palette = 1, with_colors = 2, with_greys = 3, has_runs = 8; // image types

struct tga_header {
    std::uint8_t id_length, map_type, type;
    std::uint16_t colors; // of the palette
    std::uint8_t bits_of_color;
    extent size;
    std::uint8_t bits, descriptor;

    [[nodiscard]] std::uint8_t kind() const { return type & 7U; }
    [[nodiscard]] bool has_alpha_bits() const { return (descriptor & 0xFU) != 0; }
    [[nodiscard]] bool is_from_top() const { return (descriptor & 0x20U) != 0; }
};

tga_header read_header(cursor& c) {
    tga_header out{};
    out.id_length = c.value<u8>("idLength");
    out.map_type = c.value<u8>("colorMapType");
    out.type = c.value<u8>("imageType");
    if (out.map_type > 1 || out.type > (with_greys | has_runs) || out.kind() < with_palette ||
        out.kind() > with_greys) {
        c.fail(errc::bad_value, "imageType", 1, out.type, 0, "1, 2, 3, 9, 10 or 11");
    }
    const std::uint16_t first = c.value<u16>("colorMap.first"); // any number if there is no palette: measured
    if (out.kind() == with_palette && (out.map_type == 0 || first != 0)) {
        c.fail(errc::bad_value, "colorMap.first", 2, first, 0, "a palette whose first index is 0");
    }
    out.colors = c.value<u16>("colorMap.length");
    out.bits_of_color = c.value<u8>("colorMap.bits");
    c.skip(4, "origin");
    out.size = read_extent<u16>(c);
    out.bits = c.value<u8>("bits");
    out.descriptor = c.value<u8>("descriptor");
    if ((out.descriptor & 0x10U) != 0) { // measured: in no file
        c.fail(errc::bad_value, "descriptor", 1, out.descriptor, 0, "columns from the left");
    }
    return out;
}

// The layout of colors in the pixels or in the palette, of 0 bytes if there is none. Colors of 32 bits have alpha,
// even if the header says that they have none: measured, 7 of 8 files.
pixel_layout layout_of_colors(std::uint8_t bits, bool has_alpha_bits) {
    switch (bits) {
    case 15: return xrgb_1555;
    case 16: return has_alpha_bits ? argb_1555 : xrgb_1555;
    case 24: return bgr_888;
    case 32: return bgra_8888;
    default: return {};
    }
}

pixel_layout layout_of_pixels(const tga_header& is) {
    if (is.kind() == with_colors) {
        return layout_of_colors(is.bits, is.has_alpha_bits());
    }
    if (is.bits == 8) {
        return grey_8; // or indices
    }
    return is.kind() == with_greys && is.bits == 16 ? grey_alpha_88 : pixel_layout{};
}

// What has no opaque pixel has no alpha: measured, in files of 16 bits.
alpha_kind settle_alpha(const pixel_layout& color, std::span<std::uint8_t> rgba) {
    std::uint8_t all = 0;
    for (std::size_t at = 3; at < rgba.size(); at += 4) {
        all |= rgba[at];
    }
    if (all == 0) {
        make_opaque(rgba);
    }
    return color.alpha == 0 || all == 0       ? alpha_kind::none
           : std::has_single_bit(color.alpha) ? alpha_kind::one_bit
                                              : alpha_kind::graded;
}

} // namespace

effigy::result<image> read_tga(cursor c) {
    const tga_header is = read_header(c);
    const pixel_layout pixel = layout_of_pixels(is);
    if (pixel.bytes == 0) {
        c.fail(errc::bad_value, "bits", 2, is.bits, 0, "8 to 32 bits, as the type of image has them");
    }
    const pixel_layout color = layout_of_colors(is.bits_of_color, is.has_alpha_bits());
    if (is.map_type != 0 && color.bytes == 0) {
        c.fail(errc::bad_value, "colorMap.bits", 11, is.bits_of_color, 0, "15, 16, 24 or 32");
    }
    c.skip(is.id_length, "id");
    const bytes palette = c.take(is.map_type != 0 ? std::uint64_t{is.colors} * color.bytes : 0, "colorMap");
    cursor start = c;
    const std::uint64_t size = is.size.pixels() * pixel.bytes;
    std::vector<std::byte> room;
    bytes pixels;
    if ((is.type & has_runs) != 0) {
        pixels = room = expand_runs(c, pixel.bytes, size);
    } else {
        pixels = c.take(size, "pixels");
    }
    if (!c.ok()) {
        return c.error();
    }
    image out = blank(is.size, alpha_kind::none);
    if (is.kind() == with_palette) {
        std::vector<std::uint8_t> rgba(4 * std::size_t{is.colors});
        unpack_pixels(palette, color, rgba);
        apply_palette(start, pixels, rgba, out.rgba);
    } else {
        unpack_pixels(pixels, pixel, out.rgba);
    }
    if (!start.ok()) {
        return start.error();
    }
    out.alpha = settle_alpha(is.kind() == with_palette ? color : pixel, out.rgba);
    if (!is.is_from_top()) {
        flip(out);
    }
    return out;
}

} // namespace images
