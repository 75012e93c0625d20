// Compares two models. They are usually the same model in two versions.
#pragma once

#include <effigy/m2.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace fixtures::m2 {

struct likeness {
    bool geometry = false;      // whether the vertices, and the triangles of the first skin profiles, are equal
    std::size_t animations = 0; // how many animations have the same index, id, variation and duration in both
    double poses = 0;           // the largest relative difference of a bone's matrix in these animations
};

namespace alike {

using effigy::m2::model;
using matrix = effigy::matrix4x3<double>;

class posed {
public:
    explicit posed(const model& from) : model_(from), entries_(from.bones().size()), bones_(from.index(entries_)) {}

    [[nodiscard]] std::vector<matrix> at(const effigy::m2::animation_time& when) const {
        std::vector<effigy::pose<double>> poses(entries_.size());
        std::vector<matrix> out(entries_.size());
        effigy::m2::apply(model_, when, bones_, poses);
        effigy::local_matrices(poses, out);
        effigy::local_to_world(bones_, out);
        return out;
    }

private:
    model model_;
    std::vector<effigy::tree_entry> entries_;
    effigy::m2::bone_index bones_;
};

[[nodiscard]] inline double difference(const effigy::vector3<double>& a, const effigy::vector3<double>& b) {
    const auto relative = [](double x, double y) {
        return std::abs(x - y) / std::max({1.0, std::abs(x), std::abs(y)});
    };
    return std::max({relative(a.x, b.x), relative(a.y, b.y), relative(a.z, b.z)});
}
[[nodiscard]] inline double difference(const std::vector<matrix>& a, const std::vector<matrix>& b) {
    double out = a.size() == b.size() ? 0.0 : 1.0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        out = std::max({out, difference(a[i].x, b[i].x), difference(a[i].y, b[i].y), difference(a[i].z, b[i].z),
                        difference(a[i].translation, b[i].translation)});
    }
    return out;
}

[[nodiscard]] inline bool same_vertices(const model& a, const model& b) {
    return std::ranges::equal(std::as_bytes(std::span{a.vertices()}), std::as_bytes(std::span{b.vertices()}));
}
[[nodiscard]] inline bool same_triangles(const model& a, const model& b) {
    const auto first = a.skin_profiles().at(0);
    const auto second = b.skin_profiles().at(0);
    const auto same_cut = [](const effigy::m2::submesh& one, const effigy::m2::submesh& other) {
        return one.id == other.id && one.first_vertex == other.first_vertex && one.vertex_count == other.vertex_count &&
               one.first_index == other.first_index && one.index_count == other.index_count;
    };
    return static_cast<bool>(first) == static_cast<bool>(second) &&
           std::ranges::equal(first.indices(), second.indices()) &&
           std::ranges::equal(first.submeshes(), second.submeshes(), same_cut);
}

} // namespace alike

[[nodiscard]] inline likeness compare(const effigy::m2::model& a, const effigy::m2::model& b) {
    likeness out{.geometry = alike::same_vertices(a, b) && alike::same_triangles(a, b)};
    const alike::posed first{a};
    const alike::posed second{b};
    constexpr std::uint32_t parts = 4;
    for (std::uint32_t i = 0; i < std::min(a.animations().size(), b.animations().size()); ++i) {
        const auto one = a.animations()[i];
        const auto other = b.animations()[i];
        if (one.id() != other.id() || one.variation() != other.variation() || one.duration() != other.duration()) {
            continue;
        }
        for (std::uint32_t k = 0; k <= parts; ++k) {
            const double seconds = one.duration() * k / parts;
            const effigy::m2::animation_time when{i, seconds, seconds};
            out.poses = std::max(out.poses, alike::difference(first.at(when), second.at(when)));
        }
        ++out.animations;
    }
    return out;
}

} // namespace fixtures::m2
