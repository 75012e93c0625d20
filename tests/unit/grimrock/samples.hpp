// The samples of the format.
#pragma once

#include "grimrock/figure.hpp"
#include "product/samples/sample.hpp"

namespace samples {

inline void add_grimrock(std::vector<sample>& to) {
    using fixtures::write;
    const auto idle = fixtures::figure::idle();
    to.push_back({"effigy_grimrock.model", write(fixtures::figure::model(), 2)});
    to.push_back({"effigy_grimrock1.animation", write(idle, 1)});
    to.push_back({"effigy_grimrock2.animation", write(idle, 2)});
    to.push_back({"effigy_shinobi.model", write(fixtures::figure::model(), 4)});
    to.push_back({"effigy_shinobi.animation", write(idle, 3)});
}

} // namespace samples
