// Bones, cameras, ribbons and all tracks in another version.
#pragma once

#include <effigy/m2/owned/convert/particles.hpp>
#include <effigy/m2/owned/convert/tracks.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

template <class = when_used> class part_converter {
public:
    part_converter(const owned_model& from, owned_model& made, const animation_plan<>& plan, conversion_report& report)
        : from_(from), made_(made), report_(report), tracks_(from, made, plan, report) {}

    void convert() {
        for_each_list_with_tracks([this](auto list, const char* prefix) {
            std::uint32_t number = 0;
            for (auto& one : made_.get(made_.*list)) {
                convert(one, prefix, number++);
            }
        });
    }

private:
    [[nodiscard]] static bool is_since(std::uint32_t first, const owned_model& of) noexcept {
        return of.version >= first;
    }
    template <class Record> void convert(Record& record, const char* prefix, std::uint32_t number) {
        for_each_track_of(record, [&](auto& track, const char* name) { convert(track, prefix, name, number); });
        finish(record, number);
    }
    template <class Track> void convert(Track& track, const char* prefix, const char* name, std::uint32_t number) {
        const Track before = track;
        tracks_.convert(before, track, place_in(prefix, name, number));
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    void convert(owned_bone& bone, const char* prefix, std::uint32_t number) {
        constexpr std::uint32_t first_packed = first_version<bone_record_260>;
        const bool was_packed = is_since(first_packed, from_), is_packed = is_since(first_packed, made_);
        convert(bone.translation, prefix, "translation", number);
        if (was_packed && is_packed) {
            take_rotation<owned_packed_quat>(bone, packed_rotation(bone), number);
        } else if (was_packed) {
            take_rotation<quat<form::host>>(bone, packed_rotation(bone), number);
        } else if (is_packed) {
            report_.lost_if(!bone.rotation.values.empty(), odd::convert_rotation, place_in(prefix, "rotation", number));
            take_rotation<owned_packed_quat>(bone, owned_track<quat<form::host>>{bone.rotation}, number);
        } else {
            convert(bone.rotation, prefix, "rotation", number);
        }
        convert(bone.scale, prefix, "scale", number);
        // The name of the bone is unknown.
        const bool had_number = was_packed, has_number = is_packed;
        report_.lost_if(had_number ? !has_number && bone.unknown != 0 : is_since(first_lists, made_), odd::convert_bone,
                        place_in(prefix, "unknown", number));
        bone.unknown = has_number ? bone.unknown : 0;
    }
    template <class To, class From>
    void take_rotation(owned_bone& bone, const owned_track<From>& before, std::uint32_t number) {
        owned_track<To> after;
        tracks_.convert(before, after, place_in("m2.bones[].", "rotation", number));
        bone.rotation = {};
        bone.packed_rotations = {};
        bone.packed_parts = {};
        if constexpr (std::is_same_v<To, owned_packed_quat>) {
            set_packed_rotation(bone, after);
        } else {
            bone.rotation = after;
        }
    }

    // ---- what else changes -----------------------------------------------------------------------------------------

    static void finish(const auto&, std::uint32_t) noexcept {}
    void finish(owned_ribbon& ribbon, std::uint32_t number) const {
        if (made_.version <
            first_version<particle_record_272>) { // later, there are two numbers in the padding (readers)
            report_.lost_if(ribbon.padding != 0, odd::convert_ribbon, place_in("m2.ribbons[].", "padding", number));
            ribbon.padding = 0;
        }
        if (!is_since(first_lists, made_)) {
            report_.lost_if(ribbon.priority_plane != 0, odd::convert_ribbon,
                            place_in("m2.ribbons[].", "priorityPlane", number));
            ribbon.priority_plane = 0;
        }
    }
    void finish(owned_particle& particle, std::uint32_t number) {
        particle_converter<>{from_, made_, report_}.convert(particle, number);
    }
    void finish(owned_camera& camera, std::uint32_t number) {
        constexpr std::uint32_t first_track = first_version<camera_record_271>;
        const bool had_track = is_since(first_track, from_), has_track = is_since(first_track, made_);
        if (!had_track && has_track) {
            const spline_key<float> key{camera.diagonal_field_of_view, 0, 0};
            owned_keys<spline_key<float>> part;
            made_.template set<std::uint32_t>(part.times, {0});
            made_.template set<spline_key<float>>(part.values, {key});
            camera.field_of_view = {};
            camera.field_of_view.global_sequence = -1;
            camera.field_of_view.times = part.times;
            camera.field_of_view.values = part.values;
            made_.template set<owned_keys<spline_key<float>>>(camera.field_of_view.parts, {part});
            camera.diagonal_field_of_view = 0;
        } else if (had_track && !has_track) {
            const auto angles =
                from_.template get<spline_key<float>>(from_.get(from_.cameras)[number].field_of_view.values);
            // Without a field of view: those that public converters choose.
            constexpr float of_portraits = 0.7F, of_others = 0.97F;
            camera.diagonal_field_of_view = !angles.empty()                        ? angles[0].value
                                            : camera.type == camera_type::portrait ? of_portraits
                                                                                   : of_others;
            bool changes = false;
            for (const spline_key<float>& each : angles) {
                changes = changes || each.value != angles[0].value;
            }
            const location at = place_in("m2.cameras[].", "fieldOfView", number);
            report_.lost_if(changes, odd::convert_camera, at);
            report_.lost_if(angles.empty(), odd::convert_camera_angle, at);
            camera.field_of_view = {};
        }
    }

    static constexpr std::uint32_t first_lists = first_version<model_header_264>;

    const owned_model& from_;
    owned_model& made_;
    conversion_report& report_;
    track_converter<> tracks_;
};

}}}} // namespace effigy::v0::m2::impl
