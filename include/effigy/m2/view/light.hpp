// Lights.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A light; empty if there is none.
class light : public impl::record_view<light_versions> {
    using old = light_record;
    using now = light_record_264;
    using impl::record_view<light_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr light_type type() const noexcept { return this->get(&old::type, &now::type); }
    // The number of the bone that the light is attached to, or npos.
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept {
        const std::int32_t stored = *this ? this->get(&old::bone, &now::bone) : -1;
        return stored >= 0 ? static_cast<std::uint32_t>(stored) : npos;
    }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&old::position, &now::position);
    }
    [[nodiscard]] constexpr auto ambient_color() const noexcept {
        return this->get(&old::ambient_color, &now::ambient_color);
    }
    [[nodiscard]] constexpr auto ambient_intensity() const noexcept {
        return this->get(&old::ambient_intensity, &now::ambient_intensity);
    }
    [[nodiscard]] constexpr auto diffuse_color() const noexcept {
        return this->get(&old::diffuse_color, &now::diffuse_color);
    }
    [[nodiscard]] constexpr auto diffuse_intensity() const noexcept {
        return this->get(&old::diffuse_intensity, &now::diffuse_intensity);
    }
    [[nodiscard]] constexpr auto attenuation_start() const noexcept {
        return this->get(&old::attenuation_start, &now::attenuation_start);
    }
    [[nodiscard]] constexpr auto attenuation_end() const noexcept {
        return this->get(&old::attenuation_end, &now::attenuation_end);
    }
    [[nodiscard]] constexpr auto visible() const noexcept { return this->get(&old::visible, &now::visible); }
};

// The lights of a model, in file order.
using light_list = view_list<light, light_versions>;

}}} // namespace effigy::v0::m2
