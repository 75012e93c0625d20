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

// Calls visit(track, name) for the tracks of a record. The name of an event's track is empty.
template <class Record, class Visit> void for_each_track_of(Record& record, const Visit& visit) {
    std::remove_const_t<Record>::template fields<std::remove_const_t<Record>>([&](const field& of, auto member) {
        if constexpr (std::is_base_of_v<owned_timeline, std::remove_cvref_t<decltype(record.*member)>>) {
            visit(record.*member, of.name);
        }
    });
}
// The same for a bone of a version with packed rotations.
template <class Bone, class Visit> void for_each_track_of_packed(Bone& bone, const Visit& visit) {
    visit(bone.translation, "translation");
    owned_track<owned_packed_quat> rotation = packed_rotation(bone);
    visit(rotation, "rotation");
    if constexpr (!std::is_const_v<Bone>) {
        set_packed_rotation(bone, rotation);
    }
    visit(bone.scale, "scale");
}

// Calls visit(track, name) for all tracks of the bones. The visit must not add bones.
template <class Model, class Visit> void for_each_track_of_bones(Model& model, const Visit& visit) {
    const bool is_packed = model.version >= first_version<bone_record_260>;
    for (auto& bone : model.get(model.bones)) {
        if (is_packed) {
            for_each_track_of_packed(bone, visit);
        } else {
            for_each_track_of(bone, visit);
        }
    }
}
// Calls visit(track, name) for all other tracks, in the order of the header.
template <class Model, class Visit> void for_each_other_track(Model& model, const Visit& visit) {
    const auto records = [&](const auto& list) {
        for (auto& record : model.get(list)) {
            for_each_track_of(record, visit);
        }
    };
    records(model.colors);
    for (auto& weight : model.get(model.texture_weights)) {
        visit(weight, "textureWeight");
    }
    records(model.texture_transforms);
    records(model.attachments);
    records(model.events);
    records(model.lights);
    records(model.cameras);
    records(model.ribbons);
    records(model.particles);
}
template <class Model, class Visit> void for_each_track(Model& model, const Visit& visit) {
    for_each_track_of_bones(model, visit);
    for_each_other_track(model, visit);
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

}}}} // namespace effigy::v0::m2::impl
