// Textures of World of Warcraft.
#pragma once

#include "search.hpp"

#include <effigy/core/function_ref.hpp>

#include <cstdint>
#include <span>

namespace materials::m2 {

// Returns the paths that a file with this path may have, the preferred one first.
[[nodiscard]] std::vector<std::string> spellings(const std::string& path);

// Finds the texture of a slot of type 0, whose path is in the model.
[[nodiscard]] answer find_texture(const search& where, std::string_view name);

// Finds a texture by FileDataID: by the path of the id, which `path_of` returns, empty if it is unknown; or beside the
// model by the number, such as "123456.blp".
[[nodiscard]] answer find_texture(const search& where, std::uint32_t id,
                                  effigy::function_ref<std::string_view(std::uint32_t)> path_of);

// Guesses the texture of a slot of another type, which tables of the game name: only for "monster_1" (type 11), the
// first skin of a monster. `named`: the names of the model's slots of type 0, which are not skins.
[[nodiscard]] answer guess_texture(const search& where, std::string_view type, std::span<const std::string_view> named);

} // namespace materials::m2
