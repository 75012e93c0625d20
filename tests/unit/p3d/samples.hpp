// The samples of the format.
#pragma once

#include "p3d/figure.hpp"
#include "product/samples/sample.hpp"

namespace samples {

inline void add_p3d(std::vector<sample>& to) {
    namespace format = fixtures::p3d;
    to.push_back({"effigy_p3d.p3d", format::write(format::figure::model())});
    to.push_back({"effigy_p3d.rtm", format::write(format::figure::nod())});
}

} // namespace samples
