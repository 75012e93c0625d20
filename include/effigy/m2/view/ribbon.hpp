// Ribbons: trails behind moving bones.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// Empty when there is none.
template <form F> class basic_ribbon : public impl::record_view<basic_ribbon_record<F>, F> {
    using raw = basic_ribbon_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::int32_t id() const noexcept { return this->number(&raw::id); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->number(&raw::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept { return this->vector(&raw::position); }
    // Numbers of textures.
    [[nodiscard]] array<u16<F>> textures() const noexcept { return this->list(&raw::textures); }
    // Numbers of materials.
    [[nodiscard]] array<u16<F>> materials() const noexcept { return this->list(&raw::materials); }
    [[nodiscard]] constexpr auto color() const noexcept {
        return this->template track<basic_track<vec3<F>, F>>(&raw::color);
    }
    [[nodiscard]] constexpr auto alpha() const noexcept {
        return this->template track<basic_track<basic_opacity<F>, F>>(&raw::alpha);
    }
    [[nodiscard]] constexpr auto height_above() const noexcept {
        return this->template track<basic_track<f32<F>, F>>(&raw::height_above);
    }
    [[nodiscard]] constexpr auto height_below() const noexcept {
        return this->template track<basic_track<f32<F>, F>>(&raw::height_below);
    }
    [[nodiscard]] constexpr float edges_per_second() const noexcept { return this->number(&raw::edges_per_second); }
    [[nodiscard]] constexpr float edge_lifetime() const noexcept {
        return this->number(&raw::edge_lifetime);
    } // seconds
    [[nodiscard]] constexpr float gravity() const noexcept { return this->number(&raw::gravity); }
    [[nodiscard]] constexpr std::uint16_t rows() const noexcept { return this->number(&raw::rows); } // of the texture
    [[nodiscard]] constexpr std::uint16_t columns() const noexcept { return this->number(&raw::columns); }
    [[nodiscard]] constexpr auto slot() const noexcept {
        return this->template track<basic_track<u16<F>, F>>(&raw::slot);
    }
    [[nodiscard]] constexpr auto visible() const noexcept {
        return this->template track<basic_track<u8, F>>(&raw::visible);
    }
};

} // namespace effigy::inline v0::m2
