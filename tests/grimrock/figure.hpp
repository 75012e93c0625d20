// The sample that people look at: a little stone idol on a plinth, breathing and nodding.
#pragma once

#include "grimrock/fixtures.hpp"

namespace fixtures::figure {

enum : std::int32_t { root, pelvis, spine, head, arm_left, arm_right, body, plinth };

// The arms stand off by an angle of cosine 0.96.
inline constexpr float arm_sine = 0.28F;
inline constexpr float arm_cosine = 0.96F;

[[nodiscard]] fixtures::model model();

// Rises from 0 to 1 and falls back as t goes from 0 to 1, and begins again without a jolt.
[[nodiscard]] float swell(float t);

// Three seconds: one breath, one nod a little later.
[[nodiscard]] clip idle();

} // namespace fixtures::figure
