// The sample model for World of Warcraft: the stone idol of grimrock/figure.hpp on a stepped plinth, with
// glowing eyes, embers around its feet and a ribbon at its right hand. It faces +x and waves.
#pragma once

#include "m2/fixtures.hpp"

namespace fixtures::m2::figure {

enum : std::int16_t { root, pelvis, spine, head, arm_left, arm_right, halo, bone_count };

[[nodiscard]] m2::model model(std::uint32_t version);

} // namespace fixtures::m2::figure
