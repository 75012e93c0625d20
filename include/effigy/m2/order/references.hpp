// Following references in records: which fields are references, and their names in the specification.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/text.hpp>
#include <effigy/m2/view/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// ---- fields that refer to lists ------------------------------------------------------------------------------------

template <class T> inline constexpr bool is_timeline_track = false;
template <> inline constexpr bool is_timeline_track<event_track_header> = true;
template <class T> inline constexpr bool is_timeline_track<track_header<T>> = true;

// Lists of lists, from version 264 on.
template <class T> inline constexpr bool is_listed_track = false;
template <> inline constexpr bool is_listed_track<event_track_header_264> = true;
template <class T> inline constexpr bool is_listed_track<track_header_264<T>> = true;

template <class T> inline constexpr bool is_life_track = false;
template <class T> inline constexpr bool is_life_track<life_track_header<T>> = true;

template <class T> inline constexpr bool is_track = is_timeline_track<T> || is_listed_track<T> || is_life_track<T>;

// The records that a header's reference to a `Record` can mean. The header was declared anew in version 264, the record
// perhaps also between two declarations of the header.
template <class Record>
inline constexpr bool is_of_264 = first_version<Record> >= first_version<model_header_264>;
template <class... A, class... B> record_versions<A..., B...> operator+(record_versions<A...>, record_versions<B...>);
template <class Record, class Other> using if_meant =
    std::conditional_t<first_version<Other> >= first_version<Record> && is_of_264<Other> == is_of_264<Record>,
                       record_versions<Other>, record_versions<>>;
template <class Record, class... Others>
decltype((record_versions<>{} + ... + if_meant<Record, Others>{})) meant_in(record_versions<Others...>);
template <class Record> using declarations = decltype(meant_in<Record>(versions_of<Record>{}));

// The type with which the header declares its reference to a list of `Record`.
template <class Record, class... Others>
decltype((record_versions<>{} + ... +
          std::conditional_t<is_of_264<Others> == is_of_264<Record>, record_versions<Others>, record_versions<>>{}))
    of_same_header(record_versions<Others...>);
template <class Record> using listed = decltype(oldest_in(of_same_header<Record>(versions_of<Record>{})));

// Whether a record refers to lists.
template <class Record> [[nodiscard]] consteval bool refers_to_lists() {
    // NOLINTNEXTLINE(misc-const-correctness)
    bool found = false;
    if constexpr (described<Record>) {
        Record::template fields<Record>(
            [&]<class T, class Of>(const field&, T Of::*) { found = found || reference_to_records<T> || is_track<T>; });
    }
    return found;
}
template <class Record> inline constexpr bool refers = refers_to_lists<Record>();

// Returns the size of an element of a list, in bytes.
template <class T>
[[nodiscard]] EFFIGY_INLINE constexpr std::uint64_t element_size(const array_ref<T>&, std::uint32_t version) noexcept {
    if constexpr (std::is_same_v<T, submesh>) {
        return submesh_size(version);
    } else {
        return declarations<T>::array::record_size(declaration_of(declarations<T>{}, version));
    }
}

// ---- paths ---------------------------------------------------------------------------------------------------------

using static_path = static_text<48>;

// The name of the list of `Record` in the record `Lists`.
template <class Lists, class Record> [[nodiscard]] consteval const char* list_name_in() {
    const char* name = "";
    Lists::template fields<Lists>([&]<class T, class Of>(const field& of, T Of::*) {
        if constexpr (reference_to_records<T>) {
            name = std::is_same_v<typename T::target, listed<Record>> ? of.name : name;
        }
    });
    return name;
}
template <class Record> [[nodiscard]] consteval std::string_view list_name() {
    const std::string_view of_264 = list_name_in<model_header_264, Record>();
    const std::string_view of_chunk = list_name_in<extended_particles, Record>();
    return !of_264.empty() ? of_264 : !of_chunk.empty() ? of_chunk : list_name_in<model_header, Record>();
}
// Whether a record has the lists of a whole file or chunk.
template <class Record> inline constexpr bool is_root = false;
template <> inline constexpr bool is_root<model_header> = true;
template <> inline constexpr bool is_root<model_header_264> = true;
template <> inline constexpr bool is_root<header_combiners> = true;
template <> inline constexpr bool is_root<skin_header_shadows> = true;
template <> inline constexpr bool is_root<skeleton_header> = true;
template <> inline constexpr bool is_root<skeleton_parent> = true;
template <> inline constexpr bool is_root<skeleton_sequences> = true;
template <> inline constexpr bool is_root<skeleton_bones> = true;
template <> inline constexpr bool is_root<skeleton_attachments> = true;
template <> inline constexpr bool is_root<extended_particles> = true;
template <> inline constexpr bool is_root<particle_geosets> = true;

