// What glTF demands of vertices, and files do not keep: every normal and tangent of length 1, weights that add up to 1,
// no number that is not finite.
#pragma once

#include <effigy/scene/numbers.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

#include <bit>

namespace effigy::inline v0::impl {

// Puts vertices that are not finite at the origin; gives how many there were.
inline std::size_t repair_positions(scene::mesh& in) noexcept {
    std::uint32_t any = 0;
    for (const vector3<float>& at : in.positions) {
        any |= is_not_finite(at.x) | is_not_finite(at.y) | is_not_finite(at.z);
    }
    std::size_t bad = 0;
    for (std::size_t i = 0; any != 0 && i < in.positions.size(); ++i) {
        if (!is_finite(in.positions[i])) {
            in.positions[i] = {};
            ++bad;
        }
    }
    return bad;
}
inline std::size_t repair_texcoords(scene::mesh& in) noexcept {
    std::size_t bad = 0;
    for (auto& set : in.texcoords) {
        std::uint32_t any = 0;
        for (const vector2<float>& at : set) {
            any |= is_not_finite(at.x) | is_not_finite(at.y);
        }
        for (std::size_t i = 0; any != 0 && i < set.size(); ++i) {
            if ((is_not_finite(set[i].x) | is_not_finite(set[i].y)) != 0) {
                set[i] = {};
                ++bad;
            }
        }
    }
    return bad;
}

// 0 where a vector, given the square of its length, has the length 1 within what a float can tell; else 1.
[[nodiscard]] constexpr std::uint32_t is_off_unit(float square) noexcept {
    constexpr float tolerance = 1e-6F;
    return exceeds(square - 1, tolerance);
}
// Makes it of length 1, unless it is. False where there is no direction.
[[nodiscard]] inline bool make_unit(vector3<float>& v) noexcept {
    const float square = dot(v, v);
    if (is_off_unit(square) == 0) {
        return true;
    }
    constexpr float smallest = 1e-20F, largest = 1e20F; // between, a float's arithmetic loses nothing
    if (square > smallest && square < largest) {
        v = v * (1 / square_root(square));
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
    std::uint32_t any = 0;
    for (const vector3<float>& normal : in.normals) {
        any |= is_off_unit(dot(normal, normal));
    }
    std::size_t bad = 0;
    if (any == 0) {
        return bad;
    }
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
    sums.reserve(bad);
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
    std::uint32_t any = 0;
    for (const vector4<float>& t : in.tangents) {
        any |= is_off_unit(t.x * t.x + t.y * t.y + t.z * t.z) | exceeds(t.w * t.w - 1, 0);
    }
    std::size_t bad = 0;
    if (any == 0) {
        return bad;
    }
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

// Whether all weights are numbers from 0 on, and no joint with a weight is there twice.
[[nodiscard]] inline bool are_distinct(const scene::joints4& joints, const scene::weights4& weights) noexcept {
    std::uint32_t bad = 0;
    for (const float weight : weights) { // -0 is 0
        bad |= exceeds(weight, largest_float) | (std::bit_cast<std::uint32_t>(weight + 0.0F) >> 31U);
    }
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = a + 1; b < 4; ++b) {
            bad |= static_cast<std::uint32_t>(joints[a] == joints[b]) & exceeds(weights[a], 0) & exceeds(weights[b], 0);
        }
    }
    return bad == 0;
}
// Weights that are not above 0 count as none; what a joint has twice is added up. Of weights that a float has no sum
// for a quarter does as well.
inline void merge_influences(scene::joints4& joints, scene::weights4& weights) noexcept {
    for (std::size_t k = 0; k < 4; ++k) {
        if (!(weights[k] > 0) || weights[k] - weights[k] != 0) {
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
// One vertex's influences as glTF has them: no joint twice, 0 where the weight is 0, weights that add up to 1. Weights
// that are not above 0 count as none. Without any: `otherwise` alone moves it.
inline void normalise_influences(scene::joints4& joints, scene::weights4& weights, std::uint16_t otherwise) noexcept {
    if (!are_distinct(joints, weights)) {
        merge_influences(joints, weights);
    }
    double sum = 0;
    for (const float weight : weights) {
        sum += static_cast<double>(weight);
    }
    if (!(sum > 0)) {
        joints = {otherwise, 0, 0, 0};
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

} // namespace effigy::inline v0::impl
