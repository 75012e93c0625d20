// Converting a model of any format to a scene.
#pragma once

#include <effigy/any.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/m2/scene.hpp>
#include <effigy/nwn/scene_text.hpp>
#include <effigy/p3d/scene.hpp>

#include <optional>
#include <type_traits>

namespace effigy { inline namespace v0 {

// Identifies and opens a file, and converts the model to a scene with the default options of its format. Other files of
// the model are not included: to_scene() of the format accepts animations, and load_scene() of <effigy/load_scene.hpp>
// opens the files beside a World of Warcraft model. Returns the error of visit() or of to_scene(), or `unsupported` if
// the file is not a model, or one of World of Warcraft whose mesh is in another file.
template <class = when_used> [[nodiscard]] result<scene>
to_scene(borrowed_bytes bytes, std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    std::optional<result<scene>> converted; // constructed in place: an assigned scene would not use `memory`
    bool lacks_skin = false;
    error why = visit(bytes, [&](const auto& opened) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(opened)>, m2::model>) {
            lacks_skin = opened.skin_profile_count() != 0 && opened.skin_profiles().empty();
            if (lacks_skin) {
                return;
            }
        }
        if constexpr (requires { to_scene(opened, {}, memory); }) {
            converted.emplace(to_scene(opened, {}, memory));
        }
    });
    if (lacks_skin) {
        why = {{"World of Warcraft model without its .skin"},
               errc::unsupported,
               0,
               -1,
               "load_scene() and m2::load() open the files beside it"};
    } else if (!why && !converted) {
        why = {{"not a model"}, errc::unsupported, 0, -1, "an animation or a part of a model"};
    }
    return converted ? *std::move(converted) : result<scene>{why};
}

}} // namespace effigy::v0
