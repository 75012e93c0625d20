// World of Warcraft M2, versions 256 .. 274: the structs exactly as they lie in the file.
// Source: the wowdev wiki of 2008 ("document"), corrected and completed where 240 client, converted and generated files
// say otherwise ("measured") or only other readers know ("readers"). Offsets count from the first byte of the file, or
// of the chunk. Where a field has two, the second one is that of the versions from 264 on.
#pragma once

#include <effigy/core/owned_list.hpp>
#include <effigy/core/vector.hpp>

namespace effigy::inline v0::m2 {

// ---- references ----------------------------------------------------------------------------------------------------

// `count` T at `offset`; the offset of none means nothing.
template <class T, form F> struct array_ref {
    using target = T;
    u32<F> count;
    u32<F> offset;
};

// What an owning model keeps of a T: of a few, more than these declarations of them.
struct owned_animation;
struct owned_bone;
struct owned_skin_profile;
struct owned_camera;
struct owned_ribbon;
struct owned_particle;
template <class T> struct owned_form {
    using type = T;
};
template <class T> struct array_ref<T, form::host> : owned_list<typename owned_form<T>::type> {
    using target = typename owned_form<T>::type;
    constexpr array_ref() = default;
    constexpr array_ref(const owned_list<target>& of) noexcept : owned_list<target>(of) {}
};

// A list of nobody knows what.
template <form F> struct basic_unknown_list {
    u32<F> count;
    u32<F> offset;
};
static_assert(wire<basic_unknown_list<form::little>> && sizeof(basic_unknown_list<form::little>) == 0x08);

// ---- tracks --------------------------------------------------------------------------------------------------------
// Values that change with time.

// How a file keeps keys. Records that have tracks are declared for both.
enum class keying : std::uint8_t {
    timeline,     // before version 264: all animations share one time line; a range says which keys are an animation's
    by_animation, // from 264 on: each animation has lists of keys of its own, whose times begin at 0
};

enum class interpolation : std::uint16_t { step = 0, linear = 1, hermite = 2, bezier = 3 }; // above 1: readers

// Of values both ends are the animation's; of events `last` is one past the end.
template <form F> struct basic_key_range {
    u32<F> first; // 0x00  number of the first key
    u32<F> last;  // 0x04  of the last one; of events, one behind it
};
static_assert(wire<basic_key_range<form::little>> && sizeof(basic_key_range<form::little>) == 0x08);

// An event track ends here; others have values, one a time.
template <form F> struct basic_event_track_header {
    number<m2::interpolation, F> interpolation; // 0x00  how values go from key to key
    i16<F> global_sequence;                     // 0x02  number of the loop it follows; -1: the animations
    array_ref<basic_key_range<F>, F> ranges;    // 0x04  one an animation, mostly with one of zeros behind
    array_ref<u32<F>, F> times;                 // 0x0C  of the keys, milliseconds; ascending but in few converted files
};
static_assert(wire<basic_event_track_header<form::little>> && sizeof(basic_event_track_header<form::little>) == 0x14);

template <class T, form F> struct basic_track_header : basic_event_track_header<F> {
    array_ref<T, F> values; // 0x14  one a time
};
static_assert(wire<basic_track_header<f32<form::little>, form::little>> &&
              sizeof(basic_track_header<f32<form::little>, form::little>) == 0x1C);

// From version 264 on. Each animation's list lies in the model, or in the file of the animation's keys.
template <form F> struct basic_event_track_header_264 {
    number<m2::interpolation, F> interpolation; // 0x00  how values go from key to key
    i16<F> global_sequence;                     // 0x02  number of the loop it follows; -1: the animations
    array_ref<array_ref<u32<F>, F>, F> times;   // 0x04  one list an animation, or one for all; milliseconds
};
static_assert(wire<basic_event_track_header_264<form::little>> &&
              sizeof(basic_event_track_header_264<form::little>) == 0x0C);

template <class T, form F> struct basic_track_header_264 : basic_event_track_header_264<F> {
    array_ref<array_ref<T, F>, F> values; // 0x0C  one list an animation, of one value a time
};
static_assert(wire<basic_track_header_264<f32<form::little>, form::little>> &&
              sizeof(basic_track_header_264<f32<form::little>, form::little>) == 0x14);

// The track of a record that is declared for both ways of keeping keys.
template <class T, form F, keying K>
using stored_track = std::conditional_t<K == keying::timeline, basic_track_header<T, F>, basic_track_header_264<T, F>>;
template <form F, keying K> using stored_event_track =
    std::conditional_t<K == keying::timeline, basic_event_track_header<F>, basic_event_track_header_264<F>>;

// 0 .. 32767 stand for 0 .. 1.
template <form F> struct basic_opacity {
    i16<F> stored;
};
// A quaternion from 260 on: components from -1 to 1, the negative ones stored from 0 to 32767 (measured: all norms are
// 1 within 8e-5).
template <form F> struct basic_packed_quat {
    i16<F> x, y, z, w;
};
// Cameras store tangents with every key, whatever the interpolation (measured: 51 tracks).
template <class T> struct spline_key {
    T value, in, out;
};

// ---- the file ------------------------------------------------------------------------------------------------------

template <form F> struct basic_bounds {
    vec3<F> min;   // 0x00
    vec3<F> max;   // 0x0C
    f32<F> radius; // 0x18
};
static_assert(wire<basic_bounds<form::little>> && sizeof(basic_bounds<form::little>) == 0x1C);

enum animation_flags : std::uint32_t {
    animation_plays_once = 0x01,
    animation_is_inside = 0x20, // from version 264 on: its keys lie in the model
    animation_is_alias = 0x40,  // of animations[alias_next]
    animation_is_blended = 0x80,
    animation_is_inside_any = 0x130, // readers; in all files this equals animation_is_inside
};

// Where one animation lies on the file's time line.
template <form F> struct basic_animation_record {
    u16<F> id;              // 0x00  row of the game's AnimationData table: 0 stand, 4 walk
    u16<F> variation;       // 0x02  among the animations of one id
    u32<F> start;           // 0x04  milliseconds
    u32<F> end;             // 0x08  likewise
    f32<F> move_speed;      // 0x0C  yards a second
    u32<F> flags;           // 0x10  animation_flags
    i16<F> probability;     // 0x14  adds up to 32,767 over the variations of an id
    u16<F> padding;         // 0x16  0
    u32<F> replay_min;      // 0x18  0 in nearly all animations
    u32<F> replay_max;      // 0x1C  likewise
    u32<F> blend_time;      // 0x20  milliseconds: 0 to 500
    basic_bounds<F> bounds; // 0x24
    i16<F> next_variation;  // 0x40  number of an animation; -1: none
    u16<F> alias_next;      // 0x42  number of an animation; means nothing without the flag animation_is_alias
};
static_assert(wire<basic_animation_record<form::little>> && sizeof(basic_animation_record<form::little>) == 0x44);
template <> struct owned_form<basic_animation_record<form::host>> {
    using type = owned_animation;
};

// From version 264 on.
template <form F> struct basic_animation_record_264 {
    u16<F> id;              // 0x00  row of the game's AnimationData table: 0 stand, 4 walk
    u16<F> variation;       // 0x02  among the animations of one id
    u32<F> duration;        // 0x04  milliseconds
    f32<F> move_speed;      // 0x08  yards a second
    u32<F> flags;           // 0x0C  animation_flags
    i16<F> probability;     // 0x10  adds up to 32,767 over the variations of an id
    u16<F> padding;         // 0x12  0
    u32<F> replay_min;      // 0x14  0 in nearly all animations
    u32<F> replay_max;      // 0x18  likewise
    u32<F> blend_time;      // 0x1C  milliseconds; two halves, in and out, in late versions [readers]
    basic_bounds<F> bounds; // 0x20
    i16<F> next_variation;  // 0x3C  number of an animation; -1: none
    u16<F> alias_next;      // 0x3E  number of an animation; means nothing without the flag animation_is_alias
};
static_assert(wire<basic_animation_record_264<form::little>> &&
              sizeof(basic_animation_record_264<form::little>) == 0x40);

// What to play for an animation that the model may lack, by id.
template <form F> struct basic_playable {
    u16<F> fallback; // 0x00  id of an animation
    u16<F> flags;    // 0x02
};
static_assert(wire<basic_playable<form::little>> && sizeof(basic_playable<form::little>) == 0x04);

// The parts of a vertex that model.weights() and joints() give.
struct weights {
    u8 weight[4]; // of 255
};
struct joints {
    u8 bone[4]; // 0 where there is no weight
};
template <form F> struct basic_vertex {
    vec3<F> position;     // 0x00  in the model's space
    u8 weights[4];        // 0x0C  of 255, falling; they add up to it in all 274,039 vertices
    u8 joints[4];         // 0x10  numbers of bones; 0 where the weight is 0
    vec3<F> normal;       // 0x14  of unit length; 4 of one client file and few others are 0 or longer
    vec2<F> texcoords[2]; // 0x20  origin top left; the second is 0 in every file
};
static_assert(wire<basic_vertex<form::little>> && sizeof(basic_vertex<form::little>) == 0x30);

// ---- bones ---------------------------------------------------------------------------------------------------------

enum bone_flags : std::uint32_t {
    bone_ignores_parent_translation = 0x001, // readers, as are the next two
    bone_ignores_parent_scale = 0x002,
    bone_ignores_parent_rotation = 0x004,
    bone_is_billboard = 0x008,
    bone_is_billboard_x = 0x010, // turns about its x axis only
    bone_is_billboard_y = 0x020,
    bone_is_billboard_z = 0x040,
    bone_is_transformed = 0x200,
};

// Versions 256 .. 259.
template <form F> struct basic_bone_record {
    i32<F> key_bone;                            // 0x00  what the key bone lookup finds it as; -1: none
    u32<F> flags;                               // 0x04  bone_flags
    i16<F> parent;                              // 0x08  number of a bone; -1: none; below its own number in every file
    u16<F> submesh;                             // 0x0A  garbage in version 256
    basic_track_header<vec3<F>, F> translation; // 0x0C
    basic_track_header<quat<F>, F> rotation;    // 0x28
    basic_track_header<vec3<F>, F> scale;       // 0x44
    vec3<F> pivot;                              // 0x60  in the model's space
};
static_assert(wire<basic_bone_record<form::little>> && sizeof(basic_bone_record<form::little>) == 0x6C);
template <> struct owned_form<basic_bone_record<form::host>> {
    using type = owned_bone;
};

// From version 260 on.
template <form F, keying K = keying::timeline> struct basic_bone_record_260 {
    i32<F> key_bone;                                   // 0x00  what the key bone lookup finds it as; -1: none
    u32<F> flags;                                      // 0x04  bone_flags
    i16<F> parent;                                     // 0x08  number of a bone; -1: none; below its own number
    u16<F> submesh;                                    // 0x0A
    u32<F> unknown;                                    // 0x0C  checksum of the name; before 264 mostly two numbers
    stored_track<vec3<F>, F, K> translation;           // 0x10
    stored_track<basic_packed_quat<F>, F, K> rotation; // 0x2C | 0x24
    stored_track<vec3<F>, F, K> scale;                 // 0x48 | 0x38
    vec3<F> pivot;                                     // 0x64 | 0x4C  in the model's space
};
template <form F> using basic_bone_record_264 = basic_bone_record_260<F, keying::by_animation>;
static_assert(wire<basic_bone_record_260<form::little>> && sizeof(basic_bone_record_260<form::little>) == 0x70);
static_assert(wire<basic_bone_record_264<form::little>> && sizeof(basic_bone_record_264<form::little>) == 0x58);

// ---- skin profiles -------------------------------------------------------------------------------------------------
// One mesh cut for devices that take 256, 75, 53 and 21 bones at once: the first profile is the one to show.

// Which bone of its submesh's palette each influence of a vertex is.
struct palette_joints {
    u8 entries[4];
};

template <form F> struct basic_submesh {
    u16<F> id;                 // 0x00  part of a character: 100 * group + variant; 0 is always shown
    u16<F> level;              // 0x02  in later versions the high half of the first index; 0 in every file of these
    u16<F> first_vertex;       // 0x04  in the profile's vertex lookup
    u16<F> vertex_count;       // 0x06
    u16<F> first_index;        // 0x08  in the profile's triangles
    u16<F> index_count;        // 0x0A
    u16<F> bone_count;         // 0x0C  of its palette
    u16<F> first_palette_bone; // 0x0E  in the header's bone lookup
    u16<F> influence_count;    // 0x10  the most that a vertex has (2,490 of 2,490)
    u16<F> center_bone;        // 0x12  number of a bone
    vec3<F> center;            // 0x14  mean of its vertices
};
static_assert(wire<basic_submesh<form::little>> && sizeof(basic_submesh<form::little>) == 0x20);

// At 0x20 of a submesh, from 260 on.
template <form F> struct basic_submesh_sorting {
    vec3<F> center; // 0x20  of its box
    f32<F> radius;  // 0x2C
};
static_assert(wire<basic_submesh_sorting<form::little>> && sizeof(basic_submesh_sorting<form::little>) == 0x30 - 0x20);

enum batch_flags : std::uint8_t {
    batch_inverts = 0x01,
    batch_transforms = 0x02,
    batch_is_projected = 0x04,
    batch_is_static = 0x10,
};

// Draws a submesh ("texture unit"). Its combos are first entries of lookup tables, one entry a texture.
template <form F> struct basic_batch {
    u8 flags;                              // 0x00  batch_flags
    number<std::int8_t, F> priority_plane; // 0x01
    u16<F> shader;                         // 0x02  0 in client files of version 256; elsewhere others occur
    u16<F> submesh;                        // 0x04  number of a submesh of the same profile
    u16<F> geoset;                         // 0x06  the submesh again, in 95 %
    i16<F> color;                          // 0x08  number of a color; -1: none
    u16<F> material;                       // 0x0A  number of a material
    u16<F> layer;                          // 0x0C
    u16<F> texture_count;                  // 0x0E  1 in client files; 2 in 31 batches of converted ones
    u16<F> texture_combo;                  // 0x10  first entry of the texture lookup
    u16<F> texture_unit_combo;             // 0x12  first entry of the texture unit lookup
    u16<F> weight_combo;                   // 0x14  first entry of the texture weight lookup
    u16<F> transform_combo;                // 0x16  first entry of the texture transform lookup
};
static_assert(wire<basic_batch<form::little>> && sizeof(basic_batch<form::little>) == 0x18);

template <form F> struct basic_skin_profile_header {
    array_ref<u16<F>, F> vertex_lookup;              // 0x00  numbers of vertices
    array_ref<u16<F>, F> triangles;                  // 0x08  numbers in the vertex lookup, three a triangle
    array_ref<m2::palette_joints, F> palette_joints; // 0x10  one an entry of the vertex lookup: places in the submesh's
                                                     // palette
    array_ref<basic_submesh<F>, F> submeshes;        // 0x18  of the version's size, see record_layout
    array_ref<basic_batch<F>, F> batches;            // 0x20
    u32<F> bone_limit;                               // 0x28  256, 75, 53, 21; 0 in converted files
};
static_assert(wire<basic_skin_profile_header<form::little>> && sizeof(basic_skin_profile_header<form::little>) == 0x2C);
template <> struct owned_form<basic_skin_profile_header<form::host>> {
    using type = owned_skin_profile;
};

// ---- materials -----------------------------------------------------------------------------------------------------

template <form F, keying K = keying::timeline> struct basic_color_record {
    stored_track<vec3<F>, F, K> rgb;            // 0x00  0 to 1
    stored_track<basic_opacity<F>, F, K> alpha; // 0x1C | 0x14
};
static_assert(wire<basic_color_record<form::little>> && sizeof(basic_color_record<form::little>) == 0x38);
static_assert(wire<basic_color_record<form::little, keying::by_animation>> &&
              sizeof(basic_color_record<form::little, keying::by_animation>) == 0x28);

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

template <form F> struct basic_texture {
    number<texture_type, F> type; // 0x00  all but files are chosen by the game
    u16<F> flags;                 // 0x04  texture_flags
    u16<F> padding;               // 0x06  garbage in version 256
    array_ref<char, F> name;      // 0x08  of a file a path with backslashes; else nothing but its NUL
};
static_assert(wire<basic_texture<form::little>> && sizeof(basic_texture<form::little>) == 0x10);

// How a texture moves over the surface, in texture coordinates.
template <form F, keying K = keying::timeline> struct basic_texture_transform_record {
    stored_track<vec3<F>, F, K> translation; // 0x00
    stored_track<quat<F>, F, K> rotation;    // 0x1C | 0x14  never packed; about (0.5, 0.5) [readers]
    stored_track<vec3<F>, F, K> scale;       // 0x38 | 0x28
};
static_assert(wire<basic_texture_transform_record<form::little>> &&
              sizeof(basic_texture_transform_record<form::little>) == 0x54);
static_assert(wire<basic_texture_transform_record<form::little, keying::by_animation>> &&
              sizeof(basic_texture_transform_record<form::little, keying::by_animation>) == 0x3C);

enum material_flags : std::uint16_t {
    material_is_unlit = 0x01,
    material_is_unfogged = 0x02,
    material_is_two_sided = 0x04,
    material_ignores_depth = 0x08,
    material_keeps_depth = 0x10, // does not write it
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

template <form F> struct basic_material {
    u16<F> flags;              // 0x00  material_flags
    number<blending, F> blend; // 0x02
};
static_assert(wire<basic_material<form::little>> && sizeof(basic_material<form::little>) == 0x04);

// ---- what hangs on bones -------------------------------------------------------------------------------------------

template <form F, keying K = keying::timeline> struct basic_attachment_record {
    u32<F> id;                      // 0x00  which place of the model, see attachment_name()
    u16<F> bone;                    // 0x04  number of a bone
    u16<F> padding;                 // 0x06  0, but for garbage in one file of version 256
    vec3<F> position;               // 0x08  in the model's space
    stored_track<u8, F, K> visible; // 0x14
};
static_assert(wire<basic_attachment_record<form::little>> && sizeof(basic_attachment_record<form::little>) == 0x30);
static_assert(wire<basic_attachment_record<form::little, keying::by_animation>> &&
              sizeof(basic_attachment_record<form::little, keying::by_animation>) == 0x28);

// Something that the game does at a time: footsteps, hits, sounds.
template <form F, keying K = keying::timeline> struct basic_event_record {
    text<4> id;                     // 0x00  $CAH, $HIT, $DTH and others, see event_meaning()
    u32<F> data;                    // 0x04  a sound, for some
    u32<F> bone;                    // 0x08  number of a bone
    vec3<F> position;               // 0x0C  in the model's space
    stored_event_track<F, K> times; // 0x18  when it happens
};
static_assert(wire<basic_event_record<form::little>> && sizeof(basic_event_record<form::little>) == 0x2C);
static_assert(wire<basic_event_record<form::little, keying::by_animation>> &&
              sizeof(basic_event_record<form::little, keying::by_animation>) == 0x24);

enum class light_type : std::uint16_t { directional = 0, point = 1 };

template <form F, keying K = keying::timeline> struct basic_light_record {
    number<light_type, F> type;                   // 0x00  0 directional, 1 point
    i16<F> bone;                                  // 0x02  number of a bone; -1: none
    vec3<F> position;                             // 0x04  in the model's space
    stored_track<vec3<F>, F, K> ambient_color;    // 0x10
    stored_track<f32<F>, F, K> ambient_intensity; // 0x2C | 0x24
    stored_track<vec3<F>, F, K> diffuse_color;    // 0x48 | 0x38
    stored_track<f32<F>, F, K> diffuse_intensity; // 0x64 | 0x4C
    stored_track<f32<F>, F, K> attenuation_start; // 0x80 | 0x60
    stored_track<f32<F>, F, K> attenuation_end;   // 0x9C | 0x74
    stored_track<u8, F, K> visible;               // 0xB8 | 0x88
};
static_assert(wire<basic_light_record<form::little>> && sizeof(basic_light_record<form::little>) == 0xD4);
static_assert(wire<basic_light_record<form::little, keying::by_animation>> &&
              sizeof(basic_light_record<form::little, keying::by_animation>) == 0x9C);

enum class camera_type : std::int32_t { fly_by = -1, portrait = 0, character_info = 1 };

template <form F, keying K = keying::timeline> struct basic_camera_record {
    number<camera_type, F> type;                      // 0x00  0 portrait, 1 character info, -1 fly-by and others
    f32<F> diagonal_field_of_view;                    // 0x04  radians, from corner to corner
    f32<F> far_clip;                                  // 0x08  yards
    f32<F> near_clip;                                 // 0x0C  yards
    stored_track<spline_key<vec3<F>>, F, K> position; // 0x10  is added to the base
    vec3<F> position_base;                            // 0x2C | 0x24  in the model's space
    stored_track<spline_key<vec3<F>>, F, K> target;   // 0x38 | 0x30  is added to the base
    vec3<F> target_base;                              // 0x54 | 0x44  in the model's space
    stored_track<spline_key<f32<F>>, F, K> roll;      // 0x60 | 0x50  radians
};
static_assert(wire<basic_camera_record<form::little>> && sizeof(basic_camera_record<form::little>) == 0x7C);
template <> struct owned_form<basic_camera_record<form::host>> {
    using type = owned_camera;
};
static_assert(wire<basic_camera_record<form::little, keying::by_animation>> &&
              sizeof(basic_camera_record<form::little, keying::by_animation>) == 0x64);

// From version 271 on, in which the field of view may change.
template <form F> struct basic_camera_record_271 {
    number<camera_type, F> type;                                 // 0x00  as before
    f32<F> far_clip;                                             // 0x04  yards
    f32<F> near_clip;                                            // 0x08  yards
    basic_track_header_264<spline_key<vec3<F>>, F> position;     // 0x0C  is added to the base
    vec3<F> position_base;                                       // 0x20  in the model's space
    basic_track_header_264<spline_key<vec3<F>>, F> target;       // 0x2C  is added to the base
    vec3<F> target_base;                                         // 0x40  in the model's space
    basic_track_header_264<spline_key<f32<F>>, F> roll;          // 0x4C  radians
    basic_track_header_264<spline_key<f32<F>>, F> field_of_view; // 0x60  radians, from corner to corner
};
static_assert(wire<basic_camera_record_271<form::little>> && sizeof(basic_camera_record_271<form::little>) == 0x74);

// A trail behind a moving bone. In no file; sizes by arithmetic, meanings from readers.
template <form F> struct basic_ribbon_record {
    i32<F> id;                                     // 0x00
    u32<F> bone;                                   // 0x04  number of a bone
    vec3<F> position;                              // 0x08  in the model's space
    array_ref<u16<F>, F> textures;                 // 0x14  numbers of textures
    array_ref<u16<F>, F> materials;                // 0x1C  numbers of materials
    basic_track_header<vec3<F>, F> color;          // 0x24
    basic_track_header<basic_opacity<F>, F> alpha; // 0x40
    basic_track_header<f32<F>, F> height_above;    // 0x5C
    basic_track_header<f32<F>, F> height_below;    // 0x78
    f32<F> edges_per_second;                       // 0x94
    f32<F> edge_lifetime;                          // 0x98  seconds
    f32<F> gravity;                                // 0x9C
    u16<F> rows;                                   // 0xA0  of the texture
    u16<F> columns;                                // 0xA2  likewise
    basic_track_header<u16<F>, F> slot;            // 0xA4  of the texture
    basic_track_header<u8, F> visible;             // 0xC0
};
static_assert(wire<basic_ribbon_record<form::little>> && sizeof(basic_ribbon_record<form::little>) == 0xDC);
template <> struct owned_form<basic_ribbon_record<form::host>> {
    using type = owned_ribbon;
};

// From version 264 on.
template <form F> struct basic_ribbon_record_264 {
    i32<F> id;                                         // 0x00
    u32<F> bone;                                       // 0x04  number of a bone
    vec3<F> position;                                  // 0x08  in the model's space
    array_ref<u16<F>, F> textures;                     // 0x14  numbers of textures
    array_ref<u16<F>, F> materials;                    // 0x1C  numbers of materials
    basic_track_header_264<vec3<F>, F> color;          // 0x24
    basic_track_header_264<basic_opacity<F>, F> alpha; // 0x38
    basic_track_header_264<f32<F>, F> height_above;    // 0x4C
    basic_track_header_264<f32<F>, F> height_below;    // 0x60
    f32<F> edges_per_second;                           // 0x74
    f32<F> edge_lifetime;                              // 0x78  seconds
    f32<F> gravity;                                    // 0x7C
    u16<F> rows;                                       // 0x80  of the texture
    u16<F> columns;                                    // 0x82  likewise
    basic_track_header_264<u16<F>, F> slot;            // 0x84  of the texture
    basic_track_header_264<u8, F> visible;             // 0x98
    i16<F> priority_plane;                             // 0xAC
    u16<F> padding;                                    // 0xAE
};
static_assert(wire<basic_ribbon_record_264<form::little>> && sizeof(basic_ribbon_record_264<form::little>) == 0xB0);

struct bgra8 {
    u8 b, g, r, a;
};

enum class emitter_shape : std::uint16_t { plane = 1, sphere = 2, spline = 3, bone = 4 };

enum particle_flags : std::uint32_t {
    particle_is_no_billboard = 0x1000,
    particle_has_textures = 0x1000'0000, // up to three, see particle.texture() [readers]
};

// The tracks of a particle emitter, in file order.
enum class particle_track : std::uint8_t {
    speed,
    speed_variation,
    vertical_range,
    horizontal_range,
    gravity,
    lifespan,
    emission_rate,
    area_length,
    area_width,
    z_source,
};
inline constexpr std::size_t particle_track_count = 10;

// Up to 262: how it blends and from which shape it emits; from 263 on other widths.
template <form F> struct basic_emission {
    u16<F> blend;
    u16<F> shape;
};
template <form F> struct basic_emission_263 {
    u8 blend;
    u8 shape;
    u16<F> color_index;
};

template <form F> struct basic_particle_record {
    i32<F> id;                                      // 0x000  -1
    u32<F> flags;                                   // 0x004  particle_flags
    vec3<F> position;                               // 0x008  in the model's space
    u16<F> bone;                                    // 0x014  number of a bone
    u16<F> texture;                                 // 0x016  number of a texture
    array_ref<char, F> model;                       // 0x018  path of one that is emitted; a lone NUL in client files
    array_ref<char, F> recursion_model;             // 0x020  likewise
    u8 emission[4];                                 // 0x028  blend and shape, by version, see particle.emission()
    u8 type;                                        // 0x02C  0 normal, 1 a quad from the origin to the particle, 2 like
                                                    // 0 [document]
    u8 head_or_tail;                                // 0x02D  0 in every file at hand
    i16<F> tile_rotation;                           // 0x02E  0 in most; 1, 2 and, once, 5 occur
    u16<F> rows;                                    // 0x030  of the texture
    u16<F> columns;                                 // 0x032  likewise
    basic_track_header<f32<F>, F> speed;            // 0x034
    basic_track_header<f32<F>, F> speed_variation;  // 0x050  0 to 1
    basic_track_header<f32<F>, F> vertical_range;   // 0x06C  radians
    basic_track_header<f32<F>, F> horizontal_range; // 0x088  radians
    basic_track_header<f32<F>, F> gravity;          // 0x0A4
    basic_track_header<f32<F>, F> lifespan;         // 0x0C0  seconds
    basic_track_header<f32<F>, F> emission_rate;    // 0x0DC
    basic_track_header<f32<F>, F> area_length;      // 0x0F8
    basic_track_header<f32<F>, F> area_width;       // 0x114
    basic_track_header<f32<F>, F> z_source;         // 0x130
    f32<F> midpoint;                                // 0x14C  of its life, 0 to 1
    bgra8 colors[3];                                // 0x150  at its start, midpoint and end
    f32<F> scales[3];                               // 0x15C  size at its start, midpoint and end
    u16<F> cells[10];                               // 0x168  of the texture: head begin, end, repeat; decay likewise;
                                                    // tail begin, end; its decay likewise [readers]
    f32<F> tail_length;                             // 0x17C
    f32<F> twinkle_speed;                           // 0x180
    f32<F> twinkle_percent;                         // 0x184
    f32<F> twinkle_scale_min;                       // 0x188
    f32<F> twinkle_scale_max;                       // 0x18C
    f32<F> burst_multiplier;                        // 0x190
    f32<F> drag;                                    // 0x194  multiplies the speed by exp(-drag * seconds) [document]
    f32<F> spin;                                    // 0x198  turns in its life [document]
    f32<F> tumble[6];                               // 0x19C
    vec3<F> wind;                                   // 0x1B4
    f32<F> wind_time;                               // 0x1C0
    f32<F> follow_speed_1;                          // 0x1C4  2.5 in nearly all
    f32<F> follow_scale_1;                          // 0x1C8  0.7
    f32<F> follow_speed_2;                          // 0x1CC  7
    f32<F> follow_scale_2;                          // 0x1D0  0.9
    array_ref<vec3<F>, F> spline_points;            // 0x1D4
    basic_track_header<u8, F> enabled;              // 0x1DC
};
static_assert(wire<basic_particle_record<form::little>> && sizeof(basic_particle_record<form::little>) == 0x1F8);
template <> struct owned_form<basic_particle_record<form::host>> {
    using type = owned_particle;
};

// Values that change with a particle's age, from version 264 on.
template <class T, form F> struct basic_life_track_header {
    array_ref<i16<F>, F> ages; // 0x00  0 to 32767 stand for birth to death
    array_ref<T, F> values;    // 0x08  one an age
};
static_assert(wire<basic_life_track_header<f32<form::little>, form::little>> &&
              sizeof(basic_life_track_header<f32<form::little>, form::little>) == 0x10);

// From version 264 on.
template <form F> struct basic_particle_record_264 {
    i32<F> id;                               // 0x000  -1
    u32<F> flags;                            // 0x004  particle_flags
    vec3<F> position;                        // 0x008  in the model's space
    u16<F> bone;                             // 0x014  number of a bone
    u16<F> texture;                          // 0x016  number of a texture, or of three, see particle.texture()
    array_ref<char, F> model;                // 0x018  path of one that is emitted
    array_ref<char, F> recursion_model;      // 0x020  likewise
    basic_emission_263<F> emission;          // 0x028
    u8 type;                                 // 0x02C  0 normal, 1 a quad from the origin to the particle, 2
                                             // like 0 [document]
    u8 head_or_tail;                         // 0x02D
    i16<F> tile_rotation;                    // 0x02E
    u16<F> rows;                             // 0x030  of the texture
    u16<F> columns;                          // 0x032  likewise
    basic_track_header_264<f32<F>, F> speed; // 0x034
    basic_track_header_264<f32<F>, F> speed_variation;  // 0x048  0 to 1
    basic_track_header_264<f32<F>, F> vertical_range;   // 0x05C  radians
    basic_track_header_264<f32<F>, F> horizontal_range; // 0x070  radians
    basic_track_header_264<f32<F>, F> gravity;          // 0x084
    basic_track_header_264<f32<F>, F> lifespan;         // 0x098  seconds
    f32<F> lifespan_variation;                          // 0x0AC
    basic_track_header_264<f32<F>, F> emission_rate;    // 0x0B0
    f32<F> emission_rate_variation;                     // 0x0C4
    basic_track_header_264<f32<F>, F> area_length;      // 0x0C8
    basic_track_header_264<f32<F>, F> area_width;       // 0x0DC
    basic_track_header_264<f32<F>, F> z_source;         // 0x0F0
    basic_life_track_header<vec3<F>, F> color;          // 0x104  0 to 255
    basic_life_track_header<basic_opacity<F>, F> alpha; // 0x114
    basic_life_track_header<vec2<F>, F> scale;          // 0x124
    vec2<F> scale_variation;                            // 0x134
    basic_life_track_header<u16<F>, F> head_cell;       // 0x13C  of the texture
    basic_life_track_header<u16<F>, F> tail_cell;       // 0x14C  likewise
    f32<F> tail_length;                                 // 0x15C
    f32<F> twinkle_speed;                               // 0x160
    f32<F> twinkle_percent;                             // 0x164
    f32<F> twinkle_scale_min;                           // 0x168
    f32<F> twinkle_scale_max;                           // 0x16C
    f32<F> burst_multiplier;                            // 0x170
    f32<F> drag;                           // 0x174  multiplies the speed by exp(-drag * seconds) [document]
    f32<F> base_spin;                      // 0x178
    f32<F> base_spin_variation;            // 0x17C
    f32<F> spin;                           // 0x180  turns in its life [document]
    f32<F> spin_variation;                 // 0x184
    f32<F> tumble[6];                      // 0x188
    vec3<F> wind;                          // 0x1A0
    f32<F> wind_time;                      // 0x1AC
    f32<F> follow_speed_1;                 // 0x1B0
    f32<F> follow_scale_1;                 // 0x1B4
    f32<F> follow_speed_2;                 // 0x1B8
    f32<F> follow_scale_2;                 // 0x1BC
    array_ref<vec3<F>, F> spline_points;   // 0x1C0
    basic_track_header_264<u8, F> enabled; // 0x1C8
};
static_assert(wire<basic_particle_record_264<form::little>> &&
              sizeof(basic_particle_record_264<form::little>) == 0x1DC);

// From version 272 on.
template <form F> struct basic_particle_record_272 : basic_particle_record_264<F> {
    i16<F> multi_texture[8]; // 0x1DC  how the further textures scroll, fixed point of 9 bits [readers]
};
static_assert(wire<basic_particle_record_272<form::little>> &&
              sizeof(basic_particle_record_272<form::little>) == 0x1EC);

// ---- the header ----------------------------------------------------------------------------------------------------

enum model_flags : std::uint32_t {
    model_tilts_x = 1,
    model_tilts_y = 2,
    model_has_combiners = 8, // from version 264 on: basic_header_combiners follows the header
};

// Versions 256 .. 263.
template <form F> struct basic_header {
    text<4> magic;                                            // 0x000  "MD20"
    u32<F> version;                                           // 0x004  256 to 263
    array_ref<char, F> name;                                  // 0x008  the count includes its NUL
    u32<F> flags;                                             // 0x010  model_flags; 0x10, 0x80 and 0x2000 occur, too
    array_ref<u32<F>, F> global_sequences;                    // 0x014  lengths of loops, milliseconds
    array_ref<basic_animation_record<F>, F> animations;       // 0x01C
    array_ref<i16<F>, F> animation_lookup;                    // 0x024  by animation id: its first animation; -1: none
    array_ref<basic_playable<F>, F> playable_lookup;          // 0x02C  by animation id: what to play instead
    array_ref<basic_bone_record<F>, F> bones;                 // 0x034  from 260 on basic_bone_record_260
    array_ref<i16<F>, F> key_bone_lookup;                     // 0x03C  by what a bone is for: its number; -1: none
    array_ref<basic_vertex<F>, F> vertices;                   // 0x044
    array_ref<basic_skin_profile_header<F>, F> skin_profiles; // 0x04C  four in client files, 1 to 4 in converted ones
    array_ref<basic_color_record<F>, F> colors;               // 0x054
    array_ref<basic_texture<F>, F> textures;                  // 0x05C
    array_ref<basic_track_header<basic_opacity<F>, F>, F> texture_weights; // 0x064  how opaque a texture is
    basic_unknown_list<F> flipbooks; // 0x06C  none in any file, of unknown size; not followed
    array_ref<basic_texture_transform_record<F>, F> texture_transforms; // 0x074
    array_ref<i16<F>, F> replaceable_lookup;       // 0x07C  by texture type: number of a texture; -1: none
    array_ref<basic_material<F>, F> materials;     // 0x084
    array_ref<u16<F>, F> bone_lookup;              // 0x08C  palettes of the submeshes
    array_ref<i16<F>, F> texture_lookup;           // 0x094  numbers of textures
    array_ref<i16<F>, F> texture_unit_lookup;      // 0x09C  of texture coordinates: 0, 1; -1: environment map
    array_ref<i16<F>, F> texture_weight_lookup;    // 0x0A4  numbers of texture weights
    array_ref<i16<F>, F> texture_transform_lookup; // 0x0AC  numbers of texture transforms; -1: the texture stands still
    basic_bounds<F> bounds;                        // 0x0B4  of the animated model
    basic_bounds<F> collision_bounds;              // 0x0D0  of the collision mesh
    array_ref<u16<F>, F> collision_triangles;      // 0x0EC  numbers of collision vertices, three a triangle
    array_ref<vec3<F>, F> collision_vertices;      // 0x0F4
    array_ref<vec3<F>, F> collision_normals;       // 0x0FC  one a triangle, whose front is counter-clockwise
    array_ref<basic_attachment_record<F>, F> attachments; // 0x104
    array_ref<i16<F>, F> attachment_lookup;               // 0x10C  by attachment id: its number; -1: none
    array_ref<basic_event_record<F>, F> events;           // 0x114  the document has attachments here
    array_ref<basic_light_record<F>, F> lights;           // 0x11C
    array_ref<basic_camera_record<F>, F> cameras;         // 0x124
    array_ref<i16<F>, F> camera_lookup;                   // 0x12C  by camera type: its number; -1: none
    array_ref<basic_ribbon_record<F>, F> ribbons;         // 0x134
    array_ref<basic_particle_record<F>, F> particles;     // 0x13C
};
static_assert(wire<basic_header<form::little>> && sizeof(basic_header<form::little>) == 0x144);

// From version 264 on.
template <form F> struct basic_header_264 {
    text<4> magic;                                          // 0x000  "MD20"
    u32<F> version;                                         // 0x004  264 to 274
    array_ref<char, F> name;                                // 0x008  the count includes its NUL
    u32<F> flags;                                           // 0x010  model_flags; 0x10, 0x80 and 0x2000 occur, too
    array_ref<u32<F>, F> global_sequences;                  // 0x014  lengths of loops, milliseconds
    array_ref<basic_animation_record_264<F>, F> animations; // 0x01C
    array_ref<i16<F>, F> animation_lookup;        // 0x024  by a hash of the animation id, see animations.find()
    array_ref<basic_bone_record_264<F>, F> bones; // 0x02C
    array_ref<i16<F>, F> key_bone_lookup;         // 0x034  by what a bone is for: its number; -1: none
    array_ref<basic_vertex<F>, F> vertices;       // 0x03C
    u32<F> skin_profile_count;                    // 0x044  each is a file, the .skin
    array_ref<basic_color_record<F, keying::by_animation>, F> colors;          // 0x048
    array_ref<basic_texture<F>, F> textures;                                   // 0x050
    array_ref<basic_track_header_264<basic_opacity<F>, F>, F> texture_weights; // 0x058  how opaque a texture is
    array_ref<basic_texture_transform_record<F, keying::by_animation>, F> texture_transforms; // 0x060
    array_ref<i16<F>, F> replaceable_lookup;       // 0x068  by texture type: number of a texture; -1: none
    array_ref<basic_material<F>, F> materials;     // 0x070
    array_ref<u16<F>, F> bone_lookup;              // 0x078  palettes of the submeshes
    array_ref<i16<F>, F> texture_lookup;           // 0x080  numbers of textures
    array_ref<i16<F>, F> texture_unit_lookup;      // 0x088  of texture coordinates: 0, 1; -1: environment map
    array_ref<i16<F>, F> texture_weight_lookup;    // 0x090  numbers of texture weights
    array_ref<i16<F>, F> texture_transform_lookup; // 0x098  numbers of texture transforms; -1: the texture stands still
    basic_bounds<F> bounds;                        // 0x0A0  of the animated model
    basic_bounds<F> collision_bounds;              // 0x0BC  of the collision mesh
    array_ref<u16<F>, F> collision_triangles;      // 0x0D8  numbers of collision vertices, three a triangle
    array_ref<vec3<F>, F> collision_vertices;      // 0x0E0
    array_ref<vec3<F>, F> collision_normals;       // 0x0E8  one a triangle, whose front is counter-clockwise
    array_ref<basic_attachment_record<F, keying::by_animation>, F> attachments; // 0x0F0
    array_ref<i16<F>, F> attachment_lookup;                             // 0x0F8  by attachment id: its number; -1: none
    array_ref<basic_event_record<F, keying::by_animation>, F> events;   // 0x100
    array_ref<basic_light_record<F, keying::by_animation>, F> lights;   // 0x108
    array_ref<basic_camera_record<F, keying::by_animation>, F> cameras; // 0x110  from 271 on basic_camera_record_271
    array_ref<i16<F>, F> camera_lookup;                                 // 0x118  by camera type: its number; -1: none
    array_ref<basic_ribbon_record_264<F>, F> ribbons;                   // 0x120
    array_ref<basic_particle_record_264<F>, F> particles;               // 0x128  from 272 on basic_particle_record_272
};
static_assert(wire<basic_header_264<form::little>> && sizeof(basic_header_264<form::little>) == 0x130);

// Behind the header of a model with the flag model_has_combiners.
template <form F> struct basic_header_combiners {
    array_ref<u16<F>, F> texture_combiner_combos; // 0x130  by batch
};
static_assert(wire<basic_header_combiners<form::little>> && sizeof(basic_header_combiners<form::little>) == 0x08);

// ---- files beside a model ------------------------------------------------------------------------------------------

// Begins a .skin: what a skin profile is from version 264 on. Its lists count from the first byte of this file.
template <form F> struct basic_skin_header {
    text<4> magic;                        // 0x00  "SKIN"
    basic_skin_profile_header<F> profile; // 0x04
};
static_assert(wire<basic_skin_header<form::little>> && sizeof(basic_skin_header<form::little>) == 0x30);

// Draws a submesh into the shadow map [readers; the size is measured: 1 of 1].
template <form F> struct basic_shadow_batch {
    u8 flags;       // 0x00
    u8 flags_2;     // 0x01
    u16<F> unknown; // 0x02
    u16<F> submesh; // 0x04  number of a submesh
    u16<F> texture; // 0x06  number of a texture
    u16<F> color;   // 0x08  number of a color
    u16<F> weight;  // 0x0A  number of a texture weight
};
static_assert(wire<basic_shadow_batch<form::little>> && sizeof(basic_shadow_batch<form::little>) == 0x0C);

// Behind the header of later skins, which have no version: where the first list begins behind it.
template <form F> struct basic_skin_header_shadows {
    array_ref<basic_shadow_batch<F>, F> shadow_batches; // 0x30
};
static_assert(wire<basic_skin_header_shadows<form::little>> && sizeof(basic_skin_header_shadows<form::little>) == 0x08);

// ---- chunks --------------------------------------------------------------------------------------------------------
// No file at hand has any: all of this is from readers. References count from the first byte behind the chunk's header.

template <form F> struct basic_chunk_header {
    text<4> id;  // 0x00  "MD21", "TXID"
    u32<F> size; // 0x04  bytes that follow
};
static_assert(wire<basic_chunk_header<form::little>> && sizeof(basic_chunk_header<form::little>) == 0x08);

// Of AFID: which file holds the keys of an animation.
template <form F> struct basic_animation_file {
    u16<F> id;        // 0x00  of the animation
    u16<F> variation; // 0x02
    u32<F> file;      // 0x04  FileDataID; 0: none
};
static_assert(wire<basic_animation_file<form::little>> && sizeof(basic_animation_file<form::little>) == 0x08);

// Of EXP2: more of a particle emitter.
template <form F> struct basic_extended_particle {
    f32<F> z_source;                                     // 0x00
    f32<F> color_multiplier;                             // 0x04
    f32<F> alpha_multiplier;                             // 0x08
    basic_life_track_header<basic_opacity<F>, F> cutoff; // 0x0C  of alpha
};
static_assert(wire<basic_extended_particle<form::little>> && sizeof(basic_extended_particle<form::little>) == 0x1C);

// Begins the chunk EXP2.
template <form F> struct basic_extended_particles {
    array_ref<basic_extended_particle<F>, F> particles; // 0x00  one an emitter
};
static_assert(wire<basic_extended_particles<form::little>> && sizeof(basic_extended_particles<form::little>) == 0x08);

// Begins the chunk PGD1.
template <form F> struct basic_particle_geosets {
    array_ref<u16<F>, F> geosets; // 0x00  one an emitter
};
static_assert(wire<basic_particle_geosets<form::little>> && sizeof(basic_particle_geosets<form::little>) == 0x08);

// Of a .skel, chunk SKL1.
template <form F> struct basic_skeleton_header {
    u32<F> flags;            // 0x00  0x100
    array_ref<char, F> name; // 0x04
    u8 unknown[4];           // 0x0C
};
static_assert(wire<basic_skeleton_header<form::little>> && sizeof(basic_skeleton_header<form::little>) == 0x10);

// Of a .skel, chunk SKPD.
template <form F> struct basic_skeleton_parent {
    u8 unknown[8];   // 0x00
    u32<F> file;     // 0x08  FileDataID of another .skel
    u8 unknown_2[4]; // 0x0C
};
static_assert(wire<basic_skeleton_parent<form::little>> && sizeof(basic_skeleton_parent<form::little>) == 0x10);

// Of a .skel, chunk SKS1; the header of every version has the same three in a row.
template <form F> struct basic_skeleton_sequences {
    array_ref<u32<F>, F> global_sequences;                  // 0x00  lengths of loops, milliseconds
    array_ref<basic_animation_record_264<F>, F> animations; // 0x08
    array_ref<i16<F>, F> animation_lookup; // 0x10  by a hash of the animation id, see animations.find()
};
static_assert(wire<basic_skeleton_sequences<form::little>> && sizeof(basic_skeleton_sequences<form::little>) == 0x18);
// Of a .skel, chunk SKB1; likewise.
template <form F> struct basic_skeleton_bones {
    array_ref<basic_bone_record_264<F>, F> bones; // 0x00
    array_ref<i16<F>, F> key_bone_lookup;         // 0x08  by what a bone is for: its number; -1: none
};
static_assert(wire<basic_skeleton_bones<form::little>> && sizeof(basic_skeleton_bones<form::little>) == 0x10);
// Of a .skel, chunk SKA1; likewise.
template <form F> struct basic_skeleton_attachments {
    array_ref<basic_attachment_record<F, keying::by_animation>, F> attachments; // 0x00
    array_ref<i16<F>, F> attachment_lookup; // 0x08  by attachment id: its number; -1: none
};
static_assert(wire<basic_skeleton_attachments<form::little>> &&
              sizeof(basic_skeleton_attachments<form::little>) == 0x10);

// ---- versions ------------------------------------------------------------------------------------------------------

inline constexpr std::uint32_t oldest_version = 256, newest_version = 274; // that are read

// The first version that has records as declared. Files exist of 256, 260, 263, 264, 272 and 274: where the ones
// between change is not known (readers: as here).
template <class Record> inline constexpr std::uint32_t first_version = oldest_version;
template <form F> inline constexpr std::uint32_t first_version<basic_bone_record_260<F>> = 260;
template <form F> inline constexpr std::uint32_t first_version<basic_bone_record_264<F>> = 264;
template <form F> inline constexpr std::uint32_t first_version<basic_header_264<F>> = 264;
template <form F> inline constexpr std::uint32_t first_version<basic_animation_record_264<F>> = 264;
template <form F> inline constexpr std::uint32_t first_version<basic_event_track_header_264<F>> = 264;
template <form F> inline constexpr std::uint32_t first_version<basic_track_header<basic_packed_quat<F>, F>> = 260;
template <class T, form F> inline constexpr std::uint32_t first_version<basic_track_header_264<T, F>> = 264;
template <template <form, keying> class Record, form F>
inline constexpr std::uint32_t first_version<Record<F, keying::by_animation>> = 264;
template <form F> inline constexpr std::uint32_t first_version<basic_camera_record_271<F>> = 271;
template <form F> inline constexpr std::uint32_t first_version<basic_ribbon_record_264<F>> = 264;
template <form F> inline constexpr std::uint32_t first_version<basic_particle_record_264<F>> = 264;
template <form F> inline constexpr std::uint32_t first_version<basic_particle_record_272<F>> = 272;

// The version whose particles begin their emission with basic_emission_263.
inline constexpr std::uint32_t first_with_emission_263 = 263;

[[nodiscard]] constexpr std::uint32_t submesh_size(std::uint32_t version) noexcept {
    return version < 260 ? 0x20 : 0x30;
}

} // namespace effigy::inline v0::m2
