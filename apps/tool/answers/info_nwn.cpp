#include "info.hpp"

#include "tree.hpp"

#include <effigy/nwn/compile.hpp>

#include <array>
#include <set>
#include <utility>
#include <vector>

namespace tool {

namespace nwn = effigy::nwn;

namespace {

std::string_view class_of(const nwn::model& model) {
    const std::string_view name = nwn::name_of(model.record()->classification);
    return name.empty() ? "other" : name;
}

std::string_view kind_of(const nwn::node& node) {
    struct kind {
        nwn::node_flags flag;
        std::string_view name;
    };
    constexpr std::array<kind, 8> kinds{{{nwn::has_skin, "skin"},
                                         {nwn::has_animmesh, "animmesh"},
                                         {nwn::has_dangly, "danglymesh"},
                                         {nwn::has_aabb, "aabb"},
                                         {nwn::has_mesh, "trimesh"},
                                         {nwn::has_reference, "reference"},
                                         {nwn::has_emitter, "emitter"},
                                         {nwn::has_light, "light"}}};
    for (const kind& candidate : kinds) {
        if (node.has(candidate.flag)) {
            return candidate.name;
        }
    }
    return "dummy";
}

std::string controller_text(const nwn::node& node, const nwn::controller& controller) {
    const std::string_view name = controller_name(node, controller);
    return name.empty() ? "id " + std::to_string(controller.id()) : std::string(name);
}

totals totals_of(const nwn::model& model) {
    totals out;
    out.nodes = model.nodes().size();
    out.animations = model.animations().size();
    std::set<std::string_view> materials; // the first texture of each mesh
    for (const nwn::node node : model.nodes()) {
        out.lights += node.light() != nullptr ? 1U : 0U;
        if (const nwn::mesh mesh = node.mesh()) {
            ++out.meshes;
            out.vertices += mesh.vertex_count();
            out.triangles += mesh.triangle_count();
            if (const std::string_view texture = mesh.texture(); !texture.empty()) {
                materials.insert(texture);
            }
        }
        for (const auto& slot : node.skin().node_to_slot()) {
            out.bones += slot >= 0 ? 1U : 0U;
        }
    }
    out.materials = materials.size();
    return out;
}

class nwn_printer {
public:
    nwn_printer(std::ostream& out, const style& paint, const nwn::model& model)
        : lines_(out, paint), paint_(paint), entries_(model.nodes().size()), nodes_(model.index(entries_)),
          merges_(nodes_.size()) {
        find_merges(nodes_, merges_);
    }

    void print() {
        std::vector<std::uint32_t> path; // from the root to the last node drawn
        for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
            while (!path.empty() && path.back() != nodes_.parent(number)) {
                path.pop_back();
            }
            const nwn::node node = nodes_[number];
            children_follow_ = entries_[number].first_child != effigy::npos;
            lines_.branch(path.size(), entries_[number].next_sibling != effigy::npos,
                          paint_.faint(std::to_string(number)) + ' ' + paint_.name(printable(node.name())) + " (" +
                              std::string(kind_of(node)) + ')');
            if (const nwn::mesh mesh = node.mesh()) {
                print_mesh(number, mesh);
            }
            print_parts(node);
            path.push_back(number);
        }
    }

private:
    void detail(std::string_view label, std::string_view text) {
        std::string padded{label};
        padded.resize(label.empty() ? 0 : 9, ' ');
        lines_.detail(children_follow_, paint_.faint(padded) + std::string(text));
    }

    void print_mesh(std::uint32_t number, const nwn::mesh& mesh) {
        const auto& header = *mesh.record();
        detail("", counted(mesh.vertex_count(), "vertex") + ", " + counted(mesh.triangle_count(), "triangle") + ", " +
                       counted(mesh.faces().size(), "authored face") + (mesh.is_rendered() ? "" : ", not drawn") +
                       (header.shadow != 0U ? ", casts a shadow" : ""));
        const nwn::merged_mesh& merge = merges_[number];
        if (merge && merge.merge_target != number) {
            detail("merged", "drawn with node " + std::to_string(merge.merge_target) + ' ' +
                                 paint_.name(printable(nodes_.name(merge.merge_target))) + ": " +
                                 counted(merge.index_count / 3, "triangle") + " from index " +
                                 grouped(merge.first_index));
        } else if (merge) {
            detail("merged", "also draws other nodes; its own are the first " +
                                 counted(merge.index_count / 3, "triangle") + " and " +
                                 counted(merge.vertex_count, "vertex"));
        }
        std::string arrays;
        const auto add = [&](std::string_view name, bool is_there) {
            arrays += is_there ? (arrays.empty() ? "" : ", ") + std::string(name) : "";
        };
        add("normals", !mesh.normals().empty());
        for (std::uint32_t set = 0; set < 4; ++set) {
            add("texcoords " + std::to_string(set), !mesh.texcoords(set).empty());
        }
        add("colors", !mesh.colors().empty());
        add("tangents", !mesh.tangents().empty());
        add("handedness", !mesh.handedness().empty());
        if (!arrays.empty()) {
            detail("arrays", arrays);
        }
        for (std::size_t i = 0; i < std::size(header.textures); ++i) {
            if (const std::string_view texture = mesh.texture(i); !texture.empty()) {
                detail("texture", paint_.name('"' + printable(texture) + '"'));
            }
        }
        if (!mesh.material().empty()) {
            detail("material", paint_.name('"' + printable(mesh.material()) + '"'));
        }
    }

