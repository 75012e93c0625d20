// Random access to views that are constructed on access.
#pragma once

#include <effigy/core/impl/access.hpp>

namespace effigy { inline namespace v0 {

// A range of `size()` views; `Source::get(i)` constructs view i. Source is small: a few words.
template <class Source> class lazy_range {
public:
    using borrows_file = void;
    using value_type = decltype(std::declval<const Source&>().get(0));

    class iterator : public impl::index_iterator<iterator> {
    public:
        using value_type = lazy_range::value_type;
        using iterator_category = std::input_iterator_tag; // the other categories of C++17 require references
        using iterator_concept = std::random_access_iterator_tag;

        constexpr iterator() = default;

        [[nodiscard]] constexpr value_type operator*() const noexcept { return source_.get(this->number()); }
        [[nodiscard]] constexpr impl::arrow<value_type> operator->() const noexcept { return {**this}; }

    private:
        friend class lazy_range;
        constexpr iterator(const Source& source, std::size_t i) noexcept
            : impl::index_iterator<iterator>(i), source_(source) {}

        Source source_;
    };

    constexpr lazy_range() = default;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {source_, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {source_, size_}; }

    // Precondition: i < size(); checked in every build.
    [[nodiscard]] constexpr value_type operator[](std::size_t i) const noexcept {
        if (i >= size_) {
            trap("index not below size()");
        }
        return source_.get(i);
    }
    // Empty if i >= size().
    [[nodiscard]] constexpr value_type at(std::uint64_t i) const noexcept {
        return i < size_ ? source_.get(impl::to_size(i)) : value_type{};
    }

protected:
    friend struct impl::access;
    constexpr lazy_range(const Source& source, std::size_t size) noexcept : source_(source), size_(size) {}
    [[nodiscard]] constexpr const Source& source() const noexcept { return source_; }

private:
    Source source_{};
    std::size_t size_ = 0;
};

}} // namespace effigy::v0
