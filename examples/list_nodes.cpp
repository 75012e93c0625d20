// list_nodes FILE: the nodes of a Legend of Grimrock model, with their meshes and materials.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <iostream>

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }

    const auto model = effigy::grimrock::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    for (const auto& node : model->nodes()) {
        std::cout << node.name() << '\n';
        if (const auto mesh = node.mesh()) {
            std::cout << "  " << mesh.vertex_count() << " vertices\n";
            for (const auto& segment : mesh.segments()) {
                std::cout << "  " << segment.triangle_count() << " triangles of " << segment.material() << '\n';
            }
        }
    }
}
