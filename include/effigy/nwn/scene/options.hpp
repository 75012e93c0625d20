// What a scene is made with besides the model.
#pragma once

#include <effigy/nwn/view.hpp>

namespace effigy::inline v0::nwn {

template <form F> struct basic_scene_options {
    // Models whose animations are joined, the nearest first: the one that model.supermodel() names, then that one's.
    // They are joined as apply() does it, with the positions of keys times the model's animation_scale(). Of animations
    // of one name those of the nearer model count, as in the game.
    std::span<const basic_model<F>> supermodels{};
    // Names of the animations that become clips, in any case of A to Z; empty: all.
    std::span<const std::string_view> animation_names{}; // NOLINT(readability-redundant-member-init): g++ wants it
    bool has_clips = true;
    // Whether meshes are shown that the game does not draw: walkmeshes and helpers. A mesh that was merged away is
    // drawn with another one, and is not shown again.
    bool has_undrawn = false;
};
using scene_options = basic_scene_options<form::little>;

} // namespace effigy::inline v0::nwn
