// The values of bytes as text.
#pragma once

#include <effigy/core/byte_view.hpp>
#include <effigy/regions.hpp>

#include <string>

namespace tool {

// Returns the first elements of a region of the file, as text. Empty for elements that are not shown.
[[nodiscard]] std::string value_of(effigy::byte_view file, const effigy::region& one);

} // namespace tool
