// The facts of a mesh: its bytes, its geometry, its skin.
#pragma once

#include "space.hpp"

#include <map>

namespace facts::grimrock {

using format::component_type;
using format::vertex_semantic;

// ---- meshes: bytes --------------------------------------------------------------------------------------------------

[[nodiscard]] inline bool holds(const format::vertex_array& array, component_type component, unsigned dimension) {
    return array && array.component() == component && array.dimension() >= dimension;
}

[[nodiscard]] inline std::uint64_t count_nonfinite(const format::vertex_array& array) {
    std::uint64_t count = 0;
    if (array && array.component() == component_type::float32) {
        for (std::uint32_t v = 0; v < array.vertex_count(); ++v) {
            for (std::uint32_t i = 0; i < array.dimension(); ++i) {
                count += std::isfinite(array.number(v, i)) ? 0U : 1U;
            }
        }
    }
    return count;
}

[[nodiscard]] inline json array_facts(effigy::byte_view file, const format::mesh& mesh) {
    json out = json::array();
    for (std::uint32_t slot = 0; slot < format::vertex_array_count; ++slot) {
        const auto array = mesh.array(static_cast<vertex_semantic>(slot));
        if (!array && array.component() == component_type::byte && array.dimension() == 0) {
            continue;
        }
        json facts = bulk(array.bytes(), array.vertex_count());
        facts["offset"] = file.offset_of(array.bytes().data());
        facts["slot"] = slot;
        facts["type"] = static_cast<int>(array.component());
        facts["dim"] = array.dimension();
        facts["stride"] = array.stride();
        facts["nonfinite"] = count_nonfinite(array);
        out.push_back(std::move(facts));
    }
    return out;
}

[[nodiscard]] inline json index_range(const format::mesh& mesh) {
    range all;
    for (const std::uint32_t index : mesh.indices()) {
        all.add(static_cast<std::int32_t>(index));
    }
    return mesh.indices().empty()
               ? json::array()
               : json::array({static_cast<std::int64_t>(all.lowest()), static_cast<std::int64_t>(all.highest())});
}

// How the segments cover the index list by their stored first indices.
[[nodiscard]] inline json stored_ranges(const format::mesh& mesh) {
    const std::uint64_t end = mesh.indices().size();
    std::uint64_t beyond = 0;
    std::map<std::uint64_t, std::int64_t> change; // of the number of ranges, at an index
    for (const auto& segment : mesh.segments()) {
        const std::uint64_t first = segment.first_index();
        const std::uint64_t size = 3 * std::uint64_t{segment.triangle_count()};
        if (segment.primitive_type() == 2) {
            beyond += std::min(size, first + size - std::min(first + size, end));
            ++change[std::min(first, end)];
            --change[std::min(first + size, end)];
        }
    }
    std::uint64_t covered = 0;
    std::uint64_t overlap = 0;
    std::uint64_t from = 0;
    std::int64_t depth = 0;
    for (const auto& [at, difference] : change) {
        covered += depth >= 1 ? at - from : 0;
        overlap += depth >= 2 ? at - from : 0;
        depth += difference;
        from = at;
    }
    return {{"overlap", overlap}, {"uncovered", end - covered}, {"beyond", beyond}};
}

[[nodiscard]] inline json bounds_numbers(const format::bounds& b) {
    return numbers(
        {b.center.x, b.center.y, b.center.z, b.radius, b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z});
}

// ---- meshes: geometry ----------------------------------------------------------------------------------------------

// The cosine between vectors, weighted by their lengths; pairs that are not finite are left out.
class agreement {
public:
    void add(const vector& a, const vector& b) {
        const double lengths = length(a) * length(b);
        if (std::isfinite(lengths)) {
            along_ += dot(a, b);
            most_ += lengths;
        }
    }
    [[nodiscard]] double cosine() const { return most_ != 0 ? along_ / most_ : 0; }

private:
    double along_ = 0, most_ = 0;
};

// A mesh's vertices in glTF space. A list is empty if the mesh does not have the array as floats.
struct vertices {
    std::vector<vector> here, there; // positions in the mesh's node and in the world
    std::vector<vector> normals, tangents, bitangents;
};

[[nodiscard]] inline vertices vertices_of(const format::mesh& mesh, const matrix& world) {
    vertices out{vectors(mesh.positions()),
                 {},
                 gltf(vectors(mesh.normals())),
                 gltf(vectors(mesh.tangents())),
                 gltf(vectors(mesh.bitangents()))};
    for (vector& position : out.here) {
        out.there.push_back(gltf(transform_point(world, position)));
        position = gltf(position);
    }
    return out;
}

// Sums over triangles.
struct surface {
    double volume = 0, world_volume = 0;
    agreement winding; // of the corners with the normals

