// Neverwinter Nights binary MDL: the structs as they are stored in the file.
// Sources: Torlack's description ("document"), corrected and completed from counts over 507 public files ("measured")
// and from other programs ("readers"). Offsets within a record are those of Torlack's description.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/nwn/records/reference.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// ---- the file ------------------------------------------------------------------------------------------------------

template <form F = form::little> struct basic_file_header {
    u32<F> zero;       // 0x00  0; an ASCII model never begins with four zero bytes
    u32<F> model_size; // 0x04  bytes of model data
    u32<F> raw_size;   // 0x08  bytes of raw data

    static constexpr const char* record_name = "file";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"zero", role::constant}, &R::zero...);
        visit({"modelSize", role::reference}, &R::model_size...);
        visit({"rawSize", role::reference}, &R::raw_size...);
    }
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
    u32<F> functions[2]{};             // 0x00  addresses in the program that wrote the file: its fingerprint
    text<64> name;                     // 0x08
    ptr<basic_node_header<F>, F> root; // 0x48  the root node; 0: no nodes
    u32<F> node_count{};               // 0x4C  unreliable: may include the supermodel's nodes; may be wrong
    list<u8, F> unused[2];             // 0x50  empty in every file; not followed
    u32<F> reference_count{};          // 0x68  for run time only; garbage in Enhanced Edition files
    number<geometry_type, F> type{};   // 0x6C  bits 0x7F: 2 model, 5 animation
    u8 padding[3]{};                   // 0x6D  garbage

    static constexpr const char* record_name = "geometry";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("functions", &R::functions...);
        visit("name", &R::name...);
        visit("root", &R::root...);
        visit("nodeCount", &R::node_count...);
        visit({"unused", role::constant}, &R::unused...);
        visit("referenceCount", &R::reference_count...);
        visit("type", &R::type...);
        visit({"padding", role::garbage}, &R::padding...);
    }
};
using geometry_header = basic_geometry_header<>;
static_assert(wire<geometry_header> && sizeof(geometry_header) == 0x70);

enum class classification : std::uint8_t { none = 0, effect = 1, tile = 2, character = 4, door = 8 };

template <form F = form::little> struct basic_model_header {
    basic_geometry_header<F> geometry;                     // 0x00
    u8 unknown[2]{};                                       // 0x70  0, 0; arbitrary in Enhanced Edition files
    number<nwn::classification, F> classification{};       // 0x72  0 none, 1 effect, 2 tile, 4 character, 8 door;
                                                           //       16 gui, 32 item (assumed)
    u8 fog{};                                              // 0x73  1 in every file
    u32<F> zero{};                                         // 0x74
    list<ptr<basic_animation_header<F>, F>, F> animations; // 0x78
    u32<F> parent_model{};                                 // 0x84  garbage in 7 files (measured): do not follow
    vec3<F> bounding_min;                                  // 0x88  (-5, -5, -1) unless computed (document)
    vec3<F> bounding_max;                                  // 0x94  (5, 5, 10) unless computed (document)
    f32<F> radius{};                                       // 0xA0  7 unless computed (document)
    f32<F> animation_scale{};                              // 0xA4  factor for positions in animations of the
                                                           //       supermodel; 0, 0.3 .. 1.14, 100 and 1.5e26 occur
    text<64> supermodel;                                   // 0xA8  model whose animations this model inherits;
                                                           //       none: "" or "null", in lower or upper case

    static constexpr const char* record_name = "model";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("geometry", &R::geometry...);
        visit("unknown", &R::unknown...);
        visit("classification", &R::classification...);
        visit("fog", &R::fog...);
        visit({"zero", role::constant}, &R::zero...);
        visit("animations", &R::animations...);
        visit({"parentModel", role::garbage}, &R::parent_model...);
        visit("boundingMin", &R::bounding_min...);
        visit("boundingMax", &R::bounding_max...);
        visit("radius", &R::radius...);
        visit("animationScale", &R::animation_scale...);
        visit("supermodel", &R::supermodel...);
    }
};
using model_header = basic_model_header<>;
static_assert(wire<model_header> && sizeof(model_header) == 0xE8);

