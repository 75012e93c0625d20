// Strings of MDL1 and ANIM.
#pragma once

#include <effigy/core/cursor.hpp>

namespace effigy::inline v0::grimrock::impl {

using namespace effigy::impl;

// Reads a "String": a 32-bit length, then that many bytes. No NUL, no declared encoding (only 32 .. 126 occur:
// measured).
template <class Cursor> [[nodiscard]] std::string_view read_string(Cursor& c, const char* path) noexcept {
    return c.text(c.template count<i32<>>(path), path);
}

} // namespace effigy::inline v0::grimrock::impl
