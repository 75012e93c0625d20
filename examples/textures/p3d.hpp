// Textures of Arma, DayZ and Operation Flashpoint.
#pragma once

#include "search.hpp"

namespace textures::p3d {

// Finds the file of a texture. To find those that an .rvmat names, search beside the .rvmat.
[[nodiscard]] answer find_texture(const search& where, std::string_view name);

// Finds an .rvmat.
[[nodiscard]] answer find_material(const search& where, std::string_view name);

} // namespace textures::p3d
