// Adds all that a view shows to a digest. FORMAT/walk.hpp lists the members of views, one overload of members() each;
// records are read by their descriptions.
#pragma once

#include "support/digest.hpp"

#include <effigy/core/fields.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/tree.hpp>
#include <effigy/regions.hpp>
#include <effigy/report.hpp>

#include <limits>
#include <ranges>
#include <vector>

namespace walk {

using support::digest;

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
#if defined(__FAST_MATH__) // two functions may compute the same in different ways
inline constexpr bool has_same_bits = false;
#else
inline constexpr bool has_same_bits = true;
#endif

template <class T> void add(digest& to, const T& value);

// What members() of a view calls to add values to a digest.
struct adder {
    digest& to;

    template <class... T> void operator()(const T&... values) const { (add(to, values), ...); }
};

// ---- the members of values and views -------------------------------------------------------------------------------

template <effigy::real R, class Function> void members(const effigy::vector2<R>& v, const Function& f) { f(v.x, v.y); }
template <effigy::real R, class Function> void members(const effigy::vector3<R>& v, const Function& f) {
    f(v.x, v.y, v.z);
}
template <effigy::real R, class Function> void members(const effigy::quaternion<R>& q, const Function& f) {
    f(q.x, q.y, q.z, q.w);
}
template <effigy::real R, class Function> void members(const effigy::matrix4x3<R>& m, const Function& f) {
    f(m.x, m.y, m.z, m.translation);
}
template <effigy::real R, class Function> void members(const effigy::pose<R>& p, const Function& f) {
    f(p.position, p.rotation, p.scale);
}
template <class Function> void members(const effigy::error& why, const Function& f) { f(effigy::to_string(why)); }
template <class Function> void members(const effigy::region& one, const Function& f) {
    f(one.where.path_prefix, one.where.path, one.where.index, one.where.depth, one.where.offset, one.fields);
    f(one.type, one.count, one.length, one.role, one.further_owners, one.overlap);
}
template <std::derived_from<effigy::tree_links> Index, class Function>
void members(const Index& nodes, const Function& f) {
    for (std::size_t i = 0; i <= nodes.size(); ++i) {
        f(nodes.parent(i), nodes.at(i).parent(), nodes.preorder(i), nodes.children(i));
        if constexpr (requires { nodes.name(i); }) {
            f(nodes.name(i), nodes.find(nodes.name(i)));
        }
    }
}

// Whether two values have the same numbers; NaN is the same as NaN.
template <class T> [[nodiscard]] bool same(const T& a, const T& b) {
    if constexpr (std::is_arithmetic_v<T>) {
        return a == b || (a != a && b != b);
    } else {
        bool out = true;
        members(a, [&](const auto&... of_a) {
            members(b, [&](const auto&... of_b) { ((out = out && same(of_a, of_b)), ...); });
        });
        return out;
    }
}
template <class T> [[nodiscard]] bool same(const std::vector<T>& a, const std::vector<T>& b) {
    bool out = a.size() == b.size();
    for (std::size_t i = 0; out && i < a.size(); ++i) {
        out = same(a[i], b[i]);
    }
    return out;
}

// ---- any value -----------------------------------------------------------------------------------------------------

template <class T> void add(digest& to, const T& value) {
    if constexpr (requires { members(value, adder{to}); }) {
        members(value, adder{to});
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        to.add(value);
    } else if constexpr (effigy::impl::is_scalar<T>::value) {
        to.add(value.get());
    } else if constexpr (effigy::impl::is_text<T>) {
        to.add(value.view());
    } else if constexpr (std::is_same_v<T, const char*>) {
        to.add(std::string_view{value != nullptr ? value : ""});
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
        to.add(std::string_view{value});
    } else if constexpr (std::is_pointer_v<T>) {
        to.add(value != nullptr);
        if (value != nullptr) {
            add(to, *value);
        }
    } else if constexpr (effigy::described<T>) {
        effigy::for_each_field(value, [&](const effigy::field&, const auto& member) { add(to, member); });
    } else if constexpr (std::ranges::range<const T>) {
        std::size_t count = 0;
        for (const auto& element : value) {
            add(to, element);
            ++count;
        }
        to.add(count);
    } else {
        static_assert(effigy::reference_to_records<T>, "this type has no members()"); // views show what it refers to
    }
}

// Adds the regions of a file. Returns whether each begins where the previous one ends, from the first byte of the file
// to the last.
template <class View> bool add_regions(digest& to, const View& view) {
    std::uint64_t end = 0;
    bool is_tiled = true;
    regions(view, [&](const effigy::region& one) {
        is_tiled = is_tiled && one.offset() == end && one.length != 0;
        end += one.length;
        add(to, one);
    });
    return is_tiled && end == view.file().size();
}
template <class View> [[nodiscard]] bool tiled_by_regions(const View& view) {
    digest unused;
    return add_regions(unused, view);
}
template <class View> [[nodiscard]] bool tiled_by_regions(const effigy::result<View>& opened) {
    return !opened || tiled_by_regions(*opened);
}

// ---- everything ----------------------------------------------------------------------------------------------------

// The memory that walk_view(digest, view, memory) needs. Each format specialises it for its models and clips.
template <class View> struct memory;

[[nodiscard]] inline std::uint64_t digest_of(const effigy::error& why) {
    digest out;
    add(out, why);
    return out.value();
}
template <class View>
    requires requires { sizeof(memory<View>); }
[[nodiscard]] std::uint64_t digest_of(const View& view) {
    digest out;
    memory<View> given{view};
    walk_view(out, view, given);
    return out.value();
}
template <class View> [[nodiscard]] std::uint64_t digest_of(const effigy::result<View>& opened) {
    return opened ? digest_of(*opened) : digest_of(opened.error());
}

} // namespace walk
