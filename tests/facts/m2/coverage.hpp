// Which bytes of a file belong to something.
#pragma once

#include "space.hpp"


namespace facts::m2 {

// What is in between, zeros of less than an alignment apart, is a gap. `of`: what regions() takes.
template <class... Of> [[nodiscard]] json coverage_facts(const Of&...) { return {}; }

} // namespace facts::m2
