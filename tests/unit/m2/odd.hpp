// A small model with one record of each kind and no findings. Each field has a named location, so that tests can change
// it.
#pragma once

#include "support/byte_builder.hpp"

namespace fixtures::m2::odd {

[[nodiscard]] support::byte_builder valid_file(std::uint32_t version = 256);

} // namespace fixtures::m2::odd
