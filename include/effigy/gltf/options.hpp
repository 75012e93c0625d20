// What the functions that write glTF take.
#pragma once

#include <effigy/core/function_ref.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace effigy { inline namespace v0 {

// NOLINTBEGIN(readability-redundant-member-init): g++ warns if an aggregate leaves them out

// The image of a texture: a location or bytes; neither, if there is no image.
struct gltf_image {
    std::string uri{}; // a path or URI relative to the glTF file, in UTF-8
    // The content of a PNG or JPEG file, which the buffer of the glTF file contains. It is not copied, and must remain
    // until the glTF file is written.
    std::span<const std::byte> bytes{};
    std::string_view media_type = "image/png"; // of `bytes`; or "image/jpeg"
    std::string name{};                        // in the glTF file; with _2, _3 .. if another image has it
};

struct gltf_options {
    // Takes the `image` of a texture, or its name if that is empty. Returns the same image for the same text. If this
    // is not set, the glTF file refers to no images.
    std::function<gltf_image(std::string_view)> image{};
};

// NOLINTEND(readability-redundant-member-init)

// Takes the pieces of a file in order.
using byte_sink = function_ref<void(std::span<const std::byte>)>;

}} // namespace effigy::v0
