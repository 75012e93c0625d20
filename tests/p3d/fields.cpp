#include "support/tiling.hpp"

#include <effigy/p3d/fields.hpp>

namespace {

using effigy::form;
using support::tiles;
namespace format = effigy::p3d;

static_assert(tiles<format::basic_lod_header<form::little>>() && tiles<format::basic_lod_header<form::big>>());
static_assert(tiles<format::basic_sp3d_lod_header<form::little>>());
static_assert(tiles<format::basic_point<form::little>>());
static_assert(tiles<format::basic_corner<form::little>>());
static_assert(tiles<format::basic_face_corners<form::little>>());
static_assert(tiles<format::basic_edge<form::little>>());
static_assert(tiles<format::property_record>());
static_assert(tiles<format::basic_bone_pose<form::little>>());

} // namespace
