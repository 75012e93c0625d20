// The options of to_scene().
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace effigy { inline namespace v0 { namespace m2 {

struct scene_options {
    std::uint32_t skin_profile = 0; // number of the skin profile; if it is missing, the first profile is used
    bool include_clips = true;      // of animations and of global sequences
    // NOLINTBEGIN(readability-redundant-member-init): g++ warns without them if they are omitted in an initialiser
    std::span<const std::uint16_t> clip_ids{};    // of animations, only those with these ids; empty: all
    std::span<const std::uint16_t> submesh_ids{}; // only triangles with these `submesh.id`; empty: see the next one
    // NOLINTEND(readability-redundant-member-init)
    bool include_all_parts = false; // of a character: all hair styles, robes, capes; otherwise one plausible set
    bool animate_materials = false; // channels of colors, opacities, texture coordinates, which few programs read
    bool include_layers = false;    // add further layers over the same triangles, which flicker in viewers
    bool include_collision = false; // add the collision mesh, translucent, on a node with the extra `collision`
    bool include_empties = true;    // nodes of attachments, events, ribbons and particles
    bool front = true;              // turn the model to +z, by the root node; otherwise it faces +x
    bool metres = true;             // otherwise yards
    // The name of the scene, if the model has none; mostly that of its file, without extension.
    std::string_view name{}; // NOLINT(readability-redundant-member-init): g++ wants it
};

}}} // namespace effigy::v0::m2
