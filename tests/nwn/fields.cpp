// Checks that the description of each record contains every byte exactly once.
#include "support/tiling.hpp"

#include <effigy/nwn/fields.hpp>

namespace {

using namespace effigy;
using support::tiles;

static_assert(tiles<nwn::basic_file_header<form::little>>());
static_assert(tiles<nwn::basic_geometry_header<form::little>>());
static_assert(tiles<nwn::basic_model_header<form::little>>());
static_assert(tiles<nwn::basic_event<form::little>>());
static_assert(tiles<nwn::basic_animation_header<form::little>>());
static_assert(tiles<nwn::basic_controller_key<form::little>>());
static_assert(tiles<nwn::basic_node_header<form::little>>());
static_assert(tiles<nwn::basic_light<form::little>>());
static_assert(tiles<nwn::basic_emitter<form::little>>());
static_assert(tiles<nwn::basic_reference<form::little>>());
static_assert(tiles<nwn::basic_face<form::little>>());
static_assert(tiles<nwn::basic_mesh_header<form::little>>());
static_assert(tiles<nwn::basic_joints<form::little>>());
static_assert(tiles<nwn::basic_quat_wxyz<form::little>>());
static_assert(tiles<nwn::basic_skin_header<form::little>>());
static_assert(tiles<nwn::basic_animmesh_header<form::little>>());
static_assert(tiles<nwn::basic_dangly_header<form::little>>());
static_assert(tiles<nwn::basic_aabb_entry<form::little>>());
static_assert(tiles<nwn::basic_aabb_header<form::little>>());

} // namespace
