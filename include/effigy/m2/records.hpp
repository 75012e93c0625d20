// World of Warcraft M2, versions 256 .. 274: the structs exactly as the file stores them.
// Sources: the wowdev wiki of 2008 ("document"), corrected and completed by 240 client, converted and generated files
// ("measured") and by the source code of other programs ("readers"). Offsets count from the first byte of the file or
// of the chunk. A field with two offsets has the second one from version 264 on.
#pragma once

#include <effigy/core/role.hpp>
#include <effigy/m2/records/attached.hpp>
#include <effigy/m2/records/mesh.hpp>
#include <effigy/m2/records/skeleton.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// ---- the header ----------------------------------------------------------------------------------------------------

enum model_flags : std::uint32_t {
    model_tilts_x = 1,
    model_tilts_y = 2,
    model_has_combiners = 8, // from version 264 on: basic_header_combiners follows the header
};

namespace impl {

// The fields of every declaration of the header, in the order of the file.
template <class Of, class... R> constexpr void header_fields(auto&& visit) {
    visit({"magic", role::constant}, &R::magic...);
    visit("version", &R::version...);
    visit("name", &R::name...);
    visit("globalFlags", &R::flags...);
    visit("globalSequences", &R::global_sequences...);
    visit("animations", &R::animations...);
    visit("animationLookup", &R::animation_lookup...);
    if constexpr (requires { &Of::playable_lookup; }) {
        visit("playableLookup", &R::playable_lookup...);
    }
    visit("bones", &R::bones...);
    visit("keyBoneLookup", &R::key_bone_lookup...);
    visit("vertices", &R::vertices...);
    if constexpr (requires { &Of::skin_profiles; }) {
        visit("skinProfiles", &R::skin_profiles...);
    } else {
        visit("skinProfileCount", &R::skin_profile_count...);
    }
    visit("colors", &R::colors...);
    visit("textures", &R::textures...);
    visit("textureWeights", &R::texture_weights...);
    if constexpr (requires { &Of::flipbooks; }) {
        visit("flipbooks", &R::flipbooks...);
    }
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

} // namespace impl

// Versions 256 .. 263.
template <form F = form::little> struct basic_header {
    text<4> magic;                                            // 0x000  "MD20"
    u32<F> version{};                                         // 0x004  256 to 263
    array_ref<char, F> name;                                  // 0x008  the count includes its NUL
    u32<F> flags{};                                           // 0x010  model_flags; unknown bits occur
    array_ref<u32<F>, F> global_sequences;                    // 0x014  lengths of loops, milliseconds
    array_ref<basic_animation_record<F>, F> animations;       // 0x01C
    array_ref<i16<F>, F> animation_lookup;                    // 0x024  [animation id]: number of an animation; -1: none
    array_ref<basic_playable<F>, F> playable_lookup;          // 0x02C  [animation id]: what to play instead
    array_ref<basic_bone_record<F>, F> bones;                 // 0x034  of 0x6C bytes, from 260 on 0x70
    array_ref<i16<F>, F> key_bone_lookup;                     // 0x03C  [key bone id]: number of a bone; -1: none
    array_ref<basic_vertex<F>, F> vertices;                   // 0x044
    array_ref<basic_skin_profile_header<F>, F> skin_profiles; // 0x04C  four in client files, 1 to 4 in converted ones
    array_ref<basic_color_record<F>, F> colors;               // 0x054
    array_ref<basic_texture<F>, F> textures;                  // 0x05C
    array_ref<basic_track_header<basic_opacity<F>, F>, F> texture_weights; // 0x064  opacities
    basic_unknown_list<F> flipbooks; // 0x06C  empty in every file; element size unknown; not read
    array_ref<basic_texture_transform_record<F>, F> texture_transforms; // 0x074
    array_ref<i16<F>, F> replaceable_lookup;              // 0x07C  [texture type]: number of a texture; -1: none
    array_ref<basic_material<F>, F> materials;            // 0x084
    array_ref<u16<F>, F> bone_lookup;                     // 0x08C  numbers of bones: the submeshes' palettes
    array_ref<i16<F>, F> texture_lookup;                  // 0x094  numbers of textures
    array_ref<i16<F>, F> texture_unit_lookup;             // 0x09C  texture coordinate set 0 or 1; -1: environment map
    array_ref<i16<F>, F> texture_weight_lookup;           // 0x0A4  numbers of texture weights
    array_ref<i16<F>, F> texture_transform_lookup;        // 0x0AC  numbers of texture transforms; -1: none
    basic_bounds<F> bounds;                               // 0x0B4  of the animated model
    basic_bounds<F> collision_bounds;                     // 0x0D0  of the collision mesh
    array_ref<u16<F>, F> collision_triangles;             // 0x0EC  numbers of collision vertices, three per triangle
    array_ref<vec3<F>, F> collision_vertices;             // 0x0F4
    array_ref<vec3<F>, F> collision_normals;              // 0x0FC  one per triangle
    array_ref<basic_attachment_record<F>, F> attachments; // 0x104
    array_ref<i16<F>, F> attachment_lookup;               // 0x10C  [attachment id]: number of an attachment; -1: none
    array_ref<basic_event_record<F>, F> events;           // 0x114  attachments in the document
    array_ref<basic_light_record<F>, F> lights;           // 0x11C
    array_ref<basic_camera_record<F>, F> cameras;         // 0x124
    array_ref<i16<F>, F> camera_lookup;                   // 0x12C  [camera type]: number of a camera; -1: none
    array_ref<basic_ribbon_record<F>, F> ribbons;         // 0x134
    array_ref<basic_particle_record<F>, F> particles;     // 0x13C

    static constexpr const char* record_name = "header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        impl::header_fields<basic_header, R...>(visit);
    }
};
using model_header = basic_header<>;
static_assert(wire<model_header> && sizeof(model_header) == 0x144);

