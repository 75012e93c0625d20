// Shinobi engine (Druidstone) models (MDL1 version 4) and animations (ANIM version 3).
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/view.hpp>
#include <effigy/shinobi/records.hpp>
#include <effigy/shinobi/verify.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::animation;
using grimrock::bone;
using grimrock::bone_list;
using grimrock::item;
using grimrock::mesh;
using grimrock::model;
using grimrock::node;
using grimrock::node_index;
using grimrock::segment;
using grimrock::size_of;
using grimrock::vertex_array;

// Opens a *.model of version 4. Errors: truncated, bad_magic, bad_version, bad_value, out_of_bounds (a parent), cycle,
// budget. The time is proportional to the number of records, not to the size of arrays. The bytes must outlive the
// model.
EFFIGY_API [[nodiscard]] result<model> open(lasting_bytes bytes) noexcept;

// Opens an *.animation of version 3. Errors: truncated, bad_magic, bad_version, bad_value. The bytes must outlive the
// animation.
EFFIGY_API [[nodiscard]] result<animation> open_animation(lasting_bytes bytes) noexcept;

}}} // namespace effigy::v0::shinobi

#if defined(EFFIGY_HAS_BODIES)
namespace effigy { inline namespace v0 { namespace shinobi {

EFFIGY_API_BODY result<model> open(lasting_bytes bytes) noexcept {
    return grimrock::impl::open_model(bytes, {.oldest = grimrock::shinobi_version,
                                              .newest = grimrock::shinobi_version,
                                              .expected = "4 (Shinobi engine)",
                                              .reader_of_other = "4 (Shinobi engine; grimrock::open reads version 2)"});
}

EFFIGY_API_BODY result<animation> open_animation(lasting_bytes bytes) noexcept {
    return grimrock::impl::open_animation(
        bytes, {.oldest = 3,
                .newest = 3,
                .expected = "3 (Shinobi engine)",
                .reader_of_other = "3 (Shinobi engine; grimrock::open_animation reads versions 1 and 2)"});
}

}}} // namespace effigy::v0::shinobi
#endif
