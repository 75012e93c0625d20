// The one door to memory: every pointer into a file is formed here, after its test.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/core/result.hpp>
#include <effigy/core/scalar.hpp>
#include <effigy/core/size.hpp>

#include <new>
#include <span>

namespace effigy::inline v0 {

// Fixes a value that was read from the file: the optimiser may not read it again from a mapping that another process
// changes between test and use. What is tested, switched on or used as an index is pinned first.
template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
[[nodiscard]] constexpr T pin(T value) noexcept {
    if (!std::is_constant_evaluated()) {
#if defined(__GNUC__) || defined(__clang__)
        if (!__builtin_constant_p(value)) {
            __asm__ volatile("" : "+r"(value));
        }
#else
        volatile T once = value;
        value = once;
#endif
    }
    return value;
}
template <wire_number T, endian E> [[nodiscard]] constexpr T pin(const scalar<T, E>& field) noexcept {
    return pin(field.get());
}

// Looks up an index that comes from a file: null when it is not one of the span's.
template <class T> [[nodiscard]] constexpr const T* at(std::span<const T> items, std::uint64_t index) noexcept {
    index = pin(index);
    return index < items.size() ? &items[to_size(index)] : nullptr;
}

// Lays a record over bytes that are known to hold it. For core/ only: it tests nothing.
// T is unsigned char throughout (wire), so neither alignment nor aliasing is at stake, and an aggregate, so the byte
// array that provides storage may hold it ([intro.object]/13).
template <wire T> [[nodiscard]] inline const T* overlay(const std::byte* at) noexcept {
    return std::launder(reinterpret_cast<const T*>(at));
}

// The same by value, also in constant expressions.
template <wire T> [[nodiscard]] constexpr T load(const std::byte* at) noexcept {
    if (std::is_constant_evaluated()) {
        std::array<std::byte, sizeof(T)> copy{};
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            copy[i] = at[i];
        }
        return std::bit_cast<T>(copy);
    }
    return *overlay<T>(at);
}

// What a register holds.
template <class T>
concept wire_word = wire<T> && (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

// A number by value; the optimiser may not fetch it again.
template <wire_word T> [[nodiscard]] EFFIGY_INLINE constexpr T fetch_once(const std::byte* at) noexcept {
    if constexpr (sizeof(T) == 1) {
        return std::bit_cast<T>(pin(std::bit_cast<std::uint8_t>(load<T>(at))));
    } else if constexpr (sizeof(T) == 2) {
        return std::bit_cast<T>(pin(std::bit_cast<std::uint16_t>(load<T>(at))));
    } else if constexpr (sizeof(T) == 4) {
        return std::bit_cast<T>(pin(std::bit_cast<std::uint32_t>(load<T>(at))));
    } else {
        return std::bit_cast<T>(pin(std::bit_cast<std::uint64_t>(load<T>(at))));
    }
}

// Records of a distance that is known only at run time: an interleaved field, or the common prefix of records whose
// size depends on the version. Forward range; by number through [] or at().
template <wire T> class strided {
public:
    using value_type = T;

    class iterator {
    public:
        using value_type = T;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;

        [[nodiscard]] const T& operator*() const noexcept { return *overlay<T>(first_ + i_ * stride_); }
        [[nodiscard]] const T* operator->() const noexcept { return &**this; }
        constexpr iterator& operator++() noexcept {
            ++i_;
            return *this;
        }
        constexpr iterator operator++(int) noexcept {
            iterator before = *this;
            ++i_;
            return before;
        }
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.i_ == b.i_;
        }

    private:
        friend class strided;
        constexpr iterator(const std::byte* first, std::size_t stride, std::size_t i) noexcept
            : first_(first), stride_(stride), i_(i) {}

        const std::byte* first_ = nullptr;
        std::size_t stride_ = 0;
        std::size_t i_ = 0;
    };

    constexpr strided() = default;
    explicit strided(std::span<const T> packed) noexcept
        : first_(std::as_bytes(packed).data()), count_(packed.size()) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }   // bytes from one to the next
    [[nodiscard]] constexpr const std::byte* data() const noexcept { return first_; } // byte 0 of the first record

    [[nodiscard]] constexpr iterator begin() const noexcept { return {first_, stride_, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {first_, stride_, count_}; }

    // Null when `i` is not below size().
    [[nodiscard]] const T* at(std::uint64_t i) const noexcept {
        i = pin(i);
        return i < count_ ? overlay<T>(first_ + to_size(i) * stride_) : nullptr;
    }
    // Precondition: i < size(); checked in every build.
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        if (i >= count_) {
            trap();
        }
        return *overlay<T>(first_ + i * stride_);
    }

    // The same records as a span; empty unless they lie one behind the other.
    [[nodiscard]] std::span<const T> packed() const noexcept {
        return stride_ == sizeof(T) && count_ != 0 ? std::span{overlay<T>(first_), count_} : std::span<const T>{};
    }
    // One field of each record, at byte `offset` of it; empty when the record does not reach so far.
    template <wire U> [[nodiscard]] strided<U> field(std::size_t offset) const noexcept {
        if (offset > stride_ || sizeof(U) > stride_ - offset) {
            return {};
        }
        return {count_ != 0 ? first_ + offset : first_, count_, stride_};
    }

private:
    friend class window;
    template <wire U> friend class strided;
    constexpr strided(const std::byte* first, std::size_t count, std::size_t stride) noexcept
        : first_(first), count_(count), stride_(stride) {}

    const std::byte* first_ = nullptr;
    std::size_t count_ = 0;
    std::size_t stride_ = sizeof(T);
};

