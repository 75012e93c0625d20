// Values of keys: computed ones as they are stored, and those of a track without keys.
#pragma once

#include <effigy/m2/owned/derive/submeshes.hpp>
#include <effigy/m2/owned/model.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/owned/editing.hpp>

#include <limits>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// Precondition: the number is not NaN, and fits.
[[nodiscard]] constexpr std::int32_t rounded(double v) noexcept {
    return static_cast<std::int32_t>(v < 0 ? v - 0.5 : v + 0.5);
}
// See basic_packed_quat. NaN becomes 0.
[[nodiscard]] constexpr std::int16_t packed_number(double component) noexcept {
    const double v = component > -1 ? component < 1 ? component : 1 : component <= -1 ? -1 : 0;
    const std::int32_t whole = rounded(v * 32767);
    return static_cast<std::int16_t>(whole <= 0 ? whole + 32767 : whole - 32768);
}
// Stores a value that value_of<double>() returns.
inline void store(const quaternion<double>& q, quat<form::host>& to) noexcept {
    to = quaternion<float>{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                           static_cast<float>(q.w)};
}
inline void store(const quaternion<double>& q, owned_packed_quat& to) noexcept {
    to = {packed_number(q.x), packed_number(q.y), packed_number(q.z), packed_number(q.w)};
}
inline void store(const vector3<double>& v, vec3<form::host>& to) noexcept { to = narrowed(v); }
// Curves may leave the range of their type.
inline void store(double v, owned_opacity& to) noexcept {
    to.stored = static_cast<std::int16_t>(rounded((v > -1 ? v < 1 ? v : 1 : -1) * 32767));
}
inline void store(double v, float& to) noexcept { to = static_cast<float>(v); }
template <std::unsigned_integral T> void store(double v, T& to) noexcept {
    constexpr double most = (std::numeric_limits<T>::max)();
    to = static_cast<T>(rounded(v > 0 ? v < most ? v : most : 0));
}

template <class T> [[nodiscard]] T value_between(const T& a, const T& b, double weight) noexcept {
    T out{};
    if constexpr (is_spline_key<T>) {
        out.value = value_between(a.value, b.value, weight);
    } else {
        const auto first = value_of<double>(a), second = value_of<double>(b);
        if constexpr (std::is_same_v<decltype(first), const quaternion<double>>) {
            store(slerp(unit(first), unit(second), weight), out);
        } else {
            store(impl::lerp(first, second, weight), out);
        }
    }
    return out;
}

// The value of a track without keys: at rest, white, opaque, visible.
template <class T> [[nodiscard]] T value_without_keys(std::string_view track) noexcept {
    T out{};
    if constexpr (std::is_same_v<T, owned_opacity> || std::is_same_v<T, std::uint8_t>) {
        store(1.0, out);
    } else if constexpr (std::is_same_v<T, vec3<form::host>>) {
        out = track == "scale" || track == "rgb" || track == "color" ? vector3<float>{1, 1, 1} : vector3<float>{};
    } else if constexpr (std::is_same_v<T, owned_packed_quat> || std::is_same_v<T, quat<form::host>>) {
        store(quaternion<double>{}, out);
    }
    return out;
}

}}}} // namespace effigy::v0::m2::impl
