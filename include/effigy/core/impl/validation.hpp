// Validating a file whose records refer to each other by offset.
#pragma once

#include <effigy/core/byte_view.hpp>
#include <effigy/core/impl/platform.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Limits the work of open() and keeps the first error. The bytes of each reference that open() follows are charged to
// one budget: four times the size of the files plus 64 KiB. So even with shared arrays, or many references to one
// location, the number of steps per byte of the file has a constant limit. A function that checks something returns
// whether the check succeeded. A function that records an error returns false.
class validation {
public:
    // `companion_bytes`: the total size of the model's other files.
    constexpr explicit validation(byte_view file, std::uint64_t companion_bytes = 0) noexcept
        : file_(file), left_(4 * (file.size() + companion_bytes) + 65536) {}

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr const error& why() const noexcept { return why_; }
    [[nodiscard]] std::uint64_t offset_of(const void* field) const noexcept { return file_.offset_of(field); }

    constexpr bool fail(errc code, const char* path, std::uint64_t offset, std::int64_t found, std::uint64_t need = 0,
                        const char* expected = "") noexcept {
        if (!why_) {
            why_ = error{{path, offset}, code, need, found, expected};
        }
        return false;
    }
    // Records an error that other code found, such as a cursor.
    constexpr bool refuse(const error& found) noexcept {
        why_ = why_ ? why_ : found;
        return false;
    }
    // Adds `i`, the iteration of a loop, to the location of the error.
    constexpr bool fail_within(std::uint32_t i) noexcept {
        why_ = why_.within(i);
        return false;
    }
    // Sets the prefix of the error's path.
    constexpr bool fail_in(const char* path_prefix) noexcept {
        why_.path_prefix = path_prefix;
        return false;
    }

    // Charges `bytes` to the budget. Returns false, with an error, if less is left.
    constexpr bool charge(std::uint64_t bytes, const char* path, std::uint64_t offset) noexcept {
        return charge(bytes) || fail(errc::budget, path, offset, static_cast<std::int64_t>(bytes), left_);
    }
    // Checks that `section` has `bytes` bytes at `first`, and charges them to the budget. `field`, or `offset`, is the
    // location of the reference. `limit` describes the end of the section in an error: "where the file ends".
    bool range(byte_view section, std::uint64_t first, std::uint64_t bytes, const char* path, const void* field,
               const char* limit) noexcept {
        return range(section, first, bytes, path, offset_of(field), limit);
    }
    bool range(byte_view section, std::uint64_t first, std::uint64_t bytes, const char* path, std::uint64_t offset,
               const char* limit) noexcept {
        if (!section.fits(first, bytes)) {
            return fail(errc::out_of_bounds, path, offset, static_cast<std::int64_t>(first + bytes), section.size(),
                        limit);
        }
        return charge(bytes, path, offset);
    }

    [[nodiscard]] constexpr std::uint64_t left() const noexcept { return left_; }
    // Charges `bytes` to the budget. Returns false, without an error, if less is left.
    [[nodiscard]] EFFIGY_INLINE constexpr bool charge(std::uint64_t bytes) noexcept {
        const bool can = bytes <= left_;
        left_ -= can ? bytes : 0;
        return can;
    }

private:
    byte_view file_;
    std::uint64_t left_ = 0;
    error why_;
};

}}} // namespace effigy::v0::impl
