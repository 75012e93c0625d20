// convert_folder FOLDER OUT: writes each model below FOLDER as a GLB file below OUT.
#include <effigy/gltf.hpp>
#include <effigy/load_scene.hpp>
#include <effigy/report.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

namespace fs = std::filesystem;

effigy::error convert(const fs::path& from, const fs::path& to) {
    const auto scene = effigy::load_scene(from);
    if (!scene) {
        return scene.error();
    }
    std::ofstream out(to, std::ios::binary);
    return effigy::write_glb(*scene, [&](std::span<const std::byte> bytes) {
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    });
}

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: convert_folder FOLDER OUT\n";
        return 2;
    }
    std::set<fs::path> files; // sorted
    for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
        if (entry.is_regular_file()) {
            files.insert(entry.path());
        }
    }
    for (const fs::path& file : files) {
        const fs::path name = fs::relative(file, argv[1]);
        fs::path out = argv[2] / name;
        out += ".glb";
        fs::create_directories(out.parent_path());
        const effigy::error why = convert(file, out);
        std::cout << (why ? to_string(why, name.string()) : name.string() + ": written") << '\n';
    }
}
