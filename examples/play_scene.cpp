// play_scene FILE CLIP OTHER: plays a clip of a model of any format on the CPU, and fades into another clip.
#include <effigy/load_scene.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string_view>
#include <vector>

using effigy::scene;
using mat4x3 = effigy::matrix4x3<float>;
using vec3 = effigy::vector3<float>;

const scene::clip* find(const scene& model, std::string_view name) {
    const auto has_name = [&](const scene::clip& clip) { return clip.name == name; };
    const auto found = std::find_if(model.clips.begin(), model.clips.end(), has_name);
    return found != model.clips.end() ? found : nullptr;
}

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto model = effigy::load_scene(path);
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    const scene::clip* const clip = argc > 3 ? find(*model, argv[2]) : nullptr;
    const scene::clip* const other = argc > 3 ? find(*model, argv[3]) : nullptr;
    if (clip == nullptr || other == nullptr) {
        std::cerr << "the model has these clips:\n";
        for (const scene::clip& each : model->clips) {
            std::cerr << "  " << each.name << '\n';
        }
        return 1;
    }
    for (const scene::clip* each : {clip, other}) {
        std::cout << each->name << ": " << duration(*each) << " s, "
                  << (playback_of(*each) == effigy::playback::loop ? "repeats" : "plays once") << '\n';
    }

    // Once per model: the functions of effigy below do not allocate.
    std::vector<effigy::pose<float>> poses(model->nodes.size()), next(model->nodes.size());
    std::vector<mat4x3> world(model->nodes.size()), palette;
    std::vector<vec3> positions;

    std::cout << std::fixed << std::setprecision(3);
    for (const double seconds : {0.0, 0.25, 0.5, 0.75}) { // once per frame
        play(*model, *clip, seconds, poses, playback_of(*clip));
        play(*model, *other, seconds, next, playback_of(*other));
        const double fade = seconds / 0.75; // 0: only the clip, 1: only the other one
        blend(poses, next, static_cast<float>(fade), poses);
        world_matrices(*model, poses, world);

        for (std::uint32_t i = 0; i < model->nodes.size(); ++i) {
            const scene::node& node = model->nodes[i];
            if (node.mesh == effigy::npos) {
                continue;
            }
            const scene::mesh& mesh = model->meshes[node.mesh];
            palette.assign(1, world[i]); // a mesh without a skin follows its node
            if (node.skin != effigy::npos) {
                palette.resize(model->skins[node.skin].joints.size());
                skin_matrices(model->skins[node.skin], world, palette);
            }
            positions.resize(mesh.positions.size());
            const std::vector<float> weights;                   // of morph targets: see play_weights()
            posed_positions(mesh, weights, palette, positions); // or upload the palette: a shader does this

            const vec3& last = positions.back();
            std::cout << seconds << " s, faded by " << fade << ": the last of " << positions.size() << " vertices of "
                      << mesh.name << " is at " << last.x << ' ' << last.y << ' ' << last.z
                      << ", the highest at y = " << effigy::box<float>::around(positions).max.y << '\n';
        }
    }
}
