#include "region_text.hpp"

#include "text.hpp"

#include <effigy/core/scalar.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <type_traits>

namespace tool {

namespace {

using effigy::role;

constexpr std::size_t most_elements = 4; // shown of an array

template <class T> std::string shown(effigy::byte_view element) {
    const T number = element.value_at<effigy::scalar<T>>(0);
    if constexpr (std::is_floating_point_v<T>) {
        return shortest(number);
    } else {
        return std::to_string(number);
    }
}

// Floats in parentheses: "(1, 0, 0.5)".
std::string shown_floats(effigy::byte_view element) {
    std::string out = "(";
    for (std::uint64_t at = 0; at < element.size(); at += sizeof(float)) {
        out += (at != 0 ? ", " : "") + shown<float>(element.part(at, sizeof(float)));
    }
    return out + ")";
}

// Returns the function that shows an element of the type; null if elements are not shown.
auto show_function_of(std::string_view type) -> std::string (*)(effigy::byte_view) {
    struct shown_type {
        std::string_view type;
        std::string (*show)(effigy::byte_view);
    };
    static constexpr shown_type entries[] = {
        {"u8", shown<std::uint8_t>},  {"i8", shown<std::int8_t>},    {"u16", shown<std::uint16_t>},
        {"i16", shown<std::int16_t>}, {"u32", shown<std::uint32_t>}, {"i32", shown<std::int32_t>},
        {"f32", shown<float>},        {"vec2", shown_floats},        {"vec3", shown_floats},
        {"vec4", shown_floats},       {"quat", shown_floats},        {"mat4x3", shown_floats}};
    const auto* const found = std::ranges::find(entries, type, &shown_type::type);
    return found != std::end(entries) ? found->show : nullptr;
}

bool is_zero(std::span<const std::byte> bytes) {
    return std::ranges::all_of(bytes, [](std::byte one) { return one == std::byte{}; });
}

} // namespace

std::string value_of(effigy::byte_view bytes, const effigy::region& one) {
    const effigy::byte_view content = bytes.part(one.offset(), one.length);
    if ((one.role == role::gap || one.role == role::padding) && is_zero(content.bytes())) {
        return "zero";
    }
    if (std::string_view{one.type} == "char") {
        std::string_view chars = content.text_at(0, content.size());
        return "\"" + shortened(chars.ends_with('\0') ? chars.substr(0, chars.size() - 1) : chars) + "\"";
    }
    const auto show = show_function_of(one.type);
    if (show == nullptr) {
        return {};
    }
    std::string out;
    const std::uint64_t size = one.length / one.count;
    for (std::uint64_t i = 0; i < one.count && i < most_elements; ++i) {
        out += (i != 0 ? " " : "") + show(content.part(i * size, size));
    }
    return out + (one.count > most_elements ? " .." : "");
}

} // namespace tool
