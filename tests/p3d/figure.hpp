// The sample that people look at: the little stone idol once more, as Arma's tools would save it. Made of basic
// arithmetic and square roots only, so that its files come out the same on every machine.
#pragma once

#include "p3d/fixtures.hpp"

namespace fixtures::p3d::figure {

[[nodiscard]] p3d::model model();
// One nod; the arms swing against each other.
[[nodiscard]] clip nod();

} // namespace fixtures::p3d::figure
