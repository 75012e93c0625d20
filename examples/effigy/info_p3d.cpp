#include "info_p3d.hpp"

#include "tree.hpp"

#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tool {

namespace p3d = effigy::p3d;

namespace {

std::string_view format_name(p3d::lod_format format) {
    switch (format) {
    case p3d::lod_format::p3dm: return "P3DM";
    case p3d::lod_format::sp3x: return "SP3X";
    case p3d::lod_format::sp3d: return "SP3D";
    }
    return "";
}

std::string kind_text(const p3d::lod& lod) {
    const p3d::lod_meaning meaning = p3d::lod_kind_of(lod.resolution);
    std::string out{p3d::name_of(meaning.kind)};
    for (char& c : out) {
        c = c == '_' ? ' ' : c;
    }
    if (meaning.kind == p3d::lod_kind::visual) {
        return out + ' ' + shortest(lod.resolution);
    }
    return meaning.number != 0 ? out + ' ' + std::to_string(meaning.number) : out;
}

// What a LOD has, counted in one walk.
struct lod_summary {
    using look = std::pair<std::string_view, std::string_view>; // texture, material

    struct selection {
        std::string_view name;
        std::uint64_t points = 0, faces = 0;
    };

    std::uint64_t triangles = 0;
    std::map<look, std::uint64_t> faces_of; // a look's
    std::uint64_t frames = 0, uv_sets = 0, sharp_edges = 0, hidden = 0;
    std::vector<selection> selections; // proxies, too
    std::vector<std::pair<std::string_view, std::string_view>> properties;
    std::vector<p3d::proxy_name> proxies;
    double mass = 0;
    bool has_mass = false;

    explicit lod_summary(const p3d::lod& lod) {
        for (const p3d::face& face : lod.faces) {
            triangles += face.corners.size() > 2 ? face.corners.size() - 2 : 0;
            ++faces_of[{face.texture, face.material}];
        }
        for (const p3d::tag& tag : lod.tags) {
            count(tag);
        }
    }

private:
    template <class Value> static std::uint64_t size_of(const p3d::selected<Value>& range) {
        return static_cast<std::uint64_t>(std::distance(range.begin(), range.end()));
    }
    void count(const p3d::tag& tag) {
        switch (tag.kind) {
        case p3d::tag_kind::selection:
            selections.push_back(
                {tag.name, size_of(p3d::points_of(tag.selection())), size_of(p3d::faces_of(tag.selection()))});
            if (const p3d::proxy_name proxy = p3d::proxy_of(tag.name); proxy.is_proxy) {
                proxies.push_back(proxy);
            }
            break;
        case p3d::tag_kind::property:
            if (const p3d::property* const stored = tag.property()) {
                properties.emplace_back(stored->name.view(), stored->value.view());
            }
            break;
        case p3d::tag_kind::mass:
            has_mass = true;
            for (const auto& one : tag.masses()) {
                mass += static_cast<double>(one.get());
            }
            break;
        case p3d::tag_kind::uv_set: ++uv_sets; break;
        case p3d::tag_kind::animation: ++frames; break;
        case p3d::tag_kind::sharp_edges: sharp_edges += tag.edges().size(); break;
        case p3d::tag_kind::hide: hidden += size_of(p3d::points_of(tag.selection())); break;
        default: break;
        }
    }
};

void print_lod(tree& lines, const p3d::lod& lod) {
    const style& paint = lines.paint();
    const lod_summary all{lod};
    lines.detail(false, counted(lod.positions.size(), "point") + ", " + counted(lod.faces.size(), "face") + ", " +
                            counted(all.triangles, "triangle") + ", " + counted(lod.normals.size(), "normal") + ", " +
                            counted(all.uv_sets, "UV set") + ", " + counted(all.selections.size(), "selection"));
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
        if (!p3d::proxy_of(one.name).is_proxy) {
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
    const p3d::lod_meaning meaning = p3d::lod_kind_of(lod.resolution);
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
    for (const p3d::tag& tag : lod.tags) {
        tags.push_back({{"name", utf8(tag.name)}, {"bytes", tag.data.size()}});
    }
    return {{"format", format_name(lod.format)},
            {"resolution", lod.resolution},
            {"kind", p3d::name_of(meaning.kind)},
            {"number", meaning.number},
            {"points", lod.positions.size()},
            {"normals", lod.normals.size()},
            {"faces", lod.faces.size()},
            {"triangles", all.triangles},
            {"mass", number_or_null(all.mass, all.has_mass)},
            {"textures", std::move(textures)},
            {"selections", std::move(selections)},
            {"properties", std::move(properties)},
            {"proxies", std::move(proxies)},
            {"tags", std::move(tags)}};
}

} // namespace

void print(std::ostream& out, const style& paint, const p3d::model& model) {
    out << counted(model.lod_count(), "LOD") << '\n';
    tree lines{out, paint};
    std::uint32_t number = 0;
    for (const p3d::lod& lod : model.lods()) {
        lines.branch(0, number + 1 != model.lod_count(),
                     paint.faint(std::to_string(number)) + ' ' + paint.name(kind_text(lod)) + " (" +
                         std::string(format_name(lod.format)) + ')');
        print_lod(lines, lod);
        ++number;
    }
}

void print(std::ostream& out, const style& paint, const p3d::animation& clip) {
    out << counted(clip.phase_count(), "phase") << ", " << counted(clip.bone_names.size(), "bone") << ", moves by "
        << shortest(clip.motion.x) << ' ' << shortest(clip.motion.y) << ' ' << shortest(clip.motion.z) << '\n';
    tree lines{out, paint};
    std::size_t left = clip.bone_names.size();
    for (const auto& bone : clip.bone_names) {
        lines.branch(0, --left != 0, paint.name(printable(bone.view())));
    }
}

json to_json(const p3d::model& model) {
    totals all;
    std::set<lod_summary::look> looks;
    json lods = json::array();
    for (const p3d::lod& lod : model.lods()) {
        const lod_summary counts{lod};
        ++all.meshes;
        all.vertices += lod.positions.size();
        all.triangles += counts.triangles;
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
    for (std::uint32_t i = 0; i < clip.phase_count(); ++i) {
        times.push_back(clip.phase(i).time);
    }
    json bones = json::array();
    for (const auto& bone : clip.bone_names) {
        bones.push_back(utf8(bone.view()));
    }
    return {{"totals", totals_json({.bones = bones.size(), .animations = 1})},
            {"phases", clip.phase_count()},
            {"motion", {clip.motion.x, clip.motion.y, clip.motion.z}},
            {"times", std::move(times)},
            {"bones", std::move(bones)}};
}

} // namespace tool
