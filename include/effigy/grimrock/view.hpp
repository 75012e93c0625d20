// Legend of Grimrock models (MDL1) and animations (ANIM): open(), verify() and the views of both.
// The same templates, with another grammar, read the files of the Shinobi engine.
#pragma once

#include <effigy/grimrock/verify.hpp>
#include <effigy/grimrock/view/open.hpp>

namespace effigy::inline v0::grimrock {

template <form F = form::little> using model_of = basic_model<model_grammar<F>>;
using model = model_of<>;
using node = model::node_type;
using mesh = model::mesh_type;
using node_index = model::node_index;
using bone = basic_bone<form::little>;
using segment = basic_segment<form::little>;
using vertex_array = basic_vertex_array<form::little>;
using animation = basic_animation<form::little>;
using item = basic_item<form::little>;

// Opens a *.model of version 2. Errors: truncated, bad_magic, bad_version, bad_value, out_of_bounds (a parent), cycle,
// budget. The time is proportional to the number of records, not to the size of arrays. The bytes must outlive the
// model.
template <form F = form::little>
[[nodiscard]] result<model_of<F>> open(borrowed_bytes bytes) noexcept {
    return impl::open_model<model_grammar<F>>(bytes);
}
template <form F = form::little, temporary_bytes Owner> result<model_of<F>> open(Owner&&) = delete;

// Opens an *.animation of version 1 (Grimrock 1) or 2 (Grimrock 2). Errors: truncated, bad_magic, bad_version,
// bad_value. The bytes must outlive the animation.
template <form F = form::little>
[[nodiscard]] result<basic_animation<F>> open_animation(borrowed_bytes bytes) noexcept {
    return impl::open_animation<F>(
        bytes, {.oldest = 1,
                .newest = 2,
                .expected = "1 or 2 (Legend of Grimrock 1 or 2)",
                .reader_of_other = "1 or 2 (Legend of Grimrock 1 or 2; shinobi::open_animation reads version 3)"});
}
template <form F = form::little, temporary_bytes Owner>
result<basic_animation<F>> open_animation(Owner&&) = delete;

} // namespace effigy::inline v0::grimrock
