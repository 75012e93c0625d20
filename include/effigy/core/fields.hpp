// Descriptions of records: the name and the role of each field. They are used to follow references, to convert and
// compare records, to map a file's bytes, and to write the tables of the documentation.
#pragma once

#include <effigy/core/role.hpp>
#include <effigy/core/vector.hpp>

namespace effigy { inline namespace v0 {

// A field in the description of its record. All texts are static.
struct field {
    const char* name = ""; // in the specification's words
    effigy::role role = effigy::role::value;
    std::uint32_t constant = 0; // of a number with role::constant: its value in every file; in arrays, of each element

    constexpr field(const char* name_, effigy::role role_ = effigy::role::value, std::uint32_t constant_ = 0) noexcept
        : name(name_), role(role_), constant(constant_) {}
};

// A reference without its own count: the number of its elements is the product of one or two fields, which are members
// of this record or of the one that it belongs to.
struct one_each {};
template <class By, class Times = one_each> struct counted : field {
    By by;
    Times times;

    constexpr counted(const char* name_, By by_, Times times_ = {}) noexcept
        : field(name_, effigy::role::reference), by(by_), times(times_) {}
};

// A list of an owning model that only repeats what the records of the list `by` say, unless these are none.
template <class By> struct repeated : field {
    By by;

    constexpr repeated(const char* name_, By by_) noexcept : field(name_), by(by_) {}
};

// A record describes itself:
//     static constexpr const char* record_name = "light";
//     template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
//         visit("type", &R::type...);
//         visit({"padding", role::padding}, &R::padding...);
//     }
// R is one form of the record, or two forms to visit both side by side. Fields are listed in file order and cover every
// byte of the record (tests/support/layout.hpp checks this).
template <class T>
concept described = requires { std::remove_cv_t<T>::record_name; };

// A reference type declares `using target = T;`, the type of the records that it refers to.
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
        plain::template fields<plain>(
            [&](const field& described_field, auto member) { visit(described_field, record.*member); });
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
    static constexpr const char* name = T::record_name;
};
template <reference_to_records T> struct type_naming<T> : type_naming<std::uint32_t> {}; // references are u32 numbers
template <std::size_t N> struct type_naming<text<N>> : type_naming<char> {};
template <> struct type_naming<std::byte> {
    static constexpr const char* name = "u8";
};

} // namespace impl

// `for_each_field(record, visit)` calls visit(field, value) for each field of a record. It is a function object so that
// argument-dependent lookup cannot choose it in place of a program's own function with this name.
inline constexpr impl::for_each_field_function for_each_field;

// The name of a type in the documentation: "u16", "vec3", "char", or the record's name. For an array, the name of the
// element type.
template <class T>
inline constexpr const char* type_name = impl::type_naming<std::remove_cv_t<std::remove_all_extents_t<T>>>::name;

}} // namespace effigy::v0
