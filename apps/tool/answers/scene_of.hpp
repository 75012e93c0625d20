// Models of all formats as scenes, with the settings of the command line.
#pragma once

#include "clips.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/grimrock/apply.hpp>
#include <effigy/p3d/apply.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// Which level of detail. By default, the most detailed one that is drawn.
struct lod_choice {
    std::uint32_t number = effigy::npos; // in the file, of a level or a skin profile
    effigy::p3d::lod_kind kind = effigy::p3d::lod_kind::visual;
    std::optional<float> kind_number; // of levels of the kind: the resolution if they are drawn
    bool all = false;                 // all levels

    // Reads "2", a name of a level as level_name() writes it, also in upper case, with _ or without its number, or
    // "all"; none for another text.
    [[nodiscard]] static std::optional<lod_choice> of(std::string_view text);

    [[nodiscard]] bool is_default() const { return !all && number == effigy::npos && !kind_number && is_drawn(); }
    // Whether it chooses the level with this number in the file.
    [[nodiscard]] bool includes(std::uint32_t level, float resolution) const;
    // "fire geometry", "shadow volume 10"; of a kind.
    [[nodiscard]] std::string name() const;

private:
    [[nodiscard]] bool is_drawn() const { return kind == effigy::p3d::lod_kind::visual; }
};

// "fire geometry", "visual 1.5", "shadow volume 10"
[[nodiscard]] std::string level_name(float resolution);

// "expected a number, a kind of level (visual, view gunner, ..) or all; found x"
[[nodiscard]] std::string complaint_of_level(std::string_view found);

// Which parts of a character of World of Warcraft. By default, one plausible set.
struct part_choice {
    std::vector<std::uint16_t> ids; // submesh.id
    bool all = false;

    // Reads "all", or numbers and names such as "hair_03"; none for another text.
    [[nodiscard]] static std::optional<part_choice> of(const std::vector<std::string>& texts);
};

// The options of the command line that fit only some formats; the others ignore them.
struct scene_choices {
    bool loops = false;       // the last frame of a clip blends into the first
    bool keeps_axes = false;  // of the game
    bool all_weights = false; // more than four joints a vertex
    bool no_empties = false;  // no nodes that only mark a place
    bool animate_materials = false;
    bool collision = false;     // also meshes that the game does not draw
    bool vertex_colors = false; // those that the game does not read
    bool selections = false;    // as attributes of vertices; also for_editing, but with no_selections
    bool no_selections = false;
    bool for_editing = false; // with what `import` needs: origins of vertices, all levels, memory points
    double seconds = 1;       // duration of an .rtm
};

struct scene_settings {
    const tool::clips& clips;
    lod_choice lod;
    part_choice parts;
    scene_choices choices;
    std::string name; // for a scene without a name
};

// What scene_of() passes to to_scene().
[[nodiscard]] effigy::grimrock::scene_options options_of(const effigy::grimrock::model& from,
                                                         const scene_settings& settings);
[[nodiscard]] effigy::p3d::scene_options options_of(const effigy::p3d::model& from, const scene_settings& settings);

[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::grimrock::model& from,
                                                     const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::nwn::model& from, const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::nwn::text_model& from,
                                                     const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::m2::model& from, const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::p3d::model& from, const scene_settings& settings);

// For formats that have none of these settings.
template <class Model>
    requires requires(const Model& from) { to_scene(from); }
[[nodiscard]] effigy::result<effigy::scene> scene_of(const Model& from, const scene_settings&) {
    return to_scene(from);
}

// The scene of a model whose edits can be brought back, as scene_of() makes it. `settings` stay.
[[nodiscard]] effigy::result<effigy::grimrock::edit_session> session_of(const effigy::grimrock::model& from,
                                                                        const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::p3d::edit_session> session_of(const effigy::p3d::model& from,
                                                                   const scene_settings& settings);

// Views of models, as opposed to clips and parts of models.
template <class View>
concept scene_source = requires(const View& view, const scene_settings& settings) { scene_of(view, settings); };

// ---- what the command line asks of a model that the model does not have --------------------------------------------

struct lack {
    std::string refusal{}; // nothing of what was asked is there: "no level 9; .."
    std::string remark{};  // some of it is not
};

[[nodiscard]] lack lacks(const effigy::m2::model& from, const scene_settings& settings);
[[nodiscard]] lack lacks(const effigy::p3d::model& from, const scene_settings& settings);
template <class Model> [[nodiscard]] lack lacks(const Model&, const scene_settings&) { return {}; }

} // namespace tool
