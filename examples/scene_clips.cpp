// scene_clips MODEL CLIP: converts a Legend of Grimrock model to a scene with the clip of another file, and moves
// the scene's arrays out of it, as an engine does.
#include <effigy/file.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <utility>

namespace grimrock = effigy::grimrock;

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 1 ? argv[1] : "");
    const auto keys = effigy::file::open(argc > 2 ? argv[2] : "");
    if (!file || !keys) {
        std::cerr << to_string(file ? keys.error() : file.error(), argc > 2 ? argv[file ? 2 : 1] : "") << '\n';
        return 1;
    }
    const auto model = grimrock::open(file->bytes());
    const auto clip = grimrock::open_animation(keys->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error(), argv[model ? 2 : 1]) << '\n';
        return 1;
    }

    const grimrock::named_clip clips[] = {{"nod", *clip}};
    auto scene = to_scene(*model, {.clips = clips});
    if (!scene) {
        std::cerr << to_string(scene.error(), argv[1]) << '\n';
        return 1;
    }

    for (effigy::scene::mesh& mesh : scene->meshes) {
        const auto positions = std::move(mesh.positions); // now owned by the engine
        std::cout << mesh.name << ": " << positions.size() << " vertices, " << mesh.primitives.size() << " materials\n";
    }
    for (const effigy::scene::clip& added : scene->clips) {
        std::cout << added.name << ": " << added.channels.size() << " channels\n";
    }
}
