// Converting a model of any format to a scene.
#pragma once

#include <effigy/any.hpp>
#include <effigy/core/api.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/m2/scene.hpp>
#include <effigy/nwn/scene.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/shinobi/scene.hpp>

namespace effigy::inline v0 {

// Identifies and opens a file, and converts the model to a scene with the default options of its format. Other files of
// the model are not included: to_scene() of the format accepts animations, and m2::open() accepts companion files.
// Returns the error of visit() or of to_scene(), or `unsupported` if the file is not a model.
EFFIGY_API [[nodiscard]] result<scene> to_scene(borrowed_bytes bytes,
                                                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

} // namespace effigy::inline v0

#if defined(EFFIGY_HAS_BODIES)
#include <optional>

namespace effigy::inline v0 {

EFFIGY_API_BODY result<scene> to_scene(borrowed_bytes bytes, std::pmr::memory_resource* memory) {
    std::optional<result<scene>> converted; // constructed in place: an assigned scene would not use `memory`
    error why = visit(bytes, [&](const auto& opened) {
        if constexpr (requires { to_scene(opened, {}, memory); }) {
            converted.emplace(to_scene(opened, {}, memory));
        }
    });
    if (!why && !converted) {
        why = {{"not a model"}, errc::unsupported, 0, -1, "an animation or a part of a model"};
    }
    return converted ? *std::move(converted) : result<scene>{why};
}

} // namespace effigy::inline v0
#endif
