// References, and tracks: values that change with time.
#pragma once

#include <effigy/core/pool_slice.hpp>
#include <effigy/core/role.hpp>
#include <effigy/core/vector.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// ---- references ----------------------------------------------------------------------------------------------------

// `count` T at `offset`. Where the count is 0, the offset may be any number.
template <class T, form F = form::little> struct array_ref {
    using target = T;
    u32<F> count;
    u32<F> offset;
};

// The type that an owning model has for a T. A few records have a type of their own.
struct owned_animation;
struct owned_bone;
struct owned_skin_profile;
struct owned_camera;
struct owned_ribbon;
struct owned_particle;
template <class T> struct owned_form {
    using type = T;
};
template <class T> struct array_ref<T, form::host> : pool_slice<typename owned_form<T>::type> {
    using target = typename owned_form<T>::type;
    constexpr array_ref() = default;
    constexpr array_ref(const pool_slice<target>& of) noexcept : pool_slice<target>(of) {}
};

// A list whose element type is unknown.
template <form F = form::little> struct basic_unknown_list {
    u32<F> count{};
    u32<F> offset{};

    static constexpr const char* record_name = "unknownList";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"count", role::reference}, &R::count...);
        visit({"offset", role::reference}, &R::offset...);
    }
};
using unknown_list = basic_unknown_list<>;
static_assert(wire<unknown_list> && sizeof(unknown_list) == 0x08);

// ---- tracks --------------------------------------------------------------------------------------------------------

// How a file stores keys. Records with tracks are declared for both.
inline constexpr std::uint32_t oldest_version = 256, newest_version = 274; // of those that open() reads

enum class keying : std::uint8_t {
    timeline,     // before version 264: all animations share one time line; each has a range of keys
    by_animation, // from 264 on: each animation has its own lists of keys, whose times begin at 0
};
[[nodiscard]] constexpr std::uint32_t since_of(keying keys) noexcept {
    return keys == keying::timeline ? oldest_version : 264;
}

enum class interpolation : std::uint16_t { step = 0, linear = 1, hermite = 2, bezier = 3 }; // 2 and 3: readers

// In tracks of values both ends are inclusive; in event tracks `last` is one past the end.
template <form F = form::little> struct basic_key_range {
    u32<F> first{}; // 0x00  number of the first key
    u32<F> last{};  // 0x04  number of the last key (values); one more than the number of the last key (events)

    static constexpr const char* record_name = "keyRange";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("first", &R::first...);
        visit("last", &R::last...);
    }
};
using key_range = basic_key_range<>;
static_assert(wire<key_range> && sizeof(key_range) == 0x08);

// An event track has these fields only; other tracks have values, too.
template <form F = form::little> struct basic_event_track_header {
    number<m2::interpolation, F> interpolation; // 0x00  0 step, 1 linear, 2 hermite, 3 bezier
    i16<F> global_sequence;                     // 0x02  number of a global sequence; -1: none
    array_ref<basic_key_range<F>, F> ranges;    // 0x04  one per animation, then mostly one of zeros
    array_ref<u32<F>, F> times;                 // 0x0C  of the keys, milliseconds, mostly ascending

    static constexpr const char* record_name = "eventTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("interpolation", &R::interpolation...);
        visit("globalSequence", &R::global_sequence...);
        visit("ranges", &R::ranges...);
        visit("times", &R::times...);
    }
};
using event_track_header = basic_event_track_header<>;
static_assert(wire<event_track_header> && sizeof(event_track_header) == 0x14);

template <class T, form F = form::little> struct basic_track_header : basic_event_track_header<F> {
    array_ref<T, F> values; // 0x14  one per time; with tangents, three

    static constexpr const char* record_name = "track";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_event_track_header<F>::template fields<R...>(visit);
        visit("values", &R::values...);
    }
};
template <class T> using track_header = basic_track_header<T>;
static_assert(wire<basic_track_header<f32<form::little>, form::little>> &&
              sizeof(basic_track_header<f32<form::little>, form::little>) == 0x1C);

// From version 264 on. The list of an animation is in the model or in the animation's .anim.
template <form F = form::little> struct basic_event_track_header_264 {
    number<m2::interpolation, F> interpolation; // 0x00  0 step, 1 linear, 2 hermite, 3 bezier
    i16<F> global_sequence;                     // 0x02  number of a global sequence; -1: none
    array_ref<array_ref<u32<F>, F>, F> times;   // 0x04  one list per animation, or one for all; milliseconds

    static constexpr std::uint32_t since = 264;
    static constexpr const char* record_name = "eventTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("interpolation", &R::interpolation...);
        visit("globalSequence", &R::global_sequence...);
        visit("times", &R::times...);
    }
};
using event_track_header_264 = basic_event_track_header_264<>;
static_assert(wire<event_track_header_264> && sizeof(event_track_header_264) == 0x0C);

template <class T, form F = form::little> struct basic_track_header_264 : basic_event_track_header_264<F> {
    array_ref<array_ref<T, F>, F> values; // 0x0C  one list per list of times, one value per time

    static constexpr const char* record_name = "track";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_event_track_header_264<F>::template fields<R...>(visit);
        visit("values", &R::values...);
    }
};
template <class T> using track_header_264 = basic_track_header_264<T>;
static_assert(wire<basic_track_header_264<f32<form::little>, form::little>> &&
              sizeof(basic_track_header_264<f32<form::little>, form::little>) == 0x14);

// The track of a record that is declared for both ways of storing keys.
template <class T, form F, keying K>
using stored_track = std::conditional_t<K == keying::timeline, basic_track_header<T, F>, basic_track_header_264<T, F>>;
template <form F, keying K> using stored_event_track =
    std::conditional_t<K == keying::timeline, basic_event_track_header<F>, basic_event_track_header_264<F>>;

// 0 .. 32767 represent 0 .. 1.
template <form F = form::little> struct basic_opacity {
    i16<F> stored{};

    static constexpr const char* record_name = "opacity";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("stored", &R::stored...); }
};
using opacity = basic_opacity<>;
// A quaternion of a bone from version 260 on. 0 .. 32767 represent components from -1 to 0, the negative numbers those
// above 0 (measured: all norms are 1 within 8e-5).
template <form F = form::little> struct basic_packed_quat {
    i16<F> x{}, y{}, z{}, w{};

    static constexpr const char* record_name = "packedQuat";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("w", &R::w...);
    }
};
using packed_quat = basic_packed_quat<>;
// A key of a camera: it has tangents whatever the interpolation is (measured: 51 tracks).
template <class T> struct spline_key {
    T value{}, in{}, out{};

    static constexpr const char* record_name = sizeof(T) == sizeof(float) ? "f32SplineKey" : "vec3SplineKey";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("value", &R::value...);
        visit("in", &R::in...);
        visit("out", &R::out...);
    }
};

// Values that change with a particle's age, from version 264 on.
template <class T, form F = form::little> struct basic_life_track_header {
    array_ref<i16<F>, F> ages; // 0x00  0 at birth to 32767 at death
    array_ref<T, F> values;    // 0x08  one per age

    static constexpr const char* record_name = "lifeTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("ages", &R::ages...);
        visit("values", &R::values...);
    }
};
template <class T> using life_track_header = basic_life_track_header<T>;
static_assert(wire<basic_life_track_header<f32<form::little>, form::little>> &&
              sizeof(basic_life_track_header<f32<form::little>, form::little>) == 0x10);

}}} // namespace effigy::v0::m2
