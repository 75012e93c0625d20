// Checks the declaration and the description of a record against a table that is written from the specification.
#pragma once

#include <effigy/core/fields.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

namespace support {

// A record is filled twice: byte i is i % 256, then i / 256. Together, the two fills tell all offsets apart.
inline constexpr auto fills = [] {
    std::array<std::array<unsigned char, 0x400>, 2> out{};
    for (std::size_t i = 0; i < out[0].size(); ++i) {
        out[0][i] = static_cast<unsigned char>(i);
        out[1][i] = static_cast<unsigned char>(i >> 8);
    }
    return out;
}();

template <class Record> [[nodiscard]] const Record* filled() {
    static_assert(sizeof(Record) <= fills[0].size());
    static Record records[2];
    std::memcpy(&records[0], fills[0].data(), sizeof(Record));
    std::memcpy(&records[1], fills[1].data(), sizeof(Record));
    return records;
}

using number_bits = std::vector<std::uint32_t>;

// Appends the bits of the numbers in `value`. References and records have tables of their own; here they are bytes.
template <class T> void append_numbers(const T& value, number_bits& out) {
    if constexpr (std::is_array_v<T>) {
        for (const auto& element : value) {
            append_numbers(element, out);
        }
    } else if constexpr (requires { value.get(); }) {
        append_numbers(value.get(), out);
    } else if constexpr (std::is_enum_v<T>) {
        append_numbers(static_cast<std::underlying_type_t<T>>(value), out);
    } else if constexpr (std::is_integral_v<T>) {
        out.push_back(static_cast<std::make_unsigned_t<T>>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        out.push_back(std::bit_cast<std::uint32_t>(value));
    } else {
        const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
        out.insert(out.end(), bytes, bytes + sizeof(T));
    }
}
template <class T> void append_member(const void* member, number_bits& out) {
    append_numbers(*static_cast<const T*>(member), out);
}

inline std::string with_extent(std::string element, std::size_t count) {
    return element += "[" + std::to_string(count) + "]";
}

// "u32", "vec3", "char[64]", "bounds", "u16[3]"; a reference to vectors that consists of three numbers: "u32[3]<vec3>".
template <class T> [[nodiscard]] std::string type_text() {
    if constexpr (std::is_array_v<T>) {
        return with_extent(type_text<std::remove_extent_t<T>>(), std::extent_v<T>);
    } else if constexpr (effigy::reference_to_records<T>) {
        return (sizeof(T) == 4 ? "u32<" : with_extent("u32", sizeof(T) / 4) + "<") + type_text<typename T::target>() +
               ">";
    } else if constexpr (effigy::impl::is_text<T>) {
        return with_extent("char", sizeof(T));
    } else {
        return effigy::type_name<T>;
    }
}

// A field: its member, in the table of the specification or in the description of the record.
struct layout_row {
    std::size_t offset;
    const char *type, *name;
    const void* members[2]; // in both fills
    std::string (*declared_type)();
    void (*append)(const void* member, number_bits& out);

    template <class T, class Of> // Of may be a base class of the record
    layout_row(std::size_t offset_, const char* type_, const char* name_, T Of::* member)
        : offset(offset_), type(type_), name(name_), members{&(filled<Of>()[0].*member), &(filled<Of>()[1].*member)},
          declared_type(type_text<T>), append(append_member<T>) {}

    [[nodiscard]] number_bits read() const {
        number_bits out;
        append(members[0], out);
        append(members[1], out);
        return out;
    }
};

// Returns the bits of `count` numbers of `width` bytes at `offset` in both fills.
inline number_bits expected_bits(effigy::form order, std::size_t offset, std::size_t width, std::size_t count) {
    number_bits out;
    for (const auto& fill : fills) {
        for (std::size_t at = offset; at < offset + count * width; at += width) {
            std::uint32_t number = 0;
            for (std::size_t i = 0; i < width; ++i) { // from the most significant byte on
                number = number << 8 | fill.at(at + (order == effigy::form::big ? i : width - 1 - i));
            }
            out.push_back(number);
        }
    }
    return out;
}

// The bytes of each number of a member; 1 for references and records.
inline std::size_t width_of(const std::string& type) {
    const std::string element = type.substr(0, type.find('<') == type.npos ? type.find('[') : 0);
    const bool is_2 = element == "u16" || element == "i16";
    return is_2 ? 2 : element == "u32" || element == "i32" || element == "f32" ? 4 : 1;
}

inline std::string layout_faults(effigy::form order, std::size_t begin, std::size_t end,
                                 const std::vector<layout_row>& table, const std::vector<layout_row>& description) {
    std::string out = table.size() == description.size() ? "" : "another number of fields is described\n";
    std::size_t next = begin;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const layout_row& row = table[i];
        const std::string name = row.name;
        const number_bits bits = row.read();
        const std::size_t count = bits.size() / 2, width = width_of(row.type);
        out += row.offset == next ? "" : name + " does not begin where the previous field ends\n";
        out += row.type == row.declared_type() ? "" : name + " is declared as " + row.declared_type() + "\n";
        out += bits == expected_bits(order, row.offset - begin, width, count) ? "" : name + " is at another offset\n";
        out += i < description.size() && name == description[i].name && bits == description[i].read()
                   ? ""
                   : name + " is described differently\n";
        next = row.offset + count * width;
    }
    return out + (next == end ? "" : "the fields end elsewhere\n");
}

// The table lists the fields in file order, from the offset `begin` to `end`: offset, type, name in the description,
// member. Returns what differs from it.
template <class Record> [[nodiscard]] std::string layout_faults(effigy::form order, std::size_t begin, std::size_t end,
                                                                const std::vector<layout_row>& table) {
    std::vector<layout_row> description;
    if constexpr (effigy::described<Record>) {
        Record::template fields<Record>(
            [&](const effigy::field& of, auto member) { description.push_back({0, "", of.name, member}); });
    } else { // a reference
        description = table;
    }
    return layout_faults(order, begin, end, table, description) +
           (sizeof(Record) == end - begin ? "" : "the record has another size\n");
}

inline void check_no_faults(const std::string& record, effigy::form order, const std::string& faults) {
    INFO((record + (order == effigy::form::big ? ", big-endian" : "")));
    CHECK(faults == "");
}

template <class Record>
void check_layout(effigy::form order, std::size_t begin, std::size_t end, const std::vector<layout_row>& table) {
    check_no_faults(type_text<Record>(), order, layout_faults<Record>(order, begin, end, table));
}

} // namespace support
