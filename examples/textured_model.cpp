// textured_model MODEL OUT.glb: converts a model and the images that lie beside it. The image of the texture
// effigy\stone_co.paa is stone_co.png.
#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>
#include <effigy/gltf.hpp>
#include <effigy/report.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace fs = std::filesystem;

// Returns the name of a texture's image: the last part of its path, as PNG.
std::string image_name(std::string_view texture) {
    const std::string_view name = texture.substr(texture.find_last_of("/\\:") + 1); // npos + 1 is 0
    return std::string{name.substr(0, name.rfind('.'))} + ".png";
}

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: textured_model MODEL OUT.glb\n";
        return 2;
    }
    const fs::path model = argv[1];
    const auto file = effigy::file::open(model);
    if (!file) {
        std::cerr << to_string(file.error(), argv[1]) << '\n';
        return 1;
    }
    const auto scene = effigy::to_scene(file->bytes());
    if (!scene) {
        std::cerr << to_string(scene.error(), argv[1]) << '\n';
        return 1;
    }

    // The bytes of the images must remain until the glTF file is written.
    std::map<std::string, effigy::result<effigy::file>> images;
    effigy::gltf_options options;
    options.image = [&](std::string_view texture) -> effigy::gltf_image {
        const std::string name = image_name(texture);
        auto known = images.find(name);
        if (known == images.end()) {
            known = images.emplace(name, effigy::file::open(model.parent_path() / name)).first;
        }
        const auto& image = known->second;
        return image ? effigy::gltf_image{.bytes = image->bytes()} : effigy::gltf_image{};
    };
    std::ofstream out{argv[2], std::ios::binary};
    const effigy::error why = effigy::write_glb(
        *scene,
        [&](std::span<const std::byte> bytes) {
            out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        },
        options);
    if (why || !out.flush()) {
        std::cerr << (why ? to_string(why) : "cannot write the file") << '\n';
        return 1;
    }
    for (const auto& [name, image] : images) {
        std::cout << name << ": " << (image ? std::to_string(image->bytes().size()) + " bytes" : "missing") << '\n';
    }
}
