// The vertices of a mesh: which corners of faces share one, and the normals of corners. The rules are those of the
// compilers (measured: vertices and triangles of 59 of 59 pairs of a text and the binary that nwnmdlcomp makes of it).
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/core/math.hpp>
#include <effigy/nwn/owned/model.hpp>

#include <bit>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

[[nodiscard]] constexpr vector3<double> widened(const vector3<float>& v) noexcept {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
[[nodiscard]] constexpr vector3<float> narrowed(const vector3<double>& v) noexcept {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// The compilers before the Enhanced Edition.
[[nodiscard]] constexpr bool is_before_enhanced_edition(producer by) noexcept {
    return by == producer::bioware || by == producer::nwnmdlcomp;
}

// The program whose arithmetic is used. The Enhanced Edition computes in float, in these orders (measured: 37,684 of
// 37,747 normals of faces, 657 of 657 areas, 836 of 846 radiuses have the same bits). The older compilers keep more
// bits.
struct rounding {
    bool is_float = false;

    constexpr explicit rounding(producer by) noexcept : is_float(!is_before_enhanced_edition(by)) {}

    // Returns the normal of a face, not at length 1; its length is twice the area.
    [[nodiscard]] constexpr vector3<double> across(const vector3<float>& a, const vector3<float>& b,
                                                   const vector3<float>& c) const noexcept {
        return is_float ? widened(cross(b - a, c - b)) : cross(widened(b) - widened(a), widened(c) - widened(b));
    }
    [[nodiscard]] vector3<double> unit(const vector3<double>& of) const noexcept {
        if (is_float) {
            const vector3<float> v = narrowed(of);
            if (const float square = dot(v, v); is_measurable(square)) {
                return widened(v * square_root(1 / square));
            }
        }
        return normalized(of);
    }
    void add_area(double& sum, const vector3<float>& a, const vector3<float>& b,
                  const vector3<float>& c) const noexcept {
        sum += is_float ? static_cast<double>(0.5F * length(cross(b - a, c - a))) : length(across(a, b, c)) / 2;
        sum = is_float ? static_cast<double>(static_cast<float>(sum)) : sum;
    }
    // Returns the mean of points, and the largest distance from it.
    template <class Points> [[nodiscard]] vector3<float> mean(const Points& points) const noexcept {
        if (is_float) {
            vector3<float> sum;
            for (const vector3<float>& p : points) {
                sum = sum + p;
            }
            return sum * (1 / static_cast<float>(points.size()));
        }
        vector3<double> sum;
        for (const vector3<float>& p : points) {
            sum = sum + widened(p);
        }
        return narrowed(sum * (1 / static_cast<double>(points.size())));
    }
    template <class Points>
    [[nodiscard]] float radius(const Points& points, const vector3<float>& center) const noexcept {
        double square = 0;
        for (const vector3<float>& p : points) {
            const vector3<double> d = widened(p) - widened(center);
            square = larger(square, is_float ? static_cast<double>(dot(p - center, p - center)) : dot(d, d));
        }
        return is_float ? square_root(static_cast<float>(square)) : static_cast<float>(square_root(square));
    }
    // x and y of a sum are rounded to float in nwnmdlcomp: else faces in one plane would get normals that differ in the
    // last bit in other places, and be split there.
    constexpr void add(vector3<double>& sum, const vector3<double>& next) const noexcept {
        sum = sum + next;
        sum.x = static_cast<double>(static_cast<float>(sum.x));
        sum.y = static_cast<double>(static_cast<float>(sum.y));
        sum.z = is_float ? static_cast<double>(static_cast<float>(sum.z)) : sum.z;
    }
};

// ---- equal corners -------------------------------------------------------------------------------------------------

// What makes the vertex of a corner: two corners can share a vertex only if all of it is equal. A list of numbers.
class corner_key {
public:
    // Position, normal, four sets of texture coordinates, color, constraint, tangent, handedness.
    static constexpr std::size_t most = 3 + 3 + 4 * 3 + 3 + 1 + 4;

    constexpr void add(float value) noexcept {
        values_[size_++] = value + 0.0F; // -0 becomes 0
        constexpr std::uint64_t prime = 0x9E37'79B9'7F4A'7C15;
        hash_ = (hash_ ^ std::bit_cast<std::uint32_t>(values_[size_ - 1])) * prime;
        hash_ ^= hash_ >> 29U;
    }
    constexpr void add(const vector3<float>& v) noexcept {
        add(v.x);
        add(v.y);
        add(v.z);
    }
    [[nodiscard]] constexpr std::uint64_t hash() const noexcept { return hash_; }
    [[nodiscard]] static constexpr int compare(const corner_key& a, const corner_key& b) noexcept {
        if (a.hash_ != b.hash_) {
            return a.hash_ < b.hash_ ? -1 : 1;
        }
        for (std::size_t i = 0; i < most; ++i) {
            const auto x = std::bit_cast<std::uint32_t>(a.values_[i]), y = std::bit_cast<std::uint32_t>(b.values_[i]);
            if (x != y) {
                return x < y ? -1 : 1;
            }
        }
        return 0;
    }

private:
    std::array<float, most> values_{};
    std::size_t size_ = 0;
    std::uint64_t hash_ = 0;
};

// Numbers corners so that equal ones have the same number.
template <class = when_used> class corner_classes {
public:
    explicit corner_classes(std::pmr::memory_resource* memory) : entries_(memory), tree_(memory) {}

    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
    // Returns the number of the corner's key. `key_of(corner)`: the key of any corner that was numbered.
    template <class KeyOf> [[nodiscard]] std::uint32_t number_of(std::uint32_t corner, const KeyOf& key_of) {
        const corner_key wanted = key_of(corner);
        const auto compare = [&](std::uint32_t i) {
            const hashed_corner& other = entries_[i];
            return wanted.hash() != other.hash ? (wanted.hash() < other.hash ? -1 : 1)
                                               : corner_key::compare(wanted, key_of(other.corner));
        };
        const std::uint32_t found = tree_.find(compare);
        if (found == npos) {
            tree_.add(compare);
            entries_.push_back({wanted.hash(), corner});
            return static_cast<std::uint32_t>(entries_.size() - 1);
        }
        return found;
    }

private:
    struct hashed_corner {
        std::uint64_t hash;
        std::uint32_t corner; // the first one with this key
    };
    pool<hashed_corner> entries_;
    key_tree tree_;
};

// ---- shared vertices -----------------------------------------------------------------------------------------------

// Whether a corner takes any equal vertex: in skins, animmeshes and danglymeshes. In other meshes a face shares
// vertices along edges.
[[nodiscard]] constexpr bool shares_all_vertices(std::uint32_t flags) noexcept {
    return (flags & (has_skin | has_animmesh | has_dangly)) != 0;
}

// Makes the vertices and triangles of a mesh from its corners, three per face.
template <class = when_used> class vertex_sharing {
public:
    explicit vertex_sharing(std::pmr::memory_resource* memory)
        : vertices_(memory), triangles_(memory), faces_(memory), first_faces_(memory), edges_(memory) {}

    // `classes`: the number of each corner, below `class_count`; npos in faces that are left out.
    void run(std::span<const std::uint32_t> classes, std::size_t class_count, bool shares_all) {
        if (shares_all) {
            share_all(classes, class_count);
        } else {
            share_along_edges(classes, class_count);
        }
    }

    [[nodiscard]] const pool<std::uint32_t>& vertices() const noexcept { return vertices_; }   // the corner of each
    [[nodiscard]] const pool<std::uint32_t>& triangles() const noexcept { return triangles_; } // three vertices each
    [[nodiscard]] const pool<std::uint32_t>& faces() const noexcept { return faces_; } // the face of each triangle
    // How many faces were left out, because two of their vertices are one.
    [[nodiscard]] std::uint32_t collapsed() const noexcept { return collapsed_; }

private:
    static constexpr std::uint32_t none = npos;

    [[nodiscard]] std::uint32_t add_vertex(std::uint32_t corner) {
        vertices_.push_back(corner);
        return static_cast<std::uint32_t>(vertices_.size() - 1);
    }
    // Each corner takes the first equal vertex (measured: 398 of 398 skins, animmeshes and danglymeshes).
    void share_all(std::span<const std::uint32_t> classes, std::size_t class_count) {
        pool<std::uint32_t> vertex_of_class{vertices_.resource()};
        vertex_of_class.assign(class_count, none);
        for (std::uint32_t corner = 0; corner < classes.size(); ++corner) {
            if (classes[corner] == npos) {
                continue;
            }
            std::uint32_t& vertex = vertex_of_class[classes[corner]];
            vertex = vertex != none ? vertex : add_vertex(corner);
            triangles_.push_back(vertex);
            if (corner % 3 == 2) {
                faces_.push_back(corner / 3);
            }
        }
    }
    // A face shares vertices only with the first face before it that has at least two equal corners. Faces of which two
    // vertices are one are left out (measured: 2,050 of 2,050 meshes).
    void share_along_edges(std::span<const std::uint32_t> classes, std::size_t class_count) {
        first_faces_.assign(class_count, none);
        for (std::uint32_t face = 0; 3 * std::size_t{face} < classes.size(); ++face) {
            const std::span<const std::uint32_t> of = classes.subspan(3 * std::size_t{face}, 3);
            if (of[0] == npos) {
                continue;
            }
            std::uint32_t neighbor = none;
            bool is_new[3]{}; // edges
            for (std::size_t i = 0; i < 3; ++i) {
                const std::uint32_t found = first_with(of[i], of[(i + 1) % 3]);
                neighbor = found < neighbor ? found : neighbor;
                is_new[i] = found == none;
            }
            const bool has_equal = of[0] == of[1] || of[0] == of[2] || of[1] == of[2];
            std::uint32_t vertex[3]{};
            for (std::uint32_t i = 0; i < 3; ++i) {
                std::uint32_t found = none;
                for (std::size_t k = 0; neighbor != none && k < 3 && found == none; ++k) {
                    const std::uint32_t candidate = triangles_[3 * std::size_t{neighbor} + k];
                    found = classes[vertices_[candidate]] == of[i] ? candidate : none;
                }
                vertex[i] = found != none ? found : add_vertex(3 * face + i);
            }
            if (vertex[0] == vertex[1] || vertex[0] == vertex[2] || vertex[1] == vertex[2]) {
                ++collapsed_;
                continue;
            }
            const auto triangle = static_cast<std::uint32_t>(faces_.size());
            triangles_.append(vertex);
            faces_.push_back(face);
            for (std::size_t i = 0; i < 3; ++i) {
                first_faces_[of[i]] = first_faces_[of[i]] != none ? first_faces_[of[i]] : triangle;
                if (is_new[i] && of[i] != of[(i + 1) % 3] &&
                    !(has_equal && edges_.contains(edge(of[i], of[(i + 1) % 3])))) {
                    edges_.add(edge(of[i], of[(i + 1) % 3]), triangle);
                }
            }
        }
    }
    // Returns the first triangle with corners of both classes.
    [[nodiscard]] std::uint32_t first_with(std::uint32_t a, std::uint32_t b) const {
        return a == b ? first_faces_[a] : edges_.find(edge(a, b));
    }
    [[nodiscard]] static constexpr std::uint64_t edge(std::uint32_t a, std::uint32_t b) noexcept {
        return a < b ? std::uint64_t{a} << 32U | b : std::uint64_t{b} << 32U | a;
    }

    pool<std::uint32_t> vertices_;
    pool<std::uint32_t> triangles_, faces_;
    pool<std::uint32_t> first_faces_; // the first triangle with a corner of the class
    numbers_by_key<std::uint64_t> edges_;
    std::uint32_t collapsed_ = 0;
};

// ---- normals -------------------------------------------------------------------------------------------------------

// The normals of corners, by smoothing groups. A corner without a normal opens one, which is the sum of the faces'
// normals, weighted by area, at this and all later corners of its point that have none and whose smoothing groups share
// a bit with its own. Without smoothing groups, a face is flat.
template <class = when_used> class smoothed_normals {
public:
    smoothed_normals(const rounding& as, std::pmr::memory_resource* memory)
        : as_(as), normals_(memory), of_corner_(memory) {}

    // `points`: the point of each corner, below `point_count`; npos in faces that are left out. `groups(face)`: its
    // smoothing groups; `across(face)`: its normal, not at length 1.
    template <class Groups, class Across>
    void run(std::span<const std::uint32_t> points, std::size_t point_count, const Groups& groups,
             const Across& across) {
        pool<std::uint32_t> ends{normals_.resource()}, by_point{normals_.resource()}, next{normals_.resource()};
        const auto corners = static_cast<std::uint32_t>(points.size());
        ends.assign(point_count + 1, 0);
        for (const std::uint32_t point : points) {
            ends[point != npos ? point + 1 : 0] += point != npos ? 1U : 0U;
        }
        for (std::size_t i = 1; i < ends.size(); ++i) {
            ends[i] += ends[i - 1];
        }
        by_point.assign(corners, 0);
        next.append(ends);
        for (std::uint32_t corner = 0; corner < corners; ++corner) {
            if (points[corner] != npos) {
                by_point[next[points[corner]]++] = corner;
            }
        }
        of_corner_.assign(corners, npos);
        for (std::uint32_t corner = 0; corner < corners; ++corner) {
            if (points[corner] == npos || of_corner_[corner] != npos) {
                continue;
            }
            const std::uint32_t point = points[corner], smoothing = groups(corner / 3);
            vector3<double> sum;
            // Corners before this one have normals. Each further normal of the point has none of the groups before,
            // so there are at most 32 with groups; without groups, only this face is visited.
            std::uint32_t& first = next[point];
            first = first == ends[point + 1] ? ends[point] : first;
            while (of_corner_[by_point[first]] != npos) {
                ++first;
            }
            for (std::uint32_t i = first; i < ends[point + 1]; ++i) {
                const std::uint32_t other = by_point[i];
                const bool is_own = other / 3 == corner / 3;
                if (smoothing == 0 && !is_own) {
                    break;
                }
                if (of_corner_[other] == npos && (is_own || (smoothing & groups(other / 3)) != 0)) {
                    as_.add(sum, across(other / 3));
                    of_corner_[other] = static_cast<std::uint32_t>(normals_.size());
                }
            }
            normals_.push_back(narrowed(as_.unit(sum)));
        }
    }
    [[nodiscard]] std::uint32_t number_of(std::uint32_t corner) const noexcept { return of_corner_[corner]; }
    [[nodiscard]] const vector3<float>& operator[](std::uint32_t corner) const noexcept {
        return normals_[of_corner_[corner]];
    }

private:
    rounding as_;
    pool<vector3<float>> normals_;
    pool<std::uint32_t> of_corner_;
};

}}}} // namespace effigy::v0::nwn::impl
