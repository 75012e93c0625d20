// p3d_selections FILE: the named selections of an Arma model's finest level, and the models that its proxies place.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

namespace p3d = effigy::p3d;
using vector = effigy::vector3<double>;

namespace {

void print_proxy(const p3d::lod& lod, const p3d::selection& selection, const p3d::proxy_name& proxy) {
    std::vector<std::uint32_t> memory(lod.faces().size());
    const auto faces = lod.faces().index(memory); // faces by index
    for (const std::uint32_t number : selection.faces()) {
        const auto corners = faces.at(number).corners();
        if (corners.size() != 3) {
            continue;
        }
        const auto* const a = lod.points().at(corners[0].point.get());
        const auto* const b = lod.points().at(corners[1].point.get());
        const auto* const c = lod.points().at(corners[2].point.get());
        if (a == nullptr || b == nullptr || c == nullptr) {
            continue;
        }
        const auto basis = p3d::basis_of(vector{*a}, vector{*b}, vector{*c});
        std::cout << "  stands for " << proxy.path << ", number " << proxy.number << ", at " << basis.origin.x << ' '
                  << basis.origin.y << ' ' << basis.origin.z << ", which looks along " << basis.direction.x << ' '
                  << basis.direction.y << ' ' << basis.direction.z << '\n';
    }
}

} // namespace

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 1 ? argv[1] : "");
    if (!file) {
        std::cerr << to_string(file.error()) << '\n';
        return 1;
    }
    const auto model = p3d::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error()) << '\n';
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
        if (const p3d::proxy_name proxy = p3d::proxy_of(selection.name())) {
            print_proxy(lod, selection, proxy);
        }
    }
}
