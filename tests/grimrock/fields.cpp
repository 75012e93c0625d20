#include "support/tiling.hpp"

#include <effigy/grimrock/fields.hpp>
#include <effigy/shinobi/fields.hpp>

namespace {

using namespace effigy;
using support::tiles;

static_assert(tiles<grimrock::mat4x3>() && tiles<grimrock::vertex_array_header>() && tiles<grimrock::joints>());
static_assert(tiles<grimrock::segment_range>() && tiles<grimrock::bounds>() && tiles<grimrock::bone_record>());
static_assert(tiles<grimrock::light>() && tiles<grimrock::key>() && tiles<shinobi::transform>());

} // namespace
