// Animated colors and opacities of materials.
#pragma once

#include <effigy/m2/scene/material.hpp>
#include <effigy/m2/scene/played.hpp>

namespace effigy::inline v0::m2::impl {

// The global sequences that move a material; npos: none.
struct material_loops {
    std::uint32_t rgb = npos, alpha = npos, weight = npos;

    [[nodiscard]] bool any() const noexcept { return (rgb & alpha & weight) != npos; }
    [[nodiscard]] bool has(std::uint32_t loop) const noexcept { return rgb == loop || alpha == loop || weight == loop; }
};

// Adds the channels of the base colors of materials, for `options.animate_materials`. Between keys, adds as many as the
// conversion to linear colors requires.
template <class = when_used> class material_mover {
public:
    explicit material_mover(scene_maker<>& maker)
        : maker_(&maker), batches_(profile_for(maker).batches()), all_(maker.to.memory()) {
        if (!maker.options.animate_materials || !maker.to.pay(maker.material_batches.size() * sizeof(moved))) {
            return;
        }
        all_.reserve(maker.material_batches.size());
        for (std::uint32_t material = 0; material < maker.material_batches.size(); ++material) {
            const batch* const drawn = batches_.at(maker.material_batches[material]);
            const tracks of{maker.from, *drawn};
            if (changes(maker, of.rgb) || changes(maker, of.alpha) || changes(maker, of.weight)) {
                all_.push_back(
                    {material, {loop_of(maker, of.rgb), loop_of(maker, of.alpha), loop_of(maker, of.weight)}});
            }
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] const material_loops& loops_of(std::uint32_t number) const noexcept { return all_[number].loops; }

    // Adds the channel of a material.
    void add(clip_channels<>& to, std::uint32_t number, const played_part& played) {
        const moved& one = all_[number];
        const tracks of{maker_->from, *batches_.at(maker_->material_batches[one.material])};
        std::pmr::memory_resource* const memory = maker_->to.memory();
        played_track rgb{of.rgb, played.animation, memory};
        played_track alpha{of.alpha, played.animation, memory};
        played_track weight{of.weight, played.animation, memory};
        const double rgb_time = played.time_of(of.rgb, one.loops.rgb);
        const double alpha_time = played.time_of(of.alpha, one.loops.alpha);
        const double weight_time = played.time_of(of.weight, one.loops.weight);
        const std::uint64_t keys = rgb.cost(rgb_time) + alpha.cost(alpha_time) + weight.cost(weight_time);
        if (keys == 0 || !maker_->spend(keys) || !pay_for_pieces(*maker_, keys)) {
            return;
        }
        scene::list<double> times{memory};
        rgb.play(rgb_time, times);
        alpha.play(alpha_time, times);
        weight.play(weight_time, times);
        heap_sort(
            times.size(), [&](std::size_t i, std::size_t k) { return times[i] < times[k]; },
            [&](std::size_t i, std::size_t k) { std::swap(times[i], times[k]); });

        const vector4<float>& rest = maker_->to.made.materials[one.material].base_color;
        auto& colors = to.begin(rest);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double from = times[i];
            const double until = i + 1 < times.size() ? times[i + 1] : from;
            if (i != 0 && !(from < until)) {
                continue;
            }
            rgb.go_to(from);
            alpha.go_to(from);
            weight.go_to(from);
            add_line(*maker_, colors, from, until, color_tolerance, [&](double time) {
                const vector3<float> linear = linear_color(rgb.at(time, {1, 1, 1}));
                return vector4<double>{static_cast<double>(linear.x), static_cast<double>(linear.y),
                                       static_cast<double>(linear.z), fraction(alpha.at(time, 1) * weight.at(time, 1))};
            });
        }
        to.keep(one.material, rest);
    }

private:
    struct moved {
        std::uint32_t material = 0;
        material_loops loops;
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
