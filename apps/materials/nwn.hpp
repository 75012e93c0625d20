// Textures of Neverwinter Nights. Names have no folder and no extension, because the game has one namespace of files.
#pragma once

#include "search.hpp"

namespace materials::nwn {

// Returns the names that the file of an image may have, the preferred one first.
[[nodiscard]] std::vector<std::string> spellings(const std::string& name);

// Finds the image of a bitmap or texture.
[[nodiscard]] answer find_texture(const search& where, std::string_view name);

// Finds the .mtr file, which takes over if it exists. To be called with the model's materialname, then with its first
// texture.
[[nodiscard]] answer find_material(const search& where, std::string_view name);

// Finds the .txi file, which has the properties of an image.
[[nodiscard]] answer find_properties(const search& where, std::string_view name);

} // namespace materials::nwn
