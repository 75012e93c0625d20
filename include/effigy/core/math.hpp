// The arithmetic that evaluation needs, on host numbers: float or double. The same bits on every platform, given the
// same Real and no contraction to fused operations.
#pragma once

#include <effigy/core/vector.hpp>

#if defined(_MSC_VER) && !defined(__clang__)
#include <math.h>
#endif

namespace effigy::inline v0 {

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
// Whether the square of a length is a number that the length can be told from.
template <real R> [[nodiscard]] constexpr bool is_measurable(R square) noexcept {
    constexpr R smallest = sizeof(R) == sizeof(float) ? static_cast<R>(1e-30) : static_cast<R>(1e-290);
    return square > smallest && square - square == 0;
}

} // namespace impl

// Of length 1; a zero vector stays zero.
template <real R> [[nodiscard]] vector3<R> normalized(const vector3<R>& v) noexcept {
    if (const R square = dot(v, v); impl::is_measurable(square)) {
        const R norm = square_root(square);
        return {v.x / norm, v.y / norm, v.z / norm};
    }
    const R largest = impl::larger(impl::larger(impl::absolute(v.x), impl::absolute(v.y)), impl::absolute(v.z));
    if (largest == 0) {
        return v;
    }
    const vector3<R> small{v.x / largest, v.y / largest, v.z / largest}; // its square neither vanishes nor overflows
    const R norm = length(small);
    return {small.x / norm, small.y / norm, small.z / norm};
}

template <real R> [[nodiscard]] constexpr vector3<R> lerp(const vector3<R>& a, const vector3<R>& b, R t) noexcept {
    return a * (1 - t) + b * t;
}

// Of length 1; the identity when it has none.
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
    const quaternion<R> small{q.x / largest, q.y / largest, q.z / largest, q.w / largest};
    const R norm = square_root(dot(small, small));
    return {small.x / norm, small.y / norm, small.z / norm, small.w / norm};
}

inline constexpr double half_pi = 1.57079632679489661923;

// For -pi/2 <= x <= pi/2, to the last bits of a double: a Taylor polynomial, since libm's results differ by platform.
[[nodiscard]] constexpr double sine(double x) noexcept {
    const double square = x * x;
    double out = 0;
    for (int n = 23; n > 1; n -= 2) {
        out = (1 + out) * -square / (n * (n - 1));
    }
    return x + x * out;
}
// For 0 <= x <= 1: a rough start (Abramowitz and Stegun 4.4.45), made exact by Newton's steps.
[[nodiscard]] inline double arc_cosine(double x) noexcept {
    double angle = square_root(1 - x) * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)));
    for (int step = 0; step < 3 && angle > 0; ++step) {
        angle += (sine(half_pi - angle) - x) / sine(angle);
    }
    return angle;
}

// Along the nearer arc at constant speed, then normalised; linear where the arc is short.
template <real R> [[nodiscard]] quaternion<R> slerp(const quaternion<R>& a, const quaternion<R>& b, R t) noexcept {
    constexpr R nearly_parallel = static_cast<R>(0.9995);
    const R toward = dot(a, b);
    const R cosine = toward < 0 ? -toward : toward;
    R of_a = 1 - t;
    R of_b = t;
    if (cosine <= nearly_parallel) {
        const double angle = arc_cosine(static_cast<double>(cosine));
        const double whole = sine(angle);
        of_a = static_cast<R>(sine((1 - static_cast<double>(t)) * angle) / whole);
        of_b = static_cast<R>(sine(static_cast<double>(t) * angle) / whole);
    }
    of_b = toward < 0 ? -of_b : of_b;
    return normalized(quaternion<R>{a.x * of_a + b.x * of_b, a.y * of_a + b.y * of_b, a.z * of_a + b.z * of_b,
                                    a.w * of_a + b.w * of_b});
}

// Linear between quaternions on the nearer of the two arcs, then normalised. The identity when the blend is zero.
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
// Applies b first, then a.
template <real R>
[[nodiscard]] constexpr matrix4x3<R> operator*(const matrix4x3<R>& a, const matrix4x3<R>& b) noexcept {
    return {transform_vector(a, b.x), transform_vector(a, b.y), transform_vector(a, b.z),
            transform_point(a, b.translation)};
}
template <real R> [[nodiscard]] constexpr R determinant(const matrix4x3<R>& m) noexcept {
    return dot(m.x, cross(m.y, m.z));
}

// What normals are transformed by, up to their length: the inverse transpose of the linear part. Of a singular matrix
// too, where it flattens what lies in the lost direction.
template <real R> [[nodiscard]] constexpr matrix4x3<R> normal_matrix(const matrix4x3<R>& m) noexcept {
    const R sign = determinant(m) < 0 ? R{-1} : R{1};
    return {cross(m.y, m.z) * sign, cross(m.z, m.x) * sign, cross(m.x, m.y) * sign, {}};
}
// Of length 1, unless the normal or the matrix leaves nothing.
template <real R>
[[nodiscard]] vector3<R> transform_normal(const matrix4x3<R>& m, const vector3<R>& normal) noexcept {
    return normalized(transform_vector(normal_matrix(m), normal));
}

// A matrix's inverse; false where the matrix is singular.
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
    const R test = (sum.x - sum.x) + (sum.y - sum.y) + (sum.z - sum.z) + (size - size) + (volume - volume);
    return volume != 0 && test == 0 ? inverse_matrix<R>{out, true} : inverse_matrix<R>{};
}

// Scale first, then rotation, then translation.
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

// A matrix as a pose. What a pose cannot hold is lost, and `shear` tells of it: the largest cosine between two axes, 0
// where the pose is the matrix but for rounding. A matrix that mirrors gets a negative scale along x; an axis of no
// length gets the scale 0.
template <real R> struct decomposition {
    effigy::pose<R> pose;
    R shear = 0;
};
template <real R> [[nodiscard]] decomposition<R> decompose(const matrix4x3<R>& m) noexcept;

// Two neighbouring keys, and how much of the second.
template <real R> struct key_blend {
    std::uint32_t first = 0, second = 0;
    R weight = 0; // 0 .. 1
};

namespace impl {

// The rotation whose axes are x, y and z: unit vectors at right angles, right-handed.
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
    // The rotation with this x axis and, as far as it goes, this y axis; z follows from them. What has no length, or is
    // parallel to another, is made up.
    const auto across = [](const vector3<R>& v) {
        return normalized(
            cross(v, impl::absolute(v.x) < static_cast<R>(0.5) ? vector3<R>{1, 0, 0} : vector3<R>{0, 1, 0}));
    };
    const auto upright_to_x = [&](const vector3<R>& v) { // of length 1, or zero
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
        const vector3<R> of_others = cross(y, z);
        x = dot(of_others, of_others) > static_cast<R>(1e-6) ? normalized(of_others)
            : y != none                                      ? across(y)
            : z != none                                      ? across(z)
                                                             : vector3<R>{1, 0, 0};
    }
    y = upright_to_x(y);
    if (y == none) {
        const vector3<R> upright = upright_to_x(z);
        y = upright != none ? cross(upright, x) : across(x);
    }
    z = cross(x, y);
    return {{m.translation, impl::rotation_of(x, y, z), scale}, shear};
}

} // namespace effigy::inline v0