    // Returns the area. Mirroring reverses the winding, so b and c are swapped.
    double add(const vertices& vertices, std::size_t a, std::size_t c, std::size_t b) {
        const auto sixth = [&](const std::vector<vector>& p) { return dot(p[a], cross(p[b], p[c])) / 6; };
        volume += sixth(vertices.here);
        world_volume += sixth(vertices.there);
        const vector across = cross(vertices.here[b] - vertices.here[a], vertices.here[c] - vertices.here[a]);
        if (!vertices.normals.empty()) {
            winding.add(across, vertices.normals[a] + vertices.normals[b] + vertices.normals[c]);
        }
        return 0.5 * length(across);
    }
};

[[nodiscard]] inline json segment_facts(const format::mesh& mesh, const vertices& points, surface& all) {
    const auto indices = mesh.indices();
    const auto index = [&](std::size_t i) { return static_cast<std::size_t>(indices[i].get()); };
    json out = json::array();
    std::size_t budget = indices.size(); // triangles; limits the time for hostile files, whose segments overlap
    for (const auto& segment : format::repaired_segments{mesh}) {
        const std::uint32_t first = segment.first_index();
        const std::int32_t primitive = segment.primitive_type();
        const std::size_t count = segment.triangle_count();
        double area = 0;
        if (primitive == 2 && !points.here.empty()) {
            const std::size_t inside = (indices.size() - std::min<std::size_t>(first, indices.size())) / 3;
            const std::size_t visited = std::min({count, inside, budget});
            budget -= visited;
            for (std::size_t i = first; i < first + 3 * visited; i += 3) {
                area += all.add(points, index(i), index(i + 1), index(i + 2));
            }
        }
        out.push_back({{"material", latin1(segment.material())},
                       {"primitive", primitive},
                       {"first", segment.record()->first_index.get()},
                       {"count", count},
                       {"repaired_first", first},
                       {"area_approx", rounded(area)}});
    }
    return out;
}

inline void add_positions(json& out, const format::mesh& mesh, const vertices& points) {
    if (points.here.empty()) {
        return;
    }
    range radius;
    const vector center = gltf(vector{mesh.bounds()->center});
    for (const vector& position : points.here) {
        radius.add(length(position - center));
    }
    out["gltf_box_approx"] = numbers(box_of(points.here));
    out["gltf_mean_approx"] = mean_of(points.here);
    out["gltf_world_box_approx"] = numbers(box_of(points.there));
    out["radius_approx"] = rounded(radius.highest());
}

inline void add_normals(json& out, const vertices& points) {
    if (points.normals.empty()) {
        return;
    }
    range lengths;
    for (const vector& normal : points.normals) {
        lengths.add(length(normal));
    }
    out["gltf_normal_mean_approx"] = mean_of(points.normals);
    out["normal_length_approx"] = numbers(lengths);

    if (!points.tangents.empty() && !points.bitangents.empty()) {
        agreement handedness;
        for (std::size_t i = 0; i < points.normals.size(); ++i) {
            handedness.add(cross(points.normals[i], points.tangents[i]), points.bitangents[i]);
        }
        out["tangent_w_approx"] = rounded(handedness.cosine());
    }
}

inline void add_texcoords_and_colors(json& out, const format::mesh& mesh) {
    if (holds(mesh.array(vertex_semantic::texcoord0), component_type::float32, 2)) {
        box<2> uv;
        for (const auto& texcoord : mesh.texcoords()) {
            uv.add({texcoord.x, texcoord.y});
        }
        out["uv_box_approx"] = numbers(uv);
    }
    if (holds(mesh.array(vertex_semantic::color), component_type::byte, 4)) {
        std::array<std::uint64_t, 4> total{};
        for (const effigy::rgba8& color : mesh.colors()) {
            total[0] += color.r;
            total[1] += color.g;
            total[2] += color.b;
            total[3] += color.a;
        }
        out["color_sum"] = mesh.vertex_count() != 0 ? json(total) : json::array();
    }
}

// ---- meshes: skin --------------------------------------------------------------------------------------------------

struct influence {
    std::array<double, 4> index{}, weight{};
    double total = 0; // of the weights
};

[[nodiscard]] inline std::vector<influence> influences_of(const format::mesh& mesh) {
    static constexpr std::array<double, 4> one{255, 32767, 2147483647, 1}; // stored for 1, by component_type
    const auto indices = mesh.array(vertex_semantic::bone_index);
    const auto weights = mesh.array(vertex_semantic::bone_weight);
    std::vector<influence> out(mesh.vertex_count());
    for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
        for (std::uint32_t k = 0; k < 4; ++k) {
            out[v].index[k] = indices.number(v, k);
            out[v].weight[k] = weights.number(v, k) / one[static_cast<std::size_t>(weights.component())];
            out[v].total += out[v].weight[k];
        }
    }
    return out;
}

