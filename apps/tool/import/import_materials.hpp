// What `effigy import` does about materials besides bringing their names back: paths of the game, definitions, images.
#pragma once

#include "game_paths.hpp"
#include "import.hpp"
#include "new_materials.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tool {

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
