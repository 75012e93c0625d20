// Repairing vertices for glTF, which requires unit normals and tangents, weights with the sum 1, and finite numbers.
#pragma once

#include <effigy/core/pool.hpp>
#include <effigy/scene/numbers.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

#include <bit>

namespace effigy { inline namespace v0 {
namespace impl {

// Replaces values that are not finite by zeros. Returns how many there were.
template <class Value> std::size_t repair_values(scene::list<Value>& values) noexcept {
    outcome any;
    for (const Value& each : values) {
        any |= is_not_finite(each);
    }
    std::size_t bad = 0;
    for (std::size_t i = 0; any && i < values.size(); ++i) {
        if (is_not_finite(values[i])) {
            values[i] = {};
            ++bad;
        }
    }
    return bad;
}
inline std::size_t repair_positions(scene::mesh& mesh) noexcept { return repair_values(mesh.positions); }
inline std::size_t repair_texcoords(scene::mesh& mesh) noexcept {
    std::size_t bad = 0;
    for (auto& set : mesh.texcoords) {
        bad += repair_values(set);
    }
    return bad;
}

// Takes the square of a length. Whether the length is not 1, up to the precision of a float.
[[nodiscard]] constexpr outcome is_off_unit(float square) noexcept {
    constexpr float tolerance = 1e-6F;
    return exceeds(square - 1, tolerance);
}
// Scales a vector to length 1. Returns false if the vector has no direction.
[[nodiscard]] inline bool make_unit(vector3<float>& v) noexcept {
    const float square = dot(v, v);
    if (!is_off_unit(square)) {
        return true;
    }
    constexpr float smallest = 1e-20F, largest = 1e20F; // between these, float arithmetic is precise
    if (square > smallest && square < largest) {
        v = v * (1 / square_root(square));
        return true;
    }
    v = to_real<float>(normalized(to_real<double>(v)));
    return dot(v, v) > 0.5F; // NaN, if it was not finite
}

// The memory that repair_normals() takes for each normal, at most, while it runs.
inline constexpr std::uint64_t bytes_to_repair = sizeof(std::uint32_t) + sizeof(vector3<double>);

} // namespace impl

// Scales all normals to length 1. A normal without a direction becomes the area-weighted normal of the triangles that
// use the vertex, or +Y if they have none. Returns how many had no direction. Precondition: as many normals as
// positions, and indices below their number. If memory runs out, normals without a direction are zero.
template <class = when_used> std::size_t repair_normals(scene::mesh& mesh) {
    impl::outcome any;
    for (const vector3<float>& normal : mesh.normals) {
        any |= impl::is_off_unit(dot(normal, normal));
    }
    std::size_t bad = 0;
    if (!any) {
        return bad;
    }
    for (vector3<float>& normal : mesh.normals) {
        if (!impl::make_unit(normal)) {
            normal = {};
            ++bad;
        }
    }
    if (bad == 0) {
        return 0;
    }
    std::pmr::memory_resource* const memory = mesh.normals.resource();
    pool<std::uint32_t> sum_numbers(mesh.normals.size(), npos, memory); // per vertex; npos: the normal is good
    pool<vector3<double>> sums{memory};
    sums.reserve(bad);
    for (std::uint32_t vertex = 0; vertex < mesh.normals.size(); ++vertex) {
        if (mesh.normals[vertex] == vector3<float>{}) {
            sum_numbers[vertex] = static_cast<std::uint32_t>(sums.size());
            sums.push_back({});
        }
    }
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const std::uint32_t corners[] = {mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]};
        if (sum_numbers[corners[0]] == npos && sum_numbers[corners[1]] == npos && sum_numbers[corners[2]] == npos) {
            continue;
        }
        const auto at = [&](int k) { return impl::to_real<double>(mesh.positions[corners[k]]); };
        const vector3<double> area = cross(at(1) - at(0), at(2) - at(0));
        for (const std::uint32_t vertex : corners) {
            if (sum_numbers[vertex] != npos) {
                sums[sum_numbers[vertex]] += area;
            }
        }
    }
    for (std::uint32_t vertex = 0; vertex < mesh.normals.size(); ++vertex) {
        if (sum_numbers[vertex] != npos) {
            const vector3<double> sum = normalized(sums[sum_numbers[vertex]]);
            mesh.normals[vertex] = dot(sum, sum) > 0.5 ? impl::to_real<float>(sum) : vector3<float>{0, 1, 0};
        }
    }
    return bad;
}

// Scales all tangents to length 1 and sets w to 1 or -1. A tangent without a direction becomes a vector orthogonal to
// the normal. Returns how many had no direction. Precondition: as many normals, which are repaired.
template <class = when_used> std::size_t repair_tangents(scene::mesh& mesh) noexcept {
    impl::outcome any;
    for (const vector4<float>& t : mesh.tangents) {
        any |= impl::is_off_unit(t.x * t.x + t.y * t.y + t.z * t.z) | impl::exceeds(t.w * t.w - 1, 0);
    }
    std::size_t bad = 0;
    if (!any) {
        return bad;
    }
    for (std::size_t i = 0; i < mesh.tangents.size(); ++i) {
        vector4<float>& tangent = mesh.tangents[i];
        vector3<float> along{tangent.x, tangent.y, tangent.z};
        if (!impl::make_unit(along)) {
            const vector3<double> normal = impl::to_real<double>(mesh.normals[i]);
            const bool upright = impl::absolute(normal.y) > 0.7;
            along = impl::to_real<float>(
                normalized(cross(normal, upright ? vector3<double>{1, 0, 0} : vector3<double>{0, 1, 0})));
            ++bad;
        }
        tangent = {along.x, along.y, along.z, tangent.w < 0 ? -1.0F : 1.0F};
    }
    return bad;
}

