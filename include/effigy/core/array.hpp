// Contiguous records.
#pragma once

#include <effigy/core/elements.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/impl/ranges.hpp>

namespace effigy { inline namespace v0 {

namespace impl {

struct find_at_function {
    template <class Range>
        requires requires(Range& items) { elements{items}; } &&
                 (std::is_lvalue_reference_v<Range> || std::ranges::enable_borrowed_range<std::remove_cvref_t<Range>>)
    [[nodiscard]] constexpr auto* operator()(Range&& items, std::uint64_t index) const noexcept {
        const elements all{items};
        return index < all.size() ? all.data() + to_size(index) : nullptr;
    }
};

} // namespace impl

// `find_at(items, index)` returns a pointer to an element, or null if the index is out of range. For indices that come
// from a file. Takes what converts to a std::span, such as an array, a vector or a span. It is a function
// object so that argument-dependent lookup cannot choose it in place of a program's own find_at() for vectors of
// effigy's types.
inline constexpr impl::find_at_function find_at;

// A contiguous range of records; converts to std::span<const T>.
template <class T> class array {
public:
    using borrows_file = void;
    using value_type = T;
    using iterator = const T*;

    constexpr array() = default;
    // A template, so that copying an array does not test whether it converts to a std::span, which is slow to compile.
    template <class U, std::size_t N>
    constexpr explicit array(std::span<U, N> items) noexcept : first_(items.data()), count_(items.size()) {}
    constexpr array(const T* first, std::size_t count) noexcept : first_(first), count_(count) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] constexpr const T* data() const noexcept { return first_; } // may be non-null in an empty array
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
        return {reinterpret_cast<const std::byte*>(first_), count_ * sizeof(T)};
    }
    [[nodiscard]] constexpr iterator begin() const noexcept { return first_; }
    [[nodiscard]] constexpr iterator end() const noexcept { return first_ + count_; }

    // Precondition: i < size(); checked in every build.
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const noexcept {
        if (i >= count_) {
            trap("index not below size()");
        }
        return first_[i];
    }
    // Null if i >= size().
    [[nodiscard]] constexpr const T* at(std::uint64_t i) const noexcept {
        return i < count_ ? first_ + impl::to_size(i) : nullptr;
    }
    // Returns the `count` records that begin at index `first`. Empty if they are not all in the array.
    [[nodiscard]] constexpr array part(std::uint64_t first, std::uint64_t count) const noexcept {
        return first <= count_ && count <= count_ - first ? array{first_ + impl::to_size(first), impl::to_size(count)}
                                                          : array{};
    }

private:
    const T* first_ = nullptr;
    std::size_t count_ = 0;
};

}} // namespace effigy::v0
