#include "info.hpp"

#include "tree.hpp"

#include <map>
#include <utility>

namespace tool {

namespace grimrock = effigy::grimrock;

namespace {

std::string light_kind(const grimrock::light& light) {
    const std::int32_t type = light.type;
    const std::string_view name = grimrock::light_type_name(type);
    return name.empty() ? "type " + std::to_string(type) : std::string(name);
}

// The counts of a model, from one pass.
struct mesh_summary {
    totals all;
    std::map<std::string_view, std::uint64_t> materials; // triangles of each

    explicit mesh_summary(const grimrock::model& model) {
        all.nodes = model.nodes().size();
        for (const auto& node : model.nodes()) {
            all.lights += node.light() != nullptr ? 1U : 0U;
            if (const auto mesh = node.mesh()) {
                ++all.meshes;
                all.vertices += mesh.vertex_count();
                all.triangles += mesh.triangle_count();
                all.bones += mesh.bones().size();
                for (const auto& segment : mesh.segments()) {
                    materials[segment.material()] += segment.triangle_count();
                }
            }
        }
        all.materials = materials.size();
    }
};

std::uint32_t stored_first_index(const grimrock::segment& segment) {
    return segment ? static_cast<std::uint32_t>(segment.record()->first_index.get()) : 0;
}

void print_mesh(tree& lines, bool children_follow, const grimrock::mesh& mesh, const grimrock::node_index& nodes) {
    const style& paint = lines.paint();
    lines.detail(children_follow, counted(mesh.vertex_count(), "vertex") + ", " +
                                      counted(mesh.triangle_count(), "triangle") +
                                      (mesh.cast_shadow() != 0 ? ", casts a shadow" : ""));
    for (std::size_t slot = 0; slot < grimrock::vertex_array_count; ++slot) {
        const auto semantic = static_cast<grimrock::vertex_semantic>(slot);
        if (const auto array = mesh.array(semantic)) {
            const bool padded = array.stride() != array.dimension() * grimrock::size_of(array.component());
            lines.detail(children_follow, paint.faint("array    ") + std::string(name_of(semantic)) + ": " +
                                              std::string(name_of(array.component())) + " x " +
                                              std::to_string(array.dimension()) +
                                              (padded ? ", stride " + std::to_string(array.stride()) : ""));
        }
    }
    for (const auto& segment : grimrock::repaired_segments{mesh}) {
        const std::uint32_t stored = stored_first_index(segment);
        lines.detail(
            children_follow,
            paint.faint("material ") + paint.name('"' + printable(segment.material()) + '"') + ": " +
                counted(segment.triangle_count(), "triangle") + " from index " + grouped(segment.first_index()) +
                (stored != segment.first_index() ? paint.warning(" (stored: " + std::to_string(stored) + ")") : ""));
    }
    std::size_t number = 0;
    for (const auto& bone : mesh.bones().records()) {
        const std::int32_t node = bone.node;
        lines.detail(children_follow, paint.faint("bone     ") + std::to_string(number++) + " moves with node " +
                                          std::to_string(node) + ' ' +
                                          paint.name(shortened(nodes.name(static_cast<std::uint32_t>(node)))));
    }
}

void print_light(tree& lines, bool children_follow, const grimrock::light& light) {
    lines.detail(children_follow, light_kind(light) + ", color " + shortest(light.color.x) + ' ' +
                                      shortest(light.color.y) + ' ' + shortest(light.color.z) + ", range " +
                                      shortest(light.range));
}

json mesh_json(const grimrock::mesh& mesh) {
    json arrays = json::array();
    for (std::size_t slot = 0; slot < grimrock::vertex_array_count; ++slot) {
        const auto semantic = static_cast<grimrock::vertex_semantic>(slot);
        if (const auto array = mesh.array(semantic)) {
            arrays.push_back({{"semantic", name_of(semantic)},
                              {"component", name_of(array.component())},
                              {"dimension", array.dimension()},
                              {"stride", array.stride()}});
        }
    }
    json segments = json::array();
    for (const auto& segment : grimrock::repaired_segments{mesh}) {
        segments.push_back({{"material", utf8(segment.material())},
                            {"triangles", segment.triangle_count()},
                            {"primitive_type", segment.primitive_type()},
                            {"first_index", segment.first_index()},
                            {"stored_first_index", stored_first_index(segment)}});
    }
    json bones = json::array();
    for (const auto& bone : mesh.bones().records()) {
        bones.push_back(bone.node.get());
    }
    return {{"vertices", mesh.vertex_count()}, {"triangles", mesh.triangle_count()},
            {"arrays", std::move(arrays)},     {"segments", std::move(segments)},
            {"bones", std::move(bones)},       {"cast_shadow", mesh.cast_shadow() != 0}};
}

json light_json(const grimrock::light& light) {
    return {{"type", light_kind(light)},
            {"color", {light.color.x.get(), light.color.y.get(), light.color.z.get()}},
            {"range", light.range.get()},
            {"spot_angle", light.spot_angle.get()},
            {"spot_sharpness", light.spot_sharpness.get()},
            {"cast_shadow", light.cast_shadow != 0}};
}

} // namespace

void print(std::ostream& out, const style& paint, const grimrock::model& model) {
    const totals all = mesh_summary{model}.all;
    out << counted(all.nodes, "node") << ", " << counted(all.meshes, "mesh") << ", " << counted(all.vertices, "vertex")
        << ", " << counted(all.triangles, "triangle") << ", " << counted(all.materials, "material") << ", "
        << counted(all.bones, "bone");
    if (all.lights != 0) {
        out << ", " << counted(all.lights, "light");
    }
    out << '\n';

    std::vector<effigy::tree_entry> entries(model.nodes().size());
    const auto nodes = model.index(entries);
    tree lines{out, paint};
    std::vector<std::uint32_t> path; // from the root to the last node drawn
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::uint32_t number = nodes.preorder(i);
        while (!path.empty() && path.back() != nodes.parent(number)) {
            path.pop_back();
        }
        const auto node = nodes.at(number);
        const bool has_children = entries[number].first_child != effigy::npos;
        std::string text = paint.faint(std::to_string(number)) + ' ' + paint.name(printable(node.name()));
        text += node.mesh() ? " (mesh)" : node.light() != nullptr ? " (light)" : "";
        text += node.parent() == effigy::npos && number != 0 ? paint.faint(" (stored without a parent)") : "";
        lines.branch(path.size(), entries[number].next_sibling != effigy::npos, text);
        if (const auto mesh = node.mesh()) {
            print_mesh(lines, has_children, mesh, nodes);
        } else if (const auto* const light = node.light()) {
            print_light(lines, has_children, *light);
        }
        path.push_back(number);
    }
}

