// Vectors and quaternions, as stored in a file and as the program computes with them.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/scalar.hpp>

namespace effigy { inline namespace v0 {

// Stored vectors are compared as numbers: NaN does not equal itself, and 0 equals -0.
template <form F = form::little> struct vec2 {
    f32<F> x{}, y{};

    static constexpr const char* record_name = "vec2";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
    }

    [[nodiscard]] friend constexpr bool operator==(const vec2&, const vec2&) = default;
};
template <form F = form::little> struct vec3 {
    f32<F> x, y, z;

    static constexpr const char* record_name = "vec3";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
    }

    // Converts any vector with x, y, z to float components: `vec3<form::little>::of(position)`.
    [[nodiscard]] static constexpr vec3 of(const auto& v) noexcept {
        return {f32<F>::of(static_cast<float>(v.x)), f32<F>::of(static_cast<float>(v.y)),
                f32<F>::of(static_cast<float>(v.z))};
    }
    [[nodiscard]] friend constexpr bool operator==(const vec3&, const vec3&) = default;
};
template <form F = form::little> struct vec4 {
    f32<F> x{}, y{}, z{}, w{};

    static constexpr const char* record_name = "vec4";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("w", &R::w...);
    }

    [[nodiscard]] friend constexpr bool operator==(const vec4&, const vec4&) = default;
};
template <form F = form::little> struct quat {
    f32<F> x, y, z, w; // the real part last

    static constexpr const char* record_name = "quat";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("w", &R::w...);
    }

    // Converts any quaternion with x, y, z, w to float components.
    [[nodiscard]] static constexpr quat of(const auto& q) noexcept {
        return {f32<F>::of(static_cast<float>(q.x)), f32<F>::of(static_cast<float>(q.y)),
                f32<F>::of(static_cast<float>(q.z)), f32<F>::of(static_cast<float>(q.w))};
    }
    [[nodiscard]] friend constexpr bool operator==(const quat&, const quat&) = default;
};

// Returns component i of a vector. Precondition: i < 4.
template <form F> [[nodiscard]] constexpr const f32<F>& element(const vec4<F>& v, std::size_t i) noexcept {
    return i < 2 ? (i == 0 ? v.x : v.y) : (i == 2 ? v.z : v.w);
}

template <class T>
concept real = std::same_as<T, float> || std::same_as<T, double>;

template <real R> struct vector2 {
    R x = 0, y = 0;

    [[nodiscard]] friend constexpr bool operator==(const vector2&, const vector2&) = default;
};
template <real R> struct vector4 {
    R x = 0, y = 0, z = 0, w = 0;

    [[nodiscard]] friend constexpr bool operator==(const vector4&, const vector4&) = default;
};
template <real R> struct vector3 {
    using real_type = R;

    R x = 0, y = 0, z = 0;

    constexpr vector3() = default;
    constexpr vector3(R x_, R y_, R z_) noexcept : x(x_), y(y_), z(z_) {}
    template <form F>
    constexpr explicit(!std::same_as<R, float>) vector3(const vec3<F>& v) noexcept
        : x(static_cast<R>(float{v.x})), y(static_cast<R>(float{v.y})), z(static_cast<R>(float{v.z})) {}

    [[nodiscard]] friend constexpr bool operator==(const vector3&, const vector3&) = default;
    [[nodiscard]] friend constexpr vector3 operator+(const vector3& a, const vector3& b) noexcept {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    [[nodiscard]] friend constexpr vector3 operator-(const vector3& a, const vector3& b) noexcept {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    [[nodiscard]] friend constexpr vector3 operator-(const vector3& a) noexcept { return {-a.x, -a.y, -a.z}; }
    [[nodiscard]] friend constexpr vector3 operator*(const vector3& a, R s) noexcept {
        return {a.x * s, a.y * s, a.z * s};
    }
    [[nodiscard]] friend constexpr vector3 operator*(R s, const vector3& a) noexcept { return a * s; }
    constexpr vector3& operator+=(const vector3& b) noexcept { return *this = *this + b; }
    constexpr vector3& operator-=(const vector3& b) noexcept { return *this = *this - b; }
    constexpr vector3& operator*=(R s) noexcept { return *this = *this * s; }
};

template <real R> struct quaternion {
    using real_type = R;

    R x = 0, y = 0, z = 0, w = 1;

    constexpr quaternion() = default;
    constexpr quaternion(R x_, R y_, R z_, R w_) noexcept : x(x_), y(y_), z(z_), w(w_) {}
    template <form F>
    constexpr explicit(!std::same_as<R, float>) quaternion(const quat<F>& q) noexcept
        : x(static_cast<R>(float{q.x})), y(static_cast<R>(float{q.y})), z(static_cast<R>(float{q.z})),
          w(static_cast<R>(float{q.w})) {}

    [[nodiscard]] friend constexpr bool operator==(const quaternion&, const quaternion&) = default;
};

// In host records, vectors and quaternions are the types that the functions of math.hpp take.
template <> struct vec3<form::host> : vector3<float> {
    using vector3<float>::vector3;
    constexpr vec3() = default;
    constexpr vec3(const vector3<float>& v) noexcept : vector3<float>(v) {}

    static constexpr const char* record_name = "vec3";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
    }
};
template <> struct quat<form::host> : quaternion<float> {
    using quaternion<float>::quaternion;
    constexpr quat() = default;
    constexpr quat(const quaternion<float>& q) noexcept : quaternion<float>(q) {}

    static constexpr const char* record_name = "quat";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("w", &R::w...);
    }
};

static_assert(wire<vec3<form::little>> && wire<quat<form::little>>);

}} // namespace effigy::v0
