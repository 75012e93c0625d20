// What all ranges over a file share.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <span>

namespace effigy { inline namespace v0 {

// Means "none" in place of the number of a node, a bone, an animation or a vertex.
inline constexpr std::uint32_t npos = 0xFFFF'FFFF;

// The sentinel of a range whose last element is known only when it is reached.
struct end_of_range {};

namespace impl {

// A range that declares `using borrows_file = void;`. It does not own the bytes, so its iterators may outlive it, and
// copying it copies a few words.
template <class Range>
concept borrows_file = requires { typename Range::borrows_file; };

// The result of operator-> for iterators that return elements by value. It lives until the end of the expression.
template <class T> struct arrow {
    T value;

    [[nodiscard]] constexpr const T* operator->() const noexcept { return &value; }
};

// Base of random access iterators that hold the number of an element. Self derives from it and defines `*it`, which
// reads element number().
template <class Self> class index_iterator {
public:
    using difference_type = std::ptrdiff_t;

    constexpr Self& operator++() noexcept { return self() += 1; }
    constexpr Self& operator--() noexcept { return self() -= 1; }
    constexpr Self operator++(int) noexcept {
        Self before = self();
        ++*this;
        return before;
    }
    constexpr Self operator--(int) noexcept {
        Self before = self();
        --*this;
        return before;
    }
    constexpr Self& operator+=(difference_type n) noexcept {
        i_ = static_cast<std::size_t>(static_cast<difference_type>(i_) + n);
        return self();
    }
    constexpr Self& operator-=(difference_type n) noexcept { return self() += -n; }
    [[nodiscard]] friend constexpr Self operator+(Self it, difference_type n) noexcept { return it += n; }
    [[nodiscard]] friend constexpr Self operator+(difference_type n, Self it) noexcept { return it += n; }
    [[nodiscard]] friend constexpr Self operator-(Self it, difference_type n) noexcept { return it -= n; }
    [[nodiscard]] friend constexpr difference_type operator-(const Self& a, const Self& b) noexcept {
        return static_cast<difference_type>(a.i_) - static_cast<difference_type>(b.i_);
    }
    [[nodiscard]] friend constexpr bool operator==(const Self& a, const Self& b) noexcept { return a.i_ == b.i_; }
    [[nodiscard]] friend constexpr auto operator<=>(const Self& a, const Self& b) noexcept { return a.i_ <=> b.i_; }
    [[nodiscard]] constexpr decltype(auto) operator[](difference_type n) const noexcept {
        return *(static_cast<const Self&>(*this) + n);
    }

protected:
    // NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility)
    constexpr index_iterator() = default;
    // NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility)
    constexpr explicit index_iterator(std::size_t i) noexcept : i_(i) {}
    [[nodiscard]] constexpr std::size_t number() const noexcept { return i_; }

private:
    friend Self;
    [[nodiscard]] constexpr Self& self() noexcept { return static_cast<Self&>(*this); }

    std::size_t i_ = 0;
};

} // namespace impl

}} // namespace effigy::v0

template <effigy::impl::borrows_file Range> inline constexpr bool std::ranges::enable_borrowed_range<Range> = true;
template <effigy::impl::borrows_file Range> inline constexpr bool std::ranges::enable_view<Range> = true;
