// What reading gives back of a scene that was written.
#pragma once

#include <effigy/gltf.hpp>

namespace gltf_read {

// Returns the scene as read(write_glb(model)) gives it, without images: what docs/gltf.md lists as lost on the way is
// changed. Written from that list, not from the reader.
[[nodiscard]] effigy::scene as_written(const effigy::scene& model);

// Returns which list of the scenes differs first, or nothing if they are equal.
[[nodiscard]] std::string difference(const effigy::scene& a, const effigy::scene& b);

} // namespace gltf_read
