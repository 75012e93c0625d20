// Finds elements of a scene by their names, and reads extras.
#pragma once

#include <effigy/scene.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>

namespace support {

using extras = effigy::scene::list<effigy::scene::extra>;

// Returns the value with this key, or null.
[[nodiscard]] inline const effigy::scene::extra_value* find_extra(const extras& in, std::string_view key) {
    const auto found =
        std::ranges::find(in, key, [](const effigy::scene::extra& one) { return std::string_view{one.key}; });
    return found != in.end() ? &found->value : nullptr;
}
// Returns the value with this key, which must exist and have this type.
template <class T> [[nodiscard]] const T& extra(const extras& in, std::string_view key) {
    const effigy::scene::extra_value* const found = find_extra(in, key);
    REQUIRE_MESSAGE(found != nullptr, key);
    REQUIRE(std::holds_alternative<T>(*found));
    return std::get<T>(*found);
}

// The number of the element with this name, which must exist.
template <class List> [[nodiscard]] std::uint32_t number_named(const List& all, std::string_view name) {
    const auto found = std::ranges::find_if(all, [&](const auto& each) { return each.name == name; });
    REQUIRE_MESSAGE(found != all.end(), name);
    return static_cast<std::uint32_t>(found - all.begin());
}

} // namespace support
