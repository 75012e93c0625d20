// Counts of records of variable length.
#pragma once

#include <effigy/core/cursor.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// The number of records that follow, as stored in the file. Each record has at least `smallest` bytes.
struct record_count {
    const char* path = "";    // static
    std::uint64_t offset = 0; // of the stored number, in the cursor's byte_view
    std::uint32_t number = 0; // of records
    std::uint64_t smallest = 1;

    template <wire_word T, class Cursor>
    [[nodiscard]] static constexpr record_count read(Cursor& c, const char* path, std::uint64_t smallest) {
        const std::uint64_t offset = c.offset();
        const record_count out{path, offset, c.template count<T>(path), smallest};
        out.fits(c);
        return out;
    }
    // Rejects the count if the rest of the file cannot hold the records from record `i` on. Returns whether there is no
    // error so far. Without this test the error would name a missing record instead of the wrong count.
    EFFIGY_INLINE constexpr bool fits(cursor& c, std::uint32_t i = 0) const noexcept {
        const std::uint64_t rest = number - i;
        const bool fits_64_bits = smallest <= 0xFFFF'FFFF; // multiplying is faster than dividing
        if (fits_64_bits ? rest * smallest > c.left() : rest > c.left() / smallest) [[unlikely]] {
            c.fail(errc::truncated, path, c.offset() - offset, number, i + c.left() / smallest,
                   "what the rest of the file can hold");
        }
        return c.ok();
    }
};

}}} // namespace effigy::v0::impl
