// The values of a field as text, for `dump` and `diff`. Reading the text gives the same bits.
#pragma once

#include <effigy/content.hpp>
#include <effigy/core/vector.hpp>
#include <effigy/p3d/decode.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// Numbers are separated by spaces, floats have the fewest digits: "1 0 -0.5". A NaN shows its bits: "nan(0x7fc00000)".
// A text is in quotes, with \\, \" and \xNN, without text_of_garbage(). Bytes are two hexadecimal digits each, without
// spaces.
std::string text_of_element(const effigy::field_value& value, std::size_t i);

// What follows the first NUL of a text, in quotes, such as the end of an older name; empty if nothing does.
std::string text_of_garbage(const effigy::field_value& value);
inline constexpr std::string_view garbage_mark = " (garbage)"; // behind the path of the field

// The same in JSON, with what follows the NUL: a number, an array if the element has several numbers or `is_array`, or
// a text, whose bytes are read as Latin-1. A float that JSON has no number for is a text: "inf", "nan(0x7fc00000)".
std::string json_of_element(const effigy::field_value& value, std::size_t i);

// Bytes of any element are one text.
bool is_bytes(const effigy::field_value& value);
std::string hex_of(const effigy::field_value& value, std::size_t first, std::size_t count);

// Arma: the content of a tag #Property#, whose bytes are shown as `"autocenter" = "0"`, and in JSON as an object.
struct shown_property {
    std::string name, value;
};
// Nothing if the texts would not say all bytes, because some follow the NULs.
std::optional<shown_property> property_in(std::span<const std::byte> data);
std::string text_of(const shown_property& of);
std::string json_of(const shown_property& of);

// Tells which fields of visit_content() are the data of properties.
class property_finder {
public:
    // Calls for each field, in their order.
    [[nodiscard]] std::optional<shown_property> operator()(const effigy::content_field& shown);

private:
    bool is_property_ = false; // whether the name of the current tag is #Property#
};

// Tells which fields of visit_content() are packed gravities of World of Warcraft's emitters.
class gravity_finder {
public:
    // Calls for each field, in their order. Returns the vectors that are packed; nothing for other fields.
    [[nodiscard]] std::vector<effigy::vector3<double>> operator()(const effigy::content_field& shown);

private:
    std::uint32_t version_ = 0;
    bool is_packed_ = false; // of the current emitter
};

struct property_change {
    shown_property before, after;
};
// Returns how a property of the first model changed; nothing if it is another difference.
std::optional<property_change> property_change_in(const effigy::p3d::owned_model& first,
                                                  const effigy::difference& found);
template <class Own>
std::optional<property_change> property_change_in(const Own&, const effigy::difference&) {
    return std::nullopt;
}

// A distance, in six digits.
std::string rounded(double number);

// What a difference says after its path: "1 -> 2", "12 of 340 differ, largest 0.02", "added \"name\"".
std::string text_of_difference(const effigy::difference& found);

// Lines of differences, where a change that many fields share is one line: `lods[].faces[].texture: "a" -> "b"
// (60 times)`.
class difference_lines {
public:
    difference_lines() = default;
    explicit difference_lines(bool with_objects) : with_objects_(with_objects) {}

    void add(const effigy::difference& found, const std::optional<property_change>& of_property = std::nullopt);
    [[nodiscard]] std::size_t count() const { return count_; } // of the differences
    // The objects of JSON, with commas between them, if they are wanted.
    [[nodiscard]] const std::string& objects() const { return objects_; }
    // "12 changes"; "3 names in 9,804 places", if all are changes of texts.
    [[nodiscard]] std::string summary() const;
    // Calls use(path, rest of the line) for each line, in the order in which they were added first.
    void each(effigy::function_ref<void(std::string_view, std::string_view)> use) const;

private:
    struct line {
        std::string path; // without numbers, if several fields share the line
        std::string text;
        std::size_t times;
    };

    bool with_objects_ = false;
    std::string objects_;
    std::vector<line> lines_;
    std::map<std::string, std::size_t> known_; // paths without numbers and texts: the number of the line
    std::set<std::string> names_;              // changes of texts
    std::size_t of_names_ = 0;                 // differences that are such changes
    std::size_t count_ = 0;
};

} // namespace tool
