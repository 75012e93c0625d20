// Small texts: names, lines, words and numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace materials {

[[nodiscard]] std::string_view as_text(std::span<const std::byte> file);

// Returns the text with the letters A to Z in lower case.
[[nodiscard]] std::string lower_case(std::string_view text);
[[nodiscard]] bool equal_any_case(std::string_view a, std::string_view b);
[[nodiscard]] bool starts_with_any_case(std::string_view text, std::string_view start);

[[nodiscard]] std::string_view trimmed(std::string_view text);

// Returns the text up to the first of these characters, and removes both from `rest`.
std::string_view take_until(std::string_view& rest, std::string_view ends);

// Returns the first word and removes it. Empty if there is none.
std::string_view take_word(std::string_view& rest);

// Returns a decimal number such as "-1.5e3". None for other texts, and for numbers that are not finite as float.
// std::from_chars for float is missing from libc++ 19, and strtof obeys the locale of the program.
[[nodiscard]] std::optional<float> read_number(std::string_view text);

} // namespace materials
