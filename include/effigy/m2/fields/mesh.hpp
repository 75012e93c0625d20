// The names and roles of these records' fields, see m2/fields.hpp.
#pragma once

#include <effigy/m2/fields/track.hpp>
#include <effigy/m2/records/mesh.hpp>

namespace effigy::inline v0 {

template <> struct description<m2::weights> {
    static constexpr const char* name = "weights";
    template <class... R> static constexpr void fields(auto&& visit) { visit("weight", &R::weight...); }
};
template <> struct description<m2::joints> {
    static constexpr const char* name = "joints";
    template <class... R> static constexpr void fields(auto&& visit) { visit("bone", &R::bone...); }
};
template <form F> struct description<m2::basic_vertex<F>> {
    static constexpr const char* name = "vertex";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("weights", &R::weights...);
        visit("joints", &R::joints...);
        visit("normal", &R::normal...);
        visit("texcoords", &R::texcoords...);
    }
};
template <> struct description<m2::palette_joints> {
    static constexpr const char* name = "paletteJoints";
    template <class... R> static constexpr void fields(auto&& visit) { visit("entries", &R::entries...); }
};
template <form F> struct description<m2::basic_submesh<F>> {
    static constexpr const char* name = "submesh";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("level", &R::level...);
        visit("firstVertex", &R::first_vertex...);
        visit("vertexCount", &R::vertex_count...);
        visit("firstIndex", &R::first_index...);
        visit("indexCount", &R::index_count...);
        visit("boneCount", &R::bone_count...);
        visit("firstPaletteBone", &R::first_palette_bone...);
        visit("influenceCount", &R::influence_count...);
        visit("centerBone", &R::center_bone...);
        visit("center", &R::center...);
    }
};
template <form F> struct description<m2::basic_submesh_sorting<F>> {
    static constexpr const char* name = "submeshSorting";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("center", &R::center...);
        visit("radius", &R::radius...);
    }
};
template <form F> struct description<m2::basic_batch<F>> {
    static constexpr const char* name = "batch";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("priorityPlane", &R::priority_plane...);
        visit("shader", &R::shader...);
        visit("submesh", &R::submesh...);
        visit("geoset", &R::geoset...);
        visit("color", &R::color...);
        visit("material", &R::material...);
        visit("layer", &R::layer...);
        visit("textureCount", &R::texture_count...);
        visit("textureCombo", &R::texture_combo...);
        visit("textureUnitCombo", &R::texture_unit_combo...);
        visit("weightCombo", &R::weight_combo...);
        visit("transformCombo", &R::transform_combo...);
    }
};
template <form F> struct description<m2::basic_skin_profile_header<F>> {
    static constexpr const char* name = "skinProfile";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("vertexLookup", &R::vertex_lookup...);
        visit("triangles", &R::triangles...);
        visit("paletteJoints", &R::palette_joints...);
        visit("submeshes", &R::submeshes...);
        visit("batches", &R::batches...);
        visit("boneLimit", &R::bone_limit...);
    }
};
template <form F, m2::keying K> struct description<m2::basic_color_record<F, K>> {
    static constexpr const char* name = "color";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("rgb", &R::rgb...);
        visit("alpha", &R::alpha...);
    }
};
template <form F> struct description<m2::basic_texture<F>> {
    static constexpr const char* name = "texture";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("flags", &R::flags...);
        visit({"padding", role::garbage}, &R::padding...);
        visit("name", &R::name...);
    }
};
template <form F, m2::keying K> struct description<m2::basic_texture_transform_record<F, K>> {
    static constexpr const char* name = "textureTransform";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("translation", &R::translation...);
        visit("rotation", &R::rotation...);
        visit("scale", &R::scale...);
    }
};
template <form F> struct description<m2::basic_material<F>> {
    static constexpr const char* name = "material";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("blend", &R::blend...);
    }
};
template <form F> struct description<m2::basic_skin_header<F>> {
    static constexpr const char* name = "skinHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"magic", role::constant}, &R::magic...);
        visit("profile", &R::profile...);
    }
};
template <form F> struct description<m2::basic_shadow_batch<F>> {
    static constexpr const char* name = "shadowBatch";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("flags2", &R::flags_2...);
        visit("unknown", &R::unknown...);
        visit("submesh", &R::submesh...);
        visit("texture", &R::texture...);
        visit("color", &R::color...);
        visit("weight", &R::weight...);
    }
};
template <form F> struct description<m2::basic_skin_header_shadows<F>> {
    static constexpr const char* name = "skinHeaderShadows";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("shadowBatches", &R::shadow_batches...);
    }
};

} // namespace effigy::inline v0
