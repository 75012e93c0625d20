#include "blocks.hpp"
#include "expand.hpp"
#include "pixels.hpp"

#include <algorithm>

namespace images {

namespace {

enum class storage : std::uint8_t { blocks, colors, indices };

struct pixel_type {
    std::uint16_t number;
    storage stored;
    block_format blocks;
    pixel_layout layout;
};

constexpr std::array types{
    pixel_type{0xFF01, storage::blocks, block_format::dxt1, {}},
    pixel_type{0xFF02, storage::blocks, block_format::dxt3, {}}, // DXT2: colors were multiplied by alpha
    pixel_type{0xFF03, storage::blocks, block_format::dxt3, {}},
    pixel_type{0xFF04, storage::blocks, block_format::dxt5, {}}, // so were those of DXT4
    pixel_type{0xFF05, storage::blocks, block_format::dxt5, {}},
    pixel_type{0x4444, storage::colors, {}, argb_4444},
    pixel_type{0x1555, storage::colors, {}, argb_1555},
    pixel_type{0x8888, storage::colors, {}, bgra_8888},
    pixel_type{0x8080, storage::colors, {}, grey_alpha_88},
};
constexpr pixel_type palettised{0, storage::indices, {}, grey_8};

// Files without a type begin with the first tag and have a palette.
pixel_type read_type(cursor& c) {
    const std::uint16_t number = c.bytes().value_at<u16>(0);
    const auto found = std::ranges::find(types, number, &pixel_type::number);
    if (found == types.end() && c.bytes().text_at(0, 4) == "GGAT") {
        return palettised;
    }
    c.skip(2, "type");
    if (found == types.end()) {
        c.fail(errc::bad_value, "type", 2, number, 0, "DXT, ARGB or AI88, or a palette");
        return palettised;
    }
    return *found;
}

struct tags {
    alpha_kind alpha = alpha_kind::none;
    std::array<std::uint8_t, 4> swizzle{0, 1, 2, 3};
};

// The letters of names are stored in reverse. The offsets of mips are not read: some are wrong.
tags read_tags(cursor& c) {
    tags out;
    while (c.ok() && c.bytes().text_at(c.offset(), 4) == "GGAT") {
        c.skip(4, "tagg");
        const std::string_view name = c.text(4, "tagg.name");
        const std::uint32_t length = c.value<u32>("tagg.length");
        const bool is_flag = name == "GALF";
        if (!is_flag && name != "ZIWS") {
            c.skip(length, "tagg.data");
            continue;
        }
        if (length != 4) {
            c.fail(errc::bad_value, "tagg.length", 4, length, 0, "4 for FLAG and SWIZ");
        }
        if (is_flag) {
            const std::uint32_t flag = c.value<u32>("tagg.flag") & 0xFFU; // measured: 86 files have 0xFFFFFF01
            out.alpha = flag == 1 ? alpha_kind::graded : flag == 2 ? alpha_kind::one_bit : alpha_kind::none;
            continue;
        }
        for (std::uint8_t& channel : out.swizzle) {
            channel = c.value<u8>("tagg.swizzle");
        }
    }
    return out;
}

enum class packing : std::uint8_t { none, lzo, lzss, runs };

struct mip {
    extent size;
    packing packed = packing::none;
    cursor data;
};

mip read_mip(cursor& c, const pixel_type& is) {
    std::uint32_t width = c.value<u16>("width");
    std::uint32_t height = c.value<u16>("height");
    const bool is_escaped = width == 1234 && height == 8765; // says that a palettised mip is packed by LZSS
    if (is_escaped) {
        width = c.value<u16>("width");
        height = c.value<u16>("height");
    }
    const bool is_lzo = (width & 0x8000U) != 0;
    mip out;
    out.size = {width & 0x7FFFU, height};
    limit_side(c, "width", 4, out.size.width);
    limit_side(c, "height", 2, out.size.height);
    limit_area(c, 4, out.size);
    const std::uint32_t low = c.value<u16>("length");
    const std::uint32_t length = low | std::uint32_t{c.value<u8>("length")} << 16U;
    out.data = cursor{c.bytes().part(c.offset(), length)};
    c.skip(length, "pixels");
    if (is_lzo) {
        out.packed = packing::lzo;
    } else if (is.stored == storage::indices) {
        out.packed = is_escaped ? packing::lzss : packing::runs;
    } else if (is.stored == storage::colors && length != out.size.pixels() * is.layout.bytes) {
        out.packed = packing::lzss;
    }
    return out;
}

// Returns the pixels of a mip, which are in `room` if they were packed.
bytes unpacked(mip& of, std::uint64_t size, std::vector<std::byte>& room) {
    switch (of.packed) {
    case packing::none: return of.data.take(size, "pixels");
    case packing::lzo: room = expand_lzo1x(of.data, size); break;
    case packing::lzss: room = expand_lzss(of.data, size); break;
    case packing::runs: room = expand_runs(of.data, 1, size); break;
    }
    return room;
}

// Channels have the order alpha, red, green, blue. Entry i says what the stored channel i contains: 0 to 3 a channel of
// the picture, 4 to 7 its complement, others nothing. Measured: 08080203 in 245 of 245 files with the suffix _smdi.
void undo_swizzle(const std::array<std::uint8_t, 4>& swizzle, std::span<std::uint8_t> rgba) {
    constexpr std::array<std::size_t, 4> place{3, 0, 1, 2};
    if (swizzle == tags{}.swizzle) {
        return;
    }
    for (; !rgba.empty(); rgba = rgba.subspan(4)) {
        const std::array<std::uint8_t, 4> stored{rgba[0], rgba[1], rgba[2], rgba[3]};
        rgba[3] = 255;
        for (std::size_t i = 0; i < 4; ++i) {
            if (swizzle[i] < 8) {
                const std::uint8_t value = stored[place[i]];
                rgba[place[swizzle[i] & 3U]] = (swizzle[i] & 4U) != 0 ? static_cast<std::uint8_t>(255 - value) : value;
            }
        }
    }
}

} // namespace

effigy::result<image> read_paa(cursor c) {
    const pixel_type is = read_type(c);
    const tags tagged = read_tags(c);
    const std::uint16_t colors = c.value<u16>("palette.count");
    const bytes palette = c.take(std::uint64_t{3} * colors, "palette");
    mip first = read_mip(c, is);
    if (!c.ok()) {
        return c.error();
    }
    const std::uint64_t size =
        is.stored == storage::blocks ? bytes_of_blocks(is.blocks, first.size) : first.size.pixels() * is.layout.bytes;
    cursor start = first.data;
    std::vector<std::byte> room;
    const bytes pixels = unpacked(first, size, room);
    if (!first.data.ok()) {
        return first.data.error();
    }
    image out = blank(first.size, tagged.alpha);
    if (is.stored == storage::blocks) {
        decode_blocks(pixels, is.blocks, out);
    } else if (is.stored == storage::colors) {
        unpack_pixels(pixels, is.layout, out.rgba);
    } else {
        std::vector<std::uint8_t> rgba(4 * std::size_t{colors});
        unpack_pixels(palette, bgr_888, rgba);
        apply_palette(start, pixels, rgba, out.rgba);
    }
    if (!start.ok()) {
        return start.error();
    }
    undo_swizzle(tagged.swizzle, out.rgba);
    return out;
}

} // namespace images
