// Vertices, skin profiles, materials.
#pragma once

#include <effigy/core/role.hpp>
#include <effigy/m2/records/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// The parts of a vertex that model.weights() and joints() return.
struct weights {
    u8 weight[4]{}; // of 255

    static constexpr const char* record_name = "weights";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("weight", &R::weight...); }
};
struct joints {
    u8 bone[4]{}; // 0 where the weight is 0

    static constexpr const char* record_name = "joints";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("bone", &R::bone...); }
};
template <form F = form::little> struct basic_vertex {
    vec3<F> position;     // 0x00  in the model's space
    u8 weights[4]{};      // 0x0C  of 255, descending; their sum is 255 in all 274,039 vertices
    u8 joints[4]{};       // 0x10  numbers of bones; 0 where the weight is 0
    vec3<F> normal;       // 0x14  unit length; a few are 0 or longer
    vec2<F> texcoords[2]; // 0x20  origin top left; set 1 is 0 in every file before 264

    static constexpr const char* record_name = "vertex";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("weights", &R::weights...);
        visit("joints", &R::joints...);
        visit("normal", &R::normal...);
        visit("texcoords", &R::texcoords...);
    }
};
using vertex = basic_vertex<>;
static_assert(wire<vertex> && sizeof(vertex) == 0x30);

// ---- skin profiles -------------------------------------------------------------------------------------------------
// The same mesh, split for devices that can use 256, 75, 53 or 21 bones per draw call. Show the first profile.

// For each influence of a vertex, an index into the palette of its submesh.
struct palette_joints {
    u8 entries[4]{};

    static constexpr const char* record_name = "paletteJoints";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("entries", &R::entries...); }
};

template <form F = form::little> struct basic_submesh {
    u16<F> id{};                 // 0x00  part of a character: 100 * group + variant; 0: always shown
    u16<F> level{};              // 0x02  high 16 bits of the first index; 0 in every available file
    u16<F> first_vertex{};       // 0x04  in the profile's vertex lookup
    u16<F> vertex_count{};       // 0x06
    u16<F> first_index{};        // 0x08  in the profile's triangles
    u16<F> index_count{};        // 0x0A
    u16<F> bone_count{};         // 0x0C  of its palette
    u16<F> first_palette_bone{}; // 0x0E  in the header's bone lookup
    u16<F> influence_count{};    // 0x10  the largest number of a vertex's bones (2,490 of 2,490)
    u16<F> center_bone{};        // 0x12  number of a bone
    vec3<F> center;              // 0x14  mean of its vertices

    static constexpr const char* record_name = "submesh";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("level", &R::level...);
        visit("firstVertex", &R::first_vertex...);
        visit("vertexCount", &R::vertex_count...);
        visit("firstIndex", &R::first_index...);
        visit("indexCount", &R::index_count...);
        visit("boneCount", &R::bone_count...);
        visit("firstPaletteBone", &R::first_palette_bone...);
        visit("influenceCount", &R::influence_count...);
        visit("centerBone", &R::center_bone...);
        visit("center", &R::center...);
    }
};
using submesh = basic_submesh<>;
static_assert(wire<submesh> && sizeof(submesh) == 0x20);

// At 0x20 of a submesh from version 260 on.
template <form F = form::little> struct basic_submesh_sorting {
    vec3<F> center;  // 0x20  of its box
    f32<F> radius{}; // 0x2C

    static constexpr const char* record_name = "submeshSorting";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("center", &R::center...);
        visit("radius", &R::radius...);
    }
};
using submesh_sorting = basic_submesh_sorting<>;
static_assert(wire<submesh_sorting> && sizeof(submesh_sorting) == 0x30 - 0x20);

enum batch_flags : std::uint8_t {
    batch_inverts = 0x01,
    batch_transforms = 0x02,
    batch_is_projected = 0x04,
    batch_is_static = 0x10,
};

