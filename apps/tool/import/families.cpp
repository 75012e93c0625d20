#include "families.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace tool {

namespace grimrock = effigy::grimrock;
namespace p3d = effigy::p3d;

namespace {

// The names of the nodes that a scene without clips has.
std::set<std::string, std::less<>> names_of_nodes(const p3d::model& from, const scene_settings& settings,
                                                  const std::string& name, bool for_editing) {
    const clips none;
    scene_settings other{none, settings.lod, {}, settings.choices, name};
    other.choices.for_editing = for_editing;
    std::set<std::string, std::less<>> out;
    const auto made = scene_of(from, other);
    for (std::size_t i = 0; made && i < made->nodes.size(); ++i) {
        out.emplace(made->nodes[i].name);
    }
    return out;
}

} // namespace

effigy::reconcile_options reconciling(const grimrock::model&, effigy::reconcile_options how) {
    static constexpr std::string_view extras[] = {"castShadow"};
    how.extras = extras;
    return how;
}
effigy::reconcile_options reconciling(const p3d::model&, effigy::reconcile_options how) {
    static constexpr std::string_view extras[] = {"proxy", "id", "rvmat", "procedural"};
    how.extras = extras;
    how.takes_first_textures = true;
    return how;
}

bool is_part(std::string_view, std::string_view, const grimrock::model&, const scene_settings&) { return false; }
bool is_part(std::string_view name, std::string_view whole, const p3d::model&, const scene_settings& settings) {
    return p3d::is_part_of_level(name, whole, settings.name);
}

std::string_view home_of(const effigy::scene&, const grimrock::model&, const scene_settings&) { return {}; }
std::string_view home_of(const effigy::scene& original, const p3d::model&, const scene_settings& settings) {
    return p3d::level_of_new_meshes(original, settings.name);
}

bool is_for_editing(const effigy::scene&, const grimrock::model&, const scene_settings&) { return false; }
bool is_for_editing(const effigy::scene& edited, const p3d::model& from, const scene_settings& settings) {
    if (std::ranges::any_of(edited.meshes, [](const auto& each) { return !each.origins.empty(); })) {
        return true;
    }
    const auto count_common = [&](bool for_editing) { // no vertex is left that has a number
        const auto names = names_of_nodes(from, settings, settings.name, for_editing);
        return std::ranges::count_if(edited.nodes,
                                     [&](const auto& each) { return names.contains(std::string_view{each.name}); });
    };
    return count_common(false) < count_common(true);
}

std::string name_in(const effigy::scene&, const grimrock::model&, const scene_settings& settings) {
    return settings.name;
}
std::string name_in(const effigy::scene& edited, const p3d::model& from, const scene_settings& settings) {
    const auto begins = [&](const effigy::scene::node& each) { return each.name.starts_with(settings.name + ' '); };
    if (std::ranges::any_of(edited.nodes, begins)) {
        return settings.name;
    }
    const auto levels = names_of_nodes(from, settings, "", true);
    std::map<std::string_view, std::size_t> found; // how many levels begin with a name
    for (const effigy::scene::node& each : edited.nodes) {
        const std::string_view name = each.name;
        for (std::size_t at = name.find(' '); at != name.npos; at = name.find(' ', at + 1)) {
            if (levels.contains(name.substr(at + 1))) {
                ++found[name.substr(0, at)];
            }
        }
    }
    const auto most = std::ranges::max_element(found, {}, [](const auto& each) { return each.second; });
    return most != found.end() ? std::string{most->first} : settings.name;
}

} // namespace tool
