// Texts, lists and parts of P3D and RTM on their way between a file and a program, see core/impl/transfer.hpp. Their
// counts are not beside them.
#pragma once

#include <effigy/core/impl/transfer.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// A text field of N bytes. Bytes after the first NUL are junk.
template <std::size_t N, class Cursor, class Text>
EFFIGY_INLINE void transfer_fixed_text(Cursor& c, Text& to, const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put_fixed_text<N>(to, path);
    } else {
        const auto* const stored = c.template record<text<N>>(path);
        const std::string_view found = stored != nullptr ? stored->view() : std::string_view{};
        c.spare(N - found.size() > 1 ? N - found.size() - 1 : 0); // after the NUL
        if constexpr (!std::is_same_v<Text, const ignored>) {
            to = found;
        }
    }
}
template <class Cursor, class Text> EFFIGY_INLINE void transfer_text_until_nul(Cursor& c, Text& to, const char* path) {
    if constexpr (writing<Cursor>) {
        c.put_text_and_nul(to, path);
    } else {
        to = c.text_until_nul(path);
    }
}
// Two texts, each with its NUL.
template <class Cursor, class Search, class Text>
EFFIGY_INLINE void transfer_text_pair(Cursor& c, Search& search, Text& first, Text& second, const char* path,
                                      const char* path_of_second) {
    if constexpr (writing<Cursor>) {
        c.put_text_and_nul(first, path);
        c.put_text_and_nul(second, path_of_second);
    } else {
        c.text_pair(search, first, second, path, path_of_second);
    }
}

// The number of elements that a model has in a list, to be written. 0 in a view, whose list is not yet read.
template <class List> [[nodiscard]] constexpr std::uint32_t number_of(const List& list) noexcept {
    if constexpr (requires { list.count; }) {
        return list.count;
    } else {
        return 0;
    }
}
// The elements of a list.
template <wire T, class Cursor, class List>
EFFIGY_INLINE void transfer_elements(Cursor& c, List& to, std::uint32_t count, const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put_each<T>(c.list(to, path), path);
    } else if constexpr (std::is_same_v<T, std::byte>) {
        to = c.take(count, path);
    } else {
        to = c.template array<T>(count, path);
    }
}
// The same for a list whose elements have numbers in the paths of regions.
template <wire T, class Cursor, class List>
void transfer_each(Cursor& c, List& to, [[maybe_unused]] std::uint32_t count, const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put_each<T>(c.list(to, path), path);
    } else {
        for (std::uint32_t i = 0; i < count && c.ok(); ++i) {
            c.enter(i);
            if constexpr (is_text<T>) {
                transfer_fixed_text<sizeof(T)>(c, to, path);
            } else {
                transfer_record<T>(c, to, path);
            }
            c.within(i);
        }
    }
}

// In a file, each part is read into a new one.
template <class Part> struct new_parts {
    std::uint32_t count;

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return count; }
    [[nodiscard]] constexpr Part operator[](std::uint32_t) const noexcept { return {}; }
};
// The parts of variable length that are transferred one after the other: those of a model, or `count` new ones.
template <class Part, class Cursor, class List>
[[nodiscard]] auto parts_of(Cursor& c, const List& of, [[maybe_unused]] std::uint32_t count, const char* path) {
    if constexpr (writing<Cursor>) {
        return c.list(of, path);
    } else {
        return new_parts<Part>{count};
    }
}
// A part is visited when its fields are known: before it is written, or after it is read without an error. These are
// branches, not functions that take lambdas: with a cursor in a lambda, open() takes 40 % more instructions.
template <class Cursor> [[nodiscard]] EFFIGY_INLINE constexpr bool visits_before(const Cursor&) noexcept {
    return writing<Cursor>;
}
template <class Cursor> [[nodiscard]] EFFIGY_INLINE constexpr bool visits_after(const Cursor& c) noexcept {
    return !writing<Cursor> && c.ok();
}

}}}} // namespace effigy::v0::p3d::impl
