// Builds the stone idol of the samples from blocks. Uses only basic arithmetic and square roots, so that the files of
// the samples are the same on every machine.
#pragma once

#include "grimrock/fixtures.hpp"

#include <cmath>

namespace fixtures::figure {
[[nodiscard]] inline vec3 operator+(const vec3& a, const vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
[[nodiscard]] inline vec3 operator-(const vec3& a, const vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
[[nodiscard]] inline vec3 operator*(const vec3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }
[[nodiscard]] inline float dot(const vec3& a, const vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
[[nodiscard]] inline vec3 cross(const vec3& a, const vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] inline vec3 unit(const vec3& v) { return v * (1 / std::sqrt(dot(v, v))); }

[[nodiscard]] inline vec3 operator*(const matrix& m, const vec3& p) {
    return m.x * p.x + m.y * p.y + m.z * p.z + m.translation;
}
[[nodiscard]] inline matrix operator*(const matrix& a, const matrix& b) {
    return {a * b.x - a.translation, a * b.y - a.translation, a * b.z - a.translation, a * b.translation};
}
// The inverse of a rotation and translation.
[[nodiscard]] inline matrix inverse(const matrix& m) {
    const vec3 t = m.translation;
    return {{m.x.x, m.y.x, m.z.x},
            {m.x.y, m.y.y, m.z.y},
            {m.x.z, m.y.z, m.z.z},
            vec3{} - vec3{dot(m.x, t), dot(m.y, t), dot(m.z, t)}};
}

// A block of stone whose top can be narrower or wider than its bottom, in the space of the node that moves it.
struct block {
    std::int32_t bone = root;
    vec3 center{};
    vec3 half{};
    float taper = 1;                 // width of the top divided by that of the bottom
    std::int32_t bottom_bone = root; // moves the lower vertices with the weight `bottom_share`
    float bottom_share = 0;
};

class sculptor {
public:
    // Adds the 6 faces of a block. `to_mesh` maps to mesh space. Bone i is node i.
    void add(const block& part, const matrix& to_mesh, const vec3& rgb) {
        const std::array<vec3, 6> outward{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
        for (const vec3& n : outward) {
            const vec3 up = n.y == 0 ? vec3{0, 1, 0} : vec3{0, 0, -n.y};
            add_face(part, to_mesh, rgb, n, up);
        }
    }

    [[nodiscard]] mesh finish(bool skinned) const {
        mesh out;
        out.vertex_count = static_cast<std::int32_t>(positions_.size() / 3);
        out.arrays[position] = packed(float32_type, 3, positions_);
        out.arrays[normal] = packed(float32_type, 3, normals_);
        out.arrays[tangent] = packed(float32_type, 3, tangents_);
        out.arrays[bitangent] = packed(float32_type, 3, bitangents_);
        out.arrays[color] = packed(byte_type, 4, colors_);
        out.arrays[texcoord0] = packed(float32_type, 2, texcoords_);
        if (skinned) {
            out.arrays[bone_index] = packed(int32_type, 4, bones_);
            out.arrays[bone_weight] = packed(float32_type, 4, weights_);
        }
        out.indices = indices_;
        out.bounds = {(high_ + low_) * 0.5F, std::sqrt(dot(high_ - low_, high_ - low_)) * 0.5F, low_, high_};
        return out;
    }
    [[nodiscard]] std::int32_t index_count() const { return static_cast<std::int32_t>(indices_.size()); }

private:
    // The corners are clockwise from the top left, as seen from outside.
    void add_face(const block& part, const matrix& to_mesh, const vec3& rgb, const vec3& n, const vec3& up) {
        const vec3 right = cross(n, up);
        const std::array<vec3, 4> signs{n + up - right, n + up + right, n - up + right, n - up - right};
        std::array<vec3, 4> corners{};
        for (std::size_t i = 0; i < 4; ++i) {
            const float width = signs[i].y > 0 ? part.taper : 1;
            corners[i] = to_mesh * (part.center + vec3{signs[i].x * part.half.x * width, signs[i].y * part.half.y,
                                                       signs[i].z * part.half.z * width});
        }
        const vec3 face_normal = unit(cross(corners[1] - corners[0], corners[2] - corners[0]));
        const vec3 along_u = unit(corners[1] - corners[0] + (corners[2] - corners[3]));
        const vec3 against_v = unit(corners[0] - corners[3] + (corners[1] - corners[2]));
        const auto first = static_cast<std::int32_t>(positions_.size() / 3);
        for (std::size_t i = 0; i < 4; ++i) {
            const bool is_low = signs[i].y < 0;
            put(positions_, corners[i]);
            put(normals_, face_normal);
            put(tangents_, along_u);
            put(bitangents_, against_v);
            const vec3 shade = rgb * (is_low ? 0.625F : 1);
            put(colors_, {std::floor(shade.x), std::floor(shade.y), std::floor(shade.z)});
            colors_.push_back(255);
            texcoords_.insert(texcoords_.end(), {i == 1 || i == 2 ? 1.0 : 0.0, i >= 2 ? 1.0 : 0.0});
            const float share = is_low ? part.bottom_share : 0;
            bones_.insert(bones_.end(), {double(part.bone), share > 0 ? double(part.bottom_bone) : 0.0, 0, 0});
            weights_.insert(weights_.end(), {1 - double{share}, double{share}, 0, 0});
            low_ = {std::fmin(low_.x, corners[i].x), std::fmin(low_.y, corners[i].y), std::fmin(low_.z, corners[i].z)};
            high_ = {std::fmax(high_.x, corners[i].x), std::fmax(high_.y, corners[i].y),
                     std::fmax(high_.z, corners[i].z)};
        }
        for (const std::int32_t corner : {0, 1, 2, 0, 2, 3}) {
            indices_.push_back(first + corner);
        }
    }
    static void put(std::vector<double>& to, const vec3& v) {
        to.insert(to.end(), {double{v.x}, double{v.y}, double{v.z}});
    }

    std::vector<double> positions_, normals_, tangents_, bitangents_, colors_, texcoords_, bones_, weights_;
    std::vector<std::int32_t> indices_;
    vec3 low_{1e9F, 1e9F, 1e9F}, high_{-1e9F, -1e9F, -1e9F};
};

} // namespace fixtures::figure
