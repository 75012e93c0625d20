// The options of to_scene().
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/grimrock/view/animation.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// A clip and its name. Clips have no names in real files (measured), so the caller chooses them.
struct named_clip {
    std::string_view name; // empty: the clip's own
    animation keys;
};

struct scene_options {
    // NOLINTNEXTLINE(readability-redundant-member-init): g++ warns if an aggregate leaves it out
    std::span<const named_clip> clips{}; // from other files; they move this model's nodes
    playback mode = playback::once;      // loop: the last frame blends into the first
    bool include_colors = false; // vertex colours: the engine does not read them, but viewers multiply textures by them
    // The name of the scene, if the model has none; mostly that of its file, without extension.
    std::string_view name{}; // NOLINT(readability-redundant-member-init): g++ wants it
};

}}} // namespace effigy::v0::grimrock
