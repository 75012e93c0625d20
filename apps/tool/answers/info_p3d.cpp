#include "info.hpp"

#include "scene_of.hpp"
#include "tree.hpp"

#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tool {

namespace p3d = effigy::p3d;

namespace {

// The counts and names of a LOD, from one pass.
struct lod_summary {
    using look = std::pair<std::string_view, std::string_view>; // texture, material

    struct selection {
        std::string_view name;
        std::uint64_t points = 0, faces = 0;
    };

    std::map<look, std::uint64_t> faces_of;
    std::uint64_t frames = 0, uv_sets = 0, sharp_edges = 0, hidden = 0;
    std::vector<selection> selections; // including proxies
    std::vector<std::pair<std::string_view, std::string_view>> properties;
    std::vector<p3d::proxy_name> proxies;
    double mass = 0;
    bool has_mass = false;

    explicit lod_summary(const p3d::lod& lod) {
        for (const p3d::face& face : lod.faces()) {
            ++faces_of[{face.texture(), face.material()}];
        }
        for (const p3d::selection& selected : lod.selections()) {
            selections.push_back({selected.name(), size_of(selected.points()), size_of(selected.faces())});
            if (const p3d::proxy_name proxy = p3d::proxy_of(selected.name())) {
                proxies.push_back(proxy);
            }
        }
        for (const p3d::property& stored : lod.properties()) {
            properties.emplace_back(stored.name(), stored.value());
        }
        for (const p3d::tag& tag : lod.tags()) {
            count(tag);
        }
    }

private:
    template <class Range> static std::uint64_t size_of(const Range& range) {
        return static_cast<std::uint64_t>(std::ranges::distance(range));
    }
    void count(const p3d::tag& tag) {
        switch (tag.kind()) {
        case p3d::tag_kind::mass:
            has_mass = true;
            for (const auto& one : tag.masses()) {
                mass += static_cast<double>(one.get());
            }
            break;
        case p3d::tag_kind::uv_set: ++uv_sets; break;
        case p3d::tag_kind::morph_frame: ++frames; break;
        case p3d::tag_kind::sharp_edges: sharp_edges += tag.edges().size(); break;
        case p3d::tag_kind::hide: hidden += size_of(tag.selection().points()); break;
        default: break;
        }
    }
};

void print_lod(tree& lines, const p3d::lod& lod) {
    const style& paint = lines.paint();
    const lod_summary all{lod};
    lines.detail(false, counted(lod.points().size(), "point") + ", " + counted(lod.faces().size(), "face") + ", " +
                            counted(lod.triangle_count(), "triangle") + ", " + counted(lod.normals().size(), "normal") +
                            ", " + counted(all.uv_sets, "UV set") + ", " + counted(all.selections.size(), "selection"));
    const auto detail = [&](std::string label, const std::string& text) {
        label.resize(10, ' ');
        lines.detail(false, paint.faint(label) + text);
    };
    for (const auto& [look, faces] : all.faces_of) {
        const auto& [texture, material] = look;
        detail("texture", paint.name('"' + printable(texture) + '"') + ": " + counted(faces, "face") +
                              (material.empty() ? "" : ", material " + paint.name('"' + printable(material) + '"')));
    }
    for (const auto& [name, value] : all.properties) {
        detail("property", paint.name('"' + printable(name) + '"') + " = \"" + printable(value) + '"');
    }
    for (const lod_summary::selection& one : all.selections) {
        if (!p3d::proxy_of(one.name)) {
            detail("selection", paint.name('"' + printable(one.name) + '"') + ": " + counted(one.points, "point") +
                                    ", " + counted(one.faces, "face"));
        }
    }
    for (const p3d::proxy_name& proxy : all.proxies) {
        detail("proxy", paint.name('"' + printable(proxy.path) + '"') +
                            (proxy.number >= 0 ? " number " + std::to_string(proxy.number) : ""));
    }
    if (all.has_mass) {
        detail("mass", shortest(static_cast<float>(all.mass)) + " kg");
    }
    if (all.frames != 0) {
        detail("frames", grouped(all.frames) + " of a point cache");
    }
    if (all.sharp_edges != 0) {
        detail("edges", grouped(all.sharp_edges) + " sharp");
    }
    if (all.hidden != 0) {
        detail("hidden", counted(all.hidden, "point"));
    }
}

json lod_json(const p3d::lod& lod, const lod_summary& all) {
    json textures = json::array();
    for (const auto& [look, faces] : all.faces_of) {
        textures.push_back({{"texture", utf8(look.first)}, {"material", utf8(look.second)}, {"faces", faces}});
    }
    json selections = json::array();
    for (const lod_summary::selection& one : all.selections) {
        selections.push_back({{"name", utf8(one.name)}, {"points", one.points}, {"faces", one.faces}});
    }
    json properties = json::array();
    for (const auto& [name, value] : all.properties) {
        properties.push_back({{"name", utf8(name)}, {"value", utf8(value)}});
    }
    json proxies = json::array();
    for (const p3d::proxy_name& proxy : all.proxies) {
        proxies.push_back({{"path", utf8(proxy.path)}, {"number", number_or_null(proxy.number, proxy.number >= 0)}});
    }
    json tags = json::array();
    for (const p3d::tag& tag : lod.tags()) {
        tags.push_back({{"name", utf8(tag.name())}, {"bytes", tag.data().size()}});
    }
    return {{"format", name_of(lod.format())},
            {"resolution", lod.resolution()},
            {"kind", name_of(lod.kind())},
            {"number", lod.number()},
            {"points", lod.points().size()},
            {"normals", lod.normals().size()},
            {"faces", lod.faces().size()},
            {"triangles", lod.triangle_count()},
            {"mass", number_or_null(all.mass, all.has_mass)},
            {"textures", std::move(textures)},
            {"selections", std::move(selections)},
            {"properties", std::move(properties)},
            {"proxies", std::move(proxies)},
            {"tags", std::move(tags)}};
}

} // namespace

