// Names for the numbers of MDL1, for display.
#pragma once

#include <effigy/grimrock/records.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Returns "position", "texcoord0", "bone_index" and so on; empty if the number is not a slot.
[[nodiscard]] constexpr std::string_view name_of(vertex_semantic semantic) noexcept {
    constexpr const char* names[vertex_array_count] = {
        "position",  "normal",    "tangent",   "bitangent", "color",     "texcoord0",  "texcoord1",  "texcoord2",
        "texcoord3", "texcoord4", "texcoord5", "texcoord6", "texcoord7", "bone_index", "bone_weight"};
    const auto slot = static_cast<std::uint8_t>(semantic);
    return slot < vertex_array_count ? names[slot] : std::string_view{};
}

// Returns "byte", "int16", "int32" or "float32"; empty if the number is not a type.
[[nodiscard]] constexpr std::string_view name_of(component_type type) noexcept {
    constexpr const char* names[] = {"byte", "int16", "int32", "float32"};
    const auto number = static_cast<std::uint8_t>(type);
    return number < 4 ? names[number] : std::string_view{};
}

// Returns "ambient", "directional", "point" or "spot" (engine); empty for other numbers.
[[nodiscard]] constexpr std::string_view light_type_name(std::int32_t type) noexcept {
    constexpr const char* names[] = {"ambient", "directional", "point", "spot"};
    return type >= 0 && type < 4 ? names[type] : std::string_view{};
}

}}} // namespace effigy::v0::grimrock