    void print_parts(const nwn::node& node) {
        if (const nwn::skin skin = node.skin()) {
            std::string bones;
            const auto map = skin.node_to_slot();
            for (std::uint32_t i = 0; i < map.size(); ++i) {
                if (map[i] >= 0) {
                    bones += (bones.empty() ? "" : ", ") + printable(nodes_.name(i));
                }
            }
            detail("bones", bones + " (" + counted(skin.bones().size(), "slot") + ')');
        }
        if (const auto samples = node.animmesh()) {
            detail("samples", counted(samples.position_set_count(), "vertex set") + ", " +
                                  counted(samples.texcoord_set_count(), "texcoord set") + ", one per " +
                                  shortest(samples.record()->sample_period) + " s");
        }
        if (const auto dangly = node.dangly()) {
            detail("dangly", counted(dangly.constraints().size(), "constraint") + ", displacement " +
                                 shortest(dangly.record()->displacement) + ", tightness " +
                                 shortest(dangly.record()->tightness) + ", period " +
                                 shortest(dangly.record()->period));
        }
        if (const auto boxes = node.aabb()) {
            std::size_t count = 0;
            for ([[maybe_unused]] const auto& box : boxes) {
                ++count;
            }
            detail("boxes", grouped(count) + " in the collision tree");
        }
        if (const auto* const light = node.light()) {
            detail("light", "priority " + std::to_string(light->priority.get()) +
                                (light->shadow != 0U ? ", casts shadows" : "") + ", " +
                                counted(node.get(light->flare_textures).size(), "flare"));
        }
        if (const auto* const emitter = node.emitter()) {
            detail("emitter", printable(emitter->update.view()) + ", " + printable(emitter->render.view()) + ", " +
                                  printable(emitter->blend.view()) + ", texture " +
                                  paint_.name('"' + printable(emitter->texture.view()) + '"'));
        }
        if (const auto* const reference = node.reference()) {
            detail("model", paint_.name('"' + printable(reference->model.view()) + '"'));
        }
        std::string controllers;
        for (const nwn::controller one : node.controllers()) {
            controllers += (controllers.empty() ? "" : ", ") + controller_text(node, one);
            controllers += one.times().size() > 1 ? " x" + std::to_string(one.times().size()) : "";
        }
        if (!controllers.empty()) {
            detail("controls", controllers);
        }
    }

    tree lines_;
    const style& paint_;
    std::vector<effigy::tree_entry> entries_;
    nwn::node_index nodes_;
    std::vector<nwn::merged_mesh> merges_;
    bool children_follow_ = false;
};

json controllers_json(const nwn::node& node) {
    json out = json::array();
    for (const nwn::controller one : node.controllers()) {
        out.push_back({{"id", one.id()},
                       {"name", controller_name(node, one)},
                       {"rows", one.times().size()},
                       {"columns", one.columns()},
                       {"bezier", one.is_bezier()}});
    }
    return out;
}

json mesh_json(const nwn::mesh& mesh, const nwn::merged_mesh& merge) {
    const auto& header = *mesh.record();
    json textures = json::array();
    for (std::size_t i = 0; i < std::size(header.textures); ++i) {
        if (const std::string_view texture = mesh.texture(i); !texture.empty()) {
            textures.push_back(utf8(texture));
        }
    }
    json out{{"vertices", mesh.vertex_count()},       {"triangles", mesh.triangle_count()},
             {"authored_faces", mesh.faces().size()}, {"render", mesh.is_rendered()},
             {"textures", std::move(textures)},       {"normals", !mesh.normals().empty()},
             {"tangents", !mesh.tangents().empty()},  {"colors", !mesh.colors().empty()}};
    if (!mesh.material().empty()) {
        out["material"] = utf8(mesh.material());
    }
    if (merge) {
        out["merge"] = {{"target", merge.merge_target},
                        {"first_vertex", merge.first_vertex},
                        {"vertices", merge.vertex_count},
                        {"first_index", merge.first_index},
                        {"indices", merge.index_count}};
    }
    return out;
}

} // namespace

