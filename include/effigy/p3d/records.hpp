// Arma P3D (MLOD) and RTM: the structs exactly as they are in the file.
// Sources: the community's format page ("document"), the engine source that the games' authors published ("engine"),
// and 714 models and 139 animations ("measured"). Everything is packed: nothing is aligned.
#pragma once

#include <effigy/core/role.hpp>
#include <effigy/core/vector.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// ---- models --------------------------------------------------------------------------------------------------------

// The three layouts of a level.
enum class lod_format : std::uint8_t {
    p3dm, // texts of any length
    sp3x, // texts of fixed length; faces have no material
    sp3d, // of the demo: like sp3x, but points and faces have no flags
};

// Returns the magic of a level.
[[nodiscard]] constexpr std::string_view name_of(lod_format format) noexcept {
    constexpr std::string_view names[] = {"P3DM", "SP3X", "SP3D"};
    const auto number = static_cast<std::size_t>(format);
    return number < std::size(names) ? names[number] : "unknown";
}

// Follows the magic of a P3DM or SP3X level.
template <form F = form::little> struct basic_lod_header {
    u32<F> size;    // 0x00  size of magic and header in bytes: 28 in every file; bytes beyond 28 are skipped [engine;
                    // readers]
    u32<F> version; // 0x04  256 in P3DM; 1 or 153 in SP3X
    u32<F> point_count;  // 0x08
    u32<F> normal_count; // 0x0C
    u32<F> face_count;   // 0x10
    u32<F> flags;        // 0x14  0 in every file

    static constexpr const char* record_name = "lod_header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"size", role::reference}, &R::size...);
        visit("version", &R::version...);
        visit({"pointCount", role::reference}, &R::point_count...);
        visit({"normalCount", role::reference}, &R::normal_count...);
        visit({"faceCount", role::reference}, &R::face_count...);
        visit("flags", &R::flags...);
    }
};
using lod_header = basic_lod_header<>;
static_assert(wire<lod_header> && sizeof(lod_header) == 24);

// Follows the magic of an SP3D level.
template <form F = form::little> struct basic_sp3d_lod_header {
    u32<F> point_count;  // 0x00
    u32<F> normal_count; // 0x04
    u32<F> face_count;   // 0x08

    static constexpr const char* record_name = "sp3d_lod_header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"pointCount", role::reference}, &R::point_count...);
        visit({"normalCount", role::reference}, &R::normal_count...);
        visit({"faceCount", role::reference}, &R::face_count...);
    }
};
using sp3d_lod_header = basic_sp3d_lod_header<>;
static_assert(wire<sp3d_lod_header> && sizeof(sp3d_lod_header) == 12);

// A point of SP3D is only the position.
template <form F = form::little> struct basic_point {
    vec3<F> position; // 0x00  metres [assumed], y up, left-handed
    u32<F> flags{};   // 0x0C  bits, see point_flags

    static constexpr const char* record_name = "point";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("flags", &R::flags...);
    }
};
using point = basic_point<>;
static_assert(wire<point> && sizeof(point) == 16);

template <form F = form::little> struct basic_corner {
    u32<F> point{};  // 0x00  index of a point, from 0
    u32<F> normal{}; // 0x04  index of a normal, from 0; 0 where the LOD has no normals
    vec2<F> uv;      // 0x08  texture coordinates; the origin is the top left corner [readers]

    static constexpr const char* record_name = "corner";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("point", &R::point...);
        visit("normal", &R::normal...);
        visit("uv", &R::uv...);
    }
};
using corner = basic_corner<>;
static_assert(wire<corner> && sizeof(corner) == 16);

// A face always has four slots. Unused slots mean nothing: 8.5 % of triangles have stale indices there (measured).
template <form F = form::little> struct basic_face_corners {
    u32<F> count{};            // 0x00  number of used corners: 3 or 4; 2 in 20 faces of one file; at most 4
    basic_corner<F> corner[4]; // 0x04  the first `count` corners are used

    static constexpr const char* record_name = "face_corners";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"count", role::reference}, &R::count...);
        visit("corners", &R::corner...);
    }
};
using face_corners = basic_face_corners<>;
static_assert(wire<face_corners> && sizeof(face_corners) == 68);

template <form F = form::little> struct basic_edge {
    u32<F> point[2]; // 0x00  indices of points, in either order; both can be the same point

    static constexpr const char* record_name = "edge";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("points", &R::point...); }
};
using edge = basic_edge<>;
static_assert(wire<edge> && sizeof(edge) == 8);

struct property_record {
    text<64> name;  // 0x00  compared without regard to case
    text<64> value; // 0x40

    static constexpr const char* record_name = "property";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("name", &R::name...);
        visit("value", &R::value...);
    }
};
static_assert(wire<property_record> && sizeof(property_record) == 128);

// The bits that the engine knows. If any other bit is set, the engine treats the whole word as 0.
enum point_flags : std::uint32_t {
    point_on_land = 0x1,
    point_under_land = 0x2,
    point_above_land = 0x4,
    point_keep_land = 0x8,
    point_no_light = 0x10,
    point_ambient = 0x20,
    point_full_light = 0x40,
    point_half_light = 0x80,
    point_decal = 0x100,
    point_vertical_decal = 0x200,
    point_no_fog = 0x1000,
    point_sky_fog = 0x2000,
    point_user_value = 0x00FF'0000,
    point_special = 0x0F00'0000, // includes point_hidden
    point_hidden = 0x0100'0000,
};
enum face_flags : std::uint32_t {
    face_no_light = 0x1,
    face_ambient = 0x2,
    face_full_light = 0x4,
    face_is_shadow = 0x8,
    face_no_shadow = 0x10,
    face_both_sides_light = 0x20,
    face_sky_light = 0x80,
    face_z_bias = 0x300,
    face_no_clamp = 0x2000, // this and the next two: from the source of armake
    face_clamp_u = 0x4000,
    face_clamp_v = 0x8000,
    face_strip_marks = 0x000F'0000,
    face_reverse_light = 0x10'0000,
    face_flat_light = 0x20'0000,
    face_disable_texture_merge = 0x0100'0000,
    face_user_value = 0xFE00'0000,
};

// ---- RTM animations ------------------------------------------------------------------------------------------------

// A bone's matrix at one phase, in columns. It moves a point p of the bind pose to
// x * p.x + y * p.y + z * p.z + position.
template <form F = form::little> struct basic_bone_pose {
    text<32> bone;    // 0x00  the bone's name again; bytes after the NUL differ from the header's
    vec3<F> x;        // 0x20  column 1: aside
    vec3<F> y;        // 0x2C  column 2: up
    vec3<F> z;        // 0x38  column 3: direction
    vec3<F> position; // 0x44  column 4: translation

    static constexpr const char* record_name = "bone_pose";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("bone", &R::bone...);
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("position", &R::position...);
    }
};
using bone_pose = basic_bone_pose<>;
static_assert(wire<bone_pose> && sizeof(bone_pose) == 80);

}}} // namespace effigy::v0::p3d
