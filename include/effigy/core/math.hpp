// Vector, quaternion and matrix arithmetic on float or double. For each type, the results have the same bits on every
// platform, unless the compiler fuses multiplications with additions (-ffp-contract=off prevents this).
#pragma once

#include <effigy/core/vector.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>

#if defined(_MSC_VER) && !defined(__clang__)
#include <math.h>
#endif

namespace effigy { inline namespace v0 {

// An affine map: p' = x * p.x + y * p.y + z * p.z + translation; x, y, z are the images of the unit axes.
template <real R> struct matrix4x3 {
    using real_type = R;

    vector3<R> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, translation{};

    [[nodiscard]] friend constexpr bool operator==(const matrix4x3&, const matrix4x3&) = default;
};

[[nodiscard]] inline double square_root(double v) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
    return ::sqrt(v);
#else
    return __builtin_sqrt(v);
#endif
}
[[nodiscard]] inline float square_root(float v) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
    return ::sqrtf(v);
#else
    return __builtin_sqrtf(v);
#endif
}

template <real R> [[nodiscard]] constexpr R dot(const vector3<R>& a, const vector3<R>& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <real R> [[nodiscard]] constexpr R dot(const quaternion<R>& a, const quaternion<R>& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <real R> [[nodiscard]] constexpr vector3<R> cross(const vector3<R>& a, const vector3<R>& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <real R> [[nodiscard]] R length(const vector3<R>& v) noexcept { return square_root(dot(v, v)); }
namespace impl {

template <real R> [[nodiscard]] constexpr R absolute(R v) noexcept { return v < 0 ? -v : v; }
template <real R> [[nodiscard]] constexpr R larger(R a, R b) noexcept { return a < b ? b : a; }
template <real R> [[nodiscard]] constexpr R smaller(R a, R b) noexcept { return b < a ? b : a; }

// The highest 32 bits of a number. Tests for NaN test these, and pass no number by value: with -ffast-math, compilers
// assume that operands and arguments are finite, and clang what follows for bits.
template <real R> [[nodiscard]] constexpr std::uint32_t high_bits(const R& v) noexcept {
    constexpr bool is_float = sizeof(R) == sizeof(float);
    const std::uint64_t number = std::bit_cast<std::conditional_t<is_float, std::uint32_t, std::uint64_t>>(v);
    auto bits = static_cast<std::uint32_t>(number >> (is_float ? 0U : 32U));
#if defined(__clang__) && __FINITE_MATH_ONLY__
    if (!std::is_constant_evaluated()) {
        asm("" : "+r"(bits));
    }
#endif
    return bits;
}
// Has the highest bit if the number is NaN or infinite.
template <real R> [[nodiscard]] constexpr std::uint32_t exponent_of(const R& v) noexcept {
    constexpr std::uint32_t all = sizeof(R) == sizeof(float) ? 0x7F80'0000U : 0x7FF0'0000U;
    return (high_bits(v) & all) + (0x8000'0000U - all);
}
// Whether no number is NaN or infinite.
template <real... R> [[nodiscard]] constexpr bool is_finite(const R&... v) noexcept {
    return (exponent_of(v) | ...) < 0x8000'0000U;
}
template <real R> [[nodiscard]] constexpr bool is_finite(const vector2<R>& v) noexcept { return is_finite(v.x, v.y); }
template <real R> [[nodiscard]] constexpr bool is_finite(const vector3<R>& v) noexcept {
    return is_finite(v.x, v.y, v.z);
}
template <real R> [[nodiscard]] constexpr bool is_finite(const vector4<R>& v) noexcept {
    return is_finite(v.x, v.y, v.z, v.w);
}
template <real R> [[nodiscard]] constexpr bool is_finite(const quaternion<R>& q) noexcept {
    return is_finite(q.x, q.y, q.z, q.w);
}
template <real R> [[nodiscard]] constexpr bool is_finite(const matrix4x3<R>& m) noexcept {
    return is_finite(m.x) && is_finite(m.y) && is_finite(m.z) && is_finite(m.translation);
}

// Whether the length can be computed from its square: the square neither underflows nor overflows.
template <real R> [[nodiscard]] constexpr bool is_measurable(R square) noexcept {
    constexpr R smallest = sizeof(R) == sizeof(float) ? static_cast<R>(1e-30) : static_cast<R>(1e-290);
    return square > smallest && is_finite(square);
}

} // namespace impl

// Returns the vector scaled to length 1. A zero vector stays zero.
template <real R> [[nodiscard]] vector3<R> normalized(const vector3<R>& v) noexcept {
    if (const R square = dot(v, v); impl::is_measurable(square)) {
        const R norm = square_root(square);
        return {v.x / norm, v.y / norm, v.z / norm};
    }
    const R largest = impl::larger(impl::larger(impl::absolute(v.x), impl::absolute(v.y)), impl::absolute(v.z));
    if (largest == 0) {
        return v;
    }
    const vector3<R> scaled{v.x / largest, v.y / largest, v.z / largest}; // its square does not underflow or overflow
    const R norm = length(scaled);
    return {scaled.x / norm, scaled.y / norm, scaled.z / norm};
}

template <real R> [[nodiscard]] constexpr vector3<R> lerp(const vector3<R>& a, const vector3<R>& b, R t) noexcept {
    return a * (1 - t) + b * t;
}

// Returns the quaternion scaled to length 1. A zero quaternion becomes the identity.
template <real R> [[nodiscard]] quaternion<R> normalized(const quaternion<R>& q) noexcept {
    if (const R square = dot(q, q); impl::is_measurable(square)) {
        const R norm = square_root(square);
        return {q.x / norm, q.y / norm, q.z / norm, q.w / norm};
    }
    const R largest = impl::larger(impl::larger(impl::absolute(q.x), impl::absolute(q.y)),
                                   impl::larger(impl::absolute(q.z), impl::absolute(q.w)));
    if (largest == 0) {
        return {};
    }
    const quaternion<R> scaled{q.x / largest, q.y / largest, q.z / largest, q.w / largest};
    const R norm = square_root(dot(scaled, scaled));
    return {scaled.x / norm, scaled.y / norm, scaled.z / norm, scaled.w / norm};
}

inline constexpr double half_pi = 1.57079632679489661923;

// Returns the sine of x, in radians, accurate to the last bits of a double. Precondition: -pi/2 <= x <= pi/2. A Taylor
// polynomial, since the results of libm differ between platforms.
[[nodiscard]] constexpr double sine(double x) noexcept {
    const double square = x * x;
    double out = 0;
    for (int n = 23; n > 1; n -= 2) {
        out = (1 + out) * -square / (n * (n - 1));
    }
    return x + x * out;
}
// Returns the arc cosine of x in radians, from an approximation (Abramowitz and Stegun 4.4.45) that Newton's method
// refines. Precondition: 0 <= x <= 1.
[[nodiscard]] inline double arc_cosine(double x) noexcept {
    double angle = square_root(1 - x) * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)));
    for (int step = 0; step < 3 && angle > 0; ++step) {
        angle += (sine(half_pi - angle) - x) / sine(angle);
    }
    return angle;
}

namespace impl {

// The shorter arc between two rotations: what slerp() needs for any t.
struct arc {
    double angle = 0, sine_of_angle = 0; // if it is wide
    bool is_wide = false;                // others are short enough for a line
    bool turns_second = false;           // the second rotation is q, and -q is nearer
};
template <real R> [[nodiscard]] arc arc_between(const quaternion<R>& a, const quaternion<R>& b) noexcept {
    constexpr R nearly_parallel = static_cast<R>(0.9995);
    const R product = dot(a, b);
    const R cosine = product < 0 ? -product : product;
    arc out;
    out.turns_second = product < 0;
    if (cosine <= nearly_parallel) {
        out.is_wide = true;
        out.angle = arc_cosine(static_cast<double>(cosine));
        out.sine_of_angle = sine(out.angle);
    }
    return out;
}
template <real R> [[nodiscard]] quaternion<R> slerp(const quaternion<R>& a, const quaternion<R>& b, R t,
                                                    const arc& between) noexcept {
    R share_a = 1 - t;
    R share_b = t;
    if (between.is_wide) {
        share_a = static_cast<R>(sine((1 - static_cast<double>(t)) * between.angle) / between.sine_of_angle);
        share_b = static_cast<R>(sine(static_cast<double>(t) * between.angle) / between.sine_of_angle);
    }
    share_b = between.turns_second ? -share_b : share_b;
    return normalized(quaternion<R>{a.x * share_a + b.x * share_b, a.y * share_a + b.y * share_b,
                                    a.z * share_a + b.z * share_b, a.w * share_a + b.w * share_b});
}

} // namespace impl

// Returns the rotation between a (t = 0) and b (t = 1), along the shorter arc at constant speed, normalised. Linear if
// the arc is short.
template <real R> [[nodiscard]] quaternion<R> slerp(const quaternion<R>& a, const quaternion<R>& b, R t) noexcept {
    return impl::slerp(a, b, t, impl::arc_between(a, b));
}

// Returns the linear interpolation between a (t = 0) and b (t = 1) along the shorter arc, normalised. Returns the
// identity if the sum is zero.
template <real R> [[nodiscard]] quaternion<R> nlerp(const quaternion<R>& a, const quaternion<R>& b, R t) noexcept {
    const R s = 1 - t;
    const R u = dot(a, b) < 0 ? -t : t;
    return normalized(quaternion<R>{a.x * s + b.x * u, a.y * s + b.y * u, a.z * s + b.z * u, a.w * s + b.w * u});
}

template <real R>
[[nodiscard]] constexpr vector3<R> transform_vector(const matrix4x3<R>& m, const vector3<R>& v) noexcept {
    return {m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
            m.x.z * v.x + m.y.z * v.y + m.z.z * v.z};
}
template <real R>
[[nodiscard]] constexpr vector3<R> transform_point(const matrix4x3<R>& m, const vector3<R>& p) noexcept {
    return transform_vector(m, p) + m.translation;
}
// Returns the product, which applies b first, then a.
template <real R>
[[nodiscard]] constexpr matrix4x3<R> operator*(const matrix4x3<R>& a, const matrix4x3<R>& b) noexcept {
    return {transform_vector(a, b.x), transform_vector(a, b.y), transform_vector(a, b.z),
            transform_point(a, b.translation)};
}
template <real R> [[nodiscard]] constexpr R determinant(const matrix4x3<R>& m) noexcept {
    return dot(m.x, cross(m.y, m.z));
}

// Returns a matrix that transforms normals, up to their length: the inverse transpose of the linear part, times the
// absolute value of its determinant. Also defined for a singular matrix: if the matrix flattens space to a plane, each
// result is parallel to the normal of that plane, or zero.
template <real R> [[nodiscard]] constexpr matrix4x3<R> normal_matrix(const matrix4x3<R>& m) noexcept {
    const R sign = determinant(m) < 0 ? R{-1} : R{1};
    return {cross(m.y, m.z) * sign, cross(m.z, m.x) * sign, cross(m.x, m.y) * sign, {}};
}
// Returns the transformed normal at length 1, or the zero vector if the matrix maps the normal to zero.
template <real R>
[[nodiscard]] vector3<R> transform_normal(const matrix4x3<R>& m, const vector3<R>& normal) noexcept {
    return normalized(transform_vector(normal_matrix(m), normal));
}

// The inverse of a matrix. Converts to false if the matrix is singular.
template <real R> struct inverse_matrix {
    matrix4x3<R> matrix;
    bool exists = false;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return exists; }
};
template <real R> [[nodiscard]] constexpr inverse_matrix<R> inverse(const matrix4x3<R>& m) noexcept {
    const R size = impl::larger(impl::larger(dot(m.x, m.x), dot(m.y, m.y)), dot(m.z, m.z));
    const R volume = determinant(m);
    const R reciprocal = 1 / (volume == 0 ? R{1} : volume);
    const vector3<R> a = cross(m.y, m.z) * reciprocal; // rows of the inverse
    const vector3<R> b = cross(m.z, m.x) * reciprocal;
    const vector3<R> c = cross(m.x, m.y) * reciprocal;
    matrix4x3<R> out{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}, {}};
    out.translation = -transform_vector(out, m.translation);
    const vector3<R> sum = out.x + out.y + out.z + out.translation;
    const bool exists = volume != 0 && impl::is_finite(sum.x, sum.y, sum.z, size, volume);
    return exists ? inverse_matrix<R>{out, true} : inverse_matrix<R>{};
}

