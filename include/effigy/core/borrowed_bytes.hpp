// A file's bytes in the caller's memory.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace effigy { inline namespace v0 {

template <class T>
concept byte_like = std::same_as<T, std::byte> || std::same_as<T, unsigned char> || std::same_as<T, char>;
// Excludes arrays of char, since a string literal is probably the name of a file.
template <class Range>
concept byte_range = requires(Range& range) { std::span{range}; } &&
                     !(std::is_array_v<Range> && std::same_as<std::remove_cv_t<std::remove_extent_t<Range>>, char>) &&
                     byte_like<typename decltype(std::span{std::declval<Range&>()})::value_type>;

// A contiguous range of std::byte, unsigned char or char, such as a span, a vector, a string or an array. The caller
// owns the bytes.
class borrowed_bytes {
public:
    constexpr borrowed_bytes() = default;
    template <byte_range Range>
    borrowed_bytes(const Range& range) noexcept : bytes_(std::as_bytes(std::span{range})) {}
    // Other ranges are accepted here, so that the compiler says in one line what is wrong.
    template <class Range>
        requires(!byte_range<Range> && requires(const Range& range) { std::data(range); })
    borrowed_bytes(const Range&) noexcept {
        constexpr bool holds_bytes = byte_range<Range>;
        static_assert(holds_bytes, "a file is a contiguous range of std::byte, unsigned char or char, not a name: "
                                   "file::open() reads a file by its name");
    }

    constexpr operator std::span<const std::byte>() const noexcept { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

// A temporary that owns its bytes. A view of it would dangle after the call, so open() does not accept it.
template <class T>
concept temporary_bytes = byte_range<T> && !std::is_lvalue_reference_v<T> && !std::ranges::enable_borrowed_range<T>;

// Bytes that outlive the call: what open() takes.
class lasting_bytes : public borrowed_bytes {
public:
    constexpr lasting_bytes() = default;
    template <class Range>
        requires std::constructible_from<borrowed_bytes, Range>
    lasting_bytes(Range&& range) noexcept : borrowed_bytes(range) {
        constexpr bool is_temporary = temporary_bytes<Range>;
        static_assert(!is_temporary, "a temporary buffer: the view would dangle");
    }
};

}} // namespace effigy::v0
