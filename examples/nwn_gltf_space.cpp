// nwn_gltf_space FILE: a Neverwinter Nights model in the coordinates of glTF, which has y up.
#include <effigy/file.hpp>
#include <effigy/nwn.hpp>
#include <effigy/report.hpp>

#include <iomanip>
#include <iostream>
#include <vector>

namespace nwn = effigy::nwn;
using matrix = effigy::matrix4x3<double>;
using quaternion = effigy::quaternion<double>;
using vector = effigy::vector3<double>;

namespace {

// A quarter turn about x: both spaces are right-handed, so nothing is mirrored and corners keep their order.
vector turned(const vector& v) { return {v.x, v.z, -v.y}; }
quaternion turned(const quaternion& q) { return {q.x, q.z, -q.y, q.w}; }

// The mean cosine between the drawn triangles' normals and the stored normals, weighted by area: 1 if they agree.
double agreement(const nwn::mesh& mesh) {
    const auto positions = mesh.positions();
    const auto normals = mesh.normals();
    const auto indices = mesh.indices();
    double along = 0;
    double area = 0;
    for (std::size_t i = 0; i + 3 <= indices.size(); i += 3) {
        vector corners[3];
        vector normal;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint16_t index = indices[i + k];
            if (const auto *p = positions.at(index), *n = normals.at(index); p != nullptr && n != nullptr) {
                corners[k] = turned(vector{*p});
                normal += turned(vector{*n});
            }
        }
        const vector face = cross(corners[1] - corners[0], corners[2] - corners[0]);
        along += dot(face, normal);
        area += length(face) * length(normal);
    }
    return area > 0 ? along / area : 0;
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = nwn::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);
    std::vector<matrix> world(nodes.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const auto local = sample<double>(nodes[i], 0);
        world[i] = compose(turned(local.position), turned(local.rotation), local.scale); // one scale for all axes
    }
    local_to_world(nodes, world);

    std::cout << std::fixed << std::setprecision(3);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const vector& origin = world[i].translation;
        std::cout << nodes.name(i) << " at " << origin.x << ' ' << origin.y << ' ' << origin.z + 0.0 << '\n';
        if (const auto mesh = nodes[i].mesh(); mesh && !mesh.normals().empty()) {
            std::cout << "  triangles agree with normals by " << agreement(mesh) << '\n';
        }
        if (const auto mesh = nodes[i].mesh(); mesh && !mesh.texcoords().empty()) {
            const auto& uv = mesh.texcoords()[0];
            std::cout << "  first texture coordinate " << uv.x << ' ' << 1 - uv.y << '\n'; // glTF counts v from the top
        }
    }
}
