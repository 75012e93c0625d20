// m2_gltf_space FILE: the bones of a World of Warcraft model as nodes of glTF, which has y up and no pivots.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

namespace m2 = effigy::m2;
using matrix = effigy::matrix4x3<double>;
using quaternion = effigy::quaternion<double>;
using vector = effigy::vector3<double>;

namespace {

// A quarter turn about x: both spaces are right-handed, so nothing is mirrored and the order of corners stays.
vector turned(const vector& v) { return {v.x, v.z, -v.y}; }
quaternion turned(const quaternion& q) { return {q.x, q.z, -q.y, q.w}; }
vector turned_scale(const vector& s) { return {s.x, s.z, s.y}; }

vector pivot_of(const m2::bone& bone) { return bone ? vector{*bone.pivot()} : vector{}; }

// A node: the pivot becomes its origin, seen from its parent's.
matrix node_matrix(const m2::model& model, std::uint32_t number, std::uint32_t parent, const m2::moment& when) {
    const m2::bone bone = model.bones()[number];
    const auto moved = m2::sample<double>(bone, when);
    const vector origin = pivot_of(bone) - pivot_of(model.bones()[parent]) + moved.position; // without parent: of 0
    return compose(turned(origin), turned(moved.rotation), turned_scale(moved.scale));
}

} // namespace

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 1 ? argv[1] : "");
    if (!file) {
        std::cerr << to_string(file.error()) << '\n';
        return 1;
    }
    const auto model = m2::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error()) << '\n';
        return 1;
    }
    std::vector<effigy::tree_entry> memory(model->bones().size());
    const effigy::tree_links links = model->index(memory);
    const m2::moment when = moment_in(*model, 0, 500, 500);

    // As glTF has it: a node's matrix times its inverse bind matrix, which takes the pivot to the origin.
    std::vector<matrix> joints(links.size());
    for (std::uint32_t i = 0; i < links.size(); ++i) {
        joints[i] = node_matrix(*model, i, links.parent(i), when);
    }
    local_to_world(links, joints);
    std::cout << std::fixed << std::setprecision(3);
    for (std::uint32_t i = 0; i < links.size(); ++i) {
        const vector& origin = joints[i].translation;
        std::cout << "bone " << i << " at " << origin.x << ' ' << origin.y << ' ' << origin.z + 0.0 << '\n';
        joints[i] = joints[i] * matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, turned(pivot_of(model->bones()[i])) * -1.0};
    }

    // As effigy has it.
    std::vector<matrix> bones(links.size());
    local_matrices(*model, when, bones);
    local_to_world(links, bones);

    double difference = 0;
    for (const m2::vertex& vertex : model->vertices()) {
        const vector ours = turned(skinned_position(vertex, bones));
        const auto move = [](const matrix& joint, const vector& point) { return transform_point(joint, point); };
        const vector gltf = skin(vertex, joints, turned(vector{vertex.position}), move);
        difference = std::max(difference, length(ours - gltf));
    }
    std::cout << "skinned vertices " << (difference < 1e-4 ? "agree" : "differ") << '\n';
}
