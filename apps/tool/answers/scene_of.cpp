#include "scene_of.hpp"

#include "text.hpp"

#include <effigy/p3d/names.hpp>
#include <materials/texts.hpp>

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace tool {

namespace m2 = effigy::m2;
namespace nwn = effigy::nwn;
namespace p3d = effigy::p3d;

// ---- levels of detail ----------------------------------------------------------------------------------------------

std::optional<lod_choice> lod_choice::of(std::string_view text) {
    lod_choice out;
    if (text.empty()) {
        return out;
    }
    std::string name = materials::lower_case(text);
    std::ranges::replace(name, ' ', '_');
    if (name == "all") {
        out.all = true;
        return out;
    }
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out.number);
    if (failure == std::errc{} && end == text.data() + text.size()) {
        return out;
    }
    out.number = effigy::npos;
    if (const std::size_t last = name.rfind('_'); last != std::string::npos) {
        out.kind_number = materials::read_number(std::string_view{name}.substr(last + 1));
        name.resize(out.kind_number ? last : name.size());
    }
    for (auto kind = std::uint8_t{0}; kind < static_cast<std::uint8_t>(p3d::lod_kind::unknown); ++kind) {
        out.kind = static_cast<p3d::lod_kind>(kind);
        if (p3d::name_of(out.kind) == name) {
            return out;
        }
    }
    return std::nullopt;
}

bool lod_choice::includes(std::uint32_t level, float resolution) const {
    if (all || number != effigy::npos) {
        return all || number == level;
    }
    const auto meaning = p3d::meaning_of(resolution);
    return meaning.kind == kind &&
           (!kind_number || *kind_number == (is_drawn() ? resolution : static_cast<float>(meaning.number)));
}

namespace {

std::string in_words(p3d::lod_kind kind) {
    std::string out{name_of(kind)};
    std::ranges::replace(out, '_', ' ');
    return out;
}

} // namespace

std::string lod_choice::name() const { return in_words(kind) + (kind_number ? ' ' + shortest(*kind_number) : ""); }

std::string level_name(float resolution) {
    const auto meaning = p3d::meaning_of(resolution);
    return in_words(meaning.kind) + (meaning.kind == p3d::lod_kind::visual ? ' ' + shortest(resolution)
                                     : meaning.number != 0                 ? ' ' + std::to_string(meaning.number)
                                                                           : "");
}

std::string complaint_of_level(std::string_view found) {
    std::string kinds;
    for (auto kind = std::uint8_t{0}; kind < static_cast<std::uint8_t>(p3d::lod_kind::unknown); ++kind) {
        kinds += (kinds.empty() ? "" : ", ") + in_words(static_cast<p3d::lod_kind>(kind));
    }
    return "expected a number, all, or a kind of level; found " + printable(found) + "; the kinds are " + kinds;
}

// ---- parts of characters -------------------------------------------------------------------------------------------

std::optional<part_choice> part_choice::of(const std::vector<std::string>& texts) {
    constexpr std::uint32_t most = 0xFFFF;
    part_choice out;
    if (texts.size() == 1 && texts[0] == "all") {
        out.all = true;
        return out;
    }
    for (const std::string& text : texts) {
        const auto number = number_in(text);
        std::uint32_t id = number.value_or(0);
        if (!number) {
            while (id <= most && std::string_view{effigy::m2::part_name{id}} != text) {
                ++id;
            }
        }
        if (id > most) {
            return std::nullopt;
        }
        out.ids.push_back(static_cast<std::uint16_t>(id));
    }
    return out;
}

// ---- models --------------------------------------------------------------------------------------------------------

namespace {

effigy::result<effigy::scene> prepared(effigy::result<effigy::scene> made, const scene_settings& settings) {
    if (made && settings.choices.for_editing) {
        number_vertices(*made);
    }
    return made;
}

} // namespace

effigy::grimrock::scene_options options_of(const effigy::grimrock::model&, const scene_settings& settings) {
    effigy::grimrock::scene_options options;
    options.clips = settings.clips.animations();
    options.mode = settings.choices.loops ? effigy::playback::loop : effigy::playback::once;
    options.include_colors = settings.choices.vertex_colors;
    options.name = settings.name;
    return options;
}