// From version 264 on.
template <form F = form::little> struct basic_header_264 {
    text<4> magic;                                          // 0x000  "MD20"
    u32<F> version;                                         // 0x004  264 to 274
    array_ref<char, F> name;                                // 0x008  the count includes its NUL
    u32<F> flags;                                           // 0x010  model_flags; unknown bits occur
    array_ref<u32<F>, F> global_sequences;                  // 0x014  lengths of loops, milliseconds
    array_ref<basic_animation_record_264<F>, F> animations; // 0x01C
    array_ref<i16<F>, F> animation_lookup;                  // 0x024  hash table: numbers of animations; negative: none
    array_ref<basic_bone_record_264<F>, F> bones;           // 0x02C
    array_ref<i16<F>, F> key_bone_lookup;                   // 0x034  [key bone id]: number of a bone; -1: none
    array_ref<basic_vertex<F>, F> vertices;                 // 0x03C
    u32<F> skin_profile_count;                              // 0x044  each is a .skin file
    array_ref<basic_color_record<F, keying::by_animation>, F> colors;                         // 0x048
    array_ref<basic_texture<F>, F> textures;                                                  // 0x050
    array_ref<basic_track_header_264<basic_opacity<F>, F>, F> texture_weights;                // 0x058  opacities
    array_ref<basic_texture_transform_record<F, keying::by_animation>, F> texture_transforms; // 0x060
    array_ref<i16<F>, F> replaceable_lookup;       // 0x068  [texture type]: number of a texture; -1: none
    array_ref<basic_material<F>, F> materials;     // 0x070
    array_ref<u16<F>, F> bone_lookup;              // 0x078  numbers of bones: the submeshes' palettes
    array_ref<i16<F>, F> texture_lookup;           // 0x080  numbers of textures
    array_ref<i16<F>, F> texture_unit_lookup;      // 0x088  texture coordinate set 0 or 1; -1: environment map
    array_ref<i16<F>, F> texture_weight_lookup;    // 0x090  numbers of texture weights
    array_ref<i16<F>, F> texture_transform_lookup; // 0x098  numbers of texture transforms; -1: none
    basic_bounds<F> bounds;                        // 0x0A0  of the animated model
    basic_bounds<F> collision_bounds;              // 0x0BC  of the collision mesh
    array_ref<u16<F>, F> collision_triangles;      // 0x0D8  numbers of collision vertices, three per triangle
    array_ref<vec3<F>, F> collision_vertices;      // 0x0E0
    array_ref<vec3<F>, F> collision_normals;       // 0x0E8  one per triangle
    array_ref<basic_attachment_record<F, keying::by_animation>, F> attachments; // 0x0F0
    array_ref<i16<F>, F> attachment_lookup; // 0x0F8  [attachment id]: number of an attachment; -1: none
    array_ref<basic_event_record<F, keying::by_animation>, F> events;   // 0x100
    array_ref<basic_light_record<F, keying::by_animation>, F> lights;   // 0x108
    array_ref<basic_camera_record<F, keying::by_animation>, F> cameras; // 0x110  of 0x64 bytes, from 271 on 0x74
    array_ref<i16<F>, F> camera_lookup;                   // 0x118  [camera type]: number of a camera; -1: none
    array_ref<basic_ribbon_record_264<F>, F> ribbons;     // 0x120
    array_ref<basic_particle_record_264<F>, F> particles; // 0x128  of 0x1DC bytes, from 272 on 0x1EC

    static constexpr std::uint32_t since = 264;
    static constexpr const char* record_name = "header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        impl::header_fields<basic_header_264, R...>(visit);
    }
};
using model_header_264 = basic_header_264<>;
static_assert(wire<model_header_264> && sizeof(model_header_264) == 0x130);

