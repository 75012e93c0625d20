// Converting the coordinate systems of formats to glTF's: right-handed, +Y up, front faces counter-clockwise.
#pragma once

#include <effigy/core/impl/finite.hpp>

#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// For Grimrock and Shinobi: left-handed, y up, z forward. Mirrors across the plane x = 0.
struct mirrored_x {
    static constexpr bool turns_triangles = true; // reverses the winding: (a, b, c) becomes (a, c, b)

    template <real R> [[nodiscard]] static constexpr vector3<R> point(const vector3<R>& v) noexcept {
        return {-v.x, v.y, v.z};
    }
    template <real R> [[nodiscard]] static constexpr quaternion<R> rotation(const quaternion<R>& q) noexcept {
        return {q.x, -q.y, -q.z, q.w};
    }
    template <real R> [[nodiscard]] static constexpr vector3<R> scale(const vector3<R>& s) noexcept { return s; }
    template <real R> [[nodiscard]] static constexpr matrix4x3<R> matrix(const matrix4x3<R>& m) noexcept {
        return {-point(m.x), point(m.y), point(m.z), point(m.translation)};
    }
};

// For P3D: left-handed, y up, z forward. Mirrors across the plane z = 0. The stored order of corners is right for the
// mirrored mesh.
struct mirrored_z {
    static constexpr bool turns_triangles = false;

    template <real R> [[nodiscard]] static constexpr vector3<R> point(const vector3<R>& v) noexcept {
        return {v.x, v.y, -v.z};
    }
    template <real R> [[nodiscard]] static constexpr quaternion<R> rotation(const quaternion<R>& q) noexcept {
        return {-q.x, -q.y, q.z, q.w};
    }
    template <real R> [[nodiscard]] static constexpr vector3<R> scale(const vector3<R>& s) noexcept { return s; }
    template <real R> [[nodiscard]] static constexpr matrix4x3<R> matrix(const matrix4x3<R>& m) noexcept {
        return {point(m.x), point(m.y), -point(m.z), point(m.translation)};
    }
};

// For NWN and M2: right-handed, z up. Rotates by -90 degrees about x.
struct z_up {
    static constexpr bool turns_triangles = false;

    template <real R> [[nodiscard]] static constexpr vector3<R> point(const vector3<R>& v) noexcept {
        return {v.x, v.z, -v.y};
    }
    template <real R> [[nodiscard]] static constexpr quaternion<R> rotation(const quaternion<R>& q) noexcept {
        return {q.x, q.z, -q.y, q.w};
    }
    template <real R> [[nodiscard]] static constexpr vector3<R> scale(const vector3<R>& s) noexcept {
        return {s.x, s.z, s.y};
    }
    template <real R> [[nodiscard]] static constexpr matrix4x3<R> matrix(const matrix4x3<R>& m) noexcept {
        return {point(m.x), point(m.z), -point(m.y), point(m.translation)};
    }
};

template <real To, real From> [[nodiscard]] constexpr vector3<To> to_real(const vector3<From>& v) noexcept {
    return {static_cast<To>(v.x), static_cast<To>(v.y), static_cast<To>(v.z)};
}
template <real To, real From> [[nodiscard]] constexpr vector4<To> to_real(const vector4<From>& v) noexcept {
    return {static_cast<To>(v.x), static_cast<To>(v.y), static_cast<To>(v.z), static_cast<To>(v.w)};
}
template <real To, real From> [[nodiscard]] constexpr quaternion<To> to_real(const quaternion<From>& q) noexcept {
    return {static_cast<To>(q.x), static_cast<To>(q.y), static_cast<To>(q.z), static_cast<To>(q.w)};
}
// Rounds a double to the nearest float. The volatile is needed: from -O2 on, g++ 12 omits the conversion to float and
// back in vectorised code (measured), so its files would differ from those of other compilers.
[[nodiscard]] inline double rounded_to_float(double v) noexcept {
    const volatile float narrow = static_cast<float>(v);
    return static_cast<double>(narrow);
}
[[nodiscard]] inline vector3<double> rounded_to_float(const vector3<double>& v) noexcept {
    return {rounded_to_float(v.x), rounded_to_float(v.y), rounded_to_float(v.z)};
}
template <real To, real From> [[nodiscard]] constexpr matrix4x3<To> to_real(const matrix4x3<From>& m) noexcept {
    return {to_real<To>(m.x), to_real<To>(m.y), to_real<To>(m.z), to_real<To>(m.translation)};
}
template <real To, real From> [[nodiscard]] constexpr pose<To> to_real(const pose<From>& p) noexcept {
    return {to_real<To>(p.position), to_real<To>(p.rotation), to_real<To>(p.scale)};
}

// Any matrix, sheared or not, as two nested poses: `outer.matrix() * inner.matrix()` is the matrix. This is a singular
// value decomposition: every linear map is a rotation, a scaling along the axes and another rotation.
struct sheared_pose {
    pose<double> outer, inner;
};
[[nodiscard]] inline sheared_pose split_shear(const matrix4x3<double>& m) noexcept {
    // Jacobi rotations, applied until the columns are orthogonal; `turned` = m * rotation.
    vector3<double> turned[] = {m.x, m.y, m.z};
    vector3<double> axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; // columns of the rotation
    constexpr int most_rounds = 12;                             // five were enough for every matrix tried
    for (int round = 0; round < most_rounds; ++round) {
        for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
            const double product = dot(turned[a], turned[b]);
            if (product == 0) {
                continue;
            }
            const double slope = (dot(turned[b], turned[b]) - dot(turned[a], turned[a])) / (2 * product);
            const double tangent = (slope < 0 ? -1 : 1) / (absolute(slope) + square_root(1 + slope * slope));
            const double cosine = 1 / square_root(1 + tangent * tangent);
            const auto turn = [&](vector3<double>& first, vector3<double>& second) {
                const vector3<double> before = first;
                first = before * cosine - second * (cosine * tangent);
                second = before * (cosine * tangent) + second * cosine;
            };
            turn(turned[a], turned[b]);
            turn(axes[a], axes[b]);
        }
    }
    const decomposition<double> stretched =
        decompose(matrix4x3<double>{turned[0], turned[1], turned[2], m.translation});
    // The inverse of a rotation is its transpose.
    const quaternion<double> back = rotation_of(axes[0], axes[1], axes[2]);
    return {stretched.pose, {{}, {-back.x, -back.y, -back.z, back.w}, {1, 1, 1}}};
}

}}} // namespace effigy::v0::impl
