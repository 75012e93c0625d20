// The samples of the format.
#pragma once

#include "m2/figure.hpp"
#include "product/samples/sample.hpp"

#include <utility>

namespace samples {

inline void add_m2(std::vector<sample>& to) {
    namespace format = fixtures::m2;
    to.push_back({"effigy_m2_256.m2", format::write(format::figure::model(256))});
    to.push_back({"effigy_m2_260.m2", format::write(format::figure::model(260))});
    auto wrath = format::write_all(format::figure::model(264)); // several files
    to.push_back({"effigy_m2_wrath.m2", std::move(wrath.file)});
    for (auto& companion : wrath.companions) {
        to.push_back({"effigy_m2_wrath" + suffix_of(companion), std::move(companion.file)});
    }
}

} // namespace samples
