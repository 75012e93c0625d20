// The facts of what hangs on bones: attachments, events, lights, cameras, ribbons, particles.
#pragma once

#include "track.hpp"

#include <limits>

namespace facts::m2 {

// ---- attachments and events ----------------------------------------------------------------------------------------

[[nodiscard]] inline json attachment_list(const format::model& model) {
    json out = json::array();
    for (const format::attachment& attachment : model.attachments()) {
        out.push_back({{"id", attachment.id.get()},
                       {"bone", attachment.bone.get()},
                       {"pad", attachment.padding.get()},
                       {"pos_gltf_approx", coordinates(gltf(attachment.position))},
                       {"visible", track_facts(model, attachment.visible)}});
    }
    return out;
}

// When an event happens, by sequence; -1 is the loop of a global one.
[[nodiscard]] inline json firing_list(const format::model& model, const format::event& event) {
    constexpr double forever = std::numeric_limits<double>::infinity();
    const bool is_global = event.times.global_sequence >= 0;
    const std::size_t count = is_global ? 1 : model.sequences().size();
    json out = json::array();
    for (std::uint32_t i = 0; i < count; ++i) {
        json times = json::array();
        format::for_each_firing(model, event, i, -forever, forever,
                                [&](double time) { times.push_back(static_cast<std::int64_t>(time)); });
        if (!times.empty()) {
            out.push_back(json::array({is_global ? -1 : static_cast<std::int64_t>(i), std::move(times)}));
        }
    }
    return out;
}

[[nodiscard]] inline json event_list(const format::model& model) {
    json out = json::array();
    for (const format::event& event : model.events()) {
        out.push_back({{"id", latin1({event.id.chars, 4})},
                       {"data", event.data.get()},
                       {"bone", event.bone.get()},
                       {"pos_gltf_approx", coordinates(gltf(event.position))},
                       {"track", key_facts(model.get(event.times))},
                       {"fires", firing_list(model, event)}});
    }
    return out;
}

// ---- lights and cameras --------------------------------------------------------------------------------------------

[[nodiscard]] inline json light_list(const format::model& model) {
    json out = json::array();
    for (const format::light& light : model.lights()) {
        out.push_back({{"type", static_cast<unsigned>(light.type.get())},
                       {"bone", light.bone.get()},
                       {"pos_gltf_approx", coordinates(gltf(light.position))},
                       {"ambient", track_facts(model, light.ambient_color)},
                       {"ambient_intensity", track_facts(model, light.ambient_intensity)},
                       {"diffuse", track_facts(model, light.diffuse_color)},
                       {"diffuse_intensity", track_facts(model, light.diffuse_intensity)},
                       {"attenuation_start", track_facts(model, light.attenuation_start)},
                       {"attenuation_end", track_facts(model, light.attenuation_end)},
                       {"visible", track_facts(model, light.visible)}});
    }
    return out;
}

[[nodiscard]] inline json camera_list(const format::model& model) {
    json out = json::array();
    for (const format::camera& camera : model.cameras()) {
        const format::camera_pose<double> seen = format::sample<double>(model, camera, moment_in(model, 0, 0));
        const double diagonal = camera.diagonal_field_of_view;
        out.push_back({{"type", static_cast<int>(camera.type.get())},
                       {"fov_approx", rounded(diagonal)},
                       {"far_approx", rounded(camera.far_clip)},
                       {"near_approx", rounded(camera.near_clip)},
                       {"position", track_facts(model, camera.position)},
                       {"target", track_facts(model, camera.target)},
                       {"roll", track_facts(model, camera.roll)},
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
    for (const format::ribbon& ribbon : model.ribbons()) {
        out.push_back(
            {{"id", ribbon.id.get()},
             {"bone", ribbon.bone.get()},
             {"pos_gltf_approx", coordinates(gltf(ribbon.position))},
             {"textures", integers(model.get(ribbon.textures))},
             {"materials", integers(model.get(ribbon.materials))},
             {"color", track_facts(model, ribbon.color)},
             {"alpha", track_facts(model, ribbon.alpha)},
             {"above", track_facts(model, ribbon.height_above)},
             {"below", track_facts(model, ribbon.height_below)},
             {"edges_life_gravity_approx", numbers({ribbon.edges_per_second, ribbon.edge_lifetime, ribbon.gravity})},
             {"rows", ribbon.rows.get()},
             {"cols", ribbon.columns.get()},
             {"slot", track_facts(model, ribbon.slot)},
             {"visible", track_facts(model, ribbon.visible)}});
    }
    return out;
}

// As the version has it, also where emission_of() sees that the file means another one.
inline void add_emission(json& out, const format::model& model, const format::particle& particle) {
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

inline void add_look(json& out, const format::particle& particle) {
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
    for (const format::particle& particle : model.particles()) {
        json tracks = json::array();
        for (const auto& header : particle.tracks) {
            tracks.push_back(track_facts(model, header));
        }
        json facts{{"id", particle.id.get()},
                   {"flags", particle.flags.get()},
                   {"pos_gltf_approx", coordinates(gltf(particle.position))},
                   {"bone", particle.bone.get()},
                   {"texture", particle.texture.get()},
                   {"model", latin1(model.get(particle.model))},
                   {"recursion", latin1(model.get(particle.recursion_model))},
                   {"particle_type", particle.type},
                   {"head_tail", particle.head_or_tail},
                   {"tile_rotation", particle.tile_rotation.get()},
                   {"rows", particle.rows.get()},
                   {"cols", particle.columns.get()},
                   {"tracks", std::move(tracks)},
                   {"spline", bulk_of(model.get(particle.spline_points))},
                   {"enabled", track_facts(model, particle.enabled)}};
        add_emission(facts, model, particle);
        add_look(facts, particle);
        out.push_back(std::move(facts));
    }
    return out;
}

} // namespace facts::m2