namespace {

constexpr std::string_view text_form = "text";

// `producer`: the program that wrote the file.
void print(std::ostream& out, const style& paint, const nwn::model& model, std::string_view producer) {
    const totals all = totals_of(model);
    out << paint.name('"' + printable(model.name()) + '"') << ", " << class_of(model)
        << (producer == text_form ? ", in text form" : ", written by " + std::string(producer));
    if (!model.supermodel().empty()) {
        out << ", supermodel " << paint.name('"' + printable(model.supermodel()) + '"');
    }
    out << '\n'
        << counted(all.nodes, "node") << ", " << counted(all.meshes, "mesh") << ", " << counted(all.vertices, "vertex")
        << ", " << counted(all.triangles, "triangle") << ", " << counted(all.animations, "animation") << '\n';
    nwn_printer{out, paint, model}.print();
    for (const nwn::animation clip : model.animations()) {
        out << "animation " << paint.name('"' + printable(clip.name()) + '"') << ": "
            << shortest(static_cast<float>(clip.duration())) << " s, " << counted(clip.count_nodes(), "node");
        for (const auto& event : clip.events()) {
            out << ", " << printable(event.name.view()) << " at " << shortest(event.time);
        }
        out << '\n';
    }
}

json to_json(const nwn::model& model, std::string_view producer) {
    std::vector<effigy::tree_entry> entries(model.nodes().size());
    const nwn::node_index nodes = model.index(entries);
    std::vector<nwn::merged_mesh> merges(nodes.size());
    find_merges(nodes, merges);

    json out{{"totals", totals_json(totals_of(model))},
             {"name", utf8(model.name())},
             {"classification", class_of(model)},
             {"producer", producer},
             {"supermodel", model.supermodel().empty() ? json(nullptr) : json(utf8(model.supermodel()))},
             {"nodes", json::array()},
             {"animations", json::array()}};
    for (const nwn::node node : model.nodes()) {
        json made{{"name", utf8(node.name())},
                  {"kind", kind_of(node)},
                  {"parent", number_or_null(node.parent(), node.parent() != effigy::npos)},
                  {"controllers", controllers_json(node)}};
        if (const nwn::mesh mesh = node.mesh()) {
            made["mesh"] = mesh_json(mesh, merges[node.number()]);
        }
        if (const nwn::skin skin = node.skin()) {
            json bones = json::array();
            const auto map = skin.node_to_slot();
            for (std::size_t i = 0; i < map.size(); ++i) {
                if (map[i] >= 0) {
                    bones.push_back({{"slot", map[i].get()}, {"node", i}});
                }
            }
            made["skin"] = {{"slots", skin.bones().size()}, {"bones", std::move(bones)}};
        }
        out["nodes"].push_back(std::move(made));
    }
    for (const nwn::animation clip : model.animations()) {
        json events = json::array();
        for (const auto& event : clip.events()) {
            events.push_back({{"name", utf8(event.name.view())}, {"seconds", event.time.get()}});
        }
        json moved = json::array();
        for (const nwn::node node : clip.nodes()) {
            moved.push_back({{"name", utf8(node.name())}, {"controllers", controllers_json(node)}});
        }
        out["animations"].push_back({{"name", utf8(clip.name())},
                                     {"seconds", clip.duration()},
                                     {"transition", clip.transition_time()},
                                     {"events", std::move(events)},
                                     {"nodes", std::move(moved)}});
    }
    return out;
}

} // namespace

void print(std::ostream& out, const style& paint, const nwn::model& model) {
    print(out, paint, model, nwn::name_of(model.producer()));
}
json to_json(const nwn::model& model) { return to_json(model, nwn::name_of(model.producer())); }

void print(std::ostream& out, const style& paint, const nwn::text_model& text) {
    if (const auto compiled = nwn::compile(text)) {
        print(out, paint, *nwn::open(*compiled), text_form);
    }
}
json to_json(const nwn::text_model& text) {
    const auto compiled = nwn::compile(text);
    return compiled ? to_json(*nwn::open(*compiled), text_form) : json{{"totals", nullptr}};
}

} // namespace tool
