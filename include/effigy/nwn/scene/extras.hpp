// What of nodes glTF has no place for.
#pragma once

#include <effigy/nwn/names.hpp>
#include <effigy/nwn/sample.hpp>
#include <effigy/scene/builder.hpp>

namespace effigy::inline v0::nwn::impl {

using namespace effigy::impl;
using builder = scene_builder<z_up>;

// More controllers of a node are not looked at: some 40 are known.
inline constexpr std::size_t most_controllers = 64;

inline constexpr std::int32_t controls_color = 76; // of a light
inline constexpr std::int32_t controls_radius = 88;
inline constexpr std::int32_t controls_multiplier = 140;

[[nodiscard]] constexpr bool is_finite_number(float v) noexcept { return v - v == 0; }

[[nodiscard]] constexpr float finite_or_zero(float v) noexcept { return is_finite_number(v) ? v : 0; }

// One object of extras. What is 0, empty or not finite is left out.
class fields_builder {
public:
    explicit fields_builder(builder& by) : by_(&by), fields_(by.memory()) {}

    template <class Number>
        requires std::is_arithmetic_v<Number>
    fields_builder& add(std::string_view key, Number value) {
        const auto number = static_cast<double>(value);
        return number != 0 && number - number == 0 ? put(key, 0, value) : *this;
    }
    fields_builder& add(std::string_view key, std::string_view value) {
        return value.empty() ? *this : put(key, value.size() + 1, value);
    }
    fields_builder& add(std::string_view key, scene::list<double>&& value) {
        return value.empty() ? *this : put(key, 0, std::move(value));
    }
    fields_builder& add(std::string_view key, scene::list<scene::text>&& value) {
        return value.empty() ? *this : put(key, 0, std::move(value));
    }
    // All numbers of a list, if they are finite.
    template <class Range> fields_builder& add_numbers(std::string_view key, const Range& numbers) {
        if (!by_->pay(numbers.size() * sizeof(double))) {
            return *this;
        }
        scene::list<double> out{by_->memory()};
        out.reserve(numbers.size());
        for (const auto& one : numbers) {
            const auto number = static_cast<float>(one);
            if (!is_finite_number(number)) {
                return *this;
            }
            out.push_back(static_cast<double>(number));
        }
        return add(key, std::move(out));
    }

    // Puts them among the extras of a part, by themselves or as an object.
    void put_into(scene::list<scene::extra>& to) {
        to.reserve(to.size() + fields_.size());
        for (scene::extra& one : fields_) {
            to.push_back(std::move(one));
        }
        fields_.clear();
    }
    void put_into(scene::list<scene::extra>& to, std::string_view key) {
        if (!fields_.empty() && by_->pay(sizeof(scene::extra))) {
            scene::list<scene::extra> object{by_->memory()};
            put_into(object);
            extras_of(to).add(key, std::move(object));
        }
    }

private:
    template <class Value> fields_builder& put(std::string_view key, std::size_t bytes, Value&& value) {
        if (by_->pay(sizeof(scene::extra) + key.size() + 1 + bytes)) {
            extras_of(fields_).add(key, std::forward<Value>(value));
        }
        return *this;
    }

