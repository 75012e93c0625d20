// The facts of skin profiles: submeshes, batches; and of the collision mesh.
#pragma once

#include "coverage.hpp"
#include "material.hpp"

#include <map>

namespace facts::m2 {

// The vertices of a model, for all its skin profiles.
struct geometry {
    std::vector<vector> points, normals;

    explicit geometry(const format::model& model)
        : points(gltf(vectors(model.positions()))), normals(gltf(vectors(model.normals()))) {}
};

// ---- submeshes -----------------------------------------------------------------------------------------------------

// Counts the triangles of a submesh. A triangle is bad if one of its vertices does not exist; without a model, if one
// of its entries of the vertex lookup does not exist.
struct drawing {
    surface sums;
    std::uint64_t triangles = 0, bad = 0;

    drawing(const format::skin_profile& profile, const format::submesh& submesh, const geometry* model) {
        const auto corners = profile.indices(submesh);
        const std::size_t vertices = model != nullptr ? model->points.size() : effigy::npos;
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            const std::array<std::uint32_t, 3> v{corners[i], corners[i + 1], corners[i + 2]};
            if (*std::ranges::max_element(v) >= vertices) {
                ++bad;
                continue;
            }
            if (model != nullptr) {
                const auto& [p, n] = *model;
                sums.add(p[v[0]], p[v[1]], p[v[2]], n[v[0]] + n[v[1]] + n[v[2]]);
            }
            ++triangles;
        }
    }
};

// Returns the number of weighted influences whose bone in the palette is the vertex's bone, then the number of all
// weighted influences.
[[nodiscard]] inline json palette_facts(const format::model& model, const format::skin_profile& profile,
                                        const format::submesh& submesh) {
    const auto indices = profile.vertex_lookup();
    const auto properties = profile.palette_joints();
    const std::size_t first = submesh.first_vertex;
    const std::size_t last = std::min({first + submesh.vertex_count, indices.size(), properties.size()});
    std::uint64_t right = 0;
    std::uint64_t all = 0;
    for (std::size_t i = first; i < last; ++i) {
        const format::vertex* const vertex = model.vertices().at(indices[i]);
        for (std::size_t k = 0; vertex != nullptr && k < 4; ++k) {
            if (vertex->weights[k] != 0) {
                const auto* const bone =
                    model.bone_lookup().at(std::uint64_t{submesh.first_palette_bone} + properties[i].entries[k]);
                right += bone != nullptr && *bone == vertex->joints[k] ? 1U : 0U;
                ++all;
            }
        }
    }
    return json::array({right, all});
}

[[nodiscard]] inline json raw_numbers(const format::submesh& submesh) {
    return json::array({submesh.id.get(), submesh.level.get(), submesh.first_vertex.get(), submesh.vertex_count.get(),
                        submesh.first_index.get(), submesh.index_count.get(), submesh.bone_count.get(),
                        submesh.first_palette_bone.get(), submesh.influence_count.get(), submesh.center_bone.get()});
}

[[nodiscard]] inline json submesh_facts(const format::submesh& submesh, const drawing& drawn) {
    return {{"raw", raw_numbers(submesh)},
            {"center_approx", coordinates(submesh.center)},
            {"triangles", drawn.triangles},
            {"bad_triangles", drawn.bad}};
}
inline void add_surface(json& out, const surface& sums) {
    out["area_approx"] = rounded(sums.area);
    out["volume_approx"] = rounded(sums.volume);
    out["centroids_approx"] = coordinates(sums.centroids);
    out["facing_approx"] = rounded(sums.facing);
}

// ---- skin profiles -------------------------------------------------------------------------------------------------

