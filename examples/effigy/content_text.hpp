// The values of a field as text, for `dump` and `diff`. Reading the text gives the same bits.
#pragma once

#include <effigy/core/field_value.hpp>

#include <string>

namespace tool {

// Numbers are separated by spaces, floats have the fewest digits: "1 0 -0.5". A NaN shows its bits: "nan(0x7fc00000)".
// A text is in quotes, with \\, \" and \xNN. Bytes are two hexadecimal digits each, without spaces.
std::string text_of_element(const effigy::field_value& value, std::size_t i);

// The same in JSON: a number, an array if the element has several numbers or `is_array`, or a text, whose bytes are
// read as Latin-1. A float that JSON has no number for is a text: "inf", "nan(0x7fc00000)".
std::string json_of_element(const effigy::field_value& value, std::size_t i);

// Bytes of any element are one text.
bool is_bytes(const effigy::field_value& value);
std::string hex_of(const effigy::field_value& value, std::size_t first, std::size_t count);

} // namespace tool
