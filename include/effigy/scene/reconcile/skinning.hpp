// Where the vertices of meshes are at rest, and which joints move them.
#pragma once

#include <effigy/scene/parts.hpp>
#include <effigy/scene/play.hpp>

namespace effigy { inline namespace v0 { namespace impl {

struct joint_weight {
    std::uint32_t joint;
    double weight;
};

// Returns the mean of the matrices of a vertex's joints, by weight; the first one without any.
// `joint_of(joint of the mesh)`: the number of its matrix; others count as none.
template <class JointOf> [[nodiscard]] matrix4x3<double> blended(const pool<matrix4x3<double>>& matrices,
                                                                 const scene::mesh& mesh, std::uint32_t vertex,
                                                                 const JointOf& joint_of) {
    matrix4x3<double> out{{}, {}, {}, {}};
    double sum = 0;
    for (std::size_t set = 0; set < mesh.joints.size(); ++set) {
        for (std::size_t k = 0; k < 4; ++k) {
            const double weight = static_cast<double>(mesh.weights[set][vertex][k]);
            const std::uint32_t joint = weight != 0 ? joint_of(mesh.joints[set][vertex][k]) : npos;
            if (joint < matrices.size()) {
                const matrix4x3<double>& each = matrices[joint];
                out = {out.x + each.x * weight, out.y + each.y * weight, out.z + each.z * weight,
                       out.translation + each.translation * weight};
                sum += weight;
            }
        }
    }
    if (!(sum > 0)) {
        return matrices.empty() ? matrix4x3<double>{} : matrices[0];
    }
    const double by = 1 / sum;
    return {out.x * by, out.y * by, out.z * by, out.translation * by};
}

// The matrices from the space of a node's mesh to that of the scene.
template <class = when_used> class rest_space {
public:
    // `world`: of each node at rest.
    rest_space(const scene& of, const pool<matrix4x3<double>>& world, std::uint32_t node,
               std::pmr::memory_resource* memory)
        : matrices_(memory) {
        const std::uint32_t number = of.nodes[node].skin;
        if (number == npos) {
            matrices_.push_back(world[node]);
            return;
        }
        const scene::skin& skin = of.skins[number];
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            matrices_.push_back(world[skin.joints[i]] * to_real<double>(skin.inverse_binds[i]));
        }
    }
    [[nodiscard]] matrix4x3<double> of_vertex(const scene::mesh& mesh, std::uint32_t vertex) const {
        return blended(matrices_, mesh, vertex, [](std::uint32_t joint) { return joint; });
    }
    [[nodiscard]] std::uint32_t joint_count() const noexcept { return static_cast<std::uint32_t>(matrices_.size()); }
    [[nodiscard]] const matrix4x3<double>& of_joint(std::uint32_t joint) const noexcept { return matrices_[joint]; }

private:
    pool<matrix4x3<double>> matrices_; // of the joints, or one
};

// Moves what a vertex has, as to_vertex(i) says, in place; `first`: the vertices before stay.
template <class MatrixOf> void move_vertices(scene::mesh& of, std::size_t first, const MatrixOf& to_vertex) {
    for (std::size_t i = first; i < of.positions.size(); ++i) {
        const matrix4x3<double> by = to_vertex(static_cast<std::uint32_t>(i));
        const auto keep_finite = [](vector3<float>& to, const vector3<double>& moved) {
            const vector3<float> made = to_real<float>(moved);
            to = is_finite(made) ? made : to;
        };
        keep_finite(of.positions[i], transform_point(by, to_real<double>(of.positions[i])));
        if (!of.normals.empty()) {
            const vector3<float> turned =
                to_real<float>(normalized(transform_normal(by, to_real<double>(of.normals[i]))));
            of.normals[i] = dot(turned, turned) > 0.5F ? turned : of.normals[i];
        }
        for (scene::morph_target& each : of.targets) {
            keep_finite(each.positions[i], transform_vector(by, to_real<double>(each.positions[i])));
        }
    }
}

// A vertex follows `joint_of[joint]` in place of each joint; `first`: the vertices before stay.
inline void replace_joints(scene::mesh& of, std::size_t first, const pool<std::uint32_t>& joint_of) {
    struct stored_weight {
        std::uint16_t* joint;
        float* weight;
    };
    for (std::size_t vertex = first; vertex < of.positions.size(); ++vertex) {
        const auto for_each = [&](const auto& use) { // until it returns true
            for (std::size_t set = 0; set < of.joints.size(); ++set) {
                for (std::size_t k = 0; k < 4; ++k) {
                    if (use(stored_weight{&of.joints[set][vertex][k], &of.weights[set][vertex][k]})) {
                        return;
                    }
                }
            }
        };
        for_each([&](const stored_weight& each) {
            *each.joint = *each.weight != 0 ? static_cast<std::uint16_t>(joint_of[*each.joint]) : std::uint16_t{0};
            return false;
        });
        for_each([&](const stored_weight& each) { // a joint is there once
            for_each([&](const stored_weight& other) {
                const bool is_again = other.joint != each.joint && *other.weight != 0 && *each.joint == *other.joint;
                if (is_again && *each.weight != 0) {
                    *other.weight += *each.weight;
                    *each.weight = 0;
                    *each.joint = 0;
                }
                return other.joint == each.joint;
            });
            return false;
        });
    }
}

[[nodiscard]] inline matrix4x3<float> stored_matrix(const matrix4x3<double>& m) noexcept {
    const matrix4x3<float> out{to_real<float>(m.x), to_real<float>(m.y), to_real<float>(m.z),
                               to_real<float>(m.translation)};
    return is_finite(out) ? out : matrix4x3<float>{};
}

}}} // namespace effigy::v0::impl
