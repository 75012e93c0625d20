#include "support/tiling.hpp"

#include <effigy/core/convert.hpp>
#include <effigy/m2/fields.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::tiles;

// Records that are declared for both ways of storing keys.
template <form F, m2::keying K> consteval bool all_of_keying_tile() {
    using namespace effigy::m2;
    return tiles<basic_bone_record_260<F, K>>() && tiles<basic_color_record<F, K>>() &&
           tiles<basic_texture_transform_record<F, K>>() && tiles<basic_attachment_record<F, K>>() &&
           tiles<basic_event_record<F, K>>() && tiles<basic_light_record<F, K>>() && tiles<basic_camera_record<F, K>>();
}
template <form F> consteval bool all_in_models_tile() {
    using namespace effigy::m2;
    return tiles<basic_unknown_list<F>>() && tiles<basic_key_range<F>>() && tiles<basic_event_track_header<F>>() &&
           tiles<basic_track_header<f32<F>, F>>() && tiles<basic_event_track_header_264<F>>() &&
           tiles<basic_track_header_264<f32<F>, F>>() && tiles<basic_life_track_header<f32<F>, F>>() &&
           tiles<basic_opacity<F>>() && tiles<basic_packed_quat<F>>() && tiles<spline_key<vec3<F>>>() &&
           tiles<spline_key<f32<F>>>() && tiles<basic_bounds<F>>() && tiles<basic_animation_record<F>>() &&
           tiles<basic_animation_record_264<F>>() && tiles<basic_playable<F>>() && tiles<effigy::m2::weights>() &&
           tiles<effigy::m2::joints>() && tiles<basic_vertex<F>>() && tiles<basic_bone_record<F>>() &&
           tiles<basic_texture<F>>() && tiles<basic_material<F>>() && tiles<basic_camera_record_271<F>>() &&
           tiles<basic_ribbon_record<F>>() && tiles<basic_ribbon_record_264<F>>() && tiles<bgra8>() &&
           tiles<basic_emission<F>>() && tiles<basic_emission_263<F>>() && tiles<basic_particle_record<F>>() &&
           tiles<basic_particle_record_264<F>>() && tiles<basic_particle_record_272<F>>() && tiles<basic_header<F>>() &&
           tiles<basic_header_264<F>>() && tiles<basic_header_combiners<F>>();
}
template <form F> consteval bool all_beside_models_tile() {
    using namespace effigy::m2;
    return tiles<effigy::m2::palette_joints>() && tiles<basic_submesh<F>>() && tiles<basic_submesh_sorting<F>>() &&
           tiles<basic_batch<F>>() && tiles<basic_shadow_batch<F>>() && tiles<basic_skin_profile_header<F>>() &&
           tiles<basic_skin_header<F>>() && tiles<basic_skin_header_shadows<F>>() && tiles<basic_chunk_header<F>>() &&
           tiles<basic_animation_file<F>>() && tiles<basic_extended_particle<F>>() &&
           tiles<basic_extended_particles<F>>() && tiles<basic_particle_geosets<F>>() &&
           tiles<basic_skeleton_header<F>>() && tiles<basic_skeleton_parent<F>>() &&
           tiles<basic_skeleton_sequences<F>>() && tiles<basic_skeleton_bones<F>>() &&
           tiles<basic_skeleton_attachments<F>>();
}
template <form F> consteval bool all_tile() {
    return all_in_models_tile<F>() && all_beside_models_tile<F>() && all_of_keying_tile<F, m2::keying::timeline>() &&
           all_of_keying_tile<F, m2::keying::by_animation>();
}
static_assert(all_tile<form::little>() && all_tile<form::big>());

// The native and the host form of records without references are the same, byte by byte.
static_assert(same_bytes<m2::basic_vertex<form::native>, m2::basic_vertex<form::host>>);
static_assert(same_bytes<m2::basic_animation_record<form::native>, m2::basic_animation_record<form::host>>);
static_assert(!same_bytes<m2::basic_texture<form::native>, m2::basic_texture<form::host>>);

} // namespace
