// Textures of Legend of Grimrock. Models name materials, which Lua scripts of the mod define.
#pragma once

#include "search.hpp"

namespace materials::grimrock {

// Returns the paths that the file of a texture may have, the preferred one first.
[[nodiscard]] std::vector<std::string> spellings(const std::string& path);

struct material_answer : answer { // the file is the script
    const lua_material* material = nullptr;
};

// Finds the definition of a material of a model, in the scripts of its mod, else in those beside it. A material that
// the mod does not define is one of the game's own.
[[nodiscard]] material_answer find_material(const search& where, std::string_view name);

// Finds the file of a texture that a material names.
[[nodiscard]] answer find_texture(const search& where, std::string_view name);

} // namespace materials::grimrock
