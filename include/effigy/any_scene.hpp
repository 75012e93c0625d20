// Any model as a scene.
#pragma once

#include <effigy/any.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/m2/scene.hpp>
#include <effigy/nwn/scene.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/shinobi/scene.hpp>

#include <optional>

namespace effigy::inline v0 {

// Opens a file as what it is, and makes a scene of the model with the options that its format begins with. What belongs
// to the model in other files is not there: to_scene() of the format takes clips, m2::open() companions. An error: what
// visit() or to_scene() finds wrong, `unsupported` for a file that is no model.
[[nodiscard]] inline result<scene> to_scene(borrowed_bytes bytes,
                                            std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    std::optional<result<scene>> made; // made in its place: one that is assigned keeps its own memory
    error why = visit(bytes, [&](const auto& opened) {
        if constexpr (requires { to_scene(opened, {}, memory); }) {
            made.emplace(to_scene(opened, {}, memory));
        }
    });
    if (!why && !made) {
        why = {{"no model"}, errc::unsupported, 0, -1, "a clip or a part of a model"};
    }
    return made ? *std::move(made) : result<scene>{why};
}

} // namespace effigy::inline v0
