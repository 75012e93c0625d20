#include "scene_of.hpp"

#include <effigy/p3d/names.hpp>

#include <charconv>
#include <system_error>

namespace tool {

namespace nwn = effigy::nwn;
namespace p3d = effigy::p3d;

// ---- levels of detail ----------------------------------------------------------------------------------------------

std::optional<lod_choice> lod_choice::of(std::string_view text) {
    lod_choice out;
    if (text.empty()) {
        return out;
    }
    if (text == "all") {
        out.all = true;
        return out;
    }
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out.number);
    if (failure == std::errc{} && end == text.data() + text.size()) {
        return out;
    }
    out.number = effigy::npos;
    for (auto kind = std::uint8_t{0}; kind < static_cast<std::uint8_t>(p3d::lod_kind::unknown); ++kind) {
        out.kind = static_cast<p3d::lod_kind>(kind);
        if (p3d::name_of(out.kind) == text) {
            return out;
        }
    }
    return std::nullopt;
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
        std::uint32_t id = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), id);
        if (failure != std::errc{} || end != text.data() + text.size()) {
            id = 0;
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

effigy::result<effigy::scene> scene_of(const effigy::grimrock::model& from, const scene_settings& settings) {
    effigy::grimrock::scene_options options;
    options.clips = settings.clips.animations();
    options.mode = settings.choices.loops ? effigy::playback::loop : effigy::playback::once;
    options.name = settings.name;
    return to_scene(from, options);
}

effigy::result<effigy::scene> scene_of(const nwn::model& from, const scene_settings& settings) {
    const std::vector<nwn::model> supermodels = settings.clips.supermodels_of(from);
    nwn::scene_options options;
    options.supermodels = supermodels;
    options.include_collision = settings.choices.collision;
    options.front = !settings.choices.keeps_axes;
    options.animate_materials = settings.choices.animate_materials;
    options.name = settings.name;
    return to_scene(from, options);
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

effigy::result<effigy::scene> scene_of(const p3d::model& from, const scene_settings& settings) {
    p3d::scene_options options;
    options.level = settings.lod.number;
    options.kind = settings.lod.kind;
    options.include_all_levels = settings.lod.all;
    options.clips = settings.clips.motions();
    options.include_all_weights = settings.choices.all_weights;
    options.include_empties = !settings.choices.no_empties;
    options.include_selection_attributes = settings.choices.selections;
    options.seconds = settings.choices.seconds;
    options.name = settings.name;
    return to_scene(from, options);
}

} // namespace tool
