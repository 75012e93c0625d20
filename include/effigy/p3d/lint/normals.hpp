// Whether the normals of faces agree with the faces.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/math.hpp>

#include <array>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// A face, and how many normals of its triangles' corners agree with them.
struct judged_face {
    std::array<std::uint32_t, 4> points{npos, npos, npos, npos}; // in ascending order
    std::uint32_t all = 0, agree = 0;
};

// Judges the normals of a level. In files of Object Builder, 98.8 % of the normals point to the same side as their
// triangles (measured). Two faces of the same points, which show both sides of a sheet and share its normals, do not
// count.
template <class List> class normal_judge { // of judged_face
public:
    explicit normal_judge(List&& faces) : faces_(std::move(faces)) {}

    // Adds a face. point_at(index) and normal_at(index) return pointers; null if there is none.
    template <class Corners, class PointAt, class NormalAt>
    void add(const Corners& corners, const PointAt& point_at, const NormalAt& normal_at) {
        judged_face made;
        std::array<vector3<double>, 4> at;
        bool is_whole = true;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto* const point = point_at(corners[i].point);
            is_whole = is_whole && point != nullptr;
            at[i] = point != nullptr ? vector3<double>{*point} : vector3<double>{};
            made.points[i] = corners[i].point;
        }
        for (std::size_t j = 2; j < corners.size() && is_whole; ++j) {
            const vector3<double> across = cross(at[j - 1] - at[0], at[j] - at[0]);
            for (const std::size_t i : {std::size_t{0}, j - 1, j}) {
                const auto* const stored = normal_at(corners[i].normal);
                const vector3<double> normal = stored != nullptr ? vector3<double>{*stored} : vector3<double>{};
                const double sizes = length(across) * length(normal);
                made.all += sizes > 0 ? 1U : 0U;
                made.agree += dot(across, normal) > 1e-3 * sizes ? 1U : 0U;
            }
        }
        heap_sort(made.points);
        faces_.push_back(made);
    }
    // Whether less than 70 % of the normals agree.
    [[nodiscard]] bool contradict() {
        heap_sort(faces_, [](const judged_face& x, const judged_face& y) { return x.points < y.points; });
        std::uint64_t all = 0, agree = 0;
        for (std::size_t i = 0; i < faces_.size(); ++i) {
            const bool is_single = (i == 0 || faces_[i - 1].points != faces_[i].points) &&
                                   (i + 1 == faces_.size() || faces_[i + 1].points != faces_[i].points);
            all += is_single ? faces_[i].all : 0;
            agree += is_single ? faces_[i].agree : 0;
        }
        return agree * 10 < all * 7;
    }

private:
    List faces_;
};

}}}} // namespace effigy::v0::p3d::impl
