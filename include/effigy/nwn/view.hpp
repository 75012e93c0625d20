// Neverwinter Nights binary MDL: open(), verify(), and the views of a model.
#pragma once

#include <effigy/nwn/verify.hpp>
#include <effigy/nwn/view/open.hpp>

namespace effigy::inline v0::nwn {

using model = basic_model<form::little>;
using node = basic_node<form::little>;
using node_index = basic_node_index<form::little>;
using animation_index = basic_animation_index<form::little>;
using mesh = basic_mesh<form::little>;
using skin = basic_skin<form::little>;
using bone = basic_bone<form::little>;
using animmesh = basic_animmesh<form::little>;
using dangly = basic_dangly<form::little>;
using aabb = basic_aabb<form::little>;
using aabb_tree = basic_aabb_tree<form::little>;
using light = basic_light<form::little>;
using emitter = basic_emitter<form::little>;
using reference = basic_reference<form::little>;
using face = basic_face<form::little>;
using animation = basic_animation<form::little>;
using controller = basic_controller<form::little>;

// Opens a binary *.mdl. Validates every node, list, controller range, raw array and string. Errors: unsupported (an
// ASCII MDL), truncated, bad_magic, bad_value, out_of_bounds, cycle, budget. Takes time in proportion to the file's
// size. The bytes must outlive the model.
template <form F = form::little>
[[nodiscard]] result<basic_model<F>> open(borrowed_bytes bytes) noexcept {
    return impl::validator<F>{bytes}.run();
}
template <form F = form::little, temporary_bytes Owner> result<basic_model<F>> open(Owner&&) = delete;

} // namespace effigy::inline v0::nwn
