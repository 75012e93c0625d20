// Comparing names, and texts that are built at compile time.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <string_view>

namespace effigy { inline namespace v0 {

// Returns an ASCII letter in lower case, and any other character unchanged, like the games' own comparisons.
[[nodiscard]] constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Compares two texts in lower case. Returns a negative number, zero or a positive number, like
// std::string_view::compare.
[[nodiscard]] constexpr int compare_any_case(std::string_view a, std::string_view b) noexcept {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        const auto x = static_cast<unsigned char>(lower(a[i]));
        const auto y = static_cast<unsigned char>(lower(b[i]));
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

namespace impl {

// A text that is built at compile time: the path of a field, from descriptions. Holds at most Size - 1 characters;
// longer texts do not compile.
template <std::size_t Size> struct static_text {
    char chars[Size] = {};
    std::size_t length = 0;

    constexpr static_text& operator<<(std::string_view more) {
        for (const char c : more) {
            chars[length++] = c;
        }
        chars[length] = '\0';
        return *this;
    }
};

} // namespace impl

}} // namespace effigy::v0
