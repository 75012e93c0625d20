// What changes the look of batches: colors, and how textures move.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// Empty when there is none.
template <endian E> class basic_color : public impl::record_view<basic_color_record<E>, E> {
    using raw = basic_color_record<E>;
    using impl::record_view<raw, E>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto rgb() const noexcept {
        return this->template track<basic_track<vec3<E>, E>>(&raw::rgb);
    }
    [[nodiscard]] constexpr auto alpha() const noexcept {
        return this->template track<basic_track<basic_opacity<E>, E>>(&raw::alpha);
    }
};

// Empty when there is none: the texture stands still.
template <endian E> class basic_texture_transform : public impl::record_view<basic_texture_transform_record<E>, E> {
    using raw = basic_texture_transform_record<E>;
    using impl::record_view<raw, E>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto translation() const noexcept {
        return this->template track<basic_track<vec3<E>, E>>(&raw::translation);
    }
    [[nodiscard]] constexpr auto rotation() const noexcept {
        return this->template track<basic_track<quat<E>, E>>(&raw::rotation);
    }
    [[nodiscard]] constexpr auto scale() const noexcept {
        return this->template track<basic_track<vec3<E>, E>>(&raw::scale);
    }
};

} // namespace effigy::inline v0::m2
