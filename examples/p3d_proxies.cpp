// p3d_proxies FILE: which other models an Arma model's finest level refers to, and where they are.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <vector>

namespace p3d = effigy::p3d;
using vector = effigy::vector3<double>;

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
    const p3d::lod lod = model->lod(p3d::lod_kind::visual); // the finest; empty if there is none
    std::vector<std::uint32_t> memory(lod.faces().size());
    const auto faces = lod.faces().index(memory); // faces by number

    for (const p3d::selection& selection : lod.selections()) {
        const p3d::proxy_name proxy = p3d::proxy_of(selection.name());
        if (!proxy) {
            continue; // its name does not begin with "proxy:"
        }
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
            std::cout << proxy.path << ", number " << proxy.number << ", at " << basis.origin.x << ' ' << basis.origin.y
                      << ' ' << basis.origin.z << ", faces " << basis.direction.x << ' ' << basis.direction.y << ' '
                      << basis.direction.z << '\n';
        }
    }
}
