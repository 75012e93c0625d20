// Values as stored in a file: alignment 1, no padding, every bit pattern valid.
#pragma once

#include <effigy/core/form.hpp>
#include <effigy/core/impl/platform.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace effigy { inline namespace v0 {

// A type that may be laid over file bytes. Asserted for every record of every format. The members of a record are
// scalars, arrays of scalars, characters or other records. A bool or an enumeration without a fixed underlying type is
// not allowed: some of its bit patterns are not valid values.
template <class T>
concept wire = __is_trivially_copyable(T) && alignof(T) == 1 && __has_unique_object_representations(T);

// A number type in which every bit pattern is a valid value.
template <class T>
concept wire_number = (std::is_integral_v<T> && !std::same_as<T, bool>) || std::same_as<T, float> ||
                      std::same_as<T, double> || (std::is_enum_v<T> && requires { T{0}; });

// A number or enumeration in a file. Converts to its value: `float x = vertex.position.x;`
template <wire_number T, form F = form::little> struct scalar {
    static_assert(F != form::host, "the host form of a number is the number itself");
    using value_type = T;

    unsigned char raw[sizeof(T)];

    [[nodiscard]] constexpr T get() const noexcept {
        if constexpr (F == form::native) {
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
        if constexpr (F == form::native) {
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

// A number or enumeration in any form. T and F cannot be deduced from it: a function template for stored numbers takes
// scalar<T, F>.
template <class T, form F = form::little> using number = std::conditional_t<F == form::host, T, scalar<T, F>>;

using u8 = std::uint8_t;
template <form F = form::little> using u16 = number<std::uint16_t, F>;
template <form F = form::little> using i16 = number<std::int16_t, F>;
template <form F = form::little> using u32 = number<std::uint32_t, F>;
template <form F = form::little> using i32 = number<std::int32_t, F>;
template <form F = form::little> using f32 = number<float, F>;

struct rgba8 { // white by default
    u8 r = 255, g = 255, b = 255, a = 255;

    static constexpr const char* record_name = "rgba8";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("r", &R::r...);
        visit("g", &R::g...);
        visit("b", &R::b...);
        visit("a", &R::a...);
    }

    [[nodiscard]] friend constexpr bool operator==(const rgba8&, const rgba8&) = default;
};

// N characters. A shorter text is padded with NULs; a text of N characters has no NUL.
template <std::size_t N> struct text {
    char chars[N]{};

    [[nodiscard]] constexpr std::string_view view() const& noexcept {
        std::size_t length = 0;
        while (length < N && chars[length] != '\0') {
            ++length;
        }
        return {chars, length};
    }
    [[nodiscard]] std::string_view view() const&& = delete; // it would dangle
    // Replaces the text. Returns false, and changes nothing, if the new one and its NUL do not fit, or if it has a NUL.
    // The bytes after the NUL, which are those of older texts, stay if the length stays; else they are zero.
    [[nodiscard]] constexpr bool assign(std::string_view by) noexcept {
        if (by.size() >= N || by.find('\0') != by.npos) {
            return false;
        }
        const std::size_t end = by.size() == view().size() ? by.size() : N;
        for (std::size_t i = 0; i < end; ++i) {
            chars[i] = i < by.size() ? by[i] : '\0';
        }
        return true;
    }
    [[nodiscard]] friend constexpr bool operator==(const text& a, std::string_view b) noexcept { return a.view() == b; }
};

static_assert(wire<u16<form::little>> && wire<f32<form::big>> && wire<rgba8> && wire<text<4>>);

}} // namespace effigy::v0
