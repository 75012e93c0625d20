// Ribbons: trails of moving bones.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A ribbon; empty if there is none.
class ribbon : public impl::record_view<ribbon_versions> {
    using old = ribbon_record;
    using now = ribbon_record_264;
    using impl::record_view<ribbon_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::int32_t id() const noexcept { return this->get(&old::id, &now::id); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->get(&old::bone, &now::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&old::position, &now::position);
    }
    // Numbers of textures.
    [[nodiscard]] array<u16<>> textures() const noexcept { return this->get(&old::textures, &now::textures); }
    // Numbers of materials.
    [[nodiscard]] array<u16<>> materials() const noexcept { return this->get(&old::materials, &now::materials); }
    [[nodiscard]] constexpr auto color() const noexcept { return this->get(&old::color, &now::color); }
    [[nodiscard]] constexpr auto alpha() const noexcept { return this->get(&old::alpha, &now::alpha); }
    [[nodiscard]] constexpr auto height_above() const noexcept {
        return this->get(&old::height_above, &now::height_above);
    }
    [[nodiscard]] constexpr auto height_below() const noexcept {
        return this->get(&old::height_below, &now::height_below);
    }
    [[nodiscard]] constexpr float edges_per_second() const noexcept {
        return this->get(&old::edges_per_second, &now::edges_per_second);
    }
    // Seconds.
    [[nodiscard]] constexpr float edge_lifetime() const noexcept {
        return this->get(&old::edge_lifetime, &now::edge_lifetime);
    }
    [[nodiscard]] constexpr float gravity() const noexcept { return this->get(&old::gravity, &now::gravity); }
    // The numbers of rows and columns of the texture.
    [[nodiscard]] constexpr std::uint16_t rows() const noexcept { return this->get(&old::rows, &now::rows); }
    [[nodiscard]] constexpr std::uint16_t columns() const noexcept { return this->get(&old::columns, &now::columns); }
    [[nodiscard]] constexpr auto slot() const noexcept { return this->get(&old::slot, &now::slot); }
    [[nodiscard]] constexpr auto visible() const noexcept { return this->get(&old::visible, &now::visible); }
    // From version 264 on.
    [[nodiscard]] constexpr std::int16_t priority_plane() const noexcept { return this->get(&now::priority_plane); }
};

// The ribbons of a model, in file order.
using ribbon_list = view_list<ribbon, ribbon_versions>;

}}} // namespace effigy::v0::m2
