// The layouts of the format documents of the engine's author ("seed"), with the additions of
// docs/notes/grimrock.md.
#include "support/layout.hpp"

#include <effigy/grimrock/records.hpp>

namespace {

using effigy::form;
using support::check_layout;

template <form F> void check_grimrock_layouts() {
    using namespace effigy::grimrock;
    {
        using R = basic_mat4x3<F>;
        check_layout<R>(F, 0x00, 0x30,
                        {
                            {0x00, "vec3", "baseX", &R::x},
                            {0x0C, "vec3", "baseY", &R::y},
                            {0x18, "vec3", "baseZ", &R::z},
                            {0x24, "vec3", "translation", &R::translation},
                        });
    }
    {
        using R = basic_transform<F>;
        check_layout<R>(F, 0x00, 0x3C,
                        {
                            {0x00, "vec3", "position", &R::position},
                            {0x0C, "vec3", "rotX", &R::x},
                            {0x18, "vec3", "rotY", &R::y},
                            {0x24, "vec3", "rotZ", &R::z},
                            {0x30, "vec3", "scale", &R::scale},
                        });
    }
    {
        using R = basic_vertex_array_header<F>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "i32", "dataType", &R::component},
                            {0x4, "i32", "dim", &R::dimension},
                            {0x8, "i32", "stride", &R::stride},
                        });
    }
    {
        using R = basic_joints<F>;
        check_layout<R>(F, 0x0, 0x10, {{0x0, "i32[4]", "bone", &R::bone}});
    }
    {
        using R = basic_segment_range<F>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "i32", "primitiveType", &R::primitive_type},
                            {0x4, "i32", "firstIndex", &R::first_index},
                            {0x8, "i32", "count", &R::count},
                        });
    }
    {
        using R = basic_bounds<F>;
        check_layout<R>(F, 0x00, 0x28,
                        {
                            {0x00, "vec3", "boundCenter", &R::center},
                            {0x0C, "f32", "boundRadius", &R::radius},
                            {0x10, "vec3", "boundMin", &R::min},
                            {0x1C, "vec3", "boundMax", &R::max},
                        });
    }
    {
        using R = basic_bone_record<F>;
        check_layout<R>(F, 0x00, 0x34,
                        {
                            {0x00, "i32", "boneNodeIndex", &R::node},
                            {0x04, "mat4x3", "invRestMatrix", &R::inverse_bind},
                        });
    }
    {
        using R = basic_light<F>;
        check_layout<R>(F, 0x00, 0x1D,
                        {
                            {0x00, "i32", "lightType", &R::type},
                            {0x04, "vec3", "color", &R::color},
                            {0x10, "f32", "range", &R::range},
                            {0x14, "f32", "spotAngle", &R::spot_angle},
                            {0x18, "f32", "spotSharpness", &R::spot_sharpness},
                            {0x1C, "u8", "castShadow", &R::cast_shadow},
                        });
    }
    {
        using R = basic_key<F>;
        check_layout<R>(F, 0x00, 0x28,
                        {
                            {0x00, "vec3", "position", &R::position},
                            {0x0C, "quat", "rotation", &R::rotation},
                            {0x1C, "vec3", "scale", &R::scale},
                        });
    }
}

TEST_CASE("grimrock: each field is where the specification says") {
    check_grimrock_layouts<form::little>();
    check_grimrock_layouts<form::big>();
}

} // namespace
