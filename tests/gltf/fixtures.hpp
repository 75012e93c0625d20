// Scenes made by hand.
#pragma once

#include <effigy/scene.hpp>

namespace gltf {

[[nodiscard]] effigy::scene triangle();     // the least that shows something
[[nodiscard]] effigy::scene everything();   // all kinds of parts, each in several forms
[[nodiscard]] effigy::scene large_mesh();   // whose indices need 32 bits
[[nodiscard]] effigy::scene without_data(); // nodes, a camera and a light; no buffer

} // namespace gltf
