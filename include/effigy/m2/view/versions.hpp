// The declarations that each kind of record has had, the oldest first. first_version tells since when one applies.
#pragma once

#include <effigy/core/versioned.hpp>
#include <effigy/m2/records.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

using header_versions = record_versions<model_header, model_header_264>;
using animation_versions = record_versions<animation_record, animation_record_264>;
using bone_versions = record_versions<bone_record, bone_record_260, bone_record_264>;
using color_versions = record_versions<color_record, color_record_264>;
using texture_transform_versions = record_versions<texture_transform_record, texture_transform_record_264>;
using attachment_versions = record_versions<attachment_record, attachment_record_264>;
using event_versions = record_versions<event_record, event_record_264>;
using light_versions = record_versions<light_record, light_record_264>;
using camera_versions = record_versions<camera_record, camera_record_264, camera_record_271>;
using ribbon_versions = record_versions<ribbon_record, ribbon_record_264>;
using particle_versions = record_versions<particle_record, particle_record_264, particle_record_272>;
template <class T> using track_versions = record_versions<track_header<T>, track_header_264<T>>;

namespace impl {

// The list that a record is in; a list of its own, if it has one declaration only.
template <class Record, class... Lists> struct list_with {
    using type = record_versions<Record>;
};
template <class Record, class... Records, class... Lists>
    requires(std::same_as<Record, Records> || ...)
struct list_with<Record, record_versions<Records...>, Lists...> {
    using type = record_versions<Records...>;
};
template <class Record, class List, class... Lists>
struct list_with<Record, List, Lists...> : list_with<Record, Lists...> {};
template <class Record>
using versions_of = typename list_with<Record, animation_versions, bone_versions, color_versions,
                                       texture_transform_versions, attachment_versions, event_versions, light_versions,
                                       camera_versions, ribbon_versions, particle_versions>::type;

template <class First, class... Later> First oldest_in(record_versions<First, Later...>);
// The oldest declaration of a record.
template <class Record> using oldest_of = decltype(oldest_in(versions_of<Record>{}));

template <std::size_t N> [[nodiscard]] consteval bool ascends(const std::uint32_t (&versions)[N]) {
    bool out = true;
    for (std::size_t i = 1; i < N; ++i) {
        out = out && versions[i - 1] < versions[i];
    }
    return out;
}
// Returns the index of the declaration that `version` uses.
template <class First, class... Later>
[[nodiscard]] EFFIGY_INLINE constexpr std::size_t declaration_of(record_versions<First, Later...>,
                                                                 [[maybe_unused]] std::uint32_t version) noexcept {
    static_assert(ascends({first_version<First>, first_version<Later>...}),
                  "each declaration has a `since` above that of the one before");
    // NOLINTNEXTLINE(misc-const-correctness)
    std::size_t which = 0;
    ((which += first_version<Later> <= version ? 1U : 0U), ...);
    return which;
}

} // namespace impl

}}} // namespace effigy::v0::m2
