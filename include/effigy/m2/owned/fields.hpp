// The fields that a file stores of a record of an owning model.
#pragma once

#include <effigy/m2/order/roots.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Fields of owning records that follow from others, or that records.hpp does not store in a field of the same name.
[[nodiscard]] constexpr bool is_derived(std::string_view name) {
    constexpr std::string_view all[] = {"start",           "end",         "duration",        "keyPlace",
                                        "keyChunks",       "number",      "emits",           "emitsByColor",
                                        "packedRotations", "packedParts", "submeshSortings", "shadowBatches"};
    bool found = false;
    for (const std::string_view one : all) {
        found = found || one == name;
    }
    return found;
}
template <class Record> [[nodiscard]] constexpr bool has_field(std::string_view name) {
    bool found = false; // NOLINT(misc-const-correctness)
    Record::template fields<Record>([&](const field& of, auto) { found = found || of.name == name; });
    return found;
}
// Whether a declaration of a record has no place for a field of the owning one, by number.
template <class Stored, class Own> [[nodiscard]] consteval auto unstored_fields() {
    constexpr std::size_t count = [] {
        std::size_t fields = 0;
        Own::template fields<Own>([&](const field&, auto) { ++fields; });
        return fields;
    }();
    std::array<bool, count> out{};
    std::size_t i = 0;
    Own::template fields<Own>([&](const field& of, auto) {
        const std::string_view name = of.name;
        out[i++] = !has_field<Stored>(name) && !is_derived(name);
    });
    return out;
}
template <class Stored, class Own> inline constexpr auto is_unstored = unstored_fields<Stored, Own>();

// Whether a field says nothing, as in a model of a version that does not have it.
template <class T> [[nodiscard]] bool is_nothing(const T& value) {
    if constexpr (requires { value.first, value.count; }) {
        return value.count == 0;
    } else if constexpr (std::is_array_v<T>) {
        bool out = true;
        for (const auto& each : value) {
            out = out && is_nothing(each);
        }
        return out;
    } else {
        return equal(value, T{});
    }
}

// The start of the paths of a record's fields: "m2.bones[].".
template <class Stored, class File> inline constexpr static_path prefix_of = make_path<Stored, File, u32<>>("");

// Whether a list of the header is one of a skeleton, which a .skel replaces.
[[nodiscard]] inline bool is_replaced(const owned_header& of, std::string_view name) {
    return (of.animations_in != part_place::model && has_field<skeleton_sequences>(name)) ||
           (of.bones_in != part_place::model && has_field<skeleton_bones>(name)) ||
           (of.attachments_in != part_place::model && has_field<skeleton_attachments>(name));
}

}}}} // namespace effigy::v0::m2::impl