void print(std::ostream& out, const style& paint, const p3d::model& model) {
    out << counted(model.lods().size(), "LOD") << '\n';
    tree lines{out, paint};
    std::uint32_t number = 0;
    for (const p3d::lod& lod : model.lods()) {
        lines.branch(0, number + 1 != model.lods().size(),
                     paint.faint(std::to_string(number)) + ' ' + paint.name(level_name(lod.resolution())) + " (" +
                         std::string(name_of(lod.format())) + ')');
        print_lod(lines, lod);
        ++number;
    }
}

void print(std::ostream& out, const style& paint, const p3d::animation& clip) {
    out << counted(clip.phases().size(), "phase") << ", " << counted(clip.bones().size(), "bone") << ", moves by "
        << shortest(clip.motion().x) << ' ' << shortest(clip.motion().y) << ' ' << shortest(clip.motion().z)
        << ", stores no duration (convert --seconds)\n";
    tree lines{out, paint};
    std::size_t left = clip.bones().size();
    for (const p3d::bone& bone : clip.bones()) {
        lines.branch(0, --left != 0, paint.name(printable(bone.name())));
    }
}

json to_json(const p3d::model& model) {
    totals all;
    std::set<lod_summary::look> looks;
    json lods = json::array();
    for (const p3d::lod& lod : model.lods()) {
        const lod_summary counts{lod};
        ++all.meshes;
        all.vertices += lod.points().size();
        all.triangles += lod.triangle_count();
        for (const auto& one : counts.faces_of) {
            looks.insert(one.first);
        }
        lods.push_back(lod_json(lod, counts));
    }
    all.materials = looks.size();
    return {{"totals", totals_json(all)}, {"lods", std::move(lods)}};
}

json to_json(const p3d::animation& clip) {
    json times = json::array();
    for (const p3d::phase& phase : clip.phases()) {
        times.push_back(phase.time());
    }
    json bones = json::array();
    for (const p3d::bone& bone : clip.bones()) {
        bones.push_back(utf8(bone.name()));
    }
    return {{"totals", totals_json({.bones = bones.size(), .animations = 1})},
            {"phases", clip.phases().size()},
            {"motion", {clip.motion().x, clip.motion().y, clip.motion().z}},
            {"times", std::move(times)},
            {"bones", std::move(bones)}};
}

} // namespace tool
