// Images as the files that glTF refers to.
#pragma once

#include "adapt.hpp"
#include "decode.hpp"

#include <limits>

namespace images {

// What a texture is for. The same image for two uses is two files. glTF can only blend, so light and shade become
// colors with alpha that look nearly the same: black adds nothing, white does not darken.
enum class use : std::uint8_t {
    color,                // without alpha
    color_and_alpha,      //
    color_by_content,     // with alpha if the image has any: Arma, Neverwinter Nights
    color_or_reflection,  // the same, but graded alpha may be a mask of reflections
    color_and_reflection, // alpha is a mask of reflections, and does not weigh the colors
    light,                // color times alpha is added to what is behind it
    light_without_alpha,  // color is added
    shade,                // color is multiplied by what is behind it
    double_shade,         // the same, times 2
    normal,               // green points up
    flipped_normal,       // green points down: Arma
};

struct prepared_image {
    std::vector<std::byte> file;
    const char* media_type = "image/png";
    alpha_use alpha = alpha_use::opaque; // for color_by_content and reflections: how the pixels are best drawn
};

struct prepare_options {
    std::uint32_t most_side = std::numeric_limits<std::uint32_t>::max(); // halves larger images
    decode_options decoding;
};

// Decodes an image, and makes the PNG for a use. A PNG or JPEG is returned as it is, of whatever size. `name` has the
// extension of the file. Errors are those of decode().
[[nodiscard]] effigy::result<prepared_image> prepare(std::span<const std::byte> file, std::string_view name, use as,
                                                     const prepare_options& options = {});

} // namespace images
