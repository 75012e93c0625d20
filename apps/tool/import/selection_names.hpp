// Names of attributes that are selections of Arma, before a scene is compared with the original.
#pragma once

#include <effigy/scene/parts.hpp>

#include <span>
#include <string>

namespace tool {

// Gives attributes of meshes the names of the selections that they are: `NEW=OLD`, without `_SELECTION_`, NEW in any
// case. Returns what is wrong: such an attribute that no mesh has, or a mesh with two for one selection; else nothing.
[[nodiscard]] std::string rename_selections(effigy::scene& in, std::span<const std::string> renames);

} // namespace tool
