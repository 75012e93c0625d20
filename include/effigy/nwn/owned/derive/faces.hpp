// Values of meshes that follow from positions and faces: planes, area, adjacency, bounds.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/nwn/owned/derive/vertices.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Sets the plane of a face through its first corner. Each producer rounds in its way (measured: distances of 37,747 of
// 37,747 faces of the Enhanced Edition, and of 11,395 of 11,395 of BioWare, follow to the bit from the normal).
inline void set_plane(owned_face& out, const vector3<double>& across, const vector3<float>& first,
                      producer by) noexcept {
    const vector3<double> normal = rounding{by}.unit(across);
    out.normal = narrowed(normal);
    if (by == producer::nwnmdlcomp) {
        out.distance = static_cast<float>(-dot(normal, widened(first)));
    } else if (by == producer::bioware) {
        out.distance = static_cast<float>(-dot(widened(out.normal), widened(first)));
    } else {
        if (out.normal == vec3<form::host>{}) {
            out.normal = {1, 0, 0};
        }
        out.distance = -(out.normal.x * first.x + out.normal.y * first.y + out.normal.z * first.z);
    }
}

// Only trimeshes and walk meshes have an area (measured: 1,296 of 1,296 meshes).
[[nodiscard]] constexpr bool has_area(std::uint32_t flags) noexcept { return !shares_all_vertices(flags); }

// Sets the faces across edges: the first other face with the same two points (measured: 27,871 of 27,871 faces).
// `point_of(face, i)`: the point of a corner, below `point_count`.
template <class PointOf>
void join_faces(std::span<owned_face> faces, std::size_t point_count, const PointOf& point_of,
                std::pmr::memory_resource* memory) {
    struct edge {
        std::uint64_t points;
        std::uint32_t face, number;
    };
    const auto each_edge = [&](const auto& use) {
        for (std::uint32_t i = 0; i < faces.size(); ++i) {
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t a = point_of(i, k), b = point_of(i, (k + 1) % 3);
                const std::uint32_t low = a < b ? a : b;
                use(low, edge{std::uint64_t{low} << 32U | (a < b ? b : a), i, k});
            }
        }
    };
    // The edges are placed by their lower point, and then sorted: few edges have the same.
    pool<std::uint32_t> ends{memory};
    pool<edge> edges{memory};
    ends.assign(point_count + 1, 0);
    edges.resize(3 * faces.size());
    each_edge([&](std::uint32_t low, const edge&) { ++ends[low + 1]; });
    for (std::size_t i = 1; i < ends.size(); ++i) {
        ends[i] += ends[i - 1];
    }
    each_edge([&](std::uint32_t low, const edge& each) { edges[ends[low]++] = each; });
    for (std::size_t low = 0, first = 0; low + 1 < ends.size(); first = ends[low++]) { // ends[low] is the end now
        heap_sort(
            ends[low] - first,
            [&](std::size_t i, std::size_t k) {
                const edge &a = edges[first + i], &b = edges[first + k];
                return a.points != b.points ? a.points < b.points : a.face < b.face;
            },
            [&](std::size_t i, std::size_t k) { std::swap(edges[first + i], edges[first + k]); });
    }
    constexpr std::uint32_t most = 0x7FFF;
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        std::uint32_t second = npos; // of the faces at this edge
        for (end = begin; end < edges.size() && edges[end].points == edges[begin].points; ++end) {
            second = second == npos && edges[end].face != edges[begin].face ? edges[end].face : second;
        }
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t other = edges[i].face != edges[begin].face ? edges[begin].face : second;
            faces[edges[i].face].adjacent[edges[i].number] =
                other <= most ? static_cast<std::int16_t>(other) : std::int16_t{-1};
        }
    }
}

// Extends the box of a mesh, which includes the origin (measured: 1,611 of 1,613 boxes).
template <class Points> void extend_box(owned_mesh& mesh, const Points& by) noexcept {
    const auto smaller = [](float a, float b) { return b < a ? b : a; };
    for (const vector3<float>& p : by) {
        mesh.bounding_min = vector3<float>{smaller(mesh.bounding_min.x, p.x), smaller(mesh.bounding_min.y, p.y),
                                           smaller(mesh.bounding_min.z, p.z)};
        mesh.bounding_max = vector3<float>{larger(mesh.bounding_max.x, p.x), larger(mesh.bounding_max.y, p.y),
                                           larger(mesh.bounding_max.z, p.z)};
    }
}
// Sets the box, the mean and the largest distance from it (measured: 1,514 means of 1,613 meshes, 1,568 radiuses of
// 1,570). Without points, they stay.
template <class Points> void set_bounds(owned_mesh& mesh, const Points& points, const rounding& as) noexcept {
    if (points.empty()) {
        return;
    }
    mesh.bounding_min = mesh.bounding_max = {};
    extend_box(mesh, points);
    mesh.average = as.mean(points);
    mesh.radius = as.radius(points, mesh.average);
}

// The mode of index lists that are triangles.
inline constexpr std::uint8_t list_of_triangles = 3;

}}}} // namespace effigy::v0::nwn::impl
