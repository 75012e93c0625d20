// skin_mesh MODEL ANIMATION: the height of the skinned meshes of a Legend of Grimrock model while a clip plays.
#include <effigy/core/math.hpp>
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
    std::vector<grimrock::node_pose<double>> poses(nodes.size());
    std::vector<effigy::matrix4x3<double>> world(nodes.size());
    std::cout << std::fixed << std::setprecision(4);
    for (const double seconds : {0.0, 1.5}) {
        rest_poses(nodes, poses);
        apply(*clip, seconds, nodes, poses, effigy::playback::loop);
        local_matrices(poses, world);
        local_to_world(nodes, world);

        for (const auto& node : model->nodes()) {
            const auto mesh = node.mesh();
            std::vector<effigy::matrix4x3<double>> bones(mesh.bones().size());
            skin_matrices(mesh, world, bones); // mesh space -> world, one for each bone
            std::vector<effigy::vector3<double>> positions(mesh.positions().size());
            if (skin_positions(mesh, bones, positions) != 0) { // 0 if the mesh has no skin
                std::cout << seconds << " s: " << node.name() << " reaches up to "
                          << effigy::box<double>::around(positions).max.y << '\n';
            }
        }
    }
}
