// The facts of attachments, events, lights, cameras, ribbons and particles.
#pragma once

#include "track.hpp"

#include <limits>

namespace facts::m2 {

// ---- attachments and events ----------------------------------------------------------------------------------------

[[nodiscard]] inline json attachment_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (const format::attachment attachment : model.attachments()) {
        out.push_back({{"id", attachment.id()},
                       {"bone", attachment.bone()},
                       {"pos_gltf_approx", coordinates(gltf(attachment.position()))},
                       {"visible", track_facts(model, files, attachment.visible())}});
        attachment.visit_record([&](const auto& record) { out.back()["pad"] = record.padding.get(); });
    }
    return out;
}

// The times of an event by animation; -1 is the loop of a global sequence.
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

[[nodiscard]] inline json event_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (const format::event event : model.events()) {
        out.push_back({{"data", event.data()},
                       {"bone", event.bone()},
                       {"pos_gltf_approx", coordinates(gltf(event.position()))},
                       {"track", key_facts(model, files, event.times())},
                       {"fires", firing_list(model, event)}});
        event.visit_record([&](const auto& record) { out.back()["id"] = latin1({record.id.chars, 4}); });
    }
    return out;
}

// ---- lights and cameras --------------------------------------------------------------------------------------------

[[nodiscard]] inline json light_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (const format::light light : model.lights()) {
        out.push_back({{"type", static_cast<unsigned>(light.type())},
                       {"pos_gltf_approx", coordinates(gltf(light.position()))},
                       {"ambient", track_facts(model, files, light.ambient_color())},
                       {"ambient_intensity", track_facts(model, files, light.ambient_intensity())},
                       {"diffuse", track_facts(model, files, light.diffuse_color())},
                       {"diffuse_intensity", track_facts(model, files, light.diffuse_intensity())},
                       {"attenuation_start", track_facts(model, files, light.attenuation_start())},
                       {"attenuation_end", track_facts(model, files, light.attenuation_end())},
                       {"visible", track_facts(model, files, light.visible())}});
        light.visit_record([&](const auto& record) { out.back()["bone"] = record.bone.get(); });
    }
    return out;
}

[[nodiscard]] inline json camera_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (const format::camera camera : model.cameras()) {
        const format::camera_pose<double> seen = format::sample<double>(camera, at(0, 0));
        const bool changes = model.version() >= format::first_version<format::camera_record_271>;
        out.push_back({{"type", static_cast<int>(camera.type())},
                       {"far_approx", rounded(camera.far_clip())},
                       {"near_approx", rounded(camera.near_clip())},
                       {"position", track_facts(model, files, camera.position())},
                       {"target", track_facts(model, files, camera.target())},
                       {"roll", track_facts(model, files, camera.roll())},
                       {"eye_gltf_approx", coordinates(gltf(seen.eye))},
                       {"look_gltf_approx", coordinates(gltf(seen.target))}});
        if (changes) {
            out.back()["fov"] = track_facts(model, files, camera.field_of_view());
        } else {
            out.back()["fov_approx"] = rounded(camera.diagonal_field_of_view());
        }
        const double diagonal = seen.diagonal_field_of_view;
        if (std::isfinite(diagonal) && !(changes && camera.field_of_view().keys(0).times.empty())) {
            out.back()["yfov_approx"] = numbers({format::vertical_field_of_view(diagonal, 4.0 / 3),
                                                 format::vertical_field_of_view(diagonal, 16.0 / 9)});
        }
    }
    return out;
}

// ---- ribbons and particles -----------------------------------------------------------------------------------------

[[nodiscard]] inline json ribbon_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (const format::ribbon ribbon : model.ribbons()) {
        out.push_back({{"id", ribbon.id()},
                       {"bone", ribbon.bone()},
                       {"pos_gltf_approx", coordinates(gltf(ribbon.position()))},
                       {"textures", integers(ribbon.textures())},
                       {"materials", integers(ribbon.materials())},
                       {"color", track_facts(model, files, ribbon.color())},
                       {"alpha", track_facts(model, files, ribbon.alpha())},
                       {"above", track_facts(model, files, ribbon.height_above())},
                       {"below", track_facts(model, files, ribbon.height_below())},
                       {"edges_life_gravity_approx",
                        numbers({ribbon.edges_per_second(), ribbon.edge_lifetime(), ribbon.gravity()})},
                       {"rows", ribbon.rows()},
                       {"cols", ribbon.columns()},
                       {"slot", track_facts(model, files, ribbon.slot())},
                       {"visible", track_facts(model, files, ribbon.visible())}});
        if (model.version() >= format::first_version<format::ribbon_record_264>) {
            out.back()["priority"] = ribbon.priority_plane();
        }
    }
    return out;
}

