// find_attachment FILE: a bone and an attachment point of a World of Warcraft model by the game's ids, and where the
// point is while an animation plays.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <vector>

namespace m2 = effigy::m2;

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
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
    std::vector<effigy::tree_entry> memory(model->bones().size());
    const m2::bone_index bones = model->index(memory);
    const std::uint32_t head = bones.find(6); // key bone 6, see m2::key_bone_name()
    if (head != effigy::npos) {
        std::cout << m2::key_bone_name(6) << " is bone " << head << '\n';
    }

    std::vector<effigy::pose<float>> poses(bones.size());
    std::vector<effigy::matrix4x3<float>> matrices(bones.size());
    for (const m2::attachment point : model->attachments()) {
        if (point.id() != 11 || point.bone() >= bones.size()) { // 11 is Helm, see m2::attachment_name()
            continue;
        }
        for (const double seconds : {0.0, 1.5}) {
            apply(*model, {.animation = 0, .seconds = seconds}, bones, poses);
            local_matrices(poses, matrices);
            local_to_world(bones, matrices);
            skin_matrices(*model, matrices, matrices); // bind pose -> world, as for vertices
            const auto at = transform_point(matrices[point.bone()], point.position());
            std::cout << m2::attachment_name(point.id()) << " at " << seconds << " s: " << at.x << ' ' << at.y << ' '
                      << at.z << '\n';
        }
    }
}
