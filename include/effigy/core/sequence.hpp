// Consecutive records of variable length, read in place.
#pragma once

#include <effigy/core/impl/record_count.hpp>
#include <effigy/core/impl/walk_iterator.hpp>
#include <effigy/core/lazy_range.hpp>

namespace effigy { inline namespace v0 {

struct no_context {};

namespace impl {

// The records of a sequence at known offsets.
template <class T, class Context> struct record_source {
    byte_view bytes;
    array<std::uint32_t> offsets;
    Context context{};

    // T{} if the record cannot be read, because the bytes changed since index().
    [[nodiscard]] T get(std::size_t i) const noexcept {
        cursor c{bytes, offsets[i]};
        Context working_context = context;
        T record = access::read<T>(c, working_context);
        return c.ok() ? record : T{};
    }
};

// The walk through a sequence. Ends before the first record that cannot be read.
template <class T, class Context> class record_walk {
public:
    constexpr record_walk() = default;
    constexpr record_walk(byte_view bytes, std::uint64_t first, std::uint32_t count, const Context& context) noexcept
        : bytes_(bytes), next_(first), left_(count), context_(context) {
        read();
    }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return left_ != 0; }
    [[nodiscard]] constexpr std::uint32_t position() const noexcept { return left_; }
    [[nodiscard]] constexpr T get() const noexcept { return record_; }
    constexpr void advance() noexcept {
        if (left_ != 0) {
            --left_;
            read();
        }
    }

private:
    constexpr void read() noexcept {
        if (left_ == 0) {
            return;
        }
        cursor c{bytes_, next_};
        record_ = access::read<T>(c, context_);
        next_ = c.offset();
        if (!c.ok()) [[unlikely]] {
            record_ = T{};
            left_ = 0;
        }
    }

    byte_view bytes_;
    std::uint64_t next_ = 0; // where the next record begins
    std::uint32_t left_ = 0; // records, including this one
    Context context_{};
    T record_{};
};

} // namespace impl

// Random access to a sequence through the offsets that sequence::index() wrote into the caller's memory.
template <class T, class Context = no_context> using indexed_sequence = lazy_range<impl::record_source<T, Context>>;

// A forward range of size() records. If the bytes changed, it ends before the first record that cannot be read.
template <class T, class Context = no_context> class sequence {
public:
    using borrows_file = void;
    using value_type = T;
    using iterator = walk_iterator<impl::record_walk<T, Context>>;

    constexpr sequence() = default;

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{{bytes_, first_, count_, context_}}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

    // Writes the offset of each record to `memory`, in one pass, and returns the random access range. `memory` must
    // have size() elements and outlive the result. The result is empty if `memory` is too small or a record begins
    // beyond 4 GiB.
    [[nodiscard]] indexed_sequence<T, Context> index(std::span<std::uint32_t> memory) const noexcept {
        if (memory.size() < count_) {
            return {};
        }
        cursor c{bytes_, first_};
        Context context = context_;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint64_t offset = c.offset();
            static_cast<void>(impl::access::read<T>(c, context));
            if (!c.ok() || offset > 0xFFFF'FFFFU) {
                return {};
            }
            memory[i] = static_cast<std::uint32_t>(offset);
        }
        return impl::access::make<indexed_sequence<T, Context>>(
            impl::record_source<T, Context>{bytes_, array<std::uint32_t>{memory.data(), count_}, context_}, count_);
    }

private:
    friend struct impl::access;
    constexpr sequence(byte_view bytes, std::uint64_t first, std::uint32_t count, const Context& context = {}) noexcept
        : bytes_(bytes), first_(first), count_(count), context_(context) {}

    byte_view bytes_;
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

}} // namespace effigy::v0
