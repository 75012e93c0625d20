// nwn_animations FILE: the animations of a Neverwinter Nights model, their events, and what they control.
#include <effigy/file.hpp>
#include <effigy/nwn.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace nwn = effigy::nwn;

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = nwn::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }

    for (const nwn::animation clip : model->animations()) {
        std::cout << clip.name() << ", " << clip.duration() << " s\n";
        for (const auto& event : clip.events()) {
            std::cout << "  at " << event.time << " s: " << event.name.view() << '\n';
        }
        for (const nwn::node node : clip.nodes()) {
            for (const nwn::controller controller : node.controllers()) {
                std::cout << "  " << node.name() << ": " << controller.times().size() << " keys of "
                          << controller_name(node, controller) << ", " << controller.columns() << " columns\n";
            }
        }
    }
}
