// A model evaluated by the rules of its own format, in glTF space. Tests compare it with the scene of the model.
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

template <class Function> [[nodiscard]] points each_of(points all, const Function& move) {
    for (vector& v : all) {
        v = move(v);
    }
    return all;
}

// Returns what is upright along z, upright along y.
[[nodiscard]] inline vector turned(const vector& v) { return {v.x, v.z, -v.y}; }
[[nodiscard]] inline points turned(const points& all) {
    return each_of(all, [](const vector& v) { return turned(v); });
}

// Sums over all triangles of a mesh, in the mesh's space.
struct surface {
    double area = 0, volume = 0;
    double facing = 0; // the area along the corners' normals, which have length 1 or are ignored
    vector turned;     // the area along the triangles' normals

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

// The triangles of one material, with the material's name in the file.
struct part {
    std::string material;
    std::uint64_t triangles = 0;
};
struct triangles {
    std::vector<part> parts; // in the order of their first triangles
    surface sums;
};

// A mesh and the node that shows it.
struct instance {
    std::string node;
    std::uint32_t vertex_count = 0;
    bool is_drawn = true; // in the game
    bool is_skinned = false;
    triangles shown;                  // in the scene
    triangles stored;                 // as in the facts
    std::vector<std::uint32_t> boxed; // the vertices that count for the bounds; if empty, all
};

struct clip {
    std::string name;
    double duration = 0;        // seconds, in the scene
    double stored_duration = 0; // in the file; 0 if it is the same
    bool is_loop = false;       // a global sequence of World of Warcraft
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

    // Returns the vertices of every instance at a time of a clip; without a clip, at rest.
    [[nodiscard]] virtual std::vector<points> place(std::optional<std::size_t> clip, double seconds) const = 0;
};
using subject_ptr = std::unique_ptr<subject>;

// The input of the open functions, which return null if the model is not of their format.
struct request {
    path model;
    std::span<const std::byte> bytes;
    std::vector<path> clips; // other files
};
[[nodiscard]] subject_ptr open_grimrock(const request& wanted);
[[nodiscard]] subject_ptr open_nwn(const request& wanted);
[[nodiscard]] subject_ptr open_m2(const request& wanted);
[[nodiscard]] subject_ptr open_p3d(const request& wanted);

// ---- shared by several formats -------------------------------------------------------------------------------------

[[nodiscard]] inline std::string stem(const path& file) {
    const std::string name = facts::file_name(file);
    return name.substr(0, name.rfind('.'));
}

template <class Vectors> [[nodiscard]] points vectors(const Vectors& stored) {
    points out;
    for (const auto& element : stored) {
        out.emplace_back(element);
    }
    return out;
}

// Returns the normal at length 1, or zero if it has no direction.
[[nodiscard]] inline vector unit(const vector& normal) {
    const vector out = normalized(normal);
    return std::isfinite(out.x + out.y + out.z) ? out : vector{};
}

// Adds triangles to the surface and to the part of their material.
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
    // `at` and `normals` are the positions and the normals of the mesh; `normals` may be empty.
    void add(const std::string& material, const corners_of_triangle& corners, const points& at, const points& normals) {
        const auto [a, b, c] = corners;
        vector along;
        if (!normals.empty()) {
            along = unit(normals[a]) + unit(normals[b]) + unit(normals[c]);
        }
        add(material, 1);
        to_.sums.add(at[a], at[b], at[c], along);
    }

private:
    triangles& to_;
    std::map<std::string, std::size_t> numbers_;
};

} // namespace evaluation
