// Descriptions of the records in records.hpp: the names of the fields in docs/nwn.md and in the paths of errors, and
// the counts of arrays.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/nwn/records.hpp>

namespace effigy::inline v0 {

template <form F> struct description<nwn::basic_file_header<F>> {
    static constexpr const char* name = "file";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"zero", role::constant}, &R::zero...);
        visit({"modelSize", role::reference}, &R::model_size...);
        visit({"rawSize", role::reference}, &R::raw_size...);
    }
};

template <form F> struct description<nwn::basic_geometry_header<F>> {
    static constexpr const char* name = "geometry";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("functions", &R::functions...);
        visit("name", &R::name...);
        visit("root", &R::root...);
        visit("nodeCount", &R::node_count...);
        visit({"unused", role::constant}, &R::unused...);
        visit("referenceCount", &R::reference_count...);
        visit("type", &R::type...);
        visit({"padding", role::garbage}, &R::padding...);
    }
};

template <form F> struct description<nwn::basic_model_header<F>> {
    static constexpr const char* name = "model";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("geometry", &R::geometry...);
        visit("unknown", &R::unknown...);
        visit("classification", &R::classification...);
        visit("fog", &R::fog...);
        visit({"zero", role::constant}, &R::zero...);
        visit("animations", &R::animations...);
        visit({"parentModel", role::garbage}, &R::parent_model...);
        visit("boundingMin", &R::bounding_min...);
        visit("boundingMax", &R::bounding_max...);
        visit("radius", &R::radius...);
        visit("animationScale", &R::animation_scale...);
        visit("supermodel", &R::supermodel...);
    }
};

template <form F> struct description<nwn::basic_event<F>> {
    static constexpr const char* name = "event";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("time", &R::time...);
        visit("name", &R::name...);
    }
};

template <form F> struct description<nwn::basic_animation_header<F>> {
    static constexpr const char* name = "animation";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("geometry", &R::geometry...);
        visit("length", &R::length...);
        visit("transitionTime", &R::transition_time...);
        visit("root", &R::root...);
        visit("events", &R::events...);
    }
};

template <form F> struct description<nwn::basic_controller_key<F>> {
    static constexpr const char* name = "controllerKey";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("rows", &R::rows...);
        visit("timeIndex", &R::time_index...);
        visit("valueIndex", &R::value_index...);
        visit("columns", &R::columns...);
        visit({"padding", role::garbage}, &R::padding...);
    }
};

template <form F> struct description<nwn::basic_node_header<F>> {
    static constexpr const char* name = "node";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"functions", role::garbage}, &R::functions...);
        visit("inheritColor", &R::inherit_color...);
        visit("partNumber", &R::part_number...);
        visit("name", &R::name...);
        visit({"geometry", role::garbage}, &R::geometry...);
        visit({"parent", role::garbage}, &R::parent...);
        visit("children", &R::children...);
        visit("controllers", &R::controller_keys...);
        visit("controllerData", &R::controller_data...);
        visit("flags", &R::flags...);
    }
};

template <form F> struct description<nwn::basic_light<F>> {
    static constexpr const char* name = "light";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("flareRadius", &R::flare_radius...);
        visit({"unused", role::constant}, &R::unused...);
        visit("flareSizes", &R::flare_sizes...);
        visit("flarePositions", &R::flare_positions...);
        visit("flareColorShifts", &R::flare_color_shifts...);
        visit("flareTextures", &R::flare_textures...);
        visit("priority", &R::priority...);
        visit("ambientOnly", &R::ambient_only...);
        visit("dynamicType", &R::dynamic_type...);
        visit("affectDynamic", &R::affect_dynamic...);
        visit("shadow", &R::shadow...);
        visit("generateFlare", &R::generate_flare...);
        visit("fading", &R::fading...);
    }
};

template <form F> struct description<nwn::basic_emitter<F>> {
    static constexpr const char* name = "emitter";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("deadSpace", &R::dead_space...);
        visit("blastRadius", &R::blast_radius...);
        visit("blastLength", &R::blast_length...);
        visit("gridX", &R::grid_x...);
        visit("gridY", &R::grid_y...);
        visit("spaceType", &R::space_type...);
        visit("update", &R::update...);
        visit("render", &R::render...);
        visit("blend", &R::blend...);
        visit("texture", &R::texture...);
        visit("chunk", &R::chunk...);
        visit("twoSided", &R::two_sided...);
        visit("loop", &R::loop...);
        visit("renderOrder", &R::render_order...);
        visit({"padding", role::garbage}, &R::padding...);
        visit("flags", &R::flags...);
    }
};

template <form F> struct description<nwn::basic_reference<F>> {
    static constexpr const char* name = "reference";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("model", &R::model...);
        visit("reattachable", &R::reattachable...);
    }
};

template <form F> struct description<nwn::basic_face<F>> {
    static constexpr const char* name = "face";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("normal", &R::normal...);
        visit("distance", &R::distance...);
        visit("surface", &R::surface...);
        visit("adjacent", &R::adjacent...);
        visit("vertices", &R::vertex...);
    }
};

