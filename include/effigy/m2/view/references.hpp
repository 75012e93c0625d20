// Following what records refer to: which of their fields are references, and what the specification calls them.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/core/static_text.hpp>
#include <effigy/m2/fields.hpp>
#include <effigy/m2/view/model.hpp>

namespace effigy::inline v0::m2::impl {

// ---- what refers ---------------------------------------------------------------------------------------------------

template <class T> inline constexpr bool is_track = false;
template <form F> inline constexpr bool is_track<basic_event_track_header<F>> = true;
template <class T, form F> inline constexpr bool is_track<basic_track_header<T, F>> = true;

// The record of the header's list that a record is a part of.
template <class Record> struct listed {
    using type = Record;
};
template <class Rotation, form F> struct listed<basic_bone_tracks<Rotation, F>> {
    using type = basic_bone_header<F>;
};

// Whether a record refers to lists.
template <class Record> [[nodiscard]] consteval bool refers_to_lists() {
    bool found = false;
    if constexpr (described<Record>) {
        description<Record>::template fields<Record>(
            [&]<class T, class Of>(const field&, T Of::*) { found = found || reference_to_records<T> || is_track<T>; });
    }
    return found;
}
template <class Record> inline constexpr bool refers = refers_to_lists<Record>();
template <form F> inline constexpr bool refers<basic_bone_header<F>> = true; // with its tracks

// Bytes of an element of a list.
template <class T, form F>
[[nodiscard]] EFFIGY_INLINE constexpr std::uint32_t element_size(const array_ref<T, F>&,
                                                                 const record_layout& version) noexcept {
    return std::is_same_v<T, basic_bone_header<F>> ? version.bone_size
           : std::is_same_v<T, basic_submesh<F>>   ? version.submesh_size
                                                   : std::uint32_t{sizeof(T)};
}

// ---- paths ---------------------------------------------------------------------------------------------------------

using static_path = static_text<48>;

// What the list of the header is called whose elements are such records.
template <class Record, form F> [[nodiscard]] consteval const char* list_name() {
    const char* name = "";
    description<basic_header<F>>::template fields<basic_header<F>>([&]<class T, class Of>(const field& of, T Of::*) {
        if constexpr (reference_to_records<T>) {
            name = std::is_same_v<typename T::target, typename listed<Record>::type> ? of.name : name;
        }
    });
    return name;
}

// The path of a record's field: "m2.vertices", "m2.ribbons[].textures"; of a track, up to its own fields:
// "m2.lights[].ambientColor.".
template <class Record, class T, form F> [[nodiscard]] constexpr static_path make_path(std::string_view name) {
    static_path out;
    out << "m2.";
    if constexpr (!std::is_same_v<Record, basic_header<F>>) {
        out << list_name<Record, F>() << "[].";
    }
    return out << name << (is_track<T> && !name.empty() ? "." : "");
}
template <class Record, form F> [[nodiscard]] consteval auto make_paths() {
    if constexpr (is_track<Record>) { // one in a list is by itself
        return std::array{make_path<Record, Record, F>("")};
    } else {
        constexpr std::size_t count = [] {
            std::size_t fields = 0;
            description<Record>::template fields<Record>([&](const field&, auto) { ++fields; });
            return fields;
        }();
        std::array<static_path, count> out{};
        std::size_t i = 0;
        description<Record>::template fields<Record>(
            [&]<class T, class Of>(const field& of, T Of::*) { out[i++] = make_path<Record, T, F>(of.name); });
        return out;
    }
}
// Of a record's fields, by number.
template <class Record, form F> inline constexpr auto paths_of = make_paths<Record, F>();

// ---- following -----------------------------------------------------------------------------------------------------

template <form F, class Record, class Visit> struct reference_visitor {
    const Record& of;
    Visit& visit;
    std::size_t number = 0;

    template <class T, class Of> EFFIGY_INLINE constexpr void operator()(const field&, T Of::* member) {
        if constexpr (reference_to_records<T> || is_track<T>) {
            visit(of.*member, paths_of<Record, F>[number].chars);
        }
        ++number;
    }
};
// Calls visit(list, path) with each list of a record, and visit(track, path) with each track.
template <form F, class Record, class Visit>
EFFIGY_INLINE constexpr void for_each_reference(const Record& of, Visit& visit) {
    if constexpr (is_track<Record>) {
        visit(of, paths_of<Record, F>[0].chars);
    } else {
        description<Record>::template fields<Record>(reference_visitor<F, Record, Visit>{of, visit});
    }
}

template <class Track, class Visit> struct track_visitor {
    const Track& of;
    Visit& visit;

    template <class T, class Of> EFFIGY_INLINE constexpr void operator()(const field& is, T Of::* member) const {
        if constexpr (reference_to_records<T>) {
            visit(of.*member, is.name);
        }
    }
};
// Calls visit(list, name) with each list of a track: "ranges", "times", "values".
template <class Track, class Visit> EFFIGY_INLINE constexpr void for_each_list(const Track& of, Visit& visit) {
    description<Track>::template fields<Track>(track_visitor<Track, Visit>{of, visit});
}

template <form F, class Visit> struct record_list_visitor {
    const basic_header<F>& of;
    Visit& visit;

    template <class T, class Of> EFFIGY_INLINE constexpr void operator()(const field&, T Of::* member) const {
        if constexpr (reference_to_records<T>) {
            if constexpr (refers<typename T::target>) {
                visit(of.*member);
            }
        }
    }
};
// Calls visit(list) with each list of records that refer to lists.
template <form F, class Visit>
EFFIGY_INLINE constexpr void for_each_list_of_records(const basic_header<F>& of, Visit& visit) {
    description<basic_header<F>>::template fields<basic_header<F>>(record_list_visitor<F, Visit>{of, visit});
}

template <form F, class Function> struct record_range_visitor {
    const basic_model<F>& from;
    const Function& use;

    template <class T> void operator()(const array_ref<T, F>& records) const { use(from.get(records)); }
    void operator()(const array_ref<basic_bone_header<F>, F>&) const {
        const auto bones = from.bones().records();
        const std::uint32_t at = from.layout().bone_tracks_at;
        if (from.layout().packs_rotations) {
            use(bones.template field<basic_bone_tracks<basic_packed_quat<F>, F>>(at));
        } else {
            use(bones.template field<basic_bone_tracks<quat<F>, F>>(at));
        }
    }
};
// Calls use(records) with all records that refer to lists, those of one kind at a time, see for_each_reference().
template <form F, class Function> void for_each_record_range(const basic_model<F>& from, const Function& use) {
    const record_range_visitor<F, Function> visitor{from, use};
    for_each_list_of_records(*from.header(), visitor);
}

} // namespace effigy::inline v0::m2::impl
