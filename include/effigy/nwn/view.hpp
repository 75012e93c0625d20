// Neverwinter Nights binary MDL: open(), verify(), and what they make accessible.
#pragma once

#include <effigy/nwn/verify.hpp>
#include <effigy/nwn/view/open.hpp>

namespace effigy::inline v0::nwn {

using model = basic_model<endian::little>;
using node = basic_node<endian::little>;
using node_index = basic_node_index<endian::little>;
using animation_index = basic_animation_index<endian::little>;
using mesh = basic_mesh<endian::little>;
using skin = basic_skin<endian::little>;
using bone = basic_bone<endian::little>;
using animmesh = basic_animmesh<endian::little>;
using dangly = basic_dangly<endian::little>;
using aabb = basic_aabb<endian::little>;
using aabb_tree = basic_aabb_tree<endian::little>;
using light = basic_light<endian::little>;
using emitter = basic_emitter<endian::little>;
using reference = basic_reference<endian::little>;
using face = basic_face<endian::little>;
using animation = basic_animation<endian::little>;
using controller = basic_controller<endian::little>;

// Opens a binary *.mdl. Validates every node, list, controller range, raw array and string. Errors: truncated,
// bad_value, out_of_bounds, cycle, budget. Time in proportion to the file. The bytes must outlive the model.
template <endian E = endian::little>
[[nodiscard]] result<basic_model<E>> open(borrowed_bytes bytes) noexcept {
    return impl::validator<E>{bytes}.run();
}
template <endian E = endian::little, temporary_bytes Owner> result<basic_model<E>> open(Owner&&) = delete;

} // namespace effigy::inline v0::nwn
