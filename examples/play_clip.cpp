// play_clip MODEL ANIMATION: the position of the head of a Legend of Grimrock model while a clip plays in a loop.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <iomanip>
#include <iostream>
#include <vector>

namespace grimrock = effigy::grimrock;

int main(int argc, char** argv) {
    const auto model_file = effigy::file::open(argc > 2 ? argv[1] : "");
    const auto clip_file = effigy::file::open(argc > 2 ? argv[2] : "");
    if (!model_file || !clip_file) {
        std::cerr << to_string(model_file ? clip_file.error() : model_file.error(),
                               argc > 2 ? argv[model_file ? 2 : 1] : "")
                  << '\n';
        return 1;
    }
    const auto model = grimrock::open(model_file->bytes());
    const auto clip = grimrock::open_animation(clip_file->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error(), argv[model ? 2 : 1]) << '\n';
        return 1;
    }

    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);
    std::vector<grimrock::node_pose<double>> rest(nodes.size());
    rest_poses(nodes, rest);
    std::vector<effigy::matrix4x3<double>> world(nodes.size());
    const std::uint32_t head = nodes.find("head");
    if (head == effigy::npos) {
        std::cerr << "no node is named head\n";
        return 1;
    }

    std::cout << std::fixed << std::setprecision(4);
    for (const double seconds : {0.0, 0.5, 1.0, 2.5, 3.5}) {
        // Each frame begins with the pose at rest, because the clip changes only the nodes that it moves.
        auto poses = rest;
        const std::size_t moved = apply(*clip, seconds, nodes, poses, effigy::playback::loop);
        local_matrices(poses, world);
        local_to_world(nodes, world);

        std::cout << seconds << " s: " << moved << " nodes moved, the head at height " << world[head].translation.y
                  << ", its forward axis turned by y = " << world[head].z.y << '\n';
    }

    // One item, without a model.
    for (const auto& item : clip->items()) {
        const auto pose = sample<double>(item, 0.75);
        std::cout << item.name() << " at 0.75 s: rotation w " << pose.rotation.w << '\n';
    }
}
