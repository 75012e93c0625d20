// The sample in pictures and documents: a small stone idol on a plinth, which breathes and nods.
#pragma once

#include "grimrock/fixtures.hpp"

namespace fixtures::figure {

enum : std::int32_t { root, pelvis, spine, head, arm_left, arm_right, body, plinth };

// The arms are turned outwards by an angle whose cosine is 0.96.
inline constexpr float arm_sine = 0.28F;
inline constexpr float arm_cosine = 0.96F;

[[nodiscard]] fixtures::model model();

// Rises from 0 to 1 and falls back to 0 while t goes from 0 to 1. The slope is 0 at both ends, so a loop is smooth.
[[nodiscard]] float swell(float t);

// Three seconds: one breath, and one nod a little later.
[[nodiscard]] clip idle();

} // namespace fixtures::figure
