// A hash of everything that was read: equal for equal content.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace support {

class digest {
public:
    template <class T>
        requires(std::is_integral_v<T> || std::is_enum_v<T>)
    void add(T value) noexcept {
        mix(static_cast<std::uint64_t>(value));
    }
    void add(float value) noexcept { mix(std::bit_cast<std::uint32_t>(value)); }
    void add(double value) noexcept { mix(std::bit_cast<std::uint64_t>(value)); }
    void add(std::string_view chars) noexcept {
        mix(chars.size());
        for (const char c : chars) {
            mix(static_cast<unsigned char>(c));
        }
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return state_; }

private:
    void mix(std::uint64_t word) noexcept { // FNV-1a, a word at a time
        state_ = (state_ ^ word) * 0x100'0000'01B3;
    }
    std::uint64_t state_ = 0xCBF2'9CE4'8422'2325;
};

} // namespace support