void print(std::ostream& out, const style& paint, const grimrock::animation& clip) {
    if (!clip.name().empty()) {
        out << "named " << paint.name('"' + printable(clip.name()) + '"') << ", ";
    }
    out << counted(clip.frame_count(), "frame") << " at " << shortest(clip.frames_per_second()) << " per second ("
        << shortest(static_cast<float>(clip.duration())) << " s), " << counted(clip.items().size(), "animated node")
        << '\n';
    tree lines{out, paint};
    std::uint32_t left = clip.items().size();
    for (const grimrock::item& item : clip.items()) {
        lines.branch(0, --left != 0,
                     paint.name(printable(item.name())) + ": " + counted(item.positions().size(), "position") + ", " +
                         counted(item.rotations().size(), "rotation") + ", " + counted(item.scales().size(), "scale"));
    }
}

json to_json(const grimrock::model& model) {
    const mesh_summary counts{model};
    json materials = json::array();
    for (const auto& [name, triangles] : counts.materials) {
        materials.push_back({{"name", utf8(name)}, {"triangles", triangles}});
    }
    json nodes = json::array();
    for (const auto& node : model.nodes()) {
        const auto matrix = node.local_matrix();
        json made{{"name", utf8(node.name())},
                  {"parent", number_or_null(node.parent(), node.parent() != effigy::npos)}};
        for (const auto& [axis, v] : {std::pair{"x", matrix.x}, std::pair{"y", matrix.y}, std::pair{"z", matrix.z},
                                      std::pair{"translation", matrix.translation}}) {
            made["local"][axis] = {v.x, v.y, v.z};
        }
        if (const auto mesh = node.mesh()) {
            made["mesh"] = mesh_json(mesh);
        }
        if (const auto* const light = node.light()) {
            made["light"] = light_json(*light);
        }
        nodes.push_back(std::move(made));
    }
    return {{"totals", totals_json(counts.all)}, {"materials", std::move(materials)}, {"nodes", std::move(nodes)}};
}

json to_json(const grimrock::animation& clip) {
    json items = json::array();
    for (const grimrock::item& item : clip.items()) {
        items.push_back({{"node", utf8(item.name())},
                         {"positions", item.positions().size()},
                         {"rotations", item.rotations().size()},
                         {"scales", item.scales().size()}});
    }
    return {{"totals", totals_json({.nodes = clip.items().size(), .animations = 1})},
            {"name", utf8(clip.name())},
            {"seconds", clip.duration()},
            {"frames", clip.frame_count()},
            {"frames_per_second", clip.frames_per_second()},
            {"items", std::move(items)}};
}

} // namespace tool
