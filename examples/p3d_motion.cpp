// p3d_motion MODEL ANIMATION: how an Arma model moves, by the frames it has inside and by an RTM animation.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace p3d = effigy::p3d;
using vector = effigy::vector3<double>;

int main(int argc, char** argv) {
    const auto model_file = effigy::file::open(argc > 2 ? argv[1] : "");
    const auto clip_file = effigy::file::open(argc > 2 ? argv[2] : "");
    if (!model_file || !clip_file) {
        std::cerr << to_string(model_file ? clip_file.error() : model_file.error()) << '\n';
        return 1;
    }
    const auto model = p3d::open(model_file->bytes());
    const auto clip = p3d::open_animation(clip_file->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error()) << '\n';
        return 1;
    }
    if (model->lod_count() == 0) {
        return 0;
    }
    const p3d::lod lod = *model->lods().begin();
    std::cout << std::fixed << std::setprecision(4);

    // Frames: every point at a time.
    for (const double time : {0.0, 0.375, 0.5}) {
        const auto frames = p3d::frames_at(lod, time);
        double highest = 0;
        for (std::size_t i = 0; i < frames.first.positions.size(); ++i) {
            highest = std::max(highest, frames.position(i).y);
        }
        std::cout << "frame at " << time << ": up to " << highest << '\n';
    }

    // RTM: a matrix for each bone, which moves the points of the selection with the bone's name by their weights.
    for (std::size_t bone = 0; bone < clip->bone_names.size(); ++bone) {
        const std::string_view name = clip->bone_names[bone].view();
        for (const auto& tag : lod.tags) {
            if (tag.kind != p3d::tag_kind::selection || effigy::compare_any_case(tag.name, name) != 0) {
                continue;
            }
            const auto moved = p3d::sample<double>(*clip, bone, p3d::blend_at(*clip, 0.4));
            double farthest = 0;
            for (const p3d::selected_point& one : points_of(tag.selection())) {
                if (const auto* const stored = lod.positions.at(one.point)) {
                    const vector from{*stored};
                    const vector away = transform_point(moved, from) - from;
                    farthest = std::max(farthest, length(away) * static_cast<double>(one.weight));
                }
            }
            std::cout << name << " moves its points by up to " << farthest << '\n';
        }
    }
}
