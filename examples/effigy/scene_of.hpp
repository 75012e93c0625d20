// Models of all formats as scenes, with the settings of the command line.
#pragma once

#include "joined_model.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// The files of --clip. Each is added to the models of its format family.
class clip_files {
public:
    explicit clip_files(const std::vector<std::filesystem::path>& paths);

    // The files that cannot be read or are not clips, each with the reason. They are left out.
    [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

    // Clips have the names of their files, without extensions.
    [[nodiscard]] std::span<const effigy::grimrock::named_clip> animations() const { return animations_; }
    [[nodiscard]] std::span<const effigy::p3d::named_clip> motions() const { return motions_; }
    // Returns the chain of supermodels, the model's own supermodel first.
    [[nodiscard]] std::vector<effigy::nwn::model> supermodels_of(const effigy::nwn::model& model) const;

private:
    [[nodiscard]] effigy::error add(const std::filesystem::path& path);

    std::vector<effigy::file_buffer> files_;
    std::list<std::string> names_;                         // clips refer to them
    std::vector<effigy::grimrock::named_clip> animations_; // also of the Shinobi engine
    std::vector<effigy::p3d::named_clip> motions_;
    std::map<std::string, effigy::nwn::model> supermodels_; // by name in lower case
    std::vector<std::string> failures_;
};

// Which level of detail. By default, the most detailed one that is drawn.
struct lod_choice {
    std::uint32_t number = effigy::npos; // in the file, of a level or a skin profile
    effigy::p3d::lod_kind kind = effigy::p3d::lod_kind::visual;
    bool all = false; // all levels

    // Reads "2", "view_pilot" or "all"; none for another text.
    [[nodiscard]] static std::optional<lod_choice> of(std::string_view text);
};

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
    bool selections = false; // as attributes of vertices
    double seconds = 1;      // duration of an .rtm
};

struct scene_settings {
    const clip_files& clips;
    lod_choice lod;
    part_choice parts;
    scene_choices choices;
    std::string name; // for a scene without a name
};

[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::grimrock::model& from,
                                                     const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::nwn::model& from, const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::m2::model& from, const scene_settings& settings);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::p3d::model& from, const scene_settings& settings);

// For formats that have none of these settings.
template <class Model>
    requires requires(const Model& from) { to_scene(from); }
[[nodiscard]] effigy::result<effigy::scene> scene_of(const Model& from, const scene_settings&) {
    return to_scene(from);
}

// Views of models, as opposed to clips and parts of models.
template <class View>
concept scene_source = requires(const View& view, const scene_settings& settings) { scene_of(view, settings); };

} // namespace tool
