// The samples of the format.
#pragma once

#include "grimrock/figure.hpp"
#include "product/samples/sample.hpp"

namespace samples {

inline void add_shinobi(std::vector<sample>& to) {
    using fixtures::write;
    to.push_back({"effigy_shinobi.model", write(fixtures::figure::model(), 4)});
    to.push_back({"effigy_shinobi.animation", write(fixtures::figure::idle(), 3)});
}

} // namespace samples
