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

// The gravity of an emitter with particle_gravity_is_packed, which has the bytes of a float: a direction in x and y, in
// parts of 128, and a length in units of 0.04238648 yards per square second, negative if it points down (readers).
template <real Real> [[nodiscard]] vector3<Real> unpacked_gravity(float stored) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(stored);
    const auto part = [bits](unsigned shift) {
        return static_cast<Real>(static_cast<std::int8_t>(bits >> shift & 0xFFU)) / 128;
    };
    const vector3<Real> flat{part(0), part(8), 0};
    const Real rest = 1 - dot(flat, flat);
    const Real length = static_cast<Real>(static_cast<std::int16_t>(bits >> 16U)) * static_cast<Real>(0.04238648);
    const Real size = length < 0 ? -length : length;
    return {flat.x * size, flat.y * size, (rest > 0 ? square_root(rest) : Real{0}) * length};
}

// Whether the keys of an emitter's gravity are packed.
[[nodiscard]] constexpr bool is_gravity_packed(std::uint32_t version, std::uint32_t particle_flags) noexcept {
    return version >= first_version<particle_record_272> && (particle_flags & particle_gravity_is_packed) != 0;
}

// A particle emitter; empty if there is none.
class particle : public impl::record_view<particle_versions> {
    using old = particle_record;
    using now = particle_record_264;
    using now_272 = particle_record_272;
    using impl::record_view<particle_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::int32_t id() const noexcept { return this->get(&old::id, &now::id); }
    // particle_flags.
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return this->get(&old::flags, &now::flags); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&old::position, &now::position);
    }
    [[nodiscard]] constexpr std::uint16_t bone() const noexcept { return this->get(&old::bone, &now::bone); }
    [[nodiscard]] constexpr std::uint16_t texture() const noexcept { return this->get(&old::texture, &now::texture); }
    // The path of an emitted model.
    [[nodiscard]] std::string_view model() const noexcept { return this->get(&old::model, &now::model); }
    [[nodiscard]] std::string_view recursion_model() const noexcept {
        return this->get(&old::recursion_model, &now::recursion_model);
    }

    // The number of texture `stage`; npos if there is none. An emitter has one texture, or three from version 272 on if
    // the flag particle_has_textures is set (readers).
    [[nodiscard]] constexpr std::uint32_t texture(std::uint32_t stage) const noexcept {
        constexpr std::uint32_t bits = 5;
        const bool has_many =
            this->context().version() >= first_version<now_272> && (flags() & particle_has_textures) != 0;
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
            const auto stored = impl::emission_as<stored_emission_263>(this->record(), this->which());
            return {stored.blend, static_cast<emitter_shape>(stored.shape), stored.color_index};
        }
        const auto stored = impl::emission_as<stored_emission>(this->record(), this->which());
        return {static_cast<std::uint8_t>(stored.blend), static_cast<emitter_shape>(stored.shape.get())};
    }
    // 0 normal, 1 a quad from the origin to the particle, 2 like 0.
    [[nodiscard]] constexpr std::uint8_t type() const noexcept { return this->get(&old::type, &now::type); }
    [[nodiscard]] constexpr std::uint8_t head_or_tail() const noexcept {
        return this->get(&old::head_or_tail, &now::head_or_tail);
    }
    // 0 in most emitters; -1 to 5 occur.
    [[nodiscard]] constexpr std::int16_t tile_rotation() const noexcept {
        return this->get(&old::tile_rotation, &now::tile_rotation);
    }
    // The numbers of rows and columns of the texture.
    [[nodiscard]] constexpr std::uint16_t rows() const noexcept { return this->get(&old::rows, &now::rows); }
    [[nodiscard]] constexpr std::uint16_t columns() const noexcept { return this->get(&old::columns, &now::columns); }

    [[nodiscard]] constexpr m2::track<f32<>> track(particle_track which) const noexcept {
        switch (which) {
        case particle_track::speed: return this->get(&old::speed, &now::speed);
        case particle_track::speed_variation: return this->get(&old::speed_variation, &now::speed_variation);
        case particle_track::vertical_range: return this->get(&old::vertical_range, &now::vertical_range);
        case particle_track::horizontal_range: return this->get(&old::horizontal_range, &now::horizontal_range);
        case particle_track::gravity: return this->get(&old::gravity, &now::gravity);
        case particle_track::lifespan: return this->get(&old::lifespan, &now::lifespan);
        case particle_track::emission_rate: return this->get(&old::emission_rate, &now::emission_rate);
        case particle_track::area_length: return this->get(&old::area_length, &now::area_length);
        case particle_track::area_width: return this->get(&old::area_width, &now::area_width);
        case particle_track::z_source: return this->get(&old::z_source, &now::z_source);
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
    // Downwards; packed if has_packed_gravity(). See gravity_of().
    [[nodiscard]] constexpr auto gravity() const noexcept { return track(particle_track::gravity); }
    [[nodiscard]] constexpr bool has_packed_gravity() const noexcept {
        return *this && is_gravity_packed(this->context().version(), flags());
    }
    [[nodiscard]] constexpr auto lifespan() const noexcept { return track(particle_track::lifespan); } // seconds
    [[nodiscard]] constexpr auto emission_rate() const noexcept { return track(particle_track::emission_rate); }
    [[nodiscard]] constexpr auto area_length() const noexcept { return track(particle_track::area_length); }
    [[nodiscard]] constexpr auto area_width() const noexcept { return track(particle_track::area_width); }
    [[nodiscard]] constexpr auto z_source() const noexcept { return track(particle_track::z_source); }
    [[nodiscard]] constexpr m2::track<u8> enabled() const noexcept { return this->get(&old::enabled, &now::enabled); }

    // ---- before version 264 ----------------------------------------------------------------------------------------
    // Empty or 0 from 264 on. sample(particle, age) works in every version.

    // The part of a particle's life before the midpoint, 0 .. 1.
    [[nodiscard]] constexpr float midpoint() const noexcept { return this->get(&old::midpoint); }
    // At birth, midpoint and death.
    [[nodiscard]] constexpr array<bgra8> colors() const noexcept { return this->get(&old::colors); }
    // The sizes at birth, midpoint and death.
    [[nodiscard]] constexpr array<f32<>> scales() const noexcept { return this->get(&old::scales); }
    // Cells of the texture: head begin, end, repeat; head decay begin, end, repeat; tail begin, end; tail decay begin,
    // end.
    [[nodiscard]] constexpr array<u16<>> cells() const noexcept { return this->get(&old::cells); }

    // ---- from version 264 on ---------------------------------------------------------------------------------------

    [[nodiscard]] constexpr float lifespan_variation() const noexcept { return this->get(&now::lifespan_variation); }
    [[nodiscard]] constexpr float emission_rate_variation() const noexcept {
        return this->get(&now::emission_rate_variation);
    }
    [[nodiscard]] constexpr auto color() const noexcept { return this->get(&now::color); } // 0 .. 255
    [[nodiscard]] constexpr auto alpha() const noexcept { return this->get(&now::alpha); }
    [[nodiscard]] constexpr auto scale() const noexcept { return this->get(&now::scale); }
    [[nodiscard]] constexpr vec2<> scale_variation() const noexcept { return this->get(&now::scale_variation); }
    [[nodiscard]] constexpr auto head_cell() const noexcept { return this->get(&now::head_cell); } // of the texture
    [[nodiscard]] constexpr auto tail_cell() const noexcept { return this->get(&now::tail_cell); }
    [[nodiscard]] constexpr float base_spin() const noexcept { return this->get(&now::base_spin); }
    [[nodiscard]] constexpr float base_spin_variation() const noexcept { return this->get(&now::base_spin_variation); }
    [[nodiscard]] constexpr float spin_variation() const noexcept { return this->get(&now::spin_variation); }
    // From version 272 on: how the further textures scroll; 512 is 1 (readers).
    [[nodiscard]] constexpr array<i16<>> multi_texture() const noexcept { return this->get(&now_272::multi_texture); }

    // ---- in all versions -------------------------------------------------------------------------------------------

    [[nodiscard]] constexpr float tail_length() const noexcept {
        return this->get(&old::tail_length, &now::tail_length);
    }
    [[nodiscard]] constexpr float twinkle_speed() const noexcept {
        return this->get(&old::twinkle_speed, &now::twinkle_speed);
    }
    [[nodiscard]] constexpr float twinkle_percent() const noexcept {
        return this->get(&old::twinkle_percent, &now::twinkle_percent);
    }
    [[nodiscard]] constexpr float twinkle_scale_min() const noexcept {
        return this->get(&old::twinkle_scale_min, &now::twinkle_scale_min);
    }
    [[nodiscard]] constexpr float twinkle_scale_max() const noexcept {
        return this->get(&old::twinkle_scale_max, &now::twinkle_scale_max);
    }
    [[nodiscard]] constexpr float burst_multiplier() const noexcept {
        return this->get(&old::burst_multiplier, &now::burst_multiplier);
    }
    // The speed is multiplied by exp(-drag * seconds).
    [[nodiscard]] constexpr float drag() const noexcept { return this->get(&old::drag, &now::drag); }
    // Turns per life.
    [[nodiscard]] constexpr float spin() const noexcept { return this->get(&old::spin, &now::spin); }
    [[nodiscard]] constexpr array<f32<>> tumble() const noexcept { return this->get(&old::tumble, &now::tumble); }
    [[nodiscard]] constexpr vector3<float> wind() const noexcept { return this->get(&old::wind, &now::wind); }
    [[nodiscard]] constexpr float wind_time() const noexcept { return this->get(&old::wind_time, &now::wind_time); }
    [[nodiscard]] constexpr float follow_speed_1() const noexcept {
        return this->get(&old::follow_speed_1, &now::follow_speed_1);
    }
    [[nodiscard]] constexpr float follow_scale_1() const noexcept {
        return this->get(&old::follow_scale_1, &now::follow_scale_1);
    }
    [[nodiscard]] constexpr float follow_speed_2() const noexcept {
        return this->get(&old::follow_speed_2, &now::follow_speed_2);
    }
    [[nodiscard]] constexpr float follow_scale_2() const noexcept {
        return this->get(&old::follow_scale_2, &now::follow_scale_2);
    }
    [[nodiscard]] array<vec3<>> spline_points() const noexcept {
        return this->get(&old::spline_points, &now::spline_points);
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
