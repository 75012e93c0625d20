// write_glb FILE OUT: makes a scene of a model of any format and writes it as GLB, which any glTF viewer shows.
#include <effigy/gltf.hpp>
#include <effigy/load_scene.hpp>
#include <effigy/report.hpp>

#include <fstream>
#include <iostream>

int main(int argc, char** argv) {
    const char* const path = argc > 2 ? argv[1] : "";
    const auto scene = effigy::load_scene(path);
    if (!scene) {
        std::cerr << to_string(scene.error(), path) << '\n';
        return 1;
    }
    std::ofstream out(argv[2], std::ios::binary);
    const effigy::error why = write_glb(*scene, [&](std::span<const std::byte> bytes) {
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    });
    if (why) {
        std::cerr << to_string(why, argv[2]) << '\n';
        return 1;
    }
    const auto has = count(*scene);
    std::cout << has.nodes << " nodes, " << has.triangles << " triangles, " << has.clips << " clips\n";
}
