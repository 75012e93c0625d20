// Legend of Grimrock models (MDL1) and animations (ANIM): open(), verify(), and what they make accessible.
// The Shinobi engine descends from Grimrock's: the same templates with another grammar read its files.
#pragma once

#include <effigy/grimrock/verify.hpp>
#include <effigy/grimrock/view/open.hpp>

namespace effigy::inline v0::grimrock {

template <endian E = endian::little> using model_of = basic_model<model_grammar<E>>;
using model = model_of<>;
using node = model::node_type;
using mesh = model::mesh_type;
using node_index = model::node_index;
using bone = basic_bone<endian::little>;
using segment = basic_segment<endian::little>;
using vertex_array = basic_vertex_array<endian::little>;
using animation = basic_animation<endian::little>;
using item = basic_item<endian::little>;

// Opens a *.model of version 2. Errors: truncated, bad_magic, bad_version, bad_value, out_of_bounds (a parent), cycle,
// budget. Time in proportion to the number of records, not to the bytes of arrays. The bytes must outlive the model.
template <endian E = endian::little>
[[nodiscard]] result<model_of<E>> open(borrowed_bytes bytes) noexcept {
    return impl::open_model<model_grammar<E>>(bytes);
}
template <endian E = endian::little, temporary_bytes Owner> result<model_of<E>> open(Owner&&) = delete;

// Opens an *.animation of version 1 (Grimrock 1) or 2 (Grimrock 2). Errors: truncated, bad_magic, bad_version,
// bad_value. The bytes must outlive the animation.
template <endian E = endian::little>
[[nodiscard]] result<basic_animation<E>> open_animation(borrowed_bytes bytes) noexcept {
    return impl::open_animation<E>(
        bytes, {.oldest = 1,
                .newest = 2,
                .expected = "1 or 2 (Legend of Grimrock 1 or 2)",
                .reader_of_other = "1 or 2 (Legend of Grimrock 1 or 2; shinobi::open_animation reads version 3)"});
}
template <endian E = endian::little, temporary_bytes Owner>
result<basic_animation<E>> open_animation(Owner&&) = delete;

} // namespace effigy::inline v0::grimrock
