// World of Warcraft models (M2 of the versions 256 .. 263): open(), verify(), and what they make accessible.
#pragma once

#include <effigy/m2/verify.hpp>
#include <effigy/m2/view/open.hpp>

namespace effigy::inline v0::m2 {

using model = basic_model<form::little>;
using animation = basic_animation<form::little>;
using vertex = basic_vertex<form::little>;
using bone = basic_bone<form::little>;
using bone_index = basic_bone_index<form::little>;
using skin_profile = basic_skin_profile<form::little>;
using submesh = basic_submesh<form::little>;
using batch = basic_batch<form::little>;
using color = basic_color<form::little>;
using texture = basic_texture<form::little>;
using texture_transform = basic_texture_transform<form::little>;
using material = basic_material<form::little>;
using attachment = basic_attachment<form::little>;
using event = basic_event<form::little>;
using light = basic_light<form::little>;
using camera = basic_camera<form::little>;
using ribbon = basic_ribbon<form::little>;
using particle = basic_particle<form::little>;

// Opens a *.m2 of the versions 256 .. 263. Errors: truncated, bad_magic, bad_version, unsupported (a later version, or
// chunks), out_of_bounds, bad_value (a parent), cycle, budget. Time in proportion to the number of records, not to the
// bytes of their lists. The bytes must outlive the model.
template <form F = form::little>
[[nodiscard]] result<basic_model<F>> open(borrowed_bytes bytes) noexcept {
    return impl::validator<F>{bytes}.run();
}
template <form F = form::little, temporary_bytes Owner> result<basic_model<F>> open(Owner&&) = delete;

} // namespace effigy::inline v0::m2
