// The samples of the format.
#pragma once

#include "nwn/figure.hpp"
#include "nwn/fixtures_text.hpp"
#include "product/samples/sample.hpp"

namespace samples {

inline void add_nwn(std::vector<sample>& to) {
    namespace format = fixtures::nwn;
    to.push_back({"effigy_nwn.mdl", format::write(format::figure::model(format::flavour::bioware))});
    to.push_back({"effigy_nwn_ee.mdl", format::write(format::figure::model(format::flavour::enhanced))});
    to.push_back({"effigy_nwn_text.mdl", format::text_of(to.end()[-2].file)});
    to.push_back({"effigy_nwn_text.pwk", format::walk_mesh_of_figure()});
}

} // namespace samples
