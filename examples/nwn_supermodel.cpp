// nwn_supermodel FILE SUPERMODEL ANIMATION SCALE: plays an animation of a supermodel on a Neverwinter Nights model. The
// game uses the scale of the model, `model->animation_scale()`; here it is an argument, so that a model can be its own
// supermodel.
#include <effigy/file.hpp>
#include <effigy/nwn.hpp>
#include <effigy/report.hpp>

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <vector>

namespace nwn = effigy::nwn;

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 4 ? argv[1] : "");
    const auto super_file = effigy::file::open(argc > 4 ? argv[2] : "");
    if (!file || !super_file) {
        std::cerr << to_string(file ? super_file.error() : file.error(), argc > 4 ? argv[file ? 2 : 1] : "") << '\n';
        return 1;
    }
    const auto model = nwn::open(file->bytes());
    const auto supermodel = nwn::open(super_file->bytes());
    if (!model || !supermodel) {
        std::cerr << to_string(model ? supermodel.error() : model.error(), argv[model ? 2 : 1]) << '\n';
        return 1;
    }
    const nwn::animation animation = supermodel->animation(argv[3]);
    const float scale = std::strtof(argv[4], nullptr);

    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);
    std::vector<effigy::tree_entry> memory_of_clip(animation.count_nodes());
    const auto clip = animation.index(memory_of_clip);

    std::vector<effigy::pose<float>> poses(nodes.size());
    std::cout << std::fixed << std::setprecision(3);
    for (const double seconds : {0.5, 2.0, 3.5}) { // the animation starts again after three seconds
        rest_poses(nodes, poses);
        const std::size_t moved = apply(clip, seconds, nodes, poses, effigy::playback::loop, scale);
        std::cout << seconds << " s: " << moved << " nodes moved\n";
        for (const nwn::node mover : animation.nodes()) {
            const auto positions = mover.controller(nwn::controls_position);
            const std::uint32_t i = nodes.find(mover.name());
            if (positions && i != effigy::npos) {
                std::cout << "  " << nodes.name(i) << " at height " << poses[i].position.z << '\n';
            }
        }
    }
}
