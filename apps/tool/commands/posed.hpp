// Scenes at a time of a clip.
#pragma once

#include <effigy/scene.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tool {

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

} // namespace tool
