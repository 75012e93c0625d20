// p3d_selections FILE: the named selections of an Arma model's finest level, and what its proxies stand for.
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

// Null unless all three points of a triangle are there.
const p3d::point* corner(const p3d::lod& lod, const p3d::face& face, std::size_t i) {
    return face.corners.size() == 3 ? effigy::find_at(lod.points, face.corners[i].point.get()) : nullptr;
}

void print_proxy(const p3d::lod& lod, const p3d::selection& selection, const p3d::proxy_name& proxy) {
    std::vector<std::uint32_t> memory(lod.faces.size());
    const auto faces = lod.faces.index(memory); // faces by number
    for (const std::uint32_t number : faces_of(selection)) {
        const p3d::face face = faces[number];
        const auto *a = corner(lod, face, 0), *b = corner(lod, face, 1), *c = corner(lod, face, 2);
        if (a == nullptr || b == nullptr || c == nullptr) {
            continue;
        }
        const auto frame = p3d::frame_of(vector{a->position}, vector{b->position}, vector{c->position});
        std::cout << "  stands for " << proxy.path << ", number " << proxy.number << ", at " << frame.origin.x << ' '
                  << frame.origin.y << ' ' << frame.origin.z << ", which looks along " << frame.direction.x << ' '
                  << frame.direction.y << ' ' << frame.direction.z << '\n';
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
    if (model->lod_count() == 0) {
        return 0;
    }

    std::cout << std::setprecision(3);
    const p3d::lod lod = *model->lods().begin();
    for (const auto& tag : lod.tags) {
        if (tag.kind != p3d::tag_kind::selection) {
            continue;
        }
        const p3d::selection selection = tag.selection();
        std::size_t points = 0;
        float least = 1;
        for (const p3d::selected_point& one : points_of(selection)) {
            ++points;
            least = std::min(least, one.weight);
        }
        std::size_t faces = 0;
        for ([[maybe_unused]] const std::uint32_t number : faces_of(selection)) {
            ++faces;
        }
        std::cout << tag.name << ": " << points << " points, the least with weight " << least << ", " << faces
                  << " faces\n";
        if (const p3d::proxy_name proxy = p3d::proxy_of(tag.name); proxy.is_proxy) {
            print_proxy(lod, selection, proxy);
        }
    }
}
