// p3d_lods FILE: the levels of detail of an Arma model, what each is for and what is in it.
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
    const p3d::lod_meaning meaning = p3d::lod_kind_of(lod.resolution);
    std::cout << name_of(meaning.kind);
    if (meaning.kind == p3d::lod_kind::visual) {
        std::cout << ' ' << lod.resolution;
    } else if (meaning.number != 0) {
        std::cout << ' ' << meaning.number;
    }
    std::cout << ": " << lod.positions.size() << " points\n";

    std::size_t quads = 0;
    std::map<std::string_view, std::size_t> faces_of_texture;
    for (const auto& face : lod.faces) { // each is found behind the one before it
        quads += face.corners.size() == 4 ? 1U : 0U;
        ++faces_of_texture[face.texture];
    }
    std::cout << "  " << lod.faces.size() << " faces, " << quads << " of them quads\n";
    for (const auto& [texture, count] : faces_of_texture) {
        std::cout << "  " << count << " faces of \"" << texture << "\"\n";
    }

    for (const auto& tag : lod.tags) {
        if (const p3d::property* const property = tag.property()) {
            std::cout << "  " << property->name.view() << " = " << property->value.view() << '\n';
        } else if (const auto masses = tag.masses(); !masses.empty()) {
            double sum = 0;
            for (const auto& mass : masses) {
                sum += static_cast<double>(mass.get());
            }
            std::cout << "  " << sum << " kg\n";
        } else if (const p3d::uv_set set = tag.uv_set(); !set.uvs.empty()) {
            std::cout << "  UV set " << set.id << " of " << set.uvs.size() << " corners\n";
        } else if (const auto edges = tag.edges(); !edges.empty()) {
            std::cout << "  " << edges.size() << " sharp edges\n";
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

    // In file order; to reach a level one walks through those before it.
    for (const p3d::lod& lod : model->lods()) {
        print(lod);
    }

    // By number without that walk, in memory of the caller.
    std::vector<p3d::lod_entry> memory(model->lod_count());
    const auto lods = model->index(memory);
    if (!lods.empty()) {
        std::cout << "the last one begins at offset " << lods[lods.size() - 1].offset << '\n';
    }
}
