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

// A quarter turn about x. Both spaces are right-handed: nothing is mirrored, and the order of corners does not change.
vector turned(const vector& v) { return {v.x, v.z, -v.y}; }
quaternion turned(const quaternion& q) { return {q.x, q.z, -q.y, q.w}; }
vector turned_scale(const vector& s) { return {s.x, s.z, s.y}; }

// A glTF node from a bone's pose. Both have their origin at the bone's pivot, relative to the parent's pivot.
effigy::pose<double> turned(const effigy::pose<double>& pose) {
    return {turned(pose.position), turned(pose.rotation), turned_scale(pose.scale)};
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = m2::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    std::vector<effigy::tree_entry> memory(model->bones().size());
    const m2::bone_index bones = model->index(memory);
    const m2::animation_time when{.animation = 0, .seconds = 0.5, .global_seconds = 0.5};
    std::vector<effigy::pose<double>> poses(bones.size());
    apply(*model, when, bones, poses);

    // Skinning in glTF: a node's matrix times its inverse bind matrix, which moves the pivot to the origin.
    std::vector<matrix> joints(bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        joints[i] = turned(poses[i]).matrix();
    }
    local_to_world(bones, joints);
    std::cout << std::fixed << std::setprecision(3);
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const vector& origin = joints[i].translation;
        std::cout << "bone " << i << " at " << origin.x << ' ' << origin.y << ' ' << origin.z + 0.0 << '\n';
        const effigy::vector3<float> pivot = bones[i].pivot();
        const vector to_origin = turned(-vector{pivot.x, pivot.y, pivot.z});
        joints[i] = joints[i] * matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, to_origin};
    }

    // Skinning in effigy.
    std::vector<matrix> matrices(bones.size());
    local_matrices(poses, matrices);
    local_to_world(bones, matrices);
    skin_matrices(*model, matrices, matrices);
    std::vector<vector> ours(model->vertex_count());
    skin_positions(*model, matrices, ours);

    double difference = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const m2::vertex& vertex = model->vertices()[i];
        vector gltf;
        for (std::size_t k = 0; k < 4; ++k) {
            gltf += transform_point(joints.at(vertex.joints[k]), turned(vector{vertex.position})) *
                    (vertex.weights[k] / 255.0);
        }
        difference = std::max(difference, length(turned(ours[i]) - gltf));
    }
    std::cout << "skinned vertices " << (difference < 1e-4 ? "agree" : "differ") << '\n';
}
