// upload_palettes MODEL CLIP: plays a clip on a Legend of Grimrock model and makes the matrices that a vertex shader
// needs for skinning.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <array>
#include <iostream>
#include <vector>

using matrix = effigy::matrix4x3<float>;
using mat4 = std::array<float, 16>; // column by column, as `mat4` in a uniform buffer

mat4 to_mat4(const matrix& m) {
    return {m.x.x, m.x.y, m.x.z, 0, m.y.x,           m.y.y,           m.y.z,           0,
            m.z.x, m.z.y, m.z.z, 0, m.translation.x, m.translation.y, m.translation.z, 1};
}

int main(int argc, char** argv) {
    const auto model_file = effigy::file::open(argc > 2 ? argv[1] : "");
    const auto clip_file = effigy::file::open(argc > 2 ? argv[2] : "");
    if (!model_file || !clip_file) {
        std::cerr << to_string(model_file ? clip_file.error() : model_file.error(),
                               argc > 2 ? argv[model_file ? 2 : 1] : "")
                  << '\n';
        return 1;
    }
    const auto model = effigy::grimrock::open(model_file->bytes());
    const auto clip = effigy::grimrock::open_animation(clip_file->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error(), argv[model ? 2 : 1]) << '\n';
        return 1;
    }

    // Once per model. The index is in `memory`.
    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);
    std::vector<effigy::grimrock::node_pose<float>> poses(nodes.size());
    std::vector<matrix> world(nodes.size());

    // Once per clip: which node each item of the clip moves.
    std::vector<effigy::grimrock::bound_item> items(clip->items().size());
    const effigy::grimrock::bound_animation bound{*clip, nodes, items};

    for (const double seconds : {0.0, 0.5, 1.0}) { // once per frame
        rest_poses(nodes, poses);
        apply(bound, seconds, poses, effigy::playback::loop);
        local_matrices(poses, world);
        local_to_world(nodes, world);
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            const auto mesh = nodes[i].mesh();
            std::vector<matrix> bones(mesh.bones().size());
            if (skin_matrices(mesh, world, bones) == 0) {
                continue; // no mesh, or one without bones: world[i] moves it
            }
            std::vector<mat4> palette; // mesh.joints() are indices into it
            palette.reserve(bones.size());
            for (const matrix& bone : bones) {
                palette.push_back(to_mat4(bone));
            }
            std::cout << seconds << " s: " << nodes.name(i) << ", " << palette.size() * sizeof(mat4)
                      << " bytes to upload, the last matrix begins with " << palette.back()[0] << '\n';
        }
    }
}
