#include "expand.hpp"

#include <algorithm>
#include <cstdint>

namespace images {

namespace {

// Returns room for the output. Fails if the input is too short: a byte of it becomes at most `most` bytes.
std::vector<std::byte> room_for(cursor& c, std::uint64_t size, std::uint64_t most, const char* path) {
    const std::uint64_t needed = (size + most - 1) / most;
    if (needed > c.left()) {
        c.fail(errc::truncated, path, 0, static_cast<std::int64_t>(c.left()), needed);
    }
    return std::vector<std::byte>(c.ok() ? size & SIZE_MAX : 0);
}

std::vector<std::byte> if_ok(const cursor& c, std::vector<std::byte> out) {
    return c.ok() ? std::move(out) : std::vector<std::byte>{};
}

class lzo1x {
public:
    lzo1x(cursor& c, std::span<std::byte> out) : c_(c), out_(out) {}

    void expand() {
        std::uint32_t code = byte();
        std::uint32_t literals_before = 0; // 4: four or more
        if (code > 17) {
            literals(code - 17);
            literals_before = std::min(code - 17, 4U);
            code = next_code();
        }
        while (c_.ok() && at_ < out_.size()) {
            if (code < 16 && literals_before == 0) {
                literals(length(code, 15) + 3);
                literals_before = 4;
            } else {
                literals_before = match(code, literals_before == 4) & 3U;
                literals(literals_before);
            }
            code = next_code();
        }
    }

private:
    [[nodiscard]] std::uint32_t next_code() { return at_ < out_.size() ? byte() : 0; }
    [[nodiscard]] std::uint32_t byte() { return c_.value<u8>("lzo"); }
    [[nodiscard]] std::uint32_t word() { return c_.value<u16>("lzo"); }

    // A length of 0 in the code continues in the next bytes.
    [[nodiscard]] std::size_t length(std::uint32_t code, std::uint32_t mask) {
        std::size_t out = code & mask;
        if (out == 0) {
            std::uint32_t next = byte();
            for (out = mask; next == 0 && c_.ok(); next = byte()) {
                out += 255;
            }
            out += next;
        }
        return out;
    }

    // Copies earlier output. Returns a number whose two lowest bits are the number of literals that follow.
    [[nodiscard]] std::uint32_t match(std::uint32_t code, bool after_many_literals) {
        if (code >= 64) {
            copy((byte() << 3U) + (code >> 2U & 7U) + 1, (code >> 5U) + 1);
            return code;
        }
        if (code < 16) {
            const std::uint32_t distance = (byte() << 2U) + (code >> 2U) + 1;
            copy(after_many_literals ? distance + 2048 : distance, after_many_literals ? 3 : 2);
            return code;
        }
        const std::size_t count = length(code, code >= 32 ? 31 : 7) + 2;
        const std::uint32_t tail = word();
        if (code >= 32) {
            copy((tail >> 2U) + 1, count);
            return tail;
        }
        const std::uint32_t far_away = ((code & 8U) << 11U) + (tail >> 2U);
        if (far_away == 0) {
            c_.fail(errc::truncated, "lzo.end", 3, static_cast<std::int64_t>(at_), out_.size());
        }
        copy(far_away + 16384, count);
        return tail;
    }

    void literals(std::size_t count) {
        const bytes from = c_.take(count, "lzo.literals");
        if (fits(count)) {
            std::copy_n(from.begin(), from.size(), out_.subspan(at_).begin());
            at_ += count;
        }
    }
    void copy(std::size_t distance, std::size_t count) {
        if (distance > at_) {
            c_.fail(errc::out_of_bounds, "lzo.distance", 0, static_cast<std::int64_t>(distance), at_, "bytes before");
        }
        if (fits(count)) {
            for (const std::size_t end = at_ + count; at_ < end; ++at_) {
                out_[at_] = out_[at_ - distance]; // the two may overlap
            }
        }
    }
    [[nodiscard]] bool fits(std::size_t count) {
        const std::size_t left = out_.size() - at_;
        if (count > left) {
            c_.fail(errc::out_of_bounds, "lzo.length", 0, static_cast<std::int64_t>(count), left,
                    "bytes that are left");
        }
        return c_.ok();
    }

    cursor& c_;
    std::span<std::byte> out_;
    std::size_t at_ = 0;
};

} // namespace

std::vector<std::byte> expand_lzo1x(cursor& c, std::uint64_t size) {
    std::vector<std::byte> out = room_for(c, size, 255, "lzo");
    lzo1x{c, out}.expand();
    return if_ok(c, std::move(out));
}

std::vector<std::byte> expand_lzss(cursor& c, std::uint64_t size) {
    std::vector<std::byte> out = room_for(c, size, 9, "lzss"); // 8 copies of 18 bytes need 17
    std::uint32_t flags = 0;
    for (std::size_t at = 0; at < out.size() && c.ok(); flags >>= 1U) {
        if (flags <= 1) {
            flags = c.value<u8>("lzss") | 0x100U; // 1 remains after 8 shifts
        }
        const std::uint32_t first = c.value<u8>("lzss");
        if ((flags & 1U) != 0) {
            out[at++] = static_cast<std::byte>(first);
            continue;
        }
        const std::uint32_t second = c.value<u8>("lzss");
        const std::size_t distance = first | (second & 0xF0U) << 4U;
        if (distance == 0) {
            c.fail(errc::bad_value, "lzss.distance", 2, 0, 0, "at least 1");
        }
        for (const std::size_t end = std::min<std::size_t>(at + (second & 15U) + 3, out.size()); at < end; ++at) {
            out[at] = distance > at ? std::byte{' '} : out[at - distance];
        }
    }
    return if_ok(c, std::move(out));
}

std::vector<std::byte> expand_runs(cursor& c, std::size_t element, std::uint64_t size) {
    std::vector<std::byte> out = room_for(c, size, 128, "runs");
    for (std::size_t at = 0; at < out.size() && c.ok();) {
        const std::uint32_t packet = c.value<u8>("runs");
        const std::size_t length = std::min<std::size_t>(((packet & 127U) + 1) * element, out.size() - at);
        const bool is_repeated = packet >= 128;
        const bytes from = c.take(is_repeated ? element : length, "runs");
        for (std::size_t i = 0; i < length && c.ok(); ++i) {
            out[at + i] = from[is_repeated ? i % element : i];
        }
        at += length;
    }
    return if_ok(c, std::move(out));
}

} // namespace images
