// Iteration over ranges without random access.
#pragma once

#include <effigy/core/impl/ranges.hpp>

#include <new>
#include <utility>

namespace effigy { inline namespace v0 {

// Iterates over the elements of a walk: walk.get() returns the current element, walk.advance() goes to the next one.
// A walk converts to false at its end; walk.position() differs from element to element.
template <class Walk> class walk_iterator {
public:
    using value_type = decltype(std::declval<const Walk&>().get());
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag; // the other categories of C++17 require references
    using iterator_concept = std::forward_iterator_tag;

    constexpr walk_iterator() = default;
    constexpr explicit walk_iterator(const Walk& from) noexcept : walk_(from) {} // NOLINT(modernize-pass-by-value)

    [[nodiscard]] constexpr value_type operator*() const noexcept { return walk_.get(); }
    [[nodiscard]] constexpr impl::arrow<value_type> operator->() const noexcept { return {walk_.get()}; }
    constexpr walk_iterator& operator++() noexcept {
        walk_.advance();
        return *this;
    }
    constexpr walk_iterator operator++(int) noexcept {
        walk_iterator before = *this;
        ++*this;
        return before;
    }
    [[nodiscard]] friend constexpr bool operator==(const walk_iterator& a, const walk_iterator& b) noexcept {
        return a.walk_.position() == b.walk_.position();
    }
    [[nodiscard]] friend constexpr bool operator==(const walk_iterator& a, end_of_range) noexcept { return !a.walk_; }

private:
    Walk walk_;
};

namespace impl {

// The walk through the elements that source.next() returns, up to an empty one.
template <class Source> class next_walk {
public:
    using value_type = decltype(std::declval<Source&>().next());
    static_assert(std::is_trivially_destructible_v<value_type>);

    constexpr next_walk() = default;
    // NOLINTNEXTLINE(modernize-pass-by-value): a source is large
    explicit next_walk(const Source& from) noexcept : source_(from), here_(source_.next()) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return static_cast<bool>(here_); }
    [[nodiscard]] constexpr std::uint32_t position() const noexcept { return position_; }
    [[nodiscard]] constexpr value_type get() const noexcept { return here_; }
    void advance() noexcept {
        // Constructed in place: an assignment would read back the fields that were just stored, and wait for the
        // stores.
        ::new (static_cast<void*>(&here_)) value_type(source_.next());
        ++position_;
    }

private:
    Source source_;
    value_type here_{};
    std::uint32_t position_ = 0;
};

} // namespace impl

}} // namespace effigy::v0
