// What decode() makes: a set of pools, one for each type. Records are those of records.hpp in the program's own form;
// they refer to each other and to their arrays by numbers, and get() follows them, as the view does in the file:
//
//     for (const owned_bone& one : owned.get(owned.bones)) {
//         use(one.parent, owned.get(one.translation.times), owned.get(one.translation.values));
#pragma once

#include <effigy/m2/fields.hpp>
#include <effigy/m2/view.hpp>
#include <effigy/pools.hpp>

namespace effigy::inline v0 {

namespace m2 {

using effigy::owned_list;
using owned_key_range = basic_key_range<form::host>;
using owned_event_track = basic_event_track_header<form::host>;
template <class T> using owned_track = basic_track_header<T, form::host>;
using owned_opacity = basic_opacity<form::host>;         // value_of<float>(one) is 0 .. 1
using owned_packed_quat = basic_packed_quat<form::host>; // value_of<float>(one) is the quaternion
using owned_bounds = basic_bounds<form::host>;
using owned_animation = basic_animation_record<form::host>;
using owned_playable = basic_playable<form::host>;
using owned_vertex = basic_vertex<form::host>;
using owned_submesh = basic_submesh<form::host>;
using owned_submesh_sorting = basic_submesh_sorting<form::host>;
using owned_batch = basic_batch<form::host>;
using owned_color = basic_color_record<form::host>;
using owned_texture = basic_texture<form::host>;
using owned_texture_transform = basic_texture_transform_record<form::host>;
using owned_material = basic_material<form::host>;
using owned_attachment = basic_attachment_record<form::host>;
using owned_event = basic_event_record<form::host>;
using owned_light = basic_light_record<form::host>;
using owned_camera = basic_camera_record<form::host>;
using owned_ribbon = basic_ribbon_record<form::host>;

// ---- what the versions have differently ----------------------------------------------------------------------------

struct owned_bone : basic_bone_header<form::host>, basic_bone_tracks<quat<form::host>, form::host> {
    std::uint32_t unknown;                          // from version 260 on
    owned_list<owned_packed_quat> packed_rotations; // from version 260 on, which have no rotation.values
};

struct owned_skin_profile : basic_skin_profile_header<form::host> {
    owned_list<owned_submesh_sorting> submesh_sortings; // from version 260 on
};

struct owned_particle : basic_particle_record<form::host> {
    m2::emission emits;  // what the bytes of `emission` mean, which are in the program's order
    bool emits_by_color; // whether these are basic_emission_263<form::host>, as in version 263, or basic_emission
};

} // namespace m2

template <> struct description<m2::owned_bone> {
    static constexpr const char* name = "bone";
    template <class... R> static constexpr void fields(auto&& visit) {
        description<m2::basic_bone_header<form::host>>::template fields<R...>(visit);
        visit("unknown", &R::unknown...);
        description<m2::basic_bone_tracks<quat<form::host>, form::host>>::template fields<R...>(visit);
        visit("packedRotations", &R::packed_rotations...);
    }
};
template <> struct description<m2::owned_skin_profile> {
    static constexpr const char* name = "skinProfile";
    template <class... R> static constexpr void fields(auto&& visit) {
        description<m2::basic_skin_profile_header<form::host>>::template fields<R...>(visit);
        visit("submeshSortings", &R::submesh_sortings...);
    }
};
template <> struct description<m2::emission> {
    static constexpr const char* name = "emission";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("blend", &R::blend...);
        visit("shape", &R::shape...);
        visit("colorIndex", &R::color_index...);
    }
};
template <> struct description<m2::owned_particle> {
    static constexpr const char* name = "particle";
    template <class... R> static constexpr void fields(auto&& visit) {
        description<m2::basic_particle_record<form::host>>::template fields<R...>(visit);
        visit("emits", &R::emits...);
        visit("emitsByColor", &R::emits_by_color...);
    }
};

// ---- the model -----------------------------------------------------------------------------------------------------

namespace m2 {

using model_pools =
    owned_pools<owned_animation, owned_playable, owned_bone, owned_vertex, owned_skin_profile, m2::palette_joints,
                owned_submesh, owned_submesh_sorting, owned_batch, owned_color, owned_texture,
                owned_track<owned_opacity>, owned_texture_transform, owned_material, owned_attachment, owned_event,
                owned_light, owned_camera, owned_ribbon, owned_particle, owned_key_range, char, std::uint8_t,
                std::uint16_t, std::int16_t, std::uint32_t, float, vec3<form::host>, quat<form::host>, owned_opacity,
                owned_packed_quat, spline_key<float>, spline_key<vec3<form::host>>>;

// With the header's fields.
struct owned_model : model_pools, basic_header<form::host> {
    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : model_pools(memory), basic_header<form::host>{} {}

    using model_pools::get;
    // Up to the first NUL; get<char>() gives all characters, as they are stored.
    [[nodiscard]] std::string_view get(const array_ref<char, form::host>& of) const noexcept {
        const std::string_view whole = get(static_cast<const owned_list<char>&>(of));
        return whole.substr(0, whole.find('\0'));
    }

    [[nodiscard]] friend bool operator==(const owned_model& a, const owned_model& b) {
        return equal(static_cast<const basic_header<form::host>&>(a),
                     static_cast<const basic_header<form::host>&>(b)) &&
               static_cast<const model_pools&>(a) == static_cast<const model_pools&>(b);
    }
};

} // namespace m2

} // namespace effigy::inline v0