    builder* by_;
    scene::list<scene::extra> fields_;
};

// The first of its id that has values.
template <form F> [[nodiscard]] bool counts(const basic_controllers<F>& among, std::size_t i) noexcept {
    const basic_controller<F> keys = among.at(i);
    return keys && !keys.values().empty() && among.find(keys.id()) == i;
}

// What else is controlled, as it is at rest. `is_elsewhere(id)`: has another place in the scene.
template <form F, class IsElsewhere>
void add_controllers(builder& by, scene::list<scene::extra>& to, const basic_node<F>& owner,
                     const IsElsewhere& is_elsewhere) {
    const basic_controllers<F> all = owner.controllers();
    const std::size_t count = all.size() < most_controllers ? all.size() : most_controllers;
    fields_builder out{by};
    for (std::size_t i = 0; i < count; ++i) {
        const basic_controller<F> keys = all.at(i);
        const std::string_view name = controller_name(owner, keys);
        if (name.empty() || !counts(all, i) || is_elsewhere(keys.id())) {
            continue;
        }
        if (keys.columns() == 1) {
            out.add(name, sample(keys, 0, 0.0F));
        } else {
            out.add_numbers(name, keys.row(0).part(0, keys.columns()));
        }
    }
    out.put_into(to, "controllers");
}

// ---- parts of nodes ------------------------------------------------------------------------------------------------

template <form F> void add_emitter(builder& by, scene::list<scene::extra>& to, const basic_emitter<F>& from) {
    fields_builder out{by};
    out.add("update", from.update.view()).add("render", from.render.view()).add("blend", from.blend.view());
    out.add("texture", from.texture.view()).add("chunk", from.chunk.view());
    out.add("deadSpace", from.dead_space.get()).add("blastRadius", from.blast_radius.get());
    out.add("blastLength", from.blast_length.get()).add("gridX", from.grid_x.get()).add("gridY", from.grid_y.get());
    out.add("spaceType", from.space_type.get()).add("twoSided", from.two_sided != 0U).add("loop", from.loop != 0U);
    out.add("renderOrder", from.render_order.get()).add("flags", from.flags.get());
    out.put_into(to, "emitter");
}

template <form F> void add_reference(builder& by, scene::list<scene::extra>& to, const basic_reference<F>& from) {
    fields_builder out{by};
    out.add("model", from.model.view()).add("reattachable", from.reattachable != 0U).put_into(to, "reference");
}

template <form F> void add_dangly(builder& by, scene::list<scene::extra>& to, const basic_dangly<F>& from) {
    fields_builder out{by};
    out.add("displacement", from.header()->displacement.get()).add("tightness", from.header()->tightness.get());
    out.add("period", from.header()->period.get()).add("constraints", from.constraints().size());
    out.put_into(to, "dangly");
}

template <form F> void add_aabb(builder& by, scene::list<scene::extra>& to, const basic_aabb_tree<F>& from) {
    std::size_t boxes = 0;
    std::size_t leaves = 0;
    std::uint32_t depth = 0;
    vector3<float> low;
    vector3<float> high;
    for (const basic_aabb<F> box : from) {
        if (boxes++ == 0) {
            low = box.entry()->min;
            high = box.entry()->max;
        }
        leaves += box.is_leaf() ? 1U : 0U;
        depth = box.depth() > depth ? box.depth() : depth;
    }
    fields_builder out{by};
    out.add("boxes", boxes).add("leaves", leaves).add("depth", depth);
    if (boxes != 0 && is_finite(low) && is_finite(high)) { // in the node's space, which is turned with it
        const vector3<float> a = z_up::point(low);
        const vector3<float> b = z_up::point(high);
        out.add_numbers("min", std::array{a.x, a.y, b.z});
        out.add_numbers("max", std::array{b.x, b.y, a.z});
    }
    out.put_into(to, "aabb");
}

// ---- lights --------------------------------------------------------------------------------------------------------

// Of a colour as the game has it, for screens (0 .. 1, IEC 61966-2-1).
[[nodiscard]] inline double linear_of(double shown) noexcept {
    if (!(shown > 0.04045)) {
        return shown > 0 ? shown / 12.92 : 0;
    }
    const double base = (shown + 0.055) / 1.055;
    const double square = base * base; // base^2.4 = base^2 * (base^2)^(1/5)
    double root = square > 1 ? square : 1;
    for (double next = root;; root = next) { // Newton's steps, downwards as far as they go
        next = (4 * root + square / (root * root * root * root)) / 5;
        if (!(next < root)) {
            break;
        }
    }
    return square * root;
}
[[nodiscard]] inline vector3<double> linear_of(const vector3<double>& shown) noexcept {
    return {linear_of(shown.x), linear_of(shown.y), linear_of(shown.z)};
}

template <form F>
void add_flares(builder& by, fields_builder& to, const basic_node<F>& owner, const basic_light<F>& from) {
    constexpr std::size_t most = 16; // 3 in the one file that has any
    const auto few = [](const auto& all) { return all.part(0, all.size() < most ? all.size() : most); };
    const auto names = few(owner.get(from.flare_textures));
    scene::list<scene::text> textures{by.memory()};
    if (by.pay(names.size() * sizeof(scene::text))) {
        textures.reserve(names.size());
        for (const auto& pointer : names) {
            const std::string_view name = owner.flare_texture(pointer);
            if (by.pay(name.size() + 1)) {
                textures.push_back(by.text(name));
            }
        }
    }
    to.add("flareTextures", std::move(textures));
    to.add_numbers("flareSizes", few(owner.get(from.flare_sizes)));
    to.add_numbers("flarePositions", few(owner.get(from.flare_positions)));
}

// A light as glTF can have it, or, ambient or darkening, as extras of its node.
template <form F> void add_light(builder& by, std::uint32_t to, const basic_node<F>& owner,
                                 const basic_light<F>& from) {
    const auto of = [&](std::int32_t id) { return owner.controller(id); };
    const auto shown = sample(of(controls_color), 0, vector3<double>{1, 1, 1});
    const auto radius = sample(of(controls_radius), 0, 0.0F);
    const auto multiplier = sample<double>(of(controls_multiplier), 0, 1);

    fields_builder out{by};
    out.add("ambientOnly", from.ambient_only != 0U).add("dynamicType", from.dynamic_type.get());
    out.add("affectDynamic", from.affect_dynamic != 0U).add("shadow", from.shadow != 0U);
    out.add("fading", from.fading != 0U).add("priority", from.priority.get());
    out.add("generateFlare", from.generate_flare != 0U).add("flareRadius", from.flare_radius.get());
    add_flares(by, out, owner, from);

    const bool brightens = shown.x >= 0 && shown.y >= 0 && shown.z >= 0 && is_finite(shown) && multiplier >= 0 &&
                           is_finite_number(static_cast<float>(multiplier));
    if (!brightens || from.ambient_only != 0U) {
        out.add_numbers("color", std::array{shown.x, shown.y, shown.z});
        out.add("radius", radius).add("multiplier", multiplier);
        out.put_into(by.made.nodes[to].extras, "light");
        return;
    }
    if (!by.pay(sizeof(scene::light) + owner.name().size() + 1)) {
        return;
    }
    const vector3<double> color = linear_of(shown);
    const double brightest = larger(larger(color.x, color.y), larger(color.z, 1.0));
    scene::light& made = by.made.lights.emplace_back(by.memory());
    made.name = owner.name();
    made.color = to_real<float>(color * (1 / brightest));
    const auto intensity = static_cast<float>(multiplier * brightest);
    made.intensity = is_finite_number(intensity) ? intensity : 1;
    made.range = radius > 0 && is_finite_number(radius) ? radius : 0;
    out.put_into(made.extras, "light");
    by.made.nodes[to].light = static_cast<std::uint32_t>(by.made.lights.size() - 1);
}

} // namespace effigy::inline v0::nwn::impl
