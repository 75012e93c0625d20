#include "pixels.hpp"

#include <algorithm>
#include <bit>

namespace images {

namespace {

// A channel of a pixel as a number of 8 bits. Of a channel with more bits, the highest 8 count.
class channel {
public:
    channel(std::uint32_t mask, std::uint8_t if_absent) : mask_(mask) {
        if (mask == 0) {
            scaled_[0] = if_absent;
            return;
        }
        shift_ = std::max(std::countr_zero(mask), 24 - std::countl_zero(mask));
        const std::uint32_t most = mask >> shift_;
        for (std::uint32_t i = 0; i <= most; ++i) {
            scaled_[i] = static_cast<std::uint8_t>((i * 255 + most / 2) / most);
        }
    }
    [[nodiscard]] std::uint8_t of(std::uint32_t stored) const { return scaled_[(stored & mask_) >> shift_]; }

private:
    std::uint32_t mask_;
    int shift_ = 0;
    std::array<std::uint8_t, 256> scaled_{};
};

template <std::size_t Bytes>
void unpack(bytes from, const pixel_layout& layout, std::span<std::uint8_t> rgba) {
    const channel red{layout.red, 0};
    const channel green{layout.green, 0};
    const channel blue{layout.blue, 0};
    const channel alpha{layout.alpha, 255};
    for (std::size_t at = 0; at < rgba.size(); at += 4, from = from.subspan(Bytes)) {
        std::uint32_t stored = 0;
        for (std::size_t i = 0; i < Bytes; ++i) {
            stored |= std::to_integer<std::uint32_t>(from[i]) << (8 * i);
        }
        rgba[at] = red.of(stored);
        rgba[at + 1] = green.of(stored);
        rgba[at + 2] = blue.of(stored);
        rgba[at + 3] = alpha.of(stored);
    }
}

} // namespace

void unpack_pixels(bytes from, const pixel_layout& layout, std::span<std::uint8_t> rgba) {
    switch (layout.bytes) {
    case 1: return unpack<1>(from, layout, rgba);
    case 2: return unpack<2>(from, layout, rgba);
    case 3: return unpack<3>(from, layout, rgba);
    default: return unpack<4>(from, layout, rgba);
    }
}

void apply_palette(cursor& c, bytes indices, std::span<const std::uint8_t> palette, std::span<std::uint8_t> rgba) {
    const std::size_t colors = palette.size() / 4;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::size_t index = std::to_integer<std::uint8_t>(indices[i]);
        if (index >= colors) {
            return c.fail(errc::out_of_bounds, "pixels", 0, static_cast<std::int64_t>(index), colors);
        }
        std::copy_n(&palette[4 * index], 4, &rgba[4 * i]);
    }
}

void make_opaque(std::span<std::uint8_t> rgba) {
    for (std::size_t at = 3; at < rgba.size(); at += 4) {
        rgba[at] = 255;
    }
}

void flip(image& of) {
    const std::size_t row = 4 * std::size_t{of.width};
    std::span<std::uint8_t> rows{of.rgba};
    for (; rows.size() >= 2 * row; rows = rows.subspan(row, rows.size() - 2 * row)) {
        std::ranges::swap_ranges(rows.first(row), rows.last(row));
    }
}

} // namespace images
