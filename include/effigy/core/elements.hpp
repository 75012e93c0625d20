// Contiguous elements in memory that another object owns.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace effigy { inline namespace v0 {

// As std::span<T>, to which it converts, but light: a std::span of a further type takes a compiler 10 ms. The index is
// not checked.
template <class T> class elements {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using iterator = T*;

    constexpr elements() = default;
    constexpr elements(T* first, std::size_t count) noexcept : first_(first), count_(count) {}
    // The elements of a contiguous range, such as an array, a vector, a pool or a span.
    template <class Range>
        requires requires(Range& of, T*& first, std::size_t& count) { first = std::data(of), count = std::size(of); }
    constexpr elements(Range&& of) noexcept : elements(std::data(of), std::size(of)) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] constexpr T* data() const noexcept { return first_; }
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
        return {reinterpret_cast<const std::byte*>(first_), count_ * sizeof(T)};
    }
    [[nodiscard]] constexpr T* begin() const noexcept { return first_; }
    [[nodiscard]] constexpr T* end() const noexcept { return first_ + count_; }
    // Precondition: i < size().
    [[nodiscard]] constexpr T& operator[](std::size_t i) const noexcept { return first_[i]; }
    // Precondition: first + count <= size().
    [[nodiscard]] constexpr elements part(std::size_t first, std::size_t count) const noexcept {
        return {first_ + first, count};
    }

private:
    T* first_ = nullptr;
    std::size_t count_ = 0;
};

template <class Range> elements(Range&&)
    -> elements<std::remove_pointer_t<decltype(std::data(std::declval<Range&>()))>>;

}} // namespace effigy::v0

template <class T> inline constexpr bool std::ranges::enable_borrowed_range<effigy::elements<T>> = true;
template <class T> inline constexpr bool std::ranges::enable_view<effigy::elements<T>> = true;
