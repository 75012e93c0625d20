// Poses, matrices and skinned vertices, see grimrock/sample.hpp.
// Clips of version 3 are sampled by the rules of the older versions (assumed: no such file is public).
#pragma once

#include <effigy/grimrock/sample.hpp>
#include <effigy/shinobi/view.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::apply;
using grimrock::local_matrices;
using grimrock::local_to_world;
using grimrock::node_pose;
using grimrock::playback;
using grimrock::rest_poses;
using grimrock::sample;
using grimrock::skin_matrices;
using grimrock::skin_normals;
using grimrock::skin_positions;
using grimrock::to_matrix;

}}} // namespace effigy::v0::shinobi
