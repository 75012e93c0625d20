// On which triangle of a scene an editor made a new vertex.
#pragma once

#include <effigy/core/impl/fixed_stack.hpp>
#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/math.hpp>
#include <effigy/scene/origins.hpp>
#include <effigy/scene/space.hpp>

#include <array>

namespace effigy { inline namespace v0 { namespace impl {

// What a new vertex is made of: vertices of a mesh, and their shares, whose sum is 1. Of none, if its mesh is npos.
struct mixture {
    std::uint32_t mesh = npos;
    std::array<std::uint32_t, 3> vertices{npos, npos, npos};
    std::array<double, 3> shares{};
    double distance = 1; // how far it is from being exact: 1 is that a vertex is as far away as the triangle is long
    bool agrees = false; // the numbers are, up to rounding, those of the place on this triangle that is nearest

    [[nodiscard]] explicit operator bool() const noexcept { return mesh != npos; }
    // Returns the sum of what value(vertex) returns, by shares.
    template <class ValueOf> [[nodiscard]] auto sum(const ValueOf& value) const {
        return value(vertices[0]) * shares[0] + value(vertices[1]) * shares[1] + value(vertices[2]) * shares[2];
    }
};

// Returns the shares of the corners of a triangle in its point that is nearest to another one.
[[nodiscard]] inline std::array<double, 3> nearest_shares(const std::array<vector3<double>, 3>& corners,
                                                          const vector3<double>& at) noexcept {
    const vector3<double> a = corners[1] - corners[0], b = corners[2] - corners[0], to = at - corners[0];
    const double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b), ta = dot(to, a), tb = dot(to, b);
    const double area = aa * bb - ab * ab, s = bb * ta - ab * tb, t = aa * tb - ab * ta;
    if (area > 0 && s >= 0 && t >= 0 && s + t <= area) {
        return {1 - (s + t) / area, s / area, t / area};
    }
    std::array<double, 3> out{1, 0, 0};
    double least = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        const vector3<double> edge = corners[(k + 1) % 3] - corners[k];
        const double square = dot(edge, edge), along = dot(at - corners[k], edge);
        const double share = !(along > 0) ? 0 : along < square ? along / square : 1;
        const vector3<double> away = at - (corners[k] + edge * share);
        if (least < 0 || dot(away, away) < least) {
            least = dot(away, away);
            out = {};
            out[k] = 1 - share;
            out[(k + 1) % 3] = share;
        }
    }
    return out;
}

// Finds the triangle of a mesh that a new vertex is on by its place and by what an editor made of the numbers and the
// proofs of vertices: nearly always in logarithmic time, else not at all.
template <class = when_used> class old_triangles {
    // Place, number, proof.
    using bounds = std::array<std::array<float, 2>, 5>;
    struct placed_triangle {
        std::uint64_t place; // along a curve that fills space
        std::uint32_t triangle;
    };
    struct position {
        std::size_t level, number;
    };
    static constexpr std::size_t width = 4; // of the tree; its lowest level has the bounds of triangles

public:
    // `number`: of the mesh in its scene.
    old_triangles(const scene::mesh& of, std::uint32_t number, std::pmr::memory_resource* memory)
        : of_(of), mesh_(number), digest_(digest(of)), entries_(memory), tree_(memory) {
        find_order();
        for (const placed_triangle& each : entries_) {
            tree_.push_back(bounds_of(each.triangle));
        }
        firsts_[0] = 0;
        for (std::size_t first = 0, end = tree_.size(); end - first > 1;) {
            firsts_[++highest_] = end;
            for (std::size_t i = first; i < end; i += width) {
                bounds made = tree_[i];
                for (std::size_t k = i + 1; k < end && k < i + width; ++k) {
                    for (std::size_t axis = 0; axis < made.size(); ++axis) {
                        made[axis][0] = smaller(made[axis][0], tree_[k][axis][0]);
                        made[axis][1] = larger(made[axis][1], tree_[k][axis][1]);
                    }
                }
                tree_.push_back(made);
            }
            first = end;
            end = tree_.size();
        }
        firsts_[highest_ + 1] = tree_.size();
    }
    // `between`: see scene::origin. `at`: in the mesh's space.
    [[nodiscard]] mixture find(const vector2<float>& between, const vector3<float>& at) const {
        const point wanted = point_of(between, at);
        constexpr std::size_t most_visited = 4096; // 140 to 840 on average [measured], 1,935 at most
        constexpr double exact = 1e-4;
        mixture best;
        fixed_stack<position, 64> waiting;
        if (!tree_.empty()) {
            waiting.push({highest_, 0});
        }
        for (std::size_t left = most_visited; !waiting.empty() && left != 0 && best.distance > exact; --left) {
            const position here = waiting.top();
            waiting.pop();
            if (!holds(tree_[firsts_[here.level] + here.number], wanted)) {
                continue;
            }
            if (here.level == 0) {
                compare(entries_[here.number].triangle, wanted, best);
                continue;
            }
            const std::size_t below = firsts_[here.level] - firsts_[here.level - 1];
            for (std::size_t k = here.number * width; k < below && k < (here.number + 1) * width; ++k) {
                waiting.push({here.level - 1, k});
            }
        }
        return best;
    }

private:
    struct point {
        vector3<double> at;
        double number, proof;
        double slack_of_number, slack_of_proof; // an editor computes with floats
    };
    struct corners {
        std::array<std::uint32_t, 3> vertices;
        std::array<vector3<double>, 3> at;
        std::array<double, 3> numbers, proofs;
        double length, numbers_range, proofs_range;
    };

    [[nodiscard]] point point_of(const vector2<float>& between, const vector3<float>& at) const noexcept {
        constexpr double precision = 1.0 / (1U << 21U), least = 1.0 / 1024;
        const double number = static_cast<double>(between.x), rest = -1 - static_cast<double>(between.y);
        return {to_real<double>(at), number, rest - static_cast<double>(proofs) * mesh_, number * precision + least,
                rest * precision + least};
    }
    [[nodiscard]] corners corners_of(std::uint32_t triangle) const {
        corners out{};
        for (std::size_t k = 0; k < 3; ++k) {
            out.vertices[k] = of_.indices[std::size_t{triangle} * 3 + k];
            out.at[k] = to_real<double>(of_.positions[out.vertices[k]]);
            out.numbers[k] = out.vertices[k];
            out.proofs[k] = proof_of(mesh_, out.vertices[k], digest_);
        }
        const auto range = [](const std::array<double, 3>& of) {
            return larger(of[0], larger(of[1], of[2])) - smaller(of[0], smaller(of[1], of[2]));
        };
        double square = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const vector3<double> edge = out.at[k] - out.at[(k + 1) % 3];
            square = larger(square, dot(edge, edge));
        }
        out.length = square_root(square);
        out.numbers_range = larger(range(out.numbers), 1.0);
        out.proofs_range = larger(range(out.proofs), 1.0);
        return out;
    }
    // What is outside is too far away from a triangle.
    [[nodiscard]] bounds bounds_of(std::uint32_t triangle) const {
        const corners of = corners_of(triangle);
        bounds out{};
        for (std::size_t axis = 0; axis < out.size(); ++axis) {
            const auto value = [&](std::size_t k) {
                return axis == 0   ? of.at[k].x
                       : axis == 1 ? of.at[k].y
                       : axis == 2 ? of.at[k].z
                       : axis == 3 ? of.numbers[k]
                                   : of.proofs[k];
            };
            const double reach = 1.001 * (axis < 3 ? of.length : axis == 3 ? of.numbers_range : of.proofs_range);
            out[axis] = {static_cast<float>(smaller(value(0), smaller(value(1), value(2))) - reach),
                         static_cast<float>(larger(value(0), larger(value(1), value(2))) + reach)};
        }
        return out;
    }
    [[nodiscard]] static bool holds(const bounds& of, const point& wanted) noexcept {
        const std::array<double, 5> values{wanted.at.x, wanted.at.y, wanted.at.z, wanted.number, wanted.proof};
        bool out = true;
        for (std::size_t axis = 0; axis < values.size(); ++axis) {
            out = out && values[axis] >= static_cast<double>(of[axis][0]) &&
                  values[axis] <= static_cast<double>(of[axis][1]);
        }
        return out;
    }
    // Sorts triangles by the places of their first corners, so that those beside each other are near.
    void find_order() {
        const box<float> around = box<float>::around(of_.positions);
        const vector3<double> low = to_real<double>(around.min), size = to_real<double>(around.max) - low;
        const double largest = larger(size.x, larger(size.y, size.z));
        constexpr std::uint32_t bits = 20;
        for (std::uint32_t i = 0; i < of_.indices.size() / 3; ++i) {
            const vector3<double> from = to_real<double>(of_.positions[of_.indices[std::size_t{i} * 3]]) - low;
            std::uint64_t place = 0;
            std::uint32_t axis = 0;
            for (const double each : {from.x, from.y, from.z}) {
                const double share = largest > 0 ? each / largest : 0;
                const auto cell = static_cast<std::uint64_t>(share * ((1U << bits) - 1));
                for (std::uint32_t bit = 0; bit < bits; ++bit) {
                    place |= (cell >> bit & 1U) << (3 * bit + axis);
                }
                ++axis;
            }
            entries_.push_back({place, i});
        }
        heap_sort(entries_, [](const placed_triangle& a, const placed_triangle& b) {
            return a.place != b.place ? a.place < b.place : a.triangle < b.triangle;
        });
    }
    void compare(std::uint32_t triangle, const point& wanted, mixture& best) const {
        const corners of = corners_of(triangle);
        const auto take = [&](const std::array<double, 3>& shares, double distance, bool agrees) {
            if (distance < best.distance) {
                best = {mesh_, of.vertices, shares, distance, agrees};
            }
        };
        const auto away = [&](const std::array<double, 3>& shares) {
            const vector3<double> to = of.at[0] * shares[0] + of.at[1] * shares[1] + of.at[2] * shares[2] - wanted.at;
            return square_root(dot(to, to)) / of.length;
        };
        const auto differs = [&](const std::array<double, 3>& shares, const std::array<double, 3>& values, double value,
                                 double slack, double range) {
            const double by =
                absolute(values[0] * shares[0] + values[1] * shares[1] + values[2] * shares[2] - value) - slack;
            return by > 0 ? by / range : 0;
        };
        if (!(of.length > 0)) {
            return;
        }
        // Where it is, its number can be that of a face with more corners.
        constexpr double of_numbers = 1;
        const std::array<double, 3> here = nearest_shares(of.at, wanted.at);
        const double off = differs(here, of.numbers, wanted.number, wanted.slack_of_number, of.numbers_range) +
                           differs(here, of.proofs, wanted.proof, wanted.slack_of_proof, of.proofs_range);
        take(here, away(here) + of_numbers * off, !(off > 0));
        // Where it was made, and moved from.
        const double a = of.numbers[1] - of.numbers[0], b = of.numbers[2] - of.numbers[0];
        const double c = of.proofs[1] - of.proofs[0], d = of.proofs[2] - of.proofs[0];
        const double number = wanted.number - of.numbers[0], proof = wanted.proof - of.proofs[0];
        const double area = a * d - b * c;
        const double slack =
            wanted.slack_of_number * (absolute(c) + absolute(d)) + wanted.slack_of_proof * (absolute(a) + absolute(b));
        constexpr double precise = 0.02;
        if (slack > precise * absolute(area)) {
            return;
        }
        const double s = (number * d - proof * b) / area, t = (proof * a - number * c) / area;
        if (s >= -precise && t >= -precise && s + t <= 1 + precise) {
            const std::array<double, 3> made{1 - s - t, s, t};
            // Most are made on edges. That a number is exactly between two others is hardly ever by chance.
            constexpr double on_edge = 0.002;
            const bool is_on_edge = absolute(s) < on_edge || absolute(t) < on_edge || absolute(1 - s - t) < on_edge;
            const double by = away(made);
            take(made, is_on_edge && by < 1 ? by / 4 : by, !(off > 0));
        }
    }

