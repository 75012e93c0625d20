// Names for the numbers of MDL1, see grimrock/names.hpp.
#pragma once

#include <effigy/grimrock/names.hpp>
#include <effigy/shinobi/records.hpp>

namespace effigy::inline v0::shinobi {

using grimrock::component_name;
using grimrock::semantic_name;

} // namespace effigy::inline v0::shinobi
