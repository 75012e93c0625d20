// Neverwinter Nights: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy::inline v0::nwn {

class model;
class node;
class mesh;
class skin;
class node_index;
class animation;
class animation_index;

} // namespace effigy::inline v0::nwn
