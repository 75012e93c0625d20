// Lights.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A light; empty if there is none.
class light : public impl::record_view<light_versions> {
    using raw = light_record;
    using raw_264 = light_record_264;
    using impl::record_view<light_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr light_type type() const noexcept { return this->get(&raw::type, &raw_264::type); }
    // The number of the bone that the light is attached to, or npos.
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept {
        const std::int32_t stored = *this ? this->get(&raw::bone, &raw_264::bone) : -1;
        return stored >= 0 ? static_cast<std::uint32_t>(stored) : npos;
    }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&raw::position, &raw_264::position);
    }
    [[nodiscard]] constexpr auto ambient_color() const noexcept {
        return this->get(&raw::ambient_color, &raw_264::ambient_color);
    }
    [[nodiscard]] constexpr auto ambient_intensity() const noexcept {
        return this->get(&raw::ambient_intensity, &raw_264::ambient_intensity);
    }
    [[nodiscard]] constexpr auto diffuse_color() const noexcept {
        return this->get(&raw::diffuse_color, &raw_264::diffuse_color);
    }
    [[nodiscard]] constexpr auto diffuse_intensity() const noexcept {
        return this->get(&raw::diffuse_intensity, &raw_264::diffuse_intensity);
    }
    [[nodiscard]] constexpr auto attenuation_start() const noexcept {
        return this->get(&raw::attenuation_start, &raw_264::attenuation_start);
    }
    [[nodiscard]] constexpr auto attenuation_end() const noexcept {
        return this->get(&raw::attenuation_end, &raw_264::attenuation_end);
    }
    [[nodiscard]] constexpr auto visible() const noexcept { return this->get(&raw::visible, &raw_264::visible); }
};

// The lights of a model, in file order.
using light_list = view_list<light, light_versions>;

}}} // namespace effigy::v0::m2
