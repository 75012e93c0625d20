// Numbers as text: what read_number() reads back, to the bit.
#pragma once

#include <effigy/core/impl/decimal.hpp>
#include <effigy/core/math.hpp>

#include <charconv>

namespace effigy { inline namespace v0 { namespace impl {

// The shortest decimal text of a float. NaN has only its sign.
class decimal_text {
public:
    explicit decimal_text(float of) noexcept {
        if (!is_finite(of)) { // as C libraries print them
            const auto bits = std::bit_cast<std::uint32_t>(of);
            const bool is_negative = (bits & 0x8000'0000U) != 0;
            const bool is_nan = (bits & 0x007F'FFFFU) != 0;
            put(is_nan ? (is_negative ? "-1.#IND" : "1.#QNAN") : is_negative ? "-1.#INF" : "1.#INF");
            return;
        }
        end(std::to_chars(chars_.data(), &chars_.back(), of).ptr);
        float back = 0;
        if (!read_number(view(), back) || std::bit_cast<std::uint32_t>(back) != std::bit_cast<std::uint32_t>(of)) {
            constexpr int all_digits = 8; // behind the first: nine digits name one float
            end(std::to_chars(chars_.data(), &chars_.back(), of, std::chars_format::scientific, all_digits).ptr);
        }
    }
    explicit decimal_text(std::int64_t of) noexcept { end(std::to_chars(chars_.data(), &chars_.back(), of).ptr); }

    [[nodiscard]] std::string_view view() const noexcept { return {chars_.data(), size_}; }

private:
    void put(std::string_view text) noexcept {
        for (const char c : text) {
            chars_[size_++] = c;
        }
    }
    void end(const char* at) noexcept { size_ = static_cast<std::size_t>(at - chars_.data()); }

    std::array<char, 64> chars_{};
    std::size_t size_ = 0;
};

}}} // namespace effigy::v0::impl
