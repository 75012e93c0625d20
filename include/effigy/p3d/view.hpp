// Arma P3D models (MLOD) and RTM animations: open(), verify() and the views of both.
#pragma once

#include <effigy/p3d/verify.hpp>
#include <effigy/p3d/view/open.hpp>

namespace effigy::inline v0::p3d {

using model = basic_model<form::little>;
using lod = basic_lod<form::little>;
using face = basic_face<form::little>;
using triangle = basic_triangle<form::little>;
using tag = basic_tag<form::little>;
using uv_set = basic_uv_set<form::little>;
using morph_frame = basic_morph_frame<form::little>;
using lod_index = basic_lod_index<form::little>;
using animation = basic_animation<form::little>;
using bone = basic_bone<form::little>;
using phase = basic_phase<form::little>;

// Opens a *.p3d in the editable form: MLOD, NLOD or one bare level. Errors: truncated, bad_magic, bad_version,
// bad_value. The time grows with the number of faces and tags, not with the bytes of points and tags. The bytes must
// outlive the model.
template <form F = form::little>
[[nodiscard]] result<basic_model<F>> open(borrowed_bytes bytes) noexcept {
    return impl::open_model<F>(bytes);
}
template <form F = form::little, temporary_bytes Owner> result<basic_model<F>> open(Owner&&) = delete;

// Opens an *.rtm in the form RTM_0101 or RTM_0100. Errors: truncated, bad_magic. The bytes must outlive the animation.
template <form F = form::little>
[[nodiscard]] result<basic_animation<F>> open_animation(borrowed_bytes bytes) noexcept {
    return impl::open_clip<F>(bytes);
}
template <form F = form::little, temporary_bytes Owner>
result<basic_animation<F>> open_animation(Owner&&) = delete;

} // namespace effigy::inline v0::p3d
