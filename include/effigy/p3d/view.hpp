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

} // namespace effigy::inline v0::p3d
