// Conversion of models in text form to scenes.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/scene.hpp>
#include <effigy/nwn/text.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Converts a model in text form: what decode() makes of it, as the binary form would show it. The extra `producer` is
// "text". A file of walk meshes is shown as if scene_options::include_collision were set. Errors: those of decode();
// budget, if the scene would take more than 32 times the bytes of the binary form.
EFFIGY_API [[nodiscard]] result<scene> to_scene(const text_model& from, const scene_options& options = {},
                                                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/decode_text.hpp>
#include <effigy/nwn/encode.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {
template <class = when_used>
[[nodiscard]] result<written_model> binary_of(const text_model& text, std::pmr::memory_resource* memory) {
    const auto own = decode(text, producer::enhanced_edition, memory);
    return own ? encode_and_open(*own, producer::enhanced_edition, memory) : result<written_model>{own.error()};
}
} // namespace impl

EFFIGY_API_BODY result<scene> to_scene(const text_model& from, const scene_options& options,
                                       std::pmr::memory_resource* memory) {
    const auto compiled = impl::binary_of(from, memory);
    scene_options chosen = options;
    chosen.include_collision = options.include_collision || from.is_walk_mesh();
    auto out = compiled ? to_scene(compiled->view, chosen, memory) : result<scene>{compiled.error()};
    if (out) {
        for (scene::extra& each : out->extras) {
            if (each.key == "producer") {
                each.value = scene::text{"text", memory};
            }
        }
    }
    return out;
}

}}} // namespace effigy::v0::nwn
#endif
