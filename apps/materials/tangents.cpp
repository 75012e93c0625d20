#include "tangents.hpp"

#include "complete.hpp"

#include <effigy/scene/space.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace materials {

namespace {

using effigy::scene;
using vector = effigy::vector3<float>;

// Which way a triangle's texture is turned. A mirrored one is laterally reversed.
enum class handedness : std::uint8_t { none, plain, mirrored };

struct triangle_basis {
    vector tangent; // of length 1, times the area
    handedness is = handedness::none;
};

class tangent_maker {
public:
    tangent_maker(scene::mesh& to, std::uint32_t set)
        : to_(to), set_(set), is_plain_(to.positions.size()), is_mirrored_(to.positions.size()) {}

    void run() {
        bases_.reserve(to_.indices.size() / 3);
        for (std::size_t i = 0; i + 3 <= to_.indices.size(); i += 3) {
            bases_.push_back(basis_of(i));
            for (std::size_t k = i; k < i + 3; ++k) {
                is_plain_[to_.indices[k]] |= bases_.back().is == handedness::plain;
                is_mirrored_[to_.indices[k]] |= bases_.back().is == handedness::mirrored;
            }
        }
        split_vertices();
        add_sums();
    }

private:
    // The tangent points along u, the bitangent against v, because glTF's v points down and green points up.
    [[nodiscard]] triangle_basis basis_of(std::size_t first) const {
        const auto corner = [&](std::size_t k) { return to_.indices[first + k]; };
        const auto& uv = to_.texcoords[set_];
        const vector side = to_.positions[corner(1)] - to_.positions[corner(0)];
        const vector other = to_.positions[corner(2)] - to_.positions[corner(0)];
        const float u1 = uv[corner(1)].x - uv[corner(0)].x, v1 = uv[corner(1)].y - uv[corner(0)].y;
        const float u2 = uv[corner(2)].x - uv[corner(0)].x, v2 = uv[corner(2)].y - uv[corner(0)].y;
        const float turn = u1 * v2 - u2 * v1;
        const vector along = (side * v2 - other * v1) * (turn < 0 ? -1.0F : 1.0F);
        const float length = std::sqrt(dot(along, along));
        const vector up = cross(side, other);
        if (!(std::abs(turn) > 0) || !(length > 0) || !std::isfinite(length)) {
            return {};
        }
        return {along * (std::sqrt(dot(up, up)) / length), turn < 0 ? handedness::plain : handedness::mirrored};
    }

    // Appends a copy of each vertex that triangles of both kinds use. Mirrored triangles refer to the copy.
    void split_vertices() {
        std::vector<std::uint32_t> copies(to_.positions.size(), effigy::npos);
        for (std::size_t i = 0; i < to_.indices.size() / 3 * 3; ++i) {
            std::uint32_t& index = to_.indices[i];
            if (bases_[i / 3].is != handedness::mirrored || !is_plain_[index]) {
                continue;
            }
            if (copies[index] == effigy::npos) {
                copies[index] = static_cast<std::uint32_t>(to_.positions.size());
                copy_vertex(index);
            }
            index = copies[index];
        }
    }
    void copy_vertex(std::uint32_t number) {
        const auto copy = [&](auto& values) {
            if (!values.empty()) {
                const auto value = values[number];
                values.push_back(value);
            }
        };
        const auto copy_all = [&](auto& lists) { std::ranges::for_each(lists, copy); };
        copy(to_.positions);
        copy(to_.normals);
        copy(to_.colors);
        copy(to_.origins);
        copy_all(to_.texcoords);
        copy_all(to_.joints);
        copy_all(to_.weights);
        for (scene::attribute& each : to_.attributes) {
            copy(each.values);
        }
        for (scene::morph_target& each : to_.targets) {
            copy(each.positions);
            copy(each.normals);
        }
        is_plain_.push_back(0);
        is_mirrored_.push_back(1);
    }

    void add_sums() {
        std::vector<vector> sums(to_.positions.size());
        for (std::size_t i = 0; i < to_.indices.size() / 3 * 3; ++i) {
            sums[to_.indices[i]] = sums[to_.indices[i]] + bases_[i / 3].tangent;
        }
        to_.tangents.reserve(sums.size());
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const vector tangent = across(to_.normals[i], sums[i]);
            to_.tangents.push_back(
                {tangent.x, tangent.y, tangent.z, is_plain_[i] == 0 && is_mirrored_[i] != 0 ? -1.0F : 1.0F});
        }
    }
    // Returns the part of a vector at a right angle to the normal, of length 1; any such vector, if there is none.
    [[nodiscard]] static vector across(const vector& normal, const vector& wanted) {
        using precise = effigy::vector3<double>; // in float, squares of small triangles vanish
        const precise up{normal.x, normal.y, normal.z};
        for (const precise& from : {precise{wanted.x, wanted.y, wanted.z}, precise{1, 0, 0}, precise{0, 1, 0}}) {
            const precise out = from - up * dot(up, from);
            const double length = std::sqrt(dot(out, out));
            if (length > 1e-3 * std::sqrt(dot(from, from)) && std::isfinite(length)) {
                const precise unit = out * (1 / length);
                return {static_cast<float>(unit.x), static_cast<float>(unit.y), static_cast<float>(unit.z)};
            }
        }
        return {0, 0, 1};
    }

    scene::mesh& to_;
    std::uint32_t set_;
    std::vector<triangle_basis> bases_;                // of each triangle
    std::vector<std::uint8_t> is_plain_, is_mirrored_; // per vertex: whether such a triangle uses it
};

// Returns the set of texture coordinates of the normal map that a mesh shows; npos if it shows none.
std::uint32_t normal_map_set(const scene& in, const scene::mesh& mesh) {
    for (const scene::primitive& drawn : mesh.primitives) {
        if (drawn.material == effigy::npos) {
            continue;
        }
        for (const scene::texture& each : in.materials[drawn.material].textures) {
            if (each.role == scene::texture_role::normal && !each.image.empty() && each.image != no_image) {
                return each.texcoord;
            }
        }
    }
    return effigy::npos;
}

} // namespace

void add_tangents(effigy::scene& made) {
    for (scene::mesh& each : made.meshes) {
        const std::uint32_t set = normal_map_set(made, each);
        if (set < each.texcoords.size() && !each.normals.empty() && each.tangents.empty()) {
            tangent_maker{each, set}.run();
        }
    }
}

} // namespace materials
