#include "option_names.hpp"

#include <tool/answers/text.hpp>

#include <effigy/core/text.hpp>
#include <effigy/scene/origins.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

using effigy::npos;

// ---- --replace -----------------------------------------------------------------------------------------------------

namespace {

std::uint32_t node_with_mesh(const effigy::scene& in, const auto& is_wanted) {
    const auto found = std::ranges::find_if(
        in.nodes, [&](const effigy::scene::node& each) { return each.mesh != npos && is_wanted(each); });
    return found != std::ranges::end(in.nodes) ? static_cast<std::uint32_t>(found - in.nodes.begin()) : npos;
}
std::uint32_t named(const effigy::scene& in, std::string_view name) {
    return node_with_mesh(in, [&](const auto& each) { return std::string_view{each.name} == name; });
}
// The original's node that has the mesh which most vertices of a node's are from.
std::uint32_t origin_of(const effigy::scene::node& of, const effigy::scene& edited, const effigy::scene& original) {
    const std::uint32_t mesh = effigy::main_origin_of(edited.meshes[of.mesh]);
    return mesh != npos ? node_with_mesh(original, [&](const auto& each) { return each.mesh == mesh; }) : npos;
}
// Skinned meshes of Grimrock are in nodes of their own, such as body_2.
bool has_number(std::string_view name, std::string_view without) {
    return name.size() > without.size() + 1 && name.starts_with(without) && name[without.size()] == '_' &&
           name.find_first_not_of("0123456789", without.size() + 1) == std::string_view::npos;
}

std::uint32_t find_old(std::string_view name, const effigy::scene& edited, const effigy::scene& original,
                       std::string_view model) {
    std::uint32_t out = named(original, name);
    const std::string level =
        std::string{model} + ' ' + std::string{name}; // "shadow volume" is what `effigy info` shows
    out = out != npos ? out : named(original, level);
    out = out != npos ? out : node_with_mesh(original, [&](const auto& each) {
        return std::ranges::equal(std::string_view{each.name}, level,
                                  [](char a, char b) { return a == b || (a == '_' && b == ' '); });
    });
    out = out != npos ? out : node_with_mesh(original, [&](const auto& each) { return has_number(each.name, name); });
    if (const std::uint32_t shown = out == npos ? named(edited, name) : npos; shown != npos) {
        out = origin_of(edited.nodes[shown], edited, original);
    }
    return out;
}
std::uint32_t find_new(std::string_view name, const effigy::scene& edited) {
    const std::uint32_t out = named(edited, name);
    return out != npos ? out : node_with_mesh(edited, [&](const auto& each) {
        return std::string_view{edited.meshes[each.mesh].name} == name;
    });
}
bool is_joint(std::uint32_t node, const effigy::scene& in) {
    return std::ranges::any_of(
        in.skins, [&](const auto& each) { return std::ranges::find(each.joints, node) != each.joints.end(); });
}

std::string names_of_meshes(const effigy::scene& in, const auto& is_wanted) {
    std::vector<std::string> names;
    for (const effigy::scene::node& each : in.nodes) {
        if (each.mesh != npos && is_wanted(each)) {
            names.push_back(printable(each.name));
        }
    }
    return names.empty() ? "none but those of the model" : listed(names);
}

} // namespace

found_replacements::found_replacements(std::span<const std::string> all, const effigy::scene& edited,
                                       const effigy::scene& original, std::string_view model, bool is_of_original) {
    for (std::size_t i = 0; i < all.size() && complaint_.empty(); ++i) {
        const std::string wrong = find(all[i], edited, original, model, is_of_original);
        complaint_ = wrong.empty() ? "" : "--replace: " + wrong;
    }
}

std::string found_replacements::find(std::string_view one, const effigy::scene& edited, const effigy::scene& original,
                                     std::string_view model, bool is_of_original) {
    const std::optional<effigy::renaming> names = pair_of(one);
    if (!names || names->to.empty()) {
        return "expected OLD=MINE, the names of two meshes; found " + printable(one);
    }
    const std::uint32_t old = find_old(names->from, edited, original, model), mine = find_new(names->to, edited);
    if (old == npos) {
        return "the model has no mesh " + printable(names->from) + "; found " +
               names_of_meshes(original, [](const auto&) { return true; });
    }
    const auto is_of_model = [&](const effigy::scene::node& each) {
        return is_of_original && (origin_of(each, edited, original) != npos || named(original, each.name) != npos);
    };
    if (mine == npos) {
        return "FILE has no mesh " + printable(names->to) + "; found " +
               names_of_meshes(edited, [&](const auto& each) { return !is_of_model(each); });
    }
    const std::uint32_t namesake = is_of_original ? named(original, edited.nodes[mine].name) : npos;
    if (namesake != npos && namesake != old) {
        return printable(names->to) +
               " has the name of a mesh of the model; expected one of your own, or a copy, under another name";
    }
    if (namesake == old && namesake != npos && origin_of(edited.nodes[mine], edited, original) != npos) {
        return printable(names->to) + " is the mesh of the model itself";
    }
    if (is_joint(mine, edited)) {
        return printable(names->to) + " is a bone; expected an object that is none";
    }
    if (std::ranges::any_of(all_, [&](const auto& other) { return other.by == mine; })) {
        return printable(names->to) + " has one place; expected a copy for each further one";
    }
    all_.push_back({old, mine});
    return "";
}

// ---- --rename-selection --------------------------------------------------------------------------------------------

namespace {

constexpr std::string_view prefix = "SELECTION_";

// "X and Y" of one mesh; empty if no two names agree in any case.
std::string two_of_one(const effigy::scene::mesh& in) {
    std::vector<std::string_view> names;
    for (const effigy::scene::attribute& each : in.attributes) {
        if (std::string_view{each.name}.starts_with(prefix)) {
            names.emplace_back(each.name);
        }
    }
    std::ranges::sort(names, [](auto a, auto b) {
        const int order = effigy::compare_any_case(a, b);
        return order != 0 ? order < 0 : a < b;
    });
    const auto found =
        std::ranges::adjacent_find(names, [](auto a, auto b) { return effigy::compare_any_case(a, b) == 0; });
    return found != names.end() ? '_' + printable(*found) + " and _" + printable(found[1]) : "";
}

} // namespace

std::string rename_selections(effigy::scene& in, std::span<const std::string> renames) {
    std::vector<std::pair<effigy::scene::attribute*, std::string>> renamed; // last, so that two names can be exchanged
    for (const std::string& each : renames) {
        const std::optional<effigy::renaming> names = pair_of(each);
        if (!names || names->to.empty()) {
            return "--rename-selection: expected NEW=OLD; found " + printable(each);
        }
        const std::string wanted = std::string{prefix}.append(names->from);
        const std::size_t before = renamed.size();
        for (effigy::scene::mesh& mesh : in.meshes) {
            for (effigy::scene::attribute& one : mesh.attributes) {
                if (effigy::compare_any_case(one.name, wanted) == 0) {
                    renamed.emplace_back(&one, std::string{prefix}.append(names->to));
                }
            }
        }
        if (renamed.size() == before) {
            return "--rename-selection: no mesh of FILE has the attribute _" + printable(wanted);
        }
    }
    for (const auto& [attribute, name] : renamed) {
        attribute->name = name;
    }
    for (const effigy::scene::mesh& each : in.meshes) {
        if (const std::string both = two_of_one(each); !both.empty()) {
            return "FILE: the mesh " + printable(each.name) + " has two attributes of one selection: " + both;
        }
    }
    return "";
}

} // namespace tool
