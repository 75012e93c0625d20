// Attachment points, events, lights, cameras, ribbons and particle emitters.
#pragma once

#include <effigy/core/role.hpp>
#include <effigy/m2/records/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// ---- attached to bones ---------------------------------------------------------------------------------------------

template <form F = form::little, keying K = keying::timeline> struct basic_attachment_record {
    u32<F> id{};                    // 0x00  a place of the model, see attachment_name()
    u16<F> bone{};                  // 0x04  number of a bone
    u16<F> padding{};               // 0x06  0, except in one file of version 256
    vec3<F> position;               // 0x08  in the model's space
    stored_track<u8, F, K> visible; // 0x14

    static constexpr std::uint32_t since = since_of(K);
    static constexpr const char* record_name = "attachment";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("bone", &R::bone...);
        visit({"padding", role::garbage}, &R::padding...);
        visit("position", &R::position...);
        visit("visible", &R::visible...);
    }
};
using attachment_record = basic_attachment_record<>;
using attachment_record_264 = basic_attachment_record<form::little, keying::by_animation>;
static_assert(wire<attachment_record> && sizeof(attachment_record) == 0x30);
static_assert(wire<attachment_record_264> && sizeof(attachment_record_264) == 0x28);

// Something that the game does at a certain time: footsteps, hits, sounds.
template <form F = form::little, keying K = keying::timeline> struct basic_event_record {
    text<4> id;                     // 0x00  $CAH, $HIT, $DTH and others, see event_meaning()
    u32<F> data{};                  // 0x04  number of a sound in some
    u32<F> bone{};                  // 0x08  number of a bone
    vec3<F> position;               // 0x0C  in the model's space
    stored_event_track<F, K> times; // 0x18  when it happens

    static constexpr std::uint32_t since = since_of(K);
    static constexpr const char* record_name = "event";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("data", &R::data...);
        visit("bone", &R::bone...);
        visit("position", &R::position...);
        visit("", &R::times...); // the event is the track
    }
};
using event_record = basic_event_record<>;
using event_record_264 = basic_event_record<form::little, keying::by_animation>;
static_assert(wire<event_record> && sizeof(event_record) == 0x2C);
static_assert(wire<event_record_264> && sizeof(event_record_264) == 0x24);

enum class light_type : std::uint16_t { directional = 0, point = 1 };

template <form F = form::little, keying K = keying::timeline> struct basic_light_record {
    number<light_type, F> type{};                 // 0x00  0 directional, 1 point
    i16<F> bone{};                                // 0x02  number of a bone; -1: none
    vec3<F> position;                             // 0x04  in the model's space
    stored_track<vec3<F>, F, K> ambient_color;    // 0x10
    stored_track<f32<F>, F, K> ambient_intensity; // 0x2C | 0x24
    stored_track<vec3<F>, F, K> diffuse_color;    // 0x48 | 0x38
    stored_track<f32<F>, F, K> diffuse_intensity; // 0x64 | 0x4C
    stored_track<f32<F>, F, K> attenuation_start; // 0x80 | 0x60
    stored_track<f32<F>, F, K> attenuation_end;   // 0x9C | 0x74
    stored_track<u8, F, K> visible;               // 0xB8 | 0x88

    static constexpr std::uint32_t since = since_of(K);
    static constexpr const char* record_name = "light";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("bone", &R::bone...);
        visit("position", &R::position...);
        visit("ambientColor", &R::ambient_color...);
        visit("ambientIntensity", &R::ambient_intensity...);
        visit("diffuseColor", &R::diffuse_color...);
        visit("diffuseIntensity", &R::diffuse_intensity...);
        visit("attenuationStart", &R::attenuation_start...);
        visit("attenuationEnd", &R::attenuation_end...);
        visit("visible", &R::visible...);
    }
};
using light_record = basic_light_record<>;
using light_record_264 = basic_light_record<form::little, keying::by_animation>;
static_assert(wire<light_record> && sizeof(light_record) == 0xD4);
static_assert(wire<light_record_264> && sizeof(light_record_264) == 0x9C);

enum class camera_type : std::int32_t { fly_by = -1, portrait = 0, character_info = 1 };

