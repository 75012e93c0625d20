// Decimal numbers in texts, to the nearest float: the same on every platform, whatever the locale. std::from_chars for
// float is missing from libc++ 19, and strtof obeys the locale.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <array>
#include <bit>
#include <cfloat>
#include <string_view>

namespace effigy { inline namespace v0 { namespace impl {

// A natural number of at most 1,024 bits. The callers stay below them.
class wide_number {
public:
    constexpr void multiply(std::uint32_t factor, std::uint32_t added = 0) noexcept {
        std::uint64_t carry = added;
        for (std::size_t i = 0; i < size_; ++i) {
            carry += std::uint64_t{limbs_[i]} * factor;
            limbs_[i] = static_cast<std::uint32_t>(carry & 0xFFFF'FFFF);
            carry >>= 32;
        }
        if (carry != 0) {
            limbs_[size_++] = static_cast<std::uint32_t>(carry);
        }
    }
    constexpr void multiply_by_power_of_10(std::uint32_t exponent) noexcept {
        for (; exponent >= 9; exponent -= 9) {
            multiply(1'000'000'000);
        }
        for (; exponent != 0; --exponent) {
            multiply(10);
        }
    }
    constexpr void shift_left(std::uint32_t bits) noexcept {
        multiply(std::uint32_t{1} << bits % 32);
        const std::size_t limbs = bits / 32;
        if (size_ != 0 && limbs != 0) {
            for (std::size_t i = size_; i-- > 0;) {
                limbs_[i + limbs] = limbs_[i];
            }
            for (std::size_t i = 0; i < limbs; ++i) {
                limbs_[i] = 0;
            }
            size_ += limbs;
        }
    }
    constexpr void shift_right_by_1() noexcept {
        for (std::size_t i = 0; i < size_; ++i) {
            limbs_[i] = limbs_[i] >> 1U | (i + 1 < size_ ? limbs_[i + 1] << 31U : 0U);
        }
        trim();
    }
    // Subtracts a number and returns true, unless it is larger.
    constexpr bool subtract(const wide_number& other) noexcept {
        if (is_below(other)) {
            return false;
        }
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            const std::uint64_t less = (i < other.size_ ? other.limbs_[i] : 0U) + borrow;
            borrow = limbs_[i] < less ? 1U : 0U;
            limbs_[i] = static_cast<std::uint32_t>((limbs_[i] - less) & 0xFFFF'FFFF);
        }
        trim();
        return true;
    }
    [[nodiscard]] constexpr bool is_zero() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr std::int32_t bits() const noexcept {
        return size_ == 0 ? 0 : static_cast<std::int32_t>(32 * size_) - std::countl_zero(limbs_[size_ - 1]);
    }

private:
    [[nodiscard]] constexpr bool is_below(const wide_number& other) const noexcept {
        if (size_ != other.size_) {
            return size_ < other.size_;
        }
        std::size_t i = size_;
        while (i != 0 && limbs_[i - 1] == other.limbs_[i - 1]) {
            --i;
        }
        return i != 0 && limbs_[i - 1] < other.limbs_[i - 1];
    }
    constexpr void trim() noexcept {
        while (size_ != 0 && limbs_[size_ - 1] == 0) {
            --size_;
        }
    }

    std::array<std::uint32_t, 33> limbs_{}; // the lowest one first; one more for the product of a shift
    std::size_t size_ = 0;                  // the last limb is not 0
};

// A decimal number as written: 0.DIGITS * 10^magnitude.
struct decimal {
    std::string_view digits; // from the first one that is not 0, with the point
    std::uint64_t first = 0; // the first 19 digits
    std::uint32_t count = 0; // digits in `first`
    std::int32_t magnitude = 0;
    bool is_negative = false, is_longer = false; // than 19 digits, after which not all are 0

    static constexpr std::uint32_t most_in_first = 19; // 10^19 < 2^64
};

// Returns the nearest double. Precondition: 1e-46 <= the number < 1e39, so that it is a normal one.
[[nodiscard]] constexpr double nearest_double(const decimal& of) noexcept {
    wide_number above, below;
    std::int32_t exponent = of.magnitude;
    // Between two doubles of this range is a number of at most 165 digits; beyond, it matters only whether all are 0.
    constexpr std::uint32_t most_digits = 200;
    std::uint32_t count = 0;
    bool has_rest = false;
    for (const char c : of.digits) {
        if (c != '.') {
            has_rest = has_rest || (count == most_digits && c != '0');
            if (count != most_digits) {
                above.multiply(10, static_cast<std::uint32_t>(c - '0'));
                ++count;
            }
        }
    }
    if (has_rest) {
        above.multiply(10, 1);
        ++count;
    }
    exponent -= static_cast<std::int32_t>(count);
    below.multiply(1, 1);
    (exponent < 0 ? below : above)
        .multiply_by_power_of_10(static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent));
    // The quotient has 55 or 56 bits: those of a double, the next one, and one or two more.
    constexpr std::int32_t bits = 55;
    const std::int32_t shift = bits - (above.bits() - below.bits());
    (shift < 0 ? below : above).shift_left(static_cast<std::uint32_t>(shift < 0 ? -shift : shift));
    below.shift_left(bits + 1);
    std::uint64_t quotient = 0;
    for (std::int32_t i = 0; i <= bits; ++i) {
        below.shift_right_by_1();
        quotient = quotient << 1U | (above.subtract(below) ? 1U : 0U);
    }
    constexpr std::int32_t precision = 53;
    const std::int32_t dropped = static_cast<std::int32_t>(std::bit_width(quotient)) - precision;
    const std::uint64_t half = std::uint64_t{1} << static_cast<std::uint32_t>(dropped - 1);
    const std::uint64_t rest = quotient & (2 * half - 1);
    std::uint64_t mantissa = quotient >> static_cast<std::uint32_t>(dropped);
    mantissa += rest > half || (rest == half && (!above.is_zero() || (mantissa & 1U) != 0)) ? 1U : 0U;
    // Adding the mantissa with its leading bit raises the exponent by one, or by two if it was rounded up to 2^53.
    const auto biased = static_cast<std::uint64_t>(std::int64_t{dropped} - shift + precision - 1 + 1023 - 1);
    return std::bit_cast<double>((biased << 52U) + mantissa);
}

inline constexpr float infinite_float = std::bit_cast<float>(0x7F80'0000U);

// Returns a number that a double holds as float: infinite, if no finite float is nearest.
[[nodiscard]] constexpr float nearest_float(double of) noexcept {
    constexpr float largest = 0x1.FFFFFEp127F;       // not FLT_MAX, which libc++ for macOS may lack
    constexpr double above_largest = 0x1.FFFFFFp127; // where infinity, which would be 2^128, is as near
    return of >= above_largest ? infinite_float : of > double{largest} ? largest : static_cast<float>(of);
}

// Returns of * 10^exponent, if both factors are exact doubles, so that one operation rounds once; not where registers
// have more digits (x87).
[[nodiscard]] constexpr bool scale_exactly(std::uint64_t of, std::int32_t exponent, double& out) noexcept {
    constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr bool is_exact = FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1;
    if (!is_exact || of >= std::uint64_t{1} << 53U || exponent < -22 || exponent > 22) {
        return false;
    }
    const auto whole = static_cast<double>(of);
    out = exponent < 0 ? whole / powers[static_cast<std::size_t>(-exponent)]
                       : whole * powers[static_cast<std::size_t>(exponent)];
    return true;
}

[[nodiscard]] constexpr float to_float(const decimal& of) noexcept {
    constexpr std::int32_t largest = 39, least = -45;
    double out = 0;
    if (of.first == 0 || of.magnitude < least) {
        out = 0;
    } else if (of.magnitude > largest) {
        out = static_cast<double>(infinite_float);
    } else if (of.is_longer || !scale_exactly(of.first, of.magnitude - static_cast<std::int32_t>(of.count), out)) {
        out = nearest_double(of);
    }
    const float magnitude = nearest_float(out);
    return of.is_negative ? -magnitude : magnitude;
}

// Reads "[+-]digits[.digits][e[+-]digits]", with digits before or after the point. Returns how many characters were
// read; 0, if the text does not begin with a number.
[[nodiscard]] constexpr std::size_t read_decimal(std::string_view text, decimal& out) noexcept {
    std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    out = {};
    out.is_negative = at != 0 && text[0] == '-';
    std::size_t begin = std::string_view::npos;
    bool has_digits = false, has_point = false;
    std::uint32_t dropped = 0; // digits before the point that are not in `first`
    std::int32_t zeros = 0;    // between the point and the first digit
    constexpr std::int32_t most = 1'000'000'000;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' && !has_point) {
            has_point = true;
            out.magnitude = static_cast<std::int32_t>(out.count + dropped);
            continue;
        }
        if (c < '0' || c > '9') {
            break;
        }
        has_digits = true;
        if (begin == std::string_view::npos) {
            if (c == '0') {
                zeros += has_point && zeros < most ? 1 : 0;
                continue;
            }
            begin = at;
        }
        if (out.count < decimal::most_in_first) {
            out.first = 10 * out.first + static_cast<std::uint64_t>(c - '0');
            ++out.count;
        } else {
            out.is_longer = out.is_longer || c != '0';
            dropped += !has_point && dropped < most ? 1U : 0U;
        }
    }
    if (!has_digits) {
        return 0;
    }
    out.digits = begin != std::string_view::npos ? text.substr(begin, at - begin) : std::string_view{};
    out.magnitude = (has_point ? out.magnitude : static_cast<std::int32_t>(out.count + dropped)) - zeros;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        std::size_t digit = at + 1;
        const bool is_signed = digit < text.size() && (text[digit] == '-' || text[digit] == '+');
        const bool is_below_1 = is_signed && text[digit] == '-';
        digit += is_signed ? 1 : 0;
        std::int32_t exponent = 0;
        for (; digit < text.size() && text[digit] >= '0' && text[digit] <= '9'; ++digit) {
            exponent = exponent < most / 10 ? 10 * exponent + (text[digit] - '0') : most;
            at = digit + 1;
        }
        out.magnitude += is_below_1 ? -exponent : exponent;
    }
    return at;
}

// Reads the usual form of a number, "-12.0625": at most 18 digits, no exponent. Returns false for all others.
[[nodiscard]] constexpr bool read_short_number(std::string_view word, float& out) noexcept {
    constexpr std::size_t most = 19; // with the point: 10^18 < 2^64
    const std::size_t begin = !word.empty() && (word[0] == '-' || word[0] == '+') ? 1 : 0;
    std::uint64_t whole = 0;
    std::size_t point = word.size();
    if (word.size() - begin > most) {
        return false;
    }
    for (std::size_t i = begin; i < word.size(); ++i) {
        const auto digit = static_cast<unsigned char>(word[i] - '0');
        if (digit < 10) {
            whole = 10 * whole + digit;
        } else if (word[i] == '.' && point == word.size()) {
            point = i;
        } else {
            return false;
        }
    }
    const std::size_t decimals = point < word.size() ? word.size() - 1 - point : 0;
    double magnitude = 0;
    if (word.size() - begin == (point < word.size() ? 1U : 0U) || // no digit
        !scale_exactly(whole, -static_cast<std::int32_t>(decimals), magnitude)) {
        return false;
    }
    out = static_cast<float>(begin != 0 && word[0] == '-' ? -magnitude : magnitude);
    return true;
}

// Returns the number that a word is: the nearest double, and the float that is nearest to it, as the C library reads
// numbers. Also what C libraries print for infinite numbers and NaN: "1.#INF", "-1.#IND", "1.#QNAN0", "nan", "inf".
[[nodiscard]] constexpr bool read_number(std::string_view word, float& out) noexcept {
    if (read_short_number(word, out)) {
        return true;
    }
    decimal parts{};
    const std::size_t length = read_decimal(word, parts);
    if (length == word.size() && length != 0) {
        out = to_float(parts);
        return true;
    }
    const bool has_sign = !word.empty() && (word[0] == '-' || word[0] == '+');
    const bool is_negative = has_sign && word[0] == '-';
    word.remove_prefix(has_sign ? 1 : 0);
    const auto begins = [&](std::string_view with) {
        bool same = word.size() >= with.size();
        for (std::size_t i = 0; same && i < with.size(); ++i) {
            same = (word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]) == with[i];
        }
        return same;
    };
    if (begins("1.#inf") || begins("inf")) {
        out = is_negative ? -infinite_float : infinite_float;
        return true;
    }
    if (begins("1.#ind") || begins("1.#qnan") || begins("1.#snan") || begins("nan")) {
        out = std::bit_cast<float>(is_negative ? 0xFFC0'0000U : 0x7FC0'0000U);
        return true;
    }
    return false;
}

// Reads a whole number, also one with a point, whose fraction is dropped, and "true" and "false".
[[nodiscard]] constexpr bool read_integer(std::string_view word, std::int64_t& out) noexcept {
    decimal parts{};
    const std::size_t length = read_decimal(word, parts);
    if (length != word.size() || length == 0) {
        const bool is_true = word.size() == 4 && (word[0] | 0x20) == 't' && (word[1] | 0x20) == 'r' &&
                             (word[2] | 0x20) == 'u' && (word[3] | 0x20) == 'e';
        const bool is_false = word.size() == 5 && (word[0] | 0x20) == 'f' && (word[1] | 0x20) == 'a' &&
                              (word[2] | 0x20) == 'l' && (word[3] | 0x20) == 's' && (word[4] | 0x20) == 'e';
        out = is_true ? 1 : 0;
        return is_true || is_false;
    }
    constexpr std::int32_t most_digits = 18;
    std::uint64_t whole = parts.magnitude <= 0 ? 0 : parts.first;
    if (parts.magnitude > most_digits) {
        whole = 999'999'999'999'999'999;
    } else {
        for (auto i = static_cast<std::int32_t>(parts.count); whole != 0 && i > parts.magnitude; --i) {
            whole /= 10;
        }
        for (auto i = static_cast<std::int32_t>(parts.count); whole != 0 && i < parts.magnitude; ++i) {
            whole *= 10;
        }
    }
    out = parts.is_negative ? -static_cast<std::int64_t>(whole) : static_cast<std::int64_t>(whole);
    return true;
}

}}} // namespace effigy::v0::impl
