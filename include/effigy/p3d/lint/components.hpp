// The components of geometry: the parts that the game collides with.
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/text.hpp>
#include <effigy/p3d/view/lod.hpp>

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// Whether the game collides with components of levels of this kind [readers: Arma3ObjectBuilder].
[[nodiscard]] constexpr bool has_components(lod_kind kind) noexcept {
    switch (kind) {
    case lod_kind::geometry:
    case lod_kind::geometry_buoyancy:
    case lod_kind::geometry_physx_old:
    case lod_kind::geometry_physx:
    case lod_kind::view_geometry:
    case lod_kind::fire_geometry:
    case lod_kind::view_cargo_geometry:
    case lod_kind::view_cargo_fire_geometry:
    case lod_kind::view_commander_geometry:
    case lod_kind::view_commander_fire_geometry:
    case lod_kind::view_pilot_geometry:
    case lod_kind::view_pilot_fire_geometry:
    case lod_kind::view_gunner_geometry:
    case lod_kind::view_gunner_fire_geometry: return true;
    default: return false;
    }
}
// Returns 1 for "component01", 123 for "Component123"; 0 for other names. The engine asks for these names, of at least
// two digits, from 1 to 999.
[[nodiscard]] constexpr std::uint32_t component_number(std::string_view name) noexcept {
    constexpr std::string_view prefix = "component";
    const std::string_view digits = name.size() > prefix.size() ? name.substr(prefix.size()) : std::string_view{};
    if (digits.size() > 3 || compare_any_case(name.substr(0, prefix.size()), prefix) != 0) {
        return 0;
    }
    std::uint32_t out = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9') {
            return 0;
        }
        out = out * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    return digits.size() == 2 || out >= 100 ? out : 0;
}

enum class surface_shape : std::uint8_t {
    convex,
    open,    // an edge is used more often in one direction than in the other
    concave, // or of several bodies
};

// The surface of some faces of a level. The engine takes for inside what is on the inner side of all faces, so it cuts
// off what is behind the plane of any [engine]. A closed surface of one body is convex if no two faces at an edge are
// behind one another. In 814 real components, this finds the same as all points against all planes (measured, from 1e-5
// to 1e-2 of the size), and takes no longer than sorting the edges.
template <class = when_used> class surface {
public:
    explicit surface(const strided<vec3<>>& points) : points_(points), joined_(points.size(), npos) {}

    void clear() {
        for (const side& each : sides_) {
            for (const std::uint32_t point : each.points) {
                if (point < joined_.size()) {
                    joined_[point] = npos;
                }
            }
        }
        sides_.clear();
        edges_.clear();
        bodies_ = 0;
        size_ = volume_ = 0;
        is_whole_ = true;
    }
    // Adds a face. One of fewer than three corners has no area, and counts for nothing.
    void add(const array<corner>& corners) {
        if (corners.size() < 3) {
            return;
        }
        const auto number = static_cast<std::uint32_t>(sides_.size());
        side made;
        std::array<vector3<double>, 4> at;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const std::uint32_t point = corners[i].point, next = corners[(i + 1) % corners.size()].point;
            made.points[i] = point;
            at[i] = position_of(point);
            join(corners[0].point, point);
            if (point != next) {
                edges_.push_back({point < next ? point : next, point < next ? next : point, number, point < next});
            }
        }
        origin_ = sides_.empty() ? at[0] : origin_;
        vector3<double> normal;
        for (std::size_t i = 2; i < corners.size(); ++i) {
            normal += cross(at[i - 1] - at[0], at[i] - at[0]);
        }
        made.normal = normalized(normal);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            made.distance += dot(made.normal, at[i]) / static_cast<double>(corners.size());
            size_ = larger(size_, length(at[i] - origin_));
        }
        volume_ += dot(at[0] - origin_, normal);
        sides_.push_back(made);
    }
    [[nodiscard]] surface_shape shape() {
        std::sort(edges_.begin(), edges_.end(), [](const edge_of_side& x, const edge_of_side& y) {
            return std::tie(x.low, x.high) < std::tie(y.low, y.high);
        });
        return is_open()                                                    ? surface_shape::open
               : is_whole_ && (bodies_ > 1 || is_dented(tolerance * size_)) ? surface_shape::concave
                                                                            : surface_shape::convex;
    }