template <form F = form::little, keying K = keying::timeline> struct basic_camera_record {
    number<camera_type, F> type{};                    // 0x00  0 portrait, 1 character info, -1 fly-by and others
    f32<F> diagonal_field_of_view{};                  // 0x04  radians, from corner to corner
    f32<F> far_clip{};                                // 0x08  yards
    f32<F> near_clip{};                               // 0x0C  yards
    stored_track<spline_key<vec3<F>>, F, K> position; // 0x10  added to the base
    vec3<F> position_base;                            // 0x2C | 0x24  in the model's space
    stored_track<spline_key<vec3<F>>, F, K> target;   // 0x38 | 0x30  added to the base
    vec3<F> target_base;                              // 0x54 | 0x44  in the model's space
    stored_track<spline_key<f32<F>>, F, K> roll;      // 0x60 | 0x50  radians

    static constexpr std::uint32_t since = since_of(K);
    static constexpr const char* record_name = "camera";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("diagonalFieldOfView", &R::diagonal_field_of_view...);
        visit("farClip", &R::far_clip...);
        visit("nearClip", &R::near_clip...);
        visit("position", &R::position...);
        visit("positionBase", &R::position_base...);
        visit("target", &R::target...);
        visit("targetBase", &R::target_base...);
        visit("roll", &R::roll...);
    }
};
using camera_record = basic_camera_record<>;
using camera_record_264 = basic_camera_record<form::little, keying::by_animation>;
static_assert(wire<camera_record> && sizeof(camera_record) == 0x7C);
template <> struct owned_form<basic_camera_record<form::host>> {
    using type = owned_camera;
};
static_assert(wire<camera_record_264> && sizeof(camera_record_264) == 0x64);

// From version 271 on: the field of view is a track.
template <form F = form::little> struct basic_camera_record_271 {
    number<camera_type, F> type;                             // 0x00  0 portrait, 1 character info, -1 fly-by and others
    f32<F> far_clip;                                         // 0x04  yards
    f32<F> near_clip;                                        // 0x08  yards
    basic_track_header_264<spline_key<vec3<F>>, F> position; // 0x0C  added to the base
    vec3<F> position_base;                                   // 0x20  in the model's space
    basic_track_header_264<spline_key<vec3<F>>, F> target;   // 0x2C  added to the base
    vec3<F> target_base;                                     // 0x40  in the model's space
    basic_track_header_264<spline_key<f32<F>>, F> roll;      // 0x4C  radians
    basic_track_header_264<spline_key<f32<F>>, F> field_of_view; // 0x60  radians, from corner to corner

    static constexpr std::uint32_t since = 271;
    static constexpr const char* record_name = "camera";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("farClip", &R::far_clip...);
        visit("nearClip", &R::near_clip...);
        visit("position", &R::position...);
        visit("positionBase", &R::position_base...);
        visit("target", &R::target...);
        visit("targetBase", &R::target_base...);
        visit("roll", &R::roll...);
        visit("fieldOfView", &R::field_of_view...);
    }
};
using camera_record_271 = basic_camera_record_271<>;
static_assert(wire<camera_record_271> && sizeof(camera_record_271) == 0x74);

namespace impl {

// The fields of every declaration of a ribbon, in the order of the file.
template <class Of, class... R> constexpr void ribbon_fields(auto&& visit) {
    visit("id", &R::id...);
    visit("bone", &R::bone...);
    visit("position", &R::position...);
    visit("textures", &R::textures...);
    visit("materials", &R::materials...);
    visit("color", &R::color...);
    visit("alpha", &R::alpha...);
    visit("heightAbove", &R::height_above...);
    visit("heightBelow", &R::height_below...);
    visit("edgesPerSecond", &R::edges_per_second...);
    visit("edgeLifetime", &R::edge_lifetime...);
    visit("gravity", &R::gravity...);
    visit("rows", &R::rows...);
    visit("columns", &R::columns...);
    visit("slot", &R::slot...);
    visit("visible", &R::visible...);
    if constexpr (requires { &Of::priority_plane; }) {
        visit("priorityPlane", &R::priority_plane...);
        visit({"padding", role::padding}, &R::padding...);
    }
}

} // namespace impl

