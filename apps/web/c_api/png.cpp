// Images as PNG without libpng, which has no package for WebAssembly.
#include <images/png.hpp>

#include <span>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace images {

effigy::result<std::vector<std::byte>> to_png(const image& picture, bool with_alpha) {
    std::vector<std::uint8_t> rgb;
    if (!with_alpha) {
        rgb.reserve(picture.rgba.size() / 4 * 3);
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
            rgb.insert(rgb.end(), &picture.rgba[i], &picture.rgba[i] + 3);
        }
    }
    stbi_write_force_png_filter = 0; // the fastest
    stbi_write_png_compression_level = 5;
    std::vector<std::byte> out;
    const auto append = [](void* to, void* data, int size) {
        const std::span bytes{static_cast<const std::byte*>(data), static_cast<std::size_t>(size)};
        auto& all = *static_cast<std::vector<std::byte>*>(to);
        all.insert(all.end(), bytes.begin(), bytes.end());
    };
    const int channels = with_alpha ? 4 : 3;
    const void* const pixels = with_alpha ? picture.rgba.data() : rgb.data();
    if (stbi_write_png_to_func(append, &out, static_cast<int>(picture.width), static_cast<int>(picture.height),
                               channels, pixels, 0) == 0) {
        return effigy::error{{"PNG"}, effigy::errc::unsupported, 0, -1, "the image cannot be written"};
    }
    return out;
}

} // namespace images
