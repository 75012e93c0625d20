#include "selection_names.hpp"

#include <tool/answers/text.hpp>

#include <effigy/core/text.hpp>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

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
