// The facts of a model: its nodes, its animations, and totals.
#pragma once

#include "animation.hpp"

#include <limits>

namespace facts::nwn {

// The most items that are listed one by one, so that the facts of a large file stay readable.
inline constexpr std::size_t most_controllers = 800;
inline constexpr std::size_t most_moving_nodes = 200;

// The model's nodes at rest.
struct hierarchy {
    std::vector<effigy::tree_entry> entries;
    format::node_index nodes;
    std::vector<pose> rest;
    std::vector<matrix> world;

    explicit hierarchy(const format::model& model)
        : entries(model.nodes().size()), nodes(model.index(entries)), rest(nodes.size()) {
        rest_poses(nodes, std::span{rest});
        world = world_matrices(nodes, rest);
    }
};

// ---- nodes ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json node_list(const format::model& model, const hierarchy& tree) {
    const std::vector<std::int64_t> depths = depths_of(tree.nodes);
    json out = json::array();
    std::size_t listed = 0; // controllers
    for (const format::node& node : model.nodes()) {
        const matrix& world = tree.world[node.number()];
        json facts;
        add_header(facts, node);
        facts["depth"] = depths[node.number()];
        facts["crc"] = crc_of(bytes_of(model, node));
        facts["world_approx"] = coordinates(y_up(world.translation), y_up(transform_point(world, probe)));
        if (listed < most_controllers) {
            listed += node.controllers().size();
            facts["ctl"] = key_facts(node);
            facts["first_approx"] = first_rows(node);
        }
        add_parts(facts, node, tree.world);
        out.push_back(std::move(facts));
    }
    return out;
}

// ---- merges --------------------------------------------------------------------------------------------------------

// The largest distance between the vertices of a merged-away mesh and their copies in the target. Infinite if the
// target's matrix has no inverse.
[[nodiscard]] inline double residual_of(const hierarchy& tree, std::uint32_t member, const format::merged_mesh& merge) {
    const double size = determinant(tree.world[merge.merge_target]);
    if (size == 0 || !std::isfinite(size)) {
        return std::numeric_limits<double>::infinity();
    }
    const matrix to_target = inverse(tree.world[merge.merge_target]) * tree.world[member];
    const auto there = tree.nodes[merge.merge_target].mesh().positions();
    range distance;
    for (std::size_t vertex = merge.first_vertex; const auto& here : tree.nodes[member].mesh().positions()) {
        distance.add(largest(transform_point(to_target, vector{here}) - vector{there[vertex++]}));
    }
    return distance.highest();
}

[[nodiscard]] inline json merge_facts(const hierarchy& tree, std::span<const format::merged_mesh> merges,
                                      std::uint32_t target) {
    const auto faces_of = [&](std::uint32_t number) { return tree.nodes[number].mesh().faces().size(); };
    std::size_t faces = faces_of(target);
    range residual;
    json members = json::array();
    for (std::uint32_t number = 0; number < merges.size(); ++number) {
        if (merges[number].merge_target == target && number != target) {
            faces += faces_of(number);
            members.push_back(json::array({number, merges[number].first_vertex, faces_of(number)}));
            residual.add(residual_of(tree, number, merges[number]));
        }
    }
    return {{"own_verts", merges[target].vertex_count},
            {"members", std::move(members)},
            {"residual_approx", rounded(residual.highest())},
            {"tris_match", tree.nodes[target].mesh().indices().size() == 3 * faces}};
}

inline void add_merges(json& nodes, const hierarchy& tree) {
    std::vector<format::merged_mesh> merges(tree.nodes.size());
    find_merges(tree.nodes, merges);
    for (std::uint32_t number = 0; number < merges.size(); ++number) {
        if (merges[number].merge_target == number) {
            nodes[number]["mesh"]["merge"] = merge_facts(tree, merges, number);
        }
    }
}

// ---- all together --------------------------------------------------------------------------------------------------

// Sums over meshes with the render flag, in glTF space.
struct drawing {
    std::uint64_t triangles = 0;
    std::map<std::string, std::uint64_t> by_texture;
    surface sums;
    std::vector<vector> points; // only vertices of triangles

    void add(const format::mesh& mesh, const matrix& world) {
        geometry drawn{mesh};
        if (mesh.record()->render == 0U || drawn.triangles() == 0) {
            return;
        }
        for (vector& point : drawn.points) {
            point = y_up(transform_point(world, point));
        }
        const std::string texture = facts::lower_case(std::string{mesh.record()->textures[0].view()});
        triangles += drawn.triangles();
        by_texture[texture == "null" ? "" : latin1(texture)] += drawn.triangles();
        sums.add(drawn);
        drawn.indices.resize(3 * drawn.triangles());
        for (const std::size_t index : drawn.indices) {
            points.push_back(drawn.points[index]);
        }
    }
};

