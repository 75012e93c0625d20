// Compares a search for the first two NULs with a simple loop.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace nul_pairs {

struct pair {
    std::size_t first = 0, second = 0;
    unsigned found = 0;

    [[nodiscard]] friend bool operator==(const pair&, const pair&) = default;
};

[[nodiscard]] inline pair simplest(std::span<const std::byte> bytes) {
    pair out;
    for (std::size_t i = 0; i < bytes.size() && out.found < 2; ++i) {
        if (bytes[i] == std::byte{0}) {
            (out.found++ == 0 ? out.first : out.second) = i;
        }
    }
    return out;
}

// Checks that `find` agrees with `simplest` for texts, and files, that end near multiples of 64 bytes.
template <class Find> void check(const Find& find) {
    constexpr std::size_t longest = 200;
    const std::size_t places[] = {0,  1,  7,  8,   15,  16,  31,  47,  62,  63,
                                  64, 65, 79, 126, 127, 128, 129, 191, 192, longest};
    std::size_t differing = 0;
    for (const int filler : {0x01, 0x7F, 0x80, 0xFF}) { // values next to NUL, with and without the highest bit
        for (const std::size_t first : places) {
            for (const std::size_t second : places) {
                std::vector<std::byte> file(longest, static_cast<std::byte>(filler));
                for (const std::size_t nul : {first, second}) {
                    if (nul < file.size()) {
                        file[nul] = std::byte{0};
                    }
                }
                for (std::size_t size = 0; size <= file.size(); size += size % 8 < 2 ? 1U : 6U) {
                    for (const std::size_t shift : {0U, 1U, 3U}) {
                        const auto part = std::span{file}.first(size).subspan(std::min(shift, size));
                        differing += find(part) == simplest(part) ? 0U : 1U;
                    }
                }
            }
        }
    }
    CHECK(differing == 0);

    std::uint32_t random = 1;
    for (std::size_t i = 0; i < 20'000; ++i) {
        std::vector<std::byte> file(i % 150);
        for (std::byte& one : file) {
            random = random * 1'664'525 + 1'013'904'223;
            one = (random >> 24) % 40 == 0 ? std::byte{0} : static_cast<std::byte>(random >> 16);
        }
        differing += find(std::span<const std::byte>{file}) == simplest(file) ? 0U : 1U;
    }
    CHECK(differing == 0);
}

} // namespace nul_pairs