// Draws a submesh; called "texture unit" in the document. A combo is the number of the batch's first entry in a lookup
// table, which has one entry per texture of the batch.
template <form F = form::little> struct basic_batch {
    u8 flags{};                              // 0x00  batch_flags
    number<std::int8_t, F> priority_plane{}; // 0x01
    u16<F> shader{};                         // 0x02  0 in client files of version 256; other values elsewhere
    u16<F> submesh{};                        // 0x04  number of a submesh of the same profile
    u16<F> geoset{};                         // 0x06  the submesh number again in 95 % of batches
    i16<F> color{};                          // 0x08  number of a color; -1: none
    u16<F> material{};                       // 0x0A  number of a material
    u16<F> layer{};                          // 0x0C
    u16<F> texture_count{};                  // 0x0E  1 in client files; also 2 in converted and later ones
    u16<F> texture_combo{};                  // 0x10  first entry of the texture lookup
    u16<F> texture_unit_combo{};             // 0x12  first entry of the texture unit lookup
    u16<F> weight_combo{};                   // 0x14  first entry of the texture weight lookup
    u16<F> transform_combo{};                // 0x16  first entry of the texture transform lookup

    static constexpr const char* record_name = "batch";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("priorityPlane", &R::priority_plane...);
        visit("shader", &R::shader...);
        visit("submesh", &R::submesh...);
        visit("geoset", &R::geoset...);
        visit("color", &R::color...);
        visit("material", &R::material...);
        visit("layer", &R::layer...);
        visit("textureCount", &R::texture_count...);
        visit("textureCombo", &R::texture_combo...);
        visit("textureUnitCombo", &R::texture_unit_combo...);
        visit("weightCombo", &R::weight_combo...);
        visit("transformCombo", &R::transform_combo...);
    }
};
using batch = basic_batch<>;
static_assert(wire<batch> && sizeof(batch) == 0x18);

template <form F = form::little> struct basic_skin_profile_header {
    array_ref<u16<F>, F> vertex_lookup;              // 0x00  numbers of vertices
    array_ref<u16<F>, F> triangles;                  // 0x08  indices into the vertex lookup, three per triangle
    array_ref<m2::palette_joints, F> palette_joints; // 0x10  one per entry of the vertex lookup, four bytes each
    array_ref<basic_submesh<F>, F> submeshes;        // 0x18  of 0x20 bytes, from 260 on 0x30
    array_ref<basic_batch<F>, F> batches;            // 0x20
    u32<F> bone_limit{};                             // 0x28  bones per draw call: 256, 75, 53, 21; or 0

    static constexpr const char* record_name = "skinProfile";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("vertexLookup", &R::vertex_lookup...);
        visit("triangles", &R::triangles...);
        visit("paletteJoints", &R::palette_joints...);
        visit("submeshes", &R::submeshes...);
        visit("batches", &R::batches...);
        visit("boneLimit", &R::bone_limit...);
    }
};
using skin_profile_header = basic_skin_profile_header<>;
static_assert(wire<skin_profile_header> && sizeof(skin_profile_header) == 0x2C);
template <> struct owned_form<basic_skin_profile_header<form::host>> {
    using type = owned_skin_profile;
};

// ---- companions ----------------------------------------------------------------------------------------------------

// The start of a .skin, which has one skin profile from version 264 on. Offsets count from the first byte of this file.
template <form F = form::little> struct basic_skin_header {
    text<4> magic;                        // 0x00  "SKIN"
    basic_skin_profile_header<F> profile; // 0x04

    static constexpr const char* record_name = "skinHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"magic", role::constant}, &R::magic...);
        visit("profile", &R::profile...);
    }
};
using skin_header = basic_skin_header<>;
static_assert(wire<skin_header> && sizeof(skin_header) == 0x30);

// Draws a submesh into the shadow map (readers; the size is measured).
template <form F = form::little> struct basic_shadow_batch {
    u8 flags{};       // 0x00
    u8 flags_2{};     // 0x01
    u16<F> unknown{}; // 0x02
    u16<F> submesh{}; // 0x04  number of a submesh
    u16<F> texture{}; // 0x06  number of a texture
    u16<F> color{};   // 0x08  number of a color
    u16<F> weight{};  // 0x0A  number of a texture weight

    static constexpr const char* record_name = "shadowBatch";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("flags2", &R::flags_2...);
        visit("unknown", &R::unknown...);
        visit("submesh", &R::submesh...);
        visit("texture", &R::texture...);
        visit("color", &R::color...);
        visit("weight", &R::weight...);
    }
};
using shadow_batch = basic_shadow_batch<>;
static_assert(wire<shadow_batch> && sizeof(shadow_batch) == 0x0C);

