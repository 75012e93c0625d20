// Tests that every reader must survive: any bytes at any offset, even while they change.
#pragma once

#include "support/guarded_memory.hpp"
#include "support/left_out.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>
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

// A thread that overwrites and restores random bytes of the file until it is destroyed.
#if !defined(__wasi__)
class byte_changer {
public:
    explicit byte_changer(std::span<std::byte> file) : thread_([this, file] { work(file); }) {}
    byte_changer(const byte_changer&) = delete;
    byte_changer& operator=(const byte_changer&) = delete;
    ~byte_changer() {
        done_ = true;
        thread_.join();
    }

private:
    void work(std::span<std::byte> file) const {
        for (std::uint32_t random = 1; !done_; random = random * 1'664'525 + 1'013'904'223) {
            const std::atomic_ref<std::byte> byte{file[(random >> 8) % file.size()]};
            const std::byte original = byte.load();
            byte.store(static_cast<std::byte>(random >> 24));
            std::this_thread::yield();
            byte.store(original);
        }
    }

    std::atomic<bool> done_{false};
    std::thread thread_;
};
#else
class byte_changer {
public:
    explicit byte_changer(std::span<std::byte>) {
        left_out("a second thread that changes bytes", "this system has no threads");
    }
};
#endif

// Whether the thread sanitizer is active. The tests below read bytes while another thread
// writes them, which the sanitizer would report.
[[nodiscard]] constexpr bool races_are_reported() {
#if defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return true;
#else
    return false;
#endif
#else
    return false;
#endif
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

    if (!races_are_reported()) {
        std::vector<std::byte> contested = whole;
        const byte_changer writer{contested};
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds{300};
        while (std::chrono::steady_clock::now() < end) {
            static_cast<void>(touch(std::span<const std::byte>{contested}));
        }
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
