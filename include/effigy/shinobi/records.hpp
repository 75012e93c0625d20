// Shinobi engine (Druidstone): the records of *.model and *.animation, see grimrock/records.hpp.
#pragma once

#include <effigy/grimrock/records.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::bone_record;
using grimrock::bounds;
using grimrock::component_type;
using grimrock::joints;
using grimrock::key;
using grimrock::mat4x3;
using grimrock::mesh_node;
using grimrock::segment_range;
using grimrock::transform;
using grimrock::vertex_array_count;
using grimrock::vertex_array_header;
using grimrock::vertex_semantic;

}}} // namespace effigy::v0::shinobi