namespace impl {

// Repairs the vertices of a mesh. Its extras tell how many values were replaced.
template <class Builder> void repair_vertices(Builder& to, scene::mesh& mesh) {
    if (!to.fits_limit(mesh.normals.size() * bytes_to_repair)) {
        return;
    }
    auto extras = to.extras();
    extras.add_given("repairedPositions", repair_positions(mesh));
    extras.add_given("repairedTexcoords", repair_texcoords(mesh));
    extras.add_given("repairedNormals", repair_normals(mesh));
    extras.add_given("repairedTangents", repair_tangents(mesh));
    extras.put_into(mesh.extras);
}

// Whether all weights are finite and at least 0, and no joint has two weights.
[[nodiscard]] inline bool are_distinct(const scene::joints4& joints, const scene::weights4& weights) noexcept {
    outcome bad;
    for (const float weight : weights) { // -0 is 0
        bad |= exceeds(weight, largest_float) | outcome{std::bit_cast<std::uint32_t>(weight + 0.0F)};
    }
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = a + 1; b < 4; ++b) {
            bad |= outcome::of(joints[a] == joints[b]) & exceeds(weights[a], 0) & exceeds(weights[b], 0);
        }
    }
    return !bad;
}
// Sets weights that are not finite and positive to 0, and adds up the weights of equal joints. If the sum could
// overflow a float, all weights are divided by 4 first.
inline void merge_influences(scene::joints4& joints, scene::weights4& weights) noexcept {
    for (std::size_t k = 0; k < 4; ++k) {
        if (!(weights[k] > 0) || !is_finite(weights[k])) {
            weights[k] = 0;
        }
    }
    constexpr float most = largest_float / 4;
    if (weights[0] > most || weights[1] > most || weights[2] > most || weights[3] > most) {
        for (float& weight : weights) {
            weight /= 4;
        }
    }
    for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t earlier = 0; earlier < k && weights[k] != 0; ++earlier) {
            if (weights[earlier] != 0 && joints[earlier] == joints[k]) {
                weights[earlier] += weights[k];
                weights[k] = 0;
            }
        }
    }
}
// Changes a vertex's influences to what glTF requires: no joint twice, joint 0 for a weight of 0, weights with the
// sum 1. Weights that are not finite and positive become 0. If none is left, the joint `fallback` gets the weight 1.
inline void normalise_influences(scene::joints4& joints, scene::weights4& weights, std::uint16_t fallback) noexcept {
    if (!are_distinct(joints, weights)) {
        merge_influences(joints, weights);
    }
    double sum = 0;
    for (const float weight : weights) {
        sum += static_cast<double>(weight);
    }
    if (!(sum > 0)) {
        joints = {fallback, 0, 0, 0};
        weights = {1, 0, 0, 0};
        return;
    }
    constexpr double rounding = 1e-7;
    const double factor = absolute(sum - 1) <= rounding ? 1 : 1 / sum;
    for (std::size_t k = 0; k < 4; ++k) {
        weights[k] = static_cast<float>(static_cast<double>(weights[k]) * factor);
        joints[k] = weights[k] != 0 ? joints[k] : std::uint16_t{0};
    }
}

// Takes the memory of a mesh's only set of influences. Returns false if the limit does not allow it.
template <class Budget> [[nodiscard]] bool reserve_influences(Budget& from, scene::mesh& to, std::uint64_t vertices) {
    return from.resize(1, to.joints, to.weights) && from.reserve(to.joints[0], vertices) &&
           from.reserve(to.weights[0], vertices);
}

// Gives a mesh its only set of influences. `stored_joints` has records with four bones each, `stored_weights` four
// numbers each. `joint_of(bone)` returns the joint of a bone, or npos: its weight becomes 0. Vertices without weights
// get the joint `fallback`. Returns the number of vertices that follow `fallback` above all.
template <class Joints, class Weights, class JointOf>
[[nodiscard]] std::size_t fill_influences(scene::mesh& to, const Joints& stored_joints, const Weights& stored_weights,
                                          std::uint16_t fallback, const JointOf& joint_of) {
    to.joints.resize(1);
    to.weights.resize(1);
    auto joints = to.joints[0].append(stored_joints.size()).begin();
    auto weights = to.weights[0].append(stored_joints.size()).begin();
    auto weight = stored_weights.begin();
    std::size_t out = 0;
    for (const auto& stored : stored_joints) {
        *weights = {weight->x, weight->y, weight->z, weight->w};
        for (std::size_t k = 0; k < 4; ++k) {
            const std::uint32_t joint = joint_of(stored.bone[k].get());
            (*weights)[k] = joint != npos ? (*weights)[k] : 0;
            (*joints)[k] = joint != npos ? static_cast<std::uint16_t>(joint) : std::uint16_t{0};
        }
        normalise_influences(*joints, *weights, fallback);
        out += (*joints)[0] == fallback ? 1U : 0U;
        ++joints;
        ++weights;
        ++weight;
    }
    return out;
}

} // namespace impl
}} // namespace effigy::v0
