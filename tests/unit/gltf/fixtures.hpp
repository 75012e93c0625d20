// Hand-made scenes.
#pragma once

#include <effigy/scene.hpp>

namespace gltf {

[[nodiscard]] effigy::scene triangle();     // the smallest scene with a mesh
[[nodiscard]] effigy::scene everything();   // all kinds of parts, each in several variants
[[nodiscard]] effigy::scene large_mesh();   // with 32-bit indices
[[nodiscard]] effigy::scene without_data(); // nodes, a camera and a light, but no buffer

} // namespace gltf
