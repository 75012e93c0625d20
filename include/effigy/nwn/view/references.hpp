// References in parts of nodes, from the descriptions in fields.hpp: their paths, and the counts of their elements.
#pragma once

#include <effigy/core/static_text.hpp>
#include <effigy/nwn/fields.hpp>
#include <effigy/nwn/view/sections.hpp>

namespace effigy::inline v0::nwn::impl {

using namespace effigy::impl;

template <class T> using element_of = std::remove_all_extents_t<T>;

// References that are followed. Lists of bytes are not: they are empty in every file.
template <class T>
concept followed = reference_to_records<element_of<T>> && !std::same_as<typename element_of<T>::target, u8>;

// ---- paths ---------------------------------------------------------------------------------------------------------

using static_path = static_text<40>;

template <class Record> inline constexpr bool is_node_header = false;
template <> inline constexpr bool is_node_header<node_header> = true;

// "nodes[].mesh"; "nodes[]" for a node's header.
template <described Record> struct path_of_record {
    static constexpr static_path make() {
        static_path out;
        out << "nodes[]" << (is_node_header<Record> ? "" : ".");
        return out << (is_node_header<Record> ? "" : description<Record>::name);
    }
    static constexpr static_path made = make();
};
template <class Record> inline constexpr const char* record_path = path_of_record<Record>::made.chars;

// The paths of the references of a record that are followed, in order: "nodes[].mesh.vertices",
// "nodes[].mesh.texcoords[]".
template <described Record> class reference_paths {
    static constexpr std::size_t count() {
        std::size_t out = 0;
        description<Record>::template fields<Record>(
            [&]<class T>(const field&, T Record::*) { out += followed<T> ? 1U : 0U; });
        return out;
    }
    static constexpr auto make() {
        std::array<static_path, count()> out{};
        std::size_t i = 0;
        description<Record>::template fields<Record>([&]<class T>(const field& of, T Record::*) {
            if constexpr (followed<T>) {
                out[i++] << record_path<Record> << "." << of.name << (std::is_array_v<T> ? "[]" : "");
            }
        });
        return out;
    }
    static constexpr auto all = make();

public:
    [[nodiscard]] static constexpr const char* of(std::size_t i) noexcept { return all[i].chars; }
};

// ---- counts --------------------------------------------------------------------------------------------------------

// Visits the fields of a record and finds the value of the field with this name.
template <class Record> class named_number {
public:
    constexpr named_number(const Record& record, std::string_view name) noexcept : record_(&record), name_(name) {}

    template <class T> constexpr void operator()(const field& of, T Record::* member) noexcept {
        if constexpr (std::same_as<T, scalar<std::uint32_t, form::little>> ||
                      std::same_as<T, scalar<std::uint32_t, form::big>>) {
            if (name_ == of.name) {
                value_ = record_->*member;
            }
        }
    }
    [[nodiscard]] constexpr std::uint32_t value() const noexcept { return value_; }

private:
    const Record* record_;
    std::string_view name_;
    std::uint32_t value_ = 0;
};

// Compilers evaluate this at compile time if both names are constants; they do not do so for the comparison of
// std::string_view.
[[nodiscard]] EFFIGY_INLINE constexpr bool is_named(const char* name, std::string_view expected) noexcept {
    using traits = std::char_traits<char>;
    return traits::length(name) == expected.size() && traits::compare(name, expected.data(), expected.size()) == 0;
}

// Returns the number of elements that a reference of a record refers to. `vertices`: the vertex count of the node's
// mesh.
template <class Record> [[nodiscard]] EFFIGY_INLINE std::uint64_t count_of(const field& of, const Record& record,
                                                                           std::uint32_t vertices) noexcept {
    if (is_named(of.count, "vertexCount") || is_named(of.count, "mesh.vertexCount")) {
        return vertices;
    }
    std::string_view by = of.count;
    constexpr std::string_view times_vertices = " * mesh.vertexCount";
    const bool is_product = by.ends_with(times_vertices);
    by.remove_suffix(is_product ? times_vertices.size() : 0);
    named_number<Record> number{record, by};
    description<Record>::template fields<Record>(number);
    return std::uint64_t{number.value()} * (is_product ? vertices : 1U);
}

// Returns the elements that a reference of a record refers to. Empty if they are no longer inside their section.
template <class T, class Record>
[[nodiscard]] array<T> follow(const sections& in, const field&, const list<T>& items, const Record&,
                              std::uint32_t) noexcept {
    return in.get(items);
}
template <class To, class Record>
[[nodiscard]] auto follow(const sections& in, const field& of, const To& to, const Record& record,
                          std::uint32_t vertices) noexcept {
    using found = array<typename To::target>;
    constexpr std::uint32_t none = std::same_as<To, raw_ptr<typename To::target>> ? no_raw_offset : 0;
    if (to.offset == none) { // most references are null: then the count is not needed
        return found{};
    }
    const std::uint64_t count = count_of(of, record, vertices);
    return count <= 0xFFFF'FFFF ? in.get(to, static_cast<std::uint32_t>(count)) : found{};
}

} // namespace effigy::inline v0::nwn::impl
