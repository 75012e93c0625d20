// The versions and the strings of MDL1 and ANIM.
#pragma once

#include <effigy/core/cursor.hpp>
#include <effigy/core/impl/transfer.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

using namespace effigy::impl;

// A "String": a 32-bit length, then that many bytes. No NUL, no declared encoding (only 32 .. 126 occur: measured).
template <class Cursor, class Text> EFFIGY_INLINE void transfer_string(Cursor& c, Text& to, const char* path) {
    transfer_text<i32<>>(c, to, path);
}

// The versions that are read.
struct versions {
    std::uint32_t bits; // bit n: version n
    std::uint64_t newest;
    const char* expected; // in words, for errors

    // Rejects any other version.
    template <class Cursor> void check(Cursor& c, const char* path, std::int32_t found) const noexcept {
        if (c.ok() && (found < 0 || found > 31 || (bits >> static_cast<unsigned>(found) & 1U) == 0)) {
            c.fail(errc::bad_version, path, 4, found, newest, expected);
        }
    }
};
inline constexpr versions versions_of_models{1U << 2U | 1U << 4U, 4, "2 (Legend of Grimrock) or 4 (Shinobi engine)"};
inline constexpr versions versions_of_animations{1U << 1U | 1U << 2U | 1U << 3U, 3,
                                                 "1 or 2 (Legend of Grimrock) or 3 (Shinobi engine)"};

// For a file that was opened: nothing but its version.
[[nodiscard]] constexpr versions only(std::uint32_t version) noexcept { return {1U << version, version, ""}; }

}}}} // namespace effigy::v0::grimrock::impl
