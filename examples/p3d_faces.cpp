// p3d_faces FILE: levels of detail of an Arma model by kind, and their number of faces per texture.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <map>
#include <string_view>
#include <vector>

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

    // The index stores where each level begins, in memory of the caller.
    std::vector<p3d::lod_entry> memory(model->lods().size());
    const p3d::lod_index lods = model->index(memory);
    const p3d::lod lod = lods.lod(p3d::lod_kind::visual); // the first with this kind; empty if there is none
    std::map<std::string_view, std::size_t> faces_of_texture;
    for (const p3d::face& face : lod.faces()) { // each face begins where the one before it ends
        ++faces_of_texture[face.texture()];
    }
    std::cout << lod.faces().size() << " faces, which are " << lod.triangle_count() << " triangles\n";
    for (const auto& [texture, count] : faces_of_texture) {
        std::cout << "  " << count << " faces of \"" << texture << "\"\n";
    }

    if (const p3d::lod geometry = lods.lod(p3d::lod_kind::geometry)) {
        std::cout << "the level for collisions begins at offset " << geometry.offset() << '\n';
        if (const p3d::property stored = geometry.property("Class")) { // ignores case, as the engine does
            std::cout << "its class is " << stored.value() << '\n';
        }
    }
}
