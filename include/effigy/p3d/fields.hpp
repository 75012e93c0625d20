// Names of the fields of Arma's records.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy::inline v0 {

template <form F> struct description<p3d::basic_lod_header<F>> {
    static constexpr const char* name = "lod_header";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"size", role::reference}, &R::size...);
        visit("version", &R::version...);
        visit({"pointCount", role::reference}, &R::point_count...);
        visit({"normalCount", role::reference}, &R::normal_count...);
        visit({"faceCount", role::reference}, &R::face_count...);
        visit("flags", &R::flags...);
    }
};
template <form F> struct description<p3d::basic_sp3d_lod_header<F>> {
    static constexpr const char* name = "sp3d_lod_header";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"pointCount", role::reference}, &R::point_count...);
        visit({"normalCount", role::reference}, &R::normal_count...);
        visit({"faceCount", role::reference}, &R::face_count...);
    }
};
template <form F> struct description<p3d::basic_point<F>> {
    static constexpr const char* name = "point";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("flags", &R::flags...);
    }
};
template <form F> struct description<p3d::basic_corner<F>> {
    static constexpr const char* name = "corner";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("point", &R::point...);
        visit("normal", &R::normal...);
        visit("uv", &R::uv...);
    }
};
template <form F> struct description<p3d::basic_face_corners<F>> {
    static constexpr const char* name = "face_corners";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"count", role::reference}, &R::count...);
        visit("corners", &R::corner...);
    }
};
template <form F> struct description<p3d::basic_edge<F>> {
    static constexpr const char* name = "edge";
    template <class... R> static constexpr void fields(auto&& visit) { visit("points", &R::point...); }
};
template <> struct description<p3d::property_record> {
    static constexpr const char* name = "property";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("name", &R::name...);
        visit("value", &R::value...);
    }
};
template <form F> struct description<p3d::basic_bone_pose<F>> {
    static constexpr const char* name = "bone_pose";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("bone", &R::bone...);
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
        visit("position", &R::position...);
    }
};

} // namespace effigy::inline v0
