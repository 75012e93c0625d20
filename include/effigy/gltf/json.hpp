// Writing JSON text: always valid UTF-8, with the same bytes on every platform.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/pool.hpp>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace effigy { inline namespace v0 { namespace impl {

// Returns the length of the UTF-8 character at the beginning of `text`, or 0 if it is not valid UTF-8.
[[nodiscard]] constexpr std::size_t utf8_length(std::string_view text) noexcept {
    const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned first = at(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((at(i) & 0xC0U) != 0x80) {
            return 0;
        }
    }
    const unsigned second = at(1);
    const bool is_no_character = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
                                 (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
    return is_no_character ? 0 : length;
}

[[nodiscard]] constexpr bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

// Returns a text from a game's file as UTF-8. Valid UTF-8 is unchanged. Any other text is read as Latin-1.
template <class = when_used> [[nodiscard]] std::string to_utf8(std::string_view text) {
    if (is_utf8(text)) {
        return std::string{text};
    }
    std::string out;
    for (const char stored : text) {
        const auto c = static_cast<unsigned char>(stored);
        if (c >= 0x80) {
            out += static_cast<char>(0xC0U | c >> 6U);
            out += static_cast<char>(0x80U | (c & 0x3FU));
        } else {
            out += stored;
        }
    }
    return out;
}

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr bool is_hexadecimal(char c) noexcept {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Returns the length of a scheme, such as "https:", at the beginning of `uri`, or 0 if there is none. A single letter
// is a drive, not a scheme.
[[nodiscard]] constexpr std::size_t scheme_length(std::string_view uri) noexcept {
    std::size_t i = 0;
    while (i < uri.size() && (is_letter(uri[i]) || (i != 0 && (is_digit(uri[i]) || uri[i] == '+')))) {
        ++i;
    }
    return i > 1 && i < uri.size() && uri[i] == ':' ? i + 1 : 0;
}

// Returns a path or URI as a URI: backslashes become slashes, characters that are not allowed in a URI become %XX, and
// an existing `%XX` is kept.
template <class = when_used> [[nodiscard]] std::string to_uri(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view kept = "-._~!$&'()*+,;=@/";
    const std::string wanted = to_utf8(text);
    const auto is_escape = [&](std::size_t i) {
        return wanted[i] == '%' && wanted.size() - i > 2 && is_hexadecimal(wanted[i + 1]) &&
               is_hexadecimal(wanted[i + 2]);
    };
    const std::size_t scheme = scheme_length(wanted);
    std::string out = wanted.substr(0, scheme);
    for (std::size_t i = scheme; i < wanted.size(); ++i) {
        const char c = wanted[i] == '\\' ? '/' : wanted[i];
        if (is_digit(c) || is_letter(c) || kept.find(c) != std::string_view::npos || is_escape(i)) {
            out += c;
        } else {
            out += '%';
            out += digits[static_cast<unsigned char>(c) / 16U];
            out += digits[static_cast<unsigned char>(c) % 16U];
        }
    }
    return out;
}

// A JSON writer. It inserts the commas. Texts are long and made of short pieces, so each piece is checked for room
// once.
class json_text {
public:
    [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), used_}; }
    [[nodiscard]] bool empty() const noexcept { return used_ == 0; }

    void open_object() { open('{'); }
    void close_object() { close('}'); }
    void open_array() { open('['); }
    void close_array() { close(']'); }

    // Begins a member; its value comes next. For keys that effigy chooses: they need no escapes.
    EFFIGY_INLINE void key(std::string_view name) { // inline: the length of most names is known
        begin(name.size() + 3);
        add('"');
        add(name);
        add("\":");
        needs_comma_ = false;
    }
    // Begins a member with any UTF-8 key.
    void key_of(std::string_view name) {
        quote(name);
        close(':');
        needs_comma_ = false;
    }
    void open_object(std::string_view name) {
        key(name);
        open_object();
    }
    void open_array(std::string_view name) {
        key(name);
        open_array();
    }

    void value(bool v) { raw(v ? "true" : "false"); }
    void value(std::unsigned_integral auto v) { put(std::uint64_t{v}); }
    // Writes the shortest text that reads back as the same number, or null if the number is not finite.
    void value(std::floating_point auto v) {
        if (!is_finite(v)) {
            raw("null");
        } else {
            put(v + 0); // turns -0 into 0
        }
    }
    // Writes a string that needs no escapes.
    void word(std::string_view v) {
        begin(v.size() + 2);
        add('"');
        add(v);
        add('"');
    }
    // Writes a string of any bytes, converted by to_utf8().
    void value(std::string_view v) {
        if (is_plain(v)) {
            word(v);
        } else if (is_utf8(v)) {
            quote(v);
        } else {
            quote(to_utf8(v));
        }
    }
    void value(const char* v) { value(std::string_view{v}); }
    // Writes a range as an array.
    template <class Values>
        requires requires(const Values& all) { all.begin(); } && (!std::convertible_to<const Values&, std::string_view>)
    void value(const Values& all) {
        write_array(all);
    }
    template <class Value> EFFIGY_INLINE void member(std::string_view name, const Value& v) {
        key(name);
        value(v);
    }
    // Writes text that is JSON already.
    void raw(std::string_view json) {
        begin(json.size());
        add(json);
    }

private:
    // Whether a text is ASCII without characters that need an escape.
    [[nodiscard]] static bool is_plain(std::string_view v) noexcept {
        bool out = true;
        for (const char c : v) {
            out = out && c >= ' ' && c <= '~' && c != '"' && c != '\\';
        }
        return out;
    }
    void write_array(const auto& all) {
        open_array();
        for (const auto& each : all) {
            value(each);
        }
        close_array();
    }
    // Makes room for a comma and `most` characters, and writes the comma if a value precedes.
    EFFIGY_INLINE void begin(std::size_t most) {
        if (text_.size() - used_ <= most) {
            static_cast<void>(text_.append(text_.size() + most + 256));
        }
        *end() = ',';
        used_ += needs_comma_ ? 1 : 0;
        needs_comma_ = true;
    }
    // For the room that begin() made.
    EFFIGY_INLINE void add(char c) noexcept {
        *end() = c;
        ++used_;
    }
    EFFIGY_INLINE void add(std::string_view all) noexcept {
        std::copy(all.begin(), all.end(), end());
        used_ += all.size();
    }
    [[nodiscard]] char* end() noexcept { return std::span<char>{text_}.subspan(used_).data(); }

    void open(char bracket) {
        begin(1);
        add(bracket);
        needs_comma_ = false;
    }
    void close(char last) {
        needs_comma_ = false;
        begin(1);
        add(last);
    }
    void put(auto number) {
        constexpr std::size_t most = 40;
        begin(most);
        char* const last = std::span<char>{text_}.subspan(used_ + most).data();
        used_ = static_cast<std::size_t>(std::to_chars(end(), last, number).ptr - text_.data());
    }
    void quote(std::string_view utf8) {
        constexpr std::string_view digits = "0123456789abcdef";
        begin(6 * utf8.size() + 2);
        add('"');
        for (const char c : utf8) {
            const auto code = static_cast<unsigned char>(c);
            if (code < 0x20) {
                add("\\u00");
                add(digits[code / 16U]);
                add(digits[code % 16U]);
            } else {
                if (c == '"' || c == '\\') {
                    add('\\');
                }
                add(c);
            }
        }
        add('"');
    }

    pool<char> text_{std::pmr::new_delete_resource()}; // the first `used_` characters
    std::size_t used_ = 0;
    bool needs_comma_ = false;
};

// Makes the keys of one object unique: appends a number to a repeated key.
class json_keys {
public:
    [[nodiscard]] std::string take(std::string_view wanted) {
        std::string key = to_utf8(wanted);
        if (const std::uint32_t known = numbers_.find(key); known != npos) {
            const std::size_t length = key.size();
            do {
                key.resize(length);
                key += '_';
                key += std::to_string(++counts_[known]);
            } while (numbers_.contains(key));
        }
        numbers_.add(key, static_cast<std::uint32_t>(counts_.size()));
        counts_.push_back(1);
        return key;
    }

private:
    numbers_by_key<std::string> numbers_{std::pmr::new_delete_resource()}; // indices in counts_
    std::vector<std::uint32_t> counts_;
};

}}} // namespace effigy::v0::impl
