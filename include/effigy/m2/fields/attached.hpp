// The names and roles of these records' fields, see m2/fields.hpp.
#pragma once

#include <effigy/m2/fields/track.hpp>
#include <effigy/m2/records/attached.hpp>

namespace effigy::inline v0 {

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

} // namespace effigy::inline v0
