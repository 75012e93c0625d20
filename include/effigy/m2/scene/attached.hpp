// Attachment points, events, lights, ribbons and particles as nodes.
#pragma once

#include <effigy/m2/sample/event.hpp>
#include <effigy/m2/sample/particle.hpp>
#include <effigy/m2/scene/material.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

template <class = when_used> [[nodiscard]] scene::node* last_node(scene_maker<>& maker, std::uint32_t added) noexcept {
    return added != npos ? &maker.to.made.nodes[added] : nullptr;
}

template <class = when_used> void add_attachments(scene_maker<>& maker) {
    for (const attachment one : maker.from.attachments()) {
        const std::uint32_t id = one.id();
        const std::string_view known = attachment_name(id);
        const numbered_name fallback{"attachment_", id};
        scene::node* const made = last_node(
            maker, maker.add_place(known.empty() ? std::string_view{fallback} : known, one.bone(), one.position()));
        if (made == nullptr) {
            return;
        }
        auto extras = maker.to.extras();
        extras.add("attachment", id);
        extras.add_given("hidden", maker.at_rest(one.visible(), 1.0) == 0);
        extras.add_given("animated", changes(maker, one.visible()));
        extras.put_into(made->extras);
    }
}

template <class = when_used> [[nodiscard]] scene::list<double> loop_times(scene_maker<>& maker,
                                                                          const event_track& track) {
    auto out = maker.to.list<double>();
    static_cast<void>(maker.to.fill(out, all_times(track), [](const u32<>& time) { return time.get() / 1000.0; }));
    return out;
}

// Adds a node for each event. The extras of clips contain the times.
template <class = when_used> void add_events(scene_maker<>& maker) {
    for (const event one : maker.from.events()) {
        scene::node* const made = last_node(maker, maker.add_place(one.id(), one.bone(), one.position()));
        if (made == nullptr) {
            return;
        }
        auto extras = maker.to.extras();
        extras.add("event", one.id()).add_given("meaning", event_meaning(one.id()));
        extras.add_given("data", one.data());
        if (const auto track = one.times(); track.is_global()) {
            extras.add("loopTimes", loop_times(maker, track)); // not in clips: the loop is independent of them
        }
        extras.put_into(made->extras);
    }
}

// ---- lights --------------------------------------------------------------------------------------------------------

[[nodiscard]] inline float finite_or(double value, float fallback) noexcept {
    constexpr double most = 3e38;
    return value > -most && value < most ? static_cast<float>(value) : fallback;
}

template <class = when_used> void fill_light(scene_maker<>& maker, const light& from, scene::light& to) {
    const vector3<double> white{1, 1, 1};
    vector3<double> diffuse = maker.at_rest(from.diffuse_color(), white);
    const double brightest = larger(larger(diffuse.x, diffuse.y), diffuse.z);
    const double over = brightest > 1 && is_finite(brightest) ? brightest : 1; // multiplies the intensity
    diffuse = diffuse * (1 / over);
    const double intensity = maker.at_rest(from.diffuse_intensity(), 1.0) * over;
    to.type = from.type() == light_type::directional ? scene::light_type::directional : scene::light_type::point;
    to.color = linear_color(diffuse);
    to.intensity = intensity > 0 ? finite_or(intensity, 1) : 0;
    const double reach = maker.at_rest(from.attenuation_end(), 0.0);
    to.range = to.type == scene::light_type::point && reach > 0 ? finite_or(reach, 0) : 0;
    auto extras = maker.to.extras();
    extras.add("ambientColor", maker.at_rest(from.ambient_color(), white));
    extras.add("ambientIntensity", maker.at_rest(from.ambient_intensity(), 0.0));
    extras.add("attenuationStart", maker.at_rest(from.attenuation_start(), 0.0));
    extras.add_given("hidden", maker.at_rest(from.visible(), 1.0) == 0);
    extras.add_given("animated", changes(maker, from.diffuse_color()) || changes(maker, from.diffuse_intensity()) ||
                                     changes(maker, from.ambient_color()) || changes(maker, from.ambient_intensity()) ||
                                     changes(maker, from.attenuation_start()) ||
                                     changes(maker, from.attenuation_end()) || changes(maker, from.visible()));
    extras.put_into(to.extras);
}

