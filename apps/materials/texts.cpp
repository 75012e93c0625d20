#include "texts.hpp"

#include <effigy/core/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace materials {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace

std::string_view as_text(std::span<const std::byte> file) {
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

std::string lower_case(std::string_view text) {
    std::string out{text};
    std::ranges::transform(out, out.begin(), effigy::lower);
    return out;
}

bool equal_any_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() && effigy::compare_any_case(a, b) == 0;
}

bool starts_with_any_case(std::string_view text, std::string_view start) {
    return equal_any_case(text.substr(0, start.size()), start);
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string_view take_until(std::string_view& rest, std::string_view ends) {
    const std::string_view out = rest.substr(0, rest.find_first_of(ends));
    rest.remove_prefix(std::min(out.size() + 1, rest.size()));
    return out;
}

std::string_view take_word(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    return take_until(rest, blanks);
}

std::optional<float> read_number(std::string_view text) {
    const bool negative = text.starts_with('-');
    const char* at = text.data() + (negative || text.starts_with('+') ? 1 : 0);
    const char* const end = text.data() + text.size();
    double value = 0;
    int exponent = 0;
    std::size_t digit_count = 0;
    for (bool fraction = false; at != end && (is_digit(*at) || (*at == '.' && !fraction)); ++at) {
        if (*at == '.') {
            fraction = true;
            continue;
        }
        value = value * 10 + (*at - '0');
        exponent -= fraction ? 1 : 0;
        ++digit_count;
    }
    if (at != end && (*at == 'e' || *at == 'E')) {
        int stated = 0;
        at += end - at > 2 && at[1] == '+' && is_digit(at[2]) ? 2 : 1;
        const auto [after, failure] = std::from_chars(at, end, stated);
        if (failure != std::errc{} || stated > 1000 || stated < -1000) {
            return {};
        }
        at = after;
        exponent += stated;
    }
    value = exponent < 0 ? value / std::pow(10.0, -exponent) : value * std::pow(10.0, exponent);
    if (at != end || digit_count == 0 || !(value <= double{(std::numeric_limits<float>::max)()})) {
        return {};
    }
    return static_cast<float>(negative ? -value : value);
}

} // namespace materials
