// Tangents for normal maps.
#pragma once

#include <effigy/scene.hpp>

namespace materials {

// Adds tangents to the meshes that show a normal map, have normals and texture coordinates, and lack tangents. A vertex
// that mirrored and other triangles share becomes two. Without tangents, each viewer computes its own.
void add_tangents(effigy::scene& made);

} // namespace materials
