#include "blocks.hpp"
#include "pixels.hpp"

#include <algorithm>

namespace images {

namespace {

struct header {
    std::uint32_t alpha_bits = 0;
    extent size;
    cursor pixels; // of the largest mip
};

void limit_alpha_bits(cursor& c, std::uint64_t length, std::uint32_t bits) {
    if (bits != 0 && bits != 1 && bits != 4 && bits != 8) {
        c.fail(errc::bad_value, "alphaBits", length, bits, 0, "0, 1, 4 or 8");
    }
}

alpha_kind alpha_of(std::uint32_t bits) {
    return bits == 0 ? alpha_kind::none : bits == 1 ? alpha_kind::one_bit : alpha_kind::graded;
}

// Reads the offsets and sizes of 16 mips. The format of the pixels determines the size, too.
cursor read_mips(cursor& c) {
    const std::uint32_t offset = c.value<u32>("mipOffsets");
    c.skip(31 * 4, "mipSizes");
    return cursor{c.bytes(), offset};
}

// The alpha plane follows the indices: the lowest bits are of the first pixel.
void set_alpha(bytes plane, std::uint32_t bits, image& to) {
    const std::uint32_t most = (1U << bits) - 1;
    for (std::size_t i = 0; 4 * i < to.rgba.size(); ++i) {
        const std::size_t at = i * bits;
        const std::uint32_t stored = std::to_integer<std::uint32_t>(plane[at / 8]) >> (at % 8);
        to.rgba[4 * i + 3] = static_cast<std::uint8_t>((stored & most) * 255 / most);
    }
}

effigy::result<image> read_palettised(cursor& c, header& is) {
    const bytes colors = c.take(1024, "palette");
    if (!c.ok()) {
        return c.error();
    }
    const std::uint64_t count = is.size.pixels();
    const bytes indices = is.pixels.take(count, "pixels");
    const bytes plane = is.pixels.take((count * is.alpha_bits + 7) / 8, "alpha");
    if (!is.pixels.ok()) {
        return is.pixels.error();
    }
    std::array<std::uint8_t, 1024> palette{};
    unpack_pixels(colors, bgrx_8888, palette);
    image out = blank(is.size, alpha_of(is.alpha_bits));
    apply_palette(c, indices, palette, out.rgba); // cannot fail: there are 256 colors
    if (is.alpha_bits != 0) {
        set_alpha(plane, is.alpha_bits, out);
    }
    return out;
}

effigy::result<image> read_dxt(header& is, std::uint32_t alpha_type) {
    const alpha_kind alpha = alpha_of(is.alpha_bits);
    switch (alpha_type) {
    case 1: return read_blocks(is.pixels, block_format::dxt3, is.size, alpha);
    case 7: return read_blocks(is.pixels, block_format::dxt5, is.size, alpha);
    default: return read_blocks(is.pixels, block_format::dxt1, is.size, std::min(alpha, alpha_kind::one_bit));
    }
}

effigy::result<image> read_bgra(header& is) {
    const bytes pixels = is.pixels.take(4 * is.size.pixels(), "pixels");
    if (!is.pixels.ok()) {
        return is.pixels.error();
    }
    image out = blank(is.size, alpha_of(is.alpha_bits));
    unpack_pixels(pixels, is.alpha_bits != 0 ? bgra_8888 : bgrx_8888, out.rgba);
    return out;
}

effigy::result<image> read_blp1(cursor& c) {
    const std::uint32_t compression = c.value<u32>("compression");
    if (c.ok() && compression == 0) {
        return unsupported("BLP1 JPEG", "palettes of BLP1 and all of BLP2 but JPEG are read");
    }
    if (compression != 1) {
        c.fail(errc::bad_value, "compression", 4, compression, 0, "0 for JPEG or 1 for a palette");
    }
    header is;
    is.alpha_bits = c.value<u32>("alphaBits");
    limit_alpha_bits(c, 4, is.alpha_bits);
    is.size = read_extent<u32>(c);
    c.skip(8, "flags");
    is.pixels = read_mips(c);
    return read_palettised(c, is);
}

effigy::result<image> read_blp2(cursor& c) {
    const std::uint32_t type = c.value<u32>("type");
    if (c.ok() && type == 0) {
        return unsupported("BLP2 JPEG", "palettes, DXT and BGRA are read");
    }
    if (type != 1) {
        c.fail(errc::bad_value, "type", 4, type, 0, "0 for JPEG or 1");
    }
    enum : std::uint8_t { palette = 1, dxt = 2, bgra = 3 };
    const std::uint8_t compression = c.value<u8>("compression");
    if (compression < palette || compression > bgra) {
        c.fail(errc::bad_value, "compression", 1, compression, 0, "1 for a palette, 2 for DXT or 3 for BGRA");
    }
    header is;
    is.alpha_bits = c.value<u8>("alphaBits");
    limit_alpha_bits(c, 1, is.alpha_bits);
    const std::uint8_t alpha_type = c.value<u8>("alphaType");
    if (compression == dxt && alpha_type != 0 && alpha_type != 1 && alpha_type != 7) {
        c.fail(errc::bad_value, "alphaType", 1, alpha_type, 0, "0 for DXT1, 1 for DXT3 or 7 for DXT5");
    }
    c.skip(1, "hasMips"); // 0, 1, 2 and 17 occur
    is.size = read_extent<u32>(c);
    is.pixels = read_mips(c);
    if (compression == palette || !c.ok()) {
        return read_palettised(c, is);
    }
    auto out = compression == dxt ? read_dxt(is, alpha_type) : read_bgra(is);
    if (out && is.alpha_bits == 0) {
        make_opaque(out->rgba); // also of DXT1 with transparent pixels
    }
    return out;
}

} // namespace

effigy::result<image> read_blp(cursor c) {
    c.skip(3, "magic");
    return c.value<u8>("magic") == '1' ? read_blp1(c) : read_blp2(c);
}

} // namespace images
