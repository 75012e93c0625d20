// What the functions that write glTF take.
#pragma once

#include <effigy/core/function_ref.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace effigy::inline v0 {

struct gltf_options {
    // Takes the name of a texture. Returns the location of its image: a path or URI relative to the glTF file, in
    // UTF-8, or an empty string if there is no image. If this is not set, the glTF file refers to no images.
    std::function<std::string(std::string_view)> image_uri;
};

// Takes the pieces of a file in order.
using byte_sink = function_ref<void(std::span<const std::byte>)>;

} // namespace effigy::inline v0
