// Compares decoded values with stored ones, bit by bit.
#pragma once

#include <effigy/core/math.hpp>

namespace support {

using effigy::form;

template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
[[nodiscard]] bool equal(T a, T b) {
    return a == b;
}
[[nodiscard]] inline bool equal(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
template <class T, form F> [[nodiscard]] bool equal(const effigy::scalar<T, F>& a, const T& b) {
    return equal(a.get(), b);
}
template <form F> [[nodiscard]] bool equal(const effigy::vec2<F>& a, const std::array<float, 2>& b) {
    return equal(a.x, b[0]) && equal(a.y, b[1]);
}
template <form F> [[nodiscard]] bool equal(const effigy::vec3<F>& a, const effigy::vector3<float>& b) {
    return equal(a.x, b.x) && equal(a.y, b.y) && equal(a.z, b.z);
}
template <form F> [[nodiscard]] bool equal(const effigy::vec4<F>& a, const std::array<float, 4>& b) {
    return equal(a.x, b[0]) && equal(a.y, b[1]) && equal(a.z, b[2]) && equal(a.w, b[3]);
}
template <form F> [[nodiscard]] bool equal(const effigy::quat<F>& a, const effigy::quaternion<float>& b) {
    return equal(a.x, b.x) && equal(a.y, b.y) && equal(a.z, b.z) && equal(a.w, b.w);
}
[[nodiscard]] inline bool equal(const effigy::rgba8& a, const effigy::rgba8& b) {
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

} // namespace support