// Follows the header of a model with the flag model_has_combiners.
template <form F = form::little> struct basic_header_combiners {
    array_ref<u16<F>, F> texture_combiner_combos; // 0x130  a batch's shader, if it is below 0x8000, is the number
                                                  //        of the batch's first entry [readers]

    static constexpr const char* record_name = "headerCombiners";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("textureCombinerCombos", &R::texture_combiner_combos...);
    }
};
using header_combiners = basic_header_combiners<>;
static_assert(wire<header_combiners> && sizeof(header_combiners) == 0x08);

// ---- chunks --------------------------------------------------------------------------------------------------------
// No available file has chunks; all of this is from readers. Offsets count from the first byte after the chunk's
// header.

template <form F = form::little> struct basic_chunk_header {
    text<4> id;  // 0x00  "MD21", "TXID"
    u32<F> size; // 0x04  number of bytes that follow

    static constexpr const char* record_name = "chunkHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit({"size", role::reference}, &R::size...);
    }
};
using chunk_header = basic_chunk_header<>;
static_assert(wire<chunk_header> && sizeof(chunk_header) == 0x08);

// An entry of the chunk AFID: the file with the keys of an animation.
template <form F = form::little> struct basic_animation_file {
    u16<F> id{};        // 0x00  of the animation
    u16<F> variation{}; // 0x02
    u32<F> file{};      // 0x04  FileDataID; 0: none

    static constexpr const char* record_name = "animationFile";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("variation", &R::variation...);
        visit("file", &R::file...);
    }
};
using animation_file_record = basic_animation_file<>;
static_assert(wire<animation_file_record> && sizeof(animation_file_record) == 0x08);

// An entry of the chunk EXP2: further values of a particle emitter.
template <form F = form::little> struct basic_extended_particle {
    f32<F> z_source{};                                   // 0x00
    f32<F> color_multiplier{};                           // 0x04
    f32<F> alpha_multiplier{};                           // 0x08
    basic_life_track_header<basic_opacity<F>, F> cutoff; // 0x0C  alpha cutoff

    static constexpr const char* record_name = "extendedParticle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("zSource", &R::z_source...);
        visit("colorMultiplier", &R::color_multiplier...);
        visit("alphaMultiplier", &R::alpha_multiplier...);
        visit("cutoff", &R::cutoff...);
    }
};
using extended_particle = basic_extended_particle<>;
static_assert(wire<extended_particle> && sizeof(extended_particle) == 0x1C);

// The start of the chunk EXP2.
template <form F = form::little> struct basic_extended_particles {
    array_ref<basic_extended_particle<F>, F> particle_extensions; // 0x00  one per emitter

    static constexpr const char* record_name = "extendedParticles";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("particleExtensions", &R::particle_extensions...);
    }
};
using extended_particles = basic_extended_particles<>;
static_assert(wire<extended_particles> && sizeof(extended_particles) == 0x08);

// The start of the chunk PGD1.
template <form F = form::little> struct basic_particle_geosets {
    array_ref<u16<F>, F> particle_geosets; // 0x00  one per emitter

    static constexpr const char* record_name = "particleGeosets";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("particleGeosets", &R::particle_geosets...);
    }
};
using particle_geosets = basic_particle_geosets<>;
static_assert(wire<particle_geosets> && sizeof(particle_geosets) == 0x08);

