// Consecutive records of variable length, read in place.
#pragma once

#include <effigy/core/access.hpp>
#include <effigy/core/record_count.hpp>

namespace effigy::inline v0 {

struct no_context {};

// Random access to a sequence through the offsets that sequence::index() wrote into the caller's memory.
template <class T, class Context = no_context> class indexed {
public:
    using borrows_file = void;
    using value_type = T;

    class iterator : public impl::by_number<iterator> {
    public:
        using value_type = T;
        using iterator_category = std::input_iterator_tag; // the other categories of C++17 require references
        using iterator_concept = std::random_access_iterator_tag;

        constexpr iterator() = default;

        [[nodiscard]] T operator*() const noexcept { return all_.at(this->number()); }
        [[nodiscard]] impl::arrow<T> operator->() const noexcept { return {**this}; }

    private:
        friend class indexed;
        constexpr iterator(const indexed& all, std::size_t i) noexcept : impl::by_number<iterator>(i), all_(all) {}

        indexed all_;
    };

    constexpr indexed() = default;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return offsets_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return offsets_.empty(); }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size()}; }

    // Precondition: i < size(); checked in every build. Returns T{} if the record can no longer be read, because
    // the bytes changed since index().
    [[nodiscard]] T operator[](std::size_t i) const noexcept {
        if (i >= size()) {
            trap();
        }
        return at(i);
    }
    // Returns T{} if i >= size().
    [[nodiscard]] T at(std::uint64_t i) const noexcept {
        const std::uint32_t* const offset = find_at(offsets_, i);
        if (offset == nullptr) {
            return T{};
        }
        impl::cursor c{bytes_, *offset};
        Context context = context_;
        T record = impl::access::read<T>(c, context);
        return c.ok() ? record : T{};
    }

private:
    template <class U, class C> friend class sequence;
    constexpr indexed(window bytes, std::span<const std::uint32_t> offsets, const Context& context) noexcept
        : bytes_(bytes), offsets_(offsets), context_(context) {}

    window bytes_;
    std::span<const std::uint32_t> offsets_;
    Context context_{};
};

// A forward range of size() records. If the bytes changed, it ends before the first record that cannot be read.
template <class T, class Context = no_context> class sequence {
public:
    using borrows_file = void;
    using value_type = T;

    class iterator {
    public:
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag; // the other categories of C++17 require references
        using iterator_concept = std::forward_iterator_tag;

        constexpr iterator() = default;

        [[nodiscard]] constexpr T operator*() const noexcept { return record_; }
        [[nodiscard]] constexpr impl::arrow<T> operator->() const noexcept { return {record_}; }
        constexpr iterator& operator++() noexcept {
            if (left_ != 0) {
                --left_;
                read();
            }
            return *this;
        }
        constexpr iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.left_ == b.left_;
        }
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, end_of_range) noexcept {
            return a.left_ == 0;
        }

    private:
        friend class sequence;
        constexpr iterator(const sequence& records) noexcept
            : bytes_(records.bytes_), next_(records.first_), left_(records.count_), context_(records.context_) {
            read();
        }
        constexpr void read() noexcept {
            if (left_ == 0) {
                return;
            }
            impl::cursor c{bytes_, next_};
            record_ = impl::access::read<T>(c, context_);
            next_ = c.offset();
            if (!c.ok()) [[unlikely]] {
                record_ = T{};
                left_ = 0;
            }
        }

        window bytes_;
        std::uint64_t next_ = 0; // where the next record begins
        std::uint32_t left_ = 0;
        Context context_{};
        T record_{};
    };

    constexpr sequence() = default;

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{*this}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

    // Writes the offset of each record to `memory`, in one pass, and returns the random access range. `memory` must
    // have size() elements and outlive the result. The result is empty if `memory` is too small or a record begins
    // beyond 4 GiB.
    [[nodiscard]] indexed<T, Context> index(std::span<std::uint32_t> memory) const noexcept {
        if (memory.size() < count_) {
            return {};
        }
        impl::cursor c{bytes_, first_};
        Context context = context_;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint64_t offset = c.offset();
            static_cast<void>(impl::access::read<T>(c, context));
            if (!c.ok() || offset > 0xFFFF'FFFFU) {
                return {};
            }
            memory[i] = static_cast<std::uint32_t>(offset);
        }
        return {bytes_, memory.first(count_), context_};
    }

private:
    friend struct impl::access;
    constexpr sequence(window bytes, std::uint64_t first, std::uint32_t count, const Context& context = {}) noexcept
        : bytes_(bytes), first_(first), count_(count), context_(context) {}

    window bytes_;
    std::uint64_t first_ = 0;
    std::uint32_t count_ = 0;
    Context context_{};
};

namespace impl {

// Reads `count` records at the cursor and moves the cursor to the end of the last one. Returns whether all could be
// read. The error names the record that failed, or the count if the rest of the file cannot hold that many records.
template <class T, class Cursor, class Context>
constexpr bool read_each(Cursor& c, const record_count& count,
                         Context& context) noexcept(noexcept(access::read<T>(c, context))) {
    for (std::uint32_t i = 0; i < count.number && count.fits(c, i); ++i) {
        const std::uint64_t before = c.offset();
        c.enter(i);
        static_cast<void>(access::read<T>(c, context));
        if (c.offset() == before) { // the time must depend on the file's size, not on the stored count
            c.fail(errc::budget, "a record of length 0", 0, count.number);
        }
        c.within(i);
    }
    return c.ok();
}

// Like read_each(), but returns the records as a range, which is empty after an error.
template <class T, class Context = no_context, class Cursor>
[[nodiscard]] constexpr sequence<T, Context> read_sequence(Cursor& c, const record_count& count,
                                                           const Context& context = {}) noexcept {
    const std::uint64_t first = c.offset();
    Context working_context = context;
    return read_each<T>(c, count, working_context)
               ? access::make<sequence<T, Context>>(c.bytes(), first, count.number, context)
               : sequence<T, Context>{};
}

} // namespace impl

} // namespace effigy::inline v0
