// Scenes as binary STL, for 3D printing.
#pragma once

#include <effigy/gltf/options.hpp>
#include <effigy/scene.hpp>

namespace tool {

// Writes all triangles of a scene whose nodes do not move its meshes, see posed(). STL has no unit: programs for 3D
// printing read millimetres, so a metre becomes 1000. z is up, and what faces +z in the scene faces -y, the front of
// these programs.
void write_stl(const effigy::scene& from, effigy::byte_sink sink);

} // namespace tool
