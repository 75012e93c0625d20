// Iteration over ranges without random access.
#pragma once

#include <effigy/core/ranges.hpp>

#include <new>
#include <utility>

namespace effigy::inline v0 {

// Iterates over the elements of a walk. Walk::next() returns the next element, or an empty one at the end.
template <class Walk> class walk_iterator {
public:
    using value_type = decltype(std::declval<Walk&>().next());
    static_assert(std::is_trivially_destructible_v<value_type>);
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag; // the other categories of C++17 require references
    using iterator_concept = std::forward_iterator_tag;

    constexpr walk_iterator() = default;
    explicit walk_iterator(const Walk& from) noexcept
        : walk_(from), here_(walk_.next()) {} // NOLINT(modernize-pass-by-value)

    [[nodiscard]] constexpr value_type operator*() const noexcept { return here_; }
    [[nodiscard]] constexpr impl::arrow<value_type> operator->() const noexcept { return {here_}; }
    walk_iterator& operator++() noexcept {
        // Constructed in place: an assignment would read back the fields that were just stored, and wait for the
        // stores.
        ::new (static_cast<void*>(&here_)) value_type(walk_.next());
        ++number_;
        return *this;
    }
    walk_iterator operator++(int) noexcept {
        walk_iterator before = *this;
        ++*this;
        return before;
    }
    [[nodiscard]] friend constexpr bool operator==(const walk_iterator& a, const walk_iterator& b) noexcept {
        return a.number_ == b.number_;
    }
    [[nodiscard]] friend constexpr bool operator==(const walk_iterator& a, end_of_range) noexcept { return !a.here_; }

private:
    Walk walk_;
    value_type here_{};
    std::uint32_t number_ = 0;
};

} // namespace effigy::inline v0
