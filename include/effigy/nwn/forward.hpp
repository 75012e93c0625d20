// Neverwinter Nights: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

class model;
class node;
class mesh;
class skin;
class node_index;
class animation;
class animation_index;

}}} // namespace effigy::v0::nwn
