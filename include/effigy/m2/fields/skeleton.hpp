// The names and roles of these records' fields, see m2/fields.hpp.
#pragma once

#include <effigy/m2/fields/track.hpp>
#include <effigy/m2/records/skeleton.hpp>

namespace effigy::inline v0 {

template <form F> struct description<m2::basic_bounds<F>> {
    static constexpr const char* name = "bounds";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("min", &R::min...);
        visit("max", &R::max...);
        visit("radius", &R::radius...);
    }
};
template <form F> struct description<m2::basic_animation_record<F>> {
    static constexpr const char* name = "animation";
    template <class... R> static constexpr void fields(auto&& visit) {
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
template <form F> struct description<m2::basic_animation_record_264<F>> {
    static constexpr const char* name = "animation";
    template <class... R> static constexpr void fields(auto&& visit) {
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
template <form F> struct description<m2::basic_playable<F>> {
    static constexpr const char* name = "playable";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("fallback", &R::fallback...);
        visit("flags", &R::flags...);
    }
};
template <form F> struct description<m2::basic_bone_record<F>> {
    static constexpr const char* name = "bone";
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
template <form F, m2::keying K> struct description<m2::basic_bone_record_260<F, K>> {
    static constexpr const char* name = "bone";
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

} // namespace effigy::inline v0
