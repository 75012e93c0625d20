// The names and roles of the records' fields. open() uses these descriptions to follow references, so the descriptions
// of records with references are inlined.
#pragma once

#include <effigy/m2/fields/attached.hpp>
#include <effigy/m2/fields/mesh.hpp>
#include <effigy/m2/fields/skeleton.hpp>
#include <effigy/m2/records.hpp>

namespace effigy::inline v0 {

template <form F> struct description<m2::basic_header<F>> {
    static constexpr const char* name = "header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"magic", role::constant}, &R::magic...);
        visit("version", &R::version...);
        visit("name", &R::name...);
        visit("globalFlags", &R::flags...);
        visit("globalSequences", &R::global_sequences...);
        visit("animations", &R::animations...);
        visit("animationLookup", &R::animation_lookup...);
        visit("playableLookup", &R::playable_lookup...);
        visit("bones", &R::bones...);
        visit("keyBoneLookup", &R::key_bone_lookup...);
        visit("vertices", &R::vertices...);
        visit("skinProfiles", &R::skin_profiles...);
        visit("colors", &R::colors...);
        visit("textures", &R::textures...);
        visit("textureWeights", &R::texture_weights...);
        visit("flipbooks", &R::flipbooks...);
        visit("textureTransforms", &R::texture_transforms...);
        visit("replaceableLookup", &R::replaceable_lookup...);
        visit("materials", &R::materials...);
        visit("boneLookup", &R::bone_lookup...);
        visit("textureLookup", &R::texture_lookup...);
        visit("textureUnitLookup", &R::texture_unit_lookup...);
        visit("textureWeightLookup", &R::texture_weight_lookup...);
        visit("textureTransformLookup", &R::texture_transform_lookup...);
        visit("bounds", &R::bounds...);
        visit("collisionBounds", &R::collision_bounds...);
        visit("collisionTriangles", &R::collision_triangles...);
        visit("collisionVertices", &R::collision_vertices...);
        visit("collisionNormals", &R::collision_normals...);
        visit("attachments", &R::attachments...);
        visit("attachmentLookup", &R::attachment_lookup...);
        visit("events", &R::events...);
        visit("lights", &R::lights...);
        visit("cameras", &R::cameras...);
        visit("cameraLookup", &R::camera_lookup...);
        visit("ribbons", &R::ribbons...);
        visit("particles", &R::particles...);
    }
};
template <form F> struct description<m2::basic_header_264<F>> {
    static constexpr const char* name = "header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"magic", role::constant}, &R::magic...);
        visit("version", &R::version...);
        visit("name", &R::name...);
        visit("globalFlags", &R::flags...);
        visit("globalSequences", &R::global_sequences...);
        visit("animations", &R::animations...);
        visit("animationLookup", &R::animation_lookup...);
        visit("bones", &R::bones...);
        visit("keyBoneLookup", &R::key_bone_lookup...);
        visit("vertices", &R::vertices...);
        visit("skinProfileCount", &R::skin_profile_count...);
        visit("colors", &R::colors...);
        visit("textures", &R::textures...);
        visit("textureWeights", &R::texture_weights...);
        visit("textureTransforms", &R::texture_transforms...);
        visit("replaceableLookup", &R::replaceable_lookup...);
        visit("materials", &R::materials...);
        visit("boneLookup", &R::bone_lookup...);
        visit("textureLookup", &R::texture_lookup...);
        visit("textureUnitLookup", &R::texture_unit_lookup...);
        visit("textureWeightLookup", &R::texture_weight_lookup...);
        visit("textureTransformLookup", &R::texture_transform_lookup...);
        visit("bounds", &R::bounds...);
        visit("collisionBounds", &R::collision_bounds...);
        visit("collisionTriangles", &R::collision_triangles...);
        visit("collisionVertices", &R::collision_vertices...);
        visit("collisionNormals", &R::collision_normals...);
        visit("attachments", &R::attachments...);
        visit("attachmentLookup", &R::attachment_lookup...);
        visit("events", &R::events...);
        visit("lights", &R::lights...);
        visit("cameras", &R::cameras...);
        visit("cameraLookup", &R::camera_lookup...);
        visit("ribbons", &R::ribbons...);
        visit("particles", &R::particles...);
    }
};
template <form F> struct description<m2::basic_header_combiners<F>> {
    static constexpr const char* name = "headerCombiners";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("textureCombinerCombos", &R::texture_combiner_combos...);
    }
};
template <form F> struct description<m2::basic_chunk_header<F>> {
    static constexpr const char* name = "chunkHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit({"size", role::reference}, &R::size...);
    }
};
template <form F> struct description<m2::basic_animation_file<F>> {
    static constexpr const char* name = "animationFile";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("variation", &R::variation...);
        visit("file", &R::file...);
    }
};
template <form F> struct description<m2::basic_extended_particle<F>> {
    static constexpr const char* name = "extendedParticle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("zSource", &R::z_source...);
        visit("colorMultiplier", &R::color_multiplier...);
        visit("alphaMultiplier", &R::alpha_multiplier...);
        visit("cutoff", &R::cutoff...);
    }
};
template <form F> struct description<m2::basic_extended_particles<F>> {
    static constexpr const char* name = "extendedParticles";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("particleExtensions", &R::particles...);
    }
};
template <form F> struct description<m2::basic_particle_geosets<F>> {
    static constexpr const char* name = "particleGeosets";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("particleGeosets", &R::geosets...);
    }
};
template <form F> struct description<m2::basic_skeleton_header<F>> {
    static constexpr const char* name = "skeletonHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("name", &R::name...);
        visit("unknown", &R::unknown...);
    }
};
template <form F> struct description<m2::basic_skeleton_parent<F>> {
    static constexpr const char* name = "skeletonParent";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("unknown", &R::unknown...);
        visit("file", &R::file...);
        visit("unknown2", &R::unknown_2...);
    }
};
template <form F> struct description<m2::basic_skeleton_sequences<F>> {
    static constexpr const char* name = "skeletonSequences";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("globalSequences", &R::global_sequences...);
        visit("animations", &R::animations...);
        visit("animationLookup", &R::animation_lookup...);
    }
};
template <form F> struct description<m2::basic_skeleton_bones<F>> {
    static constexpr const char* name = "skeletonBones";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("bones", &R::bones...);
        visit("keyBoneLookup", &R::key_bone_lookup...);
    }
};
template <form F> struct description<m2::basic_skeleton_attachments<F>> {
    static constexpr const char* name = "skeletonAttachments";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("attachments", &R::attachments...);
        visit("attachmentLookup", &R::attachment_lookup...);
    }
};

} // namespace effigy::inline v0
