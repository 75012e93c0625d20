#include "blocks.hpp"
#include "pixels.hpp"

#include <bit>

namespace images {

namespace {

constexpr std::uint32_t four_cc(const char (&name)[5]) {
    std::uint32_t out = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        out |= std::uint32_t{static_cast<unsigned char>(name[i])} << (8 * i);
    }
    return out;
}

effigy::result<image> read_compressed(cursor& c, std::uint32_t name, extent size) {
    switch (name) {
    case four_cc("DXT1"): return read_blocks(c, block_format::dxt1, size, alpha_kind::one_bit);
    case four_cc("DXT2"): // DXT3 whose colors were multiplied by alpha
    case four_cc("DXT3"): return read_blocks(c, block_format::dxt3, size, alpha_kind::graded);
    case four_cc("DXT4"): // so was DXT5
    case four_cc("DXT5"): return read_blocks(c, block_format::dxt5, size, alpha_kind::graded);
    case four_cc("ATI1"):
    case four_cc("BC4U"): return read_blocks(c, block_format::bc4, size, alpha_kind::none);
    case four_cc("ATI2"):
    case four_cc("BC5U"): return read_blocks(c, block_format::bc5, size, alpha_kind::none);
    case four_cc("DX10"): return unsupported("DDS with a DX10 header", "DXT1 to DXT5, ATI1, ATI2 and colors are read");
    default: break;
    }
    constexpr std::uint64_t offset = 84;
    return effigy::error{{"pixelFormat.fourCC", offset}, errc::bad_magic, 0, name, "DXT1 to DXT5, ATI1 or ATI2"};
}

std::uint32_t read_mask(cursor& c, const char* path) {
    const std::uint64_t mask = c.value<u32>(path);
    if (mask != 0 && !std::has_single_bit((mask >> std::countr_zero(mask)) + 1)) {
        c.fail(errc::bad_value, path, 4, static_cast<std::int64_t>(mask), 0, "one run of bits");
    }
    return static_cast<std::uint32_t>(mask);
}

// Reads the rest of the pixel format.
pixel_layout read_layout(cursor& c, bool is_grey, bool has_alpha) {
    const std::uint32_t bits = c.value<u32>("pixelFormat.bits");
    if (bits == 0 || bits > 32 || bits % 8 != 0) {
        c.fail(errc::bad_value, "pixelFormat.bits", 4, bits, 0, "8, 16, 24 or 32");
    }
    pixel_layout out{bits / 8, read_mask(c, "pixelFormat.redMask"), read_mask(c, "pixelFormat.greenMask"),
                     read_mask(c, "pixelFormat.blueMask"), read_mask(c, "pixelFormat.alphaMask")};
    if (is_grey) {
        out.green = out.blue = out.red;
    }
    if (!has_alpha) {
        out.alpha = 0;
    }
    return out;
}

effigy::result<image> read_uncompressed(cursor& c, const pixel_layout& layout, extent size) {
    const bytes pixels = c.take(size.pixels() * layout.bytes, "pixels"); // rows without padding: measured, 396 of 396
    if (!c.ok()) {
        return c.error();
    }
    const alpha_kind alpha = layout.alpha == 0                   ? alpha_kind::none
                             : std::has_single_bit(layout.alpha) ? alpha_kind::one_bit
                                                                 : alpha_kind::graded;
    image out = blank(size, alpha);
    unpack_pixels(pixels, layout, out.rgba);
    return out;
}

} // namespace

effigy::result<image> read_dds(cursor c) {
    constexpr std::uint32_t has_alpha = 0x1, is_compressed = 0x4, is_rgb = 0x40, is_grey = 0x2'0000; // pixel format
    constexpr std::uint32_t is_cube = 0x200, is_volume = 0x20'0000;                                  // caps2
    c.skip(12, "header");
    const std::uint32_t height = read_side<u32>(c, "height");
    const extent size{read_side<u32>(c, "width"), height};
    limit_area(c, 8, size);
    c.skip(60, "header"); // pitch, depth, number of mips; the size of the pixel format
    const std::uint32_t flags = c.value<u32>("pixelFormat.flags");
    const std::uint32_t name = c.value<u32>("pixelFormat.fourCC");
    cursor masks = c;
    c.skip(24, "header"); // masks and caps
    const std::uint32_t caps = c.value<u32>("caps2");
    c.skip(12, "header");
    if (!c.ok()) {
        return c.error();
    }
    if ((caps & (is_cube | is_volume)) != 0) {
        return unsupported("DDS cube map or volume", "only single images are read");
    }
    if ((flags & is_compressed) != 0) {
        return read_compressed(c, name, size);
    }
    if ((flags & (is_rgb | is_grey)) == 0) {
        return unsupported("DDS without colors", "DXT1 to DXT5, ATI1, ATI2 and colors are read");
    }
    const pixel_layout layout = read_layout(masks, (flags & is_grey) != 0, (flags & has_alpha) != 0);
    return masks.ok() ? read_uncompressed(c, layout, size) : masks.error();
}

// Known from the game's files and their readers: a header of its own without a magic, then mips without gaps.
effigy::result<image> read_bioware_dds(cursor c) {
    const extent size = read_extent<u32>(c);
    if (!std::has_single_bit(size.width) || !std::has_single_bit(size.height)) {
        c.fail(errc::bad_value, "width", 8, size.width, 0, "powers of two");
    }
    const std::uint32_t channels = c.value<u32>("channels");
    if (channels != 3 && channels != 4) {
        c.fail(errc::bad_value, "channels", 4, channels, 0, "3 for DXT1 or 4 for DXT5");
    }
    c.skip(8, "header"); // size of the first mip, average alpha
    if (channels == 4) {
        return read_blocks(c, block_format::dxt5, size, alpha_kind::graded);
    }
    auto out = read_blocks(c, block_format::dxt1, size, alpha_kind::none);
    if (out) {
        make_opaque(out->rgba);
    }
    return out;
}

} // namespace images
