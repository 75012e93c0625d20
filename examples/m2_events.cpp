// m2_events FILE NAME: the events of a World of Warcraft model while an animation plays once, for example Walk.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <limits>

namespace m2 = effigy::m2;

int main(int argc, char** argv) {
    const char* const path = argc > 2 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = m2::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    const std::uint32_t number = model->animations().find(argv[2]);
    if (number == effigy::npos) {
        std::cerr << "no such animation\n";
        return 1;
    }
    constexpr double forever = std::numeric_limits<double>::infinity(); // so that events at the end are included
    for (const m2::event event : model->events()) {
        for_each_firing(*model, event, number, 0, forever, [&](double seconds) {
            std::cout << event.id() << " (" << m2::event_meaning(event.id()) << ") at " << seconds << " s on bone "
                      << event.bone() << '\n';
        });
    }
}
