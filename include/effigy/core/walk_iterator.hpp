// Iteration over what can only be gone through.
#pragma once

#include <effigy/core/ranges.hpp>

#include <new>
#include <utility>

namespace effigy::inline v0 {

// What a walk gives, one after the other: Walk::next() gives the next element, an empty one at the end.
template <class Walk> class walk_iterator {
public:
    using value_type = decltype(std::declval<Walk&>().next());
    static_assert(std::is_trivially_destructible_v<value_type>);
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag; // C++17's others give references
    using iterator_concept = std::forward_iterator_tag;

    constexpr walk_iterator() = default;
    // Of at least `least` elements: where the walk gives fewer, the rest are empty.
    // NOLINTNEXTLINE(modernize-pass-by-value)
    explicit walk_iterator(const Walk& from, std::uint32_t least = 0) noexcept
        : walk_(from), here_(walk_.next()), least_(least) {}

    [[nodiscard]] constexpr value_type operator*() const noexcept { return here_; }
    [[nodiscard]] constexpr impl::arrow<value_type> operator->() const noexcept { return {here_}; }
    walk_iterator& operator++() noexcept {
        // Where it lies from then on: to assign it would copy what was just stored field by field, and wait for it.
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
    [[nodiscard]] friend constexpr bool operator==(const walk_iterator& a, end_of_range) noexcept {
        return !a.here_ && a.number_ >= a.least_;
    }

private:
    Walk walk_;
    value_type here_{};
    std::uint32_t number_ = 0;
    std::uint32_t least_ = 0;
};

} // namespace effigy::inline v0
