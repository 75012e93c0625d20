// Particle emitters.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// How a particle blends, and the shape that emits it.
struct emission {
    std::uint8_t blend = 0; // a value of the enum blending
    emitter_shape shape = emitter_shape::plane;
    std::uint16_t color_index = 0; // from version 263 on

    static constexpr const char* record_name = "emission";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("blend", &R::blend...);
        visit("shape", &R::shape...);
        visit("colorIndex", &R::color_index...);
    }
};

namespace impl {
using namespace effigy::impl;

// Returns the four bytes of the field `emission` as an Emission.
template <class Emission, class... Records>
[[nodiscard]] constexpr Emission emission_as(const versioned_record<Records...>& record, std::size_t which) noexcept {
    return record.visit(which, [](const auto& stored) {
        using bytes = decltype(stored.emission);
        if constexpr (std::is_array_v<bytes>) {
            return std::bit_cast<Emission>(std::to_array(stored.emission));
        } else {
            return std::bit_cast<Emission>(stored.emission);
        }
    });
}

} // namespace impl

// A particle emitter; empty if there is none.
class particle : public impl::record_view<particle_versions> {
    using raw = particle_record;
    using raw_264 = particle_record_264;
    using raw_272 = particle_record_272;
    using impl::record_view<particle_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::int32_t id() const noexcept { return this->get(&raw::id, &raw_264::id); }
    // particle_flags.
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return this->get(&raw::flags, &raw_264::flags); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&raw::position, &raw_264::position);
    }
    [[nodiscard]] constexpr std::uint16_t bone() const noexcept { return this->get(&raw::bone, &raw_264::bone); }
    [[nodiscard]] constexpr std::uint16_t texture() const noexcept {
        return this->get(&raw::texture, &raw_264::texture);
    }
    // The path of an emitted model.
    [[nodiscard]] std::string_view model() const noexcept { return this->get(&raw::model, &raw_264::model); }
    [[nodiscard]] std::string_view recursion_model() const noexcept {
        return this->get(&raw::recursion_model, &raw_264::recursion_model);
    }

    // The number of texture `stage`; npos if there is none. An emitter has one texture, or three from version 272 on if
    // the flag particle_has_textures is set (readers).
    [[nodiscard]] constexpr std::uint32_t texture(std::uint32_t stage) const noexcept {
        constexpr std::uint32_t bits = 5;
        const bool has_many =
            this->context().version() >= first_version<raw_272> && (flags() & particle_has_textures) != 0;
        if (has_many && stage < 3) {
            return static_cast<std::uint32_t>(texture()) >> (bits * stage) & 0x1FU;
        }
        return *this && stage == 0 ? std::uint32_t{texture()} : npos;
    }

    // Whether `emission` is stored in the form of version 263 and later. Some converted files of older versions store
    // it in this form, too (measured: 28 of 74 emitters): their blend mode, read as a uint16, does not fit into a byte.
    template <class = when_used> [[nodiscard]] constexpr bool emits_by_color() const noexcept {
        return *this && (this->context().version() >= first_with_emission_263 ||
                         impl::emission_as<stored_emission>(this->record(), this->which()).blend > 0xFF);
    }
    template <class = when_used> [[nodiscard]] constexpr m2::emission emission() const noexcept {
        if (!*this) {
            return {};
        }
        if (emits_by_color()) {
            const auto now = impl::emission_as<stored_emission_263>(this->record(), this->which());
            return {now.blend, static_cast<emitter_shape>(now.shape), now.color_index};
        }
        const auto old = impl::emission_as<stored_emission>(this->record(), this->which());
        return {static_cast<std::uint8_t>(old.blend), static_cast<emitter_shape>(old.shape.get())};
    }
    // 0 normal, 1 a quad from the origin to the particle, 2 like 0.
    [[nodiscard]] constexpr std::uint8_t type() const noexcept { return this->get(&raw::type, &raw_264::type); }
    [[nodiscard]] constexpr std::uint8_t head_or_tail() const noexcept {
        return this->get(&raw::head_or_tail, &raw_264::head_or_tail);
    }
    // 0 in most emitters; -1 to 5 occur.
    [[nodiscard]] constexpr std::int16_t tile_rotation() const noexcept {
        return this->get(&raw::tile_rotation, &raw_264::tile_rotation);
    }
    // The numbers of rows and columns of the texture.
    [[nodiscard]] constexpr std::uint16_t rows() const noexcept { return this->get(&raw::rows, &raw_264::rows); }
    [[nodiscard]] constexpr std::uint16_t columns() const noexcept {
        return this->get(&raw::columns, &raw_264::columns);
    }

    [[nodiscard]] constexpr m2::track<f32<>> track(particle_track which) const noexcept {
        switch (which) {
        case particle_track::speed: return this->get(&raw::speed, &raw_264::speed);
        case particle_track::speed_variation: return this->get(&raw::speed_variation, &raw_264::speed_variation);
        case particle_track::vertical_range: return this->get(&raw::vertical_range, &raw_264::vertical_range);
        case particle_track::horizontal_range: return this->get(&raw::horizontal_range, &raw_264::horizontal_range);
        case particle_track::gravity: return this->get(&raw::gravity, &raw_264::gravity);
        case particle_track::lifespan: return this->get(&raw::lifespan, &raw_264::lifespan);
        case particle_track::emission_rate: return this->get(&raw::emission_rate, &raw_264::emission_rate);
        case particle_track::area_length: return this->get(&raw::area_length, &raw_264::area_length);
        case particle_track::area_width: return this->get(&raw::area_width, &raw_264::area_width);
        case particle_track::z_source: return this->get(&raw::z_source, &raw_264::z_source);
        }
        return {};
    }
    [[nodiscard]] constexpr auto speed() const noexcept { return track(particle_track::speed); }
    // 0 .. 1.
    [[nodiscard]] constexpr auto speed_variation() const noexcept { return track(particle_track::speed_variation); }
    // Radians.
    [[nodiscard]] constexpr auto vertical_range() const noexcept { return track(particle_track::vertical_range); }
    // Radians.
    [[nodiscard]] constexpr auto horizontal_range() const noexcept { return track(particle_track::horizontal_range); }
    [[nodiscard]] constexpr auto gravity() const noexcept { return track(particle_track::gravity); }
    [[nodiscard]] constexpr auto lifespan() const noexcept { return track(particle_track::lifespan); } // seconds
    [[nodiscard]] constexpr auto emission_rate() const noexcept { return track(particle_track::emission_rate); }
    [[nodiscard]] constexpr auto area_length() const noexcept { return track(particle_track::area_length); }
    [[nodiscard]] constexpr auto area_width() const noexcept { return track(particle_track::area_width); }
    [[nodiscard]] constexpr auto z_source() const noexcept { return track(particle_track::z_source); }
    [[nodiscard]] constexpr m2::track<u8> enabled() const noexcept {
        return this->get(&raw::enabled, &raw_264::enabled);
    }

    // ---- before version 264 ----------------------------------------------------------------------------------------
    // Empty or 0 from 264 on. sample(particle, age) works in every version.

    // The part of a particle's life before the midpoint, 0 .. 1.
    [[nodiscard]] constexpr float midpoint() const noexcept { return this->get(&raw::midpoint); }
    // At birth, midpoint and death.
    [[nodiscard]] constexpr array<bgra8> colors() const noexcept { return this->get(&raw::colors); }
    // The sizes at birth, midpoint and death.
    [[nodiscard]] constexpr array<f32<>> scales() const noexcept { return this->get(&raw::scales); }
    // Cells of the texture: head begin, end, repeat; head decay begin, end, repeat; tail begin, end; tail decay begin,
    // end.
    [[nodiscard]] constexpr array<u16<>> cells() const noexcept { return this->get(&raw::cells); }

    // ---- from version 264 on ---------------------------------------------------------------------------------------

    [[nodiscard]] constexpr float lifespan_variation() const noexcept {
        return this->get(&raw_264::lifespan_variation);
    }
    [[nodiscard]] constexpr float emission_rate_variation() const noexcept {
        return this->get(&raw_264::emission_rate_variation);
    }
    [[nodiscard]] constexpr auto color() const noexcept { return this->get(&raw_264::color); } // 0 .. 255
    [[nodiscard]] constexpr auto alpha() const noexcept { return this->get(&raw_264::alpha); }
    [[nodiscard]] constexpr auto scale() const noexcept { return this->get(&raw_264::scale); }
    [[nodiscard]] constexpr vec2<> scale_variation() const noexcept { return this->get(&raw_264::scale_variation); }
    [[nodiscard]] constexpr auto head_cell() const noexcept { return this->get(&raw_264::head_cell); } // of the texture
    [[nodiscard]] constexpr auto tail_cell() const noexcept { return this->get(&raw_264::tail_cell); }
    [[nodiscard]] constexpr float base_spin() const noexcept { return this->get(&raw_264::base_spin); }
    [[nodiscard]] constexpr float base_spin_variation() const noexcept {
        return this->get(&raw_264::base_spin_variation);
    }
    [[nodiscard]] constexpr float spin_variation() const noexcept { return this->get(&raw_264::spin_variation); }
    // From version 272 on: how the further textures scroll; 512 is 1 (readers).
    [[nodiscard]] constexpr array<i16<>> multi_texture() const noexcept { return this->get(&raw_272::multi_texture); }

    // ---- in all versions -------------------------------------------------------------------------------------------

    [[nodiscard]] constexpr float tail_length() const noexcept {
        return this->get(&raw::tail_length, &raw_264::tail_length);
    }
    [[nodiscard]] constexpr float twinkle_speed() const noexcept {
        return this->get(&raw::twinkle_speed, &raw_264::twinkle_speed);
    }
    [[nodiscard]] constexpr float twinkle_percent() const noexcept {
        return this->get(&raw::twinkle_percent, &raw_264::twinkle_percent);
    }
    [[nodiscard]] constexpr float twinkle_scale_min() const noexcept {
        return this->get(&raw::twinkle_scale_min, &raw_264::twinkle_scale_min);
    }
    [[nodiscard]] constexpr float twinkle_scale_max() const noexcept {
        return this->get(&raw::twinkle_scale_max, &raw_264::twinkle_scale_max);
    }
    [[nodiscard]] constexpr float burst_multiplier() const noexcept {
        return this->get(&raw::burst_multiplier, &raw_264::burst_multiplier);
    }
    // The speed is multiplied by exp(-drag * seconds).
    [[nodiscard]] constexpr float drag() const noexcept { return this->get(&raw::drag, &raw_264::drag); }
    // Turns per life.
    [[nodiscard]] constexpr float spin() const noexcept { return this->get(&raw::spin, &raw_264::spin); }
    [[nodiscard]] constexpr array<f32<>> tumble() const noexcept { return this->get(&raw::tumble, &raw_264::tumble); }
    [[nodiscard]] constexpr vector3<float> wind() const noexcept { return this->get(&raw::wind, &raw_264::wind); }
    [[nodiscard]] constexpr float wind_time() const noexcept { return this->get(&raw::wind_time, &raw_264::wind_time); }
    [[nodiscard]] constexpr float follow_speed_1() const noexcept {
        return this->get(&raw::follow_speed_1, &raw_264::follow_speed_1);
    }
    [[nodiscard]] constexpr float follow_scale_1() const noexcept {
        return this->get(&raw::follow_scale_1, &raw_264::follow_scale_1);
    }
    [[nodiscard]] constexpr float follow_speed_2() const noexcept {
        return this->get(&raw::follow_speed_2, &raw_264::follow_speed_2);
    }
    [[nodiscard]] constexpr float follow_scale_2() const noexcept {
        return this->get(&raw::follow_scale_2, &raw_264::follow_scale_2);
    }
    [[nodiscard]] array<vec3<>> spline_points() const noexcept {
        return this->get(&raw::spline_points, &raw_264::spline_points);
    }
};

// The particle emitters of a model, in file order.
using particle_list = view_list<particle, particle_versions>;

// Further values of an emitter, in the chunk EXP2 of later models (readers); empty if there is none.
class particle_extension : public impl::record_view<record_versions<extended_particle>> {
    using raw = extended_particle;
    using impl::record_view<record_versions<raw>>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr float z_source() const noexcept { return this->get(&raw::z_source); }
    [[nodiscard]] constexpr float color_multiplier() const noexcept { return this->get(&raw::color_multiplier); }
    [[nodiscard]] constexpr float alpha_multiplier() const noexcept { return this->get(&raw::alpha_multiplier); }
    [[nodiscard]] constexpr auto alpha_cutoff() const noexcept { return this->get(&raw::cutoff); }
};
using particle_extension_list = view_list<particle_extension, record_versions<extended_particle>>;

}}} // namespace effigy::v0::m2
