// The texts among the samples.
#pragma once

#include "support/byte_builder.hpp"

namespace fixtures::nwn {

// A binary model in text form.
[[nodiscard]] support::byte_builder text_of(const support::byte_builder& binary);

// The .pwk of a placeable, as NWmax writes it.
[[nodiscard]] support::byte_builder walk_mesh_of_figure();

} // namespace fixtures::nwn
