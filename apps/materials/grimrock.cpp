#include "grimrock.hpp"

#include "texts.hpp"

#include <algorithm>
#include <iterator>

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

// Returns the folders that may be the mod's, the likeliest first: each mod_assets that the model is in, the nearest
// first, because paths in scripts begin there. Without one, folders above the model with Scripts beside Models or
// Textures, the outermost first, as repositories of mods have them; then those that contain a mod_assets, the nearest
// first.
std::vector<mod_folders> mods_of(const model_place& where) {
    std::vector<mod_folders> own, repositories, beside;
    for (const std::string_view above : folders_above(where.model)) {
        const std::string folder{above};
        if (is_mod_assets(folder)) {
            own.push_back({folder, folder.substr(0, folder.size() - mod_assets.size())});
        } else if (folder.empty() && where.in->is_mod_assets) {
            own.push_back({});
        }
        if (has_scripts(where.in->files, folder)) {
            repositories.insert(repositories.begin(), {folder, folder});
        }
        if (const std::string inner = folder + std::string{mod_assets}; !where.in->files.starting_with(inner).empty()) {
            beside.push_back({inner, folder});
        }
    }
    if (own.empty()) {
        own = std::move(repositories);
        std::ranges::move(beside, std::back_inserter(own));
    }
    return own;
}

} // namespace

material_answer find_material(const search& where, std::string_view name) {
    material_answer out;
    if (name.empty()) {
        out.what = outcome::none_to_look_for;
        return out;
    }
    for (const model_place& one : where.places()) {
        const std::vector<mod_folders> mods = mods_of(one);
        const lua_materials::definition* found = nullptr;
        for (auto mod = mods.begin(); mod != mods.end() && found == nullptr; ++mod) {
            found = one.in->materials.find(mod->assets, name);
        }
        found = found != nullptr ? found : one.in->materials.find_beside(one.model, name);
        if (found != nullptr) {
            return {{outcome::found, "defineMaterial", false, &one.in->files, found->script}, &found->material};
        }
        where.say_looked(one,
                         (mods.empty() ? std::string{folder_of(one.model)} : mods.front().assets + "**/") + "*.lua");
        if (!mods.empty()) {
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
        answer found = where.first([&](const model_place& one) {
            std::vector<mod_folders> mods = mods_of(one);
            if (mods.empty()) {
                mods.push_back({std::string{mod_assets}, ""});
            }
            answer out;
            for (auto mod = mods.begin(); mod != mods.end() && !out; ++mod) {
                const std::string full = starts_with_any_case(path, mod_assets)
                                             ? mod->assets + path.substr(mod_assets.size())
                                             : mod->above + path;
                std::vector<candidate> candidates;
                for (const std::string& spelled : spellings(full)) {
                    candidates.push_back({spelled, rules[candidates.size()]});
                }
                out = where.look(one, candidates);
            }
            return out;
        });
        if (!found) {
            found = where.first([&](const model_place& one) { return where.look_beside(one, spellings(path)); });
        }
        const bool is_of_game = starts_with_any_case(path, "assets/"); // measured: 222 exist in no mod
        return found || !is_of_game ? found : answer{outcome::base_game, "assets/ is the game's"};
    });
}

} // namespace materials::grimrock