// The start of the chunk SKL1 of a .skel.
template <form F = form::little> struct basic_skeleton_header {
    u32<F> flags;            // 0x00  0x100
    array_ref<char, F> name; // 0x04
    u8 unknown[4];           // 0x0C

    static constexpr const char* record_name = "skeletonHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("name", &R::name...);
        visit("unknown", &R::unknown...);
    }
};
using skeleton_header = basic_skeleton_header<>;
static_assert(wire<skeleton_header> && sizeof(skeleton_header) == 0x10);

// The start of the chunk SKPD of a .skel.
template <form F = form::little> struct basic_skeleton_parent {
    u8 unknown[8];   // 0x00
    u32<F> file;     // 0x08  FileDataID of another .skel
    u8 unknown_2[4]; // 0x0C

    static constexpr const char* record_name = "skeletonParent";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("unknown", &R::unknown...);
        visit("file", &R::file...);
        visit("unknown2", &R::unknown_2...);
    }
};
using skeleton_parent = basic_skeleton_parent<>;
static_assert(wire<skeleton_parent> && sizeof(skeleton_parent) == 0x10);

// The start of the chunk SKS1 of a .skel. The header of every version has the same three lists in this order.
template <form F = form::little> struct basic_skeleton_sequences {
    array_ref<u32<F>, F> global_sequences;                  // 0x00  lengths of loops, milliseconds
    array_ref<basic_animation_record_264<F>, F> animations; // 0x08
    array_ref<i16<F>, F> animation_lookup;                  // 0x10  hash table: numbers of animations; negative: none

    static constexpr const char* record_name = "skeletonSequences";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("globalSequences", &R::global_sequences...);
        visit("animations", &R::animations...);
        visit("animationLookup", &R::animation_lookup...);
    }
};
using skeleton_sequences = basic_skeleton_sequences<>;
static_assert(wire<skeleton_sequences> && sizeof(skeleton_sequences) == 0x18);
// The start of the chunk SKB1 of a .skel. The header of every version has the same two lists in this order.
template <form F = form::little> struct basic_skeleton_bones {
    array_ref<basic_bone_record_264<F>, F> bones; // 0x00
    array_ref<i16<F>, F> key_bone_lookup;         // 0x08  [key bone id]: number of a bone; -1: none

    static constexpr const char* record_name = "skeletonBones";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("bones", &R::bones...);
        visit("keyBoneLookup", &R::key_bone_lookup...);
    }
};
using skeleton_bones = basic_skeleton_bones<>;
static_assert(wire<skeleton_bones> && sizeof(skeleton_bones) == 0x10);
// The start of the chunk SKA1 of a .skel. The header of every version has the same two lists in this order.
template <form F = form::little> struct basic_skeleton_attachments {
    array_ref<basic_attachment_record<F, keying::by_animation>, F> attachments; // 0x00
    array_ref<i16<F>, F> attachment_lookup; // 0x08  [attachment id]: number of an attachment; -1: none

    static constexpr const char* record_name = "skeletonAttachments";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("attachments", &R::attachments...);
        visit("attachmentLookup", &R::attachment_lookup...);
    }
};
using skeleton_attachments = basic_skeleton_attachments<>;
static_assert(wire<skeleton_attachments> && sizeof(skeleton_attachments) == 0x10);

// ---- versions ------------------------------------------------------------------------------------------------------

// The first version that stores a record as declared. Files of 256, 260, 263, 264, 272 and 274 are available. The
// exact version of a change between two of these is unknown; the numbers are those of readers.
template <class Record> inline constexpr std::uint32_t first_version = [] {
    if constexpr (requires { Record::since; }) {
        return Record::since;
    } else {
        return oldest_version;
    }
}();
template <form F> inline constexpr std::uint32_t first_version<basic_track_header<basic_packed_quat<F>, F>> = 260;

// The first version that stores the emission of a particle emitter as basic_emission_263.
inline constexpr std::uint32_t first_with_emission_263 = 263;

[[nodiscard]] constexpr std::uint32_t submesh_size(std::uint32_t version) noexcept {
    return version < 260 ? 0x20 : 0x30;
}

}}} // namespace effigy::v0::m2
