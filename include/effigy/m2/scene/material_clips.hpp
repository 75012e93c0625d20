// Animated colors, opacities and texture coordinates of materials.
#pragma once

#include <effigy/m2/scene/material.hpp>
#include <effigy/m2/scene/played.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// The materials that three tracks of their batches change. `Tracks`: members first, second, third.
template <class Tracks> class moved_materials {
public:
    moved_materials(scene_maker<>& maker, const pool<changing_material>& changing)
        : maker_(&maker), batches_(profile_for(maker).batches()), all_(maker.to.memory()) {
        if (!maker.to.reserve(all_, changing.size())) {
            return;
        }
        for (const changing_material& each : changing) {
            const Tracks of{maker.from, *batches_.at(each.batch)};
            all_.push_back({each, {{loop_of(maker, of.first), loop_of(maker, of.second), loop_of(maker, of.third)}}});
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] const track_loops& loops_of(std::uint32_t number) const noexcept { return all_[number].loops; }

protected:
    [[nodiscard]] scene_maker<>& maker() const noexcept { return *maker_; }
    [[nodiscard]] std::uint32_t material_of(std::uint32_t number) const noexcept { return all_[number].is.material; }
    [[nodiscard]] auto play(std::uint32_t number, const played_part& played) {
        const Tracks stored{maker_->from, *batches_.at(all_[number].is.batch)};
        return played_tracks{*maker_, stored.first, stored.second, stored.third, all_[number].loops, played};
    }

private:
    struct moved {
        changing_material is;
        track_loops loops;
    };

    scene_maker<>* maker_;
    array<batch> batches_;
    pool<moved> all_;
};

// The tracks that tint_of() multiplies. A batch without a texture has no weight.
struct tint_tracks {
    decltype(std::declval<const color&>().rgb()) first;
    track<opacity> second, third;

    tint_tracks(const model& from, const batch& drawn) noexcept {
        const color tinted = from.colors().at(static_cast<std::uint64_t>(std::int64_t{drawn.color}));
        first = tinted.rgb();
        second = tinted.alpha();
        if (drawn.texture_count != 0U) {
            third = stage_of(from, drawn, 0).weight;
        }
    }
};

// Adds the channels of the base colors of materials, for `options.animate_materials`. Between keys, adds as many as the
// conversion to linear colors requires.
template <class = when_used> class material_mover : public moved_materials<tint_tracks> {
public:
    explicit material_mover(scene_maker<>& of) : moved_materials(of, of.changing_materials) {}

    // Adds the channel of a material.
    void add(clip_channels<>& to, std::uint32_t number, const played_part& played) {
        const vector4<float>& rest = maker().to.made.materials[material_of(number)].base_color;
        auto& colors = to.begin(scene::path::base_color);
        auto of = play(number, played);
        of.for_each_interval([&](double from, double until) {
            add_line<vector4<double>>(maker(), colors, from, until, tolerance, [&](double time) {
                const vector3<float> linear = linear_color(of.first.at(time, {1, 1, 1}));
                return vector4<double>{static_cast<double>(linear.x), static_cast<double>(linear.y),
                                       static_cast<double>(linear.z),
                                       fraction(of.second.at(time, 1) * of.third.at(time, 1))};
            });
        });
        to.keep_of_material(material_of(number), scene::path::base_color, rest);
    }

private:
    static constexpr double tolerance = 2e-3; // half a step of 8 bits
};

// The tracks of the first texture's coordinates: translation, rotation, scale.
struct coordinate_tracks {
    decltype(std::declval<const texture_transform&>().translation()) first;
    decltype(std::declval<const texture_transform&>().rotation()) second;
    decltype(std::declval<const texture_transform&>().scale()) third;

    coordinate_tracks(const model& from, const batch& drawn) noexcept {
        const texture_transform moved = stage_of(from, drawn, 0).transform;
        first = moved.translation();
        second = moved.rotation();
        third = moved.scale();
    }
};

// Adds the channels of the textures of base colors, for `options.animate_materials`. The coordinates turn and grow
// about the center (0.5, 0.5), those of glTF about the origin.
template <class = when_used> class texture_mover : public moved_materials<coordinate_tracks> {
public:
    explicit texture_mover(scene_maker<>& of) : moved_materials(of, of.moving_textures) {}

    void add(clip_channels<>& to, std::uint32_t number, const played_part& played) {
        add_offset(to, number, played);
        add_rotation(to, number, played);
        add(to, number, played, scene::path::texture_scale, {1, 1, 0}, [](const auto& of, double time) {
            const vector3<double> scale = of.third.at(time, {1, 1, 1});
            return vector3<double>{scale.x, scale.y, 0};
        });
    }

private:
    static constexpr double tolerance = 5e-4; // of the size of the texture, and radians

    template <class ValueAt> void add(clip_channels<>& to, std::uint32_t number, const played_part& played,
                                      scene::path path, const vector3<float>& rest, const ValueAt& value_at) {
        auto& keys = to.begin(path);
        auto of = play(number, played);
        of.for_each_interval([&](double from, double until) {
            add_line<vector3<double>>(maker(), keys, from, until, tolerance,
                                      [&](double time) { return value_at(of, time); });
        });
        to.keep_of_material(material_of(number), path, rest);
    }
    void add_offset(clip_channels<>& to, std::uint32_t number, const played_part& played) {
        add(to, number, played, scene::path::texture_offset, {}, [](const auto& of, double time) {
            const pose<double> now{of.first.at(time), unit(of.second.at(time)), of.third.at(time, {1, 1, 1})};
            return matrix_about(vector3<double>{0.5, 0.5, 0}, now).translation;
        });
    }
    // Viewers turn the image counter-clockwise, which turns the coordinates clockwise. Angles do not jump.
    void add_rotation(clip_channels<>& to, std::uint32_t number, const played_part& played) {
        auto& keys = to.begin(scene::path::texture_rotation);
        auto of = play(number, played);
        const auto angle_at = [&](double time) {
            const vector3<double> u = compose<double>({}, unit(of.second.at(time)), {1, 1, 1}).x;
            const double length = square_root(u.x * u.x + u.y * u.y);
            const double slope = length > 0 ? absolute(u.x) / length : 1; // rounded: may exceed 1
            const double acute = arc_cosine(slope < 1 ? slope : 1);
            const double angle = u.x < 0 ? 2 * half_pi - acute : acute;
            return u.y > 0 ? -angle : angle;
        };
        const auto nearest = [](double angle, double to_this) { // the same angle, at most half a turn away
            constexpr double turn = 6.283185307179586;
            const double turns = (to_this - angle) / turn;
            return angle + turn * static_cast<double>(static_cast<std::int64_t>(turns < 0 ? turns - 0.5 : turns + 0.5));
        };
        double last = 0;
        of.for_each_interval([&](double from, double until) {
            const double first = nearest(angle_at(from), last);
            const auto value_at = [&](double time) { return vector3<double>{nearest(angle_at(time), first), 0, 0}; };
            add_line<vector3<double>>(maker(), keys, from, until, tolerance, value_at);
            last = value_at(until).x;
        });
        to.keep_of_material(material_of(number), scene::path::texture_rotation, vector3<float>{});
    }
};

}}}} // namespace effigy::v0::m2::impl
