// The options of to_scene().
#pragma once

#include <effigy/core/language.hpp>

#include <cstdint>
#include <span>

namespace effigy::inline v0::m2 {

struct scene_options {
    std::uint32_t skin_profile = 0; // number of the skin profile; if it is missing, the first profile is used
    bool include_clips = true;      // of animations and of global sequences
    // NOLINTBEGIN(readability-redundant-member-init): g++ warns without them if they are omitted in an initialiser
    std::span<const std::uint16_t> animation_ids{}; // of animations, only those with these ids; empty: all
    std::span<const std::uint16_t> submesh_ids{};   // only triangles with these `submesh.id`; empty: all
    // NOLINTEND(readability-redundant-member-init)
    bool include_layers = false;    // add further layers over the same triangles, which flicker in viewers
    bool include_collision = false; // add the collision mesh, on a node with the extra `collision`; viewers show it
};

} // namespace effigy::inline v0::m2