// A trail of a moving bone. No available file has one: the size is calculated, the meanings are from readers.
template <form F = form::little> struct basic_ribbon_record {
    i32<F> id{};                                   // 0x00
    u32<F> bone{};                                 // 0x04  number of a bone
    vec3<F> position;                              // 0x08  in the model's space
    array_ref<u16<F>, F> textures;                 // 0x14  numbers of textures
    array_ref<u16<F>, F> materials;                // 0x1C  numbers of materials
    basic_track_header<vec3<F>, F> color;          // 0x24
    basic_track_header<basic_opacity<F>, F> alpha; // 0x40
    basic_track_header<f32<F>, F> height_above;    // 0x5C
    basic_track_header<f32<F>, F> height_below;    // 0x78
    f32<F> edges_per_second{};                     // 0x94
    f32<F> edge_lifetime{};                        // 0x98  seconds
    f32<F> gravity{};                              // 0x9C
    u16<F> rows{};                                 // 0xA0  of the texture
    u16<F> columns{};                              // 0xA2  of the texture
    basic_track_header<u16<F>, F> slot;            // 0xA4  of the texture
    basic_track_header<u8, F> visible;             // 0xC0

    static constexpr const char* record_name = "ribbon";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        impl::ribbon_fields<basic_ribbon_record, R...>(visit);
    }
};
using ribbon_record = basic_ribbon_record<>;
static_assert(wire<ribbon_record> && sizeof(ribbon_record) == 0xDC);
template <> struct owned_form<basic_ribbon_record<form::host>> {
    using type = owned_ribbon;
};

// From version 264 on.
template <form F = form::little> struct basic_ribbon_record_264 {
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
    u16<F> columns;                                    // 0x82  of the texture
    basic_track_header_264<u16<F>, F> slot;            // 0x84  of the texture
    basic_track_header_264<u8, F> visible;             // 0x98
    i16<F> priority_plane;                             // 0xAC
    u16<F> padding;                                    // 0xAE

    static constexpr std::uint32_t since = 264;
    static constexpr const char* record_name = "ribbon";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        impl::ribbon_fields<basic_ribbon_record_264, R...>(visit);
    }
};
using ribbon_record_264 = basic_ribbon_record_264<>;
static_assert(wire<ribbon_record_264> && sizeof(ribbon_record_264) == 0xB0);

struct bgra8 {
    u8 b{}, g{}, r{}, a{};

    static constexpr const char* record_name = "bgra8";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("b", &R::b...);
        visit("g", &R::g...);
        visit("r", &R::r...);
        visit("a", &R::a...);
    }
};

enum class emitter_shape : std::uint16_t { plane = 1, sphere = 2, spline = 3, bone = 4 };

enum particle_flags : std::uint32_t {
    particle_is_no_billboard = 0x1000,
    particle_gravity_is_packed = 0x80'0000, // from version 272 on, see gravity_of() (readers)
    particle_has_textures = 0x1000'0000,    // up to three, see particle.texture() (readers)
};

// The tracks of a particle emitter in file order.
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

// Up to version 262: how particles blend, and the shape they are emitted from. From 263 on: basic_emission_263.
template <form F = form::little> struct basic_emission {
    u16<F> blend{};
    u16<F> shape{};

    static constexpr const char* record_name = "emission";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("blend", &R::blend...);
        visit("shape", &R::shape...);
    }
};
using stored_emission = basic_emission<>;
template <form F = form::little> struct basic_emission_263 {
    u8 blend{};
    u8 shape{};
    u16<F> color_index{};

    static constexpr const char* record_name = "emission263";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("blend", &R::blend...);
        visit("shape", &R::shape...);
        visit("colorIndex", &R::color_index...);
    }
};
using stored_emission_263 = basic_emission_263<>;

