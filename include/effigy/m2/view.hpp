// World of Warcraft models (M2 of the versions 256 .. 274): open(), verify() and the views of a model.
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
using chunk = basic_chunk<form::little>;
using skin = basic_skin<form::little>;
using skeleton = basic_skeleton<form::little>;
using chunked_file = basic_chunked_file<form::little>;

// Opens a *.m2 of the versions 256 .. 274. `companions`: the other files of the model; ignored before version 264. Data
// of files that are not joined is missing, see key_place and skin_profiles(). If the table is sorted by comes_before,
// lookups take logarithmic time. The bytes and the table must outlive the model.
// Errors: truncated, bad_magic (also of a companion of another kind), bad_version, out_of_bounds, bad_value (a parent),
// cycle, budget. The path of an error in a companion begins with its number in the table; in a bone or an attachment of
// a .skel, with "skel" or "parentSkel". Offsets count from the start of that file.
// Time is proportional to the number of records and key lists, not to the bytes of lists.
template <form F = form::little>
[[nodiscard]] result<basic_model<F>> open(borrowed_bytes bytes, std::span<const companion> companions = {}) noexcept {
    return impl::validator<F>{bytes, companions}.run();
}
template <form F = form::little, temporary_bytes Owner>
result<basic_model<F>> open(Owner&&, std::span<const companion> = {}) = delete;

// Open one companion alone: a .skin, a .skel, a file of chunks (a chunked .anim, a .bone). An .anim without chunks
// cannot be opened alone: only its model describes its bytes. Errors as those of open(). The bytes must outlive the
// result.
template <form F = form::little> [[nodiscard]] result<basic_skin<F>> open_skin(borrowed_bytes bytes) noexcept {
    return impl::validator<F>{bytes}.run_skin();
}
template <form F = form::little, temporary_bytes Owner> result<basic_skin<F>> open_skin(Owner&&) = delete;
template <form F = form::little> [[nodiscard]] result<basic_skeleton<F>> open_skeleton(borrowed_bytes bytes) noexcept {
    return impl::validator<F>{bytes}.run_skeleton();
}
template <form F = form::little, temporary_bytes Owner> result<basic_skeleton<F>> open_skeleton(Owner&&) = delete;
template <form F = form::little>
[[nodiscard]] result<basic_chunked_file<F>> open_chunks(borrowed_bytes bytes) noexcept {
    return impl::validator<F>{bytes}.run_chunks();
}
template <form F = form::little, temporary_bytes Owner> result<basic_chunked_file<F>> open_chunks(Owner&&) = delete;

} // namespace effigy::inline v0::m2
