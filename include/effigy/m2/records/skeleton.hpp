// Animations and bones.
#pragma once

#include <effigy/core/role.hpp>
#include <effigy/m2/records/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// ---- animations ----------------------------------------------------------------------------------------------------

template <form F = form::little> struct basic_bounds {
    vec3<F> min;     // 0x00
    vec3<F> max;     // 0x0C
    f32<F> radius{}; // 0x18

    static constexpr const char* record_name = "bounds";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("min", &R::min...);
        visit("max", &R::max...);
        visit("radius", &R::radius...);
    }
};
using bounds = basic_bounds<>;
static_assert(wire<bounds> && sizeof(bounds) == 0x1C);

enum animation_flags : std::uint32_t {
    animation_plays_once = 0x01,
    animation_is_inside = 0x20, // from version 264 on: its keys are in the model
    animation_is_alias = 0x40,  // of animations[alias_next]
    animation_is_blended = 0x80,
    animation_is_inside_any = 0x130, // any of these bits (readers); in all files the same as animation_is_inside
};

// An animation is a part of the file's time line.
template <form F = form::little> struct basic_animation_record {
    u16<F> id{};             // 0x00  row of the game's table AnimationData: 0 stand, 4 walk
    u16<F> variation{};      // 0x02  distinguishes animations of one id
    u32<F> start{};          // 0x04  milliseconds
    u32<F> end{};            // 0x08  milliseconds
    f32<F> move_speed{};     // 0x0C  yards per second
    u32<F> flags{};          // 0x10  animation_flags
    i16<F> probability{};    // 0x14  the sum over the variations of an id is 32,767
    u16<F> padding{};        // 0x16  0
    u32<F> replay_min{};     // 0x18  0 in nearly all animations
    u32<F> replay_max{};     // 0x1C  0 in nearly all animations
    u32<F> blend_time{};     // 0x20  milliseconds: 0 to 500
    basic_bounds<F> bounds;  // 0x24
    i16<F> next_variation{}; // 0x40  number of an animation; -1: none
    u16<F> alias_next{};     // 0x42  number of an animation; valid only with flag 0x40

    static constexpr const char* record_name = "animation";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("variation", &R::variation...);
        visit("start", &R::start...);
        visit("end", &R::end...);
        visit("moveSpeed", &R::move_speed...);
        visit("flags", &R::flags...);
        visit("probability", &R::probability...);
        visit({"padding", role::padding}, &R::padding...);
        visit("replayMin", &R::replay_min...);
        visit("replayMax", &R::replay_max...);
        visit("blendTime", &R::blend_time...);
        visit("bounds", &R::bounds...);
        visit("nextVariation", &R::next_variation...);
        visit("aliasNext", &R::alias_next...);
    }
};
using animation_record = basic_animation_record<>;
static_assert(wire<animation_record> && sizeof(animation_record) == 0x44);
template <> struct owned_form<basic_animation_record<form::host>> {
    using type = owned_animation;
};

// From version 264 on.
template <form F = form::little> struct basic_animation_record_264 {
    u16<F> id;              // 0x00  row of the game's table AnimationData: 0 stand, 4 walk
    u16<F> variation;       // 0x02  distinguishes animations of one id
    u32<F> duration;        // 0x04  milliseconds
    f32<F> move_speed;      // 0x08  yards per second
    u32<F> flags;           // 0x0C  animation_flags
    i16<F> probability;     // 0x10  the sum over the variations of an id is 32,767
    u16<F> padding;         // 0x12  0
    u32<F> replay_min;      // 0x14  0 in nearly all animations
    u32<F> replay_max;      // 0x18  0 in nearly all animations
    u32<F> blend_time;      // 0x1C  milliseconds; in late versions uint16 in, uint16 out [readers]
    basic_bounds<F> bounds; // 0x20
    i16<F> next_variation;  // 0x3C  number of an animation; -1: none
    u16<F> alias_next;      // 0x3E  number of an animation; valid only with flag 0x40

    static constexpr std::uint32_t since = 264;
    static constexpr const char* record_name = "animation";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("variation", &R::variation...);
        visit("duration", &R::duration...);
        visit("moveSpeed", &R::move_speed...);
        visit("flags", &R::flags...);
        visit("probability", &R::probability...);
        visit({"padding", role::padding}, &R::padding...);
        visit("replayMin", &R::replay_min...);
        visit("replayMax", &R::replay_max...);
        visit("blendTime", &R::blend_time...);
        visit("bounds", &R::bounds...);
        visit("nextVariation", &R::next_variation...);
        visit("aliasNext", &R::alias_next...);
    }
};
using animation_record_264 = basic_animation_record_264<>;
static_assert(wire<animation_record_264> && sizeof(animation_record_264) == 0x40);

