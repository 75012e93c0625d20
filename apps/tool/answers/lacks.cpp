#include "lacks.hpp"

#include "text.hpp"

#include <set>
#include <utility>
#include <vector>

namespace tool {

namespace p3d = effigy::p3d;
namespace m2 = effigy::m2;

namespace {

// The parts of the skin profile that is converted, by submesh.id.
std::set<std::uint16_t> parts_of(const m2::model& from, std::uint32_t profile) {
    std::set<std::uint16_t> out;
    for (const m2::skin_profile& each : from.skin_profiles()) {
        if (each.number() == profile || profile == effigy::npos) {
            for (const m2::submesh& part : each.submeshes()) {
                out.insert(part.id.get());
            }
            break;
        }
    }
    return out;
}

std::string name_of_part(std::uint16_t id) { return std::string{std::string_view{m2::part_name{id}}}; }

// "no part hair_99; of its kind: hair_01, hair_02"
std::string no_part(std::uint16_t id, const std::set<std::uint16_t>& among) {
    constexpr std::uint16_t kind = 100; // ids of a kind are neighbours
    std::vector<std::string> alike;
    for (const std::uint16_t each : among) {
        if (each / kind == id / kind) {
            alike.push_back(name_of_part(each));
        }
    }
    return "no part " + name_of_part(id) + "; of its kind: " + (alike.empty() ? "none" : listed(alike));
}

} // namespace

lack lacks(const m2::model& from, const scene_settings& settings) {
    std::vector<std::string> profiles;
    bool has_profile = settings.lod.number == effigy::npos;
    for (const m2::skin_profile& each : from.skin_profiles()) {
        has_profile = has_profile || each.number() == settings.lod.number;
        profiles.push_back(std::to_string(each.number()));
    }
    if (!has_profile && !profiles.empty()) {
        return {.refusal = "no level " + std::to_string(settings.lod.number) + "; the levels are: " + listed(profiles)};
    }
    lack out;
    const std::set<std::uint16_t> parts = parts_of(from, settings.lod.number);
    std::size_t missing = 0;
    for (const std::uint16_t id : settings.parts.ids) {
        if (is_character(from) && !parts.empty() && !parts.contains(id)) {
            out.remark += (missing++ == 0 ? "" : "; ") + no_part(id, parts);
        }
    }
    if (missing != 0 && missing == settings.parts.ids.size()) {
        std::swap(out.refusal, out.remark);
    }
    return out;
}

lack lacks(const p3d::model& from, const scene_settings& settings) {
    const lod_choice& wanted = settings.lod;
    if (wanted.is_default()) {
        return {};
    }
    std::vector<std::string> names;
    std::uint32_t number = 0;
    for (const p3d::lod& each : from.lods()) {
        if (wanted.includes(number++, each.resolution())) {
            return {};
        }
        names.push_back(level_name(each.resolution()));
    }
    if (wanted.number == effigy::npos) {
        return {.refusal = "the model has no level of the kind " + wanted.name() + "; it has: " + listed(names)};
    }
    return {.refusal = "no level " + std::to_string(wanted.number) + "; the model has " +
                       counted(names.size(), "level") + ", from 0"};
}

} // namespace tool