[[nodiscard]] inline json totals_facts(const format::model& model, const hierarchy& tree) {
    tally<std::uint32_t> kinds;
    std::uint64_t meshes = 0;
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
    std::uint64_t triangles = 0;
    std::uint64_t merged_away = 0;
    std::uint64_t merged_away_faces = 0;
    std::uint64_t moving = 0;
    drawing drawn;
    for (const format::node& node : model.nodes()) {
        kinds.add(node.flags());
        if (const format::mesh mesh = node.mesh()) {
            const std::size_t face_count = mesh.faces().size();
            ++meshes;
            vertices += mesh.vertex_count();
            faces += face_count;
            triangles += geometry{mesh}.triangles();
            merged_away += mesh.merged_away() ? 1U : 0U;
            merged_away_faces += mesh.merged_away() ? face_count : 0;
            drawn.add(mesh, tree.world[node.number()]);
        }
    }
    for (const format::animation animation : model.animations()) {
        moving += animation.count_nodes();
    }
    return {{"nodes", tree.nodes.size()},
            {"kinds", kinds.facts()},
            {"meshes", meshes},
            {"verts", vertices},
            {"authored_faces", faces},
            {"render_tris", triangles},
            {"drawn_tris", drawn.triangles},
            {"swallowed_meshes", merged_away},
            {"swallowed_faces", merged_away_faces},
            {"drawn_tris_by_texture", drawn.by_texture},
            {"anim_nodes", moving},
            {"drawn_area_approx", rounded(drawn.sums.area)},
            {"drawn_vector_area_approx", coordinates(drawn.sums.vector_area)},
            {"drawn_bbox_approx", bounds(drawn.points)}};
}

// ---- models --------------------------------------------------------------------------------------------------------

[[nodiscard]] inline const char* word_of(format::producer producer) {
    switch (producer) {
    case format::producer::bioware: return "bioware";
    case format::producer::nwnmdlcomp: return "nwnmdlcomp";
    case format::producer::enhanced_edition: return "ee";
    case format::producer::unknown: break;
    }
    return "unknown";
}

inline void add_header(json& out, const format::model& model) {
    const auto& header = *model.record();
    const auto& functions = header.geometry.functions;
    out["format"] = "nwn.binary";
    out["bytes"] = model.file().size();
    out["model_size"] = sections_of(model).model().size();
    out["raw_size"] = sections_of(model).raw().size();
    out["trailing"] = model.trailing().size();
    out["producer"] = word_of(model.producer());
    out["fp"] = json::array({functions[0].get(), functions[1].get()});
    out["name"] = latin1(model.name());
    out["root"] = header.geometry.root.offset.get();
    out["node_count"] = header.geometry.node_count.get();
    out["geometry_type"] = static_cast<unsigned>(header.geometry.type.get());
    out["classification"] = static_cast<unsigned>(header.classification.get());
    out["fog"] = header.fog;
    out["supermodel"] = latin1(header.supermodel.view());
    out["bbox_approx"] = coordinates(vector{header.bounding_min}, vector{header.bounding_max});
    out["radius_animscale_approx"] = facts::numbers({header.radius, header.animation_scale});
    out["header_crc"] = crc_of(std::span{&header, 1});
}

[[nodiscard]] inline json animation_list(const format::model& model, const hierarchy& model_tree) {
    json out = json::array();
    std::size_t details_left = most_moving_nodes;
    for (const format::animation animation : model.animations()) {
        const moving_tree tree{animation};
        const double length = animation.duration();
        json facts;
        add_header(facts, animation);
        add_tree(facts, tree);
        add_bodies(facts, model, tree);
        add_controllers(facts, tree);
        add_samples(facts, tree, length);
        add_pose(facts, tree, length, model_tree.nodes, model_tree.rest);
        add_animmeshes(facts, tree);
        details_left -= add_details(facts, tree, details_left);
        out.push_back(std::move(facts));
    }
    return out;
}

// The bytes that the views show, and the first gaps that are not all zero.
[[nodiscard]] inline json coverage_facts(const format::model& model) {
    constexpr std::size_t most_gaps = 8;
    effigy::coverage sums;
    std::uint64_t zero = 0; // bytes of gaps that are all zero
    json gaps = json::array();
    format::regions(model, [&](const effigy::region& one) {
        sums.add(one);
        if (one.role != effigy::role::gap) {
            return;
        }
        const auto bytes = model.file().bytes_at(one.offset(), one.length);
        if (is_zero(bytes)) {
            zero += one.length;
        } else if (gaps.size() < most_gaps) {
            gaps.push_back(json::array({one.offset(), one.length}));
        }
    });
    return {{"claimed", sums.claimed},
            {"shared", sums.shared},
            {"zero_gaps", zero},
            {"unclaimed", sums.gap - zero},
            {"gaps", std::move(gaps)}};
}

[[nodiscard]] inline json model_facts(const format::model& model) {
    const hierarchy tree{model};
    json out;
    add_header(out, model);
    out["nodes"] = node_list(model, tree);
    add_merges(out["nodes"], tree);
    out["anims"] = animation_list(model, tree);
    out["totals"] = totals_facts(model, tree);
    out["coverage"] = coverage_facts(model);
    return out;
}

} // namespace facts::nwn