namespace impl {

// The fields of every declaration of a particle emitter, in the order of the file.
template <class Of, class... R> constexpr void particle_fields(auto&& visit) {
    visit("id", &R::id...);
    visit("flags", &R::flags...);
    visit("position", &R::position...);
    visit("bone", &R::bone...);
    visit("texture", &R::texture...);
    visit("model", &R::model...);
    visit("recursionModel", &R::recursion_model...);
    visit("emission", &R::emission...);
    visit("type", &R::type...);
    visit("headOrTail", &R::head_or_tail...);
    visit("tileRotation", &R::tile_rotation...);
    visit("rows", &R::rows...);
    visit("columns", &R::columns...);
    visit("speed", &R::speed...);
    visit("speedVariation", &R::speed_variation...);
    visit("verticalRange", &R::vertical_range...);
    visit("horizontalRange", &R::horizontal_range...);
    visit("gravity", &R::gravity...);
    visit("lifespan", &R::lifespan...);
    if constexpr (requires { &Of::lifespan_variation; }) {
        visit("lifespanVariation", &R::lifespan_variation...);
    }
    visit("emissionRate", &R::emission_rate...);
    if constexpr (requires { &Of::emission_rate_variation; }) {
        visit("emissionRateVariation", &R::emission_rate_variation...);
    }
    visit("areaLength", &R::area_length...);
    visit("areaWidth", &R::area_width...);
    visit("zSource", &R::z_source...);
    if constexpr (requires { &Of::midpoint; }) {
        visit("midpoint", &R::midpoint...);
        visit("colors", &R::colors...);
        visit("scales", &R::scales...);
        visit("cells", &R::cells...);
    } else {
        visit("color", &R::color...);
        visit("alpha", &R::alpha...);
        visit("scale", &R::scale...);
        visit("scaleVariation", &R::scale_variation...);
        visit("headCell", &R::head_cell...);
        visit("tailCell", &R::tail_cell...);
    }
    visit("tailLength", &R::tail_length...);
    visit("twinkleSpeed", &R::twinkle_speed...);
    visit("twinklePercent", &R::twinkle_percent...);
    visit("twinkleScaleMin", &R::twinkle_scale_min...);
    visit("twinkleScaleMax", &R::twinkle_scale_max...);
    visit("burstMultiplier", &R::burst_multiplier...);
    visit("drag", &R::drag...);
    if constexpr (requires { &Of::base_spin; }) {
        visit("baseSpin", &R::base_spin...);
        visit("baseSpinVariation", &R::base_spin_variation...);
    }
    visit("spin", &R::spin...);
    if constexpr (requires { &Of::spin_variation; }) {
        visit("spinVariation", &R::spin_variation...);
    }
    visit("tumble", &R::tumble...);
    visit("wind", &R::wind...);
    visit("windTime", &R::wind_time...);
    visit("followSpeed1", &R::follow_speed_1...);
    visit("followScale1", &R::follow_scale_1...);
    visit("followSpeed2", &R::follow_speed_2...);
    visit("followScale2", &R::follow_scale_2...);
    visit("splinePoints", &R::spline_points...);
    visit("enabled", &R::enabled...);
}

} // namespace impl

