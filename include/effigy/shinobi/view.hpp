// Shinobi engine (Druidstone) models (MDL1 version 4) and animations (ANIM version 3).
#pragma once

#include <effigy/grimrock/view.hpp>
#include <effigy/shinobi/records.hpp>
#include <effigy/shinobi/verify.hpp>

namespace effigy::inline v0::shinobi {

template <form F = form::little> using model_of = grimrock::basic_model<model_grammar<F>>;
using model = model_of<>;
using node = model::node_type;
using mesh = model::mesh_type;
using node_index = model::node_index;
using grimrock::animation;
using grimrock::bone;
using grimrock::item;
using grimrock::segment;
using grimrock::size_of;
using grimrock::vertex_array;

// Opens a *.model of version 4. Errors: truncated, bad_magic, bad_version, bad_value, out_of_bounds (a parent), cycle,
// budget. The time is proportional to the number of records, not to the size of arrays. The bytes must outlive the
// model.
template <form F = form::little>
[[nodiscard]] result<model_of<F>> open(borrowed_bytes bytes) noexcept {
    return grimrock::impl::open_model<model_grammar<F>>(bytes);
}
template <form F = form::little, temporary_bytes Owner> result<model_of<F>> open(Owner&&) = delete;

// Opens an *.animation of version 3. Errors: truncated, bad_magic, bad_version, bad_value. The bytes must outlive the
// animation.
template <form F = form::little>
[[nodiscard]] result<grimrock::basic_animation<F>> open_animation(borrowed_bytes bytes) noexcept {
    return grimrock::impl::open_animation<F>(
        bytes, {.oldest = 3,
                .newest = 3,
                .expected = "3 (Shinobi engine)",
                .reader_of_other = "3 (Shinobi engine; grimrock::open_animation reads versions 1 and 2)"});
}
template <form F = form::little, temporary_bytes Owner>
result<grimrock::basic_animation<F>> open_animation(Owner&&) = delete;

} // namespace effigy::inline v0::shinobi
