// Particle emitters.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// How a particle blends and from what shape it is emitted.
struct emission {
    std::uint8_t blend = 0; // as a material's
    emitter_shape shape = emitter_shape::plane;
    std::uint16_t color_index = 0; // from version 263 on
};

// Empty when there is none.
template <form F> class basic_particle : public impl::record_view<basic_particle_record<F>, F> {
    using raw = basic_particle_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::int32_t id() const noexcept { return this->number(&raw::id); }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return this->number(&raw::flags); } // particle_flags
    [[nodiscard]] constexpr vector3<float> position() const noexcept { return this->vector(&raw::position); }
    [[nodiscard]] constexpr std::uint16_t bone() const noexcept { return this->number(&raw::bone); }
    [[nodiscard]] constexpr std::uint16_t texture() const noexcept { return this->number(&raw::texture); }
    // A path, of a model that is emitted.
    [[nodiscard]] std::string_view model() const noexcept { return this->list(&raw::model); }
    [[nodiscard]] std::string_view recursion_model() const noexcept { return this->list(&raw::recursion_model); }

    // Whether its emission is stored as version 263 does. Converted files of older versions sometimes do, too
    // (measured: 28 of 74): told by a blend mode that does not fit into a byte.
    [[nodiscard]] constexpr bool emits_by_color() const noexcept {
        return *this && (this->context().layout().emits_by_color ||
                         std::bit_cast<basic_emission<F>>(this->record()->emission).blend > 0xFF);
    }
    [[nodiscard]] constexpr m2::emission emission() const noexcept {
        if (!*this) {
            return {};
        }
        if (emits_by_color()) {
            const auto now = std::bit_cast<basic_emission_263<F>>(this->record()->emission);
            return {now.blend, static_cast<emitter_shape>(now.shape), now.color_index};
        }
        const auto old = std::bit_cast<basic_emission<F>>(this->record()->emission);
        return {static_cast<std::uint8_t>(old.blend), static_cast<emitter_shape>(old.shape.get())};
    }
    // 0 normal, 1 quad from the origin to it, 2 like 0.
    [[nodiscard]] constexpr std::uint8_t type() const noexcept { return this->number(&raw::type); }
    [[nodiscard]] constexpr std::uint8_t head_or_tail() const noexcept { return this->number(&raw::head_or_tail); }
    [[nodiscard]] constexpr std::int16_t tile_rotation() const noexcept {
        return this->number(&raw::tile_rotation);
    } // -1, 0, 1
    [[nodiscard]] constexpr std::uint16_t rows() const noexcept { return this->number(&raw::rows); } // of the texture
    [[nodiscard]] constexpr std::uint16_t columns() const noexcept { return this->number(&raw::columns); }

    [[nodiscard]] constexpr basic_track<f32<F>, F> track(particle_track which) const noexcept {
        constexpr basic_track_header<f32<F>, F> raw::* all[particle_track_count] = {
            &raw::speed,    &raw::speed_variation, &raw::vertical_range, &raw::horizontal_range, &raw::gravity,
            &raw::lifespan, &raw::emission_rate,   &raw::area_length,    &raw::area_width,       &raw::z_source};
        const auto number = static_cast<std::size_t>(which);
        return *this && number < particle_track_count
                   ? impl::access::make<basic_track<f32<F>, F>>(this->context(), &(this->record()->*all[number]))
                   : basic_track<f32<F>, F>{};
    }
    [[nodiscard]] constexpr auto speed() const noexcept { return track(particle_track::speed); }
    [[nodiscard]] constexpr auto speed_variation() const noexcept {
        return track(particle_track::speed_variation);
    } // 0 .. 1
    [[nodiscard]] constexpr auto vertical_range() const noexcept {
        return track(particle_track::vertical_range);
    } // radians
    [[nodiscard]] constexpr auto horizontal_range() const noexcept {
        return track(particle_track::horizontal_range);
    } // radians
    [[nodiscard]] constexpr auto gravity() const noexcept { return track(particle_track::gravity); }
    [[nodiscard]] constexpr auto lifespan() const noexcept { return track(particle_track::lifespan); } // seconds
    [[nodiscard]] constexpr auto emission_rate() const noexcept { return track(particle_track::emission_rate); }
    [[nodiscard]] constexpr auto area_length() const noexcept { return track(particle_track::area_length); }
    [[nodiscard]] constexpr auto area_width() const noexcept { return track(particle_track::area_width); }
    [[nodiscard]] constexpr auto z_source() const noexcept { return track(particle_track::z_source); }
    [[nodiscard]] constexpr basic_track<u8, F> enabled() const noexcept {
        return *this ? impl::access::make<basic_track<u8, F>>(this->context(), &this->record()->enabled)
                     : basic_track<u8, F>{};
    }

    [[nodiscard]] constexpr float midpoint() const noexcept {
        return this->number(&raw::midpoint);
    } // of its life, 0 .. 1
    [[nodiscard]] constexpr array<bgra8> colors() const noexcept {
        return this->numbers(&raw::colors);
    } // at its start, midpoint, end
    [[nodiscard]] constexpr array<f32<F>> scales() const noexcept { return this->numbers(&raw::scales); } // likewise
    // Of the texture: head begin, end, repeat; decay; tail 2; 2.
    [[nodiscard]] constexpr array<u16<F>> cells() const noexcept { return this->numbers(&raw::cells); }
    [[nodiscard]] constexpr float tail_length() const noexcept { return this->number(&raw::tail_length); }
    [[nodiscard]] constexpr float twinkle_speed() const noexcept { return this->number(&raw::twinkle_speed); }
    [[nodiscard]] constexpr float twinkle_percent() const noexcept { return this->number(&raw::twinkle_percent); }
    [[nodiscard]] constexpr float twinkle_scale_min() const noexcept { return this->number(&raw::twinkle_scale_min); }
    [[nodiscard]] constexpr float twinkle_scale_max() const noexcept { return this->number(&raw::twinkle_scale_max); }
    [[nodiscard]] constexpr float burst_multiplier() const noexcept { return this->number(&raw::burst_multiplier); }
    [[nodiscard]] constexpr float drag() const noexcept {
        return this->number(&raw::drag);
    } // speed * exp(-drag * seconds)
    [[nodiscard]] constexpr float spin() const noexcept { return this->number(&raw::spin); } // turns in its life
    [[nodiscard]] constexpr array<f32<F>> tumble() const noexcept { return this->numbers(&raw::tumble); }
    [[nodiscard]] constexpr vector3<float> wind() const noexcept { return this->vector(&raw::wind); }
    [[nodiscard]] constexpr float wind_time() const noexcept { return this->number(&raw::wind_time); }
    [[nodiscard]] constexpr float follow_speed_1() const noexcept { return this->number(&raw::follow_speed_1); }
    [[nodiscard]] constexpr float follow_scale_1() const noexcept { return this->number(&raw::follow_scale_1); }
    [[nodiscard]] constexpr float follow_speed_2() const noexcept { return this->number(&raw::follow_speed_2); }
    [[nodiscard]] constexpr float follow_scale_2() const noexcept { return this->number(&raw::follow_scale_2); }
    [[nodiscard]] array<vec3<F>> spline_points() const noexcept { return this->list(&raw::spline_points); }
};

} // namespace effigy::inline v0::m2
