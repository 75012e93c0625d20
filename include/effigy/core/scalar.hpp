// Values as they lie in a file: alignment 1, no padding, every bit pattern valid.
#pragma once

#include <effigy/core/language.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace effigy::inline v0 {

using endian = std::endian;

// What may be laid over file bytes. Asserted under every record of every format, whose members are scalars, arrays of
// them, characters or other records: a bool or an unfixed enumeration would have bit patterns that are no values.
template <class T>
concept wire = std::is_trivially_copyable_v<T> && alignof(T) == 1 && std::has_unique_object_representations_v<T>;

// Where every bit pattern is a value.
template <class T>
concept wire_number = (std::is_integral_v<T> && !std::same_as<T, bool>) || std::same_as<T, float> ||
                      std::same_as<T, double> || (std::is_enum_v<T> && requires { T{0}; });

// A number or enumeration of byte order E. Reads as its value: `float x = vertex.position.x;`
template <wire_number T, endian E> struct scalar {
    using value_type = T;

    unsigned char raw[sizeof(T)];

    [[nodiscard]] constexpr T get() const noexcept {
        if constexpr (E == endian::native) {
            return std::bit_cast<T>(*this);
        } else {
            return std::bit_cast<T>(swapped());
        }
    }
    constexpr operator T() const noexcept { return get(); }

    [[nodiscard]] friend constexpr bool operator==(const scalar& a, const scalar& b) noexcept {
        return a.get() == b.get();
    }
    [[nodiscard]] static constexpr scalar of(T value) noexcept {
        const auto native = std::bit_cast<scalar>(value);
        if constexpr (E == endian::native) {
            return native;
        } else {
            return native.swapped();
        }
    }

private:
    [[nodiscard]] constexpr scalar swapped() const noexcept {
        scalar out{};
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            out.raw[i] = raw[sizeof(T) - 1 - i];
        }
        return out;
    }
};

using u8 = std::uint8_t;
template <endian E> using u16 = scalar<std::uint16_t, E>;
template <endian E> using i16 = scalar<std::int16_t, E>;
template <endian E> using u32 = scalar<std::uint32_t, E>;
template <endian E> using i32 = scalar<std::int32_t, E>;
template <endian E> using f32 = scalar<float, E>;

// Compared as numbers: NaN is not equal to itself, and 0 is equal to -0.
template <endian E> struct vec2 {
    f32<E> x, y;

    [[nodiscard]] friend constexpr bool operator==(const vec2&, const vec2&) = default;
};
template <endian E> struct vec3 {
    f32<E> x, y, z;

    // Of any vector's components, as float: `vec3<endian::little>::of(position)`.
    [[nodiscard]] static constexpr vec3 of(const auto& v) noexcept {
        return {f32<E>::of(static_cast<float>(v.x)), f32<E>::of(static_cast<float>(v.y)),
                f32<E>::of(static_cast<float>(v.z))};
    }
    [[nodiscard]] friend constexpr bool operator==(const vec3&, const vec3&) = default;
};
template <endian E> struct vec4 {
    f32<E> x, y, z, w;

    [[nodiscard]] friend constexpr bool operator==(const vec4&, const vec4&) = default;
};
template <endian E> struct quat {
    f32<E> x, y, z, w; // the real part last

    // Of any quaternion's components, as float.
    [[nodiscard]] static constexpr quat of(const auto& q) noexcept {
        return {f32<E>::of(static_cast<float>(q.x)), f32<E>::of(static_cast<float>(q.y)),
                f32<E>::of(static_cast<float>(q.z)), f32<E>::of(static_cast<float>(q.w))};
    }
    [[nodiscard]] friend constexpr bool operator==(const quat&, const quat&) = default;
};

struct rgba8 {
    u8 r, g, b, a;
};

// Component i of a vector; precondition: i below 4.
template <endian E> [[nodiscard]] constexpr const f32<E>& element(const vec4<E>& v, std::size_t i) noexcept {
    return i < 2 ? (i == 0 ? v.x : v.y) : (i == 2 ? v.z : v.w);
}

// N characters, padded with NUL where the text is shorter; a text of N characters has no NUL.
template <std::size_t N> struct text {
    char chars[N];

    [[nodiscard]] constexpr std::string_view view() const& noexcept {
        std::size_t length = 0;
        while (length < N && chars[length] != '\0') {
            ++length;
        }
        return {chars, length};
    }
    [[nodiscard]] std::string_view view() const&& = delete; // the characters would be gone
    [[nodiscard]] friend constexpr bool operator==(const text& a, std::string_view b) noexcept { return a.view() == b; }
};

static_assert(wire<u16<endian::little>> && wire<f32<endian::big>> && wire<quat<endian::little>> && wire<rgba8> &&
              wire<text<4>>);

} // namespace effigy::inline v0
