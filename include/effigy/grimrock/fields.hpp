// Names of the fields of the records: those of the format document ("seed") where it has the field.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/grimrock/records.hpp>

namespace effigy::inline v0 {

template <form F> struct description<grimrock::basic_mat4x3<F>> {
    static constexpr const char* name = "mat4x3";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("baseX", &R::x...);
        visit("baseY", &R::y...);
        visit("baseZ", &R::z...);
        visit("translation", &R::translation...);
    }
};
template <form F> struct description<grimrock::basic_transform<F>> {
    static constexpr const char* name = "transform";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("rotX", &R::x...);
        visit("rotY", &R::y...);
        visit("rotZ", &R::z...);
        visit("scale", &R::scale...);
    }
};
template <form F> struct description<grimrock::basic_vertex_array_header<F>> {
    static constexpr const char* name = "vertex_array_header";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("dataType", &R::component...);
        visit("dim", &R::dimension...);
        visit("stride", &R::stride...);
    }
};
template <form F> struct description<grimrock::basic_joints<F>> {
    static constexpr const char* name = "joints";
    template <class... R> static constexpr void fields(auto&& visit) { visit("bone", &R::bone...); }
};
template <form F> struct description<grimrock::basic_segment_range<F>> {
    static constexpr const char* name = "segment_range";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("primitiveType", &R::primitive_type...);
        visit("firstIndex", &R::first_index...);
        visit("count", &R::count...);
    }
};
template <form F> struct description<grimrock::basic_bounds<F>> {
    static constexpr const char* name = "bounds";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("boundCenter", &R::center...);
        visit("boundRadius", &R::radius...);
        visit("boundMin", &R::min...);
        visit("boundMax", &R::max...);
    }
};
template <form F> struct description<grimrock::basic_bone_record<F>> {
    static constexpr const char* name = "bone_record";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("boneNodeIndex", &R::node...);
        visit("invRestMatrix", &R::inverse_bind...);
    }
};
template <form F> struct description<grimrock::basic_light<F>> {
    static constexpr const char* name = "light";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("lightType", &R::type...);
        visit("color", &R::color...);
        visit("range", &R::range...);
        visit("spotAngle", &R::spot_angle...);
        visit("spotSharpness", &R::spot_sharpness...);
        visit("castShadow", &R::cast_shadow...);
    }
};
template <form F> struct description<grimrock::basic_key<F>> {
    static constexpr const char* name = "key";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("rotation", &R::rotation...);
        visit("scale", &R::scale...);
    }
};

} // namespace effigy::inline v0
