// The proofs that open() leaves out because they touch every byte.
#pragma once

#include <effigy/core/indices.hpp>
#include <effigy/m2/view/model.hpp>

namespace effigy::inline v0::m2 {

// Bones of weighted influences.
template <endian E> [[nodiscard]] error verify_vertices(const basic_model<E>& model) noexcept {
    const std::size_t bones = model.bones().size();
    if (bones > 0xFF) {
        return {}; // no byte lies outside
    }
    const auto vertices = model.vertices();
    const auto is_sound = [&](const basic_vertex<E>& vertex) {
        std::uint32_t bad = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            bad |= static_cast<std::uint32_t>(vertex.weights[i] != 0) &
                   static_cast<std::uint32_t>(vertex.bones[i] >= bones);
        }
        return bad == 0;
    };
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        for (std::size_t k = 0; !is_sound(vertices[i]) && k < 4; ++k) {
            if (vertices[i].weights[k] != 0 && vertices[i].bones[k] >= bones) {
                const place at{"m2.vertices[].bones[]", model.file().offset_of(&vertices[i].bones[k])};
                return error{at.within(static_cast<std::uint32_t>(k)).within(static_cast<std::uint32_t>(i)),
                             errc::out_of_bounds, bones, vertices[i].bones[k]};
            }
        }
    }
    return {};
}

template <endian E>
[[nodiscard]] error verify_view(const basic_model<E>& model, const basic_view<E>& view) noexcept {
    const auto below = [&](const char* where, std::span<const u16<E>> list, std::size_t limit) {
        const std::size_t bad = first_not_below(static_cast<std::uint32_t>(limit), list);
        if (bad == list.size()) {
            return error{};
        }
        const place at{where, model.file().offset_of(&list[bad])};
        return error{at.within(static_cast<std::uint32_t>(bad)), errc::out_of_bounds, limit, list[bad].get()};
    };
    const error indices = below("m2.views[].indices[]", view.indices(), model.vertices().size());
    return indices.code != errc::none ? indices
                                      : below("m2.views[].triangles[]", view.triangles(), view.indices().size());
}

// Proves what open() leaves to the user's need: that the vertices and corners of views and the bones of weighted
// vertices exist. errc::none when they do. One pass over these bytes, no allocation.
template <endian E> [[nodiscard]] error verify(const basic_model<E>& model) noexcept {
    if (const error why = verify_vertices(model); why.code != errc::none) {
        return why;
    }
    std::uint32_t number = 0;
    for (const basic_view<E>& view : model.views()) {
        if (const error why = verify_view(model, view); why.code != errc::none) {
            return why.within(number);
        }
        ++number;
    }
    return {};
}

} // namespace effigy::inline v0::m2
