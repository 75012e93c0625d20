// The facts of skin profiles: submeshes, batches, and the collision mesh beside them.
#pragma once

#include "material.hpp"

#include <map>

namespace facts::m2 {

// The vertices of a model, for all its skin profiles.
struct geometry {
    std::vector<vector> points, normals;

    explicit geometry(const format::model& model) {
        for (const format::vertex& vertex : model.vertices()) {
            points.push_back(gltf(vertex.position));
            normals.push_back(gltf(vertex.normal));
        }
    }
};

// ---- submeshes -----------------------------------------------------------------------------------------------------

// What of a submesh's triangles has vertices.
struct drawing {
    surface skin;
    std::uint64_t triangles = 0, bad = 0;

    drawing(const format::skin_profile& profile, const format::submesh& of, const geometry& model) {
        const auto corners = profile.indices(of);
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            const std::array<std::uint32_t, 3> v{corners[i], corners[i + 1], corners[i + 2]};
            if (*std::ranges::max_element(v) >= model.points.size()) {
                ++bad;
                continue;
            }
            const auto& n = model.normals;
            skin.add(model.points[v[0]], model.points[v[1]], model.points[v[2]], n[v[0]] + n[v[1]] + n[v[2]]);
            ++triangles;
        }
    }
};

// How many weighted influences there are, and how many of them the palette gives the bone that the vertex says.
[[nodiscard]] inline json palette_facts(const format::model& model, const format::skin_profile& profile,
                                        const format::submesh& of) {
    const auto indices = profile.vertex_lookup();
    const auto properties = profile.palette_joints();
    const std::size_t first = of.first_vertex;
    const std::size_t last = std::min({first + of.vertex_count, indices.size(), properties.size()});
    std::uint64_t right = 0;
    std::uint64_t all = 0;
    for (std::size_t i = first; i < last; ++i) {
        const format::vertex* const vertex = model.vertices().at(indices[i]);
        for (std::size_t k = 0; vertex != nullptr && k < 4; ++k) {
            if (vertex->weights[k] != 0) {
                const auto* const bone =
                    model.bone_lookup().at(std::uint64_t{of.first_palette_bone} + properties[i].entries[k]);
                right += bone != nullptr && *bone == vertex->joints[k] ? 1U : 0U;
                ++all;
            }
        }
    }
    return json::array({right, all});
}

[[nodiscard]] inline json raw_numbers(const format::submesh& of) {
    return json::array({of.id.get(), of.level.get(), of.first_vertex.get(), of.vertex_count.get(), of.first_index.get(),
                        of.index_count.get(), of.bone_count.get(), of.first_palette_bone.get(),
                        of.influence_count.get(), of.center_bone.get()});
}

[[nodiscard]] inline json submesh_facts(const format::model& model, const format::skin_profile& profile,
                                        const format::submesh& of, const drawing& drawn) {
    return {{"raw", raw_numbers(of)},
            {"center_approx", coordinates(of.center)},
            {"triangles", drawn.triangles},
            {"bad_triangles", drawn.bad},
            {"area_approx", rounded(drawn.skin.area)},
            {"volume_approx", rounded(drawn.skin.volume)},
            {"centroids_approx", coordinates(drawn.skin.centroids)},
            {"facing_approx", rounded(drawn.skin.facing)},
            {"palette", palette_facts(model, profile, of)}};
}

// ---- skin profiles -------------------------------------------------------------------------------------------------

inline void add_arrays(json& out, const format::model& model, const format::skin_profile& profile) {
    const auto submeshes = profile.submeshes();
    checksum<order> crc;
    if (!submeshes.empty()) { // all of each, whatever the version's size
        const std::uint64_t begin = model.file().offset_of(submeshes.data());
        crc.add(model.file().bytes_at(begin, submeshes.size() * submeshes.stride()), 1);
    }
    const auto indices = profile.vertex_lookup();
    bool counts_up = true;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        counts_up = counts_up && indices[i] == i;
    }
    out["indices"] = bulk_of(indices);
    out["triangles"] = bulk_of(profile.triangles_as_stored());
    out["bone_props"] = bulk_of(profile.palette_joints());
    out["submeshes"] = bulk(crc, submeshes.size());
    out["batches"] = bulk_of(profile.batches());
    out["bone_max"] = profile.bone_limit();
    out["identity"] = counts_up;
}

[[nodiscard]] inline json skin_profile_facts(const format::model& model, const format::skin_profile& profile,
                                             const geometry& all) {
    const auto submeshes = profile.submeshes();
    const auto sortings = profile.submesh_sortings();
    std::vector<std::uint64_t> triangles;
    json submesh_list = json::array();
    for (std::size_t i = 0; i < submeshes.size(); ++i) {
        const drawing drawn{profile, submeshes[i], all};
        triangles.push_back(drawn.triangles);
        submesh_list.push_back(submesh_facts(model, profile, submeshes[i], drawn));
        if (const auto* const sorting = sortings.at(i)) {
            submesh_list.back()["sort_center_approx"] = coordinates(sorting->center);
            submesh_list.back()["sort_radius_approx"] = rounded(sorting->radius);
        }
    }
    std::map<std::uint16_t, std::uint64_t> by_material;
    json batch_list = json::array();
    for (const format::batch& batch : profile.batches()) {
        const std::uint64_t drawn = batch.submesh < triangles.size() ? triangles[batch.submesh] : 0;
        by_material[batch.material] += drawn;
        batch_list.push_back(batch_facts(model, batch, drawn));
    }
    json material_triangles = json::array();
    for (const auto& [material, number] : by_material) {
        material_triangles.push_back(json::array({material, number}));
    }
    json out;
    add_arrays(out, model, profile);
    out["submesh_list"] = std::move(submesh_list);
    out["batch_list"] = std::move(batch_list);
    out["material_triangles"] = std::move(material_triangles);
    return out;
}

[[nodiscard]] inline json skin_profile_list(const format::model& model) {
    const geometry all{model};
    json out = json::array();
    for (const auto& profile : model.skin_profiles()) {
        out.push_back(skin_profile_facts(model, profile, all));
    }
    return out;
}

// ---- collision -----------------------------------------------------------------------------------------------------

[[nodiscard]] inline json collision_facts(const format::model& model) {
    const auto corners = model.collision_triangles();
    const std::vector<vector> points = gltf(model.collision_vertices());
    const std::vector<vector> normals = gltf(model.collision_normals());
    surface wall;
    std::uint64_t good = 0;
    std::uint64_t bad = 0;
    for (std::size_t i = 0; i < corners.size() / 3; ++i) {
        const std::array<std::size_t, 3> v{corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]};
        if (*std::ranges::max_element(v) >= points.size()) {
            ++bad;
            continue;
        }
        wall.add(points[v[0]], points[v[1]], points[v[2]], i < normals.size() ? normals[i] : vector{});
        ++good;
    }
    return {{"triangles", good},
            {"bad_triangles", bad},
            {"area_approx", rounded(wall.area)},
            {"volume_approx", rounded(wall.volume)},
            {"facing_approx", rounded(wall.facing)}};
}

} // namespace facts::m2
