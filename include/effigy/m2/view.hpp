// World of Warcraft models (M2, versions 256 .. 274): open(), verify() and the views of a model.
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

// Opens a *.m2 of version 256 to 274. `companions`: a table of the other files of the model, which open() joins to it;
// ignored before version 264. The data of a companion that is not in the table is missing: see key_place and
// skin_profiles(). If the table is sorted by comes_before, lookups take logarithmic time. The bytes and the table must
// outlive the model.
// Errors: truncated, bad_magic (also if a .skin or a .skel in the table is a file of another kind), bad_version,
// out_of_bounds, bad_value (an invalid parent; an .anim that is a model, a .skin or a .skel), cycle, budget. The path
// of an error in a companion begins with "companions" and its number in the table. The path of an error in a bone or an
// attachment of a .skel begins with "skel" or "parentSkel". Offsets of errors count from the start of the companion.
// Takes time in proportion to the number of records and key lists, not to the bytes of the lists.
template <form F = form::little>
[[nodiscard]] result<basic_model<F>> open(borrowed_bytes bytes, std::span<const companion> companions = {}) noexcept {
    return impl::validator<F>{bytes, companions}.run();
}
template <form F = form::little, temporary_bytes Owner>
result<basic_model<F>> open(Owner&&, std::span<const companion> = {}) = delete;

// open_skin(), open_skeleton() and open_chunks() open one companion without its model: a .skin, a .skel, or a file of
// chunks (a chunked .anim or a .bone). An .anim without chunks cannot be opened alone, because only its model describes
// its bytes. The errors are those of open(). The bytes must outlive the result.
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
