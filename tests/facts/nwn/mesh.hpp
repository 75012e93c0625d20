// The facts of a mesh: its bytes, its faces, the drawn triangles.
#pragma once

#include "space.hpp"

namespace facts::nwn {

// ---- geometry ------------------------------------------------------------------------------------------------------

// The drawn triangles: three indices per triangle.
struct geometry {
    std::vector<vector> points;
    std::vector<std::size_t> indices; // of all lists, one after the other

    geometry() = default;
    explicit geometry(const format::mesh& mesh) : points(vectors(mesh.positions())) {
        for (std::uint32_t i = 0; i < mesh.index_list_count(); ++i) {
            const auto list = mesh.index_list(i);
            indices.insert(indices.end(), list.begin(), list.end());
        }
    }
    [[nodiscard]] std::size_t triangles() const { return indices.size() / 3; }
};

// A vector along a triangle's normal, whose length is twice the area.
[[nodiscard]] inline vector across(std::span<const vector> points, std::size_t a, std::size_t b, std::size_t c) {
    return cross(points[b] - points[a], points[c] - points[a]);
}

// Sums over triangles.
struct surface {
    double area = 0;
    vector vector_area;

    void add(const geometry& drawn) {
        for (std::size_t i = 0; i < 3 * drawn.triangles(); i += 3) {
            const vector half =
                across(drawn.points, drawn.indices[i], drawn.indices[i + 1], drawn.indices[i + 2]) * 0.5;
            area += length(half);
            vector_area = vector_area + half;
        }
    }
};

// ---- faces ---------------------------------------------------------------------------------------------------------

inline void add_face_counts(json& out, const format::mesh& mesh) {
    tally<std::int32_t> surfaces;
    std::uint64_t open_edges = 0;
    for (const auto& face : mesh.faces()) {
        surfaces.add(face.surface);
        for (const std::int16_t neighbour : face.adjacent) {
            open_edges += neighbour == -1 ? 1U : 0U;
        }
    }
    out["surfaces"] = surfaces.facts();
    out["open_edges"] = open_edges;
}

// Compares the faces' planes with their vertices.
inline void add_planes(json& out, const format::mesh& mesh, std::span<const vector> points) {
    constexpr double smallest = 1e-6;
    std::uint64_t degenerate = 0;
    std::uint64_t agree = 0;
    range errors;
    for (const auto& face : mesh.faces()) {
        const auto& [a, b, c] = face.vertex;
        const vector winding = across(points, a, b, c);
        if (length(winding) <= smallest) {
            ++degenerate;
            continue;
        }
        const vector normal{face.normal};
        agree += dot(winding, normal) > 0 ? 1U : 0U;
        errors.add(std::abs(dot(points[a], normal) + face.distance));
    }
    out["degenerate"] = degenerate;
    out["agree"] = agree;
    out["plane_error_approx"] = rounded(errors.highest());
}

// Whether the indices are the vertices of the faces, in order.
template <class Indices> [[nodiscard]] bool equals_faces(const Indices& indices, const format::mesh& mesh) {
    const auto faces = mesh.faces();
    if (indices.size() != 3 * faces.size()) {
        return false;
    }
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] != faces[i / 3].vertex[i % 3]) {
            return false;
        }
    }
    return true;
}

// ---- vertices ------------------------------------------------------------------------------------------------------

inline void add_texcoord_sum(json& out, const format::mesh& mesh) {
    sum<2> uv;
    for (const auto& texcoord : mesh.texcoords()) {
        uv.add({texcoord.x, 1.0 - texcoord.y});
    }
    if (uv.count() != 0) {
        out["uv_sum_approx"] = facts::numbers(uv);
    }
}

inline void add_normal_sums(json& out, const format::mesh& mesh) {
    const std::vector<vector> normals = vectors(mesh.normals());
    const std::vector<vector> tangents = vectors(mesh.tangents());
    sum<4> of_normals;
    for (const vector& n : normals) {
        of_normals.add({n.x, n.y, n.z, dot(n, n)});
    }
    sum<2> of_tangents;
    for (std::size_t i = 0; i < tangents.size(); ++i) {
        const double along = i < normals.size() ? dot(tangents[i], normals[i]) : 0;
        of_tangents.add({dot(tangents[i], tangents[i]), std::abs(along)});
    }
    if (of_normals.count() != 0) {
        out["normal_sum_approx"] = facts::numbers(of_normals);
    }
    if (of_tangents.count() != 0) {
        out["tangent_approx"] = facts::numbers(of_tangents);
    }
}

