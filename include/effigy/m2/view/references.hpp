// Following references in records: which fields are references, and their names in the specification.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/core/static_text.hpp>
#include <effigy/m2/fields.hpp>
#include <effigy/m2/view/model.hpp>

namespace effigy::inline v0::m2::impl {

// ---- fields that refer to lists ------------------------------------------------------------------------------------

template <class T> inline constexpr bool is_timeline_track = false;
template <form F> inline constexpr bool is_timeline_track<basic_event_track_header<F>> = true;
template <class T, form F> inline constexpr bool is_timeline_track<basic_track_header<T, F>> = true;

// Lists of lists, from version 264 on.
template <class T> inline constexpr bool is_listed_track = false;
template <form F> inline constexpr bool is_listed_track<basic_event_track_header_264<F>> = true;
template <class T, form F> inline constexpr bool is_listed_track<basic_track_header_264<T, F>> = true;

template <class T> inline constexpr bool is_life_track = false;
template <class T, form F> inline constexpr bool is_life_track<basic_life_track_header<T, F>> = true;

template <class T> inline constexpr bool is_track = is_timeline_track<T> || is_listed_track<T> || is_life_track<T>;

// The declarations of a list's elements: the type in the reference, and those of later versions.
template <class Record> struct declarations {
    using list = list_of<Record>;
    [[nodiscard]] static constexpr std::size_t of(std::uint32_t) noexcept { return 0; }
};
template <class... Records> struct several_declarations {
    using list = list_of<Records...>;
    [[nodiscard]] static constexpr std::size_t of(std::uint32_t version) noexcept {
        return declaration_of<Records...>(version);
    }
};
template <form F> struct declarations<basic_bone_record<F>>
    : several_declarations<basic_bone_record<F>, basic_bone_record_260<F>> {};
template <form F> struct declarations<basic_camera_record<F, keying::by_animation>> {
    using list = list_of<basic_camera_record<F, keying::by_animation>, basic_camera_record_271<F>>;
    [[nodiscard]] static constexpr std::size_t of(std::uint32_t version) noexcept {
        return version >= first_version<basic_camera_record_271<F>> ? 1 : 0;
    }
};
template <form F> struct declarations<basic_particle_record_264<F>> {
    using list = list_of<basic_particle_record_264<F>, basic_particle_record_272<F>>;
    [[nodiscard]] static constexpr std::size_t of(std::uint32_t version) noexcept {
        return version >= first_version<basic_particle_record_272<F>> ? 1 : 0;
    }
};

// The type with which the header declares its reference to a list of `Record`: for a record of a later version, the
// record of the earlier version.
template <class Record> struct listed {
    using type = Record;
};
template <form F> struct listed<basic_bone_record_260<F>> {
    using type = basic_bone_record<F>;
};
template <form F> struct listed<basic_camera_record_271<F>> {
    using type = basic_camera_record<F, keying::by_animation>;
};
template <form F> struct listed<basic_particle_record_272<F>> {
    using type = basic_particle_record_264<F>;
};

// Whether a record refers to lists.
template <class Record> [[nodiscard]] consteval bool refers_to_lists() {
    // NOLINTNEXTLINE(misc-const-correctness)
    bool found = false;
    if constexpr (described<Record>) {
        description<Record>::template fields<Record>(
            [&]<class T, class Of>(const field&, T Of::*) { found = found || reference_to_records<T> || is_track<T>; });
    }
    return found;
}
template <class Record> inline constexpr bool refers = refers_to_lists<Record>();

// Returns the size of an element of a list, in bytes.
template <class T, form F>
[[nodiscard]] EFFIGY_INLINE constexpr std::uint64_t element_size(const array_ref<T, F>&,
                                                                 std::uint32_t version) noexcept {
    if constexpr (std::is_same_v<T, basic_submesh<F>>) {
        return submesh_size(version);
    } else {
        return declarations<T>::list::record_size(declarations<T>::of(version));
    }
}

// ---- paths ---------------------------------------------------------------------------------------------------------

using static_path = static_text<48>;

// The name of the list of `Record` in the record `Lists`.
template <class Lists, class Record> [[nodiscard]] consteval const char* list_name_in() {
    const char* name = "";
    description<Lists>::template fields<Lists>([&]<class T, class Of>(const field& of, T Of::*) {
        if constexpr (reference_to_records<T>) {
            name = std::is_same_v<typename T::target, typename listed<Record>::type> ? of.name : name;
        }
    });
    return name;
}
template <class Record, form F> [[nodiscard]] consteval std::string_view list_name() {
    const std::string_view of_264 = list_name_in<basic_header_264<F>, Record>();
    const std::string_view of_chunk = list_name_in<basic_extended_particles<F>, Record>();
    return !of_264.empty() ? of_264 : !of_chunk.empty() ? of_chunk : list_name_in<basic_header<F>, Record>();
}
// Whether a record has the lists of a whole file or chunk.
template <class Record> inline constexpr bool is_root = false;
template <form F> inline constexpr bool is_root<basic_header<F>> = true;
template <form F> inline constexpr bool is_root<basic_header_264<F>> = true;
template <form F> inline constexpr bool is_root<basic_header_combiners<F>> = true;
template <form F> inline constexpr bool is_root<basic_skin_header_shadows<F>> = true;
template <form F> inline constexpr bool is_root<basic_skeleton_header<F>> = true;
template <form F> inline constexpr bool is_root<basic_skeleton_sequences<F>> = true;
template <form F> inline constexpr bool is_root<basic_skeleton_bones<F>> = true;
template <form F> inline constexpr bool is_root<basic_skeleton_attachments<F>> = true;
template <form F> inline constexpr bool is_root<basic_extended_particles<F>> = true;
template <form F> inline constexpr bool is_root<basic_particle_geosets<F>> = true;

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
template <class Record, class File, class T, form F> [[nodiscard]] constexpr static_path
make_path(std::string_view name) {
    static_path out;
    out << File::name;
    if constexpr (!is_root<Record> && !std::is_same_v<File, in_skin>) {
        out << list_name<Record, F>() << "[].";
    }
    return out << name << (is_track<T> && !name.empty() ? "." : "");
}
template <class Record, class File, form F> [[nodiscard]] consteval auto make_paths() {
    if constexpr (is_track<Record>) { // a track as the element of a list has no name of its own
        return std::array{make_path<Record, File, Record, F>("")};
    } else {
        constexpr std::size_t count = [] {
            std::size_t fields = 0;
            description<Record>::template fields<Record>([&](const field&, auto) { ++fields; });
            return fields;
        }();
        std::array<static_path, count> out{};
        std::size_t i = 0;
        description<Record>::template fields<Record>(
            [&]<class T, class Of>(const field& of, T Of::*) { out[i++] = make_path<Record, File, T, F>(of.name); });
        return out;
    }
}
// The paths of a record's fields, by number.
template <class Record, class File, form F> inline constexpr auto paths_of = make_paths<Record, File, F>();

// ---- following -----------------------------------------------------------------------------------------------------

template <form F, class File, class Record, class Visit> struct reference_visitor {
    const Record& of;
    Visit& visit;
    std::size_t number = 0;

    template <class T, class Of> EFFIGY_INLINE constexpr void operator()(const field&, T Of::* member) {
        if constexpr (reference_to_records<T> || is_track<T>) {
            visit(of.*member, paths_of<Record, File, F>[number].chars);
        }
        ++number;
    }
};
// Calls visit(list, path) with each list of a record, and visit(track, path) with each track.
template <form F, class File = in_model, class Record, class Visit>
EFFIGY_INLINE constexpr void for_each_reference(const Record& of, Visit& visit) {
    if constexpr (is_track<Record>) {
        visit(of, paths_of<Record, File, F>[0].chars);
    } else {
        description<Record>::template fields<Record>(reference_visitor<F, File, Record, Visit>{of, visit});
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

template <form F, class Lists, class Use> struct record_range_visitor {
    const Lists& of;
    window file;
    std::uint32_t version;
    Use& use;

    template <class T, class Of> EFFIGY_INLINE constexpr void operator()(const field&, T Of::* member) const {
        if constexpr (reference_to_records<T>) {
            using target = typename T::target;
            if constexpr (refers<target>) {
                const auto& to = of.*member;
                const std::size_t which = declarations<target>::of(version);
                typename declarations<target>::list{file, to.offset, to.count, which}.visit(which, use);
            }
        }
    }
};
// Calls use(records) for each list of records that refer to lists, see for_each_reference(). `of`: a header, or a part
// of a skeleton, in `file`.
template <form F, class Lists, class Use>
EFFIGY_INLINE constexpr void for_each_record_range(const Lists& of, window file, std::uint32_t version, Use&& use) {
    description<Lists>::template fields<Lists>(
        record_range_visitor<F, Lists, std::remove_reference_t<Use>>{of, file, version, use});
}

// Returns the size of a model and of its joined files, in bytes.
template <form F> [[nodiscard]] std::uint64_t bytes_of(const basic_model<F>& from) noexcept {
    std::uint64_t out = 0;
    for (const companion& one : from.companions()) {
        out += std::span<const std::byte>{one.bytes}.size();
    }
    return out + from.file().size();
}

} // namespace effigy::inline v0::m2::impl