template <form F = form::little> struct basic_event {
    f32<F> time{}; // 0x00  seconds
    text<32> name; // 0x04  snd_footstep, hit, ..

    static constexpr const char* record_name = "event";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("time", &R::time...);
        visit("name", &R::name...);
    }
};
using event = basic_event<>;
static_assert(wire<event> && sizeof(event) == 0x24);

template <form F> struct basic_animation_header {
    basic_geometry_header<F> geometry; // 0x00  name, and root of the animation's own tree
    f32<F> length{};                   // 0x70  seconds
    f32<F> transition_time{};          // 0x74  seconds of blending from the previous animation (assumed)
    text<64> root;                     // 0x78  name of the model's node that the animation begins at
    list<basic_event<F>, F> events;    // 0xB8

    static constexpr const char* record_name = "animation";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("geometry", &R::geometry...);
        visit("length", &R::length...);
        visit("transitionTime", &R::transition_time...);
        visit("root", &R::root...);
        visit("events", &R::events...);
    }
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

inline constexpr std::int32_t controls_position = 8;     // 3 columns: x, y, z in the parent's space
inline constexpr std::int32_t controls_orientation = 20; // 4 columns: x, y, z, w of a unit quaternion
inline constexpr std::int32_t controls_scale = 36;       // 1 column

// A property that changes with time: `rows` rows of numbers and one time per row, all in the node's pool of floats.
template <form F = form::little> struct basic_controller_key {
    i32<F> id{};          // 0x00  the property; which one depends on the node's flags
    i16<F> rows{};        // 0x04  number of rows; 0 or negative: none, and the indexes are meaningless
    u16<F> time_index{};  // 0x06  index of the first time in the node's pool, in floats
    u16<F> value_index{}; // 0x08  index of the first value in the node's pool, in floats
    u8 columns{};         // 0x0A  bits 0x0F: columns; bit 0x10: bezier; 0xFF: no values
    u8 padding{};         // 0x0B  garbage

    [[nodiscard]] constexpr bool has_values() const noexcept { return columns != 0xFF; }
    [[nodiscard]] constexpr bool is_bezier() const noexcept { return has_values() && (columns & 0x10U) != 0; }
    // Whether a bezier key has the width of its rows in place of the columns, as nwnmdlcomp writes it and as three
    // readers take all bezier keys.
    [[nodiscard]] constexpr bool stores_width() const noexcept {
        return is_bezier() && (columns & 0x0FU) % 3 == 0 && (columns & 0x0FU) != columns_of_id();
    }
    // Floats per row: a value; in a bezier key, two tangents, too.
    [[nodiscard]] constexpr std::uint32_t width() const noexcept {
        return has_values() ? (columns & 0x0FU) * (is_bezier() && !stores_width() ? 3U : 1U) : 0U;
    }
    // Floats per value.
    [[nodiscard]] constexpr std::uint32_t value_width() const noexcept { return width() / (is_bezier() ? 3 : 1); }
    // Whether the rows have as many columns as the id says. If not, their meaning is unknown.
    [[nodiscard]] constexpr bool has_valid_columns() const noexcept {
        return !has_values() || rows <= 0 ||
               ((columns & 0xE0U) == 0 &&
                (value_width() == 0 || columns_of_id() == 0 || value_width() == columns_of_id()));
    }
    // The columns that a controller of this id must have; 0 for ids without a rule.
    [[nodiscard]] constexpr std::uint32_t columns_of_id() const noexcept {
        return id == controls_position ? 3 : id == controls_orientation ? 4 : id == controls_scale ? 1 : 0;
    }

    static constexpr const char* record_name = "controllerKey";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("rows", &R::rows...);
        visit("timeIndex", &R::time_index...);
        visit("valueIndex", &R::value_index...);
        visit("columns", &R::columns...);
        visit({"padding", role::garbage}, &R::padding...);
    }
};
using controller_key = basic_controller_key<>;
static_assert(wire<controller_key> && sizeof(controller_key) == 0x0C);

