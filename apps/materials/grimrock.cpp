#include "grimrock.hpp"

#include "texts.hpp"

#include <optional>

namespace materials::grimrock {

namespace {

constexpr std::string_view mod_assets = "mod_assets/";

// The folders of a mod, each with a / at its end.
struct mod_folders {
    std::string assets; // stands for mod_assets
    std::string above;  // that paths start from
};

bool is_mod_assets(std::string_view folder) {
    return equal_any_case(last_part(folder.substr(0, folder.rfind('/'))), "mod_assets");
}

// Returns the nearest folder above the model that is a mod_assets, contains one, or contains Scripts beside Models or
// Textures, as repositories of mods do.
std::optional<mod_folders> mod_of(const place& where) {
    const file_tree& files = where.in->files;
    for (const std::string_view above : folders_above(where.model)) {
        const std::string folder{above};
        if (is_mod_assets(folder)) {
            return mod_folders{folder, folder.substr(0, folder.size() - mod_assets.size())};
        }
        if (!files.starting_with(std::string{folder}.append(mod_assets)).empty()) {
            return mod_folders{std::string{folder}.append(mod_assets), folder};
        }
        if (has_scripts(files, folder)) {
            return mod_folders{folder, folder};
        }
    }
    return std::nullopt;
}

} // namespace

material_answer find_material(const search& where, std::string_view name) {
    material_answer out;
    if (name.empty()) {
        out.what = outcome::none_to_look_for;
        return out;
    }
    for (const place& one : where.places()) {
        const std::optional<mod_folders> mod = mod_of(one);
        const auto* found = mod ? one.in->materials.find(mod->assets, name) : nullptr;
        found = found != nullptr ? found : one.in->materials.find_beside(one.model, name);
        if (found != nullptr) {
            return {{outcome::found, "defineMaterial", false, &one.in->files, found->script}, &found->material};
        }
        where.say_looked(one, (mod ? mod->assets + "**/" : std::string{folder_of(one.model)}).append("*.lua"));
        if (mod) {
            out.what = outcome::base_game;
            out.rule = "not defined in the mod";
        }
    }
    return out;
}

// Measured: of 2,576 textures below mod_assets, 2,572 exist as .dds.
std::vector<std::string> spellings(const std::string& path) {
    return {with_extension(path, ".dds"), with_extension(path, ".d3d9_texture"), path};
}

answer find_texture(const search& where, std::string_view name) {
    return search::by_path(name, [&where](const std::string& path) -> answer {
        constexpr const char* rules[] = {"dds for tga", "d3d9_texture for tga", "as written"};
        answer found = where.first([&](const place& one) {
            const std::optional<mod_folders> mod = mod_of(one);
            const std::string full = !mod ? path
                                     : starts_with_any_case(path, mod_assets)
                                         ? mod->assets + path.substr(mod_assets.size())
                                         : mod->above + path;
            std::vector<candidate> candidates;
            for (const std::string& spelled : spellings(full)) {
                candidates.push_back({spelled, rules[candidates.size()]});
            }
            return where.look(one, candidates);
        });
        if (!found) {
            found = where.first([&](const place& one) { return where.look_beside(one, spellings(path)); });
        }
        const bool is_of_game = starts_with_any_case(path, "assets/"); // measured: 222 exist in no mod
        return found || !is_of_game ? found : answer{outcome::base_game, "assets/ is the game's"};
    });
}

} // namespace materials::grimrock
