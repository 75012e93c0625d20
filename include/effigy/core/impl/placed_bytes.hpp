// Replacing the parts of a file, in any order.
#pragma once

#include <effigy/core/convert.hpp>
#include <effigy/core/pool.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// A set of byte offsets in a file.
class byte_set {
public:
    byte_set(std::uint64_t size, std::pmr::memory_resource* memory) : words_(memory), size_(size) {
        if (const auto all = words_.append(to_size((size + word_bits - 1) / word_bits)); !all.empty()) {
            std::memset(all.data(), 0, all.bytes().size());
        }
    }

    // Adds `length` offsets from `first`; those that are not in the file are left out.
    EFFIGY_INLINE void add(std::uint64_t first, std::uint64_t length) noexcept {
        const std::uint64_t end = first < size_ ? first + least(length, size_ - first) : 0;
        if (first < end) {
            const words_of all = find(first, end);
            all.each([](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
        }
    }
    // Precondition: the offsets are in the file, and there is one. Returns false, and adds nothing, if one of them is
    // in the set.
    [[nodiscard]] EFFIGY_INLINE bool add_new(std::uint64_t first, std::uint64_t length) noexcept {
        const words_of all = find(first, first + length);
        std::uint64_t found = 0;
        all.each([&](const std::uint64_t& word, std::uint64_t bits) { found |= word & bits; });
        if (found == 0) {
            all.each([](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
        }
        return found == 0;
    }
    // Precondition: the offset is in the file.
    [[nodiscard]] EFFIGY_INLINE bool has(std::uint64_t offset) const noexcept {
        return (words_[to_size(offset / word_bits)] >> (offset % word_bits) & 1U) != 0;
    }

    // Copies the bytes whose offsets are not in the set. Both have the size of the file.
    void copy_others(const std::byte* from, std::byte* to) const noexcept {
        std::uint64_t at = 0;
        for (const std::uint64_t word : words_) {
            const std::uint64_t end = least(at + word_bits, size_);
            if (word == 0 && end - at == word_bits) {
                std::memcpy(to + at, from + at, word_bits);
            } else if (word != ~std::uint64_t{0}) {
                for (std::uint64_t bits = word; at != end; bits >>= 8U) {
                    const std::uint64_t part = least(8, end - at);
                    if ((bits & 0xFFU) == 0 && part == 8) {
                        std::memcpy(to + at, from + at, 8);
                    } else if ((bits & 0xFFU) != 0xFFU) {
                        for (std::uint64_t i = 0; i < part; ++i) {
                            to[at + i] = (bits >> i & 1U) != 0 ? to[at + i] : from[at + i];
                        }
                    }
                    at += part;
                }
            }
            at = end;
        }
    }

private:
    static constexpr std::uint64_t word_bits = 64;

    [[nodiscard]] static constexpr std::uint64_t least(std::uint64_t a, std::uint64_t b) noexcept {
        return a < b ? a : b;
    }
    // The words with offsets from one to before another one.
    struct words_of {
        std::uint64_t *first, *last;
        std::uint64_t before, after; // the bits of the first and of the last word

        // Calls use(word, bits) for each.
        EFFIGY_INLINE void each(const auto& use) const noexcept {
            if (first == last) {
                use(*first, before & after);
                return;
            }
            use(*first, before);
            for (std::uint64_t* word = first + 1; word != last; ++word) {
                use(*word, ~std::uint64_t{0});
            }
            use(*last, after);
        }
    };
    // `end` is larger than `first`.
    [[nodiscard]] EFFIGY_INLINE words_of find(std::uint64_t first, std::uint64_t end) noexcept {
        return {.first = words_.data() + first / word_bits,
                .last = words_.data() + (end - 1) / word_bits,
                .before = ~std::uint64_t{0} << (first % word_bits),
                .after = ~std::uint64_t{0} >> (word_bits - 1 - (end - 1) % word_bits)};
    }

    pool<std::uint64_t> words_;
    std::uint64_t size_;
};

// The bytes of a file that are replaced, part after part. Parts may overlap where they have the same bytes.
class placed_bytes {
public:
    explicit placed_bytes(pool<std::byte> file) : file_(std::move(file)), put_(file_.size(), file_.resource()) {}
    // take() returns a copy of `original` with the bytes that were put. `original` must remain until then.
    placed_bytes(std::span<const std::byte> original, std::pmr::memory_resource* memory)
        : file_(memory), put_(original.size(), memory), rest_(original) {
        static_cast<void>(file_.append(original.size()));
    }

    // Returns false if the bytes do not fit, or if other bytes are there.
    [[nodiscard]] bool put(std::uint64_t at, std::span<const std::byte> bytes) {
        if (bytes.empty()) { // memcpy requires non-null pointers
            return true;
        }
        if (at > file_.size() || bytes.size() > file_.size() - at) {
            return false;
        }
        std::byte* const to = file_.data() + at;
        if (put_.add_new(at, bytes.size())) {
            std::memmove(to, bytes.data(), bytes.size()); // they may be there already
            return true;
        }
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            if (put_.has(at + i) && to[i] != bytes[i]) {
                return false;
            }
            to[i] = bytes[i];
        }
        put_.add(at, bytes.size());
        return true;
    }
    // The same for records, in the form T.
    template <wire T, class Host> [[nodiscard]] bool put(std::uint64_t at, std::span<const Host> records) {
        if constexpr (same_bytes<Host, T> || std::is_same_v<Host, T>) {
            return put(at, std::as_bytes(records));
        } else {
            for (const Host& record : records) {
                T stored{};
                convert(record, stored);
                if (!put(at, std::as_bytes(std::span{&stored, 1}))) {
                    return false;
                }
                at += sizeof(T);
            }
            return true;
        }
    }
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {file_.data(), file_.size()}; }
    [[nodiscard]] pool<std::byte> take() noexcept {
        if (!rest_.empty()) {
            put_.copy_others(rest_.data(), file_.data());
        }
        return std::move(file_);
    }

private:
    pool<std::byte> file_;
    byte_set put_;
    std::span<const std::byte> rest_;
};

}}} // namespace effigy::v0::impl
