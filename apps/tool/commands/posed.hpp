// Scenes at a time of a clip, and as STL.
#pragma once

#include <effigy/gltf/options.hpp>
#include <effigy/scene.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tool {

// ---- poses ---------------------------------------------------------------------------------------------------------

// The time of a pose.
struct pose_choice {
    std::string clip; // empty: at rest
    double seconds = 0;

    // Reads "CLIP@SECONDS"; none for another text.
    [[nodiscard]] static std::optional<pose_choice> of(std::string_view text);
};

// Returns the meshes of a scene as they are at a time of a clip, or at rest without a clip: in the scene's space, on
// nodes that do not move them, with their materials. The result has no skins, morph targets, clips, cameras and lights.
[[nodiscard]] effigy::scene posed(const effigy::scene& from, const effigy::scene::clip* clip, double seconds);

// ---- STL -----------------------------------------------------------------------------------------------------------

// Writes all triangles of a scene whose nodes do not move its meshes, see posed(). STL has no unit: programs for 3D
// printing read millimetres, so a metre becomes 1000. z is up, and what faces +z in the scene faces -y, the front of
// these programs.
void write_stl(const effigy::scene& from, effigy::byte_sink sink);

} // namespace tool
