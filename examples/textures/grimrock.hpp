// Textures of Legend of Grimrock. Models name materials, which Lua scripts of the mod define.
#pragma once

#include "search.hpp"

namespace textures::grimrock {

struct material_answer : answer { // the file is the script
    const lua_material* material = nullptr;
};

// Finds the definition of a material of a model. A material that the mod does not define is one of the game's own.
[[nodiscard]] material_answer find_material(const search& where, std::string_view name);

// Finds the file of a texture that a material names.
[[nodiscard]] answer find_texture(const search& where, std::string_view name);

} // namespace textures::grimrock
