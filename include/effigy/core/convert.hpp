// From one form of a record to another, and comparing two of any forms: derived from descriptions.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/window.hpp>

#include <cstring>

namespace effigy::inline v0 {

namespace impl {

// Whether two forms of a record have the same bytes: then blocks of them can be copied.
template <class A, class B> [[nodiscard]] consteval bool have_same_bytes();

template <class A, class B> consteval bool fields_have_same_bytes() {
    bool same = true;
    description<A>::template fields<A, B>([&]<class T, class U, class C, class D>(const field&, T C::*, U D::*) {
        same = same && have_same_bytes<T, U>();
    });
    return same;
}
template <class A, class B> consteval bool have_same_bytes() {
    if constexpr (std::is_same_v<A, B>) {
        return !reference_to_records<A>;
    } else if constexpr (sizeof(A) != sizeof(B) || reference_to_records<A> || reference_to_records<B>) {
        return false;
    } else if constexpr (std::is_array_v<A>) {
        return have_same_bytes<std::remove_extent_t<A>, std::remove_extent_t<B>>();
    } else if constexpr (described<A>) {
        return fields_have_same_bytes<A, B>();
    } else if constexpr (is_scalar<A>::value && !is_scalar<B>::value) {
        return sizeof(A) == 1 || std::is_same_v<A, scalar<B, form::native>>;
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
template <template <class> class Record, class T> struct in_host_form<Record<T>> {
    using type = Record<typename in_host_form<T>::type>;
};
template <template <class, form> class Record, class T, form F> struct in_host_form<Record<T, F>> {
    using type = Record<typename in_host_form<T>::type, form::host>;
};

} // namespace impl

template <class A, class B> inline constexpr bool same_bytes = impl::have_same_bytes<A, B>();

// The same number or record in the program's own form.
template <class T> using host_form = typename impl::in_host_form<T>::type;

// Makes one form of a record of another. References have no counterpart by themselves: `refer(field, reference,
// record)` gives that of a reference which is a field of the record.
template <class From, class To, class Refer> constexpr void convert(const From& from, To& to, Refer&& refer) {
    static_assert(!reference_to_records<From>, "a reference is a field of a record");
    if constexpr (std::is_array_v<From>) {
        for (std::size_t i = 0; i < std::extent_v<From>; ++i) {
            convert(from[i], to[i], refer);
        }
    } else if constexpr (std::is_same_v<From, To> && std::is_trivially_copyable_v<From>) {
        to = from;
    } else if constexpr (described<From>) {
        description<From>::template fields<From, To>([&](const field& of, auto source, auto target) {
            using type = std::remove_cvref_t<decltype(from.*source)>;
            if constexpr (reference_to_records<std::remove_all_extents_t<type>>) {
                if constexpr (std::is_array_v<type>) {
                    for (std::size_t i = 0; i < std::extent_v<type>; ++i) {
                        (to.*target)[i] = refer(of, (from.*source)[i], from);
                    }
                } else {
                    to.*target = refer(of, from.*source, from);
                }
            } else {
                convert(from.*source, to.*target, refer);
            }
        });
    } else if constexpr (impl::is_scalar<From>::value) {
        to = from.get();
    } else {
        to = To::of(from);
    }
}
// Of a record that refers to nothing.
template <class From, class To> constexpr void convert(const From& from, To& to) {
    convert(from, to,
            [](const auto&... reference) { static_assert(sizeof...(reference) == 0, "this record refers to others"); });
}

// As many as both have, one behind the other: at once where both forms have the same bytes.
template <class From, class To> void convert_block(std::span<const From> from, std::span<To> to) noexcept {
    static_assert(std::is_trivially_copyable_v<To>);
    const std::size_t count = from.size() < to.size() ? from.size() : to.size();
    if constexpr (same_bytes<From, To>) {
        if (count != 0) { // memcpy takes no null pointers
            std::memcpy(static_cast<void*>(to.data()), from.data(), count * sizeof(To));
        }
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            convert(from[i], to[i]);
        }
    }
}

// Whether two records of any forms hold the same: numbers bit by bit, so that NaN equals itself and 0 is not -0;
// references of an owning model by what part of a pool they are.
template <class A, class B> [[nodiscard]] constexpr bool equal(const A& a, const B& b) {
    if constexpr (std::is_array_v<A>) {
        for (std::size_t i = 0; i < std::extent_v<A>; ++i) {
            if (!equal(a[i], b[i])) {
                return false;
            }
        }
        return true;
    } else if constexpr (described<A>) {
        bool same = true;
        description<A>::template fields<A, B>(
            [&](const field&, auto of_a, auto of_b) { same = same && equal(a.*of_a, b.*of_b); });
        return same;
    } else if constexpr (requires { a.first == b.first&& a.count == b.count; }) {
        return a.first == b.first && a.count == b.count;
    } else if constexpr (requires { a.number == b.number; }) {
        return a.number == b.number;
    } else if constexpr (impl::is_scalar<A>::value) {
        return equal(a.get(), b);
    } else if constexpr (impl::is_scalar<B>::value) {
        return equal(a, b.get());
    } else if constexpr (std::is_floating_point_v<A>) {
        using bits = std::conditional_t<sizeof(A) == 4, std::uint32_t, std::uint64_t>;
        return std::bit_cast<bits>(a) == std::bit_cast<bits>(b);
    } else if constexpr (std::has_unique_object_representations_v<A> && std::is_class_v<A>) { // text<N>, rgba8
        using bytes = std::array<unsigned char, sizeof(A)>;
        return std::bit_cast<bytes>(a) == std::bit_cast<bytes>(b);
    } else {
        return a == b;
    }
}

} // namespace effigy::inline v0
