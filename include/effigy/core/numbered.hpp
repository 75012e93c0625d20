// Iteration over what is made on access: by number, from size() and operator[].
#pragma once

#include <effigy/core/language.hpp>

#include <cstddef>

namespace effigy::inline v0 {

// Keeps a copy of `All`, which is a few words.
template <class All> class numbered_iterator {
public:
    using value_type = typename All::value_type;
    using difference_type = std::ptrdiff_t;

    constexpr numbered_iterator() = default;
    constexpr numbered_iterator(const All& all, std::size_t i) noexcept : all_(all), i_(i) {}

    [[nodiscard]] constexpr value_type operator*() const noexcept { return all_[i_]; }
    constexpr numbered_iterator& operator++() noexcept {
        ++i_;
        return *this;
    }
    constexpr numbered_iterator operator++(int) noexcept {
        numbered_iterator before = *this;
        ++i_;
        return before;
    }
    [[nodiscard]] friend constexpr bool operator==(const numbered_iterator& a, const numbered_iterator& b) noexcept {
        return a.i_ == b.i_;
    }

private:
    All all_{};
    std::size_t i_ = 0;
};

} // namespace effigy::inline v0