template <form F> struct basic_node_header {
    u32<F> functions[6];  // 0x00  addresses; garbage in Enhanced Edition files
    u32<F> inherit_color; // 0x18
    i32<F> part_number;   // 0x1C  often the number of the supermodel's node of this name; root: 0
    text<32> name;        // 0x20  may fill all 32 bytes; not unique in 5 files
    u32<F> geometry;      // 0x40  garbage: do not follow
    u32<F> parent;        // 0x44  garbage: only the lists of children define the tree
    list<ptr<basic_node_header<F>, F>, F> children;   // 0x48  null pointers in it are skipped
    list<basic_controller_key<F>, F> controller_keys; // 0x54
    list<f32<F>, F> controller_data;                  // 0x60  the node's pool: times and values of its controllers
    u32<F> flags;                                     // 0x6C  which structs follow

    static constexpr const char* record_name = "node";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"functions", role::garbage}, &R::functions...);
        visit("inheritColor", &R::inherit_color...);
        visit("partNumber", &R::part_number...);
        visit("name", &R::name...);
        visit({"geometry", role::garbage}, &R::geometry...);
        visit({"parent", role::garbage}, &R::parent...);
        visit("children", &R::children...);
        visit("controllers", &R::controller_keys...);
        visit("controllerData", &R::controller_data...);
        visit("flags", &R::flags...);
    }
};
using node_header = basic_node_header<>;
static_assert(wire<node_header> && sizeof(node_header) == 0x70);

// At 0x70 of a node with has_light.
template <form F = form::little> struct basic_light {
    f32<F> flare_radius{};                      // 0x70
    list<u8, F> unused;                         // 0x74  empty in every file; not followed
    list<f32<F>, F> flare_sizes;                // 0x80  one per flare
    list<f32<F>, F> flare_positions;            // 0x8C  one per flare
    list<vec3<F>, F> flare_color_shifts;        // 0x98  one per flare
    list<array_ptr<char, F>, F> flare_textures; // 0xA4  one per flare; each string ends with NUL, without padding
    u32<F> priority{};                          // 0xB0
    u32<F> ambient_only{};                      // 0xB4
    u32<F> dynamic_type{};                      // 0xB8
    u32<F> affect_dynamic{};                    // 0xBC
    u32<F> shadow{};                            // 0xC0
    u32<F> generate_flare{};                    // 0xC4
    u32<F> fading{};                            // 0xC8

    static constexpr const char* record_name = "light";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flareRadius", &R::flare_radius...);
        visit({"unused", role::constant}, &R::unused...);
        visit("flareSizes", &R::flare_sizes...);
        visit("flarePositions", &R::flare_positions...);
        visit("flareColorShifts", &R::flare_color_shifts...);
        visit("flareTextures", &R::flare_textures...);
        visit("priority", &R::priority...);
        visit("ambientOnly", &R::ambient_only...);
        visit("dynamicType", &R::dynamic_type...);
        visit("affectDynamic", &R::affect_dynamic...);
        visit("shadow", &R::shadow...);
        visit("generateFlare", &R::generate_flare...);
        visit("fading", &R::fading...);
    }
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
    f32<F> dead_space{};   // 0x070
    f32<F> blast_radius{}; // 0x074
    f32<F> blast_length{}; // 0x078
    u32<F> grid_x{};       // 0x07C
    u32<F> grid_y{};       // 0x080
    u32<F> space_type{};   // 0x084
    text<32> update;       // 0x088  Fountain, Explosion, Single, Lightning
    text<32> render;       // 0x0A8  Normal, Linked, Billboard_to_Local_Z, Billboard_to_World_Z,
                           //       Aligned_to_World_Z, Aligned_to_Particle_Dir, Motion_Blur
    text<32> blend;        // 0x0C8  Normal, Lighten, Punch-Through
    text<64> texture;      // 0x0E8
    text<16> chunk;        // 0x128
    u32<F> two_sided{};    // 0x138
    u32<F> loop{};         // 0x13C
    u16<F> render_order{}; // 0x140
    u16<F> padding{};      // 0x142  garbage
    u32<F> flags{};        // 0x144  one bit per option: p2p, tinted, bounce, ..

    static constexpr const char* record_name = "emitter";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("deadSpace", &R::dead_space...);
        visit("blastRadius", &R::blast_radius...);
        visit("blastLength", &R::blast_length...);
        visit("gridX", &R::grid_x...);
        visit("gridY", &R::grid_y...);
        visit("spaceType", &R::space_type...);
        visit("update", &R::update...);
        visit("render", &R::render...);
        visit("blend", &R::blend...);
        visit("texture", &R::texture...);
        visit("chunk", &R::chunk...);
        visit("twoSided", &R::two_sided...);
        visit("loop", &R::loop...);
        visit("renderOrder", &R::render_order...);
        visit({"padding", role::garbage}, &R::padding...);
        visit("flags", &R::flags...);
    }
};
using emitter = basic_emitter<>;
static_assert(wire<emitter> && sizeof(emitter) == 0x148 - 0x70);

