// p3d_motion MODEL ANIMATION: moves an Arma model by its own frames and by an RTM animation.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

namespace p3d = effigy::p3d;
using vector = effigy::vector3<double>;

int main(int argc, char** argv) {
    const auto model_file = effigy::file::open(argc > 2 ? argv[1] : "");
    const auto clip_file = effigy::file::open(argc > 2 ? argv[2] : "");
    if (!model_file || !clip_file) {
        std::cerr << to_string(model_file ? clip_file.error() : model_file.error(),
                               argc > 2 ? argv[model_file ? 2 : 1] : "")
                  << '\n';
        return 1;
    }
    const auto model = p3d::open(model_file->bytes());
    const auto clip = p3d::open_animation(clip_file->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error(), argv[model ? 2 : 1]) << '\n';
        return 1;
    }
    const p3d::lod lod = model->lod(p3d::lod_kind::visual); // the finest; empty if there is none
    std::vector<vector> moved(lod.points().size());
    std::cout << std::fixed << std::setprecision(4);

    // The model's own frames: positions of all points at a time.
    for (const double time : {0.0, 0.375, 0.5}) {
        morph_positions(lod, time, moved);
        std::cout << "frame at " << time << ": up to " << effigy::box<double>::around(moved).max.y << '\n';
    }

    // RTM: positions of all points at a phase from 0 to 1, in one call.
    for (const double phase : {0.0, 0.4}) {
        skin_positions(lod, *clip, phase, moved);
        std::cout << "phase " << phase << ": up to " << effigy::box<double>::around(moved).max.y << '\n';
    }

    // The same bone by bone: the bone's matrix moves the points of the selection with the bone's name.
    for (const p3d::bone& bone : clip->bones()) {
        const auto matrix = p3d::sample<double>(bone, 0.4);
        double farthest = 0;
        for (const p3d::selected_point& selected : lod.selection(bone.name()).points()) {
            if (const auto* const stored = lod.points().at(selected.point)) {
                const vector from{*stored};
                const vector away = transform_point(matrix, from) - from;
                farthest = std::max(farthest, length(away) * static_cast<double>(selected.weight));
            }
        }
        std::cout << bone.name() << " moves its points by up to " << farthest << '\n';
    }
}
