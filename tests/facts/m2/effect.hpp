// The facts of what hangs on bones: attachments, events, lights, cameras, ribbons, particles.
#pragma once

#include "track.hpp"

#include <limits>

namespace facts::m2 {

// ---- attachments and events ----------------------------------------------------------------------------------------

[[nodiscard]] inline json attachment_list(const format::model& model) {
    json out = json::array();
    for (const format::attachment attachment : model.attachments()) {
        out.push_back({{"id", attachment.id()},
                       {"bone", attachment.bone()},
                       {"pad", attachment.record()->padding.get()},
                       {"pos_gltf_approx", coordinates(gltf(attachment.record()->position))},
                       {"visible", track_facts(model, attachment.visible())}});
    }
    return out;
}

// When an event happens, by animation; -1 is the loop of a global one.
[[nodiscard]] inline json firing_list(const format::model& model, const format::event& event) {
    constexpr double forever = std::numeric_limits<double>::infinity();
    const bool is_global = event.times().is_global();
    const std::size_t count = is_global ? 1 : model.animations().size();
    json out = json::array();
    for (std::uint32_t i = 0; i < count; ++i) {
        json times = json::array();
        format::for_each_firing(model, event, i, -forever, forever,
                                [&](double time) { times.push_back(std::llround(time * 1000)); });
        if (!times.empty()) {
            out.push_back(json::array({is_global ? -1 : static_cast<std::int64_t>(i), std::move(times)}));
        }
    }
    return out;
}

[[nodiscard]] inline json event_list(const format::model& model) {
    json out = json::array();
    for (const format::event event : model.events()) {
        out.push_back({{"id", latin1({event.record()->id.chars, 4})},
                       {"data", event.data()},
                       {"bone", event.bone()},
                       {"pos_gltf_approx", coordinates(gltf(event.record()->position))},
                       {"track", key_facts(event.times())},
                       {"fires", firing_list(model, event)}});
    }
    return out;
}

// ---- lights and cameras --------------------------------------------------------------------------------------------

[[nodiscard]] inline json light_list(const format::model& model) {
    json out = json::array();
    for (const format::light light : model.lights()) {
        out.push_back({{"type", static_cast<unsigned>(light.type())},
                       {"bone", light.record()->bone.get()},
                       {"pos_gltf_approx", coordinates(gltf(light.record()->position))},
                       {"ambient", track_facts(model, light.ambient_color())},
                       {"ambient_intensity", track_facts(model, light.ambient_intensity())},
                       {"diffuse", track_facts(model, light.diffuse_color())},
                       {"diffuse_intensity", track_facts(model, light.diffuse_intensity())},
                       {"attenuation_start", track_facts(model, light.attenuation_start())},
                       {"attenuation_end", track_facts(model, light.attenuation_end())},
                       {"visible", track_facts(model, light.visible())}});
    }
    return out;
}

[[nodiscard]] inline json camera_list(const format::model& model) {
    json out = json::array();
    for (const format::camera camera : model.cameras()) {
        const format::camera_pose<double> seen = format::sample<double>(camera, at(0, 0));
        const double diagonal = camera.diagonal_field_of_view();
        out.push_back({{"type", static_cast<int>(camera.type())},
                       {"fov_approx", rounded(diagonal)},
                       {"far_approx", rounded(camera.far_clip())},
                       {"near_approx", rounded(camera.near_clip())},
                       {"position", track_facts(model, camera.position())},
                       {"target", track_facts(model, camera.target())},
                       {"roll", track_facts(model, camera.roll())},
                       {"eye_gltf_approx", coordinates(gltf(seen.eye))},
                       {"look_gltf_approx", coordinates(gltf(seen.target))}});
        if (std::isfinite(diagonal)) {
            out.back()["yfov_approx"] = numbers({format::vertical_field_of_view(diagonal, 4.0 / 3),
                                                 format::vertical_field_of_view(diagonal, 16.0 / 9)});
        }
    }
    return out;
}

// ---- ribbons and particles -----------------------------------------------------------------------------------------

[[nodiscard]] inline json ribbon_list(const format::model& model) {
    json out = json::array();
    for (const format::ribbon ribbon : model.ribbons()) {
        out.push_back({{"id", ribbon.id()},
                       {"bone", ribbon.bone()},
                       {"pos_gltf_approx", coordinates(gltf(ribbon.record()->position))},
                       {"textures", integers(ribbon.textures())},
                       {"materials", integers(ribbon.materials())},
                       {"color", track_facts(model, ribbon.color())},
                       {"alpha", track_facts(model, ribbon.alpha())},
                       {"above", track_facts(model, ribbon.height_above())},
                       {"below", track_facts(model, ribbon.height_below())},
                       {"edges_life_gravity_approx",
                        numbers({ribbon.edges_per_second(), ribbon.edge_lifetime(), ribbon.gravity()})},
                       {"rows", ribbon.rows()},
                       {"cols", ribbon.columns()},
                       {"slot", track_facts(model, ribbon.slot())},
                       {"visible", track_facts(model, ribbon.visible())}});
    }
    return out;
}

// As the version has it, also where emission() sees that the file means another one.
inline void add_emission(json& out, const format::model& model, const format::basic_particle_record<order>& particle) {
    if (model.layout().emits_by_color) {
        const auto stored = std::bit_cast<format::basic_emission_263<order>>(particle.emission);
        out["blend"] = stored.blend;
        out["emitter"] = stored.shape;
        out["color_index"] = stored.color_index.get();
    } else {
        const auto stored = std::bit_cast<format::basic_emission<order>>(particle.emission);
        out["blend"] = stored.blend.get();
        out["emitter"] = stored.shape.get();
    }
}

inline void add_look(json& out, const format::basic_particle_record<order>& particle) {
    json colors = json::array();
    for (const format::bgra8& color : particle.colors) {
        colors.push_back(json::array({color.r, color.g, color.b, color.a}));
    }
    json floats =
        numbers({particle.tail_length, particle.twinkle_speed, particle.twinkle_percent, particle.twinkle_scale_min,
                 particle.twinkle_scale_max, particle.burst_multiplier, particle.drag, particle.spin});
    for (const double tumble : particle.tumble) {
        floats.push_back(rounded(tumble));
    }
    for (const double number :
         {particle.wind.x, particle.wind.y, particle.wind.z, particle.wind_time, particle.follow_speed_1,
          particle.follow_scale_1, particle.follow_speed_2, particle.follow_scale_2}) {
        floats.push_back(rounded(number));
    }
    out["mid_approx"] = rounded(particle.midpoint);
    out["colors"] = std::move(colors);
    out["scale_approx"] = numbers(particle.scales);
    out["cells"] = integers(particle.cells);
    out["floats_approx"] = std::move(floats);
}

[[nodiscard]] inline json particle_list(const format::model& model) {
    json out = json::array();
    for (const format::particle particle : model.particles()) {
        json tracks = json::array();
        for (std::size_t i = 0; i < format::particle_track_count; ++i) {
            tracks.push_back(track_facts(model, particle.track(static_cast<format::particle_track>(i))));
        }
        json facts{{"id", particle.id()},
                   {"flags", particle.flags()},
                   {"pos_gltf_approx", coordinates(gltf(particle.record()->position))},
                   {"bone", particle.bone()},
                   {"texture", particle.texture()},
                   {"model", latin1(particle.model())},
                   {"recursion", latin1(particle.recursion_model())},
                   {"particle_type", particle.type()},
                   {"head_tail", particle.head_or_tail()},
                   {"tile_rotation", particle.tile_rotation()},
                   {"rows", particle.rows()},
                   {"cols", particle.columns()},
                   {"tracks", std::move(tracks)},
                   {"spline", bulk_of(particle.spline_points())},
                   {"enabled", track_facts(model, particle.enabled())}};
        add_emission(facts, model, *particle.record());
        add_look(facts, *particle.record());
        out.push_back(std::move(facts));
    }
    return out;
}

} // namespace facts::m2
