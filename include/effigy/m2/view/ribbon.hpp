// Ribbons: trails of moving bones.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A ribbon; empty if there is none.
class ribbon : public impl::record_view<ribbon_versions> {
    using raw = ribbon_record;
    using raw_264 = ribbon_record_264;
    using impl::record_view<ribbon_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::int32_t id() const noexcept { return this->get(&raw::id, &raw_264::id); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->get(&raw::bone, &raw_264::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&raw::position, &raw_264::position);
    }
    // Numbers of textures.
    [[nodiscard]] array<u16<>> textures() const noexcept { return this->get(&raw::textures, &raw_264::textures); }
    // Numbers of materials.
    [[nodiscard]] array<u16<>> materials() const noexcept { return this->get(&raw::materials, &raw_264::materials); }
    [[nodiscard]] constexpr auto color() const noexcept { return this->get(&raw::color, &raw_264::color); }
    [[nodiscard]] constexpr auto alpha() const noexcept { return this->get(&raw::alpha, &raw_264::alpha); }
    [[nodiscard]] constexpr auto height_above() const noexcept {
        return this->get(&raw::height_above, &raw_264::height_above);
    }
    [[nodiscard]] constexpr auto height_below() const noexcept {
        return this->get(&raw::height_below, &raw_264::height_below);
    }
    [[nodiscard]] constexpr float edges_per_second() const noexcept {
        return this->get(&raw::edges_per_second, &raw_264::edges_per_second);
    }
    // Seconds.
    [[nodiscard]] constexpr float edge_lifetime() const noexcept {
        return this->get(&raw::edge_lifetime, &raw_264::edge_lifetime);
    }
    [[nodiscard]] constexpr float gravity() const noexcept { return this->get(&raw::gravity, &raw_264::gravity); }
    // The numbers of rows and columns of the texture.
    [[nodiscard]] constexpr std::uint16_t rows() const noexcept { return this->get(&raw::rows, &raw_264::rows); }
    [[nodiscard]] constexpr std::uint16_t columns() const noexcept {
        return this->get(&raw::columns, &raw_264::columns);
    }
    [[nodiscard]] constexpr auto slot() const noexcept { return this->get(&raw::slot, &raw_264::slot); }
    [[nodiscard]] constexpr auto visible() const noexcept { return this->get(&raw::visible, &raw_264::visible); }
    // From version 264 on.
    [[nodiscard]] constexpr std::int16_t priority_plane() const noexcept { return this->get(&raw_264::priority_plane); }
};

// The ribbons of a model, in file order.
using ribbon_list = view_list<ribbon, ribbon_versions>;

}}} // namespace effigy::v0::m2
