// A model as its format's own rules evaluate it, in glTF space: what a scene made of it is compared with.
#pragma once

#include "../../facts/files.hpp"
#include "../../facts/numbers.hpp"

#include <effigy/file.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace evaluation {

using facts::matrix;
using facts::path;
using facts::vector;
using points = std::vector<vector>;
using transform = effigy::pose<double>;
using corners_of_triangle = std::array<std::uint32_t, 3>; // vertices

// Of all triangles of a mesh, in its own space.
struct surface {
    double area = 0, volume = 0;
    double facing = 0; // the area along the normals of the corners, which are of length 1 or count as none
    vector turned;     // the area along the triangles' own normals

    void add(const vector& p, const vector& q, const vector& r, const vector& normals) {
        const vector across = cross(q - p, r - p);
        const double more = length(across) / 2 + dot(p, cross(q, r)) / 6 + dot(across, normals) / 6;
        if (std::isfinite(more)) {
            area += length(across) / 2;
            volume += dot(p, cross(q, r)) / 6;
            facing += dot(across, normals) / 6;
            turned += across * 0.5;
        }
    }
    void add(const surface& more) {
        area += more.area;
        volume += more.volume;
        facing += more.facing;
        turned += more.turned;
    }
};

// The triangles of one material, as the file names it.
struct part {
    std::string material;
    std::uint64_t triangles = 0;
};
struct triangles {
    std::vector<part> parts; // in the order of their first triangles
    surface skin;
};

// A mesh and the node that shows it.
struct instance {
    std::string node;
    std::uint32_t vertex_count = 0;
    bool is_drawn = true; // by the game
    bool is_skinned = false;
    triangles shown;                  // by a scene
    triangles stored;                 // what the facts tell of
    std::vector<std::uint32_t> boxed; // the vertices that a box goes around; none: all
};

struct clip {
    std::string name;
    double duration = 0; // seconds
};

class subject {
public:
    subject() = default;
    subject(const subject&) = delete;
    subject& operator=(const subject&) = delete;
    virtual ~subject() = default;

    std::string format;
    std::vector<instance> instances;
    std::vector<clip> clips;

    // Where the vertices of every instance are at a time of a clip; of none at rest.
    [[nodiscard]] virtual std::vector<points> place(std::optional<std::size_t> clip, double seconds) const = 0;
};
using subject_ptr = std::unique_ptr<subject>;

// What a model is opened from. Null where the format does not read it.
struct request {
    path model;
    std::span<const std::byte> bytes;
    std::vector<path> clips; // other files
};
[[nodiscard]] subject_ptr open_grimrock(const request& wanted);
[[nodiscard]] subject_ptr open_shinobi(const request& wanted);
[[nodiscard]] subject_ptr open_nwn(const request& wanted);
[[nodiscard]] subject_ptr open_m2(const request& wanted);
[[nodiscard]] subject_ptr open_p3d(const request& wanted);

// ---- what several formats need -------------------------------------------------------------------------------------

[[nodiscard]] inline std::string stem(const path& of) {
    const std::string name = facts::file_name(of);
    return name.substr(0, name.rfind('.'));
}

template <class Vectors> [[nodiscard]] points vectors(const Vectors& stored) {
    points out;
    for (const auto& one : stored) {
        out.emplace_back(one);
    }
    return out;
}

// Of length 1; zero where a normal says nothing.
[[nodiscard]] inline vector unit(const vector& normal) {
    const vector out = normalized(normal);
    return std::isfinite(out.x + out.y + out.z) ? out : vector{};
}

// Adds triangles to the surface, and to the part of their material.
class triangle_counter {
public:
    explicit triangle_counter(triangles& to) : to_(to) {}

    void add(const std::string& material, std::uint64_t count) {
        const auto [found, is_new] = numbers_.try_emplace(material, to_.parts.size());
        if (is_new) {
            to_.parts.push_back({material, 0});
        }
        to_.parts[found->second].triangles += count;
    }
    // `at` and `normals`: of the mesh, the latter may be empty.
    void add(const std::string& material, const corners_of_triangle& corners, const points& at, const points& normals) {
        const auto [a, b, c] = corners;
        vector along;
        if (!normals.empty()) {
            along = unit(normals[a]) + unit(normals[b]) + unit(normals[c]);
        }
        add(material, 1);
        to_.skin.add(at[a], at[b], at[c], along);
    }

private:
    triangles& to_;
    std::map<std::string, std::size_t> numbers_;
};

} // namespace evaluation
