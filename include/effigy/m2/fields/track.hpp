// The names and roles of these records' fields, see m2/fields.hpp.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/inline.hpp>
#include <effigy/m2/records/track.hpp>

namespace effigy::inline v0 {

template <form F> struct description<m2::basic_unknown_list<F>> {
    static constexpr const char* name = "unknownList";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"count", role::reference}, &R::count...);
        visit({"offset", role::reference}, &R::offset...);
    }
};
template <form F> struct description<m2::basic_key_range<F>> {
    static constexpr const char* name = "keyRange";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("first", &R::first...);
        visit("last", &R::last...);
    }
};
template <form F> struct description<m2::basic_event_track_header<F>> {
    static constexpr const char* name = "eventTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("interpolation", &R::interpolation...);
        visit("globalSequence", &R::global_sequence...);
        visit("ranges", &R::ranges...);
        visit("times", &R::times...);
    }
};
template <class T, form F> struct description<m2::basic_track_header<T, F>> {
    static constexpr const char* name = "track";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        description<m2::basic_event_track_header<F>>::template fields<R...>(visit);
        visit("values", &R::values...);
    }
};
template <form F> struct description<m2::basic_event_track_header_264<F>> {
    static constexpr const char* name = "eventTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("interpolation", &R::interpolation...);
        visit("globalSequence", &R::global_sequence...);
        visit("times", &R::times...);
    }
};
template <class T, form F> struct description<m2::basic_track_header_264<T, F>> {
    static constexpr const char* name = "track";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        description<m2::basic_event_track_header_264<F>>::template fields<R...>(visit);
        visit("values", &R::values...);
    }
};
template <form F> struct description<m2::basic_opacity<F>> {
    static constexpr const char* name = "opacity";
    template <class... R> static constexpr void fields(auto&& visit) { visit("stored", &R::stored...); }
};
template <form F> struct description<m2::basic_packed_quat<F>> {
    static constexpr const char* name = "packedQuat";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("w", &R::w...);
    }
};
template <class T> struct description<m2::spline_key<T>> {
    static constexpr const char* name = described<T> ? "vec3SplineKey" : "f32SplineKey";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("value", &R::value...);
        visit("in", &R::in...);
        visit("out", &R::out...);
    }
};
template <class T, form F> struct description<m2::basic_life_track_header<T, F>> {
    static constexpr const char* name = "lifeTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("ages", &R::ages...);
        visit("values", &R::values...);
    }
};

} // namespace effigy::inline v0