template <form F> struct description<nwn::basic_mesh_header<F>> {
    static constexpr const char* name = "mesh";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"functions", role::garbage}, &R::functions...);
        visit("faces", &R::faces...);
        visit("boundingMin", &R::bounding_min...);
        visit("boundingMax", &R::bounding_max...);
        visit("radius", &R::radius...);
        visit("average", &R::average...);
        visit("diffuse", &R::diffuse...);
        visit("ambient", &R::ambient...);
        visit("specular", &R::specular...);
        visit("shininess", &R::shininess...);
        visit("shadow", &R::shadow...);
        visit("beaming", &R::beaming...);
        visit("render", &R::render...);
        visit("transparencyHint", &R::transparency_hint...);
        visit("renderHint", &R::render_hint...);
        visit("textures", &R::textures...);
        visit("material", &R::material...);
        visit("tileFade", &R::tile_fade...);
        visit({"compileTime", role::constant}, &R::compile_time...);
        visit("indexCounts", &R::index_counts...);
        visit({"indexLists", "indexCounts"}, &R::index_lists...);
        visit({"unusedStrips", role::constant}, &R::unused_strips...);
        visit("triangleMode", &R::triangle_mode...);
        visit({"padding", role::padding}, &R::padding...);
        visit({"unused", role::constant}, &R::unused...);
        visit({"vertices", "vertexCount"}, &R::positions...);
        visit({"vertexCount", role::reference}, &R::vertex_count...);
        visit("textureCount", &R::texture_count...);
        visit({"texcoords", "vertexCount"}, &R::texcoords...);
        visit({"normals", "vertexCount"}, &R::normals...);
        visit({"colors", "vertexCount"}, &R::colors...);
        visit({"unusedAnimation", role::constant}, &R::unused_animation...);
        visit({"tangents", "vertexCount"}, &R::tangents...);
        visit({"unusedAnimation4", role::constant}, &R::unused_animation_4...);
        visit({"handedness", "vertexCount"}, &R::handedness...);
        visit("lightMapped", &R::light_mapped...);
        visit("rotateTexture", &R::rotate_texture...);
        visit({"padding2", role::garbage}, &R::padding_2...);
        visit("normalSumHalf", &R::normal_sum_half...);
        visit({"zero", role::constant}, &R::zero...);
    }
};

template <form F> struct description<nwn::basic_joints<F>> {
    static constexpr const char* name = "joints";
    template <class... R> static constexpr void fields(auto&& visit) { visit("slots", &R::bone...); }
};

template <form F> struct description<nwn::basic_quat_wxyz<F>> {
    static constexpr const char* name = "quatWxyz";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("w", &R::w...);
        visit("x", &R::x...);
        visit("y", &R::y...);
        visit("z", &R::z...);
    }
};

template <form F> struct description<nwn::basic_skin_header<F>> {
    static constexpr const char* name = "skin";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit({"compileTime", role::constant}, &R::compile_time...);
        visit({"weights", "mesh.vertexCount"}, &R::weights...);
        visit({"boneRefs", "mesh.vertexCount"}, &R::joints...);
        visit({"nodeToSlot", "nodeToSlotCount"}, &R::node_to_slot...);
        visit({"nodeToSlotCount", role::reference}, &R::node_to_slot_count...);
        visit("QBoneRefInv", &R::inverse_rotations...);
        visit("TBoneRefInv", &R::inverse_translations...);
        visit("constants", &R::constants...);
    }
};

template <form F> struct description<nwn::basic_animmesh_header<F>> {
    static constexpr const char* name = "animmesh";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("samplePeriod", &R::sample_period...);
        visit({"compileTime", role::constant}, &R::compile_time...);
        visit({"vertices", "vertexSets * mesh.vertexCount"}, &R::position_samples...);
        visit({"texcoords", "texcoordSets * mesh.vertexCount"}, &R::texcoord_samples...);
        visit({"vertexSets", role::reference}, &R::position_set_count...);
        visit({"texcoordSets", role::reference}, &R::texcoord_set_count...);
    }
};

template <form F> struct description<nwn::basic_dangly_header<F>> {
    static constexpr const char* name = "dangly";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("constraints", &R::constraints...);
        visit("displacement", &R::displacement...);
        visit("tightness", &R::tightness...);
        visit("period", &R::period...);
    }
};

template <form F> struct description<nwn::basic_aabb_entry<F>> {
    static constexpr const char* name = "box";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("min", &R::min...);
        visit("max", &R::max...);
        visit("left", &R::left...);
        visit("right", &R::right...);
        visit("face", &R::face...);
        visit("plane", &R::plane...);
    }
};

template <form F> struct description<nwn::basic_aabb_header<F>> {
    static constexpr const char* name = "aabb";
    template <class... R> static constexpr void fields(auto&& visit) { visit("root", &R::root...); }
};

} // namespace effigy::inline v0