effigy::result<effigy::scene> scene_of(const effigy::grimrock::model& from, const scene_settings& settings) {
    return prepared(to_scene(from, options_of(from, settings)), settings);
}

namespace {

// Of a model in either form.
template <nwn_model Model>
effigy::result<effigy::scene> scene_of_nwn(const Model& from, const scene_settings& settings) {
    const std::vector<nwn::model> supermodels = settings.clips.supermodels_from(from.supermodel());
    nwn::scene_options options;
    options.supermodels = supermodels;
    options.include_collision = settings.choices.collision;
    options.include_colors = settings.choices.vertex_colors;
    options.front = !settings.choices.keeps_axes;
    options.animate_materials = settings.choices.animate_materials;
    options.name = settings.name;
    return to_scene(from, options);
}

} // namespace

effigy::result<effigy::scene> scene_of(const nwn::model& from, const scene_settings& settings) {
    return scene_of_nwn(from, settings);
}
effigy::result<effigy::scene> scene_of(const nwn::text_model& from, const scene_settings& settings) {
    return scene_of_nwn(from, settings);
}

effigy::result<effigy::scene> scene_of(const effigy::m2::model& from, const scene_settings& settings) {
    effigy::m2::scene_options options;
    options.include_empties = !settings.choices.no_empties;
    options.animate_materials = settings.choices.animate_materials;
    options.include_all_parts = settings.parts.all;
    options.include_collision = settings.choices.collision;
    if (is_character(from)) { // other models have no parts to choose
        options.submesh_ids = settings.parts.ids;
    }
    options.front = options.metres = !settings.choices.keeps_axes;
    if (settings.lod.number != effigy::npos) {
        options.skin_profile = settings.lod.number;
    }
    options.name = settings.name;
    return to_scene(from, options);
}

namespace {

// Returns the number of the chosen level; npos for the default one.
std::uint32_t level_of(const p3d::model& from, const lod_choice& wanted) {
    std::uint32_t number = 0;
    std::uint32_t first = effigy::npos;
    for (const p3d::lod& each : from.lods()) {
        if (!wanted.is_default() && !wanted.all && wanted.includes(number, each.resolution())) {
            if (each.number() == 0 || wanted.kind_number) {
                return number;
            }
            first = std::min(first, number);
        }
        ++number;
    }
    return std::min(first, wanted.number);
}

} // namespace

p3d::scene_options options_of(const p3d::model& from, const scene_settings& settings) {
    p3d::scene_options options;
    options.level = level_of(from, settings.lod);
    options.include_all_levels = settings.lod.all || (settings.choices.for_editing && settings.lod.is_default());
    options.include_points = settings.choices.for_editing;
    options.clips = settings.clips.motions();
    options.include_all_weights = settings.choices.all_weights;
    options.include_empties = !settings.choices.no_empties;
    options.include_selection_attributes =
        settings.choices.selections || (settings.choices.for_editing && !settings.choices.no_selections);
    options.seconds = settings.choices.seconds;
    options.name = settings.name;
    return options;
}

namespace {

effigy::error check_level(const p3d::scene_options& made, const scene_settings& settings) {
    const bool exists = made.level != effigy::npos || settings.lod.all || settings.lod.is_default();
    return exists ? effigy::error{}
                  : effigy::error{{"p3d.lods"}, effigy::errc::bad_value, 0, 0, "a level of the chosen kind"};
}

} // namespace

effigy::result<effigy::scene> scene_of(const p3d::model& from, const scene_settings& settings) {
    const p3d::scene_options options = options_of(from, settings);
    const effigy::error why = check_level(options, settings);
    return why ? effigy::result<effigy::scene>{why} : prepared(to_scene(from, options), settings);
}

effigy::result<effigy::grimrock::edit_session> session_of(const effigy::grimrock::model& from,
                                                          const scene_settings& settings) {
    return begin_edit(from, options_of(from, settings));
}
effigy::result<p3d::edit_session> session_of(const p3d::model& from, const scene_settings& settings) {
    const p3d::scene_options options = options_of(from, settings);
    const effigy::error why = check_level(options, settings);
    return why ? effigy::result<p3d::edit_session>{why} : begin_edit(from, options);
}

// ---- what a model does not have ------------------------------------------------------------------------------------

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