// The files that contain records. `name`: the start of the paths in the file.
struct in_model {
    static constexpr std::string_view name = "m2.";
};
struct in_skin {
    static constexpr std::string_view name = "skin.";
};
struct in_skeleton {
    static constexpr std::string_view name = "skel.";
};
struct in_parent_skeleton {
    static constexpr std::string_view name = "parentSkel.";
};

// The path of a record's field: "m2.vertices", "m2.ribbons[].textures". The path of a track ends where the paths of its
// own fields begin: "m2.lights[].ambientColor.".
template <class Record, class File, class T> [[nodiscard]] constexpr static_path make_path(std::string_view name) {
    static_path out;
    out << File::name;
    if constexpr (!is_root<Record> && !std::is_same_v<File, in_skin>) {
        out << list_name<Record>() << "[].";
    }
    return out << name << (is_track<T> && !name.empty() ? "." : "");
}
template <class Record, class File> [[nodiscard]] consteval auto make_paths() {
    if constexpr (is_track<Record>) { // a track as the element of a list has no name of its own
        return std::array{make_path<Record, File, Record>("")};
    } else {
        constexpr std::size_t count = [] {
            std::size_t fields = 0;
            Record::template fields<Record>([&](const field&, auto) { ++fields; });
            return fields;
        }();
        std::array<static_path, count> out{};
        std::size_t i = 0;
        Record::template fields<Record>(
            [&]<class T, class Of>(const field& of, T Of::*) { out[i++] = make_path<Record, File, T>(of.name); });
        return out;
    }
}
// The paths of a record's fields, by number.
template <class Record, class File> inline constexpr auto paths_of = make_paths<Record, File>();

// ---- following -----------------------------------------------------------------------------------------------------

template <class File, class Record, class Visit> struct reference_visitor {
    const Record& of;
    Visit& visit;
    std::size_t number = 0;

    template <class T, class Of> EFFIGY_INLINE constexpr void operator()(const field&, T Of::* member) {
        if constexpr (reference_to_records<T> || is_track<T>) {
            visit(of.*member, paths_of<Record, File>[number].chars);
        }
        ++number;
    }
};
// Calls visit(list, path) with each list of a record, and visit(track, path) with each track.
template <class File = in_model, class Record, class Visit>
EFFIGY_INLINE constexpr void for_each_reference(const Record& of, Visit& visit) {
    if constexpr (is_track<Record>) {
        visit(of, paths_of<Record, File>[0].chars);
    } else {
        Record::template fields<Record>(reference_visitor<File, Record, Visit>{of, visit});
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
    Track::template fields<Track>(track_visitor<Track, Visit>{of, visit});
}

template <class Lists, class Use> struct record_range_visitor {
    const Lists& of;
    byte_view file;
    std::uint32_t version;
    Use& use;

    template <class T, class Of> EFFIGY_INLINE constexpr void operator()(const field&, T Of::* member) const {
        if constexpr (reference_to_records<T>) {
            using target = typename T::target;
            if constexpr (refers<target>) {
                const auto& to = of.*member;
                const std::size_t which = declaration_of(declarations<target>{}, version);
                typename declarations<target>::array{file, to.offset, to.count, which}.visit(which, use);
            }
        }
    }
};
// Calls use(records) for each list of records that refer to lists, see for_each_reference(). `of`: a header, or a part
// of a skeleton, in `file`.
template <class Lists, class Use>
EFFIGY_INLINE constexpr void for_each_record_range(const Lists& of, byte_view file, std::uint32_t version, Use&& use) {
    Lists::template fields<Lists>(record_range_visitor<Lists, std::remove_reference_t<Use>>{of, file, version, use});
}

// Returns the size of a model and of its joined files, in bytes.
[[nodiscard]] inline std::uint64_t bytes_of(const m2::model& from) noexcept {
    std::uint64_t out = 0;
    for (const companion& one : from.companions()) {
        out += std::span<const std::byte>{one.bytes}.size();
    }
    return out + from.file().size();
}

}}}} // namespace effigy::v0::m2::impl
