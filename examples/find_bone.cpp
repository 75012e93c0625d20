// find_bone FILE NAME...: where the bones, nodes or attachment points with these names are in a model of any format.
#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <string_view>
#include <vector>

std::uint32_t find(const effigy::scene& scene, std::string_view name) {
    for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
        if (scene.nodes[i].name == name) {
            return i;
        }
    }
    return effigy::npos;
}

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto scene = effigy::to_scene(file->bytes());
    if (!scene) {
        std::cerr << to_string(scene.error(), path) << '\n';
        return 1;
    }
    std::vector<effigy::matrix4x3<float>> world(scene->nodes.size());
    world_matrices(*scene, world);

    for (int i = 2; i < argc; ++i) {
        const std::uint32_t found = find(*scene, argv[i]);
        if (found == effigy::npos) {
            std::cout << argv[i] << ": not in this model\n";
            continue;
        }
        const auto& at = world[found].translation;
        std::cout << argv[i] << ": node " << found << " at " << at.x << ' ' << at.y << ' ' << at.z;
        if (const std::uint32_t parent = scene->nodes[found].parent; parent != effigy::npos) {
            std::cout << ", a child of " << scene->nodes[parent].name;
        }
        std::cout << '\n';
    }
}
