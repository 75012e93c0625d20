// Cameras.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// Where a camera is, sample() tells; empty when there is none.
template <form F> class basic_camera : public impl::record_view<basic_camera_record<F>, F> {
    using raw = basic_camera_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr camera_type type() const noexcept {
        return this->number(&raw::type, camera_type::portrait);
    }
    // Radians, from corner to corner of the picture, see vertical_field_of_view().
    [[nodiscard]] constexpr float diagonal_field_of_view() const noexcept {
        return this->number(&raw::diagonal_field_of_view);
    }
    [[nodiscard]] constexpr float far_clip() const noexcept { return this->number(&raw::far_clip); } // yards
    [[nodiscard]] constexpr float near_clip() const noexcept { return this->number(&raw::near_clip); }
    // Is added to position_base().
    [[nodiscard]] constexpr auto position() const noexcept {
        return this->template track<basic_track<spline_key<vec3<F>>, F>>(&raw::position);
    }
    [[nodiscard]] constexpr vector3<float> position_base() const noexcept { return this->vector(&raw::position_base); }
    // Is added to target_base().
    [[nodiscard]] constexpr auto target() const noexcept {
        return this->template track<basic_track<spline_key<vec3<F>>, F>>(&raw::target);
    }
    [[nodiscard]] constexpr vector3<float> target_base() const noexcept { return this->vector(&raw::target_base); }
    // Radians.
    [[nodiscard]] constexpr auto roll() const noexcept {
        return this->template track<basic_track<spline_key<f32<F>>, F>>(&raw::roll);
    }
};

} // namespace effigy::inline v0::m2
