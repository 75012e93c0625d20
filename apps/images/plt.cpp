#include "pixels.hpp"

#include <algorithm>
#include <optional>

namespace images {

namespace {

struct layer {
    const char* palette;
    std::array<std::uint8_t, 3> tint; // if there is no palette
};

// Skin, hair, metal 1 and 2, cloth 1 and 2, leather 1 and 2, tattoo 1 and 2.
constexpr std::array<layer, 10> layers{{
    {"pal_skin01", {0xE0, 0xB0, 0x90}},
    {"pal_hair01", {0x60, 0x40, 0x20}},
    {"pal_armor01", {0xA0, 0xA0, 0xA8}},
    {"pal_armor02", {0xA0, 0xA0, 0xA8}},
    {"pal_cloth01", {0x80, 0x60, 0x40}},
    {"pal_cloth01", {0x40, 0x48, 0x68}},
    {"pal_leath01", {0x70, 0x48, 0x28}},
    {"pal_leath01", {0x50, 0x30, 0x18}},
    {"pal_tattoo01", {0x40, 0x40, 0x40}},
    {"pal_tattoo01", {0x40, 0x40, 0x40}},
}};

using ramp_colors = std::array<std::array<std::uint8_t, 4>, 256>; // of the shades of a layer

ramp_colors ramp(const std::array<std::uint8_t, 3>& tint) {
    ramp_colors out{};
    for (unsigned shade = 0; shade < 256; ++shade) {
        for (std::size_t i = 0; i < 3; ++i) {
            out[shade][i] = static_cast<std::uint8_t>((shade * tint[i] + 127) / 255);
        }
        out[shade][3] = 255;
    }
    return out;
}

// Rows count from the top. Known from two readers.
effigy::result<ramp_colors> row_of(const std::vector<std::byte>& palette, std::uint8_t row) {
    const auto read = decode(palette, ".tga");
    if (!read) {
        effigy::error why = read.error();
        why.path_prefix = "plt.palette.";
        return why;
    }
    if (read->width != 256 || row >= read->height) {
        return effigy::error{{"palette.height"}, errc::out_of_bounds, read->height, row};
    }
    ramp_colors out{};
    for (std::size_t shade = 0; shade < 256; ++shade) {
        std::copy_n(&read->rgba[4 * (row * std::size_t{256} + shade)], 4, out[shade].begin());
    }
    return out;
}

effigy::result<ramp_colors> colors_of(std::size_t layer, const decode_options& options) {
    const auto palette = options.palette ? options.palette(layers[layer].palette) : std::vector<std::byte>{};
    auto out = palette.empty() ? ramp(layers[layer].tint) : row_of(palette, options.colors[layer]);
    if (out) {
        (*out)[255][3] = 0; // transparent: known from rollnw
    }
    return out;
}

alpha_kind alpha_of(std::span<const std::uint8_t> rgba) {
    alpha_kind out = alpha_kind::none;
    for (std::size_t at = 3; at < rgba.size(); at += 4) {
        const bool is_partial = rgba[at] != 0 && rgba[at] != 255;
        out = std::max(out, is_partial ? alpha_kind::graded : rgba[at] == 0 ? alpha_kind::one_bit : alpha_kind::none);
    }
    return out;
}

} // namespace

effigy::result<image> read_plt(cursor c, const decode_options& options) {
    c.skip(16, "header");
    const extent size = read_extent<u32>(c);
    const std::uint64_t start = c.offset();
    const bytes pixels = c.take(2 * size.pixels(), "pixels");
    if (!c.ok()) {
        return c.error();
    }
    image out = blank(size, alpha_kind::none);
    std::array<std::optional<ramp_colors>, layers.size()> known;
    for (std::size_t i = 0; 2 * i < pixels.size(); ++i) {
        const std::size_t shade = std::to_integer<std::uint8_t>(pixels[2 * i]);
        const std::size_t layer = std::to_integer<std::uint8_t>(pixels[2 * i + 1]);
        if (layer >= layers.size()) {
            return effigy::error{
                {"pixels.layer", start + 2 * i + 1}, errc::out_of_bounds, layers.size(), static_cast<int>(layer)};
        }
        if (!known[layer]) {
            const auto made = colors_of(layer, options);
            if (!made) {
                return made.error();
            }
            known[layer] = *made;
        }
        std::copy_n((*known[layer])[shade].begin(), 4, &out.rgba[4 * i]);
    }
    out.alpha = alpha_of(out.rgba);
    flip(out);
    return out;
}

} // namespace images
