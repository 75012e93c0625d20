// What the fields of a record are called and what they are for: one description of each record, from which following
// references, converting, comparing, mapping a file and the tables of the documentation are derived.
#pragma once

#include <effigy/core/owned_list.hpp>
#include <effigy/core/role.hpp>
#include <effigy/core/vector.hpp>

namespace effigy::inline v0 {

// A field, as its record's description tells of it. All texts are static.
struct field {
    const char* name = ""; // in the specification's words
    role what = role::value;
    const char* count = ""; // of a reference without a count of its own: the field that tells it; "owner.field": of
                            // the record that refers to this one

    constexpr field(const char* name_, role what_ = role::value) noexcept : name(name_), what(what_) {}
    constexpr field(const char* name_, const char* count_) noexcept
        : name(name_), what(role::reference), count(count_) {}
};

// FORMAT/fields.hpp specialises it for each record:
//     template <form F> struct description<basic_light<F>> {
//         static constexpr const char* name = "light";
//         template <class... R> static constexpr void fields(auto&& visit) {
//             visit("type", &R::type...);
//             visit({"padding", role::padding}, &R::padding...);
//         }
//     };
// R is one form of the record, or two to see both side by side. Fields come in their order in the file and tile it
// (tests/support/tiling.hpp).
template <class Record> struct description;

template <class T>
concept described = requires { description<std::remove_cv_t<T>>::name; };

template <form F> struct description<vec2<F>> {
    static constexpr const char* name = "vec2";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
    }
};
template <form F> struct description<vec3<F>> {
    static constexpr const char* name = "vec3";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
    }
};
template <form F> struct description<vec4<F>> {
    static constexpr const char* name = "vec4";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("w", &R::w...);
    }
};
template <form F> struct description<quat<F>> {
    static constexpr const char* name = "quat";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("w", &R::w...);
    }
};

template <> struct description<rgba8> {
    static constexpr const char* name = "rgba8";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("r", &R::r...);
        visit("g", &R::g...);
        visit("b", &R::b...);
        visit("a", &R::a...);
    }
};

// A type that stands for what lies elsewhere declares `using target = T;`.
template <class T>
concept reference_to_records = requires { typename T::target; };

namespace impl {

template <class T> struct is_scalar : std::false_type {};
template <class T, form F> struct is_scalar<scalar<T, F>> : std::true_type {};

template <class T> inline constexpr bool is_text = false;
template <std::size_t N> inline constexpr bool is_text<text<N>> = true;

struct for_each_field_function {
    template <class Record, class Visit> constexpr void operator()(Record& record, Visit&& visit) const {
        using plain = std::remove_const_t<Record>;
        description<plain>::template fields<plain>([&](const field& of, auto member) { visit(of, record.*member); });
    }
};

template <class T> [[nodiscard]] consteval const char* number_name() {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>, "this record has no description");
    if constexpr (std::is_enum_v<T>) {
        return number_name<std::underlying_type_t<T>>();
    } else if constexpr (std::is_floating_point_v<T>) {
        return sizeof(T) == 4 ? "f32" : "f64";
    } else if constexpr (std::same_as<T, char>) {
        return "char";
    } else {
        constexpr bool is_signed = std::is_signed_v<T>;
        constexpr const char* names[] = {is_signed ? "i8" : "u8", is_signed ? "i16" : "u16", is_signed ? "i32" : "u32",
                                         is_signed ? "i64" : "u64"};
        return names[std::countr_zero(sizeof(T))];
    }
}

template <class T> struct type_naming {
    static constexpr const char* name = number_name<T>();
};
template <class T, form F> struct type_naming<scalar<T, F>> : type_naming<T> {};
template <described T> struct type_naming<T> {
    static constexpr const char* name = description<T>::name;
};
template <reference_to_records T> struct type_naming<T> : type_naming<std::uint32_t> {}; // what all consist of
template <std::size_t N> struct type_naming<text<N>> : type_naming<char> {};
template <> struct type_naming<std::byte> {
    static constexpr const char* name = "u8";
};

} // namespace impl

// `for_each_field(record, visit)` calls visit(field, its value) with each field of a record. An object, so that no
// program's own function of this name gives way to it.
inline constexpr impl::for_each_field_function for_each_field;

// What the documentation calls a type: "u16", "vec3", "char", or the record's name. Of an array, that of an element.
template <class T>
inline constexpr const char* type_name = impl::type_naming<std::remove_cv_t<std::remove_all_extents_t<T>>>::name;

} // namespace effigy::inline v0