template <form F = form::little> struct basic_particle_record {
    i32<F> id{};                                    // 0x000  -1
    u32<F> flags{};                                 // 0x004  particle_flags
    vec3<F> position;                               // 0x008  in the model's space
    u16<F> bone{};                                  // 0x014  number of a bone
    u16<F> texture{};                               // 0x016  number of a texture
    array_ref<char, F> model;                       // 0x018  path of an emitted model; a lone NUL in client files
    array_ref<char, F> recursion_model;             // 0x020  path of an emitted model
    u8 emission[4]{};                               // 0x028  blend and shape; depends on the version
    u8 type{};                                      // 0x02C  0 normal, 1 a quad from the origin to the particle, 2 like
                                                    // 0 [document]
    u8 head_or_tail{};                              // 0x02D  0 in every available file
    i16<F> tile_rotation{};                         // 0x02E  0 in most; -1 to 5 occur
    u16<F> rows{};                                  // 0x030  of the texture
    u16<F> columns{};                               // 0x032  of the texture
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
    f32<F> midpoint{};                              // 0x14C  part of its life, 0 to 1
    bgra8 colors[3];                                // 0x150  at birth, midpoint and death
    f32<F> scales[3]{};                             // 0x15C  size at birth, midpoint and death
    u16<F> cells[10]{};                             // 0x168  of the texture; see the list below
    f32<F> tail_length{};                           // 0x17C
    f32<F> twinkle_speed{};                         // 0x180
    f32<F> twinkle_percent{};                       // 0x184
    f32<F> twinkle_scale_min{};                     // 0x188
    f32<F> twinkle_scale_max{};                     // 0x18C
    f32<F> burst_multiplier{};                      // 0x190
    f32<F> drag{};                                  // 0x194  multiplies the speed by exp(-drag * seconds) [document]
    f32<F> spin{};                                  // 0x198  turns per life [document]
    f32<F> tumble[6]{};                             // 0x19C
    vec3<F> wind;                                   // 0x1B4
    f32<F> wind_time{};                             // 0x1C0
    f32<F> follow_speed_1{};                        // 0x1C4  2.5 in nearly all
    f32<F> follow_scale_1{};                        // 0x1C8  0.7
    f32<F> follow_speed_2{};                        // 0x1CC  7
    f32<F> follow_scale_2{};                        // 0x1D0  0.9
    array_ref<vec3<F>, F> spline_points;            // 0x1D4
    basic_track_header<u8, F> enabled;              // 0x1DC

    static constexpr const char* record_name = "particle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        impl::particle_fields<basic_particle_record, R...>(visit);
    }
};
using particle_record = basic_particle_record<>;
static_assert(wire<particle_record> && sizeof(particle_record) == 0x1F8);
template <> struct owned_form<basic_particle_record<form::host>> {
    using type = owned_particle;
};

// From version 264 on.
template <form F = form::little> struct basic_particle_record_264 {
    i32<F> id;                                          // 0x000  -1
    u32<F> flags;                                       // 0x004  particle_flags
    vec3<F> position;                                   // 0x008  in the model's space
    u16<F> bone;                                        // 0x014  number of a bone
    u16<F> texture;                                     // 0x016  number of a texture; from 272 on up to three
    array_ref<char, F> model;                           // 0x018  path of an emitted model
    array_ref<char, F> recursion_model;                 // 0x020  path of an emitted model
    basic_emission_263<F> emission;                     // 0x028
    u8 type;                                            // 0x02C  0 normal, 1 a quad from the origin to the particle, 2
                                                        // like 0 [document]
    u8 head_or_tail;                                    // 0x02D  0 in every available file
    i16<F> tile_rotation;                               // 0x02E  0 in most; -1 to 5 occur
    u16<F> rows;                                        // 0x030  of the texture
    u16<F> columns;                                     // 0x032  of the texture
    basic_track_header_264<f32<F>, F> speed;            // 0x034
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
    basic_life_track_header<u16<F>, F> tail_cell;       // 0x14C  of the texture
    f32<F> tail_length;                                 // 0x15C
    f32<F> twinkle_speed;                               // 0x160
    f32<F> twinkle_percent;                             // 0x164
    f32<F> twinkle_scale_min;                           // 0x168
    f32<F> twinkle_scale_max;                           // 0x16C
    f32<F> burst_multiplier;                            // 0x170
    f32<F> drag;                           // 0x174  multiplies the speed by exp(-drag * seconds) [document]
    f32<F> base_spin;                      // 0x178
    f32<F> base_spin_variation;            // 0x17C
    f32<F> spin;                           // 0x180  turns per life [document]
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

    static constexpr std::uint32_t since = 264;
    static constexpr const char* record_name = "particle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        impl::particle_fields<basic_particle_record_264, R...>(visit);
    }
};
using particle_record_264 = basic_particle_record_264<>;
static_assert(wire<particle_record_264> && sizeof(particle_record_264) == 0x1DC);

// From version 272 on.
template <form F = form::little> struct basic_particle_record_272 : basic_particle_record_264<F> {
    i16<F> multi_texture[8]; // 0x1DC  scrolling of the further textures; 512 is 1 [readers]

    static constexpr std::uint32_t since = 272;
    static constexpr const char* record_name = "particle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_particle_record_264<F>::template fields<R...>(visit);
        visit("multiTexture", &R::multi_texture...);
    }
};
using particle_record_272 = basic_particle_record_272<>;
static_assert(wire<particle_record_272> && sizeof(particle_record_272) == 0x1EC);

}}} // namespace effigy::v0::m2
