// Image files of the games as pixels.
#pragma once

#include "image.hpp"

#include <effigy/core/result.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace images {

enum class format : std::uint8_t { unknown, dds, bioware_dds, blp, paa, tga, plt, png, jpeg };

// Returns the format by the first bytes. PAA, TGA and BioWare's DDS have none of their own: they are told by the
// extension of the name, in any case.
[[nodiscard]] format format_of(std::span<const std::byte> file, std::string_view name);

struct decode_options {
    // A PLT contains shades of ten layers: skin, hair, metal 1 and 2, cloth 1 and 2, leather 1 and 2, tattoo 1 and 2.
    // The colors are in the game's palettes. `palette` returns the file of a palette, such as "pal_skin01" (an image,
    // with one row for each color), or nothing: the layer then has a neutral color.
    std::function<std::vector<std::byte>(std::string_view name)> palette;
    std::array<std::uint8_t, 10> colors{}; // the palette's row for each layer
};

// Returns the largest mip. PNG and JPEG are not decoded, because glTF embeds them as they are: errc::unsupported.
[[nodiscard]] effigy::result<image> decode(std::span<const std::byte> file, std::string_view name,
                                           const decode_options& options = {});

} // namespace images
