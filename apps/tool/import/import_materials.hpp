// What `effigy import` does about materials besides bringing their names back: paths of the game, definitions, images.
#pragma once

#include "new_materials.hpp"
#include <tool/commands/commands.hpp>
#include <tool/system/files.hpp>
#include <tool/textures/roots.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// ---- the paths that files have in the game: Arma -------------------------------------------------------------------

// The path of a texture with the extension .paa in place of its own.
[[nodiscard]] std::string as_paa(std::string path);

class game_paths {
public:
    // `root`: the folder that stands for the root of the game, such as P:\; empty if there is none.
    explicit game_paths(const std::filesystem::path& root);

    // Returns the path of a file, which need not exist: that by a $PBOPREFIX$ in the nearest folder above that has one,
    // else that below the root. Empty if there is neither.
    [[nodiscard]] std::string of(const std::filesystem::path& file);

    // Returns the path of the .paa of an image that is below one of the roots, by its name without extension. Empty if
    // there is none, or several with different paths. What is in `last` counts if there is no other one.
    [[nodiscard]] std::string texture_named(std::string_view stem, const texture_roots& below,
                                            const std::filesystem::path& last);

private:
    std::filesystem::path root_;
    folder_listings listings_;
};

// ---- materials -----------------------------------------------------------------------------------------------------

// An image of the edited file that becomes a file of its own.
struct image_output {
    std::string name; // "roof_co.png"
    std::string next; // what must be done with it
    effigy::file_bytes bytes;
};

class import_materials {
public:
    // `folder`: of the images that are written.
    import_materials(const import_options& options, std::filesystem::path folder);

    // Before the import. `model`: the bytes of the old one. Gives textures and .rvmat of Arma the paths of the game.
    void begin(effigy::scene& edited, const effigy::borrowed_bytes& model,
               std::vector<gltf_files::stored_image> images);
    // After it. Adds lines to those of the model.
    void end(import_result& made, const effigy::scene& edited);

    [[nodiscard]] const std::vector<image_output>& images() const { return outputs_; }
    [[nodiscard]] const std::vector<std::string>& next() const { return next_; } // what must be done with the model
    [[nodiscard]] std::string lua() const; // the definitions; empty if there are none

private:
    void name_textures(effigy::scene& edited);
    void name_rvmat(effigy::scene::material& of);
    void tell_textures(imported_file& of_model);
    void make_outputs(const material_news& news, imported_file& of_model);
    [[nodiscard]] bool is_news(const effigy::scene& edited, const effigy::scene& original) const;

    const import_options& options_;
    std::filesystem::path folder_;
    texture_roots roots_;
    game_paths paths_;
    named_by_model old_;
    std::vector<shown_image> shown_;
    std::vector<gltf_files::stored_image> stored_;
    std::map<std::string, std::string, std::less<>> textures_; // that were found, by "material NAME"
    std::vector<lua_definition> definitions_;
    std::vector<image_output> outputs_;
    std::vector<std::string> next_;
};

} // namespace tool