inline void add_arrays(json& out, const format::skin_profile& profile) {
    const auto submeshes = profile.submeshes();
    checksum crc;
    if (!submeshes.empty()) { // whole records, of the version's size
        const effigy::byte_view file = profile.file();
        const std::uint64_t begin = file.offset_of(submeshes.data()) - file.base();
        crc.add(file.bytes_at(begin, submeshes.size() * submeshes.stride()));
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

// `model` and its geometry `all` are null for a .skin alone.
[[nodiscard]] inline json skin_profile_facts(const format::skin_profile& profile, const format::model* model,
                                             const geometry* all) {
    const auto submeshes = profile.submeshes();
    const auto sortings = profile.submesh_sortings();
    std::vector<std::uint64_t> triangles;
    json submesh_list = json::array();
    for (std::size_t i = 0; i < submeshes.size(); ++i) {
        const drawing drawn{profile, submeshes[i], all};
        triangles.push_back(drawn.triangles);
        json& facts = submesh_list.emplace_back(submesh_facts(submeshes[i], drawn));
        if (model != nullptr) {
            add_surface(facts, drawn.sums);
            facts["palette"] = palette_facts(*model, profile, submeshes[i]);
        }
        if (const auto* const sorting = sortings.at(i)) {
            facts["sort_center_approx"] = coordinates(sorting->center);
            facts["sort_radius_approx"] = rounded(sorting->radius);
        }
    }
    std::map<std::uint16_t, std::uint64_t> by_material;
    json batch_list = json::array();
    for (const format::batch& batch : profile.batches()) {
        const std::uint64_t drawn = batch.submesh < triangles.size() ? triangles[batch.submesh] : 0;
        by_material[batch.material] += drawn;
        json& facts = batch_list.emplace_back(json{{"raw", raw_numbers(batch)}, {"triangles", drawn}});
        if (model != nullptr) {
            add_stages(facts, *model, batch);
        }
    }
    json out;
    add_arrays(out, profile);
    out["submesh_list"] = std::move(submesh_list);
    out["batch_list"] = std::move(batch_list);
    out["material_triangles"] =
        list_of(by_material, [](const auto& one) { return json::array({one.first, one.second}); });
    return out;
}

// Whether a .skin has a list of shadow batches, which may be empty. It has one if its other lists begin after the end
// of the header with this list.
[[nodiscard]] inline bool has_shadow_list(const format::skin_profile& profile) {
    constexpr std::uint32_t header_end = 0x38;
    std::uint32_t lowest = effigy::npos;
    profile.visit_record([&](const auto& header) {
        const auto look_at = [&](const auto& list) {
            lowest = list.count != 0U ? std::min(lowest, list.offset.get()) : lowest;
        };
        look_at(header.vertex_lookup);
        look_at(header.triangles);
        look_at(header.palette_joints);
        look_at(header.submeshes);
        look_at(header.batches);
    });
    return lowest != effigy::npos && lowest >= header_end && profile.file().size() >= header_end;
}
inline void add_skin_file(json& out, const format::skin_profile& profile) {
    if (has_shadow_list(profile)) {
        out["shadow_batches"] = bulk_of(profile.shadow_batches());
    }
    if (const auto file = format::open_skin(profile.file().bytes())) {
        out["coverage"] = coverage_facts(file->file(), *file);
    }
}

[[nodiscard]] inline json skin_profile_list(const format::model& model) {
    const geometry all{model};
    json out = json::array();
    for (const auto& profile : model.skin_profiles()) {
        json& facts = out.emplace_back(skin_profile_facts(profile, &model, &all));
        if (model.version() >= format::first_version<format::model_header_264>) {
            facts["skin"] = "0" + std::to_string(profile.number());
            add_skin_file(facts, profile);
        }
    }
    return out;
}

// The facts of a .skin alone.
[[nodiscard]] inline json skin_facts(const format::skin_file& file) {
    json out = skin_profile_facts(file.profile(), nullptr, nullptr);
    out["kind"] = "skin";
    add_skin_file(out, file.profile());
    return out;
}

// ---- collision -----------------------------------------------------------------------------------------------------

[[nodiscard]] inline json collision_facts(const format::model& model) {
    const auto corners = model.collision_triangles();
    const std::vector<vector> points = gltf(vectors(model.collision_vertices()));
    const std::vector<vector> normals = gltf(vectors(model.collision_normals()));
    surface sums;
    std::uint64_t good = 0;
    std::uint64_t bad = 0;
    for (std::size_t i = 0; i < corners.size() / 3; ++i) {
        const std::array<std::size_t, 3> v{corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]};
        if (*std::ranges::max_element(v) >= points.size()) {
            ++bad;
            continue;
        }
        sums.add(points[v[0]], points[v[1]], points[v[2]], i < normals.size() ? normals[i] : vector{});
        ++good;
    }
    return {{"triangles", good},
            {"bad_triangles", bad},
            {"area_approx", rounded(sums.area)},
            {"volume_approx", rounded(sums.volume)},
            {"facing_approx", rounded(sums.facing)}};
}

} // namespace facts::m2
