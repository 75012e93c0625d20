// Strings of MDL1 and ANIM.
#pragma once

#include <effigy/core/impl/transfer.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

using namespace effigy::impl;

// A "String": a 32-bit length, then that many bytes. No NUL, no declared encoding (only 32 .. 126 occur: measured).
template <class Cursor, class Text> EFFIGY_INLINE void transfer_string(Cursor& c, Text& to, const char* path) {
    transfer_text<i32<>>(c, to, path);
}

}}}} // namespace effigy::v0::grimrock::impl
