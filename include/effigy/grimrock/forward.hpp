// Legend of Grimrock: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy::inline v0::grimrock {

class model;
class node;
class mesh;
class node_index;
class animation;

} // namespace effigy::inline v0::grimrock
