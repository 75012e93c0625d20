// What glTF demands of vertices, and files do not keep: every normal and tangent of length 1, weights that add up to 1,
// no number that is not finite.
#pragma once

#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

namespace effigy::inline v0::impl {

// Puts vertices that are not finite at the origin; gives how many there were.
inline std::size_t repair_positions(scene::mesh& in) noexcept {
    std::size_t bad = 0;
    for (vector3<float>& position : in.positions) {
        if (!is_finite(position)) {
            position = {};
            ++bad;
        }
    }
    return bad;
}
inline std::size_t repair_texcoords(scene::mesh& in) noexcept {
    std::size_t bad = 0;
    for (auto& set : in.texcoords) {
        for (vector2<float>& at : set) {
            if (!((at.x - at.x) + (at.y - at.y) == 0)) {
                at = {};
                ++bad;
            }
        }
    }
    return bad;
}

// Of length 1 within what a float can tell; else normalised. False where there is no direction.
[[nodiscard]] inline bool make_unit(vector3<float>& v) noexcept {
    constexpr float tolerance = 1e-6F;
    const float square = dot(v, v);
    if (square > 1 - tolerance && square < 1 + tolerance) {
        return true;
    }
    if (!is_finite(v)) {
        return false;
    }
    v = to_real<float>(normalized(to_real<double>(v)));
    return dot(v, v) > 0.5F;
}

// Makes all normals of length 1. Those that have no direction become that of the triangles around, weighted by area, or
// +Y where there is none. Gives how many had none.
inline std::size_t repair_normals(scene::mesh& in) {
    std::size_t bad = 0;
    for (vector3<float>& normal : in.normals) {
        if (!make_unit(normal)) {
            normal = {};
            ++bad;
        }
    }
    if (bad == 0) {
        return 0;
    }
    const auto lacks = [&](std::uint32_t vertex) { // marked by the length 0, then by a sum beyond 1
        return in.normals[vertex] == vector3<float>{};
    };
    std::pmr::vector<std::uint32_t> without{in.normals.get_allocator()};
    std::pmr::vector<vector3<double>> sums{in.normals.get_allocator()};
    without.assign(in.normals.size(), npos);
    for (std::uint32_t vertex = 0; vertex < in.normals.size(); ++vertex) {
        if (lacks(vertex)) {
            without[vertex] = static_cast<std::uint32_t>(sums.size());
            sums.emplace_back();
        }
    }
    for (std::size_t i = 0; i + 2 < in.indices.size(); i += 3) {
        const std::uint32_t corners[] = {in.indices[i], in.indices[i + 1], in.indices[i + 2]};
        if (without[corners[0]] == npos && without[corners[1]] == npos && without[corners[2]] == npos) {
            continue;
        }
        const auto at = [&](int k) { return to_real<double>(in.positions[corners[k]]); };
        const vector3<double> area = cross(at(1) - at(0), at(2) - at(0));
        for (const std::uint32_t vertex : corners) {
            if (without[vertex] != npos) {
                sums[without[vertex]] += area;
            }
        }
    }
    for (std::uint32_t vertex = 0; vertex < in.normals.size(); ++vertex) {
        if (without[vertex] != npos) {
            const vector3<double> sum = normalized(sums[without[vertex]]);
            in.normals[vertex] = dot(sum, sum) > 0.5 ? to_real<float>(sum) : vector3<float>{0, 1, 0};
        }
    }
    return bad;
}

// Makes all tangents of length 1 and w 1 or -1, after the normals. One without direction becomes any that stands at a
// right angle to the normal. Gives how many had none.
inline std::size_t repair_tangents(scene::mesh& in) noexcept {
    std::size_t bad = 0;
    for (std::size_t i = 0; i < in.tangents.size(); ++i) {
        vector4<float>& tangent = in.tangents[i];
        vector3<float> along{tangent.x, tangent.y, tangent.z};
        if (!make_unit(along)) {
            const vector3<double> normal = to_real<double>(in.normals[i]);
            const bool upright = absolute(normal.y) > 0.7;
            along = to_real<float>(
                normalized(cross(normal, upright ? vector3<double>{1, 0, 0} : vector3<double>{0, 1, 0})));
            ++bad;
        }
        tangent = {along.x, along.y, along.z, tangent.w < 0 ? -1.0F : 1.0F};
    }
    return bad;
}

// One vertex's influences as glTF has them: no joint twice, 0 where the weight is 0, weights that add up to 1. Weights
// that are not above 0 count as none. Without any: `otherwise` alone moves it.
inline void normalise_influences(scene::joints4& joints, scene::weights4& weights, std::uint16_t otherwise) noexcept {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        if (!(weights[k] > 0) || weights[k] - weights[k] != 0) {
            weights[k] = 0;
        }
        for (std::size_t earlier = 0; earlier < k && weights[k] != 0; ++earlier) {
            if (weights[earlier] != 0 && joints[earlier] == joints[k]) {
                weights[earlier] += weights[k];
                weights[k] = 0;
            }
        }
    }
    for (const float weight : weights) {
        sum += static_cast<double>(weight);
    }
    if (!(sum > 0)) {
        joints = {otherwise, 0, 0, 0};
        weights = {1, 0, 0, 0};
        return;
    }
    for (std::size_t k = 0; k < 4; ++k) {
        weights[k] = static_cast<float>(static_cast<double>(weights[k]) / sum);
        joints[k] = weights[k] != 0 ? joints[k] : std::uint16_t{0};
    }
}

} // namespace effigy::inline v0::impl
