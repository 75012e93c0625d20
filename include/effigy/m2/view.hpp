// World of Warcraft models (M2 of the versions 256 .. 263): open(), verify(), and what they make accessible.
#pragma once

#include <effigy/m2/verify.hpp>
#include <effigy/m2/view/open.hpp>

namespace effigy::inline v0::m2 {

using model = basic_model<endian::little>;
using animation = basic_animation<endian::little>;
using vertex = basic_vertex<endian::little>;
using bone = basic_bone<endian::little>;
using bone_index = basic_bone_index<endian::little>;
using skin_profile = basic_skin_profile<endian::little>;
using submesh = basic_submesh<endian::little>;
using batch = basic_batch<endian::little>;
using color = basic_color<endian::little>;
using texture = basic_texture<endian::little>;
using texture_transform = basic_texture_transform<endian::little>;
using material = basic_material<endian::little>;
using attachment = basic_attachment<endian::little>;
using event = basic_event<endian::little>;
using light = basic_light<endian::little>;
using camera = basic_camera<endian::little>;
using ribbon = basic_ribbon<endian::little>;
using particle = basic_particle<endian::little>;

// Opens a *.m2 of the versions 256 .. 263. Errors: truncated, bad_magic, bad_version, unsupported (a later version, or
// chunks), out_of_bounds, bad_value (a parent), cycle, budget. Time in proportion to the number of records, not to the
// bytes of their lists. The bytes must outlive the model.
template <endian E = endian::little>
[[nodiscard]] result<basic_model<E>> open(borrowed_bytes bytes) noexcept {
    return impl::validator<E>{bytes}.run();
}
template <endian E = endian::little, temporary_bytes Owner> result<basic_model<E>> open(Owner&&) = delete;

} // namespace effigy::inline v0::m2