// At 0x70 of a node with has_reference.
template <form F = form::little> struct basic_reference {
    text<64> model;        // 0x70  name of the model that is attached here
    u32<F> reattachable{}; // 0xB0

    static constexpr const char* record_name = "reference";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("model", &R::model...);
        visit("reattachable", &R::reattachable...);
    }
};
using reference = basic_reference<>;
static_assert(wire<reference> && sizeof(reference) == 0xB4 - 0x70);

// ---- meshes --------------------------------------------------------------------------------------------------------

// A face as authored, for physics. The game draws the index lists: see basic_mesh::indices().
template <form F = form::little> struct basic_face {
    vec3<F> normal;       // 0x00  of the plane; points to the front
    f32<F> distance{};    // 0x0C  -dot(normal, point in the plane)
    i32<F> surface{};     // 0x10  walkmesh: surface material; other meshes: smoothing group (assumed);
                          //       0 .. 22, 99 and 65,536 occur
    i16<F> adjacent[3]{}; // 0x14  number of the face across the edge from vertex e to vertex (e + 1) % 3; -1: none
    u16<F> vertex[3]{};   // 0x1A  numbers of vertices, counter-clockwise

    static constexpr const char* record_name = "face";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("normal", &R::normal...);
        visit("distance", &R::distance...);
        visit("surface", &R::surface...);
        visit("adjacent", &R::adjacent...);
        visit("vertices", &R::vertex...);
    }
};
using face = basic_face<>;
static_assert(wire<face> && sizeof(face) == 0x20);

