// Lights.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// Empty when there is none.
template <form F> class basic_light : public impl::record_view<basic_light_record<F>, F> {
    using raw = basic_light_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr light_type type() const noexcept { return this->number(&raw::type); }
    // The number of a bone, or npos.
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept {
        const std::int32_t stored = read_once(this->number(&raw::bone, std::int16_t{-1}));
        return stored >= 0 ? static_cast<std::uint32_t>(stored) : npos;
    }
    [[nodiscard]] constexpr vector3<float> position() const noexcept { return this->vector(&raw::position); }
    [[nodiscard]] constexpr auto ambient_color() const noexcept {
        return this->template track<basic_track<vec3<F>, F>>(&raw::ambient_color);
    }
    [[nodiscard]] constexpr auto ambient_intensity() const noexcept {
        return this->template track<basic_track<f32<F>, F>>(&raw::ambient_intensity);
    }
    [[nodiscard]] constexpr auto diffuse_color() const noexcept {
        return this->template track<basic_track<vec3<F>, F>>(&raw::diffuse_color);
    }
    [[nodiscard]] constexpr auto diffuse_intensity() const noexcept {
        return this->template track<basic_track<f32<F>, F>>(&raw::diffuse_intensity);
    }
    [[nodiscard]] constexpr auto attenuation_start() const noexcept {
        return this->template track<basic_track<f32<F>, F>>(&raw::attenuation_start);
    }
    [[nodiscard]] constexpr auto attenuation_end() const noexcept {
        return this->template track<basic_track<f32<F>, F>>(&raw::attenuation_end);
    }
    [[nodiscard]] constexpr auto visible() const noexcept {
        return this->template track<basic_track<u8, F>>(&raw::visible);
    }
};

} // namespace effigy::inline v0::m2
