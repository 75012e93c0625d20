// Animated colors and opacities of materials.
#pragma once

#include <effigy/m2/scene/material.hpp>
#include <effigy/m2/scene/played.hpp>

namespace effigy::inline v0::m2::impl {

// Adds the channels of the base colors of materials, for `options.animate_materials`. Between keys, adds as many as the
// conversion to linear colors requires.
template <class = when_used> class material_mover {
public:
    explicit material_mover(scene_maker<>& maker)
        : maker_(&maker), batches_(profile_for(maker).batches()), all_(maker.to.memory()) {
        if (!maker.to.pay(maker.changing_materials.size() * sizeof(moved))) {
            return;
        }
        all_.reserve(maker.changing_materials.size());
        for (const changing_material& each : maker.changing_materials) {
            const tracks of{maker.from, *batches_.at(each.batch)};
            all_.push_back({each.material,
                            each.batch,
                            {{loop_of(maker, of.rgb), loop_of(maker, of.alpha), loop_of(maker, of.weight)}}});
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] const track_loops& loops_of(std::uint32_t number) const noexcept { return all_[number].loops; }

    // Adds the channel of a material.
    void add(clip_channels<>& to, std::uint32_t number, const played_part& played) {
        const moved& one = all_[number];
        const tracks stored{maker_->from, *batches_.at(one.batch)};
        const vector4<float>& rest = maker_->to.made.materials[one.material].base_color;
        auto& colors = to.begin(rest);
        played_tracks of{*maker_, stored.rgb, stored.alpha, stored.weight, one.loops, played};
        of.for_each_interval([&](double from, double until) {
            add_line(*maker_, colors, from, until, color_tolerance, [&](double time) {
                const vector3<float> linear = linear_color(of.first.at(time, {1, 1, 1}));
                return vector4<double>{static_cast<double>(linear.x), static_cast<double>(linear.y),
                                       static_cast<double>(linear.z),
                                       fraction(of.second.at(time, 1) * of.third.at(time, 1))};
            });
        });
        to.keep(one.material, rest);
    }

private:
    struct moved {
        std::uint32_t material = 0, batch = 0;
        track_loops loops;
    };
    // The tracks that tint_of() multiplies. A batch without a texture has no weight.
    struct tracks {
        decltype(std::declval<const color&>().rgb()) rgb;
        track<opacity> alpha, weight;

        tracks(const model& from, const batch& drawn) noexcept {
            const color tinted = from.colors().at(static_cast<std::uint64_t>(std::int64_t{drawn.color}));
            rgb = tinted.rgb();
            alpha = tinted.alpha();
            if (drawn.texture_count != 0U) {
                weight = stage_of(from, drawn, 0).weight;
            }
        }
    };
    static constexpr double color_tolerance = 2e-3; // half a step of 8 bits

    scene_maker<>* maker_;
    array<batch> batches_;
    scene::list<moved> all_;
};

} // namespace effigy::inline v0::m2::impl
