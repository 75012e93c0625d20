#include "replacements.hpp"

#include "text.hpp"

#include <effigy/scene/origins.hpp>

#include <algorithm>
#include <cstdint>

namespace tool {

namespace {

using effigy::npos;

const effigy::scene::node* node_with_mesh(const effigy::scene& in, const auto& is_wanted) {
    const auto found = std::ranges::find_if(
        in.nodes, [&](const effigy::scene::node& each) { return each.mesh != npos && is_wanted(each); });
    return found != std::ranges::end(in.nodes) ? &*found : nullptr;
}
const effigy::scene::node* named(const effigy::scene& in, std::string_view name) {
    return node_with_mesh(in, [&](const auto& each) { return std::string_view{each.name} == name; });
}
// The original's node that has the mesh which most vertices of a node's are from.
const effigy::scene::node* origin_of(const effigy::scene::node& of, const effigy::scene& edited,
                                     const effigy::scene& original) {
    const std::uint32_t mesh = effigy::impl::main_origin_of(edited.meshes[of.mesh]);
    return mesh != npos ? node_with_mesh(original, [&](const auto& each) { return each.mesh == mesh; }) : nullptr;
}
// Skinned meshes of Grimrock are in nodes of their own, such as body_2.
bool has_number(std::string_view name, std::string_view without) {
    return name.size() > without.size() + 1 && name.starts_with(without) && name[without.size()] == '_' &&
           name.find_first_not_of("0123456789", without.size() + 1) == std::string_view::npos;
}

const effigy::scene::node* find_old(std::string_view name, const effigy::scene& edited, const effigy::scene& original,
                                    std::string_view model) {
    const effigy::scene::node* out = named(original, name);
    out = out != nullptr ? out : named(original, std::string{model} + ' ' + std::string{name});
    out =
        out != nullptr ? out : node_with_mesh(original, [&](const auto& each) { return has_number(each.name, name); });
    if (const effigy::scene::node* const shown = out == nullptr ? named(edited, name) : nullptr) {
        out = origin_of(*shown, edited, original);
    }
    return out;
}
const effigy::scene::node* find_new(std::string_view name, const effigy::scene& edited) {
    const effigy::scene::node* const out = named(edited, name);
    return out != nullptr ? out : node_with_mesh(edited, [&](const auto& each) {
        return std::string_view{edited.meshes[each.mesh].name} == name;
    });
}

std::string names_of_meshes(const effigy::scene& in, const auto& is_wanted) {
    constexpr std::size_t most = 12;
    std::vector<std::string> names;
    std::size_t count = 0;
    for (const effigy::scene::node& each : in.nodes) {
        if (each.mesh != npos && is_wanted(each) && count++ < most) {
            names.push_back(printable(each.name));
        }
    }
    if (count > most) {
        names.push_back(counted(count - most, "other"));
    }
    return names.empty() ? "none but those of the model" : listed(names);
}

} // namespace

found_replacements::found_replacements(std::span<const named_replacement> named, const effigy::scene& edited,
                                       const effigy::scene& original, std::string_view model, bool is_of_original) {
    const auto origin = [&](const effigy::scene::node& each) {
        return is_of_original ? origin_of(each, edited, original) : nullptr;
    };
    for (const named_replacement& each : named) {
        const effigy::scene::node* const old = find_old(each.of, edited, original, model);
        const effigy::scene::node* const mine = find_new(each.by, edited);
        if (old == nullptr) {
            complaint_ = "--replace: the model has no mesh " + printable(each.of) + "; found " +
                         names_of_meshes(original, [](const auto&) { return true; });
            return;
        }
        if (mine == nullptr) {
            complaint_ = "--replace: FILE has no mesh " + printable(each.by) + "; found " +
                         names_of_meshes(edited, [&](const auto& one) { return origin(one) == nullptr; });
            return;
        }
        if (const effigy::scene::node* const own = origin(*mine); own != nullptr && own->name == mine->name) {
            complaint_ = "--replace: " + printable(each.by) +
                         " is a mesh of the model itself; expected one of your own, or a copy";
            return;
        }
        if (std::ranges::any_of(all_, [&](const auto& other) { return other.by == std::string_view{mine->name}; })) {
            complaint_ = "--replace: " + printable(each.by) + " has one place; expected a copy for each further one";
            return;
        }
        all_.push_back({old->name, mine->name});
    }
}

} // namespace tool