inline void add_colors_and_handedness(json& out, const format::mesh& mesh) {
    std::array<std::uint64_t, 4> colors{};
    for (const effigy::rgba8& color : mesh.colors()) {
        colors[0] += color.r;
        colors[1] += color.g;
        colors[2] += color.b;
        colors[3] += color.a;
    }
    if (!mesh.colors().empty()) {
        out["color_sums"] = colors;
    }
    const auto hands = mesh.handedness();
    if (!hands.empty()) {
        const auto count = [&](float hand) { return std::count(hands.begin(), hands.end(), hand); };
        out["handedness_counts"] = json::array({count(1), count(-1)});
    }
}

// ---- meshes --------------------------------------------------------------------------------------------------------

inline void add_arrays(json& out, const format::mesh& mesh) {
    static constexpr std::array<const char*, 4> sets{"uv0", "uv1", "uv2", "uv3"};
    add_bulk_of_some(out, "verts", mesh.positions());
    for (std::uint32_t set = 0; set < sets.size(); ++set) {
        add_bulk_of_some(out, sets[set], mesh.texcoords(set));
    }
    add_bulk_of_some(out, "normals", mesh.normals());
    add_bulk_of_some(out, "colors", mesh.colors());
    add_bulk_of_some(out, "tangents", mesh.tangents());
    add_bulk_of_some(out, "handedness", mesh.handedness());
    out["faces"] = bulk(mesh.faces());
}

inline void add_index_lists(json& out, const format::mesh& mesh) {
    json lists = json::array();
    for (std::uint32_t i = 0; i < mesh.index_list_count(); ++i) {
        lists.push_back(bulk(mesh.index_list(i)));
    }
    json hidden = bulk(mesh.own_indices());
    if (!hidden.is_null()) {
        hidden["equals_faces"] = equals_faces(mesh.own_indices(), mesh);
    }
    out["index_lists"] = std::move(lists);
    out["hidden_list"] = std::move(hidden);
}

inline void add_header(json& out, const format::mesh_header& header) {
    json textures = list_of(header.textures, [](const auto& texture) { return latin1(texture.view()); });
    textures.push_back(latin1(header.material.view()));
    out["textures"] = std::move(textures);
    out["n_verts"] = header.vertex_count.get();
    out["tex_count"] = header.texture_count.get();
    out["shadow"] = header.shadow.get();
    out["beaming"] = header.beaming.get();
    out["render"] = header.render.get();
    out["transparency"] = header.transparency_hint.get();
    out["render_hint"] = header.render_hint.get();
    out["tile_fade"] = header.tile_fade.get();
    out["tri_mode"] = header.triangle_mode;
    out["rotate_texture"] = header.rotate_texture;
    out["bbox_approx"] = coordinates(vector{header.bounding_min}, vector{header.bounding_max});
    out["radius_average_approx"] =
        facts::numbers({header.radius, header.average.x, header.average.y, header.average.z});
    const vector diffuse{header.diffuse};
    const vector ambient{header.ambient};
    const vector specular{header.specular};
    out["material_approx"] = facts::numbers({diffuse.x, diffuse.y, diffuse.z, ambient.x, ambient.y, ambient.z,
                                             specular.x, specular.y, specular.z, header.shininess});
    out["normal_sum_half_approx"] = rounded(header.normal_sum_half);
}

[[nodiscard]] inline json mesh_facts(const format::mesh& mesh) {
    const geometry drawn{mesh};
    surface sums;
    sums.add(drawn);

    json out;
    add_header(out, *mesh.record());
    add_arrays(out, mesh);
    add_index_lists(out, mesh);
    add_face_counts(out, mesh);
    add_planes(out, mesh, drawn.points);
    add_texcoord_sum(out, mesh);
    add_normal_sums(out, mesh);
    add_colors_and_handedness(out, mesh);
    out["render_tris"] = drawn.triangles();
    out["list_equals_faces"] = equals_faces(drawn.indices, mesh);
    out["area_approx"] = rounded(sums.area);
    out["vector_area_approx"] = coordinates(y_up(sums.vector_area));
    out["bounds_approx"] = bounds(drawn.points);
    return out;
}

} // namespace facts::nwn
