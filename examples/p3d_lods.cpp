// p3d_lods FILE: the levels of detail of an Arma model, with their purpose and content.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <map>
#include <string_view>
#include <vector>

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

    std::map<std::string_view, std::size_t> faces_of_texture;
    for (const p3d::face& face : lod.faces()) { // each is found behind the one before it
        ++faces_of_texture[face.texture()];
    }
    std::cout << "  " << lod.faces().size() << " faces, which are " << lod.triangle_count() << " triangles\n";
    for (const auto& [texture, count] : faces_of_texture) {
        std::cout << "  " << count << " faces of \"" << texture << "\"\n";
    }

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

    // In file order. Reaching a level walks through the levels before it.
    for (const p3d::lod& lod : model->lods()) {
        print(lod);
    }

    // By number or kind without that walk, in memory of the caller.
    std::vector<p3d::lod_entry> memory(model->lods().size());
    const p3d::lod_index lods = model->index(memory);
    if (const p3d::lod geometry = lods.lod(p3d::lod_kind::geometry)) {
        std::cout << "what collides begins at offset " << geometry.offset() << '\n';
        if (const p3d::property stored = geometry.property("Class")) { // names compare in any case, as in the engine
            std::cout << "its class is " << stored.value() << '\n';
        }
    }
}
