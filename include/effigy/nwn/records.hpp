// Neverwinter Nights binary MDL: the structs as they are stored in the file.
// Sources: Torlack's description ("document"), corrected and completed from counts over 507 public files ("measured")
// and from other programs ("readers"). Offsets within a record are those of Torlack's description.
#pragma once

#include <effigy/core/pool_slice.hpp>
#include <effigy/core/vector.hpp>

namespace effigy::inline v0::nwn {

// ---- references ----------------------------------------------------------------------------------------------------
// The file has two address spaces: model data, which begins at byte 12, and raw data, which follows it. In a model that
// owns its data, references are parts of its pools.

// One T in model data; 0: none.
template <class T, form F = form::little> struct ptr {
    using target = T;
    u32<F> offset;
};
// An array of T in model data; 0: none. Another field contains the count; an array of char ends with NUL.
template <class T, form F = form::little> struct array_ptr {
    using target = T;
    u32<F> offset;
};
// An array of T in raw data; -1: none. Another field contains the count.
template <class T, form F = form::little> struct raw_ptr {
    using target = T;
    u32<F> offset;
};
// `used` T in model data. Empty lists often have an offset (measured: 13,743); `allocated` == `used` in every file.
template <class T, form F = form::little> struct list {
    using target = T;
    u32<F> offset;
    u32<F> used;
    u32<F> allocated;
};

template <class T> struct ptr<T, form::host> : pool_handle<T> {
    using target = T;
    constexpr ptr() = default;
    constexpr ptr(const pool_handle<T>& of) noexcept : pool_handle<T>(of) {}
};
template <class T> struct array_ptr<T, form::host> : pool_slice<T> {
    using target = T;
    constexpr array_ptr() = default;
    constexpr array_ptr(const pool_slice<T>& of) noexcept : pool_slice<T>(of) {}
};
template <class T> struct raw_ptr<T, form::host> : pool_slice<T> {
    using target = T;
    constexpr raw_ptr() = default;
    constexpr raw_ptr(const pool_slice<T>& of) noexcept : pool_slice<T>(of) {}
};
template <class T> struct list<T, form::host> : pool_slice<T> {
    using target = T;
    constexpr list() = default;
    constexpr list(const pool_slice<T>& of) noexcept : pool_slice<T>(of) {}
};

// ---- the file ------------------------------------------------------------------------------------------------------

template <form F = form::little> struct basic_file_header {
    u32<F> zero;       // 0x00  0; an ASCII model never begins with four zero bytes
    u32<F> model_size; // 0x04  bytes of model data
    u32<F> raw_size;   // 0x08  bytes of raw data
};
using file_header = basic_file_header<>;
static_assert(wire<file_header> && sizeof(file_header) == 0x0C);

template <form F = form::little> struct basic_node_header;
template <form F = form::little> struct basic_animation_header;

// The host forms of these two references, in a model that owns its data: see decode.hpp. All animations are in one
// pool.
struct owned_node;
struct owned_animation;
template <> struct ptr<basic_node_header<form::host>, form::host> : pool_handle<owned_node> {
    using target = owned_node;
    constexpr ptr() = default;
    constexpr ptr(const pool_handle<owned_node>& of) noexcept : pool_handle<owned_node>(of) {}
};
template <> struct list<ptr<basic_animation_header<form::host>, form::host>, form::host> : pool_slice<owned_animation> {
    using target = owned_animation;
    constexpr list() = default;
    constexpr list(const pool_slice<owned_animation>& of) noexcept : pool_slice<owned_animation>(of) {}
};

enum class geometry_type : std::uint8_t { model_tree = 2, animation_tree = 5 };

// The first part of the model header and of each animation header.
template <form F = form::little> struct basic_geometry_header {
    u32<F> functions[2];               // 0x00  addresses in the program that wrote the file: its fingerprint
    text<64> name;                     // 0x08
    ptr<basic_node_header<F>, F> root; // 0x48  the root node; 0: no nodes
    u32<F> node_count;                 // 0x4C  unreliable: may include the supermodel's nodes; may be wrong
    list<u8, F> unused[2];             // 0x50  empty in every file; not followed
    u32<F> reference_count;            // 0x68  for run time only; garbage in Enhanced Edition files
    number<geometry_type, F> type;     // 0x6C  bits 0x7F: 2 model, 5 animation
    u8 padding[3];                     // 0x6D  garbage
};
using geometry_header = basic_geometry_header<>;
static_assert(wire<geometry_header> && sizeof(geometry_header) == 0x70);

enum class classification : std::uint8_t { none = 0, effect = 1, tile = 2, character = 4, door = 8 };

template <form F = form::little> struct basic_model_header {
    basic_geometry_header<F> geometry;                     // 0x00
    u8 unknown[2];                                         // 0x70  0, 0; arbitrary in Enhanced Edition files
    number<nwn::classification, F> classification;         // 0x72  0 none, 1 effect, 2 tile, 4 character, 8 door;
                                                           //       16 gui, 32 item (assumed)
    u8 fog;                                                // 0x73  1 in every file
    u32<F> zero;                                           // 0x74
    list<ptr<basic_animation_header<F>, F>, F> animations; // 0x78
    u32<F> parent_model;                                   // 0x84  garbage in 7 files (measured): do not follow
    vec3<F> bounding_min;                                  // 0x88  (-5, -5, -1) unless computed (document)
    vec3<F> bounding_max;                                  // 0x94  (5, 5, 10) unless computed (document)
    f32<F> radius;                                         // 0xA0  7 unless computed (document)
    f32<F> animation_scale;                                // 0xA4  factor for positions in animations of the
                                                           //       supermodel; 0, 0.3 .. 1.14, 100 and 1.5e26 occur
    text<64> supermodel;                                   // 0xA8  model whose animations this model inherits;
                                                           //       none: "" or "null", in lower or upper case
};
using model_header = basic_model_header<>;
static_assert(wire<model_header> && sizeof(model_header) == 0xE8);

template <form F = form::little> struct basic_event {
    f32<F> time;   // 0x00  seconds
    text<32> name; // 0x04  snd_footstep, hit, ..
};
using event = basic_event<>;
static_assert(wire<event> && sizeof(event) == 0x24);

template <form F> struct basic_animation_header {
    basic_geometry_header<F> geometry; // 0x00  name, and root of the animation's own tree
    f32<F> length;                     // 0x70  seconds
    f32<F> transition_time;            // 0x74  seconds of blending from the previous animation (assumed)
    text<64> root;                     // 0x78  name of the model's node that the animation begins at
    list<basic_event<F>, F> events;    // 0xB8
};
using animation_header = basic_animation_header<>;
static_assert(wire<animation_header> && sizeof(animation_header) == 0xC4);

// ---- nodes ---------------------------------------------------------------------------------------------------------

// The structs of a node.
enum node_flags : std::uint32_t {
    has_header = 0x001,
    has_light = 0x002,
    has_emitter = 0x004,
    has_camera = 0x008, // readers; in no file
    has_reference = 0x010,
    has_mesh = 0x020,
    has_skin = 0x040,
    has_animmesh = 0x080,
    has_dangly = 0x100,
    has_aabb = 0x200,
};

// A property that changes with time: `rows` rows of numbers and one time per row, all in the node's pool of floats.
template <form F = form::little> struct basic_controller_key {
    i32<F> id;          // 0x00  the property; which one depends on the node's flags
    i16<F> rows;        // 0x04  number of rows; 0 or negative: none, and the indexes are meaningless
    u16<F> time_index;  // 0x06  index of the first time in the node's pool, in floats
    u16<F> value_index; // 0x08  index of the first value in the node's pool, in floats
    u8 columns;         // 0x0A  bits 0x0F: columns; bit 0x10: bezier, 3 * columns floats per row; 0xFF: no values
    u8 padding;         // 0x0B  garbage

    [[nodiscard]] constexpr bool has_values() const noexcept { return columns != 0xFF; }
    [[nodiscard]] constexpr bool is_bezier() const noexcept { return has_values() && (columns & 0x10U) != 0; }
    [[nodiscard]] constexpr std::uint32_t width() const noexcept { // floats per row
        return has_values() ? (columns & 0x0FU) * (is_bezier() ? 3U : 1U) : 0U;
    }
};
using controller_key = basic_controller_key<>;
static_assert(wire<controller_key> && sizeof(controller_key) == 0x0C);

template <form F> struct basic_node_header {
    u32<F> functions[6];                              // 0x00  addresses; garbage in Enhanced Edition files
    u32<F> inherit_color;                             // 0x18
    i32<F> part_number;                               // 0x1C  often the number of the supermodel's node of this name
    text<32> name;                                    // 0x20  may fill all 32 bytes; not unique in 5 files
    u32<F> geometry;                                  // 0x40  garbage: do not follow
    u32<F> parent;                                    // 0x44  garbage: only the lists of children define the tree
    list<ptr<basic_node_header<F>, F>, F> children;   // 0x48  null pointers in it are skipped
    list<basic_controller_key<F>, F> controller_keys; // 0x54
    list<f32<F>, F> controller_data;                  // 0x60  the node's pool: times and values of its controllers
    u32<F> flags;                                     // 0x6C  which structs follow
};
using node_header = basic_node_header<>;
static_assert(wire<node_header> && sizeof(node_header) == 0x70);

// At 0x70 of a node with has_light.
template <form F = form::little> struct basic_light {
    f32<F> flare_radius;                        // 0x70
    list<u8, F> unused;                         // 0x74  empty in every file; not followed
    list<f32<F>, F> flare_sizes;                // 0x80  one per flare
    list<f32<F>, F> flare_positions;            // 0x8C  one per flare
    list<vec3<F>, F> flare_color_shifts;        // 0x98  one per flare
    list<array_ptr<char, F>, F> flare_textures; // 0xA4  one per flare; each string ends with NUL, without padding
    u32<F> priority;                            // 0xB0
    u32<F> ambient_only;                        // 0xB4
    u32<F> dynamic_type;                        // 0xB8
    u32<F> affect_dynamic;                      // 0xBC
    u32<F> shadow;                              // 0xC0
    u32<F> generate_flare;                      // 0xC4
    u32<F> fading;                              // 0xC8
};
using light = basic_light<>;
static_assert(wire<light> && sizeof(light) == 0xCC - 0x70);

enum emitter_flags : std::uint32_t {
    emitter_p2p = 0x0001,
    emitter_p2p_sel = 0x0002,
    emitter_affected_by_wind = 0x0004,
    emitter_tinted = 0x0008,
    emitter_bounce = 0x0010,
    emitter_random = 0x0020,
    emitter_inherit = 0x0040,
    emitter_inherit_velocity = 0x0080,
    emitter_inherit_local = 0x0100,
    emitter_splat = 0x0200,
    emitter_inherit_part = 0x0400,
};

// At 0x70 of a node with has_emitter.
template <form F = form::little> struct basic_emitter {
    f32<F> dead_space;   // 0x070
    f32<F> blast_radius; // 0x074
    f32<F> blast_length; // 0x078
    u32<F> grid_x;       // 0x07C
    u32<F> grid_y;       // 0x080
    u32<F> space_type;   // 0x084
    text<32> update;     // 0x088  Fountain, Explosion, Single, Lightning
    text<32> render;     // 0x0A8  Normal, Linked, Billboard_to_Local_Z, Billboard_to_World_Z,
                         //       Aligned_to_World_Z, Aligned_to_Particle_Dir, Motion_Blur
    text<32> blend;      // 0x0C8  Normal, Lighten, Punch-Through
    text<64> texture;    // 0x0E8
    text<16> chunk;      // 0x128
    u32<F> two_sided;    // 0x138
    u32<F> loop;         // 0x13C
    u16<F> render_order; // 0x140
    u16<F> padding;      // 0x142  garbage
    u32<F> flags;        // 0x144  one bit per option: p2p, tinted, bounce, ..
};
using emitter = basic_emitter<>;
static_assert(wire<emitter> && sizeof(emitter) == 0x148 - 0x70);

// At 0x70 of a node with has_reference.
template <form F = form::little> struct basic_reference {
    text<64> model;      // 0x70  name of the model that is attached here
    u32<F> reattachable; // 0xB0
};
using reference = basic_reference<>;
static_assert(wire<reference> && sizeof(reference) == 0xB4 - 0x70);

// ---- meshes --------------------------------------------------------------------------------------------------------

// A face as authored, for physics. The game draws the index lists: see basic_mesh::indices().
template <form F = form::little> struct basic_face {
    vec3<F> normal;     // 0x00  of the plane; points to the front
    f32<F> distance;    // 0x0C  -dot(normal, point in the plane)
    i32<F> surface;     // 0x10  walkmesh: surface material; other meshes: smoothing group (assumed);
                        //       0 .. 22, 99 and 65,536 occur
    i16<F> adjacent[3]; // 0x14  number of the face across the edge from vertex e to vertex (e + 1) % 3; -1: none
    u16<F> vertex[3];   // 0x1A  numbers of vertices, counter-clockwise
};
using face = basic_face<>;
static_assert(wire<face> && sizeof(face) == 0x20);

// At 0x70 of a node with has_mesh.
template <form F = form::little> struct basic_mesh_header {
    u32<F> functions[2];                     // 0x070  addresses; garbage in Enhanced Edition files
    list<basic_face<F>, F> faces;            // 0x078  as authored, not as drawn
    vec3<F> bounding_min;                    // 0x084  of the mesh's vertices in 1,613 of 1,973 meshes; other values
                                             //       in 360: merge targets, skins (measured)
    vec3<F> bounding_max;                    // 0x090
    f32<F> radius;                           // 0x09C  largest distance of a vertex from `average`;
                                             //       other values in merge targets (measured)
    vec3<F> average;                         // 0x0A0  a point between the vertices; not always their mean
    vec3<F> diffuse;                         // 0x0AC
    vec3<F> ambient;                         // 0x0B8
    vec3<F> specular;                        // 0x0C4
    f32<F> shininess;                        // 0x0D0
    u32<F> shadow;                           // 0x0D4  not 0: casts a shadow
    u32<F> beaming;                          // 0x0D8
    u32<F> render;                           // 0x0DC  0: not drawn (walkmeshes, helpers)
    u32<F> transparency_hint;                // 0x0E0  drawing order of transparent meshes
    u32<F> render_hint;                      // 0x0E4  Enhanced Edition: 2 = normal and specular mapped (readers);
                                             //       0 in every file
    text<64> textures[3];                    // 0x0E8  none: "" or "null", in lower or upper case
    text<64> material;                       // 0x1A8  fourth texture; the Enhanced Edition's material (readers)
    u32<F> tile_fade;                        // 0x1E8
    list<u8, F> compile_time[2];             // 0x1EC  empty in every file; not followed
    list<u32<F>, F> index_counts;            // 0x204  number of indices in each index list
    list<raw_ptr<u16<F>, F>, F> index_lists; // 0x210  one per index count
    u32<F> unused_strips[2];                 // 0x21C  0xFFFFFFFF, 0
    u8 triangle_mode;                        // 0x224  3 = triangles, in every mesh with vertices; 0 in the 45 without;
                                             //       4 = strips (document), in no file
    u8 padding[3];                           // 0x225
    u32<F> unused;                           // 0x228  0
    raw_ptr<vec3<F>, F> positions;           // 0x22C
    u16<F> vertex_count;                     // 0x230  elements in each array of vertex data, above and below
    u16<F> texture_count;                    // 0x232  number of texcoords that exist; 0 or 1 in every file
    raw_ptr<vec2<F>, F> texcoords[4];        // 0x234  the origin is the bottom left corner
    raw_ptr<vec3<F>, F> normals;             // 0x244
    raw_ptr<rgba8, F> colors;                // 0x248  in every file the fourth byte is 255 and the others are equal
    u32<F> unused_animation[3];              // 0x24C  0xFFFFFFFF
    raw_ptr<vec3<F>, F> tangents;            // 0x258  Enhanced Edition (measured); texture animation (document)
    u32<F> unused_animation_4;               // 0x25C  0xFFFFFFFF
    raw_ptr<f32<F>, F> handedness;           // 0x260  Enhanced Edition: +1 or -1, in all 17,663 elements (measured)
    u8 light_mapped;                         // 0x264  garbage in 598 Enhanced Edition meshes
    u8 rotate_texture;                       // 0x265
    u16<F> padding_2;                        // 0x266  garbage
    f32<F> normal_sum_half;                  // 0x268  area of all faces, despite the name; 0 in skins,
                                             //       danglymeshes and animmeshes (measured)
    u32<F> zero;                             // 0x26C
};
using mesh_header = basic_mesh_header<>;
static_assert(wire<mesh_header> && sizeof(mesh_header) == 0x270 - 0x70);

// The bones that move a vertex, by slot.
template <form F = form::little> struct basic_joints {
    i16<F> bone[4]; // 0x00  slots; -1: not used
};
using joints = basic_joints<>;
static_assert(wire<joints> && sizeof(joints) == 8);

// A quaternion with the real part first. Only the skin stores quaternions so (measured: bind poses agree).
template <form F = form::little> struct basic_quat_wxyz {
    f32<F> w, x, y, z;
};
using quat_wxyz = basic_quat_wxyz<>;

// At 0x270 of a node with has_skin. The table from slots to nodes follows: i16[17] and one unused, i16[64] or i16[128].
template <form F = form::little> struct basic_skin_header {
    list<u8, F> compile_time;                      // 0x270  empty in every file; not followed
    raw_ptr<vec4<F>, F> weights;                   // 0x27C  one per vertex of the mesh
    raw_ptr<basic_joints<F>, F> joints;            // 0x280  one per vertex of the mesh; slot -1 has weight 0
    array_ptr<i16<F>, F> node_to_slot;             // 0x284  for each node: its slot; -1: not a bone
    u32<F> node_to_slot_count;                     // 0x288  number of nodes in the model's tree
    list<basic_quat_wxyz<F>, F> inverse_rotations; // 0x28C  one per node, not per slot
    list<vec3<F>, F> inverse_translations;         // 0x298  one per node, not per slot
    list<u32<F>, F> constants;                     // 0x2A4  one per node; unknown, looks uninitialised
};
using skin_header = basic_skin_header<>;
static_assert(wire<skin_header> && sizeof(skin_header) == 0x2B0 - 0x270);

// At 0x270 of a node with has_animmesh. The samples are ordered by vertex: all sets of vertex 0, then all of vertex 1
// (measured).
template <form F = form::little> struct basic_animmesh_header {
    f32<F> sample_period;                   // 0x270  seconds from one set to the next
    list<u8, F> compile_time[3];            // 0x274  empty in every file; not followed
    array_ptr<vec3<F>, F> position_samples; // 0x298  elements: vertex sets * mesh vertices; if 0, meaningless
    array_ptr<vec2<F>, F> texcoord_samples; // 0x29C  elements: texcoord sets * mesh vertices; if 0, meaningless
    u32<F> position_set_count;              // 0x2A0  position samples per vertex
    u32<F> texcoord_set_count;              // 0x2A4  texcoord samples per vertex
};
using animmesh_header = basic_animmesh_header<>;
static_assert(wire<animmesh_header> && sizeof(animmesh_header) == 0x2A8 - 0x270);

// At 0x270 of a node with has_dangly.
template <form F = form::little> struct basic_dangly_header {
    list<f32<F>, F> constraints; // 0x270  one per vertex, 0 .. 255; 0: does not move;
                                 //       0 .. 1 in one file (measured)
    f32<F> displacement;         // 0x27C
    f32<F> tightness;            // 0x280
    f32<F> period;               // 0x284
};
using dangly_header = basic_dangly_header<>;
static_assert(wire<dangly_header> && sizeof(dangly_header) == 0x288 - 0x270);

// A box of the collision tree (0x28 bytes: measured; the document says 0x24).
template <form F = form::little> struct basic_aabb_entry {
    vec3<F> min;                    // 0x00
    vec3<F> max;                    // 0x0C
    ptr<basic_aabb_entry, F> left;  // 0x18  0: none, as in every leaf
    ptr<basic_aabb_entry, F> right; // 0x1C  0: none, as in every leaf
    i32<F> face;                    // 0x20  leaf: number of a face of the mesh; other boxes: -1
    u32<F> plane;                   // 0x24  plane that divides the box: 1, 2, 4 = +x, +y, +z;
                                    //       8, 0x10, 0x20 = -x, -y, -z; leaf: 0
};
using aabb_entry = basic_aabb_entry<>;
static_assert(wire<aabb_entry> && sizeof(aabb_entry) == 0x28);

// At 0x270 of a node with has_aabb.
template <form F = form::little> struct basic_aabb_header {
    ptr<basic_aabb_entry<F>, F> root; // 0x270  first entry of the collision tree; 0: no tree
};
using aabb_header = basic_aabb_header<>;
static_assert(wire<aabb_header> && sizeof(aabb_header) == 4);

} // namespace effigy::inline v0::nwn
