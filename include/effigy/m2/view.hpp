// World of Warcraft models (M2 of the versions 256 .. 274): open(), verify(), and what they make accessible.
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

// Opens a *.m2 of the versions 256 .. 274, with what lies beside it from 264 on: `companions`, which no earlier version
// has. What is not joined is missing, see key_place and skin_profiles(). A table in order (comes_before) is searched by
// halves. Errors: truncated, bad_magic (also of a companion of another kind), bad_version, out_of_bounds, bad_value (a
// parent), cycle, budget. What is wrong with a companion has a path that begins with its number in the table, or, with
// a bone or an attachment of a .skel, with "skel" or "parentSkel"; its offset is one in that file. Time in proportion
// to the number of records and of key lists, not to the bytes of lists. The bytes and the table must outlive the model.
template <form F = form::little>
[[nodiscard]] result<basic_model<F>> open(borrowed_bytes bytes, std::span<const companion> companions = {}) noexcept {
    return impl::validator<F>{bytes, companions}.run();
}
template <form F = form::little, temporary_bytes Owner>
result<basic_model<F>> open(Owner&&, std::span<const companion> = {}) = delete;

// Open a file that lies beside a model by itself: a .skin, a .skel, one of chunks alone (a chunked .anim, a .bone). An
// .anim of earlier versions has nothing to tell what it is; its model opens it. Errors as those of open().
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
