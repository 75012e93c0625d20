// Names of kinds of levels, kinds of tags, formats and containers.
#pragma once

#include <effigy/p3d/records.hpp>
#include <effigy/p3d/view/lod_kind.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Returns the name of the kind in this library, in lower case: "view_pilot".
[[nodiscard]] constexpr std::string_view name_of(lod_kind kind) noexcept {
    constexpr const char* names[] = {
        "visual",
        "view_gunner",
        "view_pilot",
        "view_cargo",
        "shadow_volume",
        "shadow_buffer",
        "ground_layer",
        "edit",
        "geometry",
        "geometry_buoyancy",
        "geometry_physx_old",
        "geometry_physx",
        "navigation",
        "memory",
        "land_contact",
        "roadway",
        "paths",
        "hit_points",
        "view_geometry",
        "fire_geometry",
        "view_cargo_geometry",
        "view_cargo_fire_geometry",
        "view_commander",
        "view_commander_geometry",
        "view_commander_fire_geometry",
        "view_pilot_geometry",
        "view_pilot_fire_geometry",
        "view_gunner_geometry",
        "view_gunner_fire_geometry",
        "sub_parts",
        "shadow_volume_view_cargo",
        "shadow_volume_view_pilot",
        "shadow_volume_view_gunner",
        "wreck",
    };
    const auto number = static_cast<std::size_t>(kind);
    return number < std::size(names) ? names[number] : "unknown";
}

// Returns the name of the kind in this library, in lower case: "sharp_edges".
[[nodiscard]] constexpr std::string_view name_of(tag_kind kind) noexcept {
    constexpr const char* names[] = {"selection", "selected", "lock",        "hide",           "sharp_edges", "mass",
                                     "property",  "uv_set",   "morph_frame", "material_index", "end"};
    const auto number = static_cast<std::size_t>(kind);
    return number < std::size(names) ? names[number] : "unknown";
}

// Returns the magic of a container; "bare" for a file without one.
[[nodiscard]] constexpr std::string_view name_of(container kind) noexcept {
    return kind == container::mlod ? "MLOD" : kind == container::nlod ? "NLOD" : "bare";
}

}}} // namespace effigy::v0::p3d
