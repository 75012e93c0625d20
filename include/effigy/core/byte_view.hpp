// Bounds-checked access to a file. Code outside core/ gets its pointers into a file from a byte_view or a cursor, which
// test the bounds first.
#pragma once

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/core/strided.hpp>

namespace effigy { inline namespace v0 {

// A part of a file, and its offset in the file. Every pointer that a byte_view returns is inside the byte_view or null.
// Every range is inside the byte_view or empty.
class byte_view {
public:
    constexpr byte_view() = default;
    constexpr explicit byte_view(std::span<const std::byte> bytes, std::uint64_t base = 0) noexcept
        : data_(bytes.data()), size_(bytes.size()), base_(base) {}

    [[nodiscard]] constexpr std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::uint64_t base() const noexcept { return base_; } // offset in the file of byte 0
    [[nodiscard]] constexpr std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

    // Returns the offset in the file of a pointer that this byte_view returned.
    [[nodiscard]] std::uint64_t offset_of(const void* inside) const noexcept {
        return base_ + static_cast<std::uint64_t>(static_cast<const std::byte*>(inside) - data_);
    }

    // Whether a pointer points into the byte_view.
    [[nodiscard]] bool holds(const void* pointer) const noexcept {
        const auto* const at = static_cast<const std::byte*>(pointer);
        return at >= data_ && at < data_ + size_;
    }

    // Whether another byte_view is not empty and all its bytes are in this one.
    [[nodiscard]] bool holds(const byte_view& other) const noexcept {
        const auto distance = reinterpret_cast<std::uintptr_t>(other.data_) - reinterpret_cast<std::uintptr_t>(data_);
        return other.size_ != 0 && fits(distance, other.size_);
    }
    [[nodiscard]] constexpr bool fits(std::uint64_t offset, std::uint64_t length) const noexcept {
        return offset <= size_ && length <= size_ - offset;
    }

    [[nodiscard]] constexpr std::span<const std::byte> bytes_at(std::uint64_t offset,
                                                                std::uint64_t length) const noexcept {
        return fits(offset, length) ? std::span{data_ + offset, impl::to_size(length)} : std::span<const std::byte>{};
    }
    [[nodiscard]] constexpr byte_view part(std::uint64_t offset, std::uint64_t length) const noexcept {
        return byte_view{bytes_at(offset, length), base_ + offset};
    }

    // Returns a number by value; also usable in constant expressions. Zero if it does not fit.
    template <impl::wire_word T> [[nodiscard]] EFFIGY_INLINE constexpr T value_at(std::uint64_t offset) const noexcept {
        return fits(offset, sizeof(T)) ? impl::load<T>(data_ + offset) : T{};
    }

    // Prefetches `prefetched` bytes at `offset`, if the byte_view has them. For callers that will read them soon, but
    // not sequentially.
    static constexpr std::uint64_t prefetched = 512;
    EFFIGY_INLINE void prefetch(std::uint64_t offset) const noexcept {
#if defined(__GNUC__)
        constexpr std::uint64_t cache_line = 64;
        if (fits(offset, prefetched)) {
            for (std::uint64_t at = offset; at < offset + prefetched; at += cache_line) {
                __builtin_prefetch(data_ + at);
            }
        }
#else
        static_cast<void>(offset);
#endif
    }

    // Returns a pointer to the record at `offset`. Null if it does not fit.
    template <wire T> [[nodiscard]] EFFIGY_INLINE const T* record_at(std::uint64_t offset) const noexcept {
        return fits(offset, sizeof(T)) ? impl::overlay<T>(data_ + offset) : nullptr;
    }
    // Returns the `count` records at `offset`. Empty if they do not fit. A 32-bit count times the size of a record
    // cannot overflow 64 bits.
    template <wire T>
    [[nodiscard]] EFFIGY_INLINE array<T> array_at(std::uint64_t offset, std::uint32_t count) const noexcept {
        const std::uint64_t n = count;
        if (n == 0 || !fits(offset, n * sizeof(T))) {
            return {};
        }
        return {impl::overlay<T>(data_ + offset), impl::to_size(n)};
    }
    // Returns the `count` records at `offset` that are `stride` bytes apart. Empty if they do not fit or the stride is
    // shorter than a record.
    template <wire T>
    [[nodiscard]] strided<T> strided_at(std::uint64_t offset, std::uint32_t count,
                                        std::uint32_t stride) const noexcept {
        const std::uint64_t n = count;
        if (stride < sizeof(T) || !fits(offset, n * stride)) {
            return {};
        }
        return {data_ + offset, impl::to_size(n), impl::to_size(stride)};
    }
    [[nodiscard]] std::string_view text_at(std::uint64_t offset, std::uint64_t length) const noexcept {
        const auto found = bytes_at(offset, length);
        return {reinterpret_cast<const char*>(found.data()), found.size()};
    }

    // Returns the characters up to a NUL. The data() is null if there is no NUL or `offset` is outside the byte_view.
    [[nodiscard]] std::string_view text_until_nul(std::uint64_t offset) const noexcept {
        const std::string_view rest = text_at(offset, offset < size_ ? size_ - offset : 0);
        constexpr std::size_t inline_length = 8; // a call to memchr costs more than searching most texts
        std::size_t length = 0;
        while (length < inline_length && length < rest.size() && rest[length] != '\0') {
            ++length;
        }
        if (length == inline_length) {
            length = rest.find('\0', inline_length);
        } else if (length == rest.size()) {
            length = std::string_view::npos;
        }
        return length != std::string_view::npos ? rest.substr(0, length) : std::string_view{};
    }

private:
    friend class cursor;

    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::uint64_t base_ = 0;
};

}} // namespace effigy::v0