// Returns the matrix that scales, then rotates, then translates.
template <real R>
[[nodiscard]] constexpr matrix4x3<R> compose(const vector3<R>& translation, const quaternion<R>& q,
                                             const vector3<R>& scale) noexcept {
    const vector3<R> x{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w)};
    const vector3<R> y{2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w)};
    const vector3<R> z{2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y)};
    return {x * scale.x, y * scale.y, z * scale.z, translation};
}

// A node's transform at one time: translation * rotation * scale.
template <real R> struct pose {
    using real_type = R;

    vector3<R> position{};
    quaternion<R> rotation{};
    vector3<R> scale{1, 1, 1};

    [[nodiscard]] constexpr matrix4x3<R> matrix() const noexcept { return compose(position, rotation, scale); }
    [[nodiscard]] friend constexpr bool operator==(const pose&, const pose&) = default;
};

// A matrix as a pose. A pose cannot represent shear, which is dropped. `shear` is the largest absolute cosine between
// two axes; it is 0, up to rounding, if the pose equals the matrix. A matrix that mirrors gets a negative scale along
// x; an axis of length 0 gets the scale 0.
template <real R> struct decomposition {
    effigy::pose<R> pose;
    R shear = 0;
};
template <real R> [[nodiscard]] decomposition<R> decompose(const matrix4x3<R>& m) noexcept;

