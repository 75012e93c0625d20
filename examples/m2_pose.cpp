// m2_pose FILE NAME: plays an animation of a World of Warcraft model, for example Walk: its height at five times.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <iomanip>
#include <iostream>
#include <vector>

namespace m2 = effigy::m2;
using matrix = effigy::matrix4x3<float>;
using vector = effigy::vector3<float>;

int main(int argc, char** argv) {
    const char* const path = argc > 2 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = m2::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    if (const effigy::error why = verify(*model)) {
        std::cerr << to_string(why, path) << '\n';
        return 1;
    }
    const std::uint32_t number = model->animations().find(argv[2]); // ignores case; find(4) takes the game's id
    if (number == effigy::npos) {
        std::cerr << "no such animation\n";
        return 1;
    }

    std::vector<effigy::tree_entry> memory(model->bones().size());
    const m2::bone_index bones = model->index(memory);
    std::vector<effigy::pose<float>> poses(bones.size());
    std::vector<matrix> matrices(bones.size());
    std::vector<vector> vertices(model->vertex_count());

    const double duration = model->animations()[number].duration();
    std::cout << std::fixed << std::setprecision(3);
    for (int quarter = 0; quarter <= 4; ++quarter) {
        const double seconds = duration * quarter / 4;
        // Global sequences have their own clock. Here it starts together with the animation.
        const m2::animation_time when{.animation = number, .seconds = seconds, .global_seconds = seconds};
        apply(*model, when, bones, poses);
        local_matrices(poses, matrices);
        local_to_world(bones, matrices);
        skin_matrices(*model, matrices, matrices);
        skin_positions(*model, matrices, vertices);

        const auto around = effigy::box<float>::around(vertices);
        std::cout << seconds << " s: from " << around.min.z << " to " << around.max.z << '\n';
    }
}
