// Colors and texture transforms of batches.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// The color of a batch; empty if there is none.
class color : public impl::record_view<color_versions> {
    using old = color_record;
    using now = color_record_264;
    using impl::record_view<color_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto rgb() const noexcept { return this->get(&old::rgb, &now::rgb); }
    [[nodiscard]] constexpr auto alpha() const noexcept { return this->get(&old::alpha, &now::alpha); }
};

// A texture transform; empty if there is none: the texture does not move.
class texture_transform : public impl::record_view<texture_transform_versions> {
    using old = texture_transform_record;
    using now = texture_transform_record_264;
    using impl::record_view<texture_transform_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto translation() const noexcept {
        return this->get(&old::translation, &now::translation);
    }
    [[nodiscard]] constexpr auto rotation() const noexcept { return this->get(&old::rotation, &now::rotation); }
    [[nodiscard]] constexpr auto scale() const noexcept { return this->get(&old::scale, &now::scale); }
};

// The colors of a model, and its texture transforms, in file order.
using color_list = view_list<color, color_versions>;
using texture_transform_list = view_list<texture_transform, texture_transform_versions>;
// The texture weights of a model: tracks of opacities, in file order.
using texture_weight_list = view_list<track<opacity>, track_versions<opacity>>;

}}} // namespace effigy::v0::m2
