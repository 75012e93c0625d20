#include "blocks.hpp"

#include "pixels.hpp"

#include <algorithm>

namespace images {

namespace {

using effigy::byte_view;
using u64 = effigy::scalar<std::uint64_t>;
using pixel = std::array<std::uint8_t, 4>;
using tile = std::array<std::uint8_t, 64>; // 16 pixels

[[nodiscard]] pixel from_565(std::uint32_t stored) {
    const auto from_5 = [](std::uint32_t bits) { return static_cast<std::uint8_t>(bits << 3U | bits >> 2U); };
    const std::uint32_t green = stored >> 5U & 63U;
    return {from_5(stored >> 11U), static_cast<std::uint8_t>(green << 2U | green >> 4U), from_5(stored & 31U), 255};
}

// Returns a weighted average, opaque and rounded.
[[nodiscard]] pixel mix(const pixel& a, unsigned weight_of_a, const pixel& b, unsigned rounding) {
    const unsigned sum = weight_of_a + 1;
    const auto channel = [&](std::size_t i) {
        return static_cast<std::uint8_t>((weight_of_a * a[i] + b[i] + rounding) / sum);
    };
    return {channel(0), channel(1), channel(2), 255};
}

// Two colors and two between them. If the first is not the larger number, the last is transparent black, except where
// the block has an alpha of its own.
void colors(const byte_view& all, std::uint64_t at, bool always_four, tile& out) {
    const std::uint16_t first = all.value_at<u16>(at);
    const std::uint16_t second = all.value_at<u16>(at + 2);
    const pixel a = from_565(first);
    const pixel b = from_565(second);
    std::array<pixel, 4> shades{a, b};
    if (always_four || first > second) {
        shades[2] = mix(a, 2, b, 1);
        shades[3] = mix(b, 2, a, 1);
    } else {
        shades[2] = mix(a, 1, b, 0);
    }
    std::uint32_t indices = all.value_at<u32>(at + 4);
    for (std::size_t i = 0; i < out.size(); i += 4, indices >>= 2U) {
        std::copy_n(shades[indices & 3U].data(), 4, &out[i]);
    }
}

// Two values and six between them; or four, 0 and 255.
void gradient(const byte_view& all, std::uint64_t at, std::size_t channel, tile& out) {
    std::uint64_t bits = all.value_at<u64>(at);
    const auto first = static_cast<unsigned>(bits & 255U);
    const auto second = static_cast<unsigned>(bits >> 8U & 255U);
    std::array<std::uint8_t, 8> shades{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
    const unsigned steps = first > second ? 7 : 5;
    for (unsigned i = 1; i < steps; ++i) {
        shades[i + 1] = static_cast<std::uint8_t>(((steps - i) * first + i * second + steps / 2) / steps);
    }
    if (steps == 5) {
        shades[7] = 255;
    }
    bits >>= 16U;
    for (std::size_t i = channel; i < out.size(); i += 4, bits >>= 3U) {
        out[i] = shades[bits & 7U];
    }
}

void alpha_of_4_bits(const byte_view& all, std::uint64_t at, tile& out) {
    std::uint64_t bits = all.value_at<u64>(at);
    for (std::size_t i = 3; i < out.size(); i += 4, bits >>= 4U) {
        out[i] = static_cast<std::uint8_t>((bits & 15U) * 17);
    }
}

[[nodiscard]] constexpr std::uint64_t bytes_of_block(block_format is) {
    return is == block_format::dxt1 || is == block_format::bc4 ? 8 : 16;
}

template <block_format Is> void decode_tile(const byte_view& all, std::uint64_t at, tile& out) {
    if constexpr (Is == block_format::dxt1) {
        colors(all, at, false, out);
    } else if constexpr (Is == block_format::dxt3) {
        colors(all, at + 8, true, out);
        alpha_of_4_bits(all, at, out);
    } else if constexpr (Is == block_format::dxt5) {
        colors(all, at + 8, true, out);
        gradient(all, at, 3, out);
    } else {
        out.fill(0);
        make_opaque(out);
        gradient(all, at, 0, out);
        if constexpr (Is == block_format::bc5) {
            gradient(all, at + 8, 1, out);
        }
    }
}

// Images whose sides are not multiples of 4 use a part of the last blocks.
template <block_format Is> void decode_all(bytes blocks, image& to) {
    const byte_view all{blocks};
    std::uint64_t at = 0;
    tile block{};
    for (std::size_t y = 0; y < to.height; y += 4) {
        const std::size_t rows = std::min<std::size_t>(4, to.height - y);
        for (std::size_t x = 0; x < to.width; x += 4, at += bytes_of_block(Is)) {
            decode_tile<Is>(all, at, block);
            const std::size_t columns = std::min<std::size_t>(4, to.width - x);
            for (std::size_t row = 0; row < rows; ++row) {
                std::copy_n(&block[16 * row], 4 * columns, &to.rgba[4 * ((y + row) * to.width + x)]);
            }
        }
    }
}

} // namespace

std::uint64_t bytes_of_blocks(block_format is, extent size) {
    return std::uint64_t{(size.width + 3) / 4} * ((size.height + 3) / 4) * bytes_of_block(is);
}

void decode_blocks(bytes blocks, block_format is, image& to) {
    switch (is) {
    case block_format::dxt1: return decode_all<block_format::dxt1>(blocks, to);
    case block_format::dxt3: return decode_all<block_format::dxt3>(blocks, to);
    case block_format::dxt5: return decode_all<block_format::dxt5>(blocks, to);
    case block_format::bc4: return decode_all<block_format::bc4>(blocks, to);
    case block_format::bc5: return decode_all<block_format::bc5>(blocks, to);
    }
}

effigy::result<image> read_blocks(cursor& c, block_format is, extent size, alpha_kind alpha) {
    const bytes blocks = c.take(bytes_of_blocks(is, size), "pixels");
    if (!c.ok()) {
        return c.error();
    }
    image out = blank(size, alpha);
    decode_blocks(blocks, is, out);
    return out;
}

} // namespace images
