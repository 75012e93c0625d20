// Shinobi engine: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/grimrock/forward.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::animation;
using grimrock::mesh;
using grimrock::model;
using grimrock::node;
using grimrock::node_index;

}}} // namespace effigy::v0::shinobi
