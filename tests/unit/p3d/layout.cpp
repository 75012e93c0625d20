// The layouts of the community's format page ("document"), with the corrections of docs/notes/p3d.md.
#include "support/layout.hpp"

#include <effigy/p3d/records.hpp>

namespace {

using effigy::form;
using support::check_layout;

template <form F> void check_p3d_layouts() {
    using namespace effigy::p3d;
    {
        using R = basic_lod_header<F>;
        check_layout<R>(F, 4, 28,
                        {
                            {4, "u32", "size", &R::size},
                            {8, "u32", "version", &R::version},
                            {12, "u32", "pointCount", &R::point_count},
                            {16, "u32", "normalCount", &R::normal_count},
                            {20, "u32", "faceCount", &R::face_count},
                            {24, "u32", "flags", &R::flags},
                        });
    }
    {
        using R = basic_sp3d_lod_header<F>;
        check_layout<R>(F, 4, 16,
                        {
                            {4, "u32", "pointCount", &R::point_count},
                            {8, "u32", "normalCount", &R::normal_count},
                            {12, "u32", "faceCount", &R::face_count},
                        });
    }
    {
        using R = basic_point<F>;
        check_layout<R>(F, 0, 16,
                        {
                            {0, "vec3", "position", &R::position},
                            {12, "u32", "flags", &R::flags},
                        });
    }
    {
        using R = basic_corner<F>;
        check_layout<R>(F, 0, 16,
                        {
                            {0, "u32", "point", &R::point},
                            {4, "u32", "normal", &R::normal},
                            {8, "vec2", "uv", &R::uv},
                        });
    }
    {
        using R = basic_face_corners<F>;
        check_layout<R>(F, 0, 68,
                        {
                            {0, "u32", "count", &R::count},
                            {4, "corner[4]", "corners", &R::corner},
                        });
    }
    {
        using R = basic_edge<F>;
        check_layout<R>(F, 0, 8, {{0, "u32[2]", "points", &R::point}});
    }
    {
        using R = property_record;
        check_layout<R>(F, 0, 128,
                        {
                            {0, "char[64]", "name", &R::name},
                            {64, "char[64]", "value", &R::value},
                        });
    }
    {
        using R = basic_bone_pose<F>;
        check_layout<R>(F, 0, 80,
                        {
                            {0, "char[32]", "bone", &R::bone},
                            {32, "vec3", "x", &R::x},
                            {44, "vec3", "y", &R::y},
                            {56, "vec3", "z", &R::z},
                            {68, "vec3", "position", &R::position},
                        });
    }
}

TEST_CASE("p3d: each field is where the specification says") {
    check_p3d_layouts<form::little>();
    check_p3d_layouts<form::big>();
}

} // namespace
