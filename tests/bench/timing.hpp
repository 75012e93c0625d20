// Compares two functions by calling them in turn in one process, because the speed of the machine varies more than the
// speeds of the functions differ.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace bench {

inline constexpr std::size_t rounds = 31;

struct spread {
    double median = 0, least = 0, most = 0;
};
[[nodiscard]] inline spread spread_of(std::array<double, rounds> values) {
    std::sort(values.begin(), values.end());
    return {values[rounds / 2], values.front(), values.back()};
}

// Nanoseconds per round of each function, and the ratio of the two.
struct comparison {
    spread first, second, ratio;
};

// A chain of calls, each of which starts when the previous one has its result. Without this, the processor would run
// several short calls in parallel, unlike a program that reads one file at a time.
class chain {
public:
    // Adds the result of call(index). To the compiler, the argument seems to depend on the previous results.
    template <class Call> void add(const Call& call, std::size_t index) {
        sum_ += call(index + effigy::impl::to_size(sum_ & zero_));
    }
    chain() { __asm__ volatile("" : "+r"(zero_)); }
    chain(const chain&) = delete;
    chain& operator=(const chain&) = delete;
    ~chain() { __asm__ volatile("" : : "r"(sum_) : "memory"); }

private:
    std::uint64_t zero_ = 0; // the compiler does not know that it stays 0
    std::uint64_t sum_ = 0;
};

class stopwatch {
public:
    [[nodiscard]] double nanoseconds() const {
        return std::chrono::duration<double, std::nano>{std::chrono::steady_clock::now() - start_}.count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Calls each function with 0 .. count - 1; the functions return numbers. `repeats` > 1: makes that many consecutive
// calls, after an unmeasured one, so that the data is in the cache.
template <class First, class Second>
[[nodiscard]] comparison compare(std::size_t count, std::size_t repeats, const First& first, const Second& second) {
    const auto time = [&](const auto& way, std::size_t from, std::size_t to) {
        const stopwatch watch;
        chain calls;
        for (std::size_t i = from; i < to; ++i) {
            for (std::size_t k = 0; k < repeats; ++k) {
                calls.add(way, i);
            }
        }
        return watch.nanoseconds() / static_cast<double>(repeats);
    };
    std::array<double, rounds> a{};
    std::array<double, rounds> b{};
    std::array<double, rounds> ratios{};
    for (std::size_t round = 0; round < rounds; ++round) {
        const std::size_t step = repeats == 1 ? count : 1; // all files in turn, or file by file
        for (std::size_t i = 0; i < count; i += step) {
            if (repeats > 1) {
                static_cast<void>(time(first, i, i + step));
                static_cast<void>(time(second, i, i + step));
            }
            a[round] += time(first, i, i + step);
            b[round] += time(second, i, i + step);
        }
        ratios[round] = a[round] / b[round];
    }
    return {spread_of(a), spread_of(b), spread_of(ratios)};
}

} // namespace bench
