// What of an edited scene comes into one model and its clips.
#pragma once

#include "imported.hpp"

#include <effigy/scene/reconcile/options.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace tool {

struct model_import {
    const effigy::scene& edited;
    const scene_settings& made_with;           // the session's scene
    effigy::reconcile_options how;             // as for any family
    std::span<const std::string> replacements; // OLD=MINE
    bool takes_new_clips = false;
    std::size_t model = 0;              // its number among the old files
    std::span<const std::size_t> clips; // likewise
    std::size_t scene = 0;              // the number that means the edited scene
};
[[nodiscard]] import_result import_into(effigy::grimrock::edit_session& in, const model_import& what);
[[nodiscard]] import_result import_into(effigy::p3d::edit_session& in, const model_import& what);

[[nodiscard]] import_result refusal(std::string words);
[[nodiscard]] import_result refusal(const effigy::error& why, std::size_t culprit);

} // namespace tool
