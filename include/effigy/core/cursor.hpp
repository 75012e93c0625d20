// Reading records in sequence. The first error is kept, so the caller tests for an error once at the end.
#pragma once

#include <effigy/core/byte_view.hpp>
#include <effigy/core/role.hpp>

namespace effigy { inline namespace v0 {

// After a failure, all reads return zero, null or empty, and error() returns the first failure.
// `path` is a static string in the specification's words.
class cursor {
public:
    constexpr cursor() = default;
    // Starts at byte `at` of the byte_view, or at its end if `at` is beyond it.
    constexpr explicit cursor(byte_view bytes, std::uint64_t at = 0) noexcept
        : bytes_(bytes), at_(at < bytes.size() ? at : bytes.size()), end_(bytes.size()) {}

    [[nodiscard]] constexpr bool ok() const noexcept { return error_.code == errc::none; }
    [[nodiscard]] constexpr const effigy::error& error() const noexcept { return error_; }
    [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return at_; }      // in the byte_view
    [[nodiscard]] constexpr std::uint64_t left() const noexcept { return end_ - at_; } // 0 after a failure
    [[nodiscard]] constexpr byte_view bytes() const noexcept { return bytes_; }

    // Records why the file is rejected. The bad value has been read: it begins `back` bytes before the cursor.
    EFFIGY_INLINE constexpr void fail(errc code, const char* path, std::uint64_t back, std::int64_t found,
                                      std::uint64_t need = 0, const char* expected = "") noexcept {
        if (ok()) {
            error_ = effigy::error{{path, bytes_.base() + at_ - back}, code, need, found, expected};
            end_ = at_;
        }
    }
    // Hooks for recording_cursor (effigy/regions.hpp); this cursor ignores them.
    constexpr void enter(std::uint32_t) const noexcept {} // iteration i of a loop begins; within(i) ends it
    constexpr void spare(std::uint64_t) const noexcept {} // the last `length` bytes that were read are padding
    constexpr void was(role) const noexcept {}            // the role of what was read last
    // Ends iteration `i` of a loop. If there is an error, adds `i` to its location.
    constexpr void within(std::uint32_t i) noexcept {
        if (!ok()) [[unlikely]] {
            error_ = error_.within(i);
        }
    }

    // Reads a number.
    template <impl::wire_word T> [[nodiscard]] EFFIGY_INLINE constexpr T value(const char* path) noexcept {
        return claim(sizeof(T), path) ? impl::load<T>(claimed(sizeof(T))) : T{};
    }
    template <wire T> [[nodiscard]] EFFIGY_INLINE const T* record(const char* path) noexcept {
        return claim(sizeof(T), path) ? impl::overlay<T>(claimed(sizeof(T))) : nullptr;
    }
    // The data() of an empty array is the position of the cursor, not null.
    template <wire T> [[nodiscard]] effigy::array<T> array(std::uint32_t count, const char* path) noexcept {
        const std::uint64_t n = count;
        if (!claim(n * sizeof(T), path)) {
            return {};
        }
        const std::byte* const first = claimed(n * sizeof(T));
        return {n != 0 ? impl::overlay<T>(first) : reinterpret_cast<const T*>(first), impl::to_size(n)};
    }
    [[nodiscard]] EFFIGY_INLINE constexpr std::span<const std::byte> take(std::uint64_t length,
                                                                          const char* path) noexcept {
        return claim(length, path) ? std::span{claimed(length), impl::to_size(length)} : std::span<const std::byte>{};
    }
    [[nodiscard]] std::string_view text(std::uint64_t length, const char* path) noexcept {
        const std::span<const std::byte> chars = take(length, path);
        return {reinterpret_cast<const char*>(chars.data()), chars.size()};
    }
    // Reads and returns the characters up to a NUL. Moves past the NUL.
    [[nodiscard]] std::string_view text_until_nul(const char* path) noexcept {
        const std::string_view out = bytes_.text_until_nul(ok() ? at_ : end_);
        if (ok() && out.data() == nullptr) {
            fail(errc::truncated, path, 0, static_cast<std::int64_t>(left()), left() + 1);
        }
        return text_before_nul(out.size(), path);
    }
    // Reads two consecutive NUL-terminated texts. `search` returns the positions of the next two NULs.
    template <class Search>
    EFFIGY_INLINE void text_pair(Search& search, std::string_view& first, std::string_view& second, const char* path,
                                 const char* path_of_second) noexcept {
        const std::byte* const rest = bytes_.data_ + at_;
        const auto ends = search({rest, impl::to_size(left())});
        if (ends.found < 2) [[unlikely]] {
            skip(ends.found == 0 ? 0 : ends.first + 1, path);
            fail(errc::truncated, ends.found == 0 ? path : path_of_second, 0, static_cast<std::int64_t>(left()),
                 left() + 1);
            first = second = {};
            return;
        }
        at_ += ends.second + 1;
        const char* const chars = reinterpret_cast<const char*>(rest);
        first = {chars, ends.first};
        second = {chars + ends.first + 1, ends.second - ends.first - 1};
    }
    constexpr void skip(std::uint64_t length, const char* path) noexcept { static_cast<void>(claim(length, path)); }

    // Reads the number of elements that follow. Rejects negative numbers, so signed and unsigned fields read alike.
    template <impl::wire_word T> [[nodiscard]] EFFIGY_INLINE constexpr std::uint32_t count(const char* path) noexcept {
        const auto n = static_cast<std::int32_t>(value<T>(path).get());
        if (n < 0) {
            fail(errc::bad_value, path, sizeof(T), n, 0, "a count of at least 0");
            return 0;
        }
        return static_cast<std::uint32_t>(n);
    }

    // Reads four characters and rejects the file if they are not `expected`: `magic("MDL1", "mdl1.magic")`. The error
    // holds the characters as numbers, with the first character in the lowest byte.
    constexpr void magic(const char (&expected)[5], const char* path) noexcept {
        using number = u32<form::little>;
        const number need{{static_cast<unsigned char>(expected[0]), static_cast<unsigned char>(expected[1]),
                           static_cast<unsigned char>(expected[2]), static_cast<unsigned char>(expected[3])}};
        const std::uint32_t found = value<number>(path);
        if (ok() && found != need) {
            fail(errc::bad_magic, path, sizeof(number), found, need);
        }
    }

private:
    [[nodiscard]] std::string_view text_before_nul(std::uint64_t length, const char* path) noexcept {
        const std::string_view out = text(length, path);
        skip(1, path);
        return out;
    }
    // Moves past `length` bytes. Returns false, with an error, if fewer are left. This is the only test on the hot
    // path. It also covers earlier failures, because no bytes are left after a failure.
    [[nodiscard]] EFFIGY_INLINE constexpr bool claim(std::uint64_t length, const char* path) noexcept {
        if (length > end_ - at_) [[unlikely]] {
            fail(errc::truncated, path, 0, static_cast<std::int64_t>(end_ - at_), length);
            return false;
        }
        at_ += length;
        return true;
    }
    [[nodiscard]] EFFIGY_INLINE constexpr const std::byte* claimed(std::uint64_t length) const noexcept {
        return bytes_.data_ + (at_ - length);
    }

    byte_view bytes_;
    std::uint64_t at_ = 0;
    std::uint64_t end_ = 0;
    effigy::error error_;
};

}} // namespace effigy::v0
