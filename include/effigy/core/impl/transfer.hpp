// Fields of a sequential format on their way between a file and a program. One function says which fields a part of the
// format has and in which order. It calls the functions below, with a cursor that reads or with one that writes, so
// each fact about the order stands once.
#pragma once

#include <effigy/core/convert.hpp>
#include <effigy/core/impl/record_count.hpp>
#include <effigy/core/pool_slice.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// A cursor that takes the fields from an owning model and appends them to a file, see writing_cursor.
template <class Cursor>
concept writing = requires { typename Cursor::writes; };
// A cursor that reads the fields of an owning model, see decoding_cursor.
template <class Cursor>
concept owning = requires { typename Cursor::owns; };

// In a view, takes a field that the view does not keep.
struct ignored {};
// In a view, the target of a list.
struct stored_list {
    std::uint64_t offset = 0; // in the file
    std::uint32_t count = 0;
};

template <class List, class Part> struct list_element {
    using type = Part;
};
template <class T, class Part> struct list_element<pool_slice<T>, Part> {
    using type = T;
};
template <class List, class Part> using element_of = typename list_element<List, Part>::type;

// Returns a record that a view refers to, or that an owning model has.
template <class T> [[nodiscard]] EFFIGY_INLINE constexpr const T& stored_in(const T* record) noexcept {
    return *record;
}
// NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): it is a member of a part that the caller has
template <class T> [[nodiscard]] EFFIGY_INLINE constexpr const T& stored_in(const T& record) noexcept { return record; }

template <wire_word T, class Cursor, class Number>
EFFIGY_INLINE constexpr void transfer_number(Cursor& c, Number& to, const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put<T>(static_cast<typename T::value_type>(to), path);
    } else if constexpr (std::is_same_v<Number, const ignored>) {
        static_cast<void>(c.template value<T>(path));
    } else {
        to = static_cast<Number>(c.template value<T>(path).get());
    }
}
// A number of elements that other lists have.
template <wire_word T, class Cursor, class Number> EFFIGY_INLINE void transfer_count(Cursor& c, Number& to,
                                                                                     const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put_count<T>(to, path);
    } else {
        to = c.template count<T>(path);
    }
}
template <wire T, class Cursor, class Record> EFFIGY_INLINE void transfer_record(Cursor& c, Record& to,
                                                                                 const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put<T>(stored_in(to), path);
    } else if constexpr (std::is_same_v<Record, const ignored>) {
        static_cast<void>(c.template record<T>(path));
    } else if constexpr (std::is_same_v<Record, std::uint64_t>) { // the offset is enough
        to = c.offset();
        static_cast<void>(c.template record<T>(path));
    } else if constexpr (std::is_same_v<Record, const T*>) {
        to = c.template record<T>(path);
    } else if (const T* const stored = c.template record<T>(path)) {
        convert(*stored, to);
    }
}
// A record that an owning model has in a pool.
template <wire T, class Cursor, class Part> EFFIGY_INLINE void transfer_part(Cursor& c, Part& to, const char* path) {
    if constexpr (writing<Cursor>) {
        if (const auto* const from = c.part(to, path)) {
            c.template put<T>(*from, path);
        }
    } else if constexpr (owning<Cursor>) {
        host_form<T> own{};
        transfer_record<T>(c, own, path);
        to = c.put_part(own);
    } else {
        transfer_record<T>(c, to, path);
    }
}
// A number of characters, and the characters.
template <wire_word Count, class Cursor, class Text>
EFFIGY_INLINE void transfer_text(Cursor& c, Text& to, const char* path) {
    if constexpr (writing<Cursor>) {
        const auto chars = c.list(to, path);
        c.template put_count<Count>(chars.size(), path);
        c.template put_each<char>(chars, path);
    } else if constexpr (owning<Cursor>) {
        to = c.template put_all<char>(c.text(c.template count<Count>(path), path));
    } else {
        to = c.text(c.template count<Count>(path), path);
    }
}
// A number of elements, and the elements.
template <wire_word Count, wire T, class Cursor, class List>
EFFIGY_INLINE void transfer_list(Cursor& c, List& to, const char* count_path, const char* path) {
    if constexpr (writing<Cursor>) {
        const auto elements = c.list(to, path);
        c.template put_count<Count>(elements.size(), count_path);
        c.template put_each<T>(elements, path);
    } else {
        const std::uint32_t count = c.template count<Count>(count_path);
        if constexpr (owning<Cursor>) {
            to = c.template put_all<element_of<List, T>>(c.template array<T>(count, path));
        } else if constexpr (std::is_same_v<List, stored_list>) {
            to = {.offset = c.offset(), .count = count};
            static_cast<void>(c.template array<T>(count, path));
        } else if constexpr (std::is_same_v<List, std::uint32_t>) { // the count is enough
            to = count;
            static_cast<void>(c.template array<T>(count, path));
        } else {
            to = c.template array<T>(count, path);
        }
    }
}
// The size of the pool of T, where a cursor that reads an owning model puts the next part.
template <class T, class Cursor> [[nodiscard]] EFFIGY_INLINE std::size_t size_of_pool(Cursor& c) noexcept {
    if constexpr (owning<Cursor>) {
        return c.template size<T>();
    } else {
        return 0;
    }
}
// A number of parts of variable length, and the parts: transfer(c, part, i, number of parts) is called for each.
template <wire_word Count, class Part, class Cursor, class List, class Transfer>
EFFIGY_INLINE void transfer_parts(Cursor& c, List& to, const char* path, std::uint64_t smallest,
                                  const Transfer& transfer) {
    if constexpr (writing<Cursor>) {
        const auto parts = c.list(to, path);
        c.template put_count<Count>(parts.size(), path);
        for (std::uint32_t i = 0; i < parts.size() && c.ok(); ++i) {
            transfer(c, parts[i], i, static_cast<std::uint32_t>(parts.size()));
            c.within(i);
        }
    } else {
        const auto count = record_count::read<Count>(c, path, smallest);
        if constexpr (std::is_same_v<List, stored_list>) {
            to = {.offset = c.offset(), .count = count.number};
        } else if constexpr (!owning<Cursor>) { // the count is enough
            to = count.number;
        }
        [[maybe_unused]] const std::size_t first = size_of_pool<element_of<List, Part>>(c);
        for (std::uint32_t i = 0; i < count.number && count.fits(c, i); ++i) {
            c.enter(i);
            element_of<List, Part> part{};
            transfer(c, part, i, count.number);
            if constexpr (owning<Cursor>) {
                c.push(part);
            }
            c.within(i);
        }
        if constexpr (owning<Cursor>) {
            to = c.template since<element_of<List, Part>>(first);
        }
    }
}

}}} // namespace effigy::v0::impl
