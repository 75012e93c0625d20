// Options of to_scene(), and the choice of levels.
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy::inline v0::p3d {

// An animation for a clip of the scene. An RTM file contains no name, so the caller names it.
template <form F> struct basic_named_clip {
    std::string_view name;
    basic_animation<F> keys;
};

template <form F> struct basic_scene_options {
    // The index of the level in the file. npos chooses the first level that has `kind` and `kind_number`. For visual,
    // it chooses the finest one with triangles or, if there is none, the first level of any kind with triangles.
    std::uint32_t level = npos;
    lod_kind kind = lod_kind::visual;
    std::uint32_t kind_number = 0;
    bool include_all_levels = false; // every level, each as a node

    std::span<const basic_named_clip<F>> clips{};
    double seconds = 1; // duration of an animation's phases from 0 to 1, and of a point cache's times from 0 to 1
    // The largest distance of a point from where skin_positions() moves it, also between phases, as a fraction of the
    // model's size. Clips that would need too much memory are less exact; their extras contain the error.
    double tolerance = 2e-5;

    bool include_proxies = true;    // as nodes; their triangles, which only place them, are left out of the mesh
    bool include_frames = true;     // point caches as morph targets, if they fit
    bool include_selections = true; // in extras, if they fit
};

using named_clip = basic_named_clip<form::little>;
using scene_options = basic_scene_options<form::little>;

namespace impl {

using namespace effigy::impl;

[[nodiscard]] inline error no_level(std::uint64_t count, std::int64_t found, const char* expected) noexcept {
    return {{"p3d.lods"}, errc::out_of_bounds, count, found, expected};
}

// Returns the index of the level to convert; npos if the model has no levels.
template <form F> [[nodiscard]] result<std::uint32_t> choose_level(const basic_lod_index<F>& all,
                                                                   const basic_scene_options<F>& options) noexcept {
    const auto count = static_cast<std::uint32_t>(all.size());
    if (options.level != npos) {
        return options.level < count
                   ? result<std::uint32_t>{options.level}
                   : no_level(count - std::uint64_t{count != 0}, options.level, "the index of the last level");
    }
    std::uint32_t finest = npos; // of the kind, with triangles
    std::uint32_t first = npos;  // of the kind
    std::uint32_t drawn = npos;  // the first of any kind with triangles
    float finest_resolution = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const basic_lod<F> level = all.at(i);
        const bool has_triangles = level.triangle_count() != 0;
        drawn = drawn == npos && has_triangles ? i : drawn;
        if (level.kind() != options.kind || level.number() != options.kind_number) {
            continue;
        }
        first = first == npos ? i : first;
        if (has_triangles && (finest == npos || level.resolution() < finest_resolution)) {
            finest = i;
            finest_resolution = level.resolution();
        }
    }
    if (options.kind != lod_kind::visual) {
        return first != npos ? result<std::uint32_t>{first}
                             : error{{"p3d.lods"}, errc::bad_value, 0, 0, "a level of the chosen kind"};
    }
    const std::uint32_t fallback = drawn != npos ? drawn : first;
    return finest != npos ? finest : fallback != npos || count == 0 ? fallback : 0U;
}

} // namespace impl

} // namespace effigy::inline v0::p3d
