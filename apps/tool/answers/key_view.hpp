// The keys of an .anim without chunks.
#pragma once

#include <effigy/m2.hpp>

namespace tool {

// A view of the keys, read with the model.
struct animation_keys {
    const effigy::m2::model& model;
    std::uint32_t animation = 0; // its number in the model
    effigy::byte_view bytes;

    [[nodiscard]] effigy::byte_view file() const { return bytes; }
};

} // namespace tool
