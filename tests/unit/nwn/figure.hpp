// The sample model for Neverwinter Nights: the stone idol of grimrock/figure.hpp on a wider plinth, with burning eyes
// and ground below it.
#pragma once

#include "nwn/fixtures.hpp"

namespace fixtures::nwn::figure {

enum : std::int32_t {
    root,
    pelvis,
    spine,
    head,
    eyes,
    glow,
    arm_left,
    arm_right,
    body,
    plinth,
    step,
    embers,
    ground,
    node_count
};

[[nodiscard]] nwn::model model(flavour by);

} // namespace fixtures::nwn::figure