// At 0x70 of a node with has_mesh.
template <form F = form::little> struct basic_mesh_header {
    u32<F> functions[2]{};                   // 0x070  addresses; garbage in Enhanced Edition files
    list<basic_face<F>, F> faces;            // 0x078  as authored, not as drawn
    vec3<F> bounding_min;                    // 0x084  of the mesh's vertices in 1,613 of 1,973 meshes; other values
                                             //       in 360: merge targets, skins (measured)
    vec3<F> bounding_max;                    // 0x090
    f32<F> radius{};                         // 0x09C  largest distance of a vertex from `average`;
                                             //       other values in merge targets (measured)
    vec3<F> average;                         // 0x0A0  a point between the vertices; not always their mean
    vec3<F> diffuse;                         // 0x0AC
    vec3<F> ambient;                         // 0x0B8
    vec3<F> specular;                        // 0x0C4
    f32<F> shininess{};                      // 0x0D0
    u32<F> shadow{};                         // 0x0D4  not 0: casts a shadow
    u32<F> beaming{};                        // 0x0D8
    u32<F> render{};                         // 0x0DC  0: not drawn (walkmeshes, helpers)
    u32<F> transparency_hint{};              // 0x0E0  drawing order of transparent meshes
    u32<F> render_hint{};                    // 0x0E4  Enhanced Edition: 2 = normal and specular mapped (readers);
                                             //       0 in every file
    text<64> textures[3];                    // 0x0E8  none: "" or "null", in lower or upper case
    text<64> material;                       // 0x1A8  fourth texture; the Enhanced Edition's material (readers)
    u32<F> tile_fade{};                      // 0x1E8
    list<u8, F> compile_time[2];             // 0x1EC  empty in every file; not followed
    list<u32<F>, F> index_counts;            // 0x204  number of indices in each index list
    list<raw_ptr<u16<F>, F>, F> index_lists; // 0x210  one per index count
    u32<F> unused_strips[2]{};               // 0x21C  0xFFFFFFFF, 0
    u8 triangle_mode{};                      // 0x224  3 = triangles, in every mesh with vertices; 0 in the 45 without;
                                             //       4 = strips (document), in no file
    u8 padding[3]{};                         // 0x225
    u32<F> unused{};                         // 0x228  0
    raw_ptr<vec3<F>, F> positions;           // 0x22C
    u16<F> vertex_count{};                   // 0x230  elements in each array of vertex data, above and below
    u16<F> texture_count{};                  // 0x232  number of texcoords that exist; 0 or 1 in every file
    raw_ptr<vec2<F>, F> texcoords[4];        // 0x234  the origin is the bottom left corner
    raw_ptr<vec3<F>, F> normals;             // 0x244
    raw_ptr<rgba8, F> colors;                // 0x248  in every file the fourth byte is 255 and the others are equal
    u32<F> unused_animation[3]{};            // 0x24C  0xFFFFFFFF
    raw_ptr<vec3<F>, F> tangents;            // 0x258  Enhanced Edition (measured); texture animation (document)
    u32<F> unused_animation_4{};             // 0x25C  0xFFFFFFFF
    raw_ptr<f32<F>, F> handedness;           // 0x260  Enhanced Edition: +1 or -1, in all 17,663 elements (measured)
    u8 light_mapped{};                       // 0x264  garbage in 598 Enhanced Edition meshes
    u8 rotate_texture{};                     // 0x265
    u16<F> padding_2{};                      // 0x266  garbage
    f32<F> normal_sum_half{};                // 0x268  area of all faces, despite the name; 0 in skins,
                                             //       danglymeshes and animmeshes (measured)
    u32<F> zero{};                           // 0x26C

    static constexpr const char* record_name = "mesh";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"functions", role::garbage}, &R::functions...);
        visit("faces", &R::faces...);
        visit("boundingMin", &R::bounding_min...);
        visit("boundingMax", &R::bounding_max...);
        visit("radius", &R::radius...);
        visit("average", &R::average...);
        visit("diffuse", &R::diffuse...);
        visit("ambient", &R::ambient...);
        visit("specular", &R::specular...);
        visit("shininess", &R::shininess...);
        visit("shadow", &R::shadow...);
        visit("beaming", &R::beaming...);
        visit("render", &R::render...);
        visit("transparencyHint", &R::transparency_hint...);
        visit("renderHint", &R::render_hint...);
        visit("textures", &R::textures...);
        visit("material", &R::material...);
        visit("tileFade", &R::tile_fade...);
        visit({"compileTime", role::constant}, &R::compile_time...);
        visit("indexCounts", &R::index_counts...);
        visit(counted{"indexLists", &basic_mesh_header::index_counts}, &R::index_lists...);
        visit({"unusedStrips", role::constant}, &R::unused_strips...);
        visit("triangleMode", &R::triangle_mode...);
        visit({"padding", role::padding}, &R::padding...);
        visit({"unused", role::constant}, &R::unused...);
        visit(counted{"vertices", &basic_mesh_header::vertex_count}, &R::positions...);
        visit({"vertexCount", role::reference}, &R::vertex_count...);
        visit("textureCount", &R::texture_count...);
        visit(counted{"texcoords", &basic_mesh_header::vertex_count}, &R::texcoords...);
        visit(counted{"normals", &basic_mesh_header::vertex_count}, &R::normals...);
        visit(counted{"colors", &basic_mesh_header::vertex_count}, &R::colors...);
        visit({"unusedAnimation", role::constant, 0xFFFF'FFFF}, &R::unused_animation...);
        visit(counted{"tangents", &basic_mesh_header::vertex_count}, &R::tangents...);
        visit({"unusedAnimation4", role::constant, 0xFFFF'FFFF}, &R::unused_animation_4...);
        visit(counted{"handedness", &basic_mesh_header::vertex_count}, &R::handedness...);
        visit("lightMapped", &R::light_mapped...);
        visit("rotateTexture", &R::rotate_texture...);
        visit({"padding2", role::garbage}, &R::padding_2...);
        visit("normalSumHalf", &R::normal_sum_half...);
        visit({"zero", role::constant}, &R::zero...);
    }
};
using mesh_header = basic_mesh_header<>;
static_assert(wire<mesh_header> && sizeof(mesh_header) == 0x270 - 0x70);

// The bones that move a vertex, by slot.
template <form F = form::little> struct basic_joints {
    i16<F> bone[4]{}; // 0x00  slots; -1: not used

    static constexpr const char* record_name = "joints";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("slots", &R::bone...); }
};
using joints = basic_joints<>;
static_assert(wire<joints> && sizeof(joints) == 8);

// A quaternion with the real part first. Only the skin stores quaternions so (measured: bind poses agree).
template <form F = form::little> struct basic_quat_wxyz {
    f32<F> w{}, x{}, y{}, z{};

    static constexpr const char* record_name = "quatWxyz";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("w", &R::w...);
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
    }
};
using quat_wxyz = basic_quat_wxyz<>;

