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
            each_word(first, end, [](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
        }
    }
    // Precondition: the offsets are in the file.
    [[nodiscard]] EFFIGY_INLINE bool has_any(std::uint64_t first, std::uint64_t length) noexcept {
        std::uint64_t found = 0;
        each_word(first, first + length, [&](std::uint64_t word, std::uint64_t bits) { found |= word & bits; });
        return found != 0;
    }

private:
    static constexpr std::uint64_t word_bits = 64;

    [[nodiscard]] static constexpr std::uint64_t least(std::uint64_t a, std::uint64_t b) noexcept {
        return a < b ? a : b;
    }
    // Calls use(word, bits) for each word with offsets from `first` to `end`, which is larger.
    EFFIGY_INLINE void each_word(std::uint64_t first, std::uint64_t end, const auto& use) noexcept {
        const std::uint64_t before = ~std::uint64_t{0} << (first % word_bits);
        const std::uint64_t after = ~std::uint64_t{0} >> (word_bits - 1 - (end - 1) % word_bits);
        std::uint64_t* word = words_.data() + first / word_bits;
        std::uint64_t* const last = words_.data() + (end - 1) / word_bits;
        if (word == last) {
            use(*word, before & after);
            return;
        }
        use(*word, before);
        while (++word != last) {
            use(*word, ~std::uint64_t{0});
        }
        use(*last, after);
    }

    pool<std::uint64_t> words_;
    std::uint64_t size_;
};

// The bytes of a file that are replaced, part after part. Parts may overlap where they have the same bytes.
class placed_bytes {
public:
    explicit placed_bytes(pool<std::byte> file) : file_(std::move(file)), put_(file_.size(), file_.resource()) {}

    // Returns false if the bytes do not fit, or if other bytes are there.
    [[nodiscard]] bool put(std::uint64_t at, std::span<const std::byte> bytes) {
        if (bytes.empty()) { // memcpy requires non-null pointers
            return true;
        }
        if (at > file_.size() || bytes.size() > file_.size() - at) {
            return false;
        }
        std::byte* const to = file_.data() + at;
        if (!put_.has_any(at, bytes.size())) {
            std::memmove(to, bytes.data(), bytes.size()); // they may be there already
        } else {
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                if (put_.has_any(at + i, 1) && to[i] != bytes[i]) {
                    return false;
                }
                to[i] = bytes[i];
            }
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
    [[nodiscard]] pool<std::byte> take() noexcept { return std::move(file_); }

private:
    pool<std::byte> file_;
    byte_set put_;
};

}}} // namespace effigy::v0::impl
