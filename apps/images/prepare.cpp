#include "prepare.hpp"

#include "png.hpp"

#include <effigy/core/byte_view.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace images {

namespace {

// Whether the header says that a PNG has alpha: color types 4 and 6.
bool has_alpha(std::span<const std::byte> png) {
    constexpr std::size_t color_type = 25;
    return png.size() > color_type && (static_cast<unsigned>(png[color_type]) & 4U) != 0;
}

// A file that ends early is refused, because many programs do not load a model with a broken image.
effigy::result<prepared_image> as_it_is(std::span<const std::byte> file, format is) {
    const std::string_view end = is == format::jpeg ? "\xFF\xD9" : "IEND\xAE\x42\x60\x82";
    if (effigy::byte_view{file}.text_at(0, file.size()).rfind(end) == std::string_view::npos) {
        return effigy::error{
            {is == format::jpeg ? "JPEG.EOI" : "PNG.IEND", file.size()}, effigy::errc::truncated, end.size(), 0};
    }
    prepared_image out{{file.begin(), file.end()}};
    if (is == format::jpeg) {
        out.media_type = "image/jpeg";
    } else if (has_alpha(file)) {
        out.alpha = alpha_use::blend;
    }
    return out;
}

alpha_use alpha_of(const image& picture) {
    if (picture.alpha == alpha_kind::none) {
        return alpha_use::opaque;
    }
    const alpha_use seen = classify_alpha(picture);
    return picture.alpha == alpha_kind::one_bit && seen == alpha_use::blend ? alpha_use::mask : seen;
}

// Whether a normal map has no Z: all pixels have the same blue.
bool lacks_z(const image& normals) {
    constexpr std::size_t blue = 2;
    for (std::size_t i = blue; i < normals.rgba.size(); i += 4) {
        if (normals.rgba[i] != normals.rgba[blue]) {
            return false;
        }
    }
    return true;
}

void make_normal_map(image& picture, use as) {
    if (as == use::flipped_normal) {
        invert_green(picture);
        rebuild_z(picture);
    } else if (is_packed_normal(picture)) {
        unpack_normal(picture);
    } else if (lacks_z(picture)) {
        rebuild_z(picture);
    }
}

// Black becomes transparent; other colors get their full brightness, and alpha in its place.
void make_light(image& picture, bool has_alpha) {
    constexpr std::uint32_t full = 255;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
        const std::span rgba{&picture.rgba[i], 4};
        const std::uint32_t peak = std::ranges::max(rgba.first(3));
        for (std::uint8_t& channel : rgba.first(3)) {
            channel = static_cast<std::uint8_t>(peak != 0 ? channel * full / peak : 0);
        }
        rgba[3] = static_cast<std::uint8_t>(has_alpha ? peak * rgba[3] / full : peak);
    }
    picture.alpha = alpha_kind::graded;
}
// The darker a color, the more opaque the black that it becomes.
void make_shade(image& picture, int factor) {
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
        const std::span rgba{&picture.rgba[i], 4};
        const int brightness = factor * (rgba[0] + rgba[1] + rgba[2]) / 3;
        rgba[0] = rgba[1] = rgba[2] = 0;
        rgba[3] = static_cast<std::uint8_t>(255 - std::min(brightness, 255));
    }
    picture.alpha = alpha_kind::graded;
}

// Returns how alpha is best drawn.
alpha_use adapt(image& picture, use as) {
    switch (as) {
    case use::color: picture.alpha = alpha_kind::none; break; // has another meaning, and must not weigh the colors
    case use::color_and_alpha: break;
    case use::color_by_content: return alpha_of(picture);
    case use::color_or_reflection:
    case use::color_and_reflection: {
        const alpha_use seen = alpha_of(picture);
        const bool reflects =
            as == use::color_and_reflection || (seen == alpha_use::blend && is_like_reflection(picture));
        return seen != alpha_use::opaque && reflects ? alpha_use::reflection : seen;
    }
    case use::light: make_light(picture, picture.alpha != alpha_kind::none); break;
    case use::light_without_alpha: make_light(picture, false); break;
    case use::shade: make_shade(picture, 1); break;
    case use::double_shade: make_shade(picture, 2); break;
    case use::normal:
    case use::flipped_normal:
        make_normal_map(picture, as);
        picture.alpha = alpha_kind::none;
        break;
    }
    return picture.alpha != alpha_kind::none ? alpha_use::blend : alpha_use::opaque;
}

} // namespace

effigy::result<prepared_image> prepare(std::span<const std::byte> file, std::string_view name, use as,
                                       const prepare_options& options) {
    if (const format is = format_of(file, name); is == format::png || is == format::jpeg) {
        return as_it_is(file, is);
    }
    auto decoded = decode(file, name, options.decoding);
    if (!decoded) {
        return decoded.error();
    }
    prepared_image out;
    out.alpha = adapt(*decoded, as);
    if (out.alpha == alpha_use::opaque || out.alpha == alpha_use::reflection) {
        decoded->alpha = alpha_kind::none;
    }
    fit(*decoded, options.most_side);
    auto png = to_png(*decoded, out.alpha != alpha_use::opaque);
    if (!png) {
        return png.error();
    }
    out.file = *std::move(png);
    return out;
}

} // namespace images
