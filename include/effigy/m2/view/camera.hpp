// Cameras.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A camera; empty if there is none. sample() returns its position at a time.
class camera : public impl::record_view<camera_versions> {
    using old = camera_record;
    using now = camera_record_264;
    using now_271 = camera_record_271;
    using impl::record_view<camera_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr camera_type type() const noexcept {
        return *this ? this->get(&old::type, &now::type, &now_271::type) : camera_type::portrait;
    }
    // Radians, from corner to corner of the picture, see vertical_field_of_view(). 0 from version 271 on, where
    // field_of_view() is a track. sample() returns the field of view in every version.
    [[nodiscard]] constexpr float diagonal_field_of_view() const noexcept {
        return this->get(&old::diagonal_field_of_view, &now::diagonal_field_of_view);
    }
    // From version 271 on; empty before.
    [[nodiscard]] constexpr auto field_of_view() const noexcept { return this->get(&now_271::field_of_view); }
    // Yards.
    [[nodiscard]] constexpr float far_clip() const noexcept {
        return this->get(&old::far_clip, &now::far_clip, &now_271::far_clip);
    }
    // Yards.
    [[nodiscard]] constexpr float near_clip() const noexcept {
        return this->get(&old::near_clip, &now::near_clip, &now_271::near_clip);
    }
    // Added to position_base().
    [[nodiscard]] constexpr auto position() const noexcept {
        return this->get(&old::position, &now::position, &now_271::position);
    }
    [[nodiscard]] constexpr vector3<float> position_base() const noexcept {
        return this->get(&old::position_base, &now::position_base, &now_271::position_base);
    }
    // Added to target_base().
    [[nodiscard]] constexpr auto target() const noexcept {
        return this->get(&old::target, &now::target, &now_271::target);
    }
    [[nodiscard]] constexpr vector3<float> target_base() const noexcept {
        return this->get(&old::target_base, &now::target_base, &now_271::target_base);
    }
    // Radians.
    [[nodiscard]] constexpr auto roll() const noexcept { return this->get(&old::roll, &now::roll, &now_271::roll); }
};

// The cameras of a model, in file order.
using camera_list = view_list<camera, camera_versions>;

}}} // namespace effigy::v0::m2
