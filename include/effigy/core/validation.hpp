// Validating a file whose structs refer to each other by offset.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/core/window.hpp>

namespace effigy::inline v0::impl {

// What is followed is paid for out of one budget of four times the file's size and 64 KiB, so that neither shared
// arrays nor many references to one place cost more than a constant a byte. The first failure sticks; the members that
// prove something give whether all is well so far.
class validation {
public:
    // `beside`: the bytes of files that belong to it.
    constexpr explicit validation(window file, std::uint64_t beside = 0) noexcept
        : file_(file), left_(4 * (file.size() + beside) + 65536) {}

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr const error& why() const noexcept { return why_; }
    [[nodiscard]] std::uint64_t offset_of(const void* field) const noexcept { return file_.offset_of(field); }

    constexpr bool fail(errc code, const char* path, std::uint64_t offset, std::int64_t found, std::uint64_t need = 0,
                        const char* expected = "") noexcept {
        if (!why_) {
            why_ = error{{path, offset}, code, need, found, expected};
        }
        return false;
    }
    // What another reader found wrong.
    constexpr bool refuse(const error& found) noexcept {
        why_ = why_ ? why_ : found;
        return false;
    }
    // The failure happened in number `i` of a loop.
    constexpr bool fail_within(std::uint32_t i) noexcept {
        why_ = why_.within(i);
        return false;
    }
    // Its path begins with `path_prefix`.
    constexpr bool fail_in(const char* path_prefix) noexcept {
        why_.path_prefix = path_prefix;
        return false;
    }

    constexpr bool spend(std::uint64_t bytes, const char* path, std::uint64_t offset) noexcept {
        return pay(bytes) || fail(errc::budget, path, offset, static_cast<std::int64_t>(bytes), left_);
    }
    // `bytes` bytes from `first` on in a section of the file; the reference stands at `field`. `limit` says
    // where they must end: "where the file ends".
    bool range(window section, std::uint64_t first, std::uint64_t bytes, const char* path, const void* field,
               const char* limit) noexcept {
        return range(section, first, bytes, path, offset_of(field), limit);
    }
    bool range(window section, std::uint64_t first, std::uint64_t bytes, const char* path, std::uint64_t offset,
               const char* limit) noexcept {
        if (!section.fits(first, bytes)) {
            return fail(errc::out_of_bounds, path, offset, static_cast<std::int64_t>(first + bytes), section.size(),
                        limit);
        }
        return spend(bytes, path, offset);
    }

    // Takes them from the budget; false, and nothing noted, where there is less.
    [[nodiscard]] EFFIGY_INLINE constexpr bool pay(std::uint64_t bytes) noexcept {
        const bool can = bytes <= left_;
        left_ -= can ? bytes : 0;
        return can;
    }

private:
    window file_;
    std::uint64_t left_ = 0;
    error why_;
};

} // namespace effigy::inline v0::impl
