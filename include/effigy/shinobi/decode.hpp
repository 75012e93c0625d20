// Models and animations of the Shinobi engine that own their data, see grimrock/decode.hpp.
#pragma once

#include <effigy/grimrock/decode.hpp>
#include <effigy/shinobi/sample.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::decode;
using grimrock::owned_animation;
using grimrock::owned_bone;
using grimrock::owned_bounds;
using grimrock::owned_item;
using grimrock::owned_mesh;
using grimrock::owned_model;
using grimrock::owned_node;
using grimrock::owned_segment;
using grimrock::owned_transform;
using grimrock::owned_vertex_array;
using grimrock::vertex_component;

}}} // namespace effigy::v0::shinobi