// At 0x270 of a node with has_skin. The table from slots to nodes follows: i16[18], i16[64] or i16[128].
template <form F = form::little> struct basic_skin_header {
    list<u8, F> compile_time;                      // 0x270  empty in every file; not followed
    raw_ptr<vec4<F>, F> weights;                   // 0x27C  one per vertex of the mesh
    raw_ptr<basic_joints<F>, F> joints;            // 0x280  one per vertex of the mesh; slot -1 has weight 0
    array_ptr<i16<F>, F> node_to_slot;             // 0x284  for each node: its slot; -1: not a bone
    u32<F> node_to_slot_count{};                   // 0x288  number of nodes in the model's tree
    list<basic_quat_wxyz<F>, F> inverse_rotations; // 0x28C  one per node, not per slot
    list<vec3<F>, F> inverse_translations;         // 0x298  one per node, not per slot
    list<u32<F>, F> constants;                     // 0x2A4  one per node; unknown, looks uninitialised

    static constexpr const char* record_name = "skin";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"compileTime", role::constant}, &R::compile_time...);
        visit(counted{"weights", &basic_mesh_header<F>::vertex_count}, &R::weights...);
        visit(counted{"boneRefs", &basic_mesh_header<F>::vertex_count}, &R::joints...);
        visit(counted{"nodeToSlot", &basic_skin_header::node_to_slot_count}, &R::node_to_slot...);
        visit({"nodeToSlotCount", role::reference}, &R::node_to_slot_count...);
        visit("QBoneRefInv", &R::inverse_rotations...);
        visit("TBoneRefInv", &R::inverse_translations...);
        visit("constants", &R::constants...);
    }
};
using skin_header = basic_skin_header<>;
static_assert(wire<skin_header> && sizeof(skin_header) == 0x2B0 - 0x270);

