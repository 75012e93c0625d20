#include "content_text.hpp"

#include "json.hpp"
#include "text.hpp"

#include <bit>
#include <cmath>

namespace tool {

namespace {

using effigy::field_value;
using effigy::number_kind;

std::string text_of_float(float number) {
    if (!std::isnan(number)) {
        return shortest(number);
    }
    char text[20];
    std::snprintf(text, sizeof(text), "nan(0x%08x)", static_cast<unsigned>(std::bit_cast<std::uint32_t>(number)));
    return text;
}

std::string text_of_number(const field_value& value, std::size_t i, std::size_t k) {
    return value.kind() == number_kind::float32 ? text_of_float(value.real(i, k)) : std::to_string(value.integer(i, k));
}

std::string json_of_number(const field_value& value, std::size_t i, std::size_t k) {
    const std::string text = text_of_number(value, i, k);
    if (value.kind() == number_kind::float32 && !std::isfinite(value.real(i, k))) {
        return '"' + text + '"';
    }
    if (value.kind() == number_kind::boolean) {
        return value.integer(i, k) != 0 ? "true" : "false";
    }
    return text;
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        out += c == '\\' || c == '"' ? std::string{'\\', c} : printable({&c, 1});
    }
    return out + '"';
}

} // namespace

bool is_bytes(const field_value& value) { return value.kind() == number_kind::byte; }

std::string hex_of(const field_value& value, std::size_t first, std::size_t count) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (std::size_t i = first; i < first + count; ++i) {
        for (std::size_t k = 0; k < value.width(); ++k) {
            const auto byte = static_cast<unsigned>(value.integer(i, k));
            out += {digits[byte / 16U], digits[byte % 16U]};
        }
    }
    return out;
}

std::string text_of_element(const field_value& value, std::size_t i) {
    if (value.is_text()) {
        return quoted(value.text());
    }
    if (is_bytes(value)) {
        return hex_of(value, i, 1);
    }
    std::string out;
    for (std::size_t k = 0; k < value.width(); ++k) {
        out += (k != 0 ? " " : "") + text_of_number(value, i, k);
    }
    return out;
}

std::string json_of_element(const field_value& value, std::size_t i) {
    if (value.is_text()) {
        return text_of(utf8(value.text()));
    }
    if (is_bytes(value)) {
        return '"' + hex_of(value, i, 1) + '"';
    }
    if (value.width() == 1) {
        return json_of_number(value, i, 0);
    }
    std::string out = "[";
    for (std::size_t k = 0; k < value.width(); ++k) {
        out += (k != 0 ? "," : "") + json_of_number(value, i, k);
    }
    return out + ']';
}

} // namespace tool
