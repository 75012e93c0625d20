// What each record refers to, and what the specification calls it: one table for whoever follows all of it.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/m2/records.hpp>

namespace effigy::inline v0::m2::impl {

// Calls visit(list, path) or visit(list, path, size of an element) with each list, and visit(track, path) with each
// track, whose path ends in a dot: the track's lists are its ranges, times and values.
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_header<F>& of, const record_layout& version, Visit& visit) {
    visit(of.name, "m2.name");
    visit(of.global_sequences, "m2.globalSequences");
    visit(of.animations, "m2.animations");
    visit(of.animation_lookup, "m2.animationLookup");
    visit(of.playable_lookup, "m2.playableLookup");
    visit(of.bones, "m2.bones", version.bone_size);
    visit(of.key_bone_lookup, "m2.keyBoneLookup");
    visit(of.vertices, "m2.vertices");
    visit(of.skin_profiles, "m2.skinProfiles");
    visit(of.colors, "m2.colors");
    visit(of.textures, "m2.textures");
    visit(of.texture_weights, "m2.textureWeights");
    visit(of.texture_transforms, "m2.textureTransforms");
    visit(of.replaceable_lookup, "m2.replaceableLookup");
    visit(of.materials, "m2.materials");
    visit(of.bone_lookup, "m2.boneLookup");
    visit(of.texture_lookup, "m2.textureLookup");
    visit(of.texture_unit_lookup, "m2.textureUnitLookup");
    visit(of.texture_weight_lookup, "m2.textureWeightLookup");
    visit(of.texture_transform_lookup, "m2.textureTransformLookup");
    visit(of.collision_triangles, "m2.collisionTriangles");
    visit(of.collision_vertices, "m2.collisionVertices");
    visit(of.collision_normals, "m2.collisionNormals");
    visit(of.attachments, "m2.attachments");
    visit(of.attachment_lookup, "m2.attachmentLookup");
    visit(of.events, "m2.events");
    visit(of.lights, "m2.lights");
    visit(of.cameras, "m2.cameras");
    visit(of.camera_lookup, "m2.cameraLookup");
    visit(of.ribbons, "m2.ribbons");
    visit(of.particles, "m2.particles");
}
template <class Rotation, form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_bone_tracks<Rotation, F>& of, const record_layout&, Visit& visit) {
    visit(of.translation, "m2.bones[].translation.");
    visit(of.rotation, "m2.bones[].rotation.");
    visit(of.scale, "m2.bones[].scale.");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_skin_profile_header<F>& of, const record_layout& version,
                                      Visit& visit) {
    visit(of.vertex_lookup, "m2.skinProfiles[].vertexLookup");
    visit(of.triangles, "m2.skinProfiles[].triangles");
    visit(of.palette_joints, "m2.skinProfiles[].paletteJoints");
    visit(of.submeshes, "m2.skinProfiles[].submeshes", version.submesh_size);
    visit(of.batches, "m2.skinProfiles[].batches");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_color_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.rgb, "m2.colors[].rgb.");
    visit(of.alpha, "m2.colors[].alpha.");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_texture<F>& of, const record_layout&, Visit& visit) {
    visit(of.name, "m2.textures[].name");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_track_header<basic_opacity<F>, F>& weight, const record_layout&,
                                      Visit& visit) {
    visit(weight, "m2.textureWeights[].");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_texture_transform_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.translation, "m2.textureTransforms[].translation.");
    visit(of.rotation, "m2.textureTransforms[].rotation.");
    visit(of.scale, "m2.textureTransforms[].scale.");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_attachment_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.visible, "m2.attachments[].visible.");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_event_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.times, "m2.events[].");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_light_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.ambient_color, "m2.lights[].ambientColor.");
    visit(of.ambient_intensity, "m2.lights[].ambientIntensity.");
    visit(of.diffuse_color, "m2.lights[].diffuseColor.");
    visit(of.diffuse_intensity, "m2.lights[].diffuseIntensity.");
    visit(of.attenuation_start, "m2.lights[].attenuationStart.");
    visit(of.attenuation_end, "m2.lights[].attenuationEnd.");
    visit(of.visible, "m2.lights[].visible.");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_camera_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.position, "m2.cameras[].position.");
    visit(of.target, "m2.cameras[].target.");
    visit(of.roll, "m2.cameras[].roll.");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_ribbon_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.textures, "m2.ribbons[].textures");
    visit(of.materials, "m2.ribbons[].materials");
    visit(of.color, "m2.ribbons[].color.");
    visit(of.alpha, "m2.ribbons[].alpha.");
    visit(of.height_above, "m2.ribbons[].heightAbove.");
    visit(of.height_below, "m2.ribbons[].heightBelow.");
    visit(of.slot, "m2.ribbons[].slot.");
    visit(of.visible, "m2.ribbons[].visible.");
}
template <form F, class Visit>
EFFIGY_INLINE void for_each_reference(const basic_particle_record<F>& of, const record_layout&, Visit& visit) {
    visit(of.model, "m2.particles[].model");
    visit(of.recursion_model, "m2.particles[].recursionModel");
    constexpr const char* paths[particle_track_count] = {
        "m2.particles[].speed.",           "m2.particles[].speedVariation.", "m2.particles[].verticalRange.",
        "m2.particles[].horizontalRange.", "m2.particles[].gravity.",        "m2.particles[].lifespan.",
        "m2.particles[].emissionRate.",    "m2.particles[].areaLength.",     "m2.particles[].areaWidth.",
        "m2.particles[].zSource."};
    for (std::size_t i = 0; i < particle_track_count; ++i) {
        visit(of.tracks[i], paths[i]);
    }
    visit(of.spline_points, "m2.particles[].splinePoints");
    visit(of.enabled, "m2.particles[].enabled.");
}

} // namespace effigy::inline v0::m2::impl
