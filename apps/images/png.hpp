// Images as PNG.
#pragma once

#include "image.hpp"

#include <effigy/core/result.hpp>

#include <cstddef>

namespace images {

// Returns a file with 8 bits per channel: RGBA, or RGB. It says that colors are sRGB; glTF ignores this where a
// texture has linear data. Precondition: the image has pixels, and width * height * 4 bytes.
[[nodiscard]] effigy::result<std::vector<std::byte>> to_png(const image& picture, bool with_alpha);

} // namespace images
