// Colors and texture transforms of batches.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// The color of a batch; empty if there is none.
template <form F> class basic_color
    : public impl::record_view<F, basic_color_record<F>, basic_color_record<F, keying::by_animation>> {
    using raw = basic_color_record<F>;
    using raw_264 = basic_color_record<F, keying::by_animation>;
    using impl::record_view<F, raw, raw_264>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto rgb() const noexcept { return this->get(&raw::rgb, &raw_264::rgb); }
    [[nodiscard]] constexpr auto alpha() const noexcept { return this->get(&raw::alpha, &raw_264::alpha); }
};

// A texture transform; empty if there is none: the texture does not move.
template <form F> class basic_texture_transform
    : public impl::record_view<F, basic_texture_transform_record<F>,
                               basic_texture_transform_record<F, keying::by_animation>> {
    using raw = basic_texture_transform_record<F>;
    using raw_264 = basic_texture_transform_record<F, keying::by_animation>;
    using impl::record_view<F, raw, raw_264>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr auto translation() const noexcept {
        return this->get(&raw::translation, &raw_264::translation);
    }
    [[nodiscard]] constexpr auto rotation() const noexcept { return this->get(&raw::rotation, &raw_264::rotation); }
    [[nodiscard]] constexpr auto scale() const noexcept { return this->get(&raw::scale, &raw_264::scale); }
};

// The colors of a model, and its texture transforms, in file order.
template <form F>
using basic_colors = view_list<basic_color<F>, F, basic_color_record<F>, basic_color_record<F, keying::by_animation>>;
template <form F>
using basic_texture_transforms = view_list<basic_texture_transform<F>, F, basic_texture_transform_record<F>,
                                           basic_texture_transform_record<F, keying::by_animation>>;
// The texture weights of a model: tracks of opacities, in file order.
template <form F>
using basic_texture_weights = view_list<basic_track<basic_opacity<F>, F>, F, basic_track_header<basic_opacity<F>, F>,
                                        basic_track_header_264<basic_opacity<F>, F>>;

} // namespace effigy::inline v0::m2