// Follows the header of some .skin files, whatever the model's version is (measured: 338 files of 264, 272 and 274). No
// field indicates it: it exists if all other lists begin after it.
template <form F = form::little> struct basic_skin_header_shadows {
    array_ref<basic_shadow_batch<F>, F> shadow_batches; // 0x30

    static constexpr const char* record_name = "skinHeaderShadows";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("shadowBatches", &R::shadow_batches...);
    }
};
using skin_header_shadows = basic_skin_header_shadows<>;
static_assert(wire<skin_header_shadows> && sizeof(skin_header_shadows) == 0x08);

// ---- materials -----------------------------------------------------------------------------------------------------

template <form F = form::little, keying K = keying::timeline> struct basic_color_record {
    stored_track<vec3<F>, F, K> rgb;            // 0x00  0 to 1
    stored_track<basic_opacity<F>, F, K> alpha; // 0x1C | 0x14

    static constexpr std::uint32_t since = since_of(K);
    static constexpr const char* record_name = "color";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("rgb", &R::rgb...);
        visit("alpha", &R::alpha...);
    }
};
using color_record = basic_color_record<>;
using color_record_264 = basic_color_record<form::little, keying::by_animation>;
static_assert(wire<color_record> && sizeof(color_record) == 0x38);
static_assert(wire<color_record_264> && sizeof(color_record_264) == 0x28);

enum class texture_type : std::uint32_t {
    file = 0,
    body = 1,
    cape_or_item = 2,
    weapon_blade = 3,
    weapon_handle = 4,
    environment = 5,
    hair = 6,
    facial_hair = 7,
    skin_extra = 8,
    inventory_art = 9,
    tauren_mane = 10,
    monster_1 = 11,
    monster_2 = 12,
    monster_3 = 13,
    item_icon = 14,
};

enum texture_flags : std::uint16_t { texture_wraps_x = 1, texture_wraps_y = 2 };

template <form F = form::little> struct basic_texture {
    number<texture_type, F> type{}; // 0x00  0: a file; others: the game chooses the texture
    u16<F> flags{};                 // 0x04  texture_flags
    u16<F> padding{};               // 0x06  uninitialised in version 256, copied by some writers
    array_ref<char, F> name;        // 0x08  type 0: a path with backslashes; others: a lone NUL

    static constexpr const char* record_name = "texture";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("flags", &R::flags...);
        visit({"padding", role::garbage}, &R::padding...);
        visit("name", &R::name...);
    }
};
using texture = basic_texture<>;
static_assert(wire<texture> && sizeof(texture) == 0x10);

// Moves texture coordinates.
template <form F = form::little, keying K = keying::timeline> struct basic_texture_transform_record {
    stored_track<vec3<F>, F, K> translation; // 0x00
    stored_track<quat<F>, F, K> rotation;    // 0x1C | 0x14  never packed; about (0.5, 0.5) [readers]
    stored_track<vec3<F>, F, K> scale;       // 0x38 | 0x28

    static constexpr std::uint32_t since = since_of(K);
    static constexpr const char* record_name = "textureTransform";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("translation", &R::translation...);
        visit("rotation", &R::rotation...);
        visit("scale", &R::scale...);
    }
};
using texture_transform_record = basic_texture_transform_record<>;
using texture_transform_record_264 = basic_texture_transform_record<form::little, keying::by_animation>;
static_assert(wire<texture_transform_record> && sizeof(texture_transform_record) == 0x54);
static_assert(wire<texture_transform_record_264> && sizeof(texture_transform_record_264) == 0x3C);

enum material_flags : std::uint16_t {
    material_is_unlit = 0x01,
    material_is_unfogged = 0x02,
    material_is_two_sided = 0x04,
    material_ignores_depth = 0x08,
    material_keeps_depth = 0x10, // does not write depth
};

enum class blending : std::uint16_t {
    opaque = 0,
    alpha_key = 1,
    alpha = 2,
    add_without_alpha = 3,
    add = 4,
    modulate = 5,
    modulate_2x = 6,
};

template <form F = form::little> struct basic_material {
    u16<F> flags{};              // 0x00  material_flags
    number<blending, F> blend{}; // 0x02

    static constexpr const char* record_name = "material";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("blend", &R::blend...);
    }
};
using material = basic_material<>;
static_assert(wire<material> && sizeof(material) == 0x04);

}}} // namespace effigy::v0::m2
