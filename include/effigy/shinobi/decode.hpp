// Models and animations of the Shinobi engine that own their data, see grimrock/decode.hpp.
#pragma once

#include <effigy/grimrock/decode.hpp>
#include <effigy/shinobi/sample.hpp>

namespace effigy::inline v0::shinobi {

struct owned_transform {
    vector3<float> position, x, y, z, scale;
};
using owned_model = grimrock::basic_owned_model<owned_transform>;
using grimrock::decode;
using grimrock::owned_animation;
using grimrock::owned_bone;
using grimrock::owned_bounds;
using grimrock::owned_item;
using grimrock::owned_mesh;
using grimrock::owned_node;
using grimrock::owned_range;
using grimrock::owned_segment;
using grimrock::owned_vertex_array;

template <form F> [[nodiscard]] constexpr owned_transform to_owned(const basic_transform<F>& t) noexcept {
    return {.position = vector3<float>{t.position},
            .x = vector3<float>{t.x},
            .y = vector3<float>{t.y},
            .z = vector3<float>{t.z},
            .scale = vector3<float>{t.scale}};
}

} // namespace effigy::inline v0::shinobi
