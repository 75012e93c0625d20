// The options of to_scene().
#pragma once

#include <effigy/nwn/view.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

struct scene_options {
    // Models whose animations become clips too, the nearest first: the one that model.supermodel() names, then its own
    // supermodel, and so on. Nodes are joined as in apply(). The positions of keys are multiplied by the
    // animation_scale() of each model that inherits them: the converted one and those between. If several models have
    // an animation of the same name, the nearest one is used, as in the game.
    // NOLINTNEXTLINE(readability-redundant-member-init): g++ warns if an aggregate leaves it out
    std::span<const model> supermodels{};
    // Names of the animations that become clips; the case of A to Z is ignored. Empty: all of them.
    std::span<const std::string_view> clip_names{}; // NOLINT(readability-redundant-member-init): g++ wants it
    bool include_clips = true;
    // Whether to add meshes that the game does not draw: walkmeshes, on nodes with the extra `collision`, and helpers
    // such as shadow volumes; all of them with the extra `notDrawn`. Merged-away meshes are not added: their triangles
    // belong to the merge target.
    bool include_collision = false;
    // Whether to add the colors of vertices, which the game's own shaders do not read. Viewers multiply textures by
    // them.
    bool include_colors = false;
    // Whether to add channels of materials: alpha and self-illumination, which few programs read.
    bool animate_materials = false;
    // Whether to turn the model to +z, by its root, or by a node above a root that turns itself. Otherwise it faces -z,
    // and nodes have its numbers.
    bool front = true;
    // The name of the scene, if the model has none; mostly that of its file, without extension.
    std::string_view name{}; // NOLINT(readability-redundant-member-init): g++ wants it
};

}}} // namespace effigy::v0::nwn