// The animation to play if the model does not have the one whose id is the index in the table.
template <form F = form::little> struct basic_playable {
    u16<F> fallback{}; // 0x00  id of an animation
    u16<F> flags{};    // 0x02

    static constexpr const char* record_name = "playable";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("fallback", &R::fallback...);
        visit("flags", &R::flags...);
    }
};
using playable = basic_playable<>;
static_assert(wire<playable> && sizeof(playable) == 0x04);

// ---- bones ---------------------------------------------------------------------------------------------------------

enum bone_flags : std::uint32_t {
    bone_ignores_parent_translation = 0x001, // this and the next two: readers
    bone_ignores_parent_scale = 0x002,
    bone_ignores_parent_rotation = 0x004,
    bone_is_billboard = 0x008,
    bone_is_billboard_x = 0x010, // turns about its x axis only
    bone_is_billboard_y = 0x020,
    bone_is_billboard_z = 0x040,
    bone_is_transformed = 0x200,
};

// Versions 256 .. 259.
template <form F = form::little> struct basic_bone_record {
    i32<F> key_bone{}; // 0x00  key bone id: its index in the key bone lookup; -1: none
    u32<F> flags{};    // 0x04  bone_flags
    i16<F> parent{};   // 0x08  number of a bone; -1: none; less than its own number in every file
    u16<F> submesh{};  // 0x0A  uninitialised in version 256
    basic_track_header<vec3<F>, F> translation; // 0x0C
    basic_track_header<quat<F>, F> rotation;    // 0x28
    basic_track_header<vec3<F>, F> scale;       // 0x44
    vec3<F> pivot;                              // 0x60  in the model's space

    static constexpr const char* record_name = "bone";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("keyBone", &R::key_bone...);
        visit("flags", &R::flags...);
        visit("parent", &R::parent...);
        visit("submesh", &R::submesh...);
        visit("translation", &R::translation...);
        visit("rotation", &R::rotation...);
        visit("scale", &R::scale...);
        visit("pivot", &R::pivot...);
    }
};
using bone_record = basic_bone_record<>;
static_assert(wire<bone_record> && sizeof(bone_record) == 0x6C);
template <> struct owned_form<basic_bone_record<form::host>> {
    using type = owned_bone;
};

// From version 260 on.
template <form F = form::little, keying K = keying::timeline> struct basic_bone_record_260 {
    i32<F> key_bone;                         // 0x00  key bone id: its index in the key bone lookup; -1: none
    u32<F> flags;                            // 0x04  bone_flags
    i16<F> parent;                           // 0x08  number of a bone; -1: none; less than its own number in every file
    u16<F> submesh;                          // 0x0A
    u32<F> unknown;                          // 0x0C  CRC-32 of the name; before 264 mostly two small numbers
    stored_track<vec3<F>, F, K> translation; // 0x10
    stored_track<basic_packed_quat<F>, F, K> rotation; // 0x2C | 0x24
    stored_track<vec3<F>, F, K> scale;                 // 0x48 | 0x38
    vec3<F> pivot;                                     // 0x64 | 0x4C  in the model's space

    static constexpr std::uint32_t since = K == keying::timeline ? 260 : since_of(K);
    static constexpr const char* record_name = "bone";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("keyBone", &R::key_bone...);
        visit("flags", &R::flags...);
        visit("parent", &R::parent...);
        visit("submesh", &R::submesh...);
        visit("unknown", &R::unknown...);
        visit("translation", &R::translation...);
        visit("rotation", &R::rotation...);
        visit("scale", &R::scale...);
        visit("pivot", &R::pivot...);
    }
};
using bone_record_260 = basic_bone_record_260<>;
using bone_record_264 = basic_bone_record_260<form::little, keying::by_animation>;
template <form F> using basic_bone_record_264 = basic_bone_record_260<F, keying::by_animation>;
static_assert(wire<bone_record_260> && sizeof(bone_record_260) == 0x70);
static_assert(wire<basic_bone_record_264<form::little>> && sizeof(basic_bone_record_264<form::little>) == 0x58);

}}} // namespace effigy::v0::m2
