// The values that the stored values of tracks represent.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/m2/records.hpp>

#include <utility>

namespace effigy { inline namespace v0 { namespace m2 {

template <real Real, form F> [[nodiscard]] constexpr vector3<Real> value_of(const vec3<F>& v) noexcept {
    return vector3<Real>{v};
}
// Returns the vector with z = 0.
template <real Real, form F> [[nodiscard]] constexpr vector3<Real> value_of(const vec2<F>& v) noexcept {
    return {static_cast<Real>(v.x.get()), static_cast<Real>(v.y.get()), 0};
}
template <real Real, form F> [[nodiscard]] constexpr quaternion<Real> value_of(const quat<F>& q) noexcept {
    return quaternion<Real>{q};
}
template <real Real, form F>
[[nodiscard]] constexpr quaternion<Real> value_of(const basic_packed_quat<F>& q) noexcept {
    const auto unpacked = [](std::int32_t v) {
        return static_cast<Real>(v < 0 ? v + 32768 : v - 32767) / static_cast<Real>(32767);
    };
    return {unpacked(q.x), unpacked(q.y), unpacked(q.z), unpacked(q.w)};
}
template <real Real, form F> [[nodiscard]] constexpr Real value_of(const basic_opacity<F>& v) noexcept {
    return static_cast<Real>(v.stored) / static_cast<Real>(32767);
}
template <real Real, wire_number T, form F> [[nodiscard]] constexpr Real value_of(const scalar<T, F>& v) noexcept {
    return static_cast<Real>(v.get());
}
template <real Real, class T>
    requires std::is_arithmetic_v<T>
[[nodiscard]] constexpr Real value_of(T v) noexcept {
    return static_cast<Real>(v);
}

// The type of a track's values: vector3<Real>, quaternion<Real> or Real.
template <class T, real Real> struct value_type {
    using stored_type = T;
    using type = decltype(value_of<Real>(std::declval<const T&>()));
};
template <class T, real Real> struct value_type<spline_key<T>, Real> : value_type<T, Real> {};
template <class T, real Real> using value_in = typename value_type<T, Real>::type;

}}} // namespace effigy::v0::m2
