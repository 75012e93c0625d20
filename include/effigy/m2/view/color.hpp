// What changes the look of batches: colors, and how textures move.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// Empty when there is none.
template <form F> class basic_color : public impl::record_view<basic_color_record<F>, F> {
    using raw = basic_color_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto rgb() const noexcept {
        return this->template track<basic_track<vec3<F>, F>>(&raw::rgb);
    }
    [[nodiscard]] constexpr auto alpha() const noexcept {
        return this->template track<basic_track<basic_opacity<F>, F>>(&raw::alpha);
    }
};

// Empty when there is none: the texture stands still.
template <form F> class basic_texture_transform : public impl::record_view<basic_texture_transform_record<F>, F> {
    using raw = basic_texture_transform_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto translation() const noexcept {
        return this->template track<basic_track<vec3<F>, F>>(&raw::translation);
    }
    [[nodiscard]] constexpr auto rotation() const noexcept {
        return this->template track<basic_track<quat<F>, F>>(&raw::rotation);
    }
    [[nodiscard]] constexpr auto scale() const noexcept {
        return this->template track<basic_track<vec3<F>, F>>(&raw::scale);
    }
};

} // namespace effigy::inline v0::m2
