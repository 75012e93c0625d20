// Poses, matrices and skinned vertices: as Grimrock's, with the node transforms of the Shinobi engine.
// Clips of version 3 are sampled by the rules of the older versions (assumed: no such file is public).
#pragma once

#include <effigy/grimrock/sample.hpp>
#include <effigy/shinobi/view.hpp>

namespace effigy::inline v0::shinobi {

// Returns translation * rotation * scale: each axis is multiplied by its component of the scale.
template <real Real, form F> [[nodiscard]] constexpr matrix4x3<Real> to_matrix(const basic_transform<F>& t) noexcept {
    return {vector3<Real>{t.x} * static_cast<Real>(float{t.scale.x}),
            vector3<Real>{t.y} * static_cast<Real>(float{t.scale.y}),
            vector3<Real>{t.z} * static_cast<Real>(float{t.scale.z}), vector3<Real>{t.position}};
}

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
using grimrock::to_matrix; // of mat4x3

} // namespace effigy::inline v0::shinobi
