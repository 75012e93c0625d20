// Tests that every reader must survive: any bytes at any offset, also after open().
#pragma once

#include "support/guarded_memory.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace support {

// Only every n-th offset is corrupted. n is 1, and larger in slow configurations: those without optimisation.
constexpr std::size_t torture_step = EFFIGY_TORTURE_STEP;

// Calls f once for each of many corruptions of the file, then restores the file.
template <class Function> void for_each_corruption(std::span<std::byte> file, const Function& f) {
    for (std::size_t at = 0; at < file.size(); at += torture_step) {
        const std::byte original = file[at];
        for (const std::byte replacement : {std::byte{0}, std::byte{0xFF}, ~original}) {
            file[at] = replacement;
            f();
        }
        file[at] = original;
    }
    const std::array<std::uint32_t, 6> numbers{0,           1,           0x7FFF'FFFF,
                                               0x8000'0000, 0xFFFF'FFFF, static_cast<std::uint32_t>(file.size())};
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= file.size(); at += torture_step) {
        std::uint32_t original = 0;
        std::memcpy(&original, &file[at], sizeof(original));
        for (const std::uint32_t replacement : numbers) {
            std::memcpy(&file[at], &replacement, sizeof(replacement));
            f();
        }
        std::memcpy(&file[at], &original, sizeof(original));
    }
}

// `make()` returns a valid file. `touch(bytes)` opens a file, reads everything in it, and returns a digest.
template <class Make, class Touch> void standard_torture(const char* name, const Make& make, const Touch& touch) {
    INFO(name);
    const auto built = make();
    const std::vector<std::byte> whole(built.span().begin(), built.span().end());
    const std::uint64_t content = touch(std::span{whole});

    for (const edge side : {edge::front, edge::back}) {
        guarded_memory memory{whole.size()};
        for (std::size_t n = 0; n < whole.size(); n += torture_step) {
            static_cast<void>(touch(std::span<const std::byte>{memory.place(std::span{whole}.first(n), side)}));
        }
        const std::span<std::byte> file = memory.place(whole, side);
        CHECK(touch(std::span<const std::byte>{file}) == content);
        for_each_corruption(file, [&] { static_cast<void>(touch(std::span<const std::byte>{file})); });
        CHECK(touch(std::span<const std::byte>{file}) == content);
    }

    alignas(16) std::array<std::byte, 8192> buffer{};
    REQUIRE(whole.size() + 16 <= buffer.size());
    for (std::size_t shift = 0; shift < 16; ++shift) {
        const std::span<std::byte> file = std::span{buffer}.subspan(shift, whole.size());
        for (std::size_t i = 0; i < file.size(); ++i) { // g++ 12 warns about std::copy
            file[i] = whole[i];
        }
        CHECK(touch(std::span<const std::byte>{file}) == content);
    }
}

// A view of a valid file stays safe to read if the file changes afterwards.
template <class Make, class Open, class Walk>
void torture_after_opening(const char* name, const Make& make, const Open& open, const Walk& walk) {
    INFO(name);
    const auto built = make();
    guarded_memory memory{built.size()};
    const std::span<std::byte> file = memory.place(built.span(), edge::back);
    const auto opened = open(std::span<const std::byte>{file});
    REQUIRE(opened);
    const std::uint64_t content = walk(*opened);
    for_each_corruption(file, [&] { static_cast<void>(walk(*opened)); });
    CHECK(walk(*opened) == content);
    for (const std::byte all : {std::byte{0}, std::byte{0xFF}}) {
        std::fill(file.begin(), file.end(), all);
        static_cast<void>(walk(*opened));
    }
}

} // namespace support
