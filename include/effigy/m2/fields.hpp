// What the fields of the records are called, and what they are for. What open() follows the references of by them must
// not become a call.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/inline.hpp>
#include <effigy/m2/records.hpp>

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
template <form F, m2::keying K> struct description<m2::basic_attachment_record<F, K>> {
    static constexpr const char* name = "attachment";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("bone", &R::bone...);
        visit({"padding", role::garbage}, &R::padding...);
        visit("position", &R::position...);
        visit("visible", &R::visible...);
    }
};
template <form F, m2::keying K> struct description<m2::basic_event_record<F, K>> {
    static constexpr const char* name = "event";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("data", &R::data...);
        visit("bone", &R::bone...);
        visit("position", &R::position...);
        visit("", &R::times...); // the event is the track
    }
};
template <form F, m2::keying K> struct description<m2::basic_light_record<F, K>> {
    static constexpr const char* name = "light";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("bone", &R::bone...);
        visit("position", &R::position...);
        visit("ambientColor", &R::ambient_color...);
        visit("ambientIntensity", &R::ambient_intensity...);
        visit("diffuseColor", &R::diffuse_color...);
        visit("diffuseIntensity", &R::diffuse_intensity...);
        visit("attenuationStart", &R::attenuation_start...);
        visit("attenuationEnd", &R::attenuation_end...);
        visit("visible", &R::visible...);
    }
};
template <form F, m2::keying K> struct description<m2::basic_camera_record<F, K>> {
    static constexpr const char* name = "camera";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("diagonalFieldOfView", &R::diagonal_field_of_view...);
        visit("farClip", &R::far_clip...);
        visit("nearClip", &R::near_clip...);
        visit("position", &R::position...);
        visit("positionBase", &R::position_base...);
        visit("target", &R::target...);
        visit("targetBase", &R::target_base...);
        visit("roll", &R::roll...);
    }
};
template <form F> struct description<m2::basic_camera_record_271<F>> {
    static constexpr const char* name = "camera";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("type", &R::type...);
        visit("farClip", &R::far_clip...);
        visit("nearClip", &R::near_clip...);
        visit("position", &R::position...);
        visit("positionBase", &R::position_base...);
        visit("target", &R::target...);
        visit("targetBase", &R::target_base...);
        visit("roll", &R::roll...);
        visit("fieldOfView", &R::field_of_view...);
    }
};
template <form F> struct description<m2::basic_ribbon_record<F>> {
    static constexpr const char* name = "ribbon";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("bone", &R::bone...);
        visit("position", &R::position...);
        visit("textures", &R::textures...);
        visit("materials", &R::materials...);
        visit("color", &R::color...);
        visit("alpha", &R::alpha...);
        visit("heightAbove", &R::height_above...);
        visit("heightBelow", &R::height_below...);
        visit("edgesPerSecond", &R::edges_per_second...);
        visit("edgeLifetime", &R::edge_lifetime...);
        visit("gravity", &R::gravity...);
        visit("rows", &R::rows...);
        visit("columns", &R::columns...);
        visit("slot", &R::slot...);
        visit("visible", &R::visible...);
    }
};
template <form F> struct description<m2::basic_ribbon_record_264<F>> {
    static constexpr const char* name = "ribbon";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("bone", &R::bone...);
        visit("position", &R::position...);
        visit("textures", &R::textures...);
        visit("materials", &R::materials...);
        visit("color", &R::color...);
        visit("alpha", &R::alpha...);
        visit("heightAbove", &R::height_above...);
        visit("heightBelow", &R::height_below...);
        visit("edgesPerSecond", &R::edges_per_second...);
        visit("edgeLifetime", &R::edge_lifetime...);
        visit("gravity", &R::gravity...);
        visit("rows", &R::rows...);
        visit("columns", &R::columns...);
        visit("slot", &R::slot...);
        visit("visible", &R::visible...);
        visit("priorityPlane", &R::priority_plane...);
        visit({"padding", role::padding}, &R::padding...);
    }
};
template <> struct description<m2::bgra8> {
    static constexpr const char* name = "bgra8";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("b", &R::b...);
        visit("g", &R::g...);
        visit("r", &R::r...);
        visit("a", &R::a...);
    }
};
template <form F> struct description<m2::basic_emission<F>> {
    static constexpr const char* name = "emission";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("blend", &R::blend...);
        visit("shape", &R::shape...);
    }
};
template <form F> struct description<m2::basic_emission_263<F>> {
    static constexpr const char* name = "emission263";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("blend", &R::blend...);
        visit("shape", &R::shape...);
        visit("colorIndex", &R::color_index...);
    }
};
template <form F> struct description<m2::basic_particle_record<F>> {
    static constexpr const char* name = "particle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("flags", &R::flags...);
        visit("position", &R::position...);
        visit("bone", &R::bone...);
        visit("texture", &R::texture...);
        visit("model", &R::model...);
        visit("recursionModel", &R::recursion_model...);
        visit("emission", &R::emission...);
        visit("type", &R::type...);
        visit("headOrTail", &R::head_or_tail...);
        visit("tileRotation", &R::tile_rotation...);
        visit("rows", &R::rows...);
        visit("columns", &R::columns...);
        visit("speed", &R::speed...);
        visit("speedVariation", &R::speed_variation...);
        visit("verticalRange", &R::vertical_range...);
        visit("horizontalRange", &R::horizontal_range...);
        visit("gravity", &R::gravity...);
        visit("lifespan", &R::lifespan...);
        visit("emissionRate", &R::emission_rate...);
        visit("areaLength", &R::area_length...);
        visit("areaWidth", &R::area_width...);
        visit("zSource", &R::z_source...);
        visit("midpoint", &R::midpoint...);
        visit("colors", &R::colors...);
        visit("scales", &R::scales...);
        visit("cells", &R::cells...);
        visit("tailLength", &R::tail_length...);
        visit("twinkleSpeed", &R::twinkle_speed...);
        visit("twinklePercent", &R::twinkle_percent...);
        visit("twinkleScaleMin", &R::twinkle_scale_min...);
        visit("twinkleScaleMax", &R::twinkle_scale_max...);
        visit("burstMultiplier", &R::burst_multiplier...);
        visit("drag", &R::drag...);
        visit("spin", &R::spin...);
        visit("tumble", &R::tumble...);
        visit("wind", &R::wind...);
        visit("windTime", &R::wind_time...);
        visit("followSpeed1", &R::follow_speed_1...);
        visit("followScale1", &R::follow_scale_1...);
        visit("followSpeed2", &R::follow_speed_2...);
        visit("followScale2", &R::follow_scale_2...);
        visit("splinePoints", &R::spline_points...);
        visit("enabled", &R::enabled...);
    }
};
template <class T, form F> struct description<m2::basic_life_track_header<T, F>> {
    static constexpr const char* name = "lifeTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("ages", &R::ages...);
        visit("values", &R::values...);
    }
};
template <form F> struct description<m2::basic_particle_record_264<F>> {
    static constexpr const char* name = "particle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("flags", &R::flags...);
        visit("position", &R::position...);
        visit("bone", &R::bone...);
        visit("texture", &R::texture...);
        visit("model", &R::model...);
        visit("recursionModel", &R::recursion_model...);
        visit("emission", &R::emission...);
        visit("type", &R::type...);
        visit("headOrTail", &R::head_or_tail...);
        visit("tileRotation", &R::tile_rotation...);
        visit("rows", &R::rows...);
        visit("columns", &R::columns...);
        visit("speed", &R::speed...);
        visit("speedVariation", &R::speed_variation...);
        visit("verticalRange", &R::vertical_range...);
        visit("horizontalRange", &R::horizontal_range...);
        visit("gravity", &R::gravity...);
        visit("lifespan", &R::lifespan...);
        visit("lifespanVariation", &R::lifespan_variation...);
        visit("emissionRate", &R::emission_rate...);
        visit("emissionRateVariation", &R::emission_rate_variation...);
        visit("areaLength", &R::area_length...);
        visit("areaWidth", &R::area_width...);
        visit("zSource", &R::z_source...);
        visit("color", &R::color...);
        visit("alpha", &R::alpha...);
        visit("scale", &R::scale...);
        visit("scaleVariation", &R::scale_variation...);
        visit("headCell", &R::head_cell...);
        visit("tailCell", &R::tail_cell...);
        visit("tailLength", &R::tail_length...);
        visit("twinkleSpeed", &R::twinkle_speed...);
        visit("twinklePercent", &R::twinkle_percent...);
        visit("twinkleScaleMin", &R::twinkle_scale_min...);
        visit("twinkleScaleMax", &R::twinkle_scale_max...);
        visit("burstMultiplier", &R::burst_multiplier...);
        visit("drag", &R::drag...);
        visit("baseSpin", &R::base_spin...);
        visit("baseSpinVariation", &R::base_spin_variation...);
        visit("spin", &R::spin...);
        visit("spinVariation", &R::spin_variation...);
        visit("tumble", &R::tumble...);
        visit("wind", &R::wind...);
        visit("windTime", &R::wind_time...);
        visit("followSpeed1", &R::follow_speed_1...);
        visit("followScale1", &R::follow_scale_1...);
        visit("followSpeed2", &R::follow_speed_2...);
        visit("followScale2", &R::follow_scale_2...);
        visit("splinePoints", &R::spline_points...);
        visit("enabled", &R::enabled...);
    }
};
template <form F> struct description<m2::basic_particle_record_272<F>> {
    static constexpr const char* name = "particle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        description<m2::basic_particle_record_264<F>>::template fields<R...>(visit);
        visit("multiTexture", &R::multi_texture...);
    }
};
template <form F> struct description<m2::basic_header<F>> {
    static constexpr const char* name = "header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"magic", role::constant}, &R::magic...);
        visit("version", &R::version...);
        visit("name", &R::name...);
        visit("globalFlags", &R::flags...);
        visit("globalSequences", &R::global_sequences...);
        visit("animations", &R::animations...);
        visit("animationLookup", &R::animation_lookup...);
        visit("playableLookup", &R::playable_lookup...);
        visit("bones", &R::bones...);
        visit("keyBoneLookup", &R::key_bone_lookup...);
        visit("vertices", &R::vertices...);
        visit("skinProfiles", &R::skin_profiles...);
        visit("colors", &R::colors...);
        visit("textures", &R::textures...);
        visit("textureWeights", &R::texture_weights...);
        visit("flipbooks", &R::flipbooks...);
        visit("textureTransforms", &R::texture_transforms...);
        visit("replaceableLookup", &R::replaceable_lookup...);
        visit("materials", &R::materials...);
        visit("boneLookup", &R::bone_lookup...);
        visit("textureLookup", &R::texture_lookup...);
        visit("textureUnitLookup", &R::texture_unit_lookup...);
        visit("textureWeightLookup", &R::texture_weight_lookup...);
        visit("textureTransformLookup", &R::texture_transform_lookup...);
        visit("bounds", &R::bounds...);
        visit("collisionBounds", &R::collision_bounds...);
        visit("collisionTriangles", &R::collision_triangles...);
        visit("collisionVertices", &R::collision_vertices...);
        visit("collisionNormals", &R::collision_normals...);
        visit("attachments", &R::attachments...);
        visit("attachmentLookup", &R::attachment_lookup...);
        visit("events", &R::events...);
        visit("lights", &R::lights...);
        visit("cameras", &R::cameras...);
        visit("cameraLookup", &R::camera_lookup...);
        visit("ribbons", &R::ribbons...);
        visit("particles", &R::particles...);
    }
};
template <form F> struct description<m2::basic_header_264<F>> {
    static constexpr const char* name = "header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit({"magic", role::constant}, &R::magic...);
        visit("version", &R::version...);
        visit("name", &R::name...);
        visit("globalFlags", &R::flags...);
        visit("globalSequences", &R::global_sequences...);
        visit("animations", &R::animations...);
        visit("animationLookup", &R::animation_lookup...);
        visit("bones", &R::bones...);
        visit("keyBoneLookup", &R::key_bone_lookup...);
        visit("vertices", &R::vertices...);
        visit("skinProfileCount", &R::skin_profile_count...);
        visit("colors", &R::colors...);
        visit("textures", &R::textures...);
        visit("textureWeights", &R::texture_weights...);
        visit("textureTransforms", &R::texture_transforms...);
        visit("replaceableLookup", &R::replaceable_lookup...);
        visit("materials", &R::materials...);
        visit("boneLookup", &R::bone_lookup...);
        visit("textureLookup", &R::texture_lookup...);
        visit("textureUnitLookup", &R::texture_unit_lookup...);
        visit("textureWeightLookup", &R::texture_weight_lookup...);
        visit("textureTransformLookup", &R::texture_transform_lookup...);
        visit("bounds", &R::bounds...);
        visit("collisionBounds", &R::collision_bounds...);
        visit("collisionTriangles", &R::collision_triangles...);
        visit("collisionVertices", &R::collision_vertices...);
        visit("collisionNormals", &R::collision_normals...);
        visit("attachments", &R::attachments...);
        visit("attachmentLookup", &R::attachment_lookup...);
        visit("events", &R::events...);
        visit("lights", &R::lights...);
        visit("cameras", &R::cameras...);
        visit("cameraLookup", &R::camera_lookup...);
        visit("ribbons", &R::ribbons...);
        visit("particles", &R::particles...);
    }
};
template <form F> struct description<m2::basic_header_combiners<F>> {
    static constexpr const char* name = "headerCombiners";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("textureCombinerCombos", &R::texture_combiner_combos...);
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
template <form F> struct description<m2::basic_chunk_header<F>> {
    static constexpr const char* name = "chunkHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit({"size", role::reference}, &R::size...);
    }
};
template <form F> struct description<m2::basic_animation_file<F>> {
    static constexpr const char* name = "animationFile";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("id", &R::id...);
        visit("variation", &R::variation...);
        visit("file", &R::file...);
    }
};
template <form F> struct description<m2::basic_extended_particle<F>> {
    static constexpr const char* name = "extendedParticle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("zSource", &R::z_source...);
        visit("colorMultiplier", &R::color_multiplier...);
        visit("alphaMultiplier", &R::alpha_multiplier...);
        visit("cutoff", &R::cutoff...);
    }
};
template <form F> struct description<m2::basic_extended_particles<F>> {
    static constexpr const char* name = "extendedParticles";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("particleExtensions", &R::particles...);
    }
};
template <form F> struct description<m2::basic_particle_geosets<F>> {
    static constexpr const char* name = "particleGeosets";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("particleGeosets", &R::geosets...);
    }
};
template <form F> struct description<m2::basic_skeleton_header<F>> {
    static constexpr const char* name = "skeletonHeader";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("flags", &R::flags...);
        visit("name", &R::name...);
        visit("unknown", &R::unknown...);
    }
};
template <form F> struct description<m2::basic_skeleton_parent<F>> {
    static constexpr const char* name = "skeletonParent";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("unknown", &R::unknown...);
        visit("file", &R::file...);
        visit("unknown2", &R::unknown_2...);
    }
};
template <form F> struct description<m2::basic_skeleton_sequences<F>> {
    static constexpr const char* name = "skeletonSequences";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("globalSequences", &R::global_sequences...);
        visit("animations", &R::animations...);
        visit("animationLookup", &R::animation_lookup...);
    }
};
template <form F> struct description<m2::basic_skeleton_bones<F>> {
    static constexpr const char* name = "skeletonBones";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("bones", &R::bones...);
        visit("keyBoneLookup", &R::key_bone_lookup...);
    }
};
template <form F> struct description<m2::basic_skeleton_attachments<F>> {
    static constexpr const char* name = "skeletonAttachments";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("attachments", &R::attachments...);
        visit("attachmentLookup", &R::attachment_lookup...);
    }
};

} // namespace effigy::inline v0
