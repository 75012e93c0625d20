// Legend of Grimrock: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

class model;
class node;
class mesh;
class node_index;
class animation;

}}} // namespace effigy::v0::grimrock