// Adds the emission in the layout of the model's version, even if emission() detects the layout of version 263.
template <class Record> void add_emission(json& out, const format::model& model, const Record& particle) {
    const auto bytes = std::bit_cast<std::array<std::byte, 4>>(particle.emission);
    if (model.version() >= format::first_with_emission_263) {
        const auto stored = std::bit_cast<format::stored_emission_263>(bytes);
        out["blend"] = stored.blend;
        out["emitter"] = stored.shape;
        out["color_index"] = stored.color_index.get();
    } else {
        const auto stored = std::bit_cast<format::stored_emission>(bytes);
        out["blend"] = stored.blend.get();
        out["emitter"] = stored.shape.get();
    }
}

[[nodiscard]] inline json float_list(const format::particle& particle, const std::vector<double>& spin) {
    std::vector<double> all{particle.tail_length(),
                            particle.twinkle_speed(),
                            particle.twinkle_percent(),
                            particle.twinkle_scale_min(),
                            particle.twinkle_scale_max(),
                            particle.burst_multiplier(),
                            particle.drag()};
    const auto tumble = particle.tumble();
    const auto wind = particle.wind();
    all.insert(all.end(), spin.begin(), spin.end());
    all.insert(all.end(), tumble.begin(), tumble.end());
    all.insert(all.end(), {wind.x, wind.y, wind.z, particle.wind_time(), particle.follow_speed_1(),
                           particle.follow_scale_1(), particle.follow_speed_2(), particle.follow_scale_2()});
    return numbers(all);
}

// Adds the facts that only versions before 264 have.
inline void add_look(json& out, const format::particle& particle) {
    out["mid_approx"] = rounded(particle.midpoint());
    out["colors"] = list_of(particle.colors(), [](const format::bgra8& color) {
        return json::array({color.r, color.g, color.b, color.a});
    });
    out["scale_approx"] = numbers(particle.scales());
    out["cells"] = integers(particle.cells());
    out["floats_approx"] = float_list(particle, {particle.spin()});
}

// A value that changes with a particle's age, sampled at birth, middle and death.
template <class T>
[[nodiscard]] json life_facts(const format::life_track<T>& track) {
    constexpr double last = 32767;
    json out{{"t", bulk_of(track.ages_as_stored())}, {"v", bulk_of(track.values())}};
    if (!track.ages().empty() && !track.values().empty()) {
        out["s_approx"] = list_of(std::array{0.0, 16384.0, last}, [&](double age) {
            const auto value = format::sample<double>(track, age / last);
            if constexpr (std::same_as<T, effigy::vec2<>>) {
                return numbers({value.x, value.y});
            } else if constexpr (std::same_as<T, effigy::vec3<>>) {
                return coordinates(value);
            } else {
                return numbers({value});
            }
        });
    }
    return out;
}

// Adds the facts that only versions from 264 on have.
inline void add_life(json& out, const format::particle& particle) {
    out["vary_approx"] = numbers({particle.lifespan_variation(), particle.emission_rate_variation()});
    out["color"] = life_facts(particle.color());
    out["alpha"] = life_facts(particle.alpha());
    out["scale"] = life_facts(particle.scale());
    out["head_cell"] = life_facts(particle.head_cell());
    out["tail_cell"] = life_facts(particle.tail_cell());
    out["scale_vary_approx"] = numbers({particle.scale_variation().x, particle.scale_variation().y});
    out["floats_approx"] = float_list(
        particle, {particle.base_spin(), particle.base_spin_variation(), particle.spin(), particle.spin_variation()});
    if (!particle.multi_texture().empty()) { // from version 272 on
        out["multi_texture"] = integers(particle.multi_texture());
    }
}

[[nodiscard]] inline json particle_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (const format::particle particle : model.particles()) {
        json tracks = json::array();
        for (std::size_t i = 0; i < format::particle_track_count; ++i) {
            tracks.push_back(track_facts(model, files, particle.track(static_cast<format::particle_track>(i))));
        }
        json facts{{"id", particle.id()},
                   {"flags", particle.flags()},
                   {"pos_gltf_approx", coordinates(gltf(particle.position()))},
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
                   {"enabled", track_facts(model, files, particle.enabled())}};
        particle.visit_record([&](const auto& record) { add_emission(facts, model, record); });
        if (model.version() < format::first_version<format::particle_record_264>) {
            add_look(facts, particle);
        } else {
            add_life(facts, particle);
        }
        out.push_back(std::move(facts));
    }
    return out;
}

} // namespace facts::m2
