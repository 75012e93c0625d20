// triangles FILE: the surface area of each material of a Legend of Grimrock model, in mesh space.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <iomanip>
#include <iostream>

namespace grimrock = effigy::grimrock;
using vector = effigy::vector3<double>;

namespace {

// The area of a segment's triangles. The sum ends at an index that is not the number of a vertex.
double area_of(const grimrock::mesh& mesh, const grimrock::segment& segment) {
    double area = 0;
    const auto positions = mesh.positions();
    const auto indices = mesh.indices().part(segment.first_index(), 3 * std::uint64_t{segment.triangle_count()});
    for (std::size_t i = 0; i + 3 <= indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return positions.at(indices[i + k]); };
        const auto *a = corner(0), *b = corner(1), *c = corner(2);
        if (a == nullptr || b == nullptr || c == nullptr) {
            return area;
        }
        area += length(cross(vector{*b} - vector{*a}, vector{*c} - vector{*a})) / 2;
    }
    return area;
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
    std::cout << std::fixed << std::setprecision(3);
    for (const auto& node : model->nodes()) {
        if (const auto mesh = node.mesh()) {
            const grimrock::repaired_segments segments{mesh};
            std::cout << node.name()
                      << (segments.differ() ? ": first indices repaired\n" : ": first indices as stored\n");
            for (const auto& segment : segments) {
                std::cout << "  " << segment.material() << ": triangles from index " << segment.first_index()
                          << ", area " << area_of(mesh, segment) << '\n';
            }
        }
    }
}
