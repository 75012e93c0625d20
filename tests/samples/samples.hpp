// The files of examples/models.
#pragma once

#include "grimrock/figure.hpp"
#include "m2/figure.hpp"
#include "nwn/figure.hpp"
#include "p3d/figure.hpp"

namespace samples {

struct sample {
    std::string name;
    support::byte_builder file;
};

[[nodiscard]] inline std::vector<sample> all() {
    using fixtures::write;
    const auto model = fixtures::figure::model();
    const auto idle = fixtures::figure::idle();
    std::vector<sample> out{
        {"effigy_grimrock.model", write(model, 2)},
        {"effigy_grimrock1.animation", write(idle, 1)},
        {"effigy_grimrock2.animation", write(idle, 2)},
        {"effigy_shinobi.model", write(model, 4)},
        {"effigy_shinobi.animation", write(idle, 3)},
        {"effigy_nwn.mdl", fixtures::nwn::write(fixtures::nwn::figure::model(fixtures::nwn::flavour::bioware))},
        {"effigy_nwn_ee.mdl", fixtures::nwn::write(fixtures::nwn::figure::model(fixtures::nwn::flavour::enhanced))},
        {"effigy_m2_256.m2", fixtures::m2::write(fixtures::m2::figure::model(256))},
        {"effigy_m2_260.m2", fixtures::m2::write(fixtures::m2::figure::model(260))},
        {"effigy_p3d.p3d", fixtures::p3d::write(fixtures::p3d::figure::model())},
        {"effigy_p3d.rtm", fixtures::p3d::write(fixtures::p3d::figure::nod())},
    };
    auto wrath = fixtures::m2::write_all(fixtures::m2::figure::model(264)); // several files
    out.push_back({"effigy_m2_wrath.m2", std::move(wrath.file)});
    for (auto& companion : wrath.companions) {
        out.push_back({"effigy_m2_wrath" + suffix_of(companion), std::move(companion.file)});
    }
    return out;
}

} // namespace samples
