// Editing models and animations of the Shinobi engine, see grimrock/edit.hpp.
#pragma once

#include <effigy/grimrock/edit.hpp>
#include <effigy/shinobi/decode.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::compute_bounds;
using grimrock::node_rule;
using grimrock::rename_nodes;
using grimrock::rename_textures;
using grimrock::scale;
using grimrock::texture_rule;

}}} // namespace effigy::v0::shinobi
