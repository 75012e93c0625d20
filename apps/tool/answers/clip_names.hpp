// Clips of a model, by their names.
#pragma once

#include <effigy/scene.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// Which of its own clips a model keeps. By default, all.
struct clip_choice {
    bool is_made = false;           // also without names: none
    std::vector<std::string> names; // in any case
};

// Returns the clip with this name. Case does not matter if only one clip has the name then. Null if there is none.
[[nodiscard]] const effigy::scene::clip* clip_of(const effigy::scene& made, std::string_view name);

// "the clips are: walk, jump"; those whose names are most like `wanted` come first.
[[nodiscard]] std::string clips_like(const effigy::scene& made, std::string_view wanted);

// Returns when the clip ends, in seconds.
[[nodiscard]] double end_of(const effigy::scene::clip& of);

// Removes the clips that are the model's own, as is_own(name) says, and not among the chosen ones.
void keep_chosen(effigy::scene& made, const clip_choice& chosen, const std::function<bool(std::string_view)>& is_own);

} // namespace tool
