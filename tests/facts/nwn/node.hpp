// The facts of a node: its controllers and its parts.
#pragma once

#include "deform.hpp"
#include "mesh.hpp"

namespace facts::nwn {

// ---- controllers ---------------------------------------------------------------------------------------------------

[[nodiscard]] inline std::string name_of(const format::node& node, const format::controller& controller) {
    const std::string_view known = controller_name(node, controller);
    return known.empty() ? "id" + std::to_string(controller.id()) : std::string{known};
}

[[nodiscard]] inline json key_facts(const format::node& node) {
    return list_of(node.controllers(), [&](const format::controller& controller) {
        const auto& key = *controller.record();
        return json::array({controller.id(), name_of(node, controller), key.rows.get(), key.columns,
                            controller.is_bezier(), key.time_index.get(), key.value_index.get()});
    });
}

// Per controller: the first time, if there is one, and the first row.
[[nodiscard]] inline json first_rows(const format::node& node) {
    return list_of(node.controllers(), [](const format::controller& controller) {
        std::vector<double> numbers;
        if (!controller.times().empty()) {
            numbers.emplace_back(controller.times()[0]);
        }
        const auto row = controller.row(0);
        numbers.insert(numbers.end(), row.begin(), row.end());
        return facts::numbers(numbers);
    });
}

// ---- parts ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json light_facts(const format::node& node, const format::light& light) {
    json textures = list_of(node.get(light.flare_textures),
                            [&](const auto& pointer) { return latin1(node.flare_texture(pointer)); });
    return {{"priority", light.priority.get()},
            {"ambient_only", light.ambient_only.get()},
            {"dynamic_type", light.dynamic_type.get()},
            {"affect_dynamic", light.affect_dynamic.get()},
            {"shadow", light.shadow.get()},
            {"generate_flare", light.generate_flare.get()},
            {"fading", light.fading.get()},
            {"flare_radius_approx", rounded(light.flare_radius)},
            {"flare_sizes", bulk(node.get(light.flare_sizes))},
            {"flare_positions", bulk(node.get(light.flare_positions))},
            {"flare_colors", bulk(node.get(light.flare_color_shifts))},
            {"flare_textures", std::move(textures)}};
}

[[nodiscard]] inline json emitter_facts(const format::emitter& emitter) {
    return {{"xgrid", emitter.grid_x.get()},
            {"ygrid", emitter.grid_y.get()},
            {"space", emitter.space_type.get()},
            {"update", latin1(emitter.update.view())},
            {"render", latin1(emitter.render.view())},
            {"blend", latin1(emitter.blend.view())},
            {"texture", latin1(emitter.texture.view())},
            {"chunk", latin1(emitter.chunk.view())},
            {"two_sided", emitter.two_sided.get()},
            {"loop", emitter.loop.get()},
            {"render_order", emitter.render_order.get()},
            {"flags", emitter.flags.get()},
            {"dead_blastradius_blastlength_approx",
             facts::numbers({emitter.dead_space, emitter.blast_radius, emitter.blast_length})}};
}

// `face_count`: the number of faces of the walkmesh.
[[nodiscard]] inline json aabb_facts(const format::aabb_tree& tree, std::size_t face_count) {
    std::uint32_t entries = 0;
    std::uint32_t depth = 0;
    std::uint32_t odd = 0;
    tally<std::uint32_t> planes;
    std::vector<std::size_t> leaves;
    checksum crc;
    json root = json::array();
    for (const auto& box : tree) {
        const auto& entry = *box.record();
        const bool childless = entry.left.offset == 0U && entry.right.offset == 0U;
        if (entries++ == 0) {
            root = coordinates(vector{entry.min}, vector{entry.max});
        }
        depth = std::max(depth, box.depth());
        odd += box.is_leaf() != childless ? 1U : 0U;
        planes.add(entry.plane);
        add_bytes(crc, std::span{&entry, 1});
        if (box.is_leaf()) {
            leaves.push_back(static_cast<std::size_t>(entry.face.get()));
        }
    }
    std::ranges::sort(leaves);
    const bool each_once = leaves.size() == face_count && (leaves.empty() || leaves.back() == face_count - 1) &&
                           std::ranges::adjacent_find(leaves) == leaves.end();
    return {{"entries", entries}, {"leaves", leaves.size()}, {"depth", depth},           {"odd", odd},
            {"crc", crc.hex()},   {"root_approx", root},     {"planes", planes.facts()}, {"all_faces_once", each_once}};
}

// ---- nodes ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline std::int64_t parent_of(const format::node& node) {
    return node.parent() != effigy::npos ? std::int64_t{node.parent()} : -1;
}
// The number of ancestors of each node.
[[nodiscard]] inline std::vector<std::int64_t> depths_of(const format::node_index& nodes) {
    std::vector<std::int64_t> out(nodes.size());
    for (std::size_t location = 0; location < nodes.size(); ++location) {
        const std::uint32_t child = nodes.preorder(location);
        if (const std::uint32_t parent = nodes.parent(child); parent != effigy::npos) {
            out[child] = out[parent] + 1;
        }
    }
    return out;
}

inline void add_header(json& out, const format::node& node) {
    const auto& header = *node.record();
    out["name"] = latin1(node.name());
    out["flags"] = node.flags();
    out["part"] = header.part_number.get();
    out["inherit_color"] = header.inherit_color.get();
    out["parent"] = parent_of(node);
    out["children"] = node.get(node.record()->children).size();
    out["ptr"] = node.offset();
    out["size"] = node.size();
    out["keys"] = bulk(node.get(header.controller_keys));
    out["data"] = bulk(node.get(header.controller_data));
}

// `worlds`: the matrices of all nodes of the model.
inline void add_parts(json& out, const format::node& node, std::span<const matrix> worlds) {
    if (const auto* const light = node.light()) {
        out["light"] = light_facts(node, *light);
    }
    if (const auto* const emitter = node.emitter()) {
        out["emitter"] = emitter_facts(*emitter);
    }
    if (const auto* const reference = node.reference()) {
        out["reference"] = {{"model", latin1(reference->model.view())},
                            {"reattachable", reference->reattachable.get()}};
    }
    const format::mesh mesh = node.mesh();
    if (!mesh) {
        return; // the parts below need a mesh
    }
    out["mesh"] = mesh_facts(mesh);
    if (const format::skin skin = node.skin()) {
        out["skin"] = skin_facts(skin, worlds, worlds[node.number()]);
    }
    if (const auto samples = node.animmesh()) {
        out["animmesh"] = animmesh_facts(samples);
    }
    if (const auto dangly = node.dangly()) {
        out["dangly"] = dangly_facts(dangly);
    }
    if (const auto tree = node.aabb()) {
        out["aabb"] = aabb_facts(tree, mesh.faces().size());
    }
}

} // namespace facts::nwn
