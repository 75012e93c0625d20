// p3d_selections FILE: the named selections of an Arma model's finest level.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace p3d = effigy::p3d;

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = p3d::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    std::cout << std::setprecision(3);
    const p3d::lod lod = model->lod(p3d::lod_kind::visual); // the finest; empty if there is none
    for (const p3d::selection& selection : lod.selections()) {
        std::size_t points = 0;
        float least = 1;
        for (const p3d::selected_point& selected : selection.points()) {
            ++points;
            least = std::min(least, selected.weight);
        }
        std::size_t faces = 0;
        for ([[maybe_unused]] const std::uint32_t number : selection.faces()) {
            ++faces;
        }
        std::cout << selection.name() << ": " << points << " points, the least with weight " << least << ", " << faces
                  << " faces\n";
    }
}
