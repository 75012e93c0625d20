// read_vertices FILE: reads vertex arrays as ranges, as spans, by number, and with components of any type.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iostream>

namespace grimrock = effigy::grimrock;

namespace {

void read(const grimrock::mesh& mesh) {
    // A strided range: works with every stride that the format allows. Empty if the mesh has no such array.
    float lowest = 0;
    float highest = 0;
    for (const auto& position : mesh.positions()) {
        lowest = std::min<float>(lowest, position.y);
        highest = std::max<float>(highest, position.y);
    }
    std::cout << "  y from " << lowest << " to " << highest << '\n';

    // The same as an array. Empty unless the vertices are contiguous.
    const auto normals = mesh.normals().packed();
    std::cout << "  " << normals.size() << " normals, " << std::span{normals}.size_bytes() << " bytes\n";

    // By number: null if there is no vertex with this number.
    if (const auto* color = mesh.colors().at(0)) {
        std::cout << "  first color " << int{color->r} << ' ' << int{color->g} << ' ' << int{color->b} << '\n';
    }

    // Any array, by its slot: its components one by one, as stored.
    if (const auto weights = mesh.array(grimrock::vertex_semantic::bone_weight)) {
        std::cout << "  " << int{weights.dimension()} << " weights per vertex, the first is " << weights.number(0, 0)
                  << '\n';
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
    const auto model = grimrock::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    for (const auto& node : model->nodes()) {
        if (const auto mesh = node.mesh()) {
            std::cout << node.name() << '\n';
            read(mesh);
        }
    }
}
