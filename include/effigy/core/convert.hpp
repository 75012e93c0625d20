// Converting a record from one form to another, and comparing records of any two forms. Both use the descriptions of
// the records (core/fields.hpp).
#pragma once

#include <effigy/core/byte_view.hpp>
#include <effigy/core/fields.hpp>

#include <cstring>

namespace effigy { inline namespace v0 {

namespace impl {

// Whether two forms of a record have the same bytes and contain no references. If so, blocks of them can be copied.
template <class A, class B> [[nodiscard]] consteval bool have_same_bytes();

template <class A, class B> consteval bool fields_have_same_bytes() {
    bool same = true;
    A::template fields<A, B>([&]<class T, class U, class C, class D>(const field&, T C::*, U D::*) {
        same = same && have_same_bytes<T, U>();
    });
    return same;
}
template <class A, class B> consteval bool have_same_bytes() {
    if constexpr (sizeof(A) != sizeof(B) || reference_to_records<A> || reference_to_records<B>) {
        return false;
    } else if constexpr (std::is_array_v<A>) {
        return have_same_bytes<std::remove_extent_t<A>, std::remove_extent_t<B>>();
    } else if constexpr (described<A>) {
        return fields_have_same_bytes<A, B>();
    } else if constexpr (std::is_same_v<A, B>) {
        return true;
    } else if constexpr (is_scalar<A>::value && !is_scalar<B>::value) {
        using number = typename A::value_type;
        constexpr bool are_integers = std::is_integral_v<number> && std::is_integral_v<B>; // signed or not
        return sizeof(A) == 1 ||
               (std::is_same_v<A, scalar<number, form::native>> && (are_integers || std::is_same_v<number, B>));
    } else if constexpr (is_scalar<B>::value && !is_scalar<A>::value) {
        return have_same_bytes<B, A>();
    } else {
        return sizeof(A) == 1;
    }
}

template <class T> struct in_host_form {
    using type = T;
};
template <class T, form F> struct in_host_form<scalar<T, F>> {
    using type = T;
};
template <template <form> class Record, form F> struct in_host_form<Record<F>> {
    using type = Record<form::host>;
};
template <template <class, form> class Record, class T, form F> struct in_host_form<Record<T, F>> {
    using type = Record<typename in_host_form<T>::type, form::host>;
};

} // namespace impl

template <class A, class B> inline constexpr bool same_bytes = impl::have_same_bytes<A, B>();

// The host form of a number or record: `host_form<u16<form::little>>` is std::uint16_t.
template <class T> using host_form = typename impl::in_host_form<T>::type;

namespace impl {

struct convert_function {
    template <class From, class To, class Refer>
    constexpr void operator()(const From& from, To& to, Refer&& refer) const {
        static_assert(!reference_to_records<From>, "a reference is converted as a field of its record");
        if constexpr (requires { refer.convert(from, to); }) {
            refer.convert(from, to);
        } else if constexpr (std::is_array_v<From>) {
            for (std::size_t i = 0; i < std::extent_v<From>; ++i) {
                (*this)(from[i], to[i], refer);
            }
        } else if constexpr (std::is_same_v<From, To> && same_bytes<From, To>) { // no references
            to = from;
        } else if constexpr (described<From>) {
            From::template fields<From, To>([&](const field& described_field, auto source, auto target) {
                convert_field(described_field, from, from.*source, to.*target, refer);
            });
        } else if constexpr (is_scalar<From>::value) {
            to = static_cast<To>(from.get());
        } else if constexpr (is_scalar<To>::value) {
            to = To::of(static_cast<typename To::value_type>(from));
        } else {
            to = To::of(from);
        }
    }
    // For a record without references.
    template <class From, class To> constexpr void operator()(const From& from, To& to) const {
        (*this)(from, to, []<class... Reference>(const Reference&...) {
            static_assert(sizeof...(Reference) == 0, "this record contains references: pass `refer`");
        });
    }

private:
    template <class Record, class From, class To, class Refer>
    static constexpr void convert_field(const field& described_field, const Record& record, const From& from, To& to,
                                        Refer& refer) {
        if constexpr (!reference_to_records<std::remove_all_extents_t<From>>) {
            convert_function{}(from, to, refer);
        } else if constexpr (std::is_array_v<From>) {
            for (std::size_t i = 0; i < std::extent_v<From>; ++i) {
                to[i] = refer(described_field, from[i], record);
            }
        } else {
            to = refer(described_field, from, record);
        }
    }
};

struct convert_block_function {
    template <class From, class To> void operator()(std::span<const From> from, std::span<To> to) const noexcept {
        (*this)(from.data(), to.data(), from.size() < to.size() ? from.size() : to.size());
    }
    template <class From, class To> void operator()(const From* from, To* to, std::size_t count) const noexcept {
        static_assert(std::is_trivially_copyable_v<To>);
        if constexpr (same_bytes<From, To>) {
            if (count != 0) { // memcpy requires non-null pointers
                std::memcpy(static_cast<void*>(to), from, count * sizeof(To));
            }
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                convert_function{}(from[i], to[i]);
            }
        }
    }
};

struct equal_function {
    template <class A, class B> [[nodiscard]] constexpr bool operator()(const A& a, const B& b) const {
        if constexpr (std::is_array_v<A>) {
            for (std::size_t i = 0; i < std::extent_v<A>; ++i) {
                if (!(*this)(a[i], b[i])) {
                    return false;
                }
            }
            return true;
        } else if constexpr (described<A>) {
            bool same = true;
            A::template fields<A, B>([&](const field&, auto field_of_a, auto field_of_b) {
                same = same && (*this)(a.*field_of_a, b.*field_of_b);
            });
            return same;
        } else if constexpr (is_part_of_pool<A> || is_part_of_pool<B>) {
            return are_same_part(a, b);
        } else if constexpr (reference_to_records<A>) {
            return are_same_numbers(a, b);
        } else if constexpr (is_scalar<A>::value) {
            return (*this)(a.get(), b);
        } else if constexpr (is_scalar<B>::value) {
            return (*this)(a, b.get());
        } else if constexpr (std::is_floating_point_v<A>) {
            using bits = std::conditional_t<sizeof(A) == 4, std::uint32_t, std::uint64_t>;
            return std::bit_cast<bits>(a) == std::bit_cast<bits>(b);
        } else if constexpr (is_text<A>) {
            return std::bit_cast<std::array<char, sizeof(A)>>(a) == std::bit_cast<std::array<char, sizeof(B)>>(b);
        } else {
            static_assert(std::is_arithmetic_v<A> || std::is_enum_v<A> || std::same_as<A, std::byte>,
                          "this record has no description");
            return a == b;
        }
    }

private:
    template <class T>
    static constexpr bool is_part_of_pool =
        requires(const T& part) { part.first; } || requires(const T& part) { part.number; };
    template <class Part> [[nodiscard]] static constexpr bool are_same_part(const Part& a, const Part& b) noexcept {
        if constexpr (requires { a.first; }) {
            return a.first == b.first && a.count == b.count;
        } else {
            return a.number == b.number;
        }
    }
    // Compares references in files by the numbers they consist of, in either byte order.
    template <template <class, form> class Reference, class T, class U, form F, form G>
    [[nodiscard]] static constexpr bool are_same_numbers(const Reference<T, F>& a, const Reference<U, G>& b) noexcept {
        using numbers_of_a = std::array<u32<F>, sizeof(a) / sizeof(u32<F>)>;
        using numbers_of_b = std::array<u32<G>, sizeof(b) / sizeof(u32<G>)>;
        const auto left = std::bit_cast<numbers_of_a>(a);
        const auto right = std::bit_cast<numbers_of_b>(b);
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (left[i].get() != right[i].get()) {
                return false;
            }
        }
        return true;
    }
};

// Whether two records in files have the same numbers of elements, of lists that are outside of them.
template <class Record> [[nodiscard]] constexpr bool have_same_counts(const Record& a, const Record& b) noexcept {
    bool same = true;
    Record::template fields<Record>([&]<class T>(const field& of, T Record::* member) {
        if constexpr (is_scalar<T>::value) {
            same = same && (of.role != role::reference || a.*member == b.*member);
        }
    });
    return same;
}

} // namespace impl

// convert, convert_block and equal are function objects so that argument-dependent lookup cannot choose them in place
// of a program's own functions with these names.

// `convert(from, to, refer)` converts a record from one form to another.
// - `refer(field, reference, record)` returns the converted value of a reference that is a field of `record`.
// - Parts that have different declarations in the two forms are converted by `refer.convert(from, to)`, if it exists.
// - A record without references needs no `refer`: `convert(from, to)`.
inline constexpr impl::convert_function convert;

// `convert_block(from, to)` converts the elements of one span into another, up to the shorter size;
// `convert_block(from, to, count)` takes pointers. It copies the bytes if both forms have the same bytes.
inline constexpr impl::convert_block_function convert_block;

// `equal(a, b)` returns whether two records have equal contents. Numbers are compared bit by bit, so NaN equals itself
// and 0 does not equal -0. References in an owning model are compared by the part of the pool that they denote,
// references in a file by their numbers.
inline constexpr impl::equal_function equal;

}} // namespace effigy::v0