// Two adjacent keys, and the weight of the second.
template <real R> struct key_blend {
    std::uint32_t first = 0, second = 0;
    R weight = 0; // 0 .. 1
};

namespace impl {

// Returns the rotation that maps the unit axes to x, y and z: orthogonal unit vectors, right-handed.
template <real R> [[nodiscard]] quaternion<R> rotation_of(const vector3<R>& x, const vector3<R>& y,
                                                          const vector3<R>& z) noexcept {
    const R four_squares[] = {1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + x.x + y.y + z.z};
    std::size_t largest = 3; // divide by the largest component: the others may be zero
    for (std::size_t i = 0; i < 3; ++i) {
        largest = four_squares[i] > four_squares[largest] ? i : largest;
    }
    const R twice = square_root(four_squares[largest]);
    const R half = 1 / (2 * twice);
    switch (largest) {
    case 0: return {twice / 2, (x.y + y.x) * half, (x.z + z.x) * half, (y.z - z.y) * half};
    case 1: return {(x.y + y.x) * half, twice / 2, (y.z + z.y) * half, (z.x - x.z) * half};
    case 2: return {(x.z + z.x) * half, (y.z + z.y) * half, twice / 2, (x.y - y.x) * half};
    default: return {(y.z - z.y) * half, (z.x - x.z) * half, (x.y - y.x) * half, twice / 2};
    }
}

} // namespace impl

