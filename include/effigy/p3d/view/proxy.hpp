// Proxies: selections that place other models.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/core/text.hpp>

#include <string_view>
#include <utility>

namespace effigy { inline namespace v0 { namespace p3d {

// The parts of a selection's name "proxy:PATH.NUMBER". False if the selection is not a proxy.
struct proxy_name {
    bool is_proxy = false;
    std::string_view path;
    std::int32_t number = -1; // -1: the name has no number

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return is_proxy; }
};
// Returns the parts of a proxy's name. Empty if the name does not begin with "proxy:", ignoring case.
[[nodiscard]] constexpr proxy_name proxy_of(std::string_view selection_name) noexcept {
    constexpr std::string_view prefix = "proxy:";
    if (compare_any_case(selection_name.substr(0, prefix.size()), prefix) != 0) {
        return {};
    }
    const std::string_view whole = selection_name.substr(prefix.size());
    const std::size_t dot = whole.rfind('.');
    const std::string_view digits = dot != std::string_view::npos ? whole.substr(dot + 1) : std::string_view{};
    std::int32_t number = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9' || digits.size() > 9) {
            return {true, whole, -1};
        }
        number = number * 10 + (digit - '0');
    }
    return digits.empty() ? proxy_name{true, whole, -1} : proxy_name{true, whole.substr(0, dot), number};
}

// Where a proxy's triangle places the other model: the shortest side points along that model's +z, the second shortest
// along its +y (engine; measured: 140 of 146 crew proxies).
template <real Real> struct proxy_basis {
    vector3<Real> origin, direction, up; // up is twice as long as direction in files that tools made
};
// Returns the basis of a triangle: the origin is the corner where the shortest and the second shortest side meet.
template <real Real>
[[nodiscard]] constexpr proxy_basis<Real> basis_of(vector3<Real> a, vector3<Real> b, vector3<Real> c) noexcept {
    const auto squared_distance = [](const vector3<Real>& p, const vector3<Real>& q) { return dot(p - q, p - q); };
    if (squared_distance(a, b) > squared_distance(a, c)) {
        std::swap(b, c);
    }
    if (squared_distance(a, b) > squared_distance(b, c)) {
        std::swap(a, c);
    }
    if (squared_distance(a, c) > squared_distance(b, c)) {
        std::swap(a, b);
    }
    return {a, b - a, c - a};
}

}}} // namespace effigy::v0::p3d
