// Textures of Arma, DayZ and Operation Flashpoint.
#pragma once

#include "search.hpp"

namespace materials::p3d {

// Returns the paths that a file with this path may have, the preferred one first.
[[nodiscard]] std::vector<std::string> spellings(const std::string& path);

// Finds the file of a texture. To find those that an .rvmat names, search beside the .rvmat.
[[nodiscard]] answer find_texture(const search& where, std::string_view name);

// Finds an .rvmat.
[[nodiscard]] answer find_material(const search& where, std::string_view name);

} // namespace materials::p3d