// At 0x270 of a node with has_animmesh. The samples are ordered by vertex: all sets of vertex 0, then all of vertex 1
// (measured).
template <form F = form::little> struct basic_animmesh_header {
    f32<F> sample_period{};                 // 0x270  seconds from one set to the next
    list<u8, F> compile_time[3];            // 0x274  empty in every file; not followed
    array_ptr<vec3<F>, F> position_samples; // 0x298  elements: vertex sets * mesh vertices; if 0, meaningless
    array_ptr<vec2<F>, F> texcoord_samples; // 0x29C  elements: texcoord sets * mesh vertices; if 0, meaningless
    u32<F> position_set_count{};            // 0x2A0  position samples per vertex
    u32<F> texcoord_set_count{};            // 0x2A4  texcoord samples per vertex

    static constexpr const char* record_name = "animmesh";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("samplePeriod", &R::sample_period...);
        visit({"compileTime", role::constant}, &R::compile_time...);
        visit(counted{"vertices", &basic_animmesh_header::position_set_count, &basic_mesh_header<F>::vertex_count},
              &R::position_samples...);
        visit(counted{"texcoords", &basic_animmesh_header::texcoord_set_count, &basic_mesh_header<F>::vertex_count},
              &R::texcoord_samples...);
        visit({"vertexSets", role::reference}, &R::position_set_count...);
        visit({"texcoordSets", role::reference}, &R::texcoord_set_count...);
    }
};
using animmesh_header = basic_animmesh_header<>;
static_assert(wire<animmesh_header> && sizeof(animmesh_header) == 0x2A8 - 0x270);

// At 0x270 of a node with has_dangly.
template <form F = form::little> struct basic_dangly_header {
    list<f32<F>, F> constraints; // 0x270  one per vertex, 0 .. 255; 0: does not move;
                                 //       0 .. 1 in one file (measured)
    f32<F> displacement{};       // 0x27C
    f32<F> tightness{};          // 0x280
    f32<F> period{};             // 0x284

    static constexpr const char* record_name = "dangly";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("constraints", &R::constraints...);
        visit("displacement", &R::displacement...);
        visit("tightness", &R::tightness...);
        visit("period", &R::period...);
    }
};
using dangly_header = basic_dangly_header<>;
static_assert(wire<dangly_header> && sizeof(dangly_header) == 0x288 - 0x270);

// A box of the collision tree (0x28 bytes: measured; the document says 0x24).
template <form F = form::little> struct basic_aabb_entry {
    vec3<F> min;                    // 0x00
    vec3<F> max;                    // 0x0C
    ptr<basic_aabb_entry, F> left;  // 0x18  0: none, as in every leaf
    ptr<basic_aabb_entry, F> right; // 0x1C  0: none, as in every leaf
    i32<F> face{};                  // 0x20  leaf: number of a face of the mesh; other boxes: -1
    u32<F> plane{};                 // 0x24  plane that divides the box: 1, 2, 4 = +x, +y, +z;
                                    //       8, 0x10, 0x20 = -x, -y, -z; leaf: 0

    static constexpr const char* record_name = "box";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("min", &R::min...);
        visit("max", &R::max...);
        visit("left", &R::left...);
        visit("right", &R::right...);
        visit("face", &R::face...);
        visit("plane", &R::plane...);
    }
};
using aabb_entry = basic_aabb_entry<>;
static_assert(wire<aabb_entry> && sizeof(aabb_entry) == 0x28);

// At 0x270 of a node with has_aabb.
template <form F = form::little> struct basic_aabb_header {
    ptr<basic_aabb_entry<F>, F> root; // 0x270  first entry of the collision tree; 0: no tree

    static constexpr const char* record_name = "aabb";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("root", &R::root...); }
};
using aabb_header = basic_aabb_header<>;
static_assert(wire<aabb_header> && sizeof(aabb_header) == 4);

}}} // namespace effigy::v0::nwn