    const scene::mesh& of_;
    std::uint32_t mesh_;
    std::uint64_t digest_;
    pool<placed_triangle> entries_;
    pool<bounds> tree_;                    // from the lowest level to the highest one
    std::array<std::size_t, 20> firsts_{}; // of each level in the tree
    std::size_t highest_ = 0;
};

// Those of the meshes of a scene, each made when it is needed.
template <class = when_used> class mixture_finder {
public:
    mixture_finder(const scene& of, std::pmr::memory_resource* memory)
        : of_(of), memory_(memory), places_(of.meshes.size(), npos, memory), meshes_(memory) {}

    // `between`: see scene::origin. `at`: in the space of the mesh that it is from.
    [[nodiscard]] mixture find(const vector2<float>& between, const vector3<float>& at) {
        const float number = (-1 - between.y) / static_cast<float>(proofs);
        if (!(number > 0 && number < static_cast<float>(of_.meshes.size()))) {
            return {};
        }
        const auto mesh = static_cast<std::uint32_t>(number);
        if (places_[mesh] == npos) {
            places_[mesh] = static_cast<std::uint32_t>(meshes_.size());
            meshes_.emplace_back(of_.meshes[mesh], mesh, memory_);
        }
        return meshes_[places_[mesh]].find(between, at);
    }

private:
    const scene& of_;
    std::pmr::memory_resource* memory_;
    pool<std::uint32_t> places_; // of each mesh, or npos
    pool<old_triangles<>> meshes_;
};

}}} // namespace effigy::v0::impl
