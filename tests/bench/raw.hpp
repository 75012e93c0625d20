// The baseline of the benchmarks: the same bytes read by hand as fast as possible, without any check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace bench::raw {

class reader {
public:
    explicit reader(std::span<const std::byte> file) : at_(file.data()) {}

    std::uint32_t number() {
        std::uint32_t value = 0;
        std::memcpy(&value, at_, sizeof(value));
        at_ += sizeof(value);
        return value;
    }
    void skip(std::size_t length) { at_ += length; }
    [[nodiscard]] const std::byte* at() const { return at_; }

private:
    const std::byte* at_;
};

// 32-bit numbers at any offset of a file.
struct numbers {
    const std::byte* first = nullptr;
    std::size_t count = 0;
};
template <class T> [[nodiscard]] numbers numbers_in(std::span<const T> records) {
    return {std::as_bytes(records).data(), records.size_bytes() / sizeof(std::uint32_t)};
}

[[nodiscard]] inline std::uint32_t largest(const numbers& values) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < values.count; ++i) {
        std::uint32_t value = 0;
        std::memcpy(&value, values.first + i * sizeof(value), sizeof(value));
        out = value > out ? value : out;
    }
    return out;
}
[[nodiscard]] inline std::uint64_t largest(const std::vector<numbers>& lists) {
    std::uint64_t out = 0;
    for (const numbers& list : lists) {
        out += largest(list);
    }
    return out;
}

} // namespace bench::raw
