// What differs between the families of formats when an edited scene is brought back into their files. A family needs an
// overload of each function, and one of session_of().
#pragma once

#include <tool/answers/scene_of.hpp>

#include <effigy/scene/reconcile/options.hpp>

#include <string>
#include <string_view>

namespace tool {

template <class Model>
concept importable = requires(const Model& of, const scene_settings& settings) { session_of(of, settings); };

constexpr const char* extension_of_clips(const effigy::grimrock::model&) { return ".animation"; }
constexpr const char* extension_of_clips(const effigy::p3d::model&) { return ".rtm"; }

// The textures of Grimrock that the changed scene has can be those that `convert` found in other files. Faces of Arma
// name theirs.
[[nodiscard]] effigy::reconcile_options reconciling(const effigy::grimrock::model& of, effigy::reconcile_options how);
[[nodiscard]] effigy::reconcile_options reconciling(const effigy::p3d::model& of, effigy::reconcile_options how);

// Whether nodes of this name are parts of another one. Models of Grimrock have nodes; those of Arma have levels.
[[nodiscard]] bool is_part(std::string_view name, std::string_view whole, const effigy::grimrock::model& of,
                           const scene_settings& settings);
[[nodiscard]] bool is_part(std::string_view name, std::string_view whole, const effigy::p3d::model& of,
                           const scene_settings& settings);

// The node whose mesh new meshes join. Views into `original`.
[[nodiscard]] std::string_view home_of(const effigy::scene& original, const effigy::grimrock::model& of,
                                       const scene_settings& settings);
[[nodiscard]] std::string_view home_of(const effigy::scene& original, const effigy::p3d::model& of,
                                       const scene_settings& settings);

// Whether a scene was made with scene_choices::for_editing, which only matters for Arma: it has further nodes.
[[nodiscard]] bool is_for_editing(const effigy::scene& edited, const effigy::grimrock::model& from,
                                  const scene_settings& settings);
[[nodiscard]] bool is_for_editing(const effigy::scene& edited, const effigy::p3d::model& from,
                                  const scene_settings& settings);

// The name that a scene was made with: the model's file may have another one by now. The nodes of Arma's levels begin
// with it.
[[nodiscard]] std::string name_in(const effigy::scene& edited, const effigy::grimrock::model& from,
                                  const scene_settings& settings);
[[nodiscard]] std::string name_in(const effigy::scene& edited, const effigy::p3d::model& from,
                                  const scene_settings& settings);

} // namespace tool
