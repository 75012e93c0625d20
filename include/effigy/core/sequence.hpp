// Records of variable length, one behind the other, read where they lie.
#pragma once

#include <effigy/core/record_count.hpp>

namespace effigy::inline v0 {

struct no_context {};
struct sequence_end {};

// Access by number to a sequence, through the offsets that sequence::index() wrote into the caller's memory.
template <class T, class Context = no_context> class indexed {
public:
    constexpr indexed() = default;
    constexpr indexed(window bytes, std::span<const std::uint32_t> offsets, const Context& context) noexcept
        : bytes_(bytes), offsets_(offsets), context_(context) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return offsets_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return offsets_.empty(); }

    // A record that is not there (or whose bytes another process spoiled since) reads as T{}.
    [[nodiscard]] T operator[](std::uint64_t i) const noexcept {
        const std::uint32_t* const offset = effigy::at(offsets_, i);
        if (offset == nullptr) {
            return T{};
        }
        cursor c{bytes_, *offset};
        T record = T::read(c, context_);
        return c.ok() ? record : T{};
    }

private:
    window bytes_;
    std::span<const std::uint32_t> offsets_;
    Context context_{};
};

// What a walk gives, up to the first that is empty: Walk::next() gives the next one. One pass; an iterator that was
// copied goes its own way.
template <class Walk> class walk_iterator {
public:
    using value_type = decltype(std::declval<Walk&>().next());
    using difference_type = std::ptrdiff_t;

    constexpr walk_iterator() = default;
    explicit walk_iterator(const Walk& from) noexcept : walk_(from), here_(walk_.next()) {}

    [[nodiscard]] constexpr value_type operator*() const noexcept { return here_; }
    [[nodiscard]] constexpr const value_type* operator->() const& noexcept { return &here_; }
    const value_type* operator->() const&& = delete; // what it points to would be gone
    walk_iterator& operator++() noexcept {
        here_ = walk_.next();
        return *this;
    }
    void operator++(int) noexcept { ++*this; }
    [[nodiscard]] friend constexpr bool operator==(const walk_iterator& a, sequence_end) noexcept { return !a.here_; }

private:
    Walk walk_;
    value_type here_;
};

// A forward range over `count` records; it ends early when another process spoils the bytes meanwhile. T reads itself
// by `static T read(cursor&, const Context&) noexcept`, which is validator and iterator at once; the context is what a
// record cannot know by itself.
template <class T, class Context = no_context> class sequence {
public:
    using value_type = T;

    class iterator {
    public:
        using value_type = T;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;

        [[nodiscard]] constexpr T operator*() const noexcept { return record_; } // by value: ++ reads the next in place
        [[nodiscard]] constexpr const T* operator->() const& noexcept { return &record_; }
        const T* operator->() const&& = delete; // the record would be gone
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
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, sequence_end) noexcept {
            return a.left_ == 0;
        }

    private:
        friend class sequence;
        constexpr iterator(const sequence& records) noexcept
            : cursor_(records.bytes_, records.first_), left_(records.count_), context_(records.context_) {
            read();
        }
        constexpr void read() noexcept {
            if (left_ == 0) {
                return;
            }
            record_ = T::read(cursor_, context_);
            if (!cursor_.ok()) {
                left_ = 0;
            }
        }

        cursor cursor_; // kept: it knows how long the last texts were
        std::uint32_t left_ = 0;
        Context context_{};
        T record_{};
    };

    constexpr sequence() = default;
    constexpr sequence(window bytes, std::uint64_t first, std::uint32_t count, const Context& context = {}) noexcept
        : bytes_(bytes), first_(first), count_(count), context_(context) {}

    // Reads `count` records from the cursor on, which is left behind the last one; a failure is noted with the number
    // of its record, or with the count when the rest of the file cannot hold as many.
    [[nodiscard]] static constexpr sequence read(cursor& c, const record_count& count,
                                                 const Context& context = {}) noexcept {
        const std::uint64_t first = c.at();
        for (std::uint32_t i = 0; i < count.number && count.fits(c, i); ++i) {
            const std::uint64_t before = c.at();
            static_cast<void>(T::read(c, context));
            if (c.at() == before) { // else a count in the file, not its size, would set the time
                c.fail(errc::budget, "a record of no length", 0, count.number);
            }
            c.within(i);
        }
        return c.ok() ? sequence{c.bytes(), first, count.number, context} : sequence{};
    }

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{*this}; }
    [[nodiscard]] constexpr sequence_end end() const noexcept { return {}; }

    // One pass writes each record's offset into the caller's memory, which must hold size() numbers and outlive what
    // is returned. Empty when the memory is too small or a record begins past 4 GiB.
    [[nodiscard]] indexed<T, Context> index(std::span<std::uint32_t> memory) const noexcept {
        if (memory.size() < count_) {
            return {};
        }
        cursor c{bytes_, first_};
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint64_t offset = c.at();
            static_cast<void>(T::read(c, context_));
            if (!c.ok() || offset > 0xFFFF'FFFFU) {
                return {};
            }
            memory[i] = static_cast<std::uint32_t>(offset);
        }
        return {bytes_, memory.first(count_), context_};
    }

private:
    window bytes_;
    std::uint64_t first_ = 0;
    std::uint32_t count_ = 0;
    Context context_{};
};

} // namespace effigy::inline v0

// The bytes are somebody else's: iterators outlive the range, and copying it copies a few words.
template <class T, class Context>
inline constexpr bool std::ranges::enable_borrowed_range<effigy::sequence<T, Context>> = true;
template <class T, class Context>
inline constexpr bool std::ranges::enable_view<effigy::sequence<T, Context>> = true;
