// A stack of fixed capacity.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <array>
#include <cstddef>

namespace effigy { inline namespace v0 { namespace impl {

// Holds up to `Capacity` items. The unused part is neither initialised nor copied: programs create thousands of walks,
// and initialising a whole stack would cost more than most walks.
template <class T, std::size_t Capacity> class fixed_stack {
public:
    static constexpr std::size_t capacity = Capacity;

    // Not `= default`: then `fixed_stack<T, N>{}` would zero the memory.
    constexpr fixed_stack() noexcept {} // NOLINT(modernize-use-equals-default)
    constexpr fixed_stack(const fixed_stack& other) noexcept { copy(other); }
    constexpr fixed_stack& operator=(const fixed_stack& other) noexcept {
        copy(other);
        return *this;
    }

    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool full() const noexcept { return size_ == Capacity; }
    constexpr void clear() noexcept { size_ = 0; }

    // Returns item `i` counted from the bottom. Precondition: i < size().
    [[nodiscard]] EFFIGY_INLINE constexpr const T& operator[](std::size_t i) const noexcept { return items_[i]; }
    // Precondition: not empty().
    [[nodiscard]] EFFIGY_INLINE constexpr T& top() noexcept { return items_[size_ - 1]; }
    EFFIGY_INLINE constexpr void pop() noexcept { --size_; }
    // Precondition: not full().
    EFFIGY_INLINE constexpr void push(const T& item) noexcept { items_[size_++] = item; }

private:
    constexpr void copy(const fixed_stack& other) noexcept {
        for (std::size_t i = 0; i < other.size_; ++i) {
            items_[i] = other.items_[i];
        }
        size_ = other.size_;
    }

    std::size_t size_ = 0;
    std::array<T, Capacity> items_;
};

}}} // namespace effigy::v0::impl
