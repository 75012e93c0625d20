// The sample that people look at: a little stone idol on a plinth, breathing and nodding. Made of basic arithmetic and
// square roots only, so that its files come out the same on every machine.
#pragma once

#include "grimrock/fixtures.hpp"

#include <cmath>

namespace fixtures::figure {

enum : std::int32_t { root, pelvis, spine, head, arm_left, arm_right, body, plinth };

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
// Of a rotation and translation.
[[nodiscard]] inline matrix inverse(const matrix& m) {
    const vec3 t = m.translation;
    return {{m.x.x, m.y.x, m.z.x},
            {m.x.y, m.y.y, m.z.y},
            {m.x.z, m.y.z, m.z.z},
            vec3{} - vec3{dot(m.x, t), dot(m.y, t), dot(m.z, t)}};
}

// A block of stone, narrower or wider at its top, in the space of the node that moves it.
struct block {
    std::int32_t bone = root;
    vec3 center{};
    vec3 half{};
    float taper = 1;                 // width of the top in parts of the bottom's
    std::int32_t bottom_bone = root; // moves the lower vertices by `bottom_share`
    float bottom_share = 0;
};

class sculptor {
public:
    // Adds the 6 faces of a block. `to_mesh` takes it to the mesh; bones are numbered as the skeleton's nodes.
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
    // Clockwise from the top left, seen from outside.
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

// The arms stand off by an angle of cosine 0.96.
inline constexpr float arm_sine = 0.28F;
inline constexpr float arm_cosine = 0.96F;

[[nodiscard]] inline transform hanging(const vec3& at, float sine) {
    return {at, {arm_cosine, sine, 0}, {-sine, arm_cosine, 0}, {0, 0, 1}};
}

[[nodiscard]] inline fixtures::model model() {
    fixtures::model out{
        {"effigy", -1},
        {"pelvis", root, {.position = {0, 0.86F, 0}}},
        {"spine", pelvis, {.position = {0, 0.1F, 0}}},
        {"head", spine, {.position = {0, 0.42F, 0}}},
        {"arm_left", spine, hanging({-0.29F, 0.36F, 0}, -arm_sine)},
        {"arm_right", spine, hanging({0.29F, 0.36F, 0}, arm_sine)},
        {"body", root, {.position = {0, 0.3F, 0}}},
        {"plinth", root, {.position = {0, 0.15F, 0}, .scale = {0.45F, 0.15F, 0.45F}}},
    };

    std::array<matrix, body> to_mesh{}; // of each bone at rest
    for (std::size_t i = 0; i < to_mesh.size(); ++i) {
        const transform& t = out[i].local;
        const matrix local{t.x, t.y, t.z, t.position};
        to_mesh[i] = i == root ? matrix{.translation = vec3{} - out[body].local.position}
                               : to_mesh[static_cast<std::size_t>(out[i].parent)] * local;
    }
    const vec3 stone{176, 168, 156};
    const vec3 ember{255, 176, 48};
    const block stones[] = {
        {pelvis, {}, {0.2F, 0.1F, 0.13F}, 0.9F},
        {pelvis, {-0.11F, -0.31F, 0}, {0.095F, 0.25F, 0.12F}, 0.85F},
        {pelvis, {0.11F, -0.31F, 0}, {0.095F, 0.25F, 0.12F}, 0.85F},
        {spine, {0, 0.2F, 0}, {0.19F, 0.22F, 0.13F}, 1.25F, pelvis, 0.5F},
        {head, {0, 0.02F, 0}, {0.07F, 0.06F, 0.07F}, 1, spine, 0.75F},
        {head, {0, 0.2F, 0.01F}, {0.16F, 0.17F, 0.15F}, 0.8F},
        {head, {0, 0.15F, 0.15F}, {0.035F, 0.07F, 0.04F}, 0.6F},
        {arm_left, {0, -0.2F, 0}, {0.06F, 0.26F, 0.075F}, 1.2F},
        {arm_right, {0, -0.2F, 0}, {0.06F, 0.26F, 0.075F}, 1.2F},
    };
    const block eyes[] = {
        {head, {-0.065F, 0.24F, 0.14F}, {0.032F, 0.016F, 0.012F}, 0.8F},
        {head, {0.065F, 0.24F, 0.14F}, {0.032F, 0.016F, 0.012F}, 0.8F},
    };
    const auto at = [&](const block& part) { return to_mesh[static_cast<std::size_t>(part.bone)]; };
    sculptor idol;
    for (const block& part : stones) {
        idol.add(part, at(part), stone);
    }
    const std::int32_t stone_indices = idol.index_count();
    for (const block& part : eyes) {
        idol.add(part, at(part), ember);
    }
    out[body].mesh = idol.finish(true);
    out[body].mesh->segments = {{"effigy_stone", 0, stone_indices / 3},
                                {"effigy_eyes", stone_indices, (idol.index_count() - stone_indices) / 3}};
    for (std::int32_t i = root; i < body; ++i) {
        out[body].mesh->bones.push_back({i, inverse(to_mesh[static_cast<std::size_t>(i)])});
    }

    sculptor base;
    base.add({.half = {1, 1, 1}, .taper = 0.85F}, {}, stone);
    out[plinth].mesh = base.finish(false);
    out[plinth].mesh->segments = {{"effigy_plinth", 0, base.index_count() / 3}};
    return out;
}

// Rises from 0 to 1 and falls back as t goes from 0 to 1, and begins again without a jolt.
[[nodiscard]] inline float swell(float t) { return 16 * t * t * (1 - t) * (1 - t); }

// Three seconds: one breath, one nod a little later.
[[nodiscard]] inline clip idle() {
    constexpr std::int32_t frames = 90;
    clip out{30, frames, {}, ""};
    item waist{"pelvis", {{0, 0.86F, 0}}, {{}}, {{1, 1, 1}}};
    item chest{"spine", {}, {{}}, {}};
    item face{"head", {{0, 0.42F, 0}}, {}, {{1, 1, 1}}};
    item left{"arm_left", {{-0.29F, 0.36F, 0}}, {}, {{1, 1, 1}}};
    item right{"arm_right", {{0.29F, 0.36F, 0}}, {}, {{1, 1, 1}}};
    for (std::int32_t frame = 0; frame < frames; ++frame) {
        const float breath = swell(static_cast<float>(frame) / frames);
        chest.positions.push_back({0, 0.1F + 0.01F * breath, 0});
        chest.scales.push_back({1 + 0.03F * breath, 1 + 0.02F * breath, 1 + 0.06F * breath});

        const float bow = 0.14F * swell(static_cast<float>((frame + 60) % frames) / frames);
        face.rotations.push_back({bow, 0, 0, std::sqrt(1 - bow * bow)});

        const float lift = std::sqrt((1 - arm_cosine) / 2) + 0.025F * breath;
        right.rotations.push_back({0, 0, lift, std::sqrt(1 - lift * lift)});
        left.rotations.push_back({0, 0, -lift, std::sqrt(1 - lift * lift)});
    }
    out.items = {waist, chest, face, left, right};
    return out;
}

} // namespace fixtures::figure
