#include "grimrock.hpp"

#include "texts.hpp"

namespace textures::grimrock {

namespace {

constexpr std::string_view mod_assets = "mod_assets/";

// Returns the folder with the mod_assets that the model is below, or the root.
std::string_view mod_of(const place& where) {
    for (const std::string_view folder : folders_above(where.model)) {
        if (equal_any_case(last_part(folder.substr(0, folder.rfind('/'))), "mod_assets")) {
            return folder.substr(0, folder.size() - mod_assets.size());
        }
    }
    return {};
}

} // namespace

material_answer find_material(const search& where, std::string_view name) {
    material_answer out;
    if (name.empty()) {
        out.what = outcome::none_to_look_for;
        return out;
    }
    for (const place& one : where.places()) {
        const std::string scripts = std::string{mod_of(one)}.append(mod_assets);
        if (const auto* const found = one.in->materials.find(scripts, name)) {
            return {{outcome::found, "defineMaterial", false, &one.in->files, found->script}, &found->material};
        }
        if (!one.in->files.starting_with(scripts).empty()) {
            out.what = outcome::base_game;
            out.rule = "not defined in the mod";
        }
    }
    return out;
}

// Measured: of 2,576 textures below mod_assets, 2,572 exist as .dds; 222 below assets exist nowhere.
answer find_texture(const search& where, std::string_view name) {
    return search::by_path(name, [&where](const std::string& path) -> answer {
        if (starts_with_any_case(path, "assets/")) {
            return {outcome::base_game, "assets/ is the game's"};
        }
        return where.first([&where, &path](const place& one) {
            const std::string full = std::string{mod_of(one)}.append(path);
            return where.look(one, {{with_extension(full, ".dds"), "dds for tga"},
                                    {with_extension(full, ".d3d9_texture"), "d3d9_texture for tga"},
                                    {full, "as written"}});
        });
    });
}

} // namespace textures::grimrock
