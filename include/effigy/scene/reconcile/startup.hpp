// Nodes that Blender makes without being asked.
#pragma once

#include <effigy/scene/names.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Whether a node is the camera or the light of a new file, at its place [Blender 2.8 to 5.0]. Exporters write it also
// without the camera or the light. Somebody forgot to delete it.
[[nodiscard]] inline bool is_of_startup_file(const scene::node& of) noexcept {
    constexpr double reach = 1e-4;
    const std::string_view name = without_number(of.name);
    const bool is_camera = name == "Camera", is_light = name == "Light";
    const vector3<double> place =
        is_camera ? vector3<double>{7.358891, 4.958309, 6.925791} : vector3<double>{4.076245, 5.903862, -1.005454};
    const vector3<double> away = to_real<double>(of.local.position) - place;
    return (is_camera || is_light) && of.parent == npos && of.mesh == npos && dot(away, away) < reach * reach;
}

// Whether a joint is the one that moves vertices without weights.
[[nodiscard]] inline bool is_of_weightless(const scene::node& of) noexcept {
    return without_number(of.name) == "neutral_bone" && of.mesh == npos;
}

}}} // namespace effigy::v0::impl