[[nodiscard]] inline double largest_difference(std::span<const matrix> all, const matrix& other) {
    range out;
    const auto expected = elements(other);
    for (const matrix& m : all) {
        const auto found = elements(m);
        for (std::size_t i = 0; i < found.size(); ++i) {
            out.add(std::abs(found[i] - expected[i]));
        }
    }
    return out.highest();
}

[[nodiscard]] inline vector skinned(const influence& by, std::span<const matrix> bones, const matrix& fallback,
                                    const vector& position) {
    if (!(by.total > 0)) {
        return transform_point(fallback, position);
    }
    vector out;
    for (std::size_t k = 0; k < 4; ++k) {
        if (by.weight[k] != 0) {
            const matrix& bone = bones[static_cast<std::size_t>(by.index[k])];
            out = out + transform_point(bone, position) * (by.weight[k] / by.total);
        }
    }
    return out;
}

// Adds the facts of a skin with bones. Returns the skinned positions in glTF's world space.
[[nodiscard]] inline std::vector<vector> add_bones(json& out, const format::mesh& mesh,
                                                   const std::vector<influence>& influences,
                                                   std::span<const matrix> worlds, const matrix& world) {
    std::vector<matrix> bones(mesh.bones().size());
    skin_matrices(mesh, worlds, bones);
    out["bind_to_mesh_approx"] = rounded(largest_difference(bones, world));
    out["bind_to_origin_approx"] = rounded(largest_difference(bones, matrix{}));

    const std::vector<vector> positions = vectors(mesh.positions());
    if (positions.empty()) {
        return {};
    }
    std::vector<vector> moved;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        moved.push_back(skinned(influences[i], bones, world, positions[i]));
    }
    if (const double size = determinant(world); size != 0 && std::isfinite(size)) {
        const matrix back = inverse(world);
        range residual;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            residual.add(length(transform_point(back, moved[i]) - positions[i]));
        }
        out["vertex_residual_approx"] = rounded(residual.highest());
    }
    moved = gltf(std::move(moved));
    out["gltf_box_approx"] = numbers(box_of(moved));
    out["gltf_mean_approx"] = mean_of(moved);
    return moved;
}

// Adds the facts of a mesh's skin. Returns the skinned positions in glTF's world space; empty without bones.
[[nodiscard]] inline std::vector<vector> add_skin(json& mesh_facts, const format::mesh& mesh,
                                                  std::span<const matrix> worlds, const matrix& world) {
    const auto indices = mesh.array(vertex_semantic::bone_index);
    const auto weights = mesh.array(vertex_semantic::bone_weight);
    if (!holds(indices, indices.component(), 4) || !holds(weights, weights.component(), 4)) {
        return {};
    }
    const std::vector<influence> influences = influences_of(mesh);
    range used;
    range totals;
    std::array<std::uint32_t, 5> counts{};
    for (const influence& vertex : influences) {
        std::for_each(vertex.index.begin(), vertex.index.end(), [&](double index) { used.add(index); });
        totals.add(vertex.total);
        ++counts[4 - static_cast<std::size_t>(std::count(vertex.weight.begin(), vertex.weight.end(), 0.0))];
    }
    json& out = mesh_facts["skin"];
    out["used"] = !mesh.bones().empty();
    out["weight_sum_approx"] = numbers(totals);
    out["influences"] = counts;
    out["index_range"] = influences.empty() ? json::array() : json::array({used.lowest(), used.highest()});
    return mesh.bones().empty() ? std::vector<vector>{} : add_bones(out, mesh, influences, worlds, world);
}

inline void add_bone_list(json& out, const format::mesh& mesh) {
    checksum inverse_binds;
    for (const auto& bone : mesh.bones().records()) {
        add_bytes(inverse_binds, std::span{&bone.inverse_bind, 1});
    }
    out["bones"] = list_of(mesh.bones().records(), [](const auto& bone) { return bone.node.get(); });
    out["inv_rest"] = bulk(inverse_binds, mesh.bones().size());
}

} // namespace facts::grimrock
