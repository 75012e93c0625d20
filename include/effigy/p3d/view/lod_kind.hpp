// The purpose of a level of detail, which its resolution encodes.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/math.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

enum class lod_kind : std::uint8_t {
    visual, // drawn; a smaller resolution is finer
    view_gunner,
    view_pilot,
    view_cargo,
    shadow_volume,
    shadow_buffer,
    ground_layer,
    edit,
    geometry,
    geometry_buoyancy,
    geometry_physx_old,
    geometry_physx,
    navigation,
    memory,
    land_contact,
    roadway,
    paths,
    hit_points,
    view_geometry,
    fire_geometry,
    view_cargo_geometry,
    view_cargo_fire_geometry,
    view_commander,
    view_commander_geometry,
    view_commander_fire_geometry,
    view_pilot_geometry,
    view_pilot_fire_geometry,
    view_gunner_geometry,
    view_gunner_fire_geometry,
    sub_parts,
    shadow_volume_view_cargo,
    shadow_volume_view_pilot,
    shadow_volume_view_gunner,
    wreck,
    unknown,
};

struct lod_meaning {
    lod_kind kind = lod_kind::unknown;
    std::uint32_t number = 0; // index within the kind: 1 for 10001, 0 for 10000
};

namespace impl {

using namespace effigy::impl;

// A kind with several numbers: resolutions from `from` up to, but not including, `below`.
struct kind_family {
    double from, below, base, step;
    lod_kind kind;
};
inline constexpr kind_family low_families[] = {
    {999.5, 1000.5, 1000, 1, lod_kind::view_gunner},       {1099.5, 1100.5, 1100, 1, lod_kind::view_pilot},
    {1199.5, 1299.5, 1200, 1, lod_kind::view_cargo},       {9999.5, 10999.5, 10000, 1, lod_kind::shadow_volume},
    {10999.5, 11999.5, 11000, 1, lod_kind::shadow_buffer}, {12999.5, 13000.5, 13000, 1, lod_kind::ground_layer},
    {19999.5, 29999.5, 20000, 1, lod_kind::edit},
};
// Resolutions above `from`, up to and including `below`.
inline constexpr kind_family high_families[] = {
    {8e15 * 0.999, 9e15 * 0.999, 8e15, 1e13, lod_kind::view_cargo_geometry},
    {18e15 * 0.999, 19e15 * 0.999, 18e15, 1e13, lod_kind::shadow_volume_view_cargo},
};

struct kind_resolution {
    double resolution;
    lod_kind kind;
};
inline constexpr kind_resolution single_kinds[] = {
    {1e13, lod_kind::geometry},
    {2e13, lod_kind::geometry_buoyancy},
    {3e13, lod_kind::geometry_physx_old},
    {4e13, lod_kind::geometry_physx},
    {5e13, lod_kind::navigation},
    {1e15, lod_kind::memory},
    {2e15, lod_kind::land_contact},
    {3e15, lod_kind::roadway},
    {4e15, lod_kind::paths},
    {5e15, lod_kind::hit_points},
    {6e15, lod_kind::view_geometry},
    {7e15, lod_kind::fire_geometry},
    {9e15, lod_kind::view_cargo_fire_geometry},
    {10e15, lod_kind::view_commander},
    {11e15, lod_kind::view_commander_geometry},
    {12e15, lod_kind::view_commander_fire_geometry},
    {13e15, lod_kind::view_pilot_geometry},
    {14e15, lod_kind::view_pilot_fire_geometry},
    {15e15, lod_kind::view_gunner_geometry},
    {16e15, lod_kind::view_gunner_fire_geometry},
    {17e15, lod_kind::sub_parts},
    {19e15, lod_kind::shadow_volume_view_pilot},
    {20e15, lod_kind::shadow_volume_view_gunner},
    {21e15, lod_kind::wreck},
};

} // namespace impl

// Returns the kind and number that a resolution encodes. Large resolutions are compared with the engine's tolerance of
// a thousandth, because a stored float is only near the decimal number. Sources: the engine; 13000, 5e13 and numbers
// within a kind are from the sources of public tools.
[[nodiscard]] constexpr lod_meaning meaning_of(float resolution) noexcept {
    const auto r = static_cast<double>(resolution);
    if (!(r >= 0 && effigy::impl::is_finite(r))) {
        return {};
    }
    if (r < 999.5) {
        return {lod_kind::visual, 0};
    }
    const auto member = [r](const impl::kind_family& family) {
        const double number = (r - family.base) / family.step + 0.5;
        return lod_meaning{family.kind, number > 0 ? static_cast<std::uint32_t>(number) : 0U};
    };
    for (const impl::kind_family& candidate : impl::low_families) {
        if (r >= candidate.from && r < candidate.below) {
            return member(candidate);
        }
    }
    for (const impl::kind_family& candidate : impl::high_families) {
        if (r > candidate.from && r <= candidate.below) {
            return member(candidate);
        }
    }
    for (const impl::kind_resolution& candidate : impl::single_kinds) {
        const double distance = r > candidate.resolution ? r - candidate.resolution : candidate.resolution - r;
        if (distance < candidate.resolution * 1e-3) {
            return {candidate.kind, 0};
        }
    }
    return {};
}

// Whether the engine uses only the shape of levels of this kind: their normals and textures do not matter.
[[nodiscard]] constexpr bool is_geometry_only(lod_kind kind) noexcept {
    switch (kind) {
    case lod_kind::geometry:
    case lod_kind::memory:
    case lod_kind::land_contact:
    case lod_kind::roadway:
    case lod_kind::paths:
    case lod_kind::hit_points:
    case lod_kind::view_geometry:
    case lod_kind::fire_geometry:
    case lod_kind::view_pilot_geometry:
    case lod_kind::view_gunner_geometry:
    case lod_kind::view_commander_geometry:
    case lod_kind::view_cargo_geometry: return true;
    default: return false;
    }
}

// Whether a level of this kind is the volume that stencil shadows need.
[[nodiscard]] constexpr bool is_shadow_volume(lod_kind kind) noexcept {
    return kind == lod_kind::shadow_volume || kind == lod_kind::shadow_volume_view_cargo ||
           kind == lod_kind::shadow_volume_view_pilot || kind == lod_kind::shadow_volume_view_gunner;
}

}}} // namespace effigy::v0::p3d
