// nwn_pose FILE ANIMATION: the height of the skins of a Neverwinter Nights model while an animation plays.
#include <effigy/file.hpp>
#include <effigy/nwn.hpp>
#include <effigy/report.hpp>

#include <iomanip>
#include <iostream>
#include <vector>

namespace nwn = effigy::nwn;
using matrix = effigy::matrix4x3<double>;
using vector = effigy::vector3<double>;

int main(int argc, char** argv) {
    const char* const path = argc > 2 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = nwn::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    const nwn::animation animation = model->animation(argv[2]);
    if (!animation) {
        std::cerr << "no such animation\n";
        return 1;
    }

    // Two trees, two indexes: the model's, and the animation's own.
    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);
    std::vector<effigy::tree_entry> memory_of_clip(animation.count_nodes());
    const auto clip = animation.index(memory_of_clip);

    std::vector<effigy::pose<double>> poses(nodes.size());
    std::vector<matrix> world(nodes.size());

    std::cout << std::fixed << std::setprecision(4);
    for (const double seconds : {0.0, 0.5, 1.0, 1.5, 2.0}) {
        // Each frame begins with the pose at rest, because the animation changes only what it controls.
        rest_poses(nodes, poses);
        const std::size_t moved = apply(clip, seconds, nodes, poses);
        local_matrices(poses, world);
        local_to_world(nodes, world);

        std::cout << seconds << " s: " << moved << " nodes moved\n";
        for (const nwn::node node : model->nodes()) {
            if (const nwn::skin skin = node.skin()) { // its vertices are in its node's space
                std::vector<matrix> bones(skin.bones().size());
                std::vector<vector> positions(skin.mesh().vertex_count());
                skin_matrices(skin, world, bones);
                skin_positions(skin, bones, positions);
                const auto around = effigy::box<double>::around(positions);
                std::cout << "  " << node.name() << " reaches up to " << around.max.z << '\n';
            }
        }
    }
}