template <real R> decomposition<R> decompose(const matrix4x3<R>& m) noexcept {
    const R sign = determinant(m) < 0 ? R{-1} : R{1};
    const vector3<R> scale{sign * length(m.x), length(m.y), length(m.z)};
    const auto axis = [](const vector3<R>& v, R by) { return by == 0 ? vector3<R>{} : v * (1 / by); };
    vector3<R> x = axis(m.x, scale.x);
    vector3<R> y = axis(m.y, scale.y);
    vector3<R> z = axis(m.z, scale.z);
    R shear = impl::absolute(dot(x, y));
    for (const R other : {impl::absolute(dot(y, z)), impl::absolute(dot(z, x))}) {
        shear = other > shear ? other : shear;
    }
    // The rotation's x axis is x. Its y axis is the part of y that is orthogonal to x. Its z axis follows from both. An
    // axis that has length 0 or is parallel to another axis is replaced.
    const auto across = [](const vector3<R>& v) {
        return normalized(
            cross(v, impl::absolute(v.x) < static_cast<R>(0.5) ? vector3<R>{1, 0, 0} : vector3<R>{0, 1, 0}));
    };
    const auto orthogonal_to_x = [&](const vector3<R>& v) { // of length 1, or zero
        constexpr R parallel = static_cast<R>(1e-3);
        const vector3<R> rest = v - x * dot(x, v);
        if (dot(rest, rest) <= parallel * parallel) {
            return vector3<R>{};
        }
        const vector3<R> once = normalized(rest);
        return normalized(once - x * dot(x, once));
    };
    const vector3<R> none{};
    if (x == none) {
        const vector3<R> normal = cross(y, z);
        x = dot(normal, normal) > static_cast<R>(1e-6) ? normalized(normal)
            : y != none                                ? across(y)
            : z != none                                ? across(z)
                                                       : vector3<R>{1, 0, 0};
    }
    y = orthogonal_to_x(y);
    if (y == none) {
        const vector3<R> third = orthogonal_to_x(z);
        y = third != none ? cross(third, x) : across(x);
    }
    z = cross(x, y);
    return {{m.translation, impl::rotation_of(x, y, z), scale}, shear};
}

// An axis-aligned box. Converts to false while it is empty.
template <real R> struct box {
    vector3<R> min, max;
    bool holds_any = false;

    // Returns the bounds of a range of points, such as mesh.positions(): `box<float>::around(points)`.
    template <class Points> [[nodiscard]] static constexpr box around(const Points& points) noexcept {
        box out;
        for (const auto& point : points) {
            out.add(vector3<R>{point});
        }
        return out;
    }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return holds_any; }
    [[nodiscard]] friend constexpr bool operator==(const box&, const box&) = default;

    // Ignores points with a component that is NaN or infinite.
    constexpr void add(const vector3<R>& point) noexcept {
        if (!impl::is_finite(point)) {
            return;
        }
        if (!holds_any) {
            *this = {point, point, true};
            return;
        }
        const auto widen = [](R& low, R& high, R v) {
            low = v < low ? v : low;
            high = v > high ? v : high;
        };
        widen(min.x, max.x, point.x);
        widen(min.y, max.y, point.y);
        widen(min.z, max.z, point.z);
    }
    constexpr void add(const box& other) noexcept {
        if (other.holds_any) {
            add(other.min);
            add(other.max);
        }
    }
};

}} // namespace effigy::v0
