// A small model with one record of each kind, about which nothing is odd, with the place of each field by name: what a
// test makes odd, it pokes.
#pragma once

#include "support/byte_builder.hpp"

namespace fixtures::m2::odd {

// Everything once; nothing odd.
[[nodiscard]] support::byte_builder sound(std::uint32_t version = 256, effigy::form order = effigy::form::little);

} // namespace fixtures::m2::odd
