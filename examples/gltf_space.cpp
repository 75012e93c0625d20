// gltf_space FILE: a Legend of Grimrock model in the coordinates of glTF, which are right-handed.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <iomanip>
#include <iostream>
#include <vector>

namespace grimrock = effigy::grimrock;
using matrix = effigy::matrix4x3<double>;
using quaternion = effigy::quaternion<double>;
using vector = effigy::vector3<double>;

namespace {

// Mirrors at the plane x = 0. Directions (normals, tangents) are mirrored like positions.
vector mirrored(const vector& v) { return {-v.x, v.y, v.z}; }
quaternion mirrored(const quaternion& q) { return {q.x, -q.y, -q.z, q.w}; }
matrix mirrored(const matrix& m) {
    return {{m.x.x, -m.x.y, -m.x.z}, {-m.y.x, m.y.y, m.y.z}, {-m.z.x, m.z.y, m.z.z}, mirrored(m.translation)};
}

// The mean cosine between the triangles' normals, with corners in glTF's order, and the stored normals, weighted by
// area: 1 if they agree.
double agreement(const grimrock::mesh& mesh) {
    const auto positions = mesh.positions();
    const auto normals = mesh.normals();
    const auto indices = mesh.indices();
    double along = 0;
    double area = 0;
    for (std::size_t i = 0; i + 3 <= indices.size(); i += 3) {
        vector corners[3];
        vector normal;
        for (const std::size_t k : {0U, 1U, 2U}) {
            const std::size_t turned = k == 0 ? i : i + 3 - k; // (a, b, c) becomes (a, c, b)
            const std::uint32_t index = indices[turned];
            if (const auto *p = positions.at(index), *n = normals.at(index); p != nullptr && n != nullptr) {
                corners[k] = mirrored(vector{*p});
                normal = normal + mirrored(vector{*n});
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
    const auto model = grimrock::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);
    std::vector<matrix> world(nodes.size());
    rest_poses(nodes, world);
    for (matrix& local : world) {
        local = mirrored(local);
    }
    local_to_world(nodes, world);

    std::cout << std::fixed << std::setprecision(3);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const auto node = nodes.at(i);
        const vector& origin = world[i].translation;
        std::cout << node.name() << " at " << origin.x + 0.0 << ' ' << origin.y << ' ' << origin.z << '\n';
        if (const auto mesh = node.mesh()) {
            std::cout << "  faces agree with normals by " << agreement(mesh) << '\n';
        }
    }

    // Mirroring the quaternion has the same result as mirroring its matrix.
    const quaternion turn{0.5, 0.5, 0.5, 0.5};
    const bool same =
        mirrored(compose(vector{}, turn, vector{1, 1, 1})) == compose(vector{}, mirrored(turn), vector{1, 1, 1});
    std::cout << (same ? "quaternion and matrix agree\n" : "quaternion and matrix differ\n");
}