template <class = when_used> void add_lights(scene_maker<>& maker) {
    const light_list all = maker.from.lights();
    auto& lights = maker.to.made.lights;
    if (!maker.to.reserve(lights, all.size())) {
        return;
    }
    std::uint32_t number = 0;
    for (const light one : all) {
        const numbered_name name{"light_", number};
        scene::node* const made = last_node(maker, maker.add_place(name, one.bone(), one.position()));
        if (made == nullptr) {
            return;
        }
        made->light = number++;
        scene::light& shown = lights.emplace_back();
        shown.name = name;
        fill_light(maker, one, shown);
    }
}

// ---- ribbons and particles -----------------------------------------------------------------------------------------

template <class = when_used> void add_ribbons(scene_maker<>& maker) {
    std::uint32_t number = 0;
    for (const ribbon one : maker.from.ribbons()) {
        scene::node* const made =
            last_node(maker, maker.add_place(numbered_name{"ribbon_", number++}, one.bone(), one.position()));
        if (made == nullptr) {
            return;
        }
        auto extras = maker.to.extras();
        extras.add("ribbon", one.id());
        if (const u16<>* const shown = one.textures().at(0)) {
            extras.add_given("texture", texture_name(maker, shown->get()));
        }
        if (const u16<>* const drawn = one.materials().at(0)) {
            extras.add("material", drawn->get());
        }
        extras.add("color", maker.at_rest(one.color(), vector3<double>{1, 1, 1}));
        extras.add("alpha", maker.at_rest(one.alpha(), 1.0));
        extras.add("heightAbove", maker.at_rest(one.height_above(), 0.0));
        extras.add("heightBelow", maker.at_rest(one.height_below(), 0.0));
        extras.add("edgesPerSecond", static_cast<double>(one.edges_per_second()));
        extras.add("edgeLifetime", static_cast<double>(one.edge_lifetime()));
        extras.add("gravity", static_cast<double>(one.gravity()));
        extras.add("rows", one.rows()).add("columns", one.columns());
        extras.put_into(made->extras);
    }
}

template <class = when_used> void describe_particle(scene_maker<>& maker, const m2::particle& from,
                                                    scene::list<scene::extra>& to) {
    auto extras = maker.to.extras();
    const emission emitted = from.emission();
    extras.add("particle", from.id()).add_given("shape", name_of(emitted.shape));
    extras.add_given("blending", name_of(static_cast<blending>(emitted.blend)));
    extras.add_given("texture", texture_name(maker, from.texture(0)));
    extras.add_given("model", from.model()).add_given("recursionModel", from.recursion_model());
    constexpr std::string_view names[] = {"speed",    "speedVariation", "verticalRange", "horizontalRange", "gravity",
                                          "lifespan", "emissionRate",   "areaLength",    "areaWidth",       "zSource"};
    bool is_animated = changes(maker, from.enabled());
    for (std::size_t i = 0; i < particle_track_count; ++i) {
        const auto track = from.track(static_cast<particle_track>(i));
        extras.add(names[i], maker.at_rest(track, 0.0));
        is_animated = is_animated || changes(maker, track);
    }
    extras.add("rows", from.rows()).add("columns", from.columns());
    extras.add_given("animated", is_animated);
    extras.put_into(to);
}

template <class = when_used> void add_particles(scene_maker<>& maker) {
    std::uint32_t number = 0;
    for (const m2::particle one : maker.from.particles()) {
        scene::node* const made =
            last_node(maker, maker.add_place(numbered_name{"particles_", number++}, one.bone(), one.position()));
        if (made == nullptr) {
            return;
        }
        describe_particle(maker, one, made->extras);
    }
}

}}}} // namespace effigy::v0::m2::impl
