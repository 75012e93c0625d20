// list_textures FOLDER: each texture that a model below FOLDER uses, with the files that use it.
#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <type_traits>

int main(int argc, char** argv) {
    std::map<std::string, std::set<std::string>> models_of; // texture -> files
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argc > 1 ? argv[1] : ".")) {
        const auto file = effigy::file::open(entry.path());
        if (!file) {
            continue; // a folder, for example
        }
        const std::string model = entry.path().filename().string();
        const auto add = [&](std::string_view texture) {
            if (!texture.empty()) { // an empty name: the game chooses a texture
                models_of[std::string{texture}].insert(model);
            }
        };

        const effigy::error why = effigy::visit(file->bytes(), [&](const auto& view) {
            if constexpr (requires { view.textures(); }) { // World of Warcraft: works without the model's .skin files
                for (const auto& texture : view.textures()) {
                    add(view.get(texture.name));
                }
            } else if constexpr (requires { to_scene(view); }) {
                const auto scene = to_scene(view);
                if (!scene) {
                    std::cerr << to_string(scene.error(), model) << '\n';
                    return;
                }
                for (const auto& material : scene->materials) {
                    for (const auto& texture : material.textures) {
                        add(texture.name);
                    }
                    if constexpr (std::is_convertible_v<decltype(view), effigy::grimrock::model>) {
                        add(material.name); // its textures are in scripts
                    }
                }
            }
        });
        if (why) {
            std::cerr << to_string(why, model) << '\n';
        }
    }
    for (const auto& [texture, models] : models_of) {
        std::cout << texture << ':';
        for (const std::string& model : models) {
            std::cout << ' ' << model;
        }
        std::cout << '\n';
    }
}