template <class T>
concept byte_like = std::same_as<T, std::byte> || std::same_as<T, unsigned char> || std::same_as<T, char>;
// Not an array of char: that is a text, such as a file's name, rather than a file's bytes.
template <class Range>
concept byte_range = requires(Range& range) { std::span{range}; } &&
                     !(std::is_array_v<Range> && std::same_as<std::remove_cv_t<std::remove_extent_t<Range>>, char>) &&
                     byte_like<typename decltype(std::span{std::declval<Range&>()})::value_type>;

// A file's bytes as the caller has them: a contiguous range of std::byte, unsigned char or char, such as a span, a
// vector, a string, an array. The caller keeps them.
class borrowed_bytes {
public:
    constexpr borrowed_bytes() = default;
    template <byte_range Range>
    borrowed_bytes(const Range& range) noexcept : bytes_(std::as_bytes(std::span{range})) {}

    constexpr operator std::span<const std::byte>() const noexcept { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

// An argument that owns bytes and ends with the call: a view of it would dangle, so open() refuses it.
template <class T>
concept temporary_bytes = !std::is_lvalue_reference_v<T> && requires(T& t) {
    t.data();
    t.size();
} && !std::ranges::enable_borrowed_range<T>;

// A part of a file, and where in the file it begins. What it gives lies inside it, or is null or empty.
class window {
public:
    constexpr window() = default;
    constexpr explicit window(std::span<const std::byte> bytes, std::uint64_t base = 0) noexcept
        : data_(bytes.data()), size_(bytes.size()), base_(base) {}

    [[nodiscard]] constexpr std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::uint64_t base() const noexcept { return base_; } // offset in the file of byte 0
    [[nodiscard]] constexpr std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

    // Where in the file something lies that this window gave.
    [[nodiscard]] std::uint64_t offset_of(const void* inside) const noexcept {
        return base_ + static_cast<std::uint64_t>(static_cast<const std::byte*>(inside) - data_);
    }

    [[nodiscard]] constexpr bool fits(std::uint64_t offset, std::uint64_t length) const noexcept {
        return offset <= size_ && length <= size_ - offset;
    }

    [[nodiscard]] constexpr std::span<const std::byte> bytes_at(std::uint64_t offset,
                                                                std::uint64_t length) const noexcept {
        offset = pin(offset);
        length = pin(length);
        return fits(offset, length) ? std::span{data_ + offset, to_size(length)} : std::span<const std::byte>{};
    }
    [[nodiscard]] constexpr window part(std::uint64_t offset, std::uint64_t length) const noexcept {
        offset = pin(offset);
        return window{bytes_at(offset, length), base_ + offset};
    }

    // A number by value, also in constant expressions; zero when it does not fit.
    template <wire_word T> [[nodiscard]] EFFIGY_INLINE constexpr T value_at(std::uint64_t offset) const noexcept {
        offset = pin(offset);
        return fits(offset, sizeof(T)) ? fetch_once<T>(data_ + offset) : T{};
    }

    // Null when it does not fit.
    template <wire T> [[nodiscard]] EFFIGY_INLINE const T* record_at(std::uint64_t offset) const noexcept {
        offset = pin(offset);
        return fits(offset, sizeof(T)) ? overlay<T>(data_ + offset) : nullptr;
    }
    // Empty when it does not fit. A 32-bit count times the size of a record cannot overflow 64 bits.
    template <wire T>
    [[nodiscard]] EFFIGY_INLINE std::span<const T> array_at(std::uint64_t offset, std::uint32_t count) const noexcept {
        offset = pin(offset);
        const std::uint64_t n = pin(count);
        if (n == 0 || !fits(offset, n * sizeof(T))) {
            return {};
        }
        return {overlay<T>(data_ + offset), to_size(n)};
    }
    // Empty when it does not fit, or when the stride is shorter than a record.
    template <wire T>
    [[nodiscard]] strided<T> strided_at(std::uint64_t offset, std::uint32_t count,
                                        std::uint32_t stride) const noexcept {
        offset = pin(offset);
        const std::uint64_t n = pin(count);
        const std::uint64_t step = pin(stride);
        if (step < sizeof(T) || !fits(offset, n * step)) {
            return {};
        }
        return {data_ + offset, to_size(n), to_size(step)};
    }
    [[nodiscard]] std::string_view text_at(std::uint64_t offset, std::uint64_t length) const noexcept {
        const auto found = bytes_at(offset, length);
        return {reinterpret_cast<const char*>(found.data()), found.size()};
    }

    // The characters up to a NUL; null data when there is none, or nothing is there.
    [[nodiscard]] std::string_view text_until_nul(std::uint64_t offset) const noexcept {
        const std::string_view rest = text_at(offset, offset < size_ ? size_ - offset : 0);
        constexpr std::size_t soon = 8; // without a call to memchr, which costs more than most texts
        std::size_t length = 0;
        while (length < soon && length < rest.size() && rest[length] != '\0') {
            ++length;
        }
        if (length == soon) {
            length = rest.find('\0', soon);
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

} // namespace effigy::inline v0

// The bytes are somebody else's: iterators outlive the range, and copying it copies a few words.
template <effigy::wire T> inline constexpr bool std::ranges::enable_borrowed_range<effigy::strided<T>> = true;
template <effigy::wire T> inline constexpr bool std::ranges::enable_view<effigy::strided<T>> = true;
