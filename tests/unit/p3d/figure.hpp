// The sample model: a little stone idol, as Arma's tools would save it. It is computed with only basic
// arithmetic and square roots, so that its files are the same on every machine.
#pragma once

#include "p3d/fixtures.hpp"

namespace fixtures::p3d::figure {

[[nodiscard]] p3d::model model();
// One nod; the arms swing in opposite directions.
[[nodiscard]] clip nod();

} // namespace fixtures::p3d::figure
