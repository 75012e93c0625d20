// The facts of a model: its nodes and their totals.
#pragma once

#include "mesh.hpp"

namespace facts::grimrock {

// The nodes' matrices. `world` is in the engine's tree: nodes without a parent are children of node 0.
struct hierarchy {
    std::vector<effigy::tree_entry> entries;
    format::node_index nodes;
    std::vector<matrix> local, world, world_as_stored;
    std::uint32_t depth = 0; // the largest number of ancestors of a node

    explicit hierarchy(const format::model& model)
        : entries(model.nodes().size()), nodes(model.index(entries)), local(nodes.size()) {
        rest_poses(nodes, local);
        world = world_as_stored = local;
        local_to_world(nodes, world);

        std::vector<std::uint32_t> depths(nodes.size());
        for (std::size_t location = 0; location < nodes.size(); ++location) {
            const std::uint32_t child = nodes.preorder(location);
            if (const std::uint32_t parent = nodes.parent(child); parent != effigy::npos) {
                depths[child] = depths[parent] + 1;
                depth = std::max(depth, depths[child]);
            }
            if (const std::uint32_t parent = nodes[child].parent(); parent != effigy::npos) {
                world_as_stored[child] = world_as_stored[parent] * local[child];
            }
        }
    }
};

// Totals over all nodes.
struct totals {
    std::uint64_t meshes = 0, lights = 0, vertices = 0, indices = 0, segments = 0, bones = 0;
    std::map<std::string_view, std::uint64_t> materials; // and their triangles
    box<3> world_box, skinned_box;
    double world_volume = 0;

    void count(const format::mesh& mesh) {
        ++meshes;
        vertices += mesh.vertex_count();
        indices += mesh.indices().size();
        segments += mesh.segments().size();
        bones += mesh.bones().size();
        for (const auto& segment : mesh.segments()) {
            if (segment.primitive_type() == 2) {
                materials[segment.material()] += segment.triangle_count();
            }
        }
    }
};

[[nodiscard]] inline json mesh_facts(effigy::byte_view file, const format::mesh& mesh, const hierarchy& tree,
                                     std::uint32_t node, totals& all) {
    const matrix& world = tree.world[node];
    const vertices points = vertices_of(mesh, world);
    surface sums;

    json out;
    out["version"] = mesh.emissive() != nullptr ? 2 : 0;
    out["num_vertices"] = mesh.vertex_count();
    out["cast_shadow"] = mesh.cast_shadow();
    out["emissive_approx"] = mesh.emissive() != nullptr ? numbers(elements(vector{*mesh.emissive()})) : json::array();
    out["arrays"] = array_facts(file, mesh);
    out["indices"] = bulk(mesh.indices(), mesh.indices().size());
    out["indices"]["offset"] = file.offset_of(mesh.indices().data());
    out["index_range"] = index_range(mesh);
    out["bounds"] = bulk(std::span{mesh.bounds(), 1}, 10);
    out["bounds_approx"] = bounds_numbers(*mesh.bounds());
    out["stored_ranges"] = stored_ranges(mesh);
    out["repaired"] = format::repaired_segments{mesh}.differ();
    out["segments"] = segment_facts(mesh, points, sums);
    out["volume_approx"] = rounded(sums.volume);
    out["winding_approx"] = rounded(sums.winding.cosine());
    add_positions(out, mesh, points);
    add_normals(out, points);
    add_texcoords_and_colors(out, mesh);
    add_bone_list(out, mesh);
    const std::vector<vector> moved = add_skin(out, mesh, tree.world, world);

    all.count(mesh);
    all.world_volume += sums.world_volume;
    all.world_box.add(points.there);
    all.skinned_box.add(moved.empty() ? points.there : moved);
    return out;
}

[[nodiscard]] inline json light_facts(const format::light& light) {
    return {{"type", light.type.get()},
            {"color_approx", coordinates(light.color)},
            {"range_approx", rounded(light.range)},
            {"spot_angle_approx", rounded(light.spot_angle)},
            {"spot_sharpness_approx", rounded(light.spot_sharpness)},
            {"cast_shadow", light.cast_shadow}};
}

[[nodiscard]] inline json node_facts(effigy::byte_view file, const format::node& node, const hierarchy& tree,
                                     std::uint32_t number, totals& all) {
    const auto transform_facts = [](const auto& record) { return bulk(std::span{&record, 1}, sizeof(record) / 4); };
    json out;
    out["name"] = latin1(node.name());
    out["parent"] = node.parent_as_stored();
    out["type"] = node.type();
    out["transform"] = node.local() != nullptr ? transform_facts(*node.local()) : transform_facts(*node.transform());
    out["local_approx"] = numbers(elements(tree.local[number]));
    out["det_approx"] = rounded(determinant(tree.local[number]));
    out["world_approx"] = numbers(elements(tree.world[number]));
    if (const auto mesh = node.mesh()) {
        out["mesh"] = mesh_facts(file, mesh, tree, number, all);
    } else if (const auto* const light = node.light()) {
        out["light"] = light_facts(*light);
        ++all.lights;
    }
    return out;
}

[[nodiscard]] inline json totals_facts(const totals& all) {
    std::uint64_t triangles = 0;
    for (const auto& [name, count] : all.materials) {
        triangles += count;
    }
    return {{"meshes", all.meshes},     {"lights", all.lights},   {"vertices", all.vertices}, {"indices", all.indices},
            {"segments", all.segments}, {"triangles", triangles}, {"bones", all.bones}};
}

[[nodiscard]] inline json facts_of(const format::model& model) {
    const hierarchy tree{model};
    totals all;
    duplicates names;
    json roots = json::array();
    json nodes = json::array();
    for (std::uint32_t number = 0; const auto& node : model.nodes()) {
        nodes.push_back(node_facts(model.file(), node, tree, number, all));
        names.add(node.name());
        if (node.parent() == effigy::npos) {
            roots.push_back(number);
        }
        ++number;
    }
    std::vector<matrix> mirrored = tree.world;
    std::for_each(mirrored.begin(), mirrored.end(), [](matrix& m) { m = gltf(m); });

    json out;
    out["format"] = "MDL1";
    out["version"] = model.version();
    out["num_nodes"] = model.nodes().size();
    out["nodes"] = std::move(nodes);
    out["roots"] = std::move(roots);
    out["depth"] = tree.depth;
    out["duplicate_names"] = names.count();
    out["total"] = totals_facts(all);
    out["materials"] =
        list_of(all.materials, [](const auto& one) { return json::array({latin1(one.first), one.second}); });
    out["world_sum_approx"] = sum_of(tree.world);
    out["world_as_stored_sum_approx"] = sum_of(tree.world_as_stored);
    out["gltf_world_sum_approx"] = sum_of(mirrored);
    out["gltf_world_box_approx"] = numbers(all.world_box);
    out["gltf_skinned_box_approx"] = numbers(all.skinned_box);
    out["gltf_world_volume_approx"] = rounded(all.world_volume);
    return out;
}

} // namespace facts::grimrock
