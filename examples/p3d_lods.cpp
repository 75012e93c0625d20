// p3d_lods FILE: the levels of detail of an Arma model, with their purpose and content.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace p3d = effigy::p3d;

namespace {

void print(const p3d::lod& lod) {
    std::cout << name_of(lod.kind());
    if (lod.kind() == p3d::lod_kind::visual) {
        std::cout << ' ' << lod.resolution();
    } else if (lod.number() != 0) {
        std::cout << ' ' << lod.number();
    }
    std::cout << ": " << lod.points().size() << " points\n";
    for (const p3d::property& property : lod.properties()) {
        std::cout << "  " << property.name() << " = " << property.value() << '\n';
    }
    if (const auto masses = lod.masses(); !masses.empty()) {
        double sum = 0;
        for (const auto& mass : masses) {
            sum += static_cast<double>(mass.get());
        }
        std::cout << "  " << sum << " kg\n";
    }
    for (const p3d::uv_set& set : lod.uv_sets()) {
        std::cout << "  UV set " << set.id() << " of " << set.uvs().size() << " corners\n";
    }
    for (const p3d::tag& tag : lod.tags()) { // all other content
        if (tag.kind() == p3d::tag_kind::sharp_edges) {
            std::cout << "  " << tag.edges().size() << " sharp edges\n";
        }
    }
}

} // namespace

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

    // In file order. Reaching a level walks through the levels before it.
    for (const p3d::lod& lod : model->lods()) {
        print(lod);
    }
}
