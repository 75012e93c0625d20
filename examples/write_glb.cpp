// write_glb FILE [OUT]: makes a scene of a model of any format and writes it as GLB, which any glTF viewer shows.
// Without OUT, prints the sizes and writes no file.
#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>
#include <effigy/gltf.hpp>
#include <effigy/report.hpp>

#include <fstream>
#include <iostream>
#include <span>

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 1 ? argv[1] : "");
    if (!file) {
        std::cerr << to_string(file.error()) << '\n';
        return 1;
    }

    const auto scene = effigy::to_scene(file->bytes());
    if (!scene) {
        std::cerr << to_string(scene.error()) << '\n';
        return 1;
    }
    const effigy::scene_counts has = count(*scene);
    const effigy::box<float> around = bounds(*scene);
    std::cout << has.nodes << " nodes, " << has.triangles << " triangles, " << has.clips << " clips, "
              << around.max.y - around.min.y << " m tall\n";

    std::ofstream out;
    if (argc > 2) {
        out.open(argv[2], std::ios::binary);
    }
    std::size_t size = 0;
    const effigy::error why = effigy::write_glb(*scene, [&](std::span<const std::byte> bytes) {
        size += bytes.size();
        if (out.is_open()) {
            out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
    });
    if (why) {
        std::cerr << to_string(why) << '\n';
        return 1;
    }
    std::cout << "GLB: " << size << " bytes\n";
}
