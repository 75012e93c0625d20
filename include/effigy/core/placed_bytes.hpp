// Writing a file whose parts are at given places, in any order.
#pragma once

#include <effigy/core/convert.hpp>
#include <effigy/core/pool.hpp>

namespace effigy::inline v0::impl {

// A set of byte offsets in a file.
class byte_set {
public:
    byte_set(std::uint64_t size, std::pmr::memory_resource* memory) : words_(memory), size_(size) {
        for (std::uint64_t& word : words_.append(to_size((size + word_bits - 1) / word_bits))) {
            word = 0;
        }
    }

    [[nodiscard]] std::uint64_t size_in_bytes() const noexcept {
        return words_.size() * std::uint64_t{sizeof(std::uint64_t)};
    }

    // Adds `length` offsets from `first`; those that are not in the file are left out.
    void add(std::uint64_t first, std::uint64_t length) noexcept {
        each_word(first, length, [](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
    }
    [[nodiscard]] bool has_any(std::uint64_t first, std::uint64_t length) noexcept {
        bool any = false;
        each_word(first, length,
                  [&](const std::uint64_t& word, std::uint64_t bits) { any = any || (word & bits) != 0; });
        return any;
    }
    // Calls use(first, length) for each run of offsets that are not in the set.
    template <class Use> void each_gap(const Use& use) const {
        std::uint64_t end = 0;
        for (std::uint64_t at = next(0, false); at < size_; at = next(end, false)) {
            end = next(at, true);
            use(at, end - at);
        }
    }

private:
    static constexpr std::uint64_t word_bits = 64;

    [[nodiscard]] static constexpr std::uint64_t least(std::uint64_t a, std::uint64_t b) noexcept {
        return a < b ? a : b;
    }
    void each_word(std::uint64_t first, std::uint64_t length, const auto& use) noexcept {
        const std::uint64_t end = first < size_ ? first + least(length, size_ - first) : 0;
        for (std::uint64_t at = first; at < end;) {
            const std::uint64_t bit = at % word_bits;
            const std::uint64_t count = least(word_bits - bit, end - at);
            use(words_[to_size(at / word_bits)], (~std::uint64_t{0} >> (word_bits - count)) << bit);
            at += count;
        }
    }
    // Returns the first offset, from `at`, that is in the set, or that is not; size() if there is none.
    [[nodiscard]] std::uint64_t next(std::uint64_t at, bool is_in) const noexcept {
        while (at < size_) {
            const std::uint64_t word = words_[to_size(at / word_bits)];
            const std::uint64_t found = (is_in ? word : ~word) >> (at % word_bits);
            if (found != 0) {
                return least(size_, at + static_cast<std::uint64_t>(std::countr_zero(found)));
            }
            at += word_bits - at % word_bits;
        }
        return size_;
    }

    pool<std::uint64_t> words_;
    std::uint64_t size_;
};

// The bytes of a file. Parts may overlap where they have the same bytes.
class placed_bytes {
public:
    placed_bytes(std::uint64_t size, std::pmr::memory_resource* memory) : file_(memory), put_(size, memory) {
        if (const auto all = file_.append(to_size(size)); !all.empty()) {
            std::memset(all.data(), 0, all.size());
        }
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
        if (!put_.has_any(at, bytes.size())) {
            std::memcpy(to, bytes.data(), bytes.size());
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
    // Puts the next of `bytes` into each place where nothing was put. Returns false if there are more or fewer.
    [[nodiscard]] bool fill(std::span<const std::byte> bytes) {
        bool fits = true;
        put_.each_gap([&](std::uint64_t at, std::uint64_t length) {
            fits = fits && length <= bytes.size();
            if (fits) {
                std::memcpy(file_.data() + at, bytes.data(), to_size(length));
                bytes = bytes.subspan(to_size(length));
            }
        });
        return fits && bytes.empty();
    }

    // What was put so far; other bytes are zero.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {file_.data(), file_.size()}; }
    [[nodiscard]] pool<std::byte> take() noexcept { return std::move(file_); }

private:
    pool<std::byte> file_;
    byte_set put_;
};

} // namespace effigy::inline v0::impl
