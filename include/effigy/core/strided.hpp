// Records at a stride that is known only at run time.
#pragma once

#include <effigy/core/array.hpp>
#include <effigy/core/impl/overlay.hpp>

namespace effigy { inline namespace v0 {

// One field of interleaved records, or the common prefix of records whose size depends on the version.
template <wire T> class strided {
public:
    using borrows_file = void;
    using value_type = T;

    class iterator : public impl::index_iterator<iterator> {
    public:
        using value_type = T;
        using iterator_concept = std::random_access_iterator_tag;

        constexpr iterator() = default;

        [[nodiscard]] const T& operator*() const noexcept {
            return *impl::overlay<T>(first_ + this->number() * stride_);
        }
        [[nodiscard]] const T* operator->() const noexcept { return &**this; }

    private:
        friend class strided;
        constexpr iterator(const std::byte* first, std::size_t stride, std::size_t i) noexcept
            : impl::index_iterator<iterator>(i), first_(first), stride_(stride) {}

        const std::byte* first_ = nullptr;
        std::size_t stride_ = 0;
    };

    constexpr strided() = default;
    explicit strided(const array<T>& packed) noexcept : first_(packed.bytes().data()), count_(packed.size()) {}
    template <class U, std::size_t N>
    explicit strided(std::span<U, N> packed) noexcept : strided(array<T>{packed}) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }   // bytes from record to record
    [[nodiscard]] constexpr const std::byte* data() const noexcept { return first_; } // byte 0 of the first record

    [[nodiscard]] constexpr iterator begin() const noexcept { return {first_, stride_, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {first_, stride_, count_}; }

    // Null if i >= size().
    [[nodiscard]] const T* at(std::uint64_t i) const noexcept {
        return i < count_ ? impl::overlay<T>(first_ + impl::to_size(i) * stride_) : nullptr;
    }
    // Precondition: i < size(); checked in every build.
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        if (i >= count_) {
            trap("index not below size()");
        }
        return *impl::overlay<T>(first_ + i * stride_);
    }

    // The same records as an array. Empty if the records are not contiguous.
    [[nodiscard]] array<T> packed() const noexcept {
        return stride_ == sizeof(T) && count_ != 0 ? array<T>{impl::overlay<T>(first_), count_} : array<T>{};
    }
    // One field of each record, at byte `offset` of the record. Empty if the field is not inside the record.
    template <wire U> [[nodiscard]] strided<U> field(std::size_t offset) const noexcept {
        if (offset > stride_ || sizeof(U) > stride_ - offset) {
            return {};
        }
        return {count_ != 0 ? first_ + offset : first_, count_, stride_};
    }

private:
    friend class byte_view;
    template <wire U> friend class strided;
    constexpr strided(const std::byte* first, std::size_t count, std::size_t stride) noexcept
        : first_(first), count_(count), stride_(stride) {}

    const std::byte* first_ = nullptr;
    std::size_t count_ = 0;
    std::size_t stride_ = sizeof(T);
};

}} // namespace effigy::v0