private:
    // By how much a point may be behind a face, relative to the size of the surface: a millimetre per metre. Rounding
    // of positions is below 5e-6 (measured). From 2e-5 to 8e-3, quads that are not plane and rounded hulls are
    // everywhere.
    static constexpr double tolerance = 1e-3;

    struct side {
        vector3<double> normal; // of length 1
        double distance = 0;    // of the plane, along the normal
        std::array<std::uint32_t, 4> points{npos, npos, npos, npos};
    };
    struct edge_of_side {
        std::uint32_t low, high; // points
        std::uint32_t side;
        bool rises; // from the low point to the high one
        [[nodiscard]] bool joins_same(const edge_of_side& other) const noexcept {
            return low == other.low && high == other.high;
        }
    };

    [[nodiscard]] vector3<double> position_of(std::uint32_t point) noexcept {
        const vec3<>* const found = points_.at(point);
        is_whole_ = is_whole_ && found != nullptr;
        return found != nullptr ? vector3<double>{*found} : vector3<double>{};
    }
    // Counts bodies: points that faces join, directly or through others.
    void join(std::uint32_t a, std::uint32_t b) noexcept {
        if (a >= joined_.size() || b >= joined_.size()) {
            return;
        }
        a = root_of(a);
        b = root_of(b);
        bodies_ -= a != b ? 1U : 0U;
        joined_[b] = a;
    }
    [[nodiscard]] std::uint32_t root_of(std::uint32_t point) noexcept {
        if (joined_[point] == npos) {
            joined_[point] = point;
            ++bodies_;
        }
        while (joined_[point] != point) {
            point = joined_[point] = joined_[joined_[point]];
        }
        return point;
    }
    [[nodiscard]] bool is_open() const noexcept {
        std::int64_t more = 0; // uses of an edge from its low point to its high one than uses the other way
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            more += edges_[i].rises ? 1 : -1;
            if (more != 0 && (i + 1 == edges_.size() || !edges_[i].joins_same(edges_[i + 1]))) {
                return true;
            }
        }
        return false;
    }
    // Whether a closed surface has an edge at which its faces are behind one another, or at which two bodies touch.
    [[nodiscard]] bool is_dented(double most) const noexcept {
        for (std::size_t i = 0; i + 1 < edges_.size(); i += 2) { // each edge is used an even number of times
            const side &a = sides_[edges_[i].side], &b = sides_[edges_[i + 1].side];
            if ((i + 2 < edges_.size() && edges_[i].joins_same(edges_[i + 2])) || depth(a, b) > most ||
                depth(b, a) > most) {
                return true;
            }
        }
        return false;
    }
    // Returns by how much the other side is behind a side. Fronts show inward, in 810 of 814 real components.
    [[nodiscard]] double depth(const side& of, const side& other) const noexcept {
        const double inward = volume_ > 0 ? -1 : 1;
        double out = 0;
        for (const std::uint32_t point : other.points) {
            if (const vec3<>* const at = points_.at(point)) { // also passes over the slots that are not used
                out = larger(out, inward * (of.distance - dot(of.normal, vector3<double>{*at})));
            }
        }
        return out;
    }

    strided<vec3<>> points_;
    std::vector<std::uint32_t> joined_; // for each point, itself or one that it is joined with
    std::vector<side> sides_;
    std::vector<edge_of_side> edges_;
    vector3<double> origin_; // a point
    double size_ = 0;        // the largest distance of a point from it
    double volume_ = 0;      // six times that of the bodies; negative if fronts show inward
    std::uint32_t bodies_ = 0;
    bool is_whole_ = true; // all points exist
};

}}}} // namespace effigy::v0::p3d::impl
