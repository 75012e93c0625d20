// p3d_gltf_space FILE: the levels of an Arma model in the coordinates of glTF, cut into triangles that face outward.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <iomanip>
#include <iostream>

namespace p3d = effigy::p3d;
using vector = effigy::vector3<double>;

namespace {

// Mirrored at the plane z = 0; normals are turned outward as well. The order of corners does not change.
vector position_of(const vector& v) { return {v.x, v.y, -v.z}; }
vector normal_of(const vector& v) { return {-v.x, -v.y, v.z}; }

struct sums {
    double volume = 0; // above 0 for a closed level whose faces point outward
    double along = 0;  // twice the area of the faces, times the cosine between face and normal
    double area = 0;   // twice the area of the faces
};

sums measure(const p3d::lod& lod) {
    sums out;
    for (const p3d::triangle& triangle : lod.triangles()) { // 0 1 2, and 0 2 3 of a quad
        const auto* const a = lod.points().at(triangle.corner[0].point.get());
        const auto* const b = lod.points().at(triangle.corner[1].point.get());
        const auto* const c = lod.points().at(triangle.corner[2].point.get());
        const auto* const n = lod.normals().at(triangle.corner[0].normal.get());
        if (a == nullptr || b == nullptr || c == nullptr) {
            continue; // indices are not validated, although no known file has a wrong one
        }
        const vector from = position_of(vector{*a});
        const vector doubled = cross(position_of(vector{*b}) - from, position_of(vector{*c}) - from);
        out.volume += dot(from, doubled) / 6;
        out.along += n != nullptr ? dot(doubled, normal_of(vector{*n})) : 0;
        out.area += length(doubled);
    }
    return out;
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

    std::cout << std::fixed << std::setprecision(3);
    for (const p3d::lod& lod : model->lods()) {
        const sums total = measure(lod);
        std::cout << name_of(lod.kind()) << ": " << lod.triangle_count() << " triangles";
        if (total.area > 0) {
            std::cout << ", volume " << total.volume << ", agree with normals by " << total.along / total.area;
        }
        std::cout << '\n';
    }
}
