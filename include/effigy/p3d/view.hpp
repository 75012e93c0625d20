// Arma P3D models (MLOD) and RTM animations: open(), verify(), and what they make accessible.
#pragma once

#include <effigy/p3d/verify.hpp>
#include <effigy/p3d/view/open.hpp>

namespace effigy::inline v0::p3d {

using model = basic_model<endian::little>;
using lod = basic_lod<endian::little>;
using face = basic_face<endian::little>;
using triangle = basic_triangle<endian::little>;
using tag = basic_tag<endian::little>;
using uv_set = basic_uv_set<endian::little>;
using morph_frame = basic_morph_frame<endian::little>;
using lod_index = basic_lod_index<endian::little>;
using animation = basic_animation<endian::little>;
using bone = basic_bone<endian::little>;
using phase = basic_phase<endian::little>;

// Opens a *.p3d in the editable form: MLOD, NLOD or one bare level. Errors: truncated, bad_magic, bad_version,
// bad_value. Time in proportion to the number of faces and tags, not to the bytes of points and tags. The bytes must
// outlive the model.
template <endian E = endian::little>
[[nodiscard]] result<basic_model<E>> open(borrowed_bytes bytes) noexcept {
    return impl::open_model<E>(bytes);
}
template <endian E = endian::little, temporary_bytes Owner> result<basic_model<E>> open(Owner&&) = delete;

// Opens an *.rtm of RTM_0101 or RTM_0100. Errors: truncated, bad_magic. The bytes must outlive the animation.
template <endian E = endian::little>
[[nodiscard]] result<basic_animation<E>> open_animation(borrowed_bytes bytes) noexcept {
    return impl::open_clip<E>(bytes);
}
template <endian E = endian::little, temporary_bytes Owner>
result<basic_animation<E>> open_animation(Owner&&) = delete;

} // namespace effigy::inline v0::p3d
