// All tracks of an owning model.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// From version 260 on, a bone has the values of its rotation outside the track. Returns the whole track.
[[nodiscard]] inline owned_track<owned_packed_quat> packed_rotation(const owned_bone& of) noexcept {
    owned_track<owned_packed_quat> out;
    static_cast<owned_timeline&>(out) = static_cast<const owned_timeline&>(of.rotation);
    out.values = of.packed_rotations;
    out.parts = of.packed_parts;
    return out;
}
inline void set_packed_rotation(owned_bone& of, const owned_track<owned_packed_quat>& by) noexcept {
    static_cast<owned_timeline&>(of.rotation) = static_cast<const owned_timeline&>(by);
    of.packed_rotations = by.values;
    of.packed_parts = by.parts;
    if (!by.parts.empty()) {
        of.rotation.times = {}; // the parts have them
    }
}

template <class T> inline constexpr bool is_owned_track = std::is_base_of_v<owned_timeline, std::remove_const_t<T>>;

// Calls visit(list, prefix) for the lists of the header whose records have tracks, in the order of the header.
// `prefix`: of the paths of the tracks.
template <class Visit> void for_each_list_with_tracks(const Visit& visit) {
    visit(&owned_header::bones, "m2.bones[].");
    visit(&owned_header::colors, "m2.colors[].");
    visit(&owned_header::texture_weights, "m2.");
    visit(&owned_header::texture_transforms, "m2.textureTransforms[].");
    visit(&owned_header::attachments, "m2.attachments[].");
    visit(&owned_header::events, "m2.events[].");
    visit(&owned_header::lights, "m2.lights[].");
    visit(&owned_header::cameras, "m2.cameras[].");
    visit(&owned_header::ribbons, "m2.ribbons[].");
    visit(&owned_header::particles, "m2.particles[].");
}

template <class Bone, class Visit>
void visit_packed_rotation(Bone& bone, const std::remove_const_t<Bone>* other, const Visit& visit) {
    owned_track<owned_packed_quat> track = packed_rotation(bone), other_track;
    if (other != nullptr) {
        other_track = packed_rotation(*other);
    }
    visit(track, other != nullptr ? &std::as_const(other_track) : nullptr, "rotation");
    if constexpr (!std::is_const_v<Bone>) {
        set_packed_rotation(bone, track);
    }
}
// Calls visit(track, other, name) for the tracks of a record; `other` is the same track of another record, or null if
// there is none. The name is the end of the track's path.
template <class Record, class Visit>
void for_each_pair_of_tracks(Record& record, const std::remove_const_t<Record>* other, bool is_packed,
                             const Visit& visit) {
    using plain = std::remove_const_t<Record>;
    const auto each = [&](auto member, const char* name) {
        visit(record.*member, other != nullptr ? &(other->*member) : nullptr, name);
    };
    if constexpr (is_owned_track<plain>) {
        visit(record, other, "textureWeights[]");
    } else {
        plain::template fields<plain>([&](const field& of, auto member) {
            using track_type = std::remove_cvref_t<decltype(record.*member)>;
            if constexpr (is_owned_track<track_type>) {
                if constexpr (std::is_same_v<plain, owned_bone> &&
                              std::is_same_v<track_type, owned_track<quat<form::host>>>) {
                    if (is_packed) {
                        return visit_packed_rotation(record, other, visit);
                    }
                }
                each(member, std::string_view{of.name}.empty() ? "times" : of.name); // that of an event is its times
            }
        });
    }
}

// Calls visit(track, name) for the tracks of a record.
template <class Record, class Visit> void for_each_track_of(Record& record, const Visit& visit) {
    for_each_pair_of_tracks(record, nullptr, false,
                            [&](auto& track, const auto*, const char* name) { visit(track, name); });
}
// The same for a bone of a version with packed rotations.
template <class Bone, class Visit> void for_each_track_of_packed(Bone& bone, const Visit& visit) {
    for_each_pair_of_tracks(bone, nullptr, true,
                            [&](auto& track, const auto*, const char* name) { visit(track, name); });
}

// Calls visit(track, other, name) for all tracks of a model. `other` is the track of `from`, null if that does not have
// as many records of this kind. The visit must not add records that have tracks.
template <class Model, class Visit> void for_each_track_beside(Model& model, const owned_model& from,
                                                               const Visit& visit) {
    const bool is_packed = model.version >= first_version<bone_record_260>;
    for_each_list_with_tracks([&](auto list, const char*) {
        const auto records = model.get(model.*list);
        const auto others = from.get(from.*list);
        for (std::size_t i = 0; i < records.size(); ++i) {
            for_each_pair_of_tracks(records[i], others.size() == records.size() ? &others[i] : nullptr, is_packed,
                                    visit);
        }
    });
}
// Calls visit(track, name).
template <class Model, class Visit> void for_each_track(Model& model, const Visit& visit) {
    for_each_track_beside(model, model, [&](auto& track, const auto*, const char* name) { visit(track, name); });
}

template <class Track> inline constexpr bool is_event_track =
    std::is_same_v<std::remove_cv_t<Track>, owned_event_track>;

// Returns the largest number of keys that a track has for an animation: before version 264, of all its keys. Keys in
// files that were not joined count.
template <class Track> [[nodiscard]] std::size_t most_keys(const owned_model& in, const Track& of) noexcept {
    std::size_t out = of.parts.empty() ? of.times.count : 0;
    const auto see = [&](std::size_t count) { out = count > out ? count : out; };
    for (const auto& part : in.get(of.parts)) {
        see(part.times.count);
    }
    for (const owned_missing_keys& keys : in.get(of.missing)) {
        see(keys.times.count);
    }
    return out;
}

// Whether a bone has keys.
[[nodiscard]] inline bool bone_has_keys(const owned_model& in, const owned_bone& bone) noexcept {
    bool out = false;
    const auto see = [&](const auto& track, const char*) { out = out || most_keys(in, track) != 0; };
    if (in.version >= first_version<bone_record_260>) {
        for_each_track_of_packed(bone, see);
    } else {
        for_each_track_of(bone, see);
    }
    return out;
}

}}}} // namespace effigy::v0::m2::impl
