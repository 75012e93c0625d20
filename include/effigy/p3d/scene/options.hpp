// The options of to_scene().
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// An animation for a clip of the scene. An RTM file contains no name, so the caller names it.
struct named_clip {
    std::string_view name;
    p3d::animation keys;
};

struct scene_options {
    // The index of the level in the file. npos chooses the first level that has `kind` and `kind_number`. For visual,
    // it chooses the finest one with triangles or, if there is none, the first level of any kind with triangles.
    std::uint32_t level = npos;
    lod_kind kind = lod_kind::visual;
    std::uint32_t kind_number = 0;
    bool include_all_levels = false; // every level, each as a node

    // NOLINTNEXTLINE(readability-redundant-member-init): g++ warns if an aggregate leaves it out
    std::span<const p3d::named_clip> clips{};
    double seconds = 1; // duration of an animation's phases from 0 to 1, and of a point cache's times from 0 to 1
    // The largest distance of a point from where skin_positions() moves it, also between phases, as a fraction of the
    // model's size without proxies. Clips that would need too much memory are less exact; their extras contain the
    // error.
    double tolerance = 2e-5;

    bool include_proxies = true; // as nodes; their triangles, which only place them, are left out of the mesh
    bool include_empties = true; // the nodes of proxies
    // The points of levels without drawn triangles as nodes without a mesh, with the name of a selection: named points
    // and axes, for editing.
    bool include_points = false;
    bool include_frames = true; // point caches as morph targets, if they fit
    // Up to 16 joints a vertex; viewers read the four largest weights only. A vertex has at most four, unless clips
    // have different bones of its point.
    bool include_all_weights = false;
    bool include_selections = true;            // in extras, if they fit
    bool include_selection_attributes = false; // `SELECTION_name` of meshes; 4 bytes a vertex in glTF
    // The name of the scene, if the model has none; mostly that of its file, without extension.
    std::string_view name{}; // NOLINT(readability-redundant-member-init): g++ wants it
};

}}} // namespace effigy::v0::p3d
